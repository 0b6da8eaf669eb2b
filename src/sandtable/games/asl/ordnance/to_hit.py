"""C3.3, C4.1, C5, C6: the To Hit number of a shot, and what is added to its DR, case by case."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import unseen_firers, vehicle_seen_by
from sandtable.games.asl.fire.bore_sighting import is_laid
from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.fire.modifiers import is_in_hazard
from sandtable.games.asl.fire.struck import enemies_first, men_struck
from sandtable.games.asl.locations import GROUND, excess, floor_of, hex_of, locations_of
from sandtable.games.asl.night.visibility import add_darkness, is_mere_flash
from sandtable.games.asl.ordnance.rockets import moving_drm
from sandtable.games.asl.ordnance.shots import (
    Gunner,
    Shot,
    eye_at,
    eyes_of,
    in_cramped,
    is_confined,
    line_of_fire,
    range_of,
    sees_man,
    target_at,
    turn_of,
)
from sandtable.games.asl.sight import line_to_place, sees
from sandtable.games.asl.sight.on_map import eye_of, smoke_in
from sandtable.games.asl.stands import place_in
from sandtable.games.asl.state import UNKNOWN, Vehicle
from sandtable.games.asl.tables.fire import FireModifier, FireModifiers
from sandtable.games.asl.tables.ordnance import Color, Hits, ToHit, ToHitCase, ToHitModifiers
from sandtable.games.asl.tables.terrain import Positions, Smoke
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE
from sandtable.games.asl.terrain.labor import is_clearing
from sandtable.games.asl.terrain.tem import (
    Fire,
    crews,
    ground_tem,
    is_behind_hull,
    is_open_ground,
    keeps_secret,
    tem,
    tem_as_told,
)
from sandtable.games.asl.terrain.walls import wall_tem
from sandtable.games.asl.units import Game, is_hero, is_known, leadership, other, side_with, units_at
from sandtable.games.asl.vehicles.status import (
    beneath,
    is_moving_target,
    is_stopped,
    leadership_of,
    leads,
    vehicles_at,
)
from sandtable.kernel import Line, rule
from sandtable.mechanics.sums import Modifier, Sum

BOUNDING = ("bounding-first", "bounding")
NO_BLAST = ("smoke", "wp", "ir")
"""What bursts without harm: SMOKE and Illuminating Rounds."""


class Mark(NamedTuple):
    """Targets that a DR is judged for alike: men of one position, or a vehicle."""

    units: tuple[str, ...]
    vehicle: str
    drm: Sum
    gun: str
    """The Gun that they man."""
    cover: int
    """The positive TEM that is in the sum, or counts on the effect (C3.7)."""
    unseen: int = 0
    """What counts for a target beneath a "?" without anybody being told: of a vehicle its size, how it stands, its
    Motion; of men where they stand, and the Gun that they man."""


class Aim(NamedTuple):
    """A shot with everything that its DR is compared with."""

    shot: Shot
    gunner: Gunner
    range: int
    number: Sum
    drm: Sum
    """What all targets have in common."""
    between: Sum
    """As much of that as lies between firer and target: Hindrance, darkness, SMOKE where the firer is."""
    marks: tuple[Mark, ...]
    doubles_lower: bool
    """Fire on the move: the lower die counts twice (C5.35)."""

    def final(self, mark: Mark | None, colored: int, white: int) -> int:
        """The Final DR for a target."""
        lower = min(colored, white) if self.doubles_lower else 0
        return colored + white + lower + self.drm.total + (0 if mark is None else mark.drm.total + mark.unseen)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The sum as it is shown: the number, then every case with its rule."""
        first = self.marks[0].drm.lines if self.marks else []
        doubled = [Line("th.lower-die", "x2", "C5.35")] if self.doubles_lower else []
        total = Line("th.number", str(self.number.total), "C4.1")
        return (*self.number.lines, total, *doubled, *self.drm.lines, *first)

    @rule("A12.14", "A12.16", "C6.5")
    def told_unseen(self, colored: int, white: int) -> tuple[Line, ...]:
        """The sum as it is told of somebody who fires beneath a "?", unseen: what he brings all in one."""
        seen = Sum([part for part in self.marks[0].drm if part.rule != "C6.5"] if self.marks else [])
        everything = self.final(self.marks[0] if self.marks else None, colored, white) - colored - white
        unseen = self.marks[0].unseen if self.marks else 0
        return (
            Line("th.number", str(self.number.total), "C4.1"),
            *unseen_firers(everything - unseen - self.between.total - seen.total),
            *self.between.lines,
            *seen.lines,
        )


