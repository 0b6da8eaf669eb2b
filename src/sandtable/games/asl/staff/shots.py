"""What shots of ordnance and bursts of vehicles are worth to the staff, on the scale of its small arms."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.fire.dice import ALL_DR, Dr
from sandtable.games.asl.ordnance.effects import firepower
from sandtable.games.asl.ordnance.firing import depletion, judge
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.to_hit import Aim, aim, is_hull_down
from sandtable.games.asl.ordnance.to_kill import kill_number
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.staff.situation import OWN, Situation, shot_values
from sandtable.games.asl.state import DUMMY, UNKNOWN
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.terrain.tem import crews
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.machine_guns import Burst, groups_of
from sandtable.kernel import Choice, Option

TANK = 4.0
"""What a tank that burns is worth, where a squad that is gone is worth 1."""
CRIPPLED = 2.0
"""What one is worth that cannot move or is in Shock."""
CREW = 2.0
"""How many squads the crew of a Gun is worth."""
HITS = ("hit", "critical", "perhaps")
TWO_DICE = {total: (6 - abs(7 - total)) / 36 for total in range(2, 13)}


class Best(NamedTuple):
    """The best that something can be fired at."""

    worth: float
    option: str
    """The option that names the target."""


NOTHING = Best(0.0, "")


def kill_chance(game: Game, aimed: Aim) -> float:
    """What a hit on hull or turret comes to, over all dice to hit: tanks that are lost, by what they are worth."""
    shot, target = aimed.shot, aimed.shot.target
    vehicle = game.state.vehicles[target]
    worth = {}
    for part in ("hull", "turret"):
        kill = kill_number(game, shot, aimed.gunner, target, part, critical=False)
        if kill.harmless or (part == "hull" and is_hull_down(game, vehicle, aimed.gunner.at)):
            worth[part] = 0.0
        else:
            number = kill.number.total
            lost = sum(chance for total, chance in TWO_DICE.items() if total < number and total < max(TWO_DICE))
            worth[part] = TANK * lost + CRIPPLED * TWO_DICE.get(number, 0.0)
    if shot.immobilize:
        worth = {"hull": CRIPPLED if not is_hull_down(game, vehicle, aimed.gunner.at) else 0.0, "turret": 0.0}
    total = 0.0
    for dr in _there(game, aimed):
        if judge(aimed, aimed.marks[0], dr) in HITS:
            total += worth["turret" if dr.colored < dr.white else "hull"]
    return total / len(ALL_DR)


def _there(game: Game, aimed: Aim) -> list[Dr]:
    """The DR at which the ammunition of a shot is there."""
    number = depletion(game, aimed.shot, aimed.gunner)
    return [dr for dr in ALL_DR if not number or dr.total <= number]


def harm_to_men(game: Game, aimed: Aim) -> float:
    """What hits on men come to."""
    ift = game.content.table("ift", Ift)
    power = firepower(game, aimed)
    total = 0.0
    for dr in _there(game, aimed):
        for mark in aimed.marks:
            struck = judge(aimed, mark, dr)
            if struck not in HITS or mark.vehicle:
                continue
            column = ift.column(2 * power if struck == "critical" else power)
            cover = -mark.cover if struck == "critical" else mark.cover if aimed.shot.type == "area" else 0
            men = sum(_weight(game, name, aimed.gunner.side) for name in mark.units)
            total += men * shot_values(game.content, column, cover)
    return total / len(ALL_DR)


def _weight(game: Game, name: str, side: str) -> float:
    """What harm to a unit counts for a side: to one of its own, which is struck as well, against the shot."""
    unit = game.state.units[name]
    if unit.side == side:
        return OWN
    if unit.kind == DUMMY:
        return 0.0
    if unit.broken:
        return 0.5
    if unit.kind == UNKNOWN:
        return 1.0
    return CREW if name in crews(game) else 1.0


def worth_of(game: Game, shot: Shot) -> float:
    """What a shot is worth."""
    gunner = gunner_of(game, shot.firer, shot.arm)
    if shot.ammunition in ("smoke", "wp"):
        return 0.0
    aimed = aim(game, shot, gunner)
    if shot.type == "vehicle":
        return kill_chance(game, aimed)
    return harm_to_men(game, aimed) if aimed.marks else 0.0


def shots_of(game: Game, firer: str) -> list[tuple[Option, Shot]]:
    """What something can be fired at now, with the shot that each target stands for at first."""
    gunner = gunner_of(game, firer)
    gunnery = Gunnery(firer=firer)
    found = []
    for option in gunnery.targets(game, gunner):
        shot = gunnery.shot(game, Choice.of(option.id))
        if shot is not None:
            found.append((option, shot))
    return found


def best_shot(situation: Situation, firer: str) -> Best:
    """The best target of something that may be fired now, with its best ammunition."""
    game, best = situation.game, NOTHING
    if way_of(game, firer) is None:
        return best
    for option, shot in shots_of(game, firer):
        best = max(best, Best(value_of(game, shot), option.id))
    return best


def value_of(game: Game, shot: Shot) -> float:
    """What a shot is worth if another can follow at once where its ammunition is not there."""
    gunner = gunner_of(game, shot.firer, shot.arm)
    number = depletion(game, shot, gunner)
    if not number:
        return worth_of(game, shot)
    usual = "ap" if shot.type == "vehicle" or shot.ammunition == "he" else "he"
    lacking = sum(chance for total, chance in TWO_DICE.items() if total > number)
    if shot.type == "area" or shot.ammunition == "heat":
        return worth_of(game, shot)
    return worth_of(game, shot) + lacking * worth_of(game, replace(shot, ammunition=usual))


def burst_worth(game: Game, burst: Burst) -> float:
    """What a burst of machine guns is worth."""
    if not burst.arms:
        return 0.0
    side = game.state.vehicles[burst.vehicle].side
    return sum(
        shot_values(game.content, group.column, group.drm.total)
        * sum(_weight(game, name, side) for name in group.units)
        for group in groups_of(game, burst)
        if group.column
    )
