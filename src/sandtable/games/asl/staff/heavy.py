"""How the staff fights with Guns and vehicles: when they fire and with what, and how vehicles drive."""

from __future__ import annotations

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.duels import Duel
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.targets import smoke_targets
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.sight import sees
from sandtable.games.asl.staff import drives, transport
from sandtable.games.asl.staff.danger import posts
from sandtable.games.asl.staff.shots import Best, best_shot, burst_worth, value_of, worth_of
from sandtable.games.asl.staff.situation import Situation, shot_values
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.terrain.tem import crews
from sandtable.games.asl.units import is_mmc, units_at
from sandtable.games.asl.vehicles import overrun
from sandtable.games.asl.vehicles.bullets import bullets, hit_targets
from sandtable.games.asl.vehicles.machine_guns import Burst, bears, is_ready, targets
from sandtable.games.asl.vehicles.route import DriveBase, left
from sandtable.games.asl.vehicles.status import is_mobile, ordnance_slot
from sandtable.games.asl.vehicles.vehicle_fire import arms_of, ways
from sandtable.kernel import Choice, Decision, Option

AMBUSH = 1.3
"""What a shot must be worth for a Gun of which the enemy knows nothing: about one tank in three."""
SURE = 0.4
"""For a Gun or tank that is known."""
AGAIN = 0.9
"""For Intensive Fire, which may break the weapon."""
ROCKET = 0.6
"""For a rocket, of which there are few, and whose firer shows himself."""
STAY = 0.6
"""For a tank that could go on instead."""
SWEEP = 0.1
"""For machine guns."""
FOUND = 0.45
"""How often a Panzerfaust is found."""
POOR = 0.5
"""Below this a shot at a Gun is poor enough to blind it by SMOKE instead."""
WORTH_ANSWERING = 0.15
"""For the answer to a vehicle that takes aim."""
MASSED = 4
"""From how much firepower on a Location is worth blinding."""
CROSSING = 3
"""How many units in sight of it make it worth as much as it can be."""
BUTTON = 5
"""At how many hexes from able enemies crews go down."""


def _named(decision: Decision, *kinds: str) -> list[tuple[Choice, Option]]:
    return [(choice, option) for option in decision.options if (choice := Choice.of(option.id)).kind in kinds]


# Who fires


def best_heavy(situation: Situation, decision: Decision) -> Best:
    """The best of what Guns, rockets and vehicles can do, where it is worth it: how much, and its option."""
    best = Best(0.0, "")
    for choice, option in _named(decision, "weapon", "pf", "vehicle"):
        worth, least = _worth(situation, decision, choice)
        if worth >= least:
            best = max(best, Best(worth, option.id))
    return best


def _worth(situation: Situation, decision: Decision, choice: Choice) -> tuple[float, float]:
    """What something can do now, and what that must be worth."""
    game, state = situation.game, situation.state
    prepares = decision.prompt == "prep-fire" and situation.attacks
    if choice.kind == "vehicle":
        vehicle = state.vehicles[choice.name]
        main = max(best_shot(situation, choice.name).worth, smoke_worth(situation, choice.name))
        rest = max((best for _, best in bursts(situation, choice.name)), default=0.0)
        if prepares and is_mobile(vehicle):
            return main, STAY
        least = AGAIN if way_of(game, choice.name) == "intensive" and rest < SWEEP else SWEEP
        return max(main, rest), least
    best = best_shot(situation, choice.name).worth
    if choice.kind == "pf":
        return best * FOUND, (AMBUSH if _is_hidden(situation, choice.name) else ROCKET) * FOUND
    weapon = state.weapons[choice.name]
    if weapon.kind not in situation.content.guns:
        if situation.content.weapons[weapon.kind].type != "mortar":
            return best, AMBUSH if _is_hidden(situation, weapon.holder) else ROCKET
        return max(best, smoke_worth(situation, choice.name)), SWEEP
    crew = state.units[weapon.holder]
    if way_of(game, choice.name) == "intensive":
        return best, AGAIN
    return best, AMBUSH if crew.hidden or crew.concealed else SURE


def _is_hidden(situation: Situation, unit_id: str) -> bool:
    unit = situation.state.units.get(unit_id)
    return unit is not None and unit.hidden