@rule("C3.3", "C3.31", "C3.32", "C3.33", "C4.1", "C13.1", "C8.5", "D3.54")
def number_of(game: Game, shot: Shot, gunner: Gunner) -> Sum:
    """The Modified To Hit number: the basic one by target type and range, and what weapon and ammunition change."""
    found, distance = Sum(), range_of(game, shot, gunner)
    if gunner.sort == "latw":
        assert gunner.card is not None
        found.figure("th.basic", gunner.card.to_hit[distance], "C13.1", range=distance)
        return found
    table = game.content.table("to-hit", ToHit)
    color: Color = "red" if gunner.strangers and gunner.sort != "mg" else "black"
    found.figure("th.basic", table.number(shot.type, color, distance), "C3.3", range=distance)
    if gunner.sort == "mg":
        return found
    band = table.band(distance)
    more = [
        ("th.barrel", 0 if gunner.sort == "mortar" else table.barrels[gunner.barrel][band]),
        ("th.caliber", table.of_caliber(gunner.caliber, distance)),
        ("th.special", table.special[band] if shot.ammunition in ("apcr", "apds") else 0),
        ("th.smoke", table.smoke[band] if shot.ammunition in ("smoke", "wp") else 0),
    ]
    for label, value in more:
        if value:
            found.add(label, value, "C4.1")
    return found


def _case(drm: Sum, game: Game, name: ToHitCase, times: int = 1, **args: str | int) -> None:
    case = game.content.table("to-hit-modifiers", ToHitModifiers).cases[name]
    drm.add(f"case.{name}", case.value * times, case.rule, **args)


@rule("C5.1", "C5.2", "C5.3", "C5.34", "C5.35", "C5.4", "C5.5", "C5.6", "C5.7", "C5.8", "C5.9", "C9.3", "D3.4", "D11.1",
      "A5.12", "C3.33")  # fmt: skip
def firer_cases(game: Game, shot: Shot, gunner: Gunner) -> Sum:
    """Cases A to I, a hex that was acquired, and what leads and hinders the firer."""
    drm = Sum()
    distance = range_of(game, shot, gunner)
    latw, cramped = gunner.sort == "latw", in_cramped(game, shot.firer, gunner)
    turning, spines = max(_turnings(game, shot, gunner), default=(0, 0))
    if turning:
        drm.add("case.A", turning * (2 if cramped else 1), "C5.1", spines=spines)
    if latw:
        if shot.way == "advancing":
            _case(drm, game, "C3")
        if is_confined(game, gunner) and not shot.desperate:
            _case(drm, game, "C3-backblast")
    elif shot.way == "advancing" or _is_bounding(game, shot):
        _case(drm, game, "B-cover" if cramped else "B")
    if shot.firer in game.state.vehicles:
        _vehicle_cases(drm, game, shot, gunner)
    else:
        _men_cases(drm, game, shot, gunner)
    if distance == 0 and not latw and shot.type != "area":
        _case(drm, game, "E", 2 if cramped else 1)
    if shot.way == "intensive":
        _case(drm, game, "F")
    if shot.immobilize:
        _case(drm, game, "G")
    if gunner.strangers:
        _case(drm, game, "H", gunner.strangers)
    more = moving_drm(game, shot)
    if more:
        drm.add("rocket-moving", more, "37.1/c")
    if shot.spotter:
        _case(drm, game, "spotted")
    if shot.type == "area":
        _acquisition(drm, game, shot, gunner)
    return drm


@rule("A24.8", "C6.9", "E1.7")
def between(game: Game, shot: Shot, gunner: Gunner) -> Sum:
    """What is in the way (Case R): Hindrance, darkness, and SMOKE out of which the firer fires."""
    drm = Sum()
    for each in line_of_fire(game, shot, gunner).hindrances:
        drm.add("case.R", each.value, "C6.9", hex=each.hex, what=each.what)
    add_darkness(drm, game, gunner.at, target_at(game, shot))
    out = floor_of(gunner.at) >= GROUND and smoke_in(game, hex_of(gunner.at))
    if out and gunner.at != target_at(game, shot):
        drm.add("out-of-smoke", game.content.table("smoke", Smoke).out, "A24.8")
    return drm


