"""C2, C9, C13: who may fire ordnance now, at what, with which ammunition; and the questions before a shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import LIGHT_ANTITANK, MACHINE_GUNS
from sandtable.games.asl.events.vehicles import FoundPanzerfaust, GunTurned, TurretTurned
from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.pieces import (
    INHERENT,
    Piece,
    can_direct,
    is_barred_by_moving,
    is_ready,
    may_fire,
    weapon_way,
)
from sandtable.games.asl.heavy import Ammunition
from sandtable.games.asl.heavy_ids import VEILED
from sandtable.games.asl.locations import floor_of, hex_of
from sandtable.games.asl.morale.casualties import Aftermath, break_unit, pin
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.ordnance.backblast import backblast
from sandtable.games.asl.ordnance.firing import MODES, fire, preview_lines
from sandtable.games.asl.ordnance.places import is_built_up
from sandtable.games.asl.ordnance.rockets import is_rocket, may_launch
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    Shot,
    Way,
    fires_limbered,
    gunner_of,
    in_reach,
    is_confined,
    may_turn,
    must_be_desperate,
    panzerfaust_of,
    sees_anybody,
    spotters,
    turn_of,
)
from sandtable.games.asl.ordnance.to_kill import is_thin, may_immobilize
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.sight.on_map import DARKNESS
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.tables.ordnance import Panzerfaust
from sandtable.games.asl.terrain.tem import crews, tem
from sandtable.games.asl.units import Game, change, is_known, is_smc, is_squad, on_map, units_at
from sandtable.games.asl.vehicles.status import can_act, has_moved, is_stopped, kept_rate, known_vehicles, ordnance_slot
from sandtable.games.asl.weapons.possession import is_towed
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, derived, of_content, rule

CANCEL = Option("do:cancel", rule="C3.1")
IMMOBILIZE = Option("do:immobilize", rule="C5.7")
DESPERATE = Option("do:desperate", rule="C13.8")
LIGHT = Option("do:light", rule="C8.7")
SHELLS: tuple[Ammunition, ...] = ("ap", "he", "apcr", "apds", "heat", "smoke", "wp")
PF = "pf"


def place_option(location: str, rule_id: str) -> Option:
    """The option that names a Location."""
    return Option(f"hex:{location}" if hex_of(location) == location else f"place:{location}", rule=rule_id)


# Who may fire


@rule("C2.1", "C2.241", "C2.5", "C5.6", "C2.8", "C10.1", "C10.2", "A7.25")
def gun_way(game: Game, weapon_id: str) -> Way | None:
    """In which way a Gun may fire now; None if it may not."""
    state, content = game.state, game.content
    weapon = state.weapons[weapon_id]
    unit = state.units.get(weapon.holder)
    if unit is None or weapon.broken or not may_fire(game, weapon.holder) or unit.ti:
        return None
    if (weapon.limbered and not fires_limbered(game, weapon_id)) or is_smc(content, unit) or is_towed(game, weapon_id):
        return None
    if not weapon.used and not is_squad(content, unit) and (unit.fire not in ("", "opportunity") or unit.spent):
        return None
    return _way(game, unit.side, weapon.fire, used=weapon.used, pinned=unit.pinned, held=unit.fire == "opportunity")


def _way(game: Game, side: str, marker: str, *, used: bool, pinned: bool, held: bool) -> Way | None:
    """In which way a Gun or main armament with a marker may fire in the phase under way."""
    phase, attacks = game.state.phase, side == game.state.active
    if phase == "prep-fire" and attacks:
        if marker == "":
            return None if held else "prep"
        return "intensive" if marker == "prep" and not pinned else None
    if phase == "movement" and not attacks:
        if marker == "":
            return "first"
        return "intensive" if marker == "first" and not pinned else None
    if phase == "defensive-fire" and not attacks:
        if marker == "":
            return "final"
        return "intensive" if marker == "first" and not pinned else None
    if phase == "advancing-fire" and attacks and marker == "" and not used:
        return "opportunity" if held and not pinned else "advancing"
    return None


@rule("C9.1", "C13.1", "C13/infantry-use", "C9/infantry-use", "A4.41", "D3.54")
def light_way(game: Game, weapon_id: str) -> Way | None:
    """In which way a light mortar or anti-tank weapon may fire now, or a machine gun at a vehicle."""
    state = game.state
    weapon = state.weapons[weapon_id]
    card = game.content.weapons[weapon.kind]
    if not weapon.holder or weapon.broken or (weapon.dismantled and card.type not in MACHINE_GUNS):
        return None
    mode = weapon_way(game, weapon.holder, weapon_id, weapon.fire)
    if mode is None or mode in ("subsequent", "protective", "final-marked"):
        return None
    at = state.units[weapon.holder].at
    if card.type == "mortar":
        if is_built_up(game, at) or floor_of(at) != 0 or (mode == "advancing" and weapon.moved):
            return None
    elif card.type in MACHINE_GUNS:
        if not is_ready(game, weapon) or (mode == "advancing" and is_barred_by_moving(game, weapon)):
            return None
    elif card.type not in LIGHT_ANTITANK:
        return None
    return mode  # type: ignore[return-value]


@of_content
def _has_panzerfausts(content: Content, side: str) -> bool:
    return any(card.type == "pf" and card.side == side for card in content.weapons.values())


@rule("C13.31", "CG15")
def panzerfaust_way(game: Game, unit_id: str) -> Way | None:
    """In which way a unit may look for a Panzerfaust and fire it now: one that may still use a support weapon."""
    state, unit = game.state, game.state.units[unit_id]
    if not state.shots.get(unit.side):
        return None
    if not _has_panzerfausts(game.content, unit.side):
        return None
    if unit.unarmed or unit.guard or (unit_id in crews(game) and state.weapons[crews(game)[unit_id]].used):
        return None
    first = PF not in unit.spent
    if not first and (INHERENT in unit.spent or not is_squad(game.content, unit) or "pf2" in unit.spent):
        return None
    mode = weapon_way(game, unit_id, PF if first else "pf2", unit.fire, berserk=True)
    return None if mode is None else mode  # type: ignore[return-value]


@rule("D3.1", "D3.3", "C5.6", "C2.241", "C7.4", "D5.34", "37.1/a", "37.1/b")
def main_way(game: Game, vehicle_id: str) -> Way | None:
    """In which way a vehicle may fire its main armament now, if that is a gun; or else the weapon that it carries."""
    vehicle = game.state.vehicles[vehicle_id]
    card = game.content.vehicles[vehicle.kind]
    if card.carries is not None:
        return carried_way(game, vehicle_id)
    if card.gun is None or not can_act(vehicle) or "ma" in (*vehicle.broken, *vehicle.disabled):
        return None
    if card.gun.rocket and not may_launch(game, vehicle):
        return None
    marker = next((each.partition(":")[2] for each in vehicle.fired if each.startswith("ma:")), "")
    phase, attacks = game.state.phase, vehicle.side == game.state.active
    if phase == "movement" and attacks:
        return "bounding-first" if marker == "" and not card.gun.rocket else None
    if phase == "advancing-fire" and attacks:
        if marker or kept_rate(vehicle, "ma"):
            return None
        return "bounding" if has_moved(vehicle) or not is_stopped(vehicle) else "advancing"
    way = _way(game, vehicle.side, marker, used=False, pinned=vehicle.stun == "shaken", held=False)
    if way == "intensive" and (not is_stopped(vehicle) or card.gun.rocket):
        return None
    return way


@rule("C13.5", "D6.8", "C13.1", "C7.4", "D5.34")
def carried_way(game: Game, vehicle_id: str) -> Way | None:
    """In which way a support weapon may be fired from inside a vehicle: once in a Player Turn, and while it stands.

    It is fired by the rules of a support weapon, thus not in the Movement Phase of its own side.
    """
    vehicle, slot = game.state.vehicles[vehicle_id], ordnance_slot(game, vehicle_id)
    if not can_act(vehicle) or not is_stopped(vehicle) or slot in (*vehicle.broken, *vehicle.disabled):
        return None
    marker = next((each.partition(":")[2] for each in vehicle.fired if each.startswith(f"{slot}:")), "")
    way = _way(game, vehicle.side, marker, used=False, pinned=False, held=False)
    return None if way == "intensive" else way


def way_of(game: Game, firer: str) -> Way | None:
    """In which way something may fire now."""
    state = game.state
    if firer in state.vehicles:
        return main_way(game, firer)
    if firer in state.units:
        return panzerfaust_way(game, firer)
    if firer not in state.weapons:
        return None
    kind = state.weapons[firer].kind
    return gun_way(game, firer) if kind in game.content.guns else light_way(game, firer)


# At what


def _moving_target(game: Game, gunner: Gunner) -> bool:
    """Whether the DEFENDER fires at what moves now."""
    return game.state.phase == "movement" and gunner.side != game.state.active


@rule("C6.1", "A8.1")
def may_still_fire(game: Game, firer: str) -> bool:
    """Whether something has not fired at what moves as often as MF or MP were spent there.

    The vehicle that moves fires as often as it keeps its rate of fire.
    """
    moving = game.state.moving
    if moving is None or game.state.phase != "movement" or firer == moving.vehicle:
        return True
    return moving.shots_of(firer) < max(1, moving.spent_here // 2)


@rule("C3.1", "C3.2", "C3.21", "C2.6", "37.1/b")
def bears_on(game: Game, firer: str, gunner: Gunner, location: str, seen: str = "") -> bool:
    """Whether a weapon can be fired at a Location, or a vehicle in it: in reach, seen, in its arc or after turning."""
    if is_rocket(game, firer) and hex_of(location) == hex_of(gunner.at):
        return False
    if not in_reach(game, gunner, location):
        return False
    if not line_of_sight(game, gunner.at, location, viewer=firer, seen=seen).clear:
        return False
    shot = Shot(firer, location, "infantry", "he", "prep")
    _, turns = turn_of(game, shot, gunner)
    return not turns or may_turn(game, firer, gunner)


def vehicle_targets(game: Game, firer: str, gunner: Gunner) -> list[str]:
    """The vehicles at which a weapon can be fired."""
    return list(_vehicle_targets(game, firer, gunner))


def _vehicle_targets(game: Game, firer: str, gunner: Gunner) -> Iterator[str]:
    state = game.state
    if gunner.sort == "mortar":
        return
    names = _vehicles_at_issue(game, gunner.side)
    if gunner.sort == "mg":
        names = [name for name in names if is_thin(game, firer, gunner, name)]
    for name in names:
        if bears_on(game, firer, gunner, state.vehicles[name].at, name):
            yield name


def _vehicles_at_issue(game: Game, side: str) -> Sequence[str]:
    """The enemy vehicles that a side knows, or in First Fire the one that moves."""
    state = game.state
    known = known_vehicles(game, side)
    if state.phase != "movement" or side == state.active:
        return known
    moving = state.moving
    return [moving.vehicle] if moving is not None and moving.vehicle in known else []


def veiled_targets(game: Game, firer: str, gunner: Gunner) -> list[str]:
    """The Locations with a "?" at which a weapon can be fired as at a vehicle."""
    return list(_veiled_targets(game, firer, gunner))


@rule("C3.31", "C6.2", "A12.1", "scope/vehicle-concealment")
def _veiled_targets(game: Game, firer: str, gunner: Gunner) -> Iterator[str]:
    """The same one by one: whether a vehicle is beneath a "?" on the ground nobody knows, unless it moves as one."""
    if gunner.sort in ("mortar", "mg") or is_rocket(game, firer):
        return
    places = _suspect_places(game, gunner.side)
    if _moving_target(game, gunner):
        moving = game.state.moving
        vehicle = None if moving is None else game.state.vehicles.get(moving.vehicle)
        places = (vehicle.at,) if vehicle is not None and vehicle.concealed else ()
    for at in places:
        if at not in game.state.melees and bears_on(game, firer, gunner, at):
            yield at


@derived("units")
@rule("A12.1", "scope/vehicle-concealment")
def _suspect_places(game: Game, side: str) -> tuple[str, ...]:
    """Where a "?" of the enemy of a side lies on the ground, while a vehicle of his is missing that has come."""
    if not any(unit.covers and unit.side != side for unit in game.state.units.values()):
        return ()
    foes = [unit for unit in game.state.units.values() if unit.side != side and on_map(unit) and not unit.hidden]
    return tuple(sorted({unit.at for unit in foes if unit.concealed and unit.at == hex_of(unit.at)}))


def _hull(game: Game, firer: str) -> str:
    """The vehicle that fires, by its id, if one does."""
    return firer if firer in game.state.vehicles else ""


def infantry_targets(game: Game, firer: str, gunner: Gunner) -> list[str]:
    """The Locations of men at which a weapon can be fired with the Infantry target type."""
    return list(_infantry_targets(game, firer, gunner))


@rule("C3.32", "C13.31")
def _infantry_targets(game: Game, firer: str, gunner: Gunner) -> Iterator[str]:
    """The same one by one; in the enemy's Movement Phase a Panzerfaust is fired at vehicles alone."""
    if gunner.sort in ("mortar", "mg") or (firer in game.state.units and _moving_target(game, gunner)):
        return
    hull = _hull(game, firer)
    for at in _known_places(game, gunner):
        if not bears_on(game, firer, gunner, at):
            continue
        seen = _moving_target(game, gunner) or sees_anybody(
            game, gunner.at, at, gunner.side, crew=gunner.unit, vehicle=hull
        )
        if seen and (gunner.sort != "latw" or is_worth_a_rocket(game, gunner, at)):
            yield at


