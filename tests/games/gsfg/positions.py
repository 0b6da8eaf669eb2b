"""Small positions of the game: units placed by name on the real map, a procedure to run, and scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, OFF_MAP, Air, State, Unit
from sandtable.games.gsfg.title import Gsfg
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Procedure
from sandtable.kernel.dice import ScriptedDice

TITLE = Gsfg()


def content(scenario: str = "campaign", switches: tuple[str, ...] = ()) -> Content:
    return TITLE.content(scenario, switches)


def position(
    units: Mapping[str, str],
    *procedures: Procedure,
    turn: int = 5,
    active: str = NATO,
    air: str = NATO,
    steps: Mapping[str, int] | None = None,
    captured: Mapping[str, str] | None = None,
    waiting: Sequence[str] = (),
    dice: Sequence[int | str] = (),
    scenario: str = "campaign",
    switches: tuple[str, ...] = (),
) -> Game:
    """A game with just these units on the map (id to hex), about to run the procedures, the last one first.

    The game has been run to its first decision. Fields of `game.state` may be changed before more is run.
    """
    game = quiet(units, turn=turn, active=active, air=air, steps=steps, captured=captured, waiting=waiting,
                 scenario=scenario, switches=switches)  # fmt: skip
    game.state.stack += procedures
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def quiet(
    units: Mapping[str, str],
    *,
    turn: int = 5,
    active: str = NATO,
    air: str = NATO,
    steps: Mapping[str, int] | None = None,
    captured: Mapping[str, str] | None = None,
    waiting: Sequence[str] = (),
    scenario: str = "campaign",
    switches: tuple[str, ...] = (),
) -> Game:
    """A position in which nothing runs, to ask questions of. The counters' own values hold unless `steps` says less."""
    data = content(scenario, switches)
    counters = data.counters
    state = State(scenario=scenario, switches=switches, turn=turn, active=active, air=Air(side=air))
    state.units = {
        unit_id: Unit(at=at, steps=(steps or {}).get(unit_id, counters[unit_id].steps), start=at)
        for unit_id, at in units.items()
        if at != OFF_MAP
    }
    state.captured = dict(captured or {})
    state.waiting = {unit_id: counters[unit_id].steps for unit_id in waiting}
    return Game(TITLE, data, state)


def ids(game: Game) -> set[str]:
    """The options that are open now."""
    return set(game.decisions[0].ids)


def choose(game: Game, *options: str) -> None:
    for option in options:
        game.choose(option)


def where(game: Game, unit_id: str) -> str:
    """The hex of a unit, or nothing if it is not on the map."""
    unit = game.state.units.get(unit_id)
    return unit.at if unit else OFF_MAP


def with_air(game: Game, **changes: object) -> None:
    game.state.air = replace(game.state.air, **changes)
