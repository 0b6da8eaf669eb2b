"""Chapter 12.1: who may attack what, alone or with others, and whom else he must attack."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

from sandtable.games.efs.combat.strengths import attack_strength, halvings, initial_odds
from sandtable.games.efs.content import Edge
from sandtable.games.efs.movement.costs import trains_may_pass
from sandtable.games.efs.movement.prohibitions import prohibition, water_prohibition
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import Attack, enemy_of
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import (
    Game,
    figures,
    halved,
    is_armored,
    is_artillery,
    is_engineer,
    is_flotilla,
    is_motorized,
    is_untried,
    pays_motorized_costs,
    printed,
    side_of,
)
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.games.efs.zones import FOOT, MOTORS, cost_in, exerting_into
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import enemy_hexes, hexes_of, occupier, units_in
from sandtable.mechanics.switches import is_on

WATER = "refused.water-to-cross"
TOO_HEAVY = "refused.too-heavy-for-boats"
"""Why armor does not cross a major river; it may attack across it in company (12.15b)."""
MARKERS: tuple[tuple[str, str, str], ...] = (
    ("receiving", "refused.receiving", "7.72"),
    ("garrison", "refused.garrison", "21.82"),
    ("building", "refused.building", "18.45b"),
)
"""The markers under which a unit does not attack, each with the reason and its rule."""
NEVER_ATTACK = ("refused.artillery-supports", "refused.no-attack-strength")
"""The reasons of those who attack nowhere: what keeps others from attacking says more of a hex."""


@rule("12.12b", "15.42b", "22.54c")
def why_unable(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not attack anything; an untried unit may, if others attack with it."""
    unit, about = game.state.units[unit_id], {"unit": unit_id}
    if is_artillery(game, unit_id):
        return Refusal("refused.artillery-supports", "13.1", about)
    for name, reason, rule_id in MARKERS:
        if getattr(unit, name):
            return Refusal(reason, rule_id, about)
    if printed(game, unit_id).ma == "blue" and game.state.weather.storm:
        return Refusal("refused.storm", "22.54c", about)
    if not is_untried(game, unit_id) and not figures(game, unit_id).attack:
        return Refusal("refused.no-attack-strength", "12.12b", about)
    return None


@rule("12.14a", "12.15b", "21.32b")
def barrier(game: Game, unit_id: str, label: str) -> str:
    """What bars a unit from attacking a hex next to it, as the key of a refusal: whatever bars it from going there.

    Armor may attack across a major river, which `has_company` looks into, and motorized units may attack into a swamp
    out of which a zone of control reaches them.
    """
    at = game.state.units[unit_id].at
    edge = (at, label)
    if printed(game, unit_id).ma == "gray" and not trains_may_pass(game, unit_id, edge):
        return "refused.rails-only"
    found = prohibition(game, unit_id, edge)
    if found == "refused.prohibited-terrain" and is_motorized(game, unit_id) and only_swamp_bars(game, unit_id, label):
        reached = label in exerting_into(game, at, enemy_of(side_of(game, unit_id)))
        found = water_prohibition(game, unit_id, edge) if reached else found
    if found == WATER and goes_by_boat(game, edge) and not is_armored(game, unit_id):
        return ""
    if not found and is_armored(game, unit_id) and needs_boats(game, unit_id, label):
        return WATER
    return "" if found == TOO_HEAVY else found


@rule("15.53d")
def goes_by_boat(game: Game, edge: Edge) -> bool:
    """Whether an attack crosses open shallow water, for which it needs the assault boats of engineers."""
    return "shallow-water" in game.content.hexsides[edge] and not is_frozen(game)


@rule("15.53d")
def overloads_boats(game: Game, unit_ids: Collection[str], hexes: Collection[str]) -> bool:
    """Whether more units attack across a shallow-water hexside than its boats carry: some stacking points besides an
    engineer.
    """
    most = game.content.table("combat-modifiers", CombatModifiersFile).shallow_water_stacking
    for at in {game.state.units[unit_id].at for unit_id in unit_ids}:
        crossing = [unit_id for unit_id in unit_ids if game.state.units[unit_id].at == at]
        sizes = [printed(game, unit_id).stacking for unit_id in crossing if is_engineer(game, unit_id)]
        carried = points(game, crossing) - max(sizes, default=0)
        if carried > most and any(needs_boats(game, unit_id, label) for unit_id in crossing for label in hexes):
            return True
    return False


@rule("15.53d")
def needs_boats(game: Game, unit_id: str, label: str) -> bool:
    """Whether a unit attacks a hex across open shallow water without a bridge; by a switch one does not matter.

    The ruling on 15.53d: boats are for those who could not go there otherwise.
    """
    edge = (game.state.units[unit_id].at, label)
    if not goes_by_boat(game, edge) or is_flotilla(game, unit_id):
        return False
    return water_prohibition(game, unit_id, edge) == WATER or is_on(game.content, "boats-beside-bridges")