@rule("C5.1")
def _turnings(game: Game, shot: Shot, gunner: Gunner) -> list[tuple[int, int]]:
    """Case A and its hexspines: of the weapon for this shot, and of a hull that was turned in this phase."""
    table, found = game.content.table("to-hit-modifiers", ToHitModifiers), []
    _, turns = turn_of(game, shot, gunner)
    if turns and gunner.mount is not None and shot.way != "bounding-first":
        found.append((table.turning[gunner.mount][turns - 1], turns))
    vehicle = game.state.vehicles.get(shot.firer)
    if vehicle is not None and vehicle.swung and gunner.sort != "latw" and gunner.slot not in vehicle.steady:
        found.append((table.turning["NT"][vehicle.swung - 1], vehicle.swung))
    return found


@rule("C5.3", "C5.35")
def _is_bounding(game: Game, shot: Shot) -> bool:
    """Whether Case C applies: Bounding Fire, and all fire of a vehicle that is in Motion or has not stopped."""
    vehicle = game.state.vehicles.get(shot.firer)
    return shot.way in BOUNDING or (vehicle is not None and not is_stopped(vehicle))


@rule("A15.2", "A5.12", "A7.7", "B26/infantry", "C5.9", "C6.4")
def _men_cases(drm: Sum, game: Game, shot: Shot, gunner: Gunner) -> None:
    """What the men who fire add: pinned, exhausted, Encircled, above wire, led, heroes, crowded, laid before."""
    unit, figures = game.state.units[gunner.unit], game.content.table("fire-modifiers", FireModifiers).modifiers

    def add(name: FireModifier) -> None:
        drm.add(name, figures[name].value, figures[name].rule)

    if unit.pinned:
        _case(drm, game, "D")
    if unit.cx:
        _case(drm, game, "cx")
    if is_encircled(game, unit):
        add("encircled")
    if unit.stance == ABOVE_WIRE:
        add("above-wire")
    if game.state.nvr and is_laid(game, shot.firer, target_at(game, shot)):
        _case(drm, game, "M")
    if shot.leader:
        drm.add("leadership", leadership(game, game.state.units[shot.leader]), "C5.9", unit=shot.leader)
    men = [game.state.units[name] for name in (gunner.unit, shot.leader) if name]
    if any(is_hero(game.content, man) for man in men):
        add("hero")
    if gunner.sort == "mg" and is_hero(game.content, unit):
        add("hero-mg")
    crowd = excess(game, gunner.at, gunner.side)
    if crowd:
        drm.add("overstacked-firer", crowd, "A5.12")


@rule("C5.3", "C5.35", "C5.9", "D11.1", "D6.8")
def _vehicle_cases(drm: Sum, game: Game, shot: Shot, gunner: Gunner) -> None:
    """What a vehicle adds: Bounding Fire, fire on the move, a crew that is down or shaken, its leader."""
    table = game.content.table("to-hit-modifiers", ToHitModifiers)
    vehicle = game.state.vehicles[shot.firer]
    card = game.content.vehicles[vehicle.kind]
    if _is_bounding(game, shot):
        value = table.bounding_gyrostabilizer if is_steadied(game, shot) else table.bounding[gunner.mount or "T"]
        drm.add("case.C", value, "C5.3")
    if shot.way == "bounding-first" and shot.type != "area":
        seen = mp_in_sight(game, place_in(game, shot.target, target_at(game, shot)))
        if seen <= table.briefly:
            _case(drm, game, "C2")
        elif seen <= table.shortly:
            _case(drm, game, "C1")
    if not is_stopped(vehicle) and is_steadied(game, shot) and shot.type != "area":
        _case(drm, game, "gyrostabilizer")
    if not vehicle.exposed and not card.open_topped:
        _case(drm, game, "I")
    if vehicle.stun == "shaken" or vehicle.recalled:
        _case(drm, game, "shaken")
    if gunner.sort == "latw":
        _case(drm, game, "inside")
    if leads(game, shot.firer, "mg" if shot.arm else gunner.slot):
        drm.add("leadership", leadership_of(game, vehicle), "D3.4", unit=shot.firer)


