"""Leaving the map: at the goals of a scenario, and by the entry through which some units may go and come back."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import special
from sandtable.games.gts.content import Content
from sandtable.games.gts.events.moving import LeftMap
from sandtable.games.gts.indirect.radio_contact import barrage_figures
from sandtable.games.gts.movement.terrain_chart import halves
from sandtable.games.gts.units import Game, formation_of, side_of
from sandtable.kernel import Refusal, of_content, rule

SOUTH = "graebner-south"


@rule("13.2/7")
def why_not_leave(game: Game, unit_id: str, left: int) -> Refusal | None:
    """Why a unit with half movement points left cannot leave the map where it stands; None if it can."""
    unit, args = game.state.units[unit_id], {"unit": unit_id}
    if not unit.entry and goes_south(game, unit_id):
        able = left > 0 and left >= price(game, unit_id)
        return None if able else Refusal("refused.no-movement-left", "13.2/7", args)
    if unit.entry or not _on_the_way_out(game, unit_id):
        return Refusal("refused.no-exit", "13.2/7", args)
    if not unit.column:
        return Refusal("refused.exit-in-column", "13.2/7", args)
    return None if left >= price(game, unit_id) else Refusal("refused.no-movement-left", "13.2/7", args)


@rule("13.2/7", "16.4.2.2/leave")
def price(game: Game, unit_id: str) -> int:
    """What it costs a unit to leave the map where it stands, in half points: more from under a barrage."""
    way_out, marker = game.content.scenario.way_out, game.state.barrages.get(game.state.units[unit_id].at)
    points = way_out.points if way_out is not None and not goes_south(game, unit_id) else 0
    return halves(points + (barrage_figures(game).markers[marker].leave if marker else 0))


def _on_the_way_out(game: Game, unit_id: str) -> bool:
    """Whether a unit stands where its side may leave the map."""
    way_out = game.content.scenario.way_out
    if way_out is None or way_out.side != side_of(game, unit_id):
        return False
    return game.state.units[unit_id].at in game.content.region(way_out.region)


@of_content
def exit_hexes(content: Content) -> frozenset[str]:
    """The hexes through which some units may leave the map at some time."""
    way_out = content.scenario.way_out
    return frozenset(content.entry_hex.values()).union(content.region(way_out.region) if way_out is not None else ())


def goes_south(game: Game, unit_id: str) -> bool:
    """Whether a unit may leave by an entry, to come back later."""
    row = special(game, SOUTH)
    if row is None or formation_of(game, unit_id) != row.formation:
        return False
    at_entry = game.state.units[unit_id].at == game.content.entry_hex.get(row.entry)
    return at_entry and game.content.track[game.state.turn].date == row.leaves_on


def leave(game: Game, unit_id: str) -> None:
    """Take a unit off the map at its goal; one that may come back is kept as it is."""
    state = game.state
    if goes_south(game, unit_id):
        state.away[unit_id] = state.units[unit_id]
    unit = state.units.pop(unit_id)
    state.exited[unit_id] = state.turn
    state.acted.pop(unit_id, None)
    game.say(LeftMap(rule="13.2/7", unit=unit_id, at=unit.at))