def only_swamp_bars(game: Game, unit_id: str, label: str) -> bool:
    """Whether a swamp is all that keeps a unit out of a hex."""
    column = MOTORS if pays_motorized_costs(game, unit_id) else FOOT
    rows = game.content.terrain_chart.terrain
    barring = {part for part in game.content.parts[label] if cost_in(game, label, rows[part].cost)[column] is None}
    return barring == {"swamp"}


@rule("12.12a", "12.12b", "12.14a", "12.15a", "12.15b", "12.17", "15.16")
def may_attack(game: Game, unit_id: str, hexes: Collection[str]) -> Refusal | None:
    """Why a unit may not be designated for an attack on some hexes: it must be able to attack each of them."""
    unit, about = game.state.units[unit_id], {"unit": unit_id}
    if not unit.at:
        return Refusal("refused.off-map", "12.12a", about)
    for label in hexes:
        if label not in game.content.adjacent[unit.at]:
            return Refusal(
                "refused.not-beside-target", "12.17" if len(hexes) > 1 else "12.12a", {**about, "hex": label}
            )
    unable = why_unable(game, unit_id)
    if unable is not None:
        return unable
    for label in hexes:
        reason = barrier(game, unit_id, label)
        if reason:
            return Refusal(reason, "12.15b", {**about, "hex": label})
    if any(unit_id in attack.attackers for attack in game.state.attacks.values()):
        return Refusal("refused.attacks-elsewhere", "15.16", about)
    return None


@rule("3.44", "12.12b", "12.15b")
def why_not_with(game: Game, unit_id: str, force: Collection[str], hexes: Collection[str]) -> Refusal | None:
    """Why a unit may not attack some hexes with a force: it is halved to nothing, or needs others besides."""
    if is_halved_to_nothing(game, unit_id, force, hexes):
        return Refusal("refused.halved-to-nothing", "3.44", {"unit": unit_id})
    if not has_company(game, unit_id, force, hexes):
        return Refusal("refused.needs-company", "12.15b", {"unit": unit_id})
    return None


@rule("3.42", "3.44")
def is_halved_to_nothing(game: Game, unit_id: str, force: Collection[str], hexes: Collection[str]) -> bool:
    """Whether nothing is left of a unit's strength and that of those in a force who are halved as often; who is untried
    is not known to be so weak.

    The ruling on 3.42 and 3.44; a switch halves each unit by itself.
    """
    times = halvings(game, unit_id, hexes)
    if not times or is_untried(game, unit_id):
        return False
    together = [unit_id] if is_on(game.content, "each-unit-halved") else force
    group = [other for other in together if halvings(game, other, hexes) == times]
    return not halved(sum(figures(game, other).attack for other in group), times)


@rule("12.12b", "12.15b")
def has_company(game: Game, unit_id: str, force: Collection[str], hexes: Collection[str]) -> bool:
    """Whether a force holds what a unit may not attack without: with an untried unit one that is known to be able to,
    with armor across a major river one that could cross where it attacks; by a switch, one in its own hex.
    """
    if is_untried(game, unit_id) and all(is_untried(game, other) for other in force):
        return False
    at = game.state.units[unit_id].at
    beside = is_on(game.content, "armor-crosses-with-its-hex")
    others = [other for other in force if not beside or game.state.units[other].at == at]
    return all(
        (
            prohibition(game, unit_id, (at, label)) != TOO_HEAVY
            or any(not prohibition(game, other, (at, label)) for other in others)
        )
        and (not needs_boats(game, unit_id, label) or any(has_boats(game, other, at) for other in force))
        for label in hexes
    )


@rule("15.53d")
def has_boats(game: Game, unit_id: str, at: str) -> bool:
    """Whether a unit is an engineer that brings boats to a hex."""
    return is_engineer(game, unit_id) and game.state.units[unit_id].at == at


@rule("12.13", "12.17")
def able(game: Game, side: str, hexes: Collection[str]) -> list[str]:
    """The units of a side that may take part in one attack on some hexes, all of which they are next to; none keeps
    another company that may not take part itself.
    """
    first = next(iter(hexes))
    near = [
        unit_id
        for at in sorted(game.content.adjacent[first])
        if occupier(game, at) == side
        for unit_id in units_in(game, at)
        if may_attack(game, unit_id, hexes) is None
    ]
    return those_in_company(game, near, hexes)


@rule("3.44", "12.12b", "12.15b")
def those_in_company(game: Game, unit_ids: list[str], hexes: Collection[str]) -> list[str]:
    """Those of some units who may attack some hexes in the company of the others, as far as these may themselves."""
    while True:
        kept = [unit_id for unit_id in unit_ids if why_not_with(game, unit_id, unit_ids, hexes) is None]
        if kept == unit_ids:
            return kept
        unit_ids = kept