@rule("D11.1")
def is_steadied(game: Game, shot: Shot) -> bool:
    """Whether a gyrostabilizer that works steadies the weapon of a shot: the main armament alone."""
    vehicle = game.state.vehicles.get(shot.firer)
    return vehicle is not None and vehicle.gyro and not shot.arm


@rule("C5.3", "C6.1")
def mp_in_sight(game: Game, at: str) -> int:
    """The half MP that the vehicle which moves now has spent in sight of a Location without a break."""
    moving = game.state.moving
    if moving is None:
        return 0
    total = 0
    for place, spent in reversed(moving.track):
        if not line_to_place(game, at, place, seen=moving.vehicle).clear:
            break
        total += spent
    return total


# The target


@rule("C6.1", "C6.2", "C6.3", "C6.5", "C6.6", "C6.7", "C6.8", "D2.3")
def marks_of(game: Game, shot: Shot, gunner: Gunner) -> tuple[Mark, ...]:
    """The targets of a shot, by what is added for each; SMOKE and light are aimed at the hex, whoever is in it."""
    if shot.ammunition in NO_BLAST:
        return ()
    if shot.type == "vehicle":
        return (_vehicle_mark(game, shot, gunner),)
    found: dict[Alike, tuple[list[str], Mark]] = {}
    names = struck_by(game, shot, gunner)
    veiled = all(_is_veiled(game, name) for name in names)
    for name in names:
        mark, alike = _unit_mark(game, shot, gunner, name, veiled=veiled)
        found.setdefault(alike, ([], mark))[0].append(name)
    marks = [mark._replace(units=tuple(units)) for units, mark in found.values()]
    if shot.type == "area":
        hex_ = hex_of(target_at(game, shot))
        first = _in_first_fire(game) and game.state.active != gunner.side
        for name in vehicles_at(game, hex_):
            if first and name != _moving_vehicle(game):
                continue
            if game.state.vehicles[name].bypass < 0 or _sees(game, shot, gunner, hex_, name):
                size = _unseen_size(game, name)
                marks.append(Mark((), name, _area_vehicle_cases(game, shot, gunner, name), "", 0, size))
    return tuple(marks)


@rule("A12.1", "A12.16", "B9.21")
def shown(game: Game, aimed: Aim) -> Aim:
    """A shot as it is shown before it is made: at men beneath a "?" as if they could be seen, as nobody knows that a
    wall or hedge hides them in their holes."""
    shot, gunner = aimed.shot, aimed.gunner
    if aimed.marks or shot.type != "infantry" or shot.ammunition in NO_BLAST:
        return aimed
    men = [(name, game.state.units[name]) for name in men_struck(game, shot.target, gunner.side)]
    veiled = next((name for name, man in men if man.concealed and not man.hidden), "")
    if not veiled:
        return aimed
    mark, _ = _unit_mark(game, shot, gunner, veiled, veiled=True)
    return aimed._replace(marks=(mark._replace(units=(veiled,)),))


def _is_veiled(game: Game, unit_id: str) -> bool:
    unit = game.state.units[unit_id]
    return unit.concealed or unit.hidden


def _in_first_fire(game: Game) -> bool:
    return game.state.phase == "movement" and game.state.moving is not None


def _moving_vehicle(game: Game) -> str:
    moving = game.state.moving
    return "" if moving is None else moving.vehicle


def manned_gun(game: Game, unit_id: str) -> str:
    """The Gun that a unit mans, if any."""
    return crews(game).get(unit_id, "")


@rule("C3.32", "C3.33")
def struck_by(game: Game, shot: Shot, gunner: Gunner) -> list[str]:
    """The men that a shot could strike: in First Fire those who move, else those in the Location whom the firer sees.

    With the Area type everybody in all Locations of the hex that the firer sees.
    """
    there = men_struck(game, shot.target, gunner.side)
    if _in_first_fire(game) and game.state.active != gunner.side:
        return list(there)
    if shot.type == "area":
        seen = [at for at in locations_of(game, hex_of(shot.target)) if _sees(game, shot, gunner, at)]
        return enemies_first(game, [name for at in seen for name in units_at(game, at)], gunner.side)
    vehicle = shot.firer if shot.firer in game.state.vehicles else ""
    return [name for name in there if sees_man(game, gunner.at, name, crew=gunner.unit, vehicle=vehicle)]


