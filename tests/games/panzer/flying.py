"""Positions for aircraft: a plain piece of country, units on it by their cards, and aircraft that are about to come.

The columns A to P are straight rows of hexes from north to south: an aircraft that comes in over H24 and heads north
flies over H23, H22 and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.panzer.artillery import COLUMNS, GRID, ROWS
from games.panzer.firing import FAIR, TITLE, Placed, Rest, content_of, side_by_id
from sandtable.board import board_from_text
from sandtable.games.panzer.air.air_phase import AirPhase
from sandtable.games.panzer.air.loads import arm
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.counters import PrintedAircraft
from sandtable.games.panzer.formations import Label
from sandtable.games.panzer.state import Aircraft, Command, Formation, State
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.units import Game
from sandtable.kernel import Resolved
from sandtable.kernel.dice import ScriptedDice

LETTERS = {
    ".": "clear", "l": "light-woods", "w": "woods", "W": "heavy-woods", "b": "building-brick", "s": "building-stone",
}  # fmt: skip
PLANE = "g-aircraft-1"


def flights(
    units: Mapping[str, Placed],
    *planes: str,
    dice: Sequence[int] = (),
    switches: tuple[str, ...] = (),
    rows: Mapping[int, str] | None = None,
    labels: Mapping[str, tuple[Label, ...]] | None = None,
    grade: Grade = "seasoned",
    turn: int = 1,
    since: int = 1,
    facts: Mapping[str, object] | None = None,
    **more: object,
) -> Game:
    """An Air Phase begins in which the Germans have these aircraft, by their cards; country is clear but for some rows.

    What else is true of the first aircraft stands in `facts`; the others come from the turn `since` on.
    """
    lines = [(rows or {}).get(row, "." * COLUMNS) for row in range(1, ROWS + 1)]
    board = board_from_text("\n".join(lines), LETTERS, grid=GRID)
    data = content_of(board, units, switches, "1944-07", FAIR)
    data.counters = {
        unit_id: replace(unit, labels=(labels or {}).get(unit_id, ())) for unit_id, unit in data.counters.items()
    }
    data.scenario = replace(
        data.scenario,
        forces={side: replace(force, grade=grade) for side, force in data.scenario.forces.items()},
        victory=tuple(award for award in data.scenario.victory if award.kind == "shot-down"),
    )
    data.aircraft = {
        f"g-aircraft-{number}": PrintedAircraft("german", card, since if number > 1 else 1)
        for number, card in enumerate(planes or ("fw190f",), 1)
    }
    return begin(data, units, dice, switches, turn, facts or {}, more)


def begin(
    data: Content,
    units: Mapping[str, Placed],
    dice: Sequence[int],
    switches: tuple[str, ...],
    turn: int,
    facts: Mapping[str, object],
    more: Mapping[str, object],
) -> Game:
    """The game at the first question of the Air Phase."""
    state = State(scenario="don", switches=switches, turn=turn, first="german", step="first-air")
    state.units = {unit_id: each.unit for unit_id, each in units.items()}
    state.commands = {unit_id: Command(each.order, shown=each.shown) for unit_id, each in units.items()}
    state.spotted = {one: tuple(other for other in units if side_by_id(other) != side_by_id(one)) for one in units}
    state.formations = {name: Formation(commands=len(units)) for name in ("gA", "sA")}
    state.aircraft = {
        aircraft_id: plane if plane.load else replace(plane, load="bombs-1") for aircraft_id, plane in arm(data).items()
    }
    state.aircraft[PLANE] = replace(state.aircraft[PLANE], **facts)
    for field, value in more.items():
        setattr(state, field, value)
    game = Game(TITLE, data, state)
    game.state.stack += [Rest(), AirPhase()]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def choose(game: Game, *choices: str) -> Game:
    """Answer the questions that follow."""
    for choice in choices:
        game.choose(choice)
    return game


def enter(game: Game, at: str, *how: str, plane: str = PLANE) -> Game:
    """An aircraft comes in: over which hex, then heading, speed and altitude; one that has no choice is not asked."""
    choose(game, f"unit:{plane}", f"hex:{at}")
    for choice in how:
        if choice in game.decisions[0].ids:
            game.choose(choice)
    return game


def plane(game: Game, aircraft_id: str = PLANE) -> Aircraft:
    return game.state.aircraft[aircraft_id]


def offered(game: Game, kind: str) -> list[str]:
    """What the open question offers of a kind."""
    return [each.partition(":")[2] for each in game.decisions[0].ids if each.startswith(f"{kind}:")]


def refused(game: Game, choice: str) -> tuple[str, str]:
    """Why something is not offered: the reason and the rule."""
    refusal = game.explain(choice)
    assert refusal is not None
    return refusal.reason, refusal.rule


def prompt(game: Game) -> str:
    return game.decisions[0].prompt


def preview(game: Game, choice: str) -> dict[str, str]:
    """The sum that an option shows before it is taken."""
    return {line.label: line.value for line in game.preview(choice).lines}


def resolved(game: Game, what: str) -> list[str]:
    """What has come of rolls of a kind."""
    return [event.result for event in game.events if isinstance(event, Resolved) and event.what == what]
