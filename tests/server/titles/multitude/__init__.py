"""Two thousand counters on five thousand hexes: a title that makes no sense but is as large as any may be."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.board import Board, HexInfo, Legend, Mover, Name, TerrainStyle
from sandtable.board.scene import Counter, Palette, Scene, Symbol
from sandtable.hexgrid import Grid
from sandtable.kernel import Choice, Decision, Event, Game, GameState, Option, Procedure, Result, ScenarioInfo
from sandtable.mechanics.title import HexTitle, StatusLine

SIDES = ("blue", "red")
COLUMNS, ROWS = 72, 70
FORMATIONS, COUNTERS = 25, 40
"""Of each side, and of each formation."""
TURNS, ALLOWANCE = 30, 6
_BRANCHES = ("infantry", "armour", "artillery", "mechanised")
_SYMBOLS = {branch: Symbol(branch, "battalion") for branch in _BRANCHES}
_PALETTES = {"blue": Palette("#8fb3d9", "#10233a", "#dcebfa"), "red": Palette("#d99a8f", "#3a1410", "#fae3dc")}


class Unit(msgspec.Struct, frozen=True, gc=False):
    side: str
    at: str
    branch: str
    moved: bool = False


class MultitudeState(GameState, kw_only=True):
    turn: int = 1
    units: dict[str, Unit] = {}


class Content(msgspec.Struct, frozen=True):
    board: Board
    mover: Mover


class Moved(Event, frozen=True, kw_only=True):
    """A counter has gone to a hex."""

    unit: str
    to: str


MultitudeGame = Game[MultitudeState, Content]


def formation(side: str, number: int) -> list[str]:
    """The counters of a formation."""
    return [f"{side}-{number}-{place}" for place in range(COUNTERS)]


class Campaign(Procedure, frozen=True, kw_only=True):
    """Each side in turn activates a formation."""

    side: str = SIDES[0]

    def begin(self, game: MultitudeGame) -> Decision | None:
        if game.state.turn > TURNS:
            game.state.result = Result(None, "draw", "1")
            game.stack.clear()
            return None
        options = tuple(Option(f"formation:{number}") for number in range(FORMATIONS))
        return Decision(self.side, "activate", "1", options)

    def begin_chosen(self, game: MultitudeGame, choice: Choice) -> None:
        game.push(Activation(side=self.side, formation=int(choice.name)))
        other = SIDES[1 - SIDES.index(self.side)]
        game.stack[-2] = replace(self, side=other)


class Activation(Procedure, frozen=True, kw_only=True):
    """The counters of a formation move one by one."""

    side: str
    formation: int
    unit: str = ""

    def begin(self, game: MultitudeGame) -> Decision:
        ready = [unit for unit in formation(self.side, self.formation) if not game.state.units[unit].moved]
        options = (*(Option(f"unit:{unit}") for unit in ready), Option("do:done"))
        return Decision(self.side, "pick", "1", options)

    def begin_chosen(self, game: MultitudeGame, choice: Choice) -> None:
        if choice.kind == "unit":
            game.goto("walk", unit=choice.name)
            return
        for unit_id in formation(self.side, self.formation):
            game.state.units[unit_id] = replace(game.state.units[unit_id], moved=False)
        game.state.turn += self.side == SIDES[-1]
        game.finish()

    def walk(self, game: MultitudeGame) -> Decision:
        board = game.content.board
        start = board.index[game.state.units[self.unit].at]
        field = game.content.mover.field(start, ALLOWANCE, bytes(board.size))
        options = tuple(Option(f"hex:{board.labels[place]}", cost) for place, cost in field.pairs)
        return Decision(self.side, "where", "1", options, {"unit": self.unit}, continues=True)

    def walk_chosen(self, game: MultitudeGame, choice: Choice) -> None:
        game.state.units[self.unit] = replace(game.state.units[self.unit], at=choice.name, moved=True)
        game.say(Moved(rule="1", unit=self.unit, to=choice.name))
        game.goto("begin", unit="")


def _board() -> Board:
    rng, grid = random.Random(1), Grid()
    terrain = {
        "clear": TerrainStyle(Name("Clear"), "#e8e2c8"),
        "woods": TerrainStyle(Name("Woods"), "#a9c18d"),
        "hills": TerrainStyle(Name("Hills"), "#cdb58a"),
    }
    labels = [grid.label(grid.at(column + 1, row + 1)) for column in range(COLUMNS) for row in range(ROWS)]
    kinds = ["clear", "clear", "clear", "woods", "hills"]
    return Board(grid, [HexInfo(label, rng.choice(kinds)) for label in labels], Legend(terrain))


class Multitude(HexTitle[MultitudeState, Content]):
    """The title."""

    id = "multitude"
    name = {"en": "Multitude", "ja": "大軍"}
    state_type = MultitudeState
    event_types = (Moved,)
    procedures = (Campaign, Activation)
    kinds = ("do", "unit", "hex", "formation")

    def scenarios(self) -> dict[str, ScenarioInfo]:
        return {"all": ScenarioInfo("all", {"en": "All of it", "ja": "すべて"}, TURNS, SIDES)}

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        board = _board()
        return Content(board, Mover(board.neighbours, board.costs({"clear": 1, "woods": 2, "hills": 3})))

    def start(self, content: Content) -> MultitudeState:
        rng, labels = random.Random(2), content.board.labels
        units = {
            unit: Unit(side, rng.choice(labels), rng.choice(_BRANCHES))
            for side in SIDES
            for number in range(FORMATIONS)
            for unit in formation(side, number)
        }
        return MultitudeState(scenario="", stack=[Campaign()], units=units)

    def mask(self, state: MultitudeState, content: Content, side: str) -> None:
        """Nothing is hidden."""

    def fill(self, state: MultitudeState, content: Content, side: str, rng: random.Random) -> None:
        """Nothing is hidden."""

    def evaluate(self, state: MultitudeState, content: Content, side: str) -> float:
        return 0.0

    def turn(self, state: MultitudeState) -> int:
        return state.turn

    def board(self, content: Content) -> Board:
        return content.board

    def scene(self, game: Game[Any, Any], lang: str) -> Scene:
        counters = tuple(
            Counter(
                id=unit_id, at=unit.at, side=unit.side, palette=unit.side, symbol=_SYMBOLS[unit.branch],
                name=unit_id.partition("-")[2], values="3-4-6", states=("moved",) if unit.moved else (), steps=2,
                full_steps=2,
            )
            for unit_id, unit in game.state.units.items()
        )  # fmt: skip
        return Scene(board=game.content.board, palettes=_PALETTES, counters=counters, heading=f"{game.state.turn}")

    def status(self, game: Game[Any, Any], lang: str) -> tuple[StatusLine, ...]:
        return (StatusLine("Turn", str(game.state.turn)),)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        return ident if kind in ("unit", "hex", "formation") else None

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind == "unit":
            return [unit for side in SIDES for number in range(FORMATIONS) for unit in formation(side, number)]
        if kind == "formation":
            return map(str, range(FORMATIONS))
        return content.board.labels if kind == "hex" else ()


TITLE = Multitude