def _sees(game: Game, shot: Shot, gunner: Gunner, at: str, seen: str = "") -> bool:
    if shot.spotter:
        return sees(game, eye_of(game, game.state.units[shot.spotter]), at, seen=seen)
    return sees(game, eye_at(game, gunner), at, viewer=shot.firer, seen=seen)


class Alike(NamedTuple):
    """What must be the same for men for whom a DR is judged together."""

    drm: int
    unseen: int
    cover: int
    tem: int
    """All of it, airbursts too."""
    gun: str
    concealed: bool
    hazardous: bool
    crowd: int
    """By how many there are too many of them."""
    at: str


@rule("C6.2", "C6.7", "C6.8", "A12.1")
def _unit_mark(game: Game, shot: Shot, gunner: Gunner, unit_id: str, *, veiled: bool) -> tuple[Mark, Alike]:
    """What a unit as target adds, the positive TEM that protects it, and what counts of one beneath a "?" unseen; and
    whose lot it shares."""
    drm, unit = Sum(), game.state.units[unit_id]
    in_the_way = line_of_fire(game, shot, gunner).hindrance
    moves = _moving_infantry_cases(drm, game, shot, gunner, unit_id, in_the_way)
    if (veiled and shot.type == "infantry") or (shot.type == "area" and _is_veiled(game, unit_id)):
        _case(drm, game, "K")
    elif is_mere_flash(game, *eyes_of(game, shot, gunner)):
        _case(drm, game, "gunflash")
    if shot.type == "infantry" and not moves and gunner.sort != "latw":
        _point_blank(drm, game, shot, gunner, still=True)
    if shot.type == "infantry":
        _acquisition(drm, game, shot, gunner)
    secret = keeps_secret(game, unit, unit_id)
    gun, unseen = manned_gun(game, unit_id), 0
    size = gun_size(game, gun) if gun else 0
    if size and secret:
        unseen = size
    elif size:
        drm.add("case.P", size, "C6.7")
    kind: Fire = "mortar" if gunner.sort == "mortar" else "direct"
    parts = tem(game, unit.at, (unit_id,), [gunner.at], kind, shield=False)
    cover, whole = sum(part.value for part in parts if part.value > 0), sum(part.value for part in parts)
    if shot.type == "infantry":
        told = tem_as_told(game, unit.at, unit_id, [gunner.at], kind) if secret else parts
        unseen += whole - sum(part.value for part in told)
        for part in told:
            drm.add(part.label, part.value, "C6.8", **part.args)
    hazardous = is_in_hazard(game, unit_id) or is_clearing(game, unit_id)
    crowd = excess(game, unit.at, side_with(game, unit))
    alike = Alike(drm.total, unseen, cover, whole, gun, unit.concealed, hazardous, crowd, unit.at)
    return Mark((), "", drm, gun, cover, unseen), alike


def gun_size(game: Game, gun: str) -> int:
    """The size of a Gun as a target."""
    weapon = game.state.weapons[gun]
    card = game.content.guns[weapon.kind]
    return card.limbered.size if weapon.limbered and card.limbered is not None else card.size


@rule("C6.1", "C6.6", "C5.5", "A4.62", "B24.7")
def _moving_infantry_cases(drm: Sum, game: Game, shot: Shot, gunner: Gunner, unit_id: str, in_the_way: int) -> bool:
    """Cases J3, J4 and O against men who move now, or clear something; whether they move.

    Ruling (C6.6): with the Area type, for which Case O is not, the -2 counts on the Effects DR.
    """
    moving, unit = game.state.moving, game.state.units[unit_id]
    moves = _in_first_fire(game) and moving is not None and (unit.guard or unit_id) in moving.units
    if is_in_hazard(game, unit_id) or is_clearing(game, unit_id):
        if shot.type != "area":
            _case(drm, game, "O")
        return moves
    if not moves or moving is None:
        return False
    if hex_of(unit.at) == hex_of(gunner.at) and gunner.sort != "latw":
        return True
    if not (unit.pinned or unit.broken or moving.protected):
        if not moving.assault:
            _case(drm, game, "J3")
        if is_open_ground(game, (unit_id,), unit.at, [gunner.at], in_the_way):
            _case(drm, game, "J4")
    return True


