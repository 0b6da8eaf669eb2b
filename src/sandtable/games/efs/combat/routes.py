"""Chapter 16.4: the ways on which units may retreat, and where they may end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from sandtable.games.efs.content import Edge
from sandtable.games.efs.engineers.bridges import is_bridged_for
from sandtable.games.efs.movement.allowances import share_in
from sandtable.games.efs.movement.costs import trains_may_pass
from sandtable.games.efs.movement.fields import closed_to
from sandtable.games.efs.movement.map_exit import shut_exits
from sandtable.games.efs.movement.prohibitions import prohibition
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.state import AXIS, SOVIET, enemy_of
from sandtable.games.efs.units import HEAVY, Game, figures, is_flotilla, movement_class, printed, side_of
from sandtable.games.efs.weather.conditions import is_frozen, weather_in
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import occupier, units_in
from sandtable.mechanics.switches import is_on

FOUL = ("mud", "snow")


class Party(NamedTuple):
    """Units that retreat together out of one hex."""

    units: tuple[str, ...]
    leaving: tuple[str, ...]
    """All units of the same retreat that have yet to go, these among them: they hold no hex open for others."""
    origin: tuple[str, ...]
    """The hexes away from which they go."""
    hexes: int


class Route(NamedTuple):
    """The hexes of a retreat in their order, and those among them that are vacant and in an enemy zone of control."""

    hexes: tuple[str, ...]
    exposed: tuple[str, ...]


@rule("13.42f", "16.46c")
def never_retreats(game: Game, unit_id: str) -> bool:
    """Whether a unit can never retreat: it has no allowance, or is a heavy gun in firing mode."""
    firing = printed(game, unit_id).type in HEAVY and game.state.units[unit_id].mode == "firing"
    return firing or not figures(game, unit_id).allowance


@rule("16.4", "16.41", "16.42")
def distance(game: Game, party: Party, label: str) -> int:
    """How far a hex is from where the combat was."""
    return min(game.content.distance(label, there) for there in party.origin)


@rule("16.41", "16.44", "16.48")
def is_exposed(game: Game, party: Party, label: str) -> bool:
    """Whether a hex is vacant, for those who retreat, and in an enemy zone of control: friendly units negate it there,
    but none that retreat themselves.
    """
    holding = [unit_id for unit_id in units_in(game, label) if unit_id not in party.leaving]
    return not holding and in_enemy_zone(game, label, side_of(game, party.units[0]))


@rule("11.63", "16.41", "16.47", "16.47c", "16.47d", "16.47e", "16.46/note-zoc-weather")
def barred(game: Game, unit_id: str, edge: Edge, first: bool) -> Refusal | None:
    """Why a unit may not retreat across a hexside, whoever else goes with it, if it may not.

    A major river without bridge or ice is crossed with the first step or not at all, and by nobody whom a marker holds.
    """
    about, side = {"unit": unit_id, "hex": edge[1]}, side_of(game, unit_id)
    if occupier(game, edge[1]) == enemy_of(side):
        return Refusal("refused.enemy-there", "16.41", about)
    if edge[1] in closed_to(game.content, side):
        return Refusal("refused.outside", "16.41", about)
    if edge[1] in shut_exits(game, side):
        return Refusal("refused.exit-lost", "11.63", about)
    reason = prohibition(game, unit_id, edge)
    if reason:
        return Refusal(reason, "16.41", about)
    if needs_its_road(game, unit_id, edge):
        return Refusal("refused.off-its-road", "16.47", about)
    if fords(game, unit_id, edge):
        if not first:
            return Refusal("refused.river-first", "16.47e", about)
        if is_held_at_the_bank(game, unit_id):
            return Refusal("refused.held-at-the-bank", "16.47e", about)
    return None


@rule("8.72", "16.47e")
def is_held_at_the_bank(game: Game, unit_id: str) -> bool:
    """Whether a Do Not Move marker still keeps a unit from crossing a major river when it next has its full allowance:
    of the Axis and of Soviets who have had theirs that is in the next turn, for which a marker of two turns is left.
    """
    content, side = game.content, side_of(game, unit_id)
    full_later = share_in(content, side, movement_class(content, unit_id), False, "movement") == "full"
    in_this_turn = side == SOVIET and (full_later or game.state.phase.startswith(AXIS))
    return game.state.units[unit_id].do_not_move > (0 if in_this_turn else 1)


@rule("16.47a", "16.47b", "21.32b")
def needs_its_road(game: Game, unit_id: str, edge: Edge) -> bool:
    """Whether a hexside lacks the road or railroad that a heavy gun or a train needs to retreat."""
    content, kind = game.content, printed(game, unit_id)
    if kind.ma == "gray":
        return not trains_may_pass(game, unit_id, edge)
    if kind.ma != "green" or content.roads.get(edge) in ("motorway", "main"):
        return False
    on_way = edge in content.roads or edge in content.rails
    return not on_way or weather_in(game, edge[1]) in FOUL


@rule("10.45c", "16.47e")
def fords(game: Game, unit_id: str, edge: Edge) -> bool:
    """Whether a step crosses a major river without bridge or ice, after which a retreat stops."""
    wide = "major-river" in game.content.hexsides[edge] and not is_flotilla(game, unit_id)
    return wide and not is_frozen(game) and not is_bridged_for(game, unit_id, edge)


@rule("16.4", "16.41", "16.48b", "16.48c")
def routes(game: Game, party: Party) -> list[Route]:
    """Every way on which units can retreat together as far as they must, wherever it ends but in an exposed hex."""
    start = game.state.units[party.units[0]].at
    return [route for route in _further(game, party, start, Route((), ())) if route.hexes[-1] not in route.exposed]


def _further(game: Game, party: Party, start: str, so_far: Route) -> Iterator[Route]:
    here = so_far.hexes[-1] if so_far.hexes else start
    for there in game.content.adjacent[here]:
        edge = (here, there)
        if there in so_far.hexes or not leads_away(game, party, edge, len(so_far.hexes) + 1):
            continue
        if any(barred(game, unit_id, edge, not so_far.hexes) is not None for unit_id in party.units):
            continue
        exposed = is_exposed(game, party, there)
        if exposed and (here in so_far.exposed or on_rails(game, party)):
            continue
        route = Route((*so_far.hexes, there), (*so_far.exposed, there) if exposed else so_far.exposed)
        if len(route.hexes) == party.hexes or any(fords(game, unit_id, edge) for unit_id in party.units):
            yield route
        else:
            yield from _further(game, party, start, route)


@rule("16.4", "16.41")
def leads_away(game: Game, party: Party, edge: Edge, taken: int) -> bool:
    """Whether a step of a retreat leads away from where the combat was: further with each hex; `taken` counts
    the steps.

    By a switch only the end counts: it is as many hexes away as the retreat is long.
    """
    here, there = (distance(game, party, label) for label in edge)
    if not is_on(game.content, "only-the-end-is-away"):
        return there > here
    return there >= (taken if taken == party.hexes else 1)


@rule("16.47b")
def on_rails(game: Game, party: Party) -> bool:
    """Whether trains or railroad guns are among those who retreat, which no enemy zone lets pass."""
    return any(printed(game, unit_id).ma == "gray" for unit_id in party.units)


@rule("16.42", "16.43", "16.48a")
def may_end(game: Game, unit_ids: Collection[str], label: str) -> bool:
    """Whether units may end their retreat in a hex: there is room, and no attack is declared on it."""
    side = side_of(game, next(iter(unit_ids)))
    pending = any(label in attack.hexes for attack in game.state.attacks.values() if attack.side != side)
    return not pending and room_for(game, list(unit_ids), label)


@rule("16.42", "16.43", "16.48a")
def ending(game: Game, party: Party) -> list[Route]:
    """The ways on which units can retreat; a single one that finds no place at the end of any goes one hex further, and
    by a switch a stack does too.
    """
    found = routes(game, party)
    good = [route for route in found if may_end(game, party.units, route.hexes[-1])]
    together = len(party.units) > 1 and not is_on(game.content, "stacks-go-further")
    if good or not found or together:
        return good
    longer = routes(game, party._replace(hexes=party.hexes + 1))
    return [route for route in longer if may_end(game, party.units, route.hexes[-1])]


@rule("16.46b")
def is_driven_off(game: Game, party: Party) -> bool:
    """Whether a unit that finds no way would find one off the map: over its edge, from where it stands or one hex on.

    The region that its side may not enter is off the map too.
    """
    start = game.state.units[party.units[0]].at
    reached = [start]
    for hexes in range(1, party.hexes):
        reached += [route.hexes[-1] for route in _further(game, party._replace(hexes=hexes), start, Route((), ()))]
    return any(game.content.is_at_edge(label) or leads_outside(game, party, label) for label in reached)


@rule("10.27d", "16.41")
def leads_outside(game: Game, party: Party, label: str) -> bool:
    """Whether the retreat could go on from a hex into what is not open to the side, if it were: no enemy unit stands
    there, and the ground does not forbid it.
    """
    side = side_of(game, party.units[0])
    outside = [(label, other) for other in game.content.adjacent[label] if other in closed_to(game.content, side)]
    return any(
        occupier(game, edge[1]) != enemy_of(side)
        and distance(game, party, edge[1]) > distance(game, party, label)
        and not any(prohibition(game, unit_id, edge) for unit_id in party.units)
        for edge in outside
    )
