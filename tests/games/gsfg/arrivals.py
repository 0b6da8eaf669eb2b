"""Movement phases for tests in which units are to come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.gsfg.flights import run
from games.gsfg.positions import ids
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.state import NATO, Air
from sandtable.games.gsfg.units import Game


def phase(
    side: str,
    *,
    units: Mapping[str, str] | None = None,
    waiting: Sequence[str] = (),
    due: Mapping[str, str] | None = None,
    turn: int = 5,
    air: str = NATO,
    captured: Mapping[str, str] | None = None,
    down: Mapping[str, int] | None = None,
    group: str = "",
    dice: Sequence[int | str] = (),
    switches: tuple[str, ...] = (),
) -> Game:
    """A movement phase in which some units are to come."""
    game = run(
        units or {},
        turn=turn,
        active=side,
        air=Air(side=air),
        captured=captured,
        waiting=[*waiting, *(due or {})],
        dice=dice,
        switches=switches,
    )
    game.state.due = dict(due or {})
    game.state.sources_down = dict(down or {})
    game.state.stack.append(MovementPhase(side=side, group=group or ("nato" if side == NATO else "main")))
    game.advance()
    return game


def hexes(game: Game) -> set[str]:
    return {option.removeprefix("hex:") for option in ids(game) if option.startswith("hex:")}