def _known_places(game: Game, gunner: Gunner) -> list[str]:
    """Where enemies are known, or in First Fire those who move."""
    if _moving_target(game, gunner):
        moving = game.state.moving
        alive = moving is not None and any(name in game.state.units for name in moving.units)
        return [moving.at] if moving is not None and alive else []
    melees = game.state.melees
    return [at for at in fire_group.target_locations(game, gunner.side) if _has_men(game, at) and at not in melees]


def _has_men(game: Game, at: str) -> bool:
    return bool(units_at(game, at))


@rule("C13.1", "A12.16")
def is_worth_a_rocket(game: Game, gunner: Gunner, location: str) -> bool:
    """Whether a light anti-tank weapon may be fired at men: in buildings and rubble, behind walls, or with a Gun that
    is known."""
    if is_built_up(game, location):
        return True
    names = [name for name in units_at(game, location) if game.state.units[name].side != gunner.side]
    if any(name in crews(game) and is_known(game.state.units[name]) for name in names):
        return True
    parts = tem(game, location, names[:1], [gunner.at]) if names else []
    return any(part.label in ("tem.wall", "tem.hedge") and part.value > 0 for part in parts)


@rule("C3.33", "C9.1", "C9.3", "37.1/b")
def area_targets(game: Game, firer: str, gunner: Gunner) -> dict[str, str]:
    """The hexes of enemies at which HE can be fired with the Area type, each with the Spotter that it takes."""
    if gunner.sort in ("latw", "mg") or is_rocket(game, firer):
        return {}
    hexes = dict.fromkeys(hex_of(at) for at in _known_places(game, gunner))
    if _moving_target(game, gunner) and game.state.moving is not None and game.state.moving.vehicle:
        hexes[hex_of(game.state.moving.at)] = None
    elif not _moving_target(game, gunner):
        hexes |= dict.fromkeys(hex_of(game.state.vehicles[name].at) for name in known_vehicles(game, gunner.side))
    return _seen(game, firer, gunner, hexes)


