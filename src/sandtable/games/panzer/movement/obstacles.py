"""Chapters 4.5.1.1.2 and 6.1.4.3: what counters on the map do to those who move."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import terrain_table
from sandtable.games.panzer.movement.modes import MANNERS, Mode
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.tables.terrain import price_of
from sandtable.games.panzer.units import Game
from sandtable.kernel import derived, of_content, rule

FALLEN_BRIDGE = "fallen-bridge"
"""What stands beside rubble that was a bridge."""


class Hindrance(NamedTuple):
    """What the counters in a hex change for a mover."""

    ground: int | None = None
    """What entering the hex costs in place of its terrain and its roads; None where the terrain counts."""
    extra: int = 0
    """What is added to that."""
    turn: int | None = None
    """What turning costs in place of what it costs in the terrain."""
    turn_extra: int = 0


@rule("6.5.4.4.3/bridge")
def is_fallen_bridge(work: Work) -> bool:
    """Whether rubble is that of a bridge, which nobody crosses any more."""
    return work.kind == "rubble" and work.was == "bridge"


@derived("wrecks", "works")
@rule("4.5.1.1.2/brew-up-smoke", "6.5.4.4.3/bridge")
def counters_by_hex(game: Game) -> dict[int, tuple[str, ...]]:
    """The kinds of counters in every hex that has any: burning wrecks, works, and bridges that have fallen."""
    index = game.content.board.index
    found: dict[int, tuple[str, ...]] = {
        index[at]: ("brew-up-smoke",) for at, wreck in game.state.wrecks.items() if wreck.burning
    }
    for work in game.state.works.values():
        kinds = (work.kind, FALLEN_BRIDGE) if is_fallen_bridge(work) else (work.kind,)
        found[index[work.at]] = (*found.get(index[work.at], ()), *kinds)
    return found


@derived("wrecks", "works")
@rule("4.5.1.1.2/brew-up-smoke", "6.1.4.3", "6.1.4.3.3", "6.1.4.3.4", "6.1.4.3.5", "6.1.4.3.7", "6.1.4.3.9",
      "6.1.4.3.11", "6.5.4.4.3/bridge", "6.6.4.2")  # fmt: skip
def hindrances(game: Game, mode: Mode) -> dict[int, Hindrance]:
    """The hexes whose counters change anything for units of a mode: brew-up smoke, blocks, ditches, fires, positions,
    rubble, wire, and bridges that have fallen.
    """
    found = {hex_: hindrance(game.content, mode, kinds) for hex_, kinds in counters_by_hex(game).items()}
    return {hex_: each for hex_, each in found.items() if each is not None}


@of_content
@rule("6.1.4.3", "6.5.4.4.3/bridge", "6.6.4.2")
def hindrance(content: Content, mode: Mode, kinds: tuple[str, ...]) -> Hindrance | None:
    """What some counters in one hex change for units of a mode; None if nothing."""
    manner, counters = MANNERS[mode], terrain_table(content).counters
    now = Hindrance(ground=FORBIDDEN if FALLEN_BRIDGE in kinds else None)
    for kind in kinds:
        if kind == FALLEN_BRIDGE:
            continue
        row = counters[kind]
        if row.costs is not None:
            ground = price_of(row.costs.of(manner.column))
            now = now._replace(ground=max(ground, now.ground or 0), turn=row.turn or now.turn)
        elif row.extra is not None:
            now = now._replace(
                extra=min(FORBIDDEN, now.extra + price_of(row.extra.of(manner.column))),
                turn_extra=now.turn_extra + row.turn,
            )
        if manner.hurries and not row.quickmarch:
            now = now._replace(extra=FORBIDDEN)
    return None if now == Hindrance() else now
