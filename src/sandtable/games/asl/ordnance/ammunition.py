"""C7.2, C8: the ammunition that can be named for a shot."""

from __future__ import annotations

from sandtable.games.asl.fire.marking import is_too_late_for_smoke
from sandtable.games.asl.heavy import Ammunition
from sandtable.games.asl.ordnance.rockets import is_rocket
from sandtable.games.asl.ordnance.shots import (
    Gunner,
)
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import is_stopped
from sandtable.kernel import rule

SHELLS: tuple[Ammunition, ...] = ("ap", "he", "apcr", "apds", "heat", "smoke", "wp")


@rule("C7.2", "C8.1", "C8.9", "C5.8", "C8.5", "C5.35")
def shells(game: Game, firer: str, gunner: Gunner, *, at_vehicle: bool, area: bool = False) -> list[Ammunition]:
    """The ammunition that can be named for a target: what the weapon has, and has not run out of."""
    if gunner.sort == "latw":
        return ["heat"]
    if gunner.sort == "mg":
        return ["mg"] if at_vehicle else []
    if is_rocket(game, firer):
        return ["he"]
    left = [name for name in SHELLS if name in gunner.special and name not in gunner.gone and not gunner.strangers]
    he: list[Ammunition] = ["he"] if "he" not in gunner.special or "he" in left else []
    if gunner.sort == "mortar" or area:
        return he
    special = [name for name in left if name in ("apcr", "apds", "heat")]
    return ["ap", *special, *he] if at_vehicle else [*he, "ap"]


@rule("C8.5", "C5.35", "E3.5", "A3.2")
def smoke_shells(game: Game, firer: str, gunner: Gunner) -> list[Ammunition]:
    """The kinds of SMOKE that a weapon can fire now: none on the move, none in rain, none after other Prep Fire."""
    if gunner.strangers or is_too_late_for_smoke(game) or game.state.weather in ("rain", "heavy-rain"):
        return []
    vehicle = game.state.vehicles.get(firer)
    if vehicle is not None and not is_stopped(vehicle):
        return []
    return [name for name in SHELLS if name in ("smoke", "wp") and name in gunner.special and name not in gunner.gone]


@rule("C8.7", "C9.1")
def may_light(game: Game, gunner: Gunner) -> bool:
    """Whether a mortar has Illuminating Rounds to fire: at night, by those who know it."""
    return bool(game.state.nvr) and gunner.card is not None and gunner.card.illuminates and not gunner.strangers