def _seen(game: Game, firer: str, gunner: Gunner, hexes: Iterable[str]) -> dict[str, str]:
    found = {}
    for hex_ in hexes:
        if bears_on(game, firer, gunner, hex_):
            found[hex_] = ""
        elif gunner.sort == "mortar" and in_reach(game, gunner, hex_):
            able = spotters(game, firer, gunner, hex_)
            if able:
                found[hex_] = _best_spotter(game, able, hex_)
    return found


@rule("C9.3")
def _best_spotter(game: Game, able: Sequence[str], hex_: str) -> str:
    """Who spots of those who can: whoever sees the hex best, and of these the one whose own fire is missed least."""
    units, cards = game.state.units, game.content.personnel
    return min(
        able,
        key=lambda name: (line_of_sight(game, units[name].at, hex_).hindrance, cards[units[name].kind].fp, name),
    )


@rule("C8.5", "C9.1")
def smoke_targets(game: Game, firer: str, gunner: Gunner) -> dict[str, str]:
    """The hexes into which SMOKE can be fired: any in sight, in First Fire that of those who move."""
    if _moving_target(game, gunner):
        moving = game.state.moving
        return {} if moving is None else _seen(game, firer, gunner, [hex_of(moving.at)])
    return _seen(game, firer, gunner, [hex_ for hex_ in game.content.board.labels if hex_ not in game.state.blazes])


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


