"""Chapters 12.17, 12.53f and 13.13: attacks that were declared apart are made as one."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.artillery.support import too_many
from sandtable.games.efs.combat.organization import able_to_join
from sandtable.games.efs.combat.strengths import attack_strength
from sandtable.games.efs.declaration.orders import given
from sandtable.games.efs.state import Attack, Orders, enemy_of
from sandtable.games.efs.units import Game, figures
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.switches import is_on


@rule("12.17", "12.32", "15.13")
def may_merge(game: Game, attack: Attack, other: Attack) -> Refusal | None:
    """Why two declared attacks may not be made as one: units of a mandated attack stay with it, and somebody has to be
    next to all defender hexes. By a switch none is made as one that was not declared so.
    """
    about = {"hex": other.hexes[0]}
    if is_on(game.content, "attacks-stay-as-declared"):
        return Refusal("refused.declared-apart", "12.53f", about)
    if attack.mandated or other.mandated:
        return Refusal("refused.mandated-apart", "12.32", about)
    together = replace(attack, hexes=(*attack.hexes, *other.hexes))
    if not attack_strength(game, able_to_join(game, together), together.hexes):
        return Refusal("refused.nobody-beside-all", "12.17", about)
    return None


def mergeable(game: Game, attack: Attack) -> list[Attack]:
    """The other declared attacks that may be made as one with an attack."""
    others = [other for other in game.state.attacks.values() if other.hexes != attack.hexes]
    return [other for other in others if may_merge(game, attack, other) is None]


@rule("12.51a", "12.53f", "13.13/note-merged-combats")
def merged(game: Game, attack: Attack, other: Attack) -> Attack:
    """Two attacks as one: the orders on either hold for both, and of their artillery no more supports the defence than
    may, the strongest first. Orders that differ are those of the first until they are settled.
    """
    standing = [each for each in (attack, other) if each.nkvd and not each.nkvd_lifted]
    overruled = [each for each in (attack, other) if each.nkvd]
    nkvd = (standing or overruled or [attack])[0]
    one = replace(
        attack,
        hexes=(*attack.hexes, *other.hexes),
        attackers=tuple(dict.fromkeys((*attack.attackers, *other.attackers))),
        defender_orders="" if standing else attack.defender_orders or other.defender_orders,
        attacker_orders=attack.attacker_orders or other.attacker_orders,
        nkvd=nkvd.nkvd,
        nkvd_lifted=bool(nkvd.nkvd) and not standing,
        reacted=(*attack.reacted, *other.reacted),
        support=(),
        support_supply=(),
    )
    guns = [*attack.support, *other.support]
    points = dict(zip(guns, (*attack.support_supply, *other.support_supply), strict=False))
    for gun in sorted(guns, key=lambda each: -figures(game, each).attack):
        if too_many(game, (*one.support, gun), one) is None:
            drawn = (*one.support_supply, points[gun]) if gun in points else ()
            one = replace(one, support=(*one.support, gun), support_supply=drawn)
    return one


@rule("12.53f")
def at_odds(attack: Attack, other: Attack) -> tuple[str, ...]:
    """The sides whose orders on two attacks differ, the defender first: NKVD units leave him no choice."""
    found = []
    for side in (enemy_of(attack.side), attack.side):
        orders: set[Orders] = {given(attack, side), given(other, side)} - {""}
        stands = side != attack.side and any(each.nkvd and not each.nkvd_lifted for each in (attack, other))
        if len(orders) > 1 and not stands:
            found.append(side)
    return tuple(found)
