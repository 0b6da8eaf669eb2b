"""A plain piece of country with two small forces and their artillery, on which indirect fire is easy to follow.

The rows of hexes from north to south are straight: A01, A02 ... lie one behind another.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from games.panzer.shipped import DATA, data_file, forces, scenario
from sandtable.board import board_from_text
from sandtable.board.scene import Scene
from sandtable.games.panzer.combat.bail_out import PROCEDURES as BAIL_OUT
from sandtable.games.panzer.combat.claims import PROCEDURES as CLAIMS
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import EVENTS
from sandtable.games.panzer.fire_events import FIRE_EVENTS
from sandtable.games.panzer.index import Places
from sandtable.games.panzer.indirect.events import INDIRECT_EVENTS
from sandtable.games.panzer.indirect.indirect_fire_step import IndirectFireStep
from sandtable.games.panzer.indirect.names import INDIRECT_KINDS, indirect_name
from sandtable.games.panzer.indirect.procedures import PROCEDURES
from sandtable.games.panzer.indirect.secrets import guess_plots, hide_picking, hide_plots
from sandtable.games.panzer.indirect.smoke import adjust_smoke, take_effect
from sandtable.games.panzer.scenarios import BatteryEntry, Conditions, Force, Group
from sandtable.games.panzer.state import Battery, Command, Order, State, Unit, enemy_of
from sandtable.games.panzer.units import Game
from sandtable.hexgrid import Grid
from sandtable.kernel import Choice, Decision, Option, Procedure, ScenarioInfo
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.state import fork
from sandtable.kernel.views import View
from sandtable.mechanics.title import HexTitle

GRID = Grid(scheme="letters", shift="odd", row_digits=2)
LETTERS = {".": "clear", "w": "woods", "b": "building-brick", "s": "building-stone"}
COLUMNS, ROWS = 16, 24
FO, CHQ, TANK = "gA1-1", "gB1-1", "gB1-2"
MORTARS = ("gC1-1", "gC1-2", "gC1-3")
MEDIUM, HEAVY, ROCKETS = "g-battery-1", "g-battery-2", "g-battery-3"
GUN, RED, RED_FO, SCOUT = "sA1-1", "sB1-1", "sC1-1", "sD1-1"
RED_MEDIUM, RED_ORGANIC = "s-battery-1", "s-battery-2"


NEXT = "do:next-turn"


class Turn(Procedure, frozen=True):
    """As much of a turn as indirect fire needs: both Indirect Fire Steps, and the counters that are adjusted."""

    attacked: bool = False
    """Whether the last unit that moved was attacked by a barrage."""

    def begin(self, game: Game) -> None:
        game.state.step = "indirect-fire"
        game.goto("second")
        game.push(IndirectFireStep(side=game.state.first))

    def second(self, game: Game) -> None:
        game.goto("rest")
        game.push(IndirectFireStep(side=enemy_of(game.state.first)))

    def rest(self, game: Game) -> None:
        take_effect(game)
        game.state.step = "direct-fire"
        game.goto("wait")

    def wait(self, game: Game) -> Decision:
        return Decision(game.state.first, "next-turn", "4.0", (Option(NEXT),))

    def wait_done(self, game: Game, attacked: bool) -> None:
        """A unit that moved into a barrage has been attacked, or not."""
        game.goto("wait", attacked=attacked)

    def wait_chosen(self, game: Game, choice: Choice) -> None:
        adjust_smoke(game)
        game.state.turn += 1
        for unit_id, command in game.state.commands.items():
            game.state.commands[unit_id] = Command(command.order)
        game.goto("begin")


class Field(HexTitle[State, Content]):
    """The rules of indirect fire by themselves."""

    id = "panzer-artillery"
    name = {"en": "Artillery", "ja": "砲兵"}
    state_type = State
    procedures = (Turn, *PROCEDURES, *BAIL_OUT, *CLAIMS)
    event_types = (*EVENTS, *FIRE_EVENTS, *INDIRECT_EVENTS)
    roster_type = Places
    kinds = ("do", "unit", "hex", "face", *INDIRECT_KINDS)

    @classmethod
    def folder(cls):  # type: ignore[no-untyped-def]
        return DATA

    def scenarios(self) -> dict[str, ScenarioInfo]:
        return {"field": ScenarioInfo("field", {"en": "Field", "ja": "野"}, 9, ("german", "soviet"))}

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return content(switches, False, "", 0)

    def start(self, content: Content) -> State:
        return State(scenario="field", stack=[Turn()])

    def mask(self, state: State, content: Content, side: str) -> None:
        hide_plots(state, content, side)
        hide_picking(state, content, side)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        guess_plots(state, content, rng)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return 0.0

    def turn(self, state: State) -> int:
        return state.turn

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if kind in ("unit", "hex"):
            return ident
        return None if content is None else indirect_name(kind, ident, self.texts(lang, content), content)

    def scene(self, game: Game, lang: str) -> Scene:
        return Scene(counters=())


TITLE = Field()


def force(groups: Mapping[str, str], *batteries: BatteryEntry) -> Force:
    """Elements that fight alone, and batteries."""
    return Force(
        grade="seasoned",
        groups={name: Group(element=element, grade="seasoned") for name, element in groups.items()},
        batteries=batteries,
        set_up=(),
    )


@cache
def content(switches: tuple[str, ...], heat_haze: bool, terrain: str, plans: int) -> Content:
    """The country and the forces, with so many turns of planned fire at the most."""
    german = force(
        {"A": "de-fo", "B": "de-plt-pz-iv-h-4", "C": "de-plt-grw34"},
        BatteryEntry(support="de-art-medium", attachment="attached", to="A", planned=min(plans, 5)),
        BatteryEntry(support="de-art-heavy", attachment="organic", pre_registered=1),
        BatteryEntry(support="de-art-nebel210", attachment="organic"),
    )
    soviet = force(
        {"A": "su-plt-57-43", "B": "su-plt-t-34-76-m43-3", "C": "su-fo", "D": "su-plt-m3a1"},
        BatteryEntry(support="su-art-medium", attachment="attached", to="D", pre_registered=1),
        BatteryEntry(support="su-art-heavy", attachment="organic", planned=min(plans, 3)),
    )
    file = replace(
        scenario("sand").scenario,
        turns=9,
        forces={"german": german, "soviet": soviet},
        conditions=Conditions(heat_haze=heat_haze),
        victory=tuple(award for award in scenario("sand").scenario.victory if award.kind == "destroy"),
    )
    board = board_from_text(terrain or "\n".join("." * COLUMNS for _ in range(ROWS)), LETTERS, grid=GRID)
    return Content(file, board, forces(), data_file, switches)


class Placed:
    """A position in the making: who stands where on which command, and who has spotted whom."""

    def __init__(
        self, switches: tuple[str, ...] = (), *, heat_haze: bool = False, terrain: str = "", plans: int = 0
    ) -> None:
        self.content = content(switches, heat_haze, terrain, plans)
        self.state = State(scenario="field", first="german", stack=[Turn()])

    def stand(self, unit_id: str, at: str, order: Order = "no-command", **facts: object) -> Placed:
        self.state.units[unit_id] = replace(Unit(at, 0), **facts)
        self.state.commands[unit_id] = Command(order)
        return self

    def spot(self, spotter: str, *targets: str) -> Placed:
        self.state.spotted[spotter] = targets
        return self

    def battery(self, battery_id: str, **facts: object) -> Placed:
        self.state.batteries[battery_id] = replace(Battery(), **facts)
        return self

    def relabel(self, unit_id: str, **facts: object) -> Placed:
        """Print a unit anew: other labels, another grade."""
        counters = {**self.content.counters, unit_id: replace(self.content.counters[unit_id], **facts)}
        found = Content(self.content.scenario, self.content.board, forces(), data_file, tuple(self.content.switches))
        found.counters = counters
        self.content = found
        return self

    def play(self, *dice: int) -> Game:
        """The game at its first question, with the dice as they will fall."""
        game: Game = KernelGame(TITLE, self.content, fork(self.state), ScriptedDice(dice))
        game.advance()
        return game


def choose(game: Game, *choices: str) -> Game:
    """Answer the questions that follow; before the next turn both sides are done with their steps."""
    for choice in choices:
        while choice == NEXT and game.decisions[0].prompt == "indirect-fire":
            game.choose("do:done")
        game.choose(choice)
    return game


def offered(game: Game) -> list[str]:
    """What the open question offers."""
    return game.decisions[0].ids


def refused(game: Game, choice: str) -> tuple[str, str]:
    """Why something is not offered: the reason and the rule."""
    refusal = game.explain(choice)
    assert refusal is not None
    return refusal.reason, refusal.rule


def seen_by(game: Game, side: str) -> State:
    """What a side knows of the game."""
    state = View(game, side).state
    assert isinstance(state, State)
    return state