@rule("12.13", "15.53d")
def largest_force(game: Game, side: str, hexes: Collection[str], among: str = "") -> list[str]:
    """The strongest force of a side that may make one attack on some hexes: all who can, but of those who need boats
    only as many as these carry; one unit is among them, if it is named.
    """
    force = able(game, side, hexes)
    if not overloads_boats(game, force, hexes):
        return force
    found: list[str] = []
    for at in dict.fromkeys(game.state.units[unit_id].at for unit_id in force):
        there = [unit_id for unit_id in force if game.state.units[unit_id].at == at]
        found += best_load(game, there, hexes, among) if overloads_boats(game, there, hexes) else there
    return found


@rule("15.53d")
def best_load(game: Game, unit_ids: Sequence[str], hexes: Collection[str], among: str) -> list[str]:
    """The strongest of some units of a hex that boats carry together."""
    loads = [
        list(load)
        for number in range(1, len(unit_ids))
        for load in combinations(unit_ids, number)
        if (among in load or among not in unit_ids)
        and not overloads_boats(game, load, hexes)
        and all(why_not_with(game, unit_id, load, hexes) is None for unit_id in load)
    ]
    return max(loads, key=lambda load: attack_strength(game, load, hexes), default=[])


@rule("12.12b", "12.15b", "12.21", "12.23")
def why_not_declared(game: Game, unit_ids: Collection[str], hexes: Collection[str]) -> Refusal | None:
    """Why units may not declare an attack on some hexes as they stand: no company, or odds too low."""
    if not unit_ids:
        return Refusal("refused.no-attackers-yet", "12.12a")
    for unit_id in unit_ids:
        alone = why_not_with(game, unit_id, unit_ids, hexes)
        if alone is not None:
            return alone
    odds = initial_odds(game, unit_ids, hexes)
    if not odds.attack or not odds.least:
        return Refusal("refused.odds-too-low", "12.21", {"attack": odds.attack, "defence": odds.defence})
    return None


def declared(game: Game) -> set[str]:
    """The hexes under a marker."""
    return {label for attack in game.state.attacks.values() for label in attack.hexes}


@rule("2.21", "6.42/note", "12.11", "12.14a", "12.15a", "12.21")
def targets(game: Game, side: str) -> list[str]:
    """The enemy hexes on which a side may declare an attack now, with all who can if need be."""
    own, adjacent = hexes_of(game, side), game.content.adjacent
    return sorted(
        label
        for label in enemy_hexes(game, side) - declared(game)
        if not own.isdisjoint(adjacent[label])
        if why_not_declared(game, largest_force(game, side, (label,)), (label,)) is None
    )


@rule("12.11", "12.12a", "12.15a", "12.15b", "12.21")
def why_no_target(game: Game, side: str, label: str) -> Refusal:
    """Why no attack can be declared on a hex."""
    about = {"hex": label}
    if occupier(game, label) != enemy_of(side):
        return Refusal("refused.no-enemy", "12.15a", about)
    if label in declared(game):
        return Refusal("refused.declared", "12.11", about)
    near = [
        unit_id
        for at in sorted(game.content.adjacent[label])
        if occupier(game, at) == side
        for unit_id in units_in(game, at)
    ]
    if not near:
        return Refusal("refused.nobody-adjacent", "12.12a", about)
    reasons = [may_attack(game, unit_id, (label,)) for unit_id in near]
    barred = [each for each in reasons if each is not None]
    if len(barred) == len(near):
        return next((each for each in barred if each.reason not in NEVER_ATTACK), barred[0])
    found = why_not_declared(game, largest_force(game, side, (label,)), (label,))
    if found is not None and found.reason != "refused.no-attackers-yet":
        return found
    willing = [unit_id for unit_id, reason in zip(near, reasons, strict=True) if reason is None]
    alone = [why_not_with(game, unit_id, willing, (label,)) for unit_id in willing]
    return next((each for each in alone if each is not None), Refusal("refused.nobody-able", "12.12b", about))


@rule("12.14b", "12.16")
def obligations(game: Game, attack: Attack) -> list[str]:
    """The enemy hexes that an attack makes it necessary to attack too, and that nobody attacks yet: those that exert a
    zone of control into the hex of an attacker, unless nobody could attack them.
    """
    hexes = dict.fromkeys(game.state.units[unit_id].at for unit_id in attack.attackers)
    exerting = dict.fromkeys(label for at in hexes for label in exerting_into(game, at, enemy_of(attack.side)))
    return [label for label in exerting if label not in declared(game) and could_be_attacked(game, attack.side, label)]


@rule("12.16")
def could_be_attacked(game: Game, side: str, label: str) -> bool:
    """Whether any unit of a side next to a hex could attack it, were it not for the odds and for other attacks; by a
    switch that is not asked.
    """
    return is_on(game.content, "unreachable-enemies-bind") or any(
        why_unable(game, unit_id) is None and not barrier(game, unit_id, label)
        for at in game.content.adjacent[label]
        if occupier(game, at) == side
        for unit_id in units_in(game, at)
    )
