"""Chapters 4.1.3 and 6.1.4.3: units as cover sees them."""

from __future__ import annotations

from sandtable.games.panzer.cards import Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.index import works_of
from sandtable.games.panzer.spotting.cover import Hider, Kind
from sandtable.games.panzer.units import Game, is_overstacked, unit_cards
from sandtable.kernel import of_content, rule


@rule("4.1.3.2", "6.1.4.3.1", "6.1.4.3.7")
def hider(game: Game, unit_id: str) -> Hider:
    """A unit with where it is and what it is in; a crowded hex gives it no cover."""
    unit = game.state.units[unit_id]
    return Hider(
        unit.at,
        kinds(game.content)[unit_id],
        indoors=unit.indoors,
        dug_in=is_in(game, unit_id, "improved-position"),
        overstacked=is_overstacked(game, unit.at),
    )


@of_content
def kinds(content: Content) -> dict[str, Kind]:
    """What every unit of a scenario is to those who look for it."""
    return {
        unit_id: "vehicle" if isinstance(card, Vehicle) else "towed" if isinstance(card, Towed) else "leg"
        for unit_id, card in unit_cards(content).items()
    }


@rule("6.1.4.3.6", "6.1.4.3.7")
def is_in(game: Game, unit_id: str, work_kind: str) -> bool:
    """Whether a unit occupies an entrenchment or an improved position."""
    return any(work.kind == work_kind for work in works_of(game, unit_id).values())
