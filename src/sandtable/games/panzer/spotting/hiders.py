"""Chapters 4.1.3 and 6.1.4.3: units as cover sees them."""

from __future__ import annotations

from sandtable.games.panzer.cards import Towed, Vehicle
from sandtable.games.panzer.spotting.cover import Hider, Kind
from sandtable.games.panzer.units import Game, card_of, is_overstacked
from sandtable.kernel import derived, rule


@rule("4.1.3.2", "6.1.4.3.1", "6.1.4.3.7")
def hider(game: Game, unit_id: str) -> Hider:
    """A unit with where it is and what it is in; a crowded hex gives it no cover."""
    unit, card = game.state.units[unit_id], card_of(game, unit_id)
    kind: Kind = "vehicle" if isinstance(card, Vehicle) else "towed" if isinstance(card, Towed) else "leg"
    return Hider(
        unit.at,
        kind,
        indoors=unit.indoors,
        dug_in=is_in(game, unit_id, "improved-position"),
        overstacked=is_overstacked(game, unit.at),
    )


@rule("6.1.4.3.6", "6.1.4.3.7")
def is_in(game: Game, unit_id: str, work_kind: str) -> bool:
    """Whether a unit occupies an entrenchment or an improved position."""
    return work_kind in positions(game).get(unit_id, ())


@derived("works")
def positions(game: Game) -> dict[str, list[str]]:
    """The kinds of works that each unit occupies which is in any."""
    found: dict[str, list[str]] = {}
    for work in game.state.works.values():
        for unit_id in work.holds:
            found.setdefault(unit_id, []).append(work.kind)
    return found
