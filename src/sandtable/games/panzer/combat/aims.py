"""Chapters 4.4.1, 4.4.2 and 6.5: what a unit may fire at a target, in the Basic and in the Advanced Game."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.combat.ap_fire import weapons_for_overwatch, weapons_on
from sandtable.games.panzer.combat.fields_of_fire import ApWeapon
from sandtable.games.panzer.combat.weapons import Aim, aims_at, could_fire_overwatch, overwatch_aims_at
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule


@rule("4.4.1", "4.4.3.2.1", "6.5.2", "6.5.4")
def direct_aims(game: Game, firer: str, target: str) -> list[Aim]:
    """What a unit may fire at a target in direct fire: AP weapons alone in the Basic Game."""
    if game.content.game == "advanced":
        return aims_at(game, firer, target)
    return [Aim(firer=firer, target=target, weapon=gun, load="AP") for gun in _guns(weapons_on(game, firer, target))]


@rule("4.4.2", "4.4.3.2.1", "6.5.3")
def overwatch_aims(game: Game, firer: str, target: str) -> list[Aim]:
    """What it may fire on overwatch."""
    if game.content.game == "advanced":
        return overwatch_aims_at(game, firer, target)
    guns = _guns(weapons_for_overwatch(game, firer, target))
    return [Aim(firer=firer, target=target, weapon=gun, load="AP", overwatch=True) for gun in guns]


@rule("4.4.2", "6.5.3")
def could_watch(game: Game, firer: str, target: str) -> bool:
    """Whether there is anything that it may fire on overwatch."""
    if game.content.game == "advanced":
        return could_fire_overwatch(game, firer, target)
    return bool(weapons_for_overwatch(game, firer, target))


def _guns(weapons: Iterable[ApWeapon]) -> list[str]:
    return [weapon.gun for weapon in weapons]