def bursts(situation: Situation, vehicle_id: str) -> list[tuple[str, float]]:
    """The weapons of a vehicle beside its gun, each with the best that it can do now."""
    game, found = situation.game, []
    for name in ways(game, vehicle_id):
        if name != ordnance_slot(game, vehicle_id):
            places = targets(game, vehicle_id, arms_of(name))
            worths = [burst_worth(game, burst_of(situation, vehicle_id, name, at)) for at in places]
            foes = hit_targets(game, vehicle_id, name)
            worths += [worth_of(game, bullets(game, vehicle_id, name, foe)) for foe in foes]
            found.append((name, max(worths, default=0.0)))
    return found


def burst_of(situation: Situation, vehicle_id: str, arm: str, at: str) -> Burst:
    game = situation.game
    ready = [each for each in arms_of(arm) if is_ready(game, vehicle_id, each)]
    return Burst(vehicle_id, tuple(each for each in ready if bears(game, vehicle_id, each, at)), at)


# SMOKE


def smoke_target(situation: Situation, firer: str) -> str:
    """The hex to blind: of a known enemy Gun that could fire at its tanks, else of those who fire most at its men."""
    game, state = situation.game, situation.state
    tanks = [vehicle for vehicle in state.vehicles.values() if vehicle.side == situation.side and vehicle.at]
    at = gunner_of(game, firer).at
    if len([tank for tank in tanks if is_mobile(tank)]) > 1:
        for crew in crews(game):
            unit = state.units[crew]
            hex_ = hex_of(unit.at)
            able = unit.side != situation.side and not unit.broken and not state.smoke.get(hex_)
            if able and sees(game, at, unit.at):
                return hex_
    return "" if firer in state.vehicles and state.turn > 1 else _nest(situation, at)


def _nest(situation: Situation, at: str) -> str:
    """The enemy Location from which most fire could fall on men who attack, none of whom are near it yet."""
    men = [unit for unit in situation.own.values() if not unit.broken and is_mmc(situation.content, unit)]
    best = (float(MASSED), "")
    for post in posts(situation):
        hex_ = hex_of(post.at)
        near = min((situation.content.distance(hex_of(man.at), hex_) for man in men), default=0)
        if near < 2 or situation.state.smoke.get(hex_) or not sees(situation.game, at, post.at):
            continue
        watched = sum(sees(situation.game, post.at, man.at) for man in men)
        fp = sum(arm[0] for arm in post.arms if arm[1] >= near / 2)
        best = max(best, (fp * min(watched, CROSSING) / CROSSING, hex_))
    return best[1]


def smoke_worth(situation: Situation, firer: str) -> float:
    """What SMOKE is worth before others move: more than a poor shot."""
    game = situation.game
    if situation.state.phase != "prep-fire" or not situation.presses or way_of(game, firer) != "prep":
        return 0.0
    if situation.state.nvr or not smoke_target(situation, firer):
        return 0.0
    offered = {option.id for option in Gunnery(firer=firer).targets(game, gunner_of(game, firer))}
    if not offered & {"do:wp", "do:screen"} or best_shot(situation, firer).worth >= POOR:
        return 0.0
    can_reach = smoke_target(situation, firer) in smoke_targets(game, firer, gunner_of(game, firer))
    return STAY if can_reach else 0.0


def screens_first(situation: Situation, decision: Decision) -> str:
    """The mortar that fires SMOKE before anything else is fired, since it may not afterwards (A3.2)."""
    for choice, option in _named(decision, "weapon"):
        if smoke_worth(situation, choice.name) > best_shot(situation, choice.name).worth:
            return option.id
    return ""


def aim(situation: Situation, decision: Decision) -> str | None:
    """The best target; SMOKE where that is better; nothing where nothing is worth it."""
    firer = str(decision.args["firer"])
    best = best_shot(situation, firer)
    if smoke_worth(situation, firer) > best.worth:
        for name in ("do:wp", "do:screen"):
            if decision.find(name) is not None:
                return name
    return best.option if best.worth > 0 else "do:cancel"


def screen(situation: Situation, decision: Decision) -> str | None:
    hex_ = smoke_target(situation, str(decision.args["firer"]))
    return f"hex:{hex_}" if hex_ and decision.find(f"hex:{hex_}") is not None else "do:cancel"


