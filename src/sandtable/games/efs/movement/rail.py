"""Chapter 11.1: rail movement, along the friendly railroad net and within its capacity."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress
from operator import or_

from sandtable.board import CLOSED, FORBIDDEN, NO_END, Field, Mover
from sandtable.games.efs.content import Content, card_of, placement_of
from sandtable.games.efs.engineers.bridges import printed_bridge
from sandtable.games.efs.headquarters.militia import beyond_home
from sandtable.games.efs.index import GROUND, open_steps, slots
from sandtable.games.efs.movement.allowances import phase_name, rides_only
from sandtable.games.efs.movement.costs import ON_RAILS_OR_WATER
from sandtable.games.efs.movement.fields import closed_to, closing
from sandtable.games.efs.movement.strategic import near_enemies
from sandtable.games.efs.reinforcements.entering import comes_by_its_card
from sandtable.games.efs.state import AXIS
from sandtable.games.efs.supply.hexsides import by_rail, usable_rail
from sandtable.games.efs.supply.routes import (
    ANY_LENGTH,
    TRACED_BY_SIDE,
    blocked,
    closed_hexes,
    is_fortified,
    sources_at_work,
)
from sandtable.games.efs.supply.sources import named_sources
from sandtable.games.efs.tables import MovementFile, RailFigures
from sandtable.games.efs.units import Game, lacks_supply, printed
from sandtable.kernel import Refusal, derived, of_content, rule
from sandtable.mechanics.destinations import Destinations


def figures_of_rail(content: Content) -> RailFigures:
    return content.table("movement", MovementFile).rail


# Who


def may_only_ride(game: Game, unit_id: str) -> bool:
    return rides_only(game.content, unit_id)


@rule("6.48", "10.29", "11.12")
def waits_for_a_train(game: Game, at: str, side: str) -> bool:
    """Whether something that moves by rail only may be picked in a hex: in its own Movement Phase, on a railroad."""
    return phase_name(game) == "movement" and side == game.state.active and at in game.content.rail_hexes


@rule("6.35", "11.0", "11.11", "11.12", "11.12/note", "11.13a", "11.14a", "21.32c", "21.32d")
def why_not_by_rail(
    game: Game, unit_ids: tuple[str, ...], supply_ids: tuple[str, ...], side: str, at: str
) -> Refusal | None:
    """Why units and supply units in a hex may not use rail movement, if they may not."""
    if phase_name(game) != "movement":
        return Refusal("refused.rail-phase", "11.12")
    if not usable_rail(game, side, at):
        return Refusal("refused.no-railroad", "11.11", {"hex": at})
    if at in near_enemies(game, side):
        return Refusal("refused.near-enemies", "11.13a", {"hex": at})
    for unit_id in unit_ids:
        unit, about = game.state.units[unit_id], {"unit": unit_id}
        if printed(game, unit_id).ma in ON_RAILS_OR_WATER:
            return Refusal("refused.not-carried", "11.12/note", about)
        if unit.special or unit.spent:
            return Refusal("refused.special-used", "11.0", about)
        if lacks_supply(game, unit_id):
            return Refusal("refused.not-supplied", "11.11", about)
    needed, left = load(game, unit_ids, supply_ids), capacity(game, side) - game.state.rail_used.get(side, 0)
    if needed > left:
        return Refusal("refused.rail-full", "11.14a", {"needed": needed, "left": left})
    return None if at in rail_net(game, side) else Refusal("refused.no-railroad", "11.11", {"hex": at})


# How much


@rule("11.14b", "11.14c", "11.14c/note", "11.16")
def capacity(game: Game, side: str) -> int:
    """The stacking points that a side may move by rail in a turn; that of the Axis is halved in snow."""
    most = card_of(game.content, side).rail_capacity
    if side == AXIS and game.state.weather.kind == "snow":
        return int(most * figures_of_rail(game.content).axis_snow_factor)
    return most


@rule("11.14b", "11.15", "11.17")
def load(game: Game, unit_ids: tuple[str, ...], supply_ids: tuple[str, ...]) -> int:
    """The capacity that units need: their stacking points, one for those without any; supply units their points.

    Reinforcements need none that the card lets enter beside it.
    """
    least = figures_of_rail(game.content).without_stacking
    counted = [unit_id for unit_id in unit_ids if not enters_beside_capacity(game, unit_id)]
    carried = sum(max(printed(game, unit_id).stacking, least) for unit_id in counted)
    return carried + sum(game.state.supplies[supply_id].points for supply_id in supply_ids)


@rule("11.17")
def enters_beside_capacity(game: Game, unit_id: str) -> bool:
    """Whether a unit is about to enter the map and the card does not count it against the capacity: that is said of
    reinforcements, not of units that were rebuilt or come back.
    """
    return comes_by_its_card(game, unit_id) and placement_of(game.content, unit_id).beside_capacity


# Where to


@derived(*TRACED_BY_SIDE)
@rule("6.16", "6.24", "11.11")
def rail_net(game: Game, side: str) -> frozenset[str]:
    """The railroad hexes that are connected with a supply source of a side, also a major city that works as one, by
    railroads that it can use.
    """
    return net_from(game, side, sources_at_work(game, side))


@rule("22.32a")
def net_to_the_edge(game: Game, side: str) -> frozenset[str]:
    """The same for supply sources at the edge of the map only."""
    return net_from(game, side, [label for label in named_sources(game, side) if game.content.is_at_edge(label)])


def net_from(game: Game, side: str, sources: Iterable[str]) -> frozenset[str]:
    """The railroad hexes that a side can reach by rail from some of its own in which no enemy fortification stands."""
    board, closed = game.content.board, bytearray(closed_hexes(game, side))
    open_sources = [label for label in sources if not is_fortified(game, side, label)]
    starts = [board.index[label] for label in open_sources if usable_rail(game, side, label)]
    for start in starts:
        closed[start] = 0
    return frozenset(compress(board.labels, open_steps(game, side).rail.good.reached(starts, closed, ANY_LENGTH)))


@of_content
def no_way_by_rail(content: Content) -> Mover:
    """A mover to whom every step is closed."""
    places = content.board.places
    return places.mover([FORBIDDEN] * len(places.to))


@derived(*GROUND)
@rule("11.13b", "11.13c", "11.13d", "22.33")
def rail_mover(game: Game, side: str) -> Mover:
    """What finds the ways by rail: every hex costs the same, and a ferry much more."""
    content, figures = game.content, figures_of_rail(game.content)
    crossed = [edge for edge in content.rails if by_rail(game, side, edge) != "closed"]
    ferried = {edge for edge in crossed if not printed_bridge(game, edge, "rail")}
    number = slots(content)
    return no_way_by_rail(content).changed(
        {number[edge]: figures.hex + (figures.ferry if edge in ferried else 0) for edge in crossed}
    )


@derived(rail_net, near_enemies, blocked)
@rule("10.27b", "11.13a")
def rail_flags(game: Game, side: str) -> bytes:
    """What each hex is to those who go by rail: closed off the net, near enemies, and where the scenario forbids it."""
    index, flags = game.content.board.index, bytearray([CLOSED]) * len(game.content.board.labels)
    shut = near_enemies(game, side) | blocked(game, side) | closed_to(game.content, side)
    for label in rail_net(game, side) - shut:
        flags[index[label]] = 0
    return bytes(flags)


@of_content
@rule("10.29")
def open_country(content: Content) -> bytes:
    """The flags of the hexes that are neither town nor city: those who only ride do not get off there."""
    settled = content.towns | content.cities
    return bytes(0 if label in settled else NO_END for label in content.board.labels)


@rule("10.29")
def may_get_off(game: Game, unit_ids: tuple[str, ...], label: str) -> bool:
    """Whether units may end rail movement in a hex: who only rides gets off in towns and cities."""
    if label in game.content.towns or label in game.content.cities:
        return True
    return not any(may_only_ride(game, unit_id) for unit_id in unit_ids)


@rule("11.13b", "11.17")
def points_after_entry(content: Content) -> int:
    """What units have left that have entered the map by rail."""
    figures = figures_of_rail(content)
    return figures.allowance - figures.hex


@rule("10.29", "11.13a", "11.13b", "21.74")
def rail_field(game: Game, side: str, unit_ids: tuple[str, ...], at: str, points: int) -> Field:
    """Where units can go by rail: nowhere near enemies; who only rides gets off in towns and cities."""
    content = game.content
    flags = closing(content, rail_flags(game, side), beyond_home(game, unit_ids))
    if any(may_only_ride(game, unit_id) for unit_id in unit_ids):
        flags = bytes(map(or_, flags, open_country(content)))
    return rail_mover(game, side).field(content.board.index[at], points, flags)


@of_content
def stations(content: Content) -> Destinations:
    """The options of all destinations by rail."""
    return Destinations(content, figures_of_rail(content).allowance, "11.13b")
