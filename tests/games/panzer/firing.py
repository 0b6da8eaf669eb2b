"""Small positions for fire of the Advanced Game: country drawn in text, units on it by their cards, scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from games.panzer.country import column
from games.panzer.shipped import DATA, data_file, forces
from sandtable.board import Board
from sandtable.datafile import read
from sandtable.games.panzer.cards import Month
from sandtable.games.panzer.combat.weapons import Aim, Load
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.counters import PrintedUnit
from sandtable.games.panzer.scenarios import Conditions, ScenarioFile, Side
from sandtable.games.panzer.state import Command, Order, State, Unit
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Resolved
from sandtable.kernel.dice import ScriptedDice

TITLE = Panzer()
SCENARIO = read(DATA / "scenarios" / "don.yaml", ScenarioFile)
FAIR = Conditions()


class Rest(Procedure, frozen=True):
    """What lies below a procedure that is tried: it keeps its result and asks something without meaning."""

    result: object = None

    def begin(self, game: Game) -> Decision:
        return Decision("german", "rest", "4.4.1", (Option("do:done"),))

    def begin_chosen(self, game: Game, choice: Choice) -> None: ...

    def begin_done(self, game: Game, result: object) -> None:
        game.goto("begin", result=result)


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a position: its card, how good it is, what it carries, its command, and the unit itself."""

    card: str
    unit: Unit
    grade: Grade = "seasoned"
    attached: tuple[str, ...] = ()
    order: Order = "fire"
    shown: bool = True
    element: str = "A1"


def placed(
    card: str,
    at: str,
    facing: int = 0,
    *,
    grade: Grade = "seasoned",
    attached: tuple[str, ...] = (),
    order: Order = "fire",
    shown: bool = True,
    element: str = "A1",
    **more: object,
) -> Placed:
    """A unit in a hex; what else is true of it is said by the fields of a unit."""
    unit = replace(Unit(at=at, facing=facing), **more)
    return Placed(card=card, unit=unit, grade=grade, attached=attached, order=order, shown=shown, element=element)


def content_of(
    board: Board, units: Mapping[str, Placed], switches: tuple[str, ...], date: Month, conditions: Conditions
) -> Content:
    losses = tuple(award for award in SCENARIO.victory if award.kind in ("destroy", "shot-down"))
    file = replace(SCENARIO, date=date, conditions=conditions, victory=losses)
    data = Content(file, board, forces(), data_file, switches)
    data.counters = {
        unit_id: PrintedUnit(
            side=side_by_id(unit_id),
            group="A",
            element=each.element,
            element_id="",
            card=each.card,
            grade=each.grade,
            attached=each.attached,
        )
        for unit_id, each in units.items()
    }
    data.side_of = {unit_id: side_by_id(unit_id) for unit_id in units}
    return data


def side_by_id(unit_id: str) -> Side:
    return "german" if unit_id.startswith("g") else "soviet"


def position(
    units: Mapping[str, Placed],
    procedure: Procedure | None = None,
    *,
    board: Board | None = None,
    dice: Sequence[int] = (),
    switches: tuple[str, ...] = (),
    date: Month = "1943-07",
    conditions: Conditions = FAIR,
    **more: object,
) -> Game:
    """A game with just these units, g... German and s... Soviet, in which everybody spots all enemies.

    It runs the procedure to its first question. Without a board the country is a clear column A1 to A9.
    """
    data = content_of(board or column("." * 9).board, units, switches, date, conditions)
    state = State(scenario="don", switches=switches)
    state.units = {unit_id: each.unit for unit_id, each in units.items()}
    state.commands = {unit_id: Command(each.order, shown=each.shown) for unit_id, each in units.items()}
    state.spotted = {one: tuple(other for other in units if side_by_id(other) != side_by_id(one)) for one in units}
    for field, value in more.items():
        setattr(state, field, value)
    game = Game(TITLE, data, state)
    game.state.stack += [Rest()] + ([] if procedure is None else [procedure])
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def aim(firer: str, target: str, weapon: str, load: Load = "GP", **more: object) -> Aim:
    return replace(Aim(firer=firer, target=target, weapon=weapon, load=load), **more)


def results(game: Game) -> list[str]:
    """What has been settled, in order."""
    return [event.result for event in game.events if isinstance(event, Resolved)]


def sum_of(game: Game, number: int = 0) -> dict[str, str]:
    """The lines of a resolution by their labels, of the first one unless told otherwise."""
    settled = [event for event in game.events if isinstance(event, Resolved)]
    return {line.label: line.value for line in settled[number].lines}