def _worth_loaded(situation: Situation, shot: Shot) -> float:
    """What a shot is worth as it is loaded: one at the tracks for itself alone."""
    return worth_of(situation.game, shot) if shot.immobilize else value_of(situation.game, shot)


def load(situation: Situation, decision: Decision) -> str | None:
    """The ammunition that does most."""
    frame = situation.state.stack[-1]
    if not isinstance(frame, Gunnery):
        return None
    best = Best(-1.0, "")
    for choice, option in _named(decision, "do"):
        shot = frame.loaded(situation.game, choice) if choice.name != "cancel" else None
        if shot is not None:
            worth = _worth_loaded(situation, shot)
            best = max(best, Best(worth - (0.4 if choice.name.endswith("desperate") else 0.0), option.id))
    leaders = _named(decision, "unit")
    if leaders and not frame.leader:
        return leaders[0][1].id
    return best.option or None


def vehicle_arm(situation: Situation, decision: Decision) -> str | None:
    """The gun before the machine guns, where it does more."""
    vehicle = str(decision.args["vehicle"])
    found = [Best(worth, f"arm:{name}") for name, worth in bursts(situation, vehicle) if worth >= SWEEP]
    gun = f"arm:{ordnance_slot(situation.game, vehicle)}"
    if decision.find(gun) is not None:
        main = max(best_shot(situation, vehicle).worth, smoke_worth(situation, vehicle))
        found.append(Best(main if main > 0 else -1.0, gun))
    best = max(found, default=Best(0.0, ""))
    return best.option if best.worth > 0 else "do:cancel"


def sweep(situation: Situation, decision: Decision) -> str | None:
    vehicle = str(decision.args["vehicle"])
    frame = situation.state.stack[-1]
    arm = getattr(frame, "arm", "mg")
    best = Best(0.0, "do:cancel")
    for choice, option in _named(decision, "hex", "place"):
        worth = burst_worth(situation.game, burst_of(situation, vehicle, arm, choice.name))
        best = max(best, Best(worth, option.id))
    for choice, option in _named(decision, "vehicle"):
        worth = worth_of(situation.game, bullets(situation.game, vehicle, arm, choice.name))
        best = max(best, Best(worth, option.id))
    return best.option


def duel(situation: Situation, decision: Decision) -> str | None:
    """A weapon that is aimed at has little to lose: it answers, with what does most, unless that is hopeless."""
    frame = situation.state.stack[-1]
    if not isinstance(frame, Duel):
        return None
    best = Best(WORTH_ANSWERING, "do:pass")
    for choice, option in _named(decision, "do"):
        if choice.name != "pass":
            shot = frame.answer(situation.game, choice.name)
            best = max(best, Best(_worth_loaded(situation, shot), option.id))
    return best.option


def light_up(situation: Situation, decision: Decision) -> str | None:
    """Between the enemies that are known, or over the goal."""
    places = {choice.name: option.id for choice, option in _named(decision, "hex")}
    if not places:
        return None
    return places[min(places, key=lambda hex_: (situation.to_goal(hex_), hex_))]


def prevent_overrun(situation: Situation, decision: Decision) -> str | None:
    """A Gun that is about to be driven over has nothing to lose."""
    found = _named(decision, "weapon")
    return found[0][1].id if found else None


def attack_vehicle(situation: Situation, decision: Decision) -> str | None:
    """Squads dare to attack what has driven over them; others keep their heads down."""
    for choice, option in _named(decision, "unit"):
        unit = situation.state.units[choice.name]
        card = situation.content.personnel.get(unit.kind)
        if card is not None and card.type == "squad" and not unit.pinned:
            return option.id
    return None


def vehicle_target(situation: Situation, decision: Decision) -> str | None:
    """With a magnetic mine, where there is one to look for."""
    mines = _named(decision, "mine")
    return mines[0][1].id if mines else decision.options[0].id


# Driving


