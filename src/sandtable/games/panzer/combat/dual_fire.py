"""Chapter 5.14: units that fire several weapons at once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.panzer.cards import Leg
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.combat.weapons import Aim, Weapon, weapon_of
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import Refusal, rule


@rule("5.14", "5.1.1", "5.1.2")
def why_not_beside(game: Game, aim: Aim, others: Sequence[Aim]) -> Refusal | None:
    """Why a weapon may not fire beside those that its unit has declared; None if it may, or if it is the first."""
    args = {"unit": aim.firer}
    if not others:
        return None
    if aim.weapon in [other.weapon for other in others]:
        return Refusal("refused.weapon-declared", "5.14", args)
    if is_suppressed(game, aim.firer):
        return Refusal("refused.suppressed-fires-one-weapon", "5.14", args)
    card = card_of(game, aim.firer)
    if isinstance(card, Leg) and card.kind == "section":
        return Refusal("refused.section-fires-one-weapon", "5.1.2", args)
    fired = [weapon_of(game, aim.firer, each.weapon) for each in (*others, aim)]
    if sum(not weapon.secondary for weapon in fired) > 1:
        return Refusal("refused.no-dual-fire", "5.14", args)
    return None


def _primary(game: Game, aims: Sequence[Aim]) -> Aim:
    """The primary weapon of a unit: the one that is never modified, or the first that was declared (ruling)."""

    def weapon(aim: Aim) -> Weapon:
        return weapon_of(game, aim.firer, aim.weapon)

    return next((aim for aim in aims if not weapon(aim).secondary), aims[0])


@rule("5.14", "6.5.2.4/dual-fire", "6.5.4.3/dual-fire")
def with_dual_fire(game: Game, aims: Sequence[Aim]) -> tuple[Aim, ...]:
    """The declared fire of one unit, with what stands beside the primary weapon marked; one weapon alone is not."""
    if len(aims) < 2:
        return tuple(aims)
    primary = _primary(game, aims)
    return tuple(
        aim if aim is primary else replace(aim, dual="same-target" if aim.target == primary.target else "other-target")
        for aim in aims
    )