@rule("C8.5", "C5.35", "E3.5")
def smoke_shells(game: Game, firer: str, gunner: Gunner) -> list[Ammunition]:
    """The kinds of SMOKE that a weapon can fire now: none on the move, none in rain."""
    if gunner.strangers or game.state.weather in ("rain", "heavy-rain"):
        return []
    vehicle = game.state.vehicles.get(firer)
    if vehicle is not None and not is_stopped(vehicle):
        return []
    return [name for name in SHELLS if name in ("smoke", "wp") and name in gunner.special and name not in gunner.gone]


@rule("C8.7", "C9.1")
def may_light(game: Game, gunner: Gunner) -> bool:
    """Whether a mortar has Illuminating Rounds to fire: at night, by those who know it."""
    return bool(game.state.nvr) and gunner.card is not None and gunner.card.illuminates and not gunner.strangers


@rule("C8.7", "C9.1")
def light_targets(game: Game, gunner: Gunner) -> list[str]:
    """The hexes above which an Illuminating Round can burst: any in range that nothing but the dark hides."""
    found = []
    for hex_ in game.content.board.labels:
        if in_reach(game, gunner, hex_):
            block = line_of_sight(game, gunner.at, hex_).block
            if block is None or block.what == DARKNESS:
                found.append(hex_)
    return found


def can_fire(game: Game, firer: str) -> bool:
    """Whether something can be fired at anything now; what is told at once is asked first, and one target will do."""
    way = way_of(game, firer)
    if way is None or not may_still_fire(game, firer):
        return False
    gunner = gunner_of(game, firer)
    if _may_smoke(game, firer, gunner) or (may_light(game, gunner) and not _moving_target(game, gunner)):
        return True
    if any(True for _ in _vehicle_targets(game, firer, gunner)):
        return True
    if any(True for _ in _veiled_targets(game, firer, gunner)):
        return True
    if any(True for _ in _infantry_targets(game, firer, gunner)):
        return True
    return bool(shells(game, firer, gunner, at_vehicle=False, area=True) and area_targets(game, firer, gunner))