def who_drives(situation: Situation, decision: Decision) -> str | None:
    """A vehicle that must move or finds a better place."""
    must = decision.find("do:done") is None
    for choice, option in _named(decision, "vehicle"):
        vehicle = situation.state.vehicles[choice.name]
        if must and vehicle.at and not (vehicle.motion or vehicle.recalled):
            continue
        if transport.is_idle(situation, choice.name):
            continue
        if choice.name in situation.memory.rested and not must:
            continue
        if transport.is_loaded(situation, choice.name) and vehicle.at and not must:
            if transport.wants(situation, choice.name):
                return option.id
            situation.memory.rested.add(choice.name)
            continue
        if vehicle.immobile and not must:
            continue
        if must or vehicle.at == NOWHERE or vehicle.motion:
            return option.id
        if drives.wants_to_move(situation, choice.name):
            return option.id
        situation.memory.rested.add(choice.name)
    return None


def drive(situation: Situation, decision: Decision) -> str | None:
    """On towards the best place; there to a halt, under SMOKE where it is dangerous."""
    vehicle_id = str(decision.args["vehicle"])
    vehicle, move = situation.state.vehicles[vehicle_id], situation.state.stack[-1]
    assert isinstance(move, DriveBase)
    carries = transport.drive(situation, decision)
    if carries:
        return carries
    if decision.find("do:free") is not None:
        return "do:free"
    hatch = _hatch(situation, decision, vehicle_id)
    if hatch:
        return hatch
    crush = _overrun(situation, decision, vehicle_id)
    if crush:
        return crush
    stay, best, worth = drives.plan(situation, vehicle_id, left(situation.game, move))
    if best.first and worth > stay + (0.05 if vehicle.started else drives.NEAR_ENOUGH):
        if decision.find(best.first) is not None:
            return best.first
        return next((name for name in ("do:start",) if decision.find(name) is not None), _halt(decision))
    return _smoke(situation, decision, vehicle_id) or _halt(decision)


def _halt(decision: Decision) -> str | None:
    return next((name for name in ("do:stop", "do:done", "do:delay") if decision.find(name) is not None), None)


def _hatch(situation: Situation, decision: Decision, vehicle_id: str) -> str | None:
    """Crews look out where no men are near, and go down where they are."""
    vehicle = situation.state.vehicles[vehicle_id]
    near = min(
        (
            situation.content.distance(hex_of(vehicle.at), hex_of(foe.at))
            for foe in situation.foes
            if not foe.broken and sees(situation.game, foe.at, vehicle.at, seen=vehicle_id)
        ),
        default=99,
    )
    wanted = "do:expose" if near > BUTTON else "do:button"
    return wanted if decision.find(wanted) is not None else None


def _smoke(situation: Situation, decision: Decision, vehicle_id: str) -> str | None:
    """The smoke device, where Guns or tanks see the vehicle and it has nothing good to fire at."""
    places = _named(decision, "device")
    vehicle = situation.state.vehicles[vehicle_id]
    if not places or situation.state.smoke.get(vehicle.at):
        return None
    heavy = [each for each in drives.threats(situation) if each.kind in ("vehicle", "gun")]
    seen = [each for each in heavy if sees(situation.game, each.at, vehicle.at, seen=vehicle_id)]
    if not seen or (len(seen) == 1 and best_shot(situation, vehicle_id).worth > POOR):
        return None
    here = [option.id for choice, option in places if choice.name == hex_of(vehicle.at)]
    if here:
        return here[0]
    content = situation.content
    return min(places, key=lambda each: content.distance(each[0].name, hex_of(seen[0].at)))[1].id


def _overrun(situation: Situation, decision: Decision, vehicle_id: str) -> str | None:
    """Men in the open, broken or few, are driven over."""
    game, best = situation.game, Best(0.8, "")
    for choice, option in _named(decision, "overrun"):
        names = [name for name in units_at(game, choice.name) if situation.state.units[name].side != situation.side]
        able = [name for name in names if not situation.state.units[name].broken]
        if situation.cover(choice.name) > 1 or len(able) > 1:
            continue
        column = game.content.table("ift", Ift).column(overrun.firepower(game, vehicle_id))
        worth = shot_values(game.content, column, situation.cover(choice.name) - 1)
        best = max(best, Best(sum(2.0 if name in crews(game) else 1.0 for name in names) * worth, option.id))
    return best.option or None


def mans_gun(situation: Situation, unit_id: str) -> bool:
    """Whether a unit serves a Gun, which it does not leave."""
    gun = crews(situation.game).get(unit_id, "")
    return bool(gun) and not situation.state.weapons[gun].broken
