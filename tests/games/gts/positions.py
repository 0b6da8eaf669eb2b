"""Small positions of the game: units placed by name on the real map, a procedure to run, and scripted dice."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import ALLIED, Active, Leader, Points, State, Unit
from sandtable.games.gts.title import Gts
from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure
from sandtable.kernel.dice import ScriptedDice

TITLE = Gts()
DAY = 8
"""A clear day turn (18 September, 13:00) that no special rule touches."""
NIGHT = 11


def content(scenario: str = "perimeter", switches: tuple[str, ...] = ()) -> Content:
    return TITLE.content(scenario, switches)


def quiet(
    units: Mapping[str, str | Unit],
    *,
    leaders: Mapping[str, str] | None = None,
    turn: int = DAY,
    weather: str = "clear",
    points: Mapping[str, Points] | None = None,
    active: Active | None = None,
    scenario: str = "perimeter",
    switches: tuple[str, ...] = (),
    faces: Mapping[str, Mapping[str, object]] | None = None,
) -> Game:
    """A position in which nothing runs, to ask questions of: units by id, each in a hex or wholly described.

    Every division is in play with no command points unless `points` says more; nobody is in command without leaders.
    `faces` prints other figures on the fronts of some counters, as the examples of the rulebook do.
    """
    data = reprinted(content(scenario, switches), faces) if faces else content(scenario, switches)
    state = State(scenario=scenario, switches=switches, turn=turn, weather=weather, active=active)
    state.units = {
        unit_id: Unit(at=unit, steps=data.counters[unit_id].steps) if isinstance(unit, str) else unit
        for unit_id, unit in units.items()
    }
    state.leaders = {name: Leader(at=at) for name, at in (leaders or {}).items()}
    state.divisions = {name: Points(0, 0) for name in data.divisions} | dict(points or {})
    return Game(TITLE, data, state)


def reprinted(data: Content, faces: Mapping[str, Mapping[str, object]]) -> Content:
    """The same content with other figures on some counters, and caches of its own."""
    changed = copy.copy(data)
    changed.counters = dict(data.counters)
    for unit_id, figures in faces.items():
        kind = data.counters[unit_id]
        changed.counters[unit_id] = replace(kind, front=replace(kind.front, **figures))
    changed.derived = {}
    return changed


def position(
    units: Mapping[str, str | Unit],
    *procedures: Procedure,
    dice: Sequence[int | str] = (),
    leaders: Mapping[str, str] | None = None,
    turn: int = DAY,
    weather: str = "clear",
    points: Mapping[str, Points] | None = None,
    active: Active | None = None,
    scenario: str = "perimeter",
    switches: tuple[str, ...] = (),
    faces: Mapping[str, Mapping[str, object]] | None = None,
) -> Game:
    """A game with just these units, about to run the procedures, the last one first, run to its first decision.

    Dice are read from 0 to 9.
    """
    game = quiet(
        units, leaders=leaders, turn=turn, weather=weather, points=points, active=active, scenario=scenario,
        switches=switches, faces=faces,
    )  # fmt: skip
    game.state.stack += procedures
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def activated(kind: str = "formation", owner: str = "1para", side: str = ALLIED, *, second: bool = False) -> Active:
    """An activation under way."""
    return Active(chit=f"{kind}-{owner}", kind=kind, side=side, owner=owner, second=second)


def ids(game: Game) -> set[str]:
    """The options that are open now."""
    return set(game.decisions[0].ids)


def choose(game: Game, *options: str) -> None:
    for option in options:
        game.choose(option)


def unit(game: Game, unit_id: str) -> Unit:
    return game.state.units[unit_id]


def with_unit(game: Game, unit_id: str, **changes: object) -> None:
    """Change a unit of a position."""
    game.state.units[unit_id] = replace(game.state.units[unit_id], **changes)