def _may_smoke(game: Game, firer: str, gunner: Gunner) -> bool:
    """Whether SMOKE is worth asking about: by a weapon that fires in its own phases."""
    return bool(smoke_shells(game, firer, gunner)) and not _moving_target(game, gunner)


# Asking


class Gunnery(Procedure, frozen=True):
    """A weapon is aimed and fired: its target, its ammunition, and then the shot."""

    firer: str
    target: str = ""
    spotter: str = ""
    leader: str = ""
    kind: str = ""
    """The target type, or the kind of SMOKE while its hex is asked for."""

    @rule("C3.1", "C3.3")
    def begin(self, game: Game) -> Decision | None:
        """Ask for the target and with it the target type."""
        if not can_fire(game, self.firer) and not self.turns(game):
            game.finish()
            return None
        gunner = gunner_of(game, self.firer)
        targets = self.targets(game, gunner)
        return Decision(
            gunner.side,
            "aim",
            "C3.1",
            (*targets, *self.turns(game), CANCEL),
            {"firer": self.firer},
            continues=True,
            default=targets[0].id if targets and _moving_target(game, gunner) else "",
            done=CANCEL.id,
        )

    def targets(self, game: Game, gunner: Gunner) -> list[Option]:
        """The options that name a target."""
        if way_of(game, self.firer) is None or not may_still_fire(game, self.firer):
            return []
        found = [Option(f"vehicle:{name}", rule="C3.31") for name in vehicle_targets(game, self.firer, gunner)]
        found += [Option(f"{VEILED}:{at}", rule="C6.2") for at in veiled_targets(game, self.firer, gunner)]
        found += [place_option(at, "C3.32") for at in infantry_targets(game, self.firer, gunner)]
        if shells(game, self.firer, gunner, at_vehicle=False, area=True):
            found += [Option(f"area:{hex_}", rule="C3.33") for hex_ in area_targets(game, self.firer, gunner)]
        first = _moving_target(game, gunner)
        names = smoke_shells(game, self.firer, gunner)
        if not first or (names and smoke_targets(game, self.firer, gunner)):
            found += [Option("do:wp" if name == "wp" else "do:screen", rule="C8.5") for name in names]
        if not first and may_light(game, gunner) and light_targets(game, gunner):
            found.append(LIGHT)
        return found

    @rule("C3.22", "C2.7")
    def turns(self, game: Game) -> list[Option]:
        """The hexspines to which a weapon may be turned instead of firing, in a fire phase of its side."""
        gunner = gunner_of(game, self.firer)
        way = way_of(game, self.firer)
        if gunner.mount is None or way in (None, "intensive", "first", "bounding-first"):
            return []
        if gunner.mount == "NT" and self.firer in game.state.vehicles:
            return []
        if not may_turn(game, self.firer, gunner) or (gunner.sort == "gun" and is_built_up(game, gunner.at)):
            return []
        return [Option(f"spine:{spine}", rule="C3.22") for spine in range(6) if spine != gunner.arc]

    def shot(self, game: Game, choice: Choice, ammunition: Ammunition | None = None) -> Shot | None:
        """The shot that a choice would make, with the usual ammunition."""
        gunner = gunner_of(game, self.firer)
        way = way_of(game, self.firer)
        if way is None or choice.kind not in ("vehicle", VEILED, "hex", "place", "area"):
            return None
        at_vehicle, area = choice.kind in ("vehicle", VEILED), choice.kind == "area"
        known = shells(game, self.firer, gunner, at_vehicle=at_vehicle, area=area)
        if not known:
            return None
        spotter = area_targets(game, self.firer, gunner).get(choice.name, "") if area else ""
        return Shot(
            self.firer,
            choice.name,
            "vehicle" if at_vehicle else "area" if area else "infantry",
            ammunition or known[0],
            way,
            spotter=spotter,
            desperate=must_be_desperate(game, gunner),
            leader=self.leader,
        )

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        shot = self.shot(game, choice)
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, self.firer, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "cancel":
            game.finish()
        elif choice.kind == "spine":
            turn(game, self.firer, int(choice.name))
            game.finish()
        elif choice.kind == "do":
            game.goto("light" if choice.name == "light" else "screen", kind=choice.name)
        else:
            shot = self.shot(game, choice)
            assert shot is not None
            game.goto("load", target=choice.name, kind=shot.type, spotter=shot.spotter)

    @rule("C8.5")
    def screen(self, game: Game) -> Decision:
        """Ask for the hex into which SMOKE is fired."""
        gunner = gunner_of(game, self.firer)
        options = [Option(f"hex:{hex_}", rule="C8.5") for hex_ in smoke_targets(game, self.firer, gunner)]
        return Decision(
            gunner.side, "screen", "C8.5", (*options, CANCEL), {"firer": self.firer}, continues=True, done=CANCEL.id
        )

    def smoke_shot(self, game: Game, hex_: str) -> Shot | None:
        way = way_of(game, self.firer)
        if way is None:
            return None
        spotter = smoke_targets(game, self.firer, gunner_of(game, self.firer)).get(hex_, "")
        shell: Ammunition = "wp" if self.kind == "wp" else "smoke"
        return Shot(self.firer, hex_, "area", shell, way, spotter=spotter)

    def screen_preview(self, game: Game, choice: Choice) -> Preview | None:
        shot = self.smoke_shot(game, choice.name) if choice.kind == "hex" else None
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def screen_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, self.firer, choice)

    def screen_chosen(self, game: Game, choice: Choice) -> None:
        shot = self.smoke_shot(game, choice.name) if choice.kind == "hex" else None
        if shot is None:
            game.goto("begin", kind="", target="")
        else:
            self.fire(game, shot)

    @rule("C8.7")
    def light(self, game: Game) -> Decision:
        """Ask for the hex above which an Illuminating Round is to burst."""
        gunner = gunner_of(game, self.firer)
        options = [Option(f"hex:{hex_}", rule="C8.7") for hex_ in light_targets(game, gunner)]
        return Decision(
            gunner.side, "light-up", "C8.7", (*options, CANCEL), {"firer": self.firer}, continues=True, done=CANCEL.id
        )

    def light_shot(self, game: Game, hex_: str) -> Shot | None:
        way = way_of(game, self.firer)
        return None if way is None else Shot(self.firer, hex_, "area", "ir", way)

    def light_preview(self, game: Game, choice: Choice) -> Preview | None:
        shot = self.light_shot(game, choice.name) if choice.kind == "hex" else None
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def light_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return refuse_target(game, self.firer, choice)

    def light_chosen(self, game: Game, choice: Choice) -> None:
        shot = self.light_shot(game, choice.name) if choice.kind == "hex" else None
        if shot is None:
            game.goto("begin", kind="", target="")
        else:
            self.fire(game, shot)

    def choices(self, game: Game) -> list[Option]:
        """What can be decided before the shot: ammunition, how to fire from a building, who leads."""
        gunner = gunner_of(game, self.firer)
        at_vehicle = self.kind == "vehicle"
        known = shells(game, self.firer, gunner, at_vehicle=at_vehicle, area=self.kind == "area")
        found = [Option(f"do:{name}", rule="C7.2") for name in known]
        if at_vehicle and any(self.may_immobilize(game, name) for name in known):
            found.append(IMMOBILIZE)
        if is_confined(game, gunner) and not must_be_desperate(game, gunner):
            found.append(DESPERATE)
        if gunner.sort in ("latw", "mortar", "mg") and gunner.unit and not self.leader:
            vehicle = game.state.vehicles.get(self.target)
            target = self.target if vehicle is None else vehicle.at
            found += [
                Option(f"unit:{name}", rule="C5.9")
                for name in units_at(game, gunner.at)
                if game.state.units[name].side == gunner.side
                and name != gunner.unit
                and can_direct(game, name, (self.piece(game, gunner),))
                and fire_group.directs_so_far(game, name, target)
            ]
        return found

    def piece(self, game: Game, gunner: Gunner) -> Piece:
        """What fires, as a leader directs it."""
        way = way_of(game, self.firer)
        assert way is not None
        return Piece(gunner.unit, self.firer if self.firer in game.state.weapons else PF, MODES[way])

    def may_immobilize(self, game: Game, ammunition: Ammunition) -> bool:
        way = way_of(game, self.firer)
        assert way is not None
        shot = Shot(self.firer, self.target, "vehicle", ammunition, way)
        known = self.target in game.state.vehicles
        return known and may_immobilize(game, shot, gunner_of(game, self.firer), self.target)

    @rule("C7.2", "C5.7", "C13.8")
    def load(self, game: Game) -> Decision | None:
        """Ask for the ammunition, where there is a choice."""
        found = self.choices(game)
        if len(found) == 1:
            self.load_chosen(game, Choice.of(found[0].id))
            return None
        gunner = gunner_of(game, self.firer)
        return Decision(
            gunner.side,
            "load",
            "C7.2",
            (*found, CANCEL),
            {"firer": self.firer, "target": self.target},
            continues=True,
            default=found[0].id,
            done=CANCEL.id,
        )

    def loaded(self, game: Game, choice: Choice) -> Shot | None:
        """The shot as it is loaded by a choice."""
        area = self.kind == "area"
        target = Choice("vehicle" if self.kind == "vehicle" else "area" if area else "hex", self.target)
        gunner = gunner_of(game, self.firer)
        known = shells(game, self.firer, gunner, at_vehicle=self.kind == "vehicle", area=area)
        if choice.name in known:
            return self.shot(game, target, choice.name)
        shot = self.shot(game, target)
        if shot is None:
            return None
        if choice.name == "immobilize":
            strong = next(name for name in known if self.may_immobilize(game, name))
            return replace(shot, ammunition=strong, immobilize=True)
        return replace(shot, desperate=True) if choice.name == "desperate" else None

    def load_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "unit":
            shot = replace(self, leader=choice.name).loaded(game, Choice("do", self._first(game)))
        else:
            shot = self.loaded(game, choice)
        return None if shot is None else Preview(lines=preview_lines(game, shot))

    def _first(self, game: Game) -> str:
        gunner = gunner_of(game, self.firer)
        return shells(game, self.firer, gunner, at_vehicle=self.kind == "vehicle", area=self.kind == "area")[0]

    def load_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.goto("load", leader=choice.name)
            return
        shot = self.loaded(game, choice) if choice.name != "cancel" else None
        if shot is None:
            game.goto("begin", target="", kind="", leader="", spotter="")
        else:
            self.fire(game, shot)

    @rule("C3.1", "C8.9", "C13.31", "C13.8", "C2.2401")
    def fire(self, game: Game, shot: Shot) -> None:
        """The shot is made; where its ammunition was not there another may be named."""
        from sandtable.games.asl.ordnance import duels

        aftermath = Aftermath()
        if self.firer in game.state.units and not find_panzerfaust(game, self.firer, shot, aftermath):
            game.finish()
            settle(game, aftermath)
            return
        rival = duels.rival_of(game, shot)
        if rival:
            game.become(duels.Duel(shot=shot, rival=rival))
            return
        at, side = gunner_of(game, self.firer).at, gunner_of(game, self.firer).side
        if fire(game, shot, aftermath):
            game.finish()
            count_shot(game, self.firer)
            if shot.desperate:
                backblast(game, at, side, aftermath)
        else:
            game.goto("begin", target="", kind="", leader="", spotter="")
        settle(game, aftermath)


