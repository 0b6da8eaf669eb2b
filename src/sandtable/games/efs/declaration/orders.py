"""Chapter 12.5: who may give which orders on which combat, and which are in force."""

from __future__ import annotations

from sandtable.games.efs.fortifications.works import is_active_in, is_citadel
from sandtable.games.efs.headquarters.command import why_unserved
from sandtable.games.efs.state import SOVIET, Attack, Orders, enemy_of
from sandtable.games.efs.tables import HeadquartersFile
from sandtable.games.efs.units import Game, allowance, is_untried, printed
from sandtable.games.efs.weather.conditions import mud_in, weather_in
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.switches import is_on


@rule("12.53b", "18.51d", "18.53", "21.51a")
def allows_orders(game: Game, label: str, side: str) -> bool:
    """Whether a defender hex has the ground on which its side may give orders: woods, heights, cities, fortifications
    of its own but no citadel of the Soviets, and towns in the weather in which they help.
    """
    content = game.content
    if side == SOVIET and is_citadel(game, label):
        return False
    if any(content.terrain_chart.terrain[part].orders for part in content.parts[label]):
        return True
    if label in content.towns and weather_in(game, label) in content.terrain_chart.town.weather:
        return True
    return is_active_in(game, label, side)


def own_hexes(game: Game, attack: Attack, side: str) -> tuple[str, ...]:
    """The hexes of a combat in which the units of a side stand."""
    if side != attack.side:
        return attack.hexes
    hexes = dict.fromkeys(game.state.units[unit_id].at for unit_id in attack.attackers)
    return tuple(label for label in hexes if label)


def sides_of(attack: Attack) -> dict[str, str]:
    """The fields of a combat that hold orders, with the sides whose they are."""
    return {"attacker_orders": attack.side, "defender_orders": enemy_of(attack.side)}


def given(attack: Attack, side: str) -> Orders:
    """The orders that a side has placed on a combat."""
    return attack.attacker_orders if side == attack.side else attack.defender_orders


@rule("12.51a", "12.54b", "21.51c")
def in_force(attack: Attack, side: str) -> Orders:
    """The orders that hold for all units of a side in a combat: those placed, or the No Retreat of an NKVD unit."""
    if side != attack.side and attack.nkvd and not attack.nkvd_lifted:
        return "no-retreat"
    return given(attack, side)


@rule("12.53e")
def affect(game: Game, unit_id: str) -> bool:
    """Whether orders affect a unit: not one that cannot move, unless a switch has them hold it; of an untried unit
    nobody knows that it cannot.
    """
    return allowance(game, unit_id) > 0 or is_untried(game, unit_id) or is_on(game.content, "orders-hold-guns")


def fighting(game: Game, attack: Attack, side: str) -> list[str]:
    """The units of a side in a combat, supporting artillery aside."""
    if side == attack.side:
        return [unit_id for unit_id in attack.attackers if game.state.units[unit_id].at]
    return [unit_id for label in attack.hexes for unit_id in units_in(game, label)]


@rule("12.51", "12.53b", "12.53c", "12.53e", "12.54", "12.54a", "12.54b", "21.12d", "21.12e", "21.25")
def may_order(game: Game, attack: Attack, side: str) -> Refusal | None:
    """Why a side may not place orders on a combat: it has some, they would affect nobody, its ground does not allow
    them, the defender gave none that the attacker could answer, or no HQ has a command point for the Soviets.
    """
    about = {"hex": attack.hexes[0]}
    if given(attack, side):
        return Refusal("refused.has-orders", "12.51", about)
    if not own_hexes(game, attack, side):
        return Refusal("refused.no-attackers-left", "12.51", about)
    if not any(affect(game, unit_id) for unit_id in fighting(game, attack, side)):
        return Refusal("refused.orders-affect-nobody", "12.53e", about)
    again = attack.nkvd_lifted and is_on(game.content, "orders-after-overruling")
    if side == attack.side:
        placed_only = is_on(game.content, "nkvd-stand-is-no-order")
        if not (given if placed_only else in_force)(attack, enemy_of(attack.side)):
            return Refusal("refused.defender-gave-none", "12.53c", about)
    elif attack.nkvd and not again:
        return Refusal("refused.nkvd-stands", "21.12e" if attack.nkvd_lifted else "12.54b", about)
    elif not any(allows_orders(game, label, side) for label in attack.hexes):
        return Refusal("refused.no-ground-for-orders", "12.53b", about)
    return why_unserved(game, own_hexes(game, attack, side)) if side == SOVIET else None


@rule("12.51a", "12.53d")
def kinds(game: Game, attack: Attack, side: str) -> tuple[Orders, ...]:
    """The orders between which a side may choose: no Additional Retreat where all its hexes are in mud, or by a switch
    one of them; nor in place of the No Retreat of an NKVD unit.
    """
    muddy = [mud_in(game, label) for label in own_hexes(game, attack, side)]
    held = any(muddy) if is_on(game.content, "any-mud-bars-going-further") else all(muddy)
    if held or (attack.nkvd_lifted and side != attack.side):
        return ("no-retreat",)
    return ("no-retreat", "additional-retreat")


@rule("12.54b", "21.5", "21.51a", "21.51d")
def who_makes_stand(game: Game, attack: Attack) -> list[str]:
    """The NKVD units of a combat that make its defenders stand: on ground that allows orders, and from turn 31 on only
    motorized ones.
    """
    late = game.state.turn >= game.content.table("headquarters", HeadquartersFile).nkvd_motorized_only_from
    return [
        unit_id
        for label in attack.hexes
        if allows_orders(game, label, SOVIET)
        for unit_id in units_in(game, label)
        if printed(game, unit_id).nkvd and (printed(game, unit_id).box or not late)
    ]
