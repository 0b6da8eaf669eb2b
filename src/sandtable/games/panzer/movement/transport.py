"""Chapters 6.6.7 and 6.6.7.1: who can ride in which vehicle, and how units get in and out."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.cards import Leg, Needs, Towed
from sandtable.games.panzer.combat.losses import leave_works
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.ground import terrain_of
from sandtable.games.panzer.movement.costs import mover_for, places_for, way_slots
from sandtable.games.panzer.movement.modes import MANNERS, TOWING, Mode, is_weapon_section, modes
from sandtable.games.panzer.movement.obstacles import hindrances
from sandtable.games.panzer.movement_events import Dismounted, Mounted
from sandtable.games.panzer.tables.terrain import price_of
from sandtable.games.panzer.units import Game, card_now, card_of, command_chart, mark, order, printed, side_of, vehicles
from sandtable.kernel import of_content, rule
from sandtable.mechanics.roster import change, enemy_hexes, units_in
from sandtable.mechanics.switches import is_on

# Capacity


@of_content
@rule("6.6.7.1")
def transports(content: Content) -> frozenset[str]:
    """The vehicles that can carry or tow anything."""
    capacities = {unit_id: card.carries for unit_id, card in vehicles(content).items()}
    return frozenset(unit_id for unit_id, each in capacities.items() if each is not None and (each.towed or each.leg))


@rule("6.6.7.1")
def needs_of(game: Game, unit_id: str) -> Needs:
    """The room that a leg or towed unit takes up, with its equipment and ammunition."""
    card = game.content.card(card_now(game, unit_id))
    assert isinstance(card, Leg | Towed)
    return card.needs


@rule("6.6.7.1")
def has_room(game: Game, vehicle: str, unit_id: str) -> bool:
    """Whether a vehicle can take a unit on beside those whom it carries: as many men as fit, but only one gun."""
    capacity = vehicles(game.content)[vehicle].carries
    if capacity is None:
        return False
    aboard = passengers_of(game, vehicle)
    if is_gun(game, unit_id) and any(is_gun(game, each) for each in aboard):
        return False
    taken = [needs_of(game, each) for each in (*aboard, unit_id)]
    return sum(each.towed for each in taken) <= capacity.towed and sum(each.leg for each in taken) <= capacity.leg


def is_gun(game: Game, unit_id: str) -> bool:
    return isinstance(card_of(game, unit_id), Towed)


@rule("6.6.7.1")
def mode_of(game: Game, unit_id: str) -> Mode:
    """How a unit moves as things are: a vehicle that tows a gun does not back."""
    mode, aboard = modes(game.content)[unit_id], passengers_of(game, unit_id)
    tows = aboard and unit_id in transports(game.content) and any(is_gun(game, each) for each in aboard)
    return TOWING[mode] if tows else mode


# Mounting


@rule("6.6.7.1.1/passenger-mounting", "6.6.7.1.1/passenger-dismounting")
def mounts_across_hexes(game: Game, unit_id: str) -> bool:
    """Whether a unit gets in from the next hex, and out into it: unsuppressed men without a crew-served weapon."""
    light = not is_gun(game, unit_id) and not is_weapon_section(game.content, printed(game, unit_id))
    return light and (not is_suppressed(game, unit_id) or _is_nimble(game, unit_id))


@rule("6.6.7.1.1/passenger-mounting")
def _is_nimble(game: Game, unit_id: str) -> bool:
    """Whether suppression keeps a section in its hex, of which the rule does not speak: it does (ruling)."""
    card = card_of(game, unit_id)
    is_section = isinstance(card, Leg) and card.kind == "section"
    return is_section and is_on(game.content, "suppressed-sections-mount-across")


@rule("6.6.7", "6.6.7.1.1", "6.6.7.1.1/passenger-mounting")
def can_mount(game: Game, unit_id: str, vehicle: str) -> bool:
    """Whether a dismounted unit on the ground, with all of its movement to spend, can get into a vehicle now."""
    units = game.state.units
    unit, at = units[unit_id], units[vehicle].at
    if unit.carrier or unit.floor or unit.indoors or not has_room(game, vehicle, unit_id):
        return False
    if unit.at == at:
        return True
    return mounts_across_hexes(game, unit_id) and can_step(game, unit_id, unit.at, at)


@rule("6.6.7.1.1/passenger-mounting", "6.6.7.1.1/passenger-dismounting")
def can_step(game: Game, unit_id: str, here: str, there: str) -> bool:
    """Whether the next hex is one that a unit could enter by itself."""
    content, mode = game.content, modes(game.content)[unit_id]
    if there not in content.adjacent[here]:
        return False
    index, places = content.board.index, places_for(content, mode)
    goals = places.places_of(index[there])
    steps = [each for each in places.edges(index[here]) if places.to[each] in goals]
    return any(mover_for(game, mode).price(edge) < FORBIDDEN for edge in steps)


@rule("6.6.7.1.1/passenger-mounting")
def vehicles_to_mount(game: Game, unit_id: str) -> list[str]:
    """The halted vehicles that a unit on Move can get into; those that move take it on themselves."""
    return [vehicle for vehicle in transports_near(game, unit_id) if is_halted(game, vehicle)]


def transports_near(game: Game, unit_id: str) -> list[str]:
    """The vehicles of its side that a unit can get into from where it is."""
    unit, content, side = game.state.units[unit_id], game.content, side_of(game, unit_id)
    near = [each for at in (unit.at, *content.adjacent[unit.at]) for each in units_in(game, at)]
    return [
        each
        for each in near
        if each in transports(content) and side_of(game, each) == side and can_mount(game, unit_id, each)
    ]


@rule("6.6.7.1.1/vehicle")
def is_halted(game: Game, vehicle: str) -> bool:
    """Whether a vehicle has a command that does not move it: it takes passengers on and lets them off for nothing."""
    return not command_chart(game.content)[game.state.commands[vehicle].order].moves


@rule("6.6.7.1.1", "6.6.7.1.1/passenger-mounting")
def passengers_to_mount(game: Game, vehicle: str) -> list[str]:
    """The units around a vehicle on the move that can get in: they have Move commands which they have not used."""
    if vehicle not in transports(game.content):
        return []
    at, side = game.state.units[vehicle].at, side_of(game, vehicle)
    near = [each for label in (at, *game.content.adjacent[at]) for each in units_in(game, label)]
    return [
        each
        for each in near
        if each not in vehicles(game.content) and side_of(game, each) == side and may_still_move(game, each)
        if can_mount(game, each, vehicle)
    ]


def may_still_move(game: Game, unit_id: str) -> bool:
    """Whether a unit has a Move command that it has not begun to carry out."""
    command = game.state.commands[unit_id]
    return command.order == "move" and not command.moved


@rule("6.6.7", "6.6.7.1.1", "6.6.7.1.1/passenger-mounting")
def mount(game: Game, unit_id: str, vehicle: str) -> None:
    """Put a unit into a vehicle, which takes all of its movement; it is no longer to be seen by itself."""
    if not game.state.commands[unit_id].shown:
        game.say(Shown(rule="4.5", unit=unit_id, order=game.state.commands[unit_id].order))
    order(game, unit_id, shown=True, moved=True)
    leave_works(game, unit_id)
    carrier = game.state.units[vehicle]
    change(game, unit_id, carrier=vehicle, at=carrier.at, facing=carrier.facing, spot="", full_cover=False)
    game.say(Mounted(rule="6.6.7.1.1/passenger-mounting", unit=unit_id, vehicle=vehicle))


# Dismounting


@rule("6.6.7.1.1/passenger-dismounting")
def passengers_to_dismount(game: Game, vehicle: str) -> list[str]:
    """The passengers who can get out: they have not spent their movement on getting in, and there is room outside."""
    if vehicle not in transports(game.content):
        return []
    commands = game.state.commands
    aboard = passengers_of(game, vehicle)
    return [each for each in aboard if not commands[each].moved and hexes_to_dismount(game, each)]


@rule("6.6.7.1.1/passenger-dismounting", "6.6.5", "4.5.1.1.10")
def hexes_to_dismount(game: Game, unit_id: str) -> list[str]:
    """Where a passenger may get out: with its vehicle, or next to it where it could walk, and not among enemies."""
    at, enemies = game.state.units[unit_id].at, enemy_hexes(game, side_of(game, unit_id))
    found = [at] if may_stand(game, unit_id, at) else []
    if mounts_across_hexes(game, unit_id):
        found += [each for each in game.content.adjacent[at] if can_step(game, unit_id, at, each)]
    return [each for each in found if each not in enemies]


@rule("6.6.5", "6.6.7.1.1/passenger-dismounting")
def may_stand(game: Game, unit_id: str, label: str) -> bool:
    """Whether a unit may be in a hex without its transport: not in terrain that is prohibited to it, but on a road."""
    content, mode = game.content, modes(game.content)[unit_id]
    i, counters = content.board.index[label], hindrances(game, mode).get(content.board.index[label])
    if counters is not None and max(counters.ground or 0, counters.extra) >= FORBIDDEN:
        return False
    cost = price_of(terrain_of(content, label).costs.of(MANNERS[mode].column))
    return cost < FORBIDDEN or any(6 * i + d in way_slots(content) for d in range(6))


@rule("6.6.7.1.1/passenger-dismounting", "3.4")
def dismount(game: Game, unit_id: str, at: str) -> None:
    """Put a passenger on the ground, which takes all of its movement; it is marked as moving."""
    vehicle = game.state.units[unit_id].carrier
    order(game, unit_id, moved=True)
    change(game, unit_id, carrier="", at=at)
    mark(game, unit_id, "move")
    game.say(Dismounted(rule="6.6.7.1.1/passenger-dismounting", unit=unit_id, vehicle=vehicle, at=at))