@rule("C6.1", "A8.1")
def count_shot(game: Game, firer: str) -> None:
    """Note that something has fired at what moves."""
    moving = game.state.moving
    if moving is not None and game.state.phase == "movement":
        shots = dict(moving.shots)
        shots[firer] = shots.get(firer, 0) + 1
        game.state.moving = replace(moving, shots=tuple(sorted(shots.items())))


@rule("C13.31")
def find_panzerfaust(game: Game, unit_id: str, shot: Shot, aftermath: Aftermath) -> bool:
    """A unit looks for a Panzerfaust; whether it has one. An Original 6 pins it, or breaks one that is pinned."""
    figures, unit = game.content.table("panzerfaust", Panzerfaust), game.state.units[unit_id]
    gives_away(game, unit_id, "checks-panzerfaust")
    more = figures.year
    if is_smc(game.content, unit):
        more += figures.smc
    elif not is_squad(game.content, unit):
        more += figures.half_squad
    more += figures.cx if unit.cx else 0
    more += figures.not_armored if shot.type != "vehicle" else 0

    def outcome(face: int) -> str:
        return "pinned" if face == figures.pins else "found" if face + more <= figures.number else "none"

    face = game.roll("d6", "panzerfaust", "C13.31", bands=[outcome(each) for each in range(1, 7)])
    found = outcome(face) == "found"
    game.say(FoundPanzerfaust(rule="C13.31", unit=unit_id, found=found))
    if found:
        game.state.shots[unit.side] -= 1
        return True
    name = PF if PF not in unit.spent else "pf2"
    change(game, unit_id, spent=(*unit.spent, name))
    if not is_squad(game.content, unit):
        change(game, unit_id, fire={"prep": "prep", "first": "first"}.get(shot.way, "final"))
    count_shot(game, unit_id)
    if outcome(face) == "pinned":
        if unit.pinned:
            break_unit(game, unit_id, "C13.31", aftermath)
        else:
            pin(game, unit_id, "C13.31")
    return False