@rule("C6.3")
def _point_blank(drm: Sum, game: Game, shot: Shot, gunner: Gunner, *, still: bool) -> None:
    """Case L at a target next to the firer or two hexes away, if nobody moves."""
    distance = range_of(game, shot, gunner)
    vehicle = game.state.vehicles.get(shot.firer)
    if vehicle is not None and (not is_stopped(vehicle) or is_moving_target(vehicle)):
        return
    if still and distance in (1, 2):
        _case(drm, game, "L-1" if distance == 1 else "L-2")


@rule("C6.5")
def _acquisition(drm: Sum, game: Game, shot: Shot, gunner: Gunner) -> None:
    """Case N, if the weapon has acquired what it fires at."""
    if gunner.sort in ("latw", "mg") or shot.immobilize:
        return
    state = game.state
    firer = state.vehicles[shot.firer] if shot.firer in state.vehicles else state.weapons[shot.firer]
    if firer.acquisition and firer.acquired == acquired_by(shot):
        _case(drm, game, "N-1" if firer.acquisition == 1 else "N-2")


@rule("C6.5")
def acquired_by(shot: Shot) -> str:
    """What a shot acquires: the vehicle or Location at which it is aimed, or a hex for the Area type."""
    return f"area:{hex_of(shot.target)}" if shot.type == "area" else shot.target


def _area_vehicle_cases(game: Game, shot: Shot, gunner: Gunner, vehicle_id: str) -> Sum:
    """A vehicle in a hex that is fired at as an area: that it moves does not matter (C3.33)."""
    drm, vehicle = Sum(), game.state.vehicles[vehicle_id]
    _unseen_vehicle_case(drm, game, shot, gunner, vehicle)
    size = game.content.vehicles[vehicle.kind].size
    if size and not vehicle.concealed:
        drm.add("case.P", size, "C6.7")
    return drm


@rule("C6.7", "A12.1")
def _unseen_size(game: Game, vehicle_id: str) -> int:
    """The size of a vehicle as a target that counts although nobody knows it: beneath a "?"."""
    vehicle = game.state.vehicles[vehicle_id]
    return game.content.vehicles[vehicle.kind].size if vehicle.concealed else 0


@rule("C3.31", "C6.2", "A12.1", "scope/vehicle-concealment")
def _veiled_mark(game: Game, shot: Shot, gunner: Gunner) -> Mark:
    """Whatever vehicle is beneath a "?" as the only target: Case K and what can be seen of the place; perhaps none."""
    drm, name = Sum(), beneath(game, shot.target, other(gunner.side))
    moves = name != "" and name == _moving_vehicle(game)
    aimed_at = replace(shot, target=name)
    if moves and game.state.vehicles[name].entered:
        _moving_vehicle_case(drm, game, aimed_at, gunner)
    _case(drm, game, "K")
    if gunner.sort != "latw":
        _point_blank(drm, game, shot, gunner, still=not moves)
    imagined = Vehicle(other(gunner.side), UNKNOWN, shot.target, started=moves)
    parts = vehicle_tem(game, imagined, gunner.at)
    for part in parts:
        drm.add(part.label, part.value, "C6.8", **part.args)
    if not name:
        return Mark((), "", drm, "", sum(part.value for part in parts))
    real = _vehicle_mark(game, aimed_at, gunner)
    return Mark((), name, drm, "", real.cover, real.drm.total - drm.total)


def _vehicle_mark(game: Game, shot: Shot, gunner: Gunner) -> Mark:
    """A vehicle as the only target."""
    if shot.target not in game.state.vehicles:
        return _veiled_mark(game, shot, gunner)
    drm, vehicle = Sum(), game.state.vehicles[shot.target]
    moves = is_moving_target(vehicle)
    if moves:
        _moving_vehicle_case(drm, game, shot, gunner)
    _unseen_vehicle_case(drm, game, shot, gunner, vehicle)
    if gunner.sort != "latw":
        _point_blank(drm, game, shot, gunner, still=(not moves and is_stopped(vehicle)) or bool(vehicle.shock))
    _acquisition(drm, game, shot, gunner)
    size = game.content.vehicles[vehicle.kind].size
    if size:
        drm.add("case.P", size, "C6.7")
    parts = vehicle_tem(game, vehicle, gunner.at, shot.target)
    for part in parts:
        drm.add(part.label, part.value, "C6.8", **part.args)
    return Mark((), shot.target, drm, "", sum(part.value for part in parts))


