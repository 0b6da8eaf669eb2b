"""A plain field with companies of the Advanced Game on it, for positions of chapters 5 and 6 in a whole turn.

The rows of hexes from north to south are straight: A01, A02 ... lie one behind another. gA is a German rifle company
with trucks, gB1-1 to gB1-4 PzKpfw IV H, gC1-1 an anti-tank gun; sA1-1 to sA1-3 are T-34/76, sB1-1 to sB1-4 scouts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from games.panzer.artillery import GRID
from games.panzer.country import LETTERS
from games.panzer.shipped import data_file, forces, scenario
from sandtable.board import board_from_text
from sandtable.games.panzer.areas import Area, Entrance, FromEdge
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.scenarios import Force, Group, SetUp
from sandtable.games.panzer.sequence import GameTurn, Scenario
from sandtable.games.panzer.setup import place
from sandtable.games.panzer.state import State, Unit
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.units import Game
from sandtable.kernel import Decision
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.dice import ScriptedDice

COLUMNS, ROWS = 16, 16
TITLE = Panzer()
FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
SOUTH, NORTH = Area(edges=(FromEdge("south", within=3),)), Area(edges=(FromEdge("north", within=3),))


@cache
def content(grade: Grade, switches: tuple[str, ...], terrain: str, road: tuple[str, ...]) -> Content:
    """The field and the forces, all of one grade; the tanks of the Soviets enter in the second turn."""
    german = Force(
        grade=grade,
        groups={
            "A": Group(formation="de-co-mot-41", grade=grade),
            "B": Group(element="de-plt-pz-iv-h-4", grade=grade),
            "C": Group(element="de-plt-pak40", grade=grade),
        },
        set_up=(SetUp(groups=("A", "B", "C"), areas=(SOUTH,)),),
    )
    soviet = Force(
        grade="seasoned",
        groups={
            "A": Group(element="su-plt-t-34-76-m43-3", grade=grade),
            "B": Group(element="su-plt-m3a1", grade=grade),
        },
        set_up=(
            SetUp(groups=("A",), entrances=(Entrance(edge="north"),), turn=2),
            SetUp(groups=("B",), areas=(NORTH,)),
        ),
    )
    file = replace(scenario("sand").scenario, turns=9, forces={"german": german, "soviet": soviet}, victory=())
    board = board_from_text(
        terrain or "\n".join("." * COLUMNS for _ in range(ROWS)),
        LETTERS,
        networks={"road": [road] if road else []},
        grid=GRID,
    )
    return Content(file, board, forces(), data_file, switches)


def unit(place: str) -> Unit:
    """A unit in a hex with a facing, as in H05/N, or in a vehicle, as in H05/N@gA1-1."""
    where, _, carrier = place.partition("@")
    at, _, facing = where.partition("/")
    return Unit(at, FACINGS.index(facing or "N"), carrier=carrier)


def turn(
    units: Mapping[str, str | Unit],
    *dice: int,
    grade: Grade = "seasoned",
    switches: tuple[str, ...] = (),
    terrain: str = "",
    road: tuple[str, ...] = (),
) -> Game:
    """A turn begins with these units on the map and no others."""
    state = State(scenario="field", stack=[GameTurn()])
    state.units = {name: unit(at) if isinstance(at, str) else at for name, at in units.items()}
    game: Game = KernelGame(TITLE, content(grade, switches, terrain, road), state, ScriptedDice(dice))
    game.advance()
    return game


def setting_up() -> Game:
    """The forces are about to be set up."""
    found = content("seasoned", (), "", ())
    state = State(scenario="field", stack=[Scenario()])
    place(state, found)
    game: Game = KernelGame(TITLE, found, state, ScriptedDice(()))
    game.advance()
    return game


def choose(game: Game, *choices: str) -> Game:
    """Make these choices in turn, each by the side that is asked."""
    for choice in choices:
        side = next(d.side for d in game.decisions if d.find(choice) is not None or len(game.decisions) == 1)
        game.choose(choice, side)
    return game


def offered(game: Game, kind: str, side: str = "") -> set[str]:
    """What is offered of a kind."""
    decision = next(each for each in game.decisions if side in ("", each.side))
    return {option.removeprefix(f"{kind}:") for option in decision.ids if option.startswith(f"{kind}:")}


def refused(game: Game, choice: str, side: str = "") -> tuple[str, str]:
    """Why something is not offered: the reason and the rule."""
    refusal = game.explain(choice, side or game.decisions[0].side)
    assert refusal is not None
    return refusal.reason, refusal.rule


def prompts(game: Game) -> list[str]:
    return [decision.prompt for decision in game.decisions]


def done_with_commands(game: Game) -> Game:
    """Both sides have placed their commands."""
    for decision in list(game.decisions):
        if decision.prompt == "command-whom":
            game.choose("do:done", decision.side)
    return game


LET_BE = ("do:done", "do:pass", "do:decline", "do:first")


def let_be(decision: Decision) -> str:
    """The option by which nothing is done."""
    return next(each for each in LET_BE if decision.find(each) is not None)


def until(game: Game, prompt: str) -> Game:
    """Both sides let everything be until a question comes."""
    while game.decisions and prompt not in prompts(game):
        game.choose(let_be(game.decisions[0]), game.decisions[0].side)
    return game