@rule("C3.22", "A12.141", "C6.5")
def turn(game: Game, firer: str, spine: int) -> None:
    """A weapon is turned instead of firing, and has had its fire in this phase."""
    state = game.state
    marker = {"prep-fire": "prep", "defensive-fire": "final"}.get(state.phase, "final")
    lose_acquisition(game, firer)
    if firer in state.vehicles:
        vehicle = state.vehicles[firer]
        way = {"prep-fire": "prep", "defensive-fire": "final"}.get(state.phase, "advancing")
        state.vehicles[firer] = replace(vehicle, turret=spine, fired=(*vehicle.fired, f"ma:{way}"))
        gives_vehicle_away(game, firer, "labors")
        game.say(TurretTurned(rule="C3.22", seen_by=vehicle_seen_by(game, firer), vehicle=firer, spine=spine))
        return
    weapon = state.weapons[firer]
    state.weapons[firer] = replace(weapon, arc=spine, fire=marker, used=True)
    unit = state.units[weapon.holder]
    change(game, weapon.holder, spent=tuple(dict.fromkeys((*unit.spent, firer))))
    if marker == "prep" or not is_squad(game.content, unit):
        change(game, weapon.holder, fire=marker)
    gives_away(game, weapon.holder, "labors")
    veiled = state.units[weapon.holder].hidden or state.units[weapon.holder].concealed
    game.say(GunTurned(rule="C3.22", seen_by=(unit.side,) if veiled else None, weapon=firer, spine=spine))