@rule("C6.2", "E1.6/freedom-to-fire")
def _unseen_vehicle_case(drm: Sum, game: Game, shot: Shot, gunner: Gunner, vehicle: Vehicle) -> None:
    """Case K for a vehicle that is concealed, or as much for one of which nothing but a Gunflash is seen."""
    if vehicle.concealed:
        _case(drm, game, "K")
    elif is_mere_flash(game, *eyes_of(game, shot, gunner)):
        _case(drm, game, "gunflash")


@rule("C6.1")
def _moving_vehicle_case(drm: Sum, game: Game, shot: Shot, gunner: Gunner) -> None:
    """Case J; in First Fire more against a vehicle that was seen only shortly."""
    table = game.content.table("to-hit-modifiers", ToHitModifiers)
    if game.state.phase == "movement" and _moving_vehicle(game) == shot.target and game.state.active != gunner.side:
        seen = mp_in_sight(game, place_in(game, shot.firer, eye_at(game, gunner)))
        if seen <= table.hardly_seen:
            _case(drm, game, "J2")
            return
        if seen <= table.barely_seen:
            _case(drm, game, "J1")
            return
    _case(drm, game, "J")


@rule("C6.8", "C3.31", "D4.2", "D2.3", "D9.3", "B23.3", "B23.74")
def vehicle_tem(game: Game, vehicle: Vehicle, firer: str, vehicle_id: str = "") -> list[Modifier]:
    """What protects a vehicle: building, woods and rubble, walls and hedges where it is not Hull Down, other hulls."""
    if firer == vehicle.at or floor_of(vehicle.at) != GROUND or vehicle.bypass >= 0:
        return []
    found = ground_tem(game, vehicle.at, firer, "direct")
    value, name = wall_tem(game, vehicle.at, vehicle.side, firer, "direct")
    if value and not is_hull_down(game, vehicle, firer):
        found.append(Modifier(f"tem.{name}", value, "B9.3"))
    if is_behind_hull(game, vehicle.at, vehicle.side, vehicle_id):
        found.append(Modifier("tem.armor", game.content.table("positions", Positions).armor.direct, "D9.3"))
    best = max(found, key=lambda part: part.value)
    return [best] if best.value > 0 else []


@rule("D4.2", "RR12.3")
def is_hull_down(game: Game, vehicle: Vehicle, firer: str) -> bool:
    """Whether a vehicle is Hull Down against a firer: Stopped behind a wall or hedge over which the shot comes."""
    if not is_stopped(vehicle) or hex_of(firer) == hex_of(vehicle.at) or vehicle.bypass >= 0:
        return False
    value, _ = wall_tem(game, vehicle.at, vehicle.side, firer, "direct")
    return value > 0


@rule("C3.1")
def aim(game: Game, shot: Shot, gunner: Gunner) -> Aim:
    """A shot with its number and everything that is added to the DR."""
    vehicle = game.state.vehicles.get(shot.firer)
    moves = vehicle is not None and not is_stopped(vehicle)
    on_the_move = moves and not is_steadied(game, shot) and shot.type != "area"
    in_the_way = between(game, shot, gunner)
    return Aim(
        shot,
        gunner,
        range_of(game, shot, gunner),
        number_of(game, shot, gunner),
        Sum([*firer_cases(game, shot, gunner), *in_the_way]),
        in_the_way,
        marks_of(game, shot, gunner),
        on_the_move,
    )


@rule("A12.14", "A12.16")
def is_unseen(game: Game, aimed: Aim) -> bool:
    """Whether who fires is beneath a "?", or hidden."""
    unit = game.state.units.get(aimed.gunner.unit)
    return vehicle_seen_by(game, aimed.shot.firer) is not None if unit is None else not is_known(unit)


def hits_table(game: Game) -> Hits:
    return game.content.table("hits", Hits)


def all_units(marks: Sequence[Mark]) -> list[str]:
    """The men of several groups of targets."""
    return [name for mark in marks for name in mark.units]
