"""Chapters 15.1 to 15.3: who finally attacks, what supplies him, and which artillery supports him."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from sandtable.games.efs.artillery.support import ineligible, too_many
from sandtable.games.efs.combat.strengths import attack_strength, halvings
from sandtable.games.efs.declaration.attackers import (
    barrier,
    could_be_attacked,
    declared,
    overloads_boats,
    those_in_company,
    why_not_with,
    why_unable,
)
from sandtable.games.efs.events.combat import AttackLapsed
from sandtable.games.efs.state import Attack, enemy_of
from sandtable.games.efs.supply.attack_supply import in_reach
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game, is_artillery, printed, side_of
from sandtable.games.efs.zones import exerting_into
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import occupier, units_in, units_of

NEED_NO_SUPPLY = frozenset({"armored-train", "flotilla"})
"""The types that lack of attack supply does not affect (15.22)."""


# Attackers


@rule("12.11", "15.43b")
def lapse(game: Game, name: str) -> None:
    """An attack is not made: nobody is left to make it, or nobody to suffer it."""
    game.say(AttackLapsed(rule="12.11", hexes=game.state.attacks.pop(name).hexes))


@rule("12.32", "15.1", "15.12", "15.14", "15.16", "15.47b", "15.53d")
def may_join(game: Game, unit_id: str, attack: Attack) -> Refusal | None:
    """Why a unit may not take part in an attack that is resolved: what bars it from attacking at all, boats that do not
    carry it, an attack that it has made, a mandated attack that it is bound to or for which it was not designated.
    """
    about = {"unit": unit_id}
    found = unable(game, unit_id, attack)
    if found is not None:
        return found
    if overloads_boats(game, (unit_id,), attack.hexes):
        return Refusal("refused.boats-overloaded", "15.53d")
    if game.state.units[unit_id].attacked:
        return Refusal("refused.has-attacked", "15.16", about)
    if attack.mandated and unit_id not in attack.attackers:
        return Refusal("refused.not-mandated", "12.32", about)
    elsewhere = [
        other for other in game.state.attacks.values() if unit_id in other.attackers and other.hexes != attack.hexes
    ]
    if any(other.mandated for other in elsewhere):
        return Refusal("refused.bound-to-mandate", "12.32", about)
    if unit_id not in attack.attackers and owes_more(game, unit_id, attack):
        return Refusal("refused.would-owe-attack", "12.16", about)
    return None


@rule("12.12a", "12.15b", "15.15")
def unable(game: Game, unit_id: str, attack: Attack) -> Refusal | None:
    """Why a unit could not attack some hexes, whatever it was designated for."""
    at = game.state.units[unit_id].at
    if not at:
        return Refusal("refused.off-map", "12.12a", {"unit": unit_id})
    for label in attack.hexes:
        if label not in game.content.adjacent[at]:
            return Refusal("refused.not-beside-target", "12.12a", {"unit": unit_id, "hex": label})
    found = why_unable(game, unit_id)
    if found is not None:
        return found
    for label in attack.hexes:
        reason = barrier(game, unit_id, label)
        if reason:
            return Refusal(reason, "12.15b", {"unit": unit_id, "hex": label})
    return None


@rule("12.16", "15.1")
def owes_more(game: Game, unit_id: str, attack: Attack) -> bool:
    """Whether a unit that joins late would have to attack enemies that nobody attacks in this phase."""
    exerting = exerting_into(game, game.state.units[unit_id].at, enemy_of(attack.side))
    return any(
        label not in declared(game)
        and not any(game.state.units[enemy].defended for enemy in units_in(game, label))
        and could_be_attacked(game, attack.side, label)
        for label in exerting
    )


@rule("15.13", "15.15")
def able_to_join(game: Game, attack: Attack) -> list[str]:
    """The units next to the defender hexes that may take part in an attack; none keeps another company that may not
    take part itself.
    """
    near = [
        unit_id
        for at in sorted(game.content.adjacent[attack.hexes[0]])
        if occupier(game, at) == attack.side
        for unit_id in units_in(game, at)
    ]
    return those_in_company(game, [each for each in near if may_join(game, each, attack) is None], attack.hexes)


@rule("3.44", "12.12b", "12.15b", "15.53d")
def why_not_made(game: Game, attackers: Collection[str], attack: Attack) -> Refusal | None:
    """Why some units may not make an attack as they stand: they have no strength, or need others beside them."""
    if not attackers:
        return Refusal("refused.no-attackers-yet", "15.1")
    for unit_id in attackers:
        alone = why_not_with(game, unit_id, attackers, attack.hexes)
        if alone is not None:
            return alone
    if overloads_boats(game, attackers, attack.hexes):
        return Refusal("refused.boats-overloaded", "15.53d")
    if not attack_strength(game, attackers, attack.hexes):
        return Refusal("refused.no-strength", "3.44")
    return None


class Need(NamedTuple):
    """What another attack that has been declared needs."""

    attack: Attack
    able: tuple[str, ...]
    """Who could take part in it."""
    alone: frozenset[str]
    """Those of them who could make it alone."""


@rule("12.11", "15.14/note-withholding")
def needed_elsewhere(game: Game, attack: Attack) -> list[Need]:
    """What the other attacks need that have been declared, and that anybody could make."""
    found = []
    for other in game.state.attacks.values():
        able = tuple(able_to_join(game, other)) if other.hexes != attack.hexes else ()
        if able:
            alone = frozenset(each for each in able if why_not_made(game, (each,), other) is None)
            found.append(Need(other, able, alone))
    return found


@rule("12.11", "15.14/note-withholding")
def leaves_undone(game: Game, needs: Sequence[Need], attackers: Collection[str]) -> bool:
    """Whether another declared attack could not be made any more, were these units to make this one: each needs a unit
    of its own, or several that come to something together.
    """
    used = frozenset(attackers)
    if can_be_made([need.alone for need in needs], used) == len(needs):
        return False
    return most_made(game, needs, used) < most_made(game, needs, frozenset())


def most_made(game: Game, needs: Sequence[Need], used: frozenset[str]) -> int:
    """How many attacks can be made at most, when some units are used otherwise: those that are made alone are told by
    who is left after the others.
    """
    shared = next((need for need in needs if not need.alone.issuperset(need.able)), None)
    if shared is None:
        return can_be_made([need.alone for need in needs], used)
    others = [need for need in needs if need is not shared]
    best = most_made(game, others, used)
    for team in teams(game, shared, used):
        if best == len(needs):
            break
        best = max(best, 1 + most_made(game, others, used | team))
    return best


@rule("3.44", "12.12b", "12.15b")
def teams(game: Game, need: Need, used: frozenset[str]) -> Iterator[frozenset[str]]:
    """Those who could make an attack, of whom none can be spared: one, or several who keep each other company or come
    to nothing alone. Each halving may take twice as many to come to a point, and one more may keep them company.
    """
    free = [each for each in need.able if each not in used]
    found = [frozenset({each}) for each in free if each in need.alone]
    yield from found
    rest = [each for each in free if each not in need.alone]
    most = 2 ** max((halvings(game, each, need.attack.hexes) for each in rest), default=0)
    for number in range(2, min(most + 1, len(rest)) + 1):
        for units in combinations(rest, number):
            team = frozenset(units)
            if any(smaller < team for smaller in found) or why_not_made(game, units, need.attack) is not None:
                continue
            found.append(team)
            yield team


def can_be_made(needed: Collection[frozenset[str]], used: frozenset[str]) -> int:
    """How many attacks can be made at most that need one of some units each, when some are used otherwise."""
    taken: dict[str, frozenset[str]] = {}

    def finds_unit(able: frozenset[str], tried: set[str]) -> bool:
        for unit_id in sorted(able - used - tried):
            tried.add(unit_id)
            if unit_id not in taken or finds_unit(taken[unit_id], tried):
                taken[unit_id] = able
                return True
        return False

    return sum(finds_unit(able, set()) for able in needed)


# Attack supply


@rule("15.21", "15.22", "21.34", "22.56")
def lacking_supply(game: Game, attackers: Collection[str], supplies: Collection[str]) -> list[str]:
    """The attackers that can trace to none of the supply units designated."""
    return [
        unit_id
        for unit_id in attackers
        if printed(game, unit_id).type not in NEED_NO_SUPPLY and not is_fed(game, unit_id, supplies)
    ]


def is_fed(game: Game, unit_id: str, supplies: Collection[str]) -> bool:
    """Whether a unit can trace to one of some supply units."""
    return any(in_reach(game, supply_id, (game.state.units[unit_id].at,)) for supply_id in supplies)


@rule("15.2", "15.21", "15.34")
def may_supply(
    game: Game, supply_id: str, attack: Attack, supplies: Collection[str], support: Collection[str]
) -> Refusal | None:
    """Why a supply unit may not be designated for an attack: it is used up, or feeds nobody who is not fed yet."""
    about = {"unit": supply_id}
    supply = game.state.supplies[supply_id]
    if supply.side != attack.side:
        return Refusal("refused.enemy-supply", "15.21", about)
    if supply_id in supplies:
        return Refusal("refused.designated", "15.21", about)
    if supply.promised >= supply.points:
        return Refusal("refused.promised", "15.21", about)
    hungry = lacking_supply(game, attack.attackers, supplies)
    hungry += [
        unit_id
        for unit_id in guns_in_range(game, attack)
        if unit_id not in support and not is_fed(game, unit_id, supplies)
    ]
    if not any(is_fed(game, unit_id, (supply_id,)) for unit_id in hungry):
        return Refusal("refused.feeds-nobody", "15.21", about)
    return None


def suppliers(game: Game, attack: Attack, supplies: Collection[str], support: Collection[str]) -> list[str]:
    """The supply units that may be designated, those nearest to the defender hexes first."""
    own = supply_units_of(game, attack.side)
    able = [supply_id for supply_id in own if may_supply(game, supply_id, attack, supplies, support) is None]
    return sorted(able, key=lambda supply_id: how_far(game, supply_id, attack.hexes))


def how_far(game: Game, supply_id: str, hexes: Collection[str]) -> int:
    """How many hexes a supply unit is from the nearest of some hexes."""
    return min(game.content.distance(game.state.supplies[supply_id].at, label) for label in hexes)


@rule("15.21", "15.34/note-artillery-asp", "15.45")
def points_used(
    game: Game, attack: Attack, supplies: Collection[str], support: Collection[str], supplied: bool
) -> list[str]:
    """The supply units of which an attack uses a point: all, or where not all attackers are fed those of artillery."""
    if supplied:
        return list(supplies)
    used: list[str] = []
    for unit_id in support:
        if not is_fed(game, unit_id, used):
            used += [supply_id for supply_id in supplies if is_fed(game, unit_id, (supply_id,))][:1]
    return used


# Artillery


def guns_in_range(game: Game, attack: Attack) -> list[str]:
    """The artillery of the attacker that could support an attack, if it had supply."""
    own = units_of(game, attack.side)
    return [each for each in own if is_artillery(game, each) and ineligible(game, each, attack) is None]


@rule("6.35", "13.11c", "15.33", "15.34")
def may_add_support(
    game: Game, unit_id: str, attack: Attack, supplies: Collection[str], support: tuple[str, ...]
) -> Refusal | None:
    """Why artillery may not support an attack beside other artillery: it needs a supply point like everybody."""
    about = {"unit": unit_id}
    if side_of(game, unit_id) != attack.side:
        return Refusal("refused.not-active", "3.11/phases", about)
    if unit_id in support:
        return Refusal("refused.joined-already", "13.13a", about)
    found = ineligible(game, unit_id, attack)
    if found is not None:
        return found
    if not is_fed(game, unit_id, supplies):
        return Refusal("refused.guns-unfed", "15.34", about)
    return too_many(game, (*support, unit_id), attack)


def able_to_support(game: Game, attack: Attack, supplies: Collection[str], support: tuple[str, ...]) -> list[str]:
    """The artillery that may be added to an attack."""
    return [
        unit_id
        for unit_id in guns_in_range(game, attack)
        if may_add_support(game, unit_id, attack, supplies, support) is None
    ]