@rule("C3.1")
def refuse_target(game: Game, firer: str, choice: Choice) -> Refusal | None:
    """Why something cannot be fired at."""
    gunner = gunner_of(game, firer)
    if choice.kind == "vehicle":
        return refuse_vehicle_target(game, firer, gunner, choice.name)
    if choice.kind in ("hex", "place", "area", VEILED):
        at = choice.name
    else:
        return None
    if hex_of(at) not in game.content.board.index:
        return None
    return _refuse_place(game, firer, gunner, at, "")


def refuse_vehicle_target(game: Game, firer: str, gunner: Gunner, vehicle_id: str) -> Refusal | None:
    """Why a weapon cannot be fired at a vehicle."""
    vehicle = game.state.vehicles.get(vehicle_id)
    if vehicle is None or vehicle.at == NOWHERE or (vehicle.concealed and vehicle.side != gunner.side):
        return None
    if vehicle.side == gunner.side:
        return Refusal("refused.own-vehicle", "C3.31", {"vehicle": vehicle_id})
    if gunner.sort == "mortar":
        return Refusal("refused.mortar-area", "C9.1", {"firer": firer, "target": vehicle.at})
    return _refuse_place(game, firer, gunner, vehicle.at, vehicle_id)


def _refuse_place(game: Game, firer: str, gunner: Gunner, at: str, seen: str) -> Refusal:
    """Why a weapon cannot be fired at a Location, or at a vehicle in it."""
    args = {"firer": firer, "target": at}
    if not in_reach(game, gunner, at):
        return Refusal("refused.weapon-range", "C2.6", args)
    line = line_of_sight(game, gunner.at, at, viewer=firer, seen=seen)
    if line.block is not None:
        return Refusal("refused.weapon-los", line.block.rule, {**args, "at": line.block.at, "what": line.block.what})
    if gunner.sort == "mg" and seen and not is_thin(game, firer, gunner, seen):
        return Refusal("refused.too-much-armor", "D3.54", {"firer": firer, "vehicle": seen})
    if not bears_on(game, firer, gunner, at, seen):
        return Refusal("refused.weapon-arc", "C3.21", args)
    if gunner.sort == "latw" and not seen and not is_worth_a_rocket(game, gunner, at):
        return Refusal("refused.no-rocket", "C13.1", args)
    return Refusal("refused.no-target-there", "C3.1", args)


def able_weapons(game: Game, side: str) -> list[str]:
    """The Guns, mortars and light anti-tank weapons of a side that can be fired now, and machine guns at vehicles."""
    state = game.state
    kinds = _ordnance(game.content) if _vehicles_at_issue(game, side) else _not_for_vehicles_only(game.content)
    return [
        name
        for name, weapon in state.weapons.items()
        if weapon.kind in kinds
        and weapon.holder in state.units
        and state.units[weapon.holder].side == side
        and can_fire(game, name)
    ]


@of_content
def _ordnance(content: Content) -> frozenset[str]:
    """The kinds of weapons that are fired to hit."""
    types = {*LIGHT_ANTITANK, *MACHINE_GUNS, "mortar"}
    return frozenset([*content.guns, *(kind for kind, card in content.weapons.items() if card.type in types)])


@of_content
@rule("D3.54")
def _not_for_vehicles_only(content: Content) -> frozenset[str]:
    """Those of them that are fired so at others than vehicles: all but machine guns."""
    return frozenset(
        [kind for kind in _ordnance(content) if kind in content.guns or content.weapons[kind].type not in MACHINE_GUNS]
    )


def able_with_panzerfaust(game: Game, side: str) -> list[str]:
    """The units of a side that can look for a Panzerfaust and have something to fire it at."""
    if not game.state.shots.get(side):
        return []
    if not _has_panzerfausts(game.content, side):
        return []
    reach = panzerfaust_of(game, side).range
    near = _near(game, side, reach)
    return [
        name
        for name, unit in game.state.units.items()
        if unit.side == side and unit.at and hex_of(unit.at) in near and can_fire(game, name)
    ]


def _near(game: Game, side: str, reach: int) -> frozenset[str]:
    """The hexes within a range of enemies."""
    places: Sequence[str] = [hex_of(at) for at in fire_group.target_locations(game, side)]
    places = [*places, *(hex_of(game.state.vehicles[name].at) for name in known_vehicles(game, side))]
    found: set[str] = set()
    for hex_ in dict.fromkeys(places):
        found |= game.content.around(hex_, reach)
    return frozenset(found)
