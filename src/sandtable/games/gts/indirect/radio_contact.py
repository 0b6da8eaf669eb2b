"""Chapters 16.2 and 16.4.2: radio contact of batteries, and the barrage markers that break it."""

from __future__ import annotations

from sandtable.games.gts.events.fighting import BarragePlaced, ContactLost, ContactMade
from sandtable.games.gts.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import change, units_in


class Placement(Strict, frozen=True, kw_only=True):
    """The least rating of a firer that places a marker."""

    at_least: int | None
    marker: str


class BarrageMarker(Strict, frozen=True, kw_only=True):
    """What a barrage marker does to the units that leave its hex."""

    leave: int
    check_to_leave: bool
    hit_on_leaving: bool


class BarrageFile(Table, frozen=True, kw_only=True):
    """Barrage markers and what else indirect fire does to a hex."""

    no_marker_on: int
    placement: tuple[Placement, ...]
    markers: dict[str, BarrageMarker]
    stack_result: str
    stack_result_from: tuple[str, ...]


def barrage_figures(game: Game) -> BarrageFile:
    """The figures of barrages (data/tables/barrage.yaml)."""
    return game.content.table("barrage", BarrageFile)


@rule("16.4.2.2/leave")
def is_heavy(game: Game, marker: str | None) -> bool:
    """Whether units must check before they leave a hex with a barrage marker, if there is one."""
    return marker is not None and barrage_figures(game).markers[marker].check_to_leave


@rule("16.4.2", "16.4.2.1")
def marker_for(game: Game, rating: int) -> str:
    """The marker that a firer with a rating of its own, company bonus included, places."""
    rows = barrage_figures(game).placement
    return [row.marker for row in rows if row.at_least is None or rating >= row.at_least][-1]


@rule("16.2/2", "16.2/3", "16.2/note-many", "16.3/7")
def make_contact(game: Game, unit_id: str, formation: str) -> None:
    """A unit is in contact with a new observing formation, and no longer with another."""
    change(game, unit_id, contact=formation)
    game.say(ContactMade(rule="16.3/7", unit=unit_id, formation=formation))


@rule("16.2/1", "16.2/6")
def lose_contact(game: Game, unit_id: str, rule_id: str) -> None:
    """A unit's radio contact is lost, if it has any; it then waits for contact again."""
    formation = game.state.units[unit_id].contact
    if formation:
        change(game, unit_id, contact="")
        game.say(ContactLost(rule=rule_id, unit=unit_id, formation=formation))


@rule("16.2/5", "16.4.2.1", "16.4.2.2")
def place_barrage(game: Game, label: str, marker: str) -> None:
    """Put a barrage marker on a hex; a heavy one takes the place of a light one, never the other way round."""
    order = [row.marker for row in barrage_figures(game).placement]
    there = game.state.barrages.get(label)
    if there is None or order.index(marker) > order.index(there):
        game.state.barrages[label] = marker
        game.say(BarragePlaced(rule="16.4.2.1", at=label, marker=marker))
    for unit_id in units_in(game, label):
        lose_contact(game, unit_id, "16.2/5")
