"""C3.1: a shot is made: the To Hit DR, what follows for the weapon, and the effect on what is hit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import (
    as_told,
    lines_as_told,
    reveal_unit,
    seen_by,
    vehicle_seen_by,
)
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.concealment.watching import ANYWHERE, ranges_of_watchers
from sandtable.games.asl.events.vehicles import Depleted, GunBroke, GunLost, GunTurned, Turned, TurretTurned
from sandtable.games.asl.fire.dice import Dr, dice_line, roll_dr
from sandtable.games.asl.fire.malfunction import destroy, malfunction
from sandtable.games.asl.fire.marking import MARKERS, mark_fired, note_other_fire
from sandtable.games.asl.fire.pieces import Mode, Piece
from sandtable.games.asl.heavy import Ammunition
from sandtable.games.asl.morale.casualties import Aftermath, reduce_casualties
from sandtable.games.asl.night.cloaking import uncloak_attacked
from sandtable.games.asl.night.light import show_gunflash
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.ordnance.acquisition import acquire, lose_acquisition
from sandtable.games.asl.ordnance.effects import Blow, strike
from sandtable.games.asl.ordnance.near_misses import strike_house, strikes_house
from sandtable.games.asl.ordnance.rockets import launched
from sandtable.games.asl.ordnance.shots import (
    NEVER,
    Gunner,
    Shot,
    gunner_of,
    in_cramped,
    kill_rolls,
    spotting,
    turn_of,
)
from sandtable.games.asl.ordnance.to_hit import (
    NO_BLAST,
    Aim,
    Mark,
    aim,
    hits_table,
    is_steadied,
    is_unseen,
    shown,
)
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.tables.concealment import HiddenGuns
from sandtable.games.asl.tables.ordnance import Panzerfaust
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.units import Game, change, is_inexperienced, is_known, is_squad
from sandtable.games.asl.vehicles.status import alter, card_of, is_stopped, leads, marked
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.switches import is_on

Struck = Literal["miss", "hit", "critical", "perhaps", "improbable"]
"""What a DR is to a target: `perhaps` and `improbable` are settled by another die."""
HITTING = ("hit", "critical", "turret", "hull")
PERHAPS = ("hit", "perhaps", "improbable")
"""What is a hit, or may be one, without being critical as yet."""
BEST = 2
"""The lowest Original DR."""
WORST = 12


class Reading(NamedTuple):
    """Everything that an Original TH DR comes to."""

    stock: Literal["kept", "last", "none"]
    """Whether the ammunition is there (C8.1)."""
    struck: tuple[Struck, ...]
    """By group of targets."""
    part: Literal["hull", "turret"]
    twice: bool
    """Two hits (C3.8)."""
    kept: bool
    """The weapon may fire again (C2.24)."""
    fails: Literal["", "malfunctions", "lost"]
    sniper: bool
    shows: bool
    """A hidden Gun is known (A12.34)."""
    costs: bool
    """It costs men of those who fire a Panzerfaust (C13.31)."""
    worst: bool
    """An Original 12, which a gyrostabilizer does not survive (D11.1)."""
    near: bool
    """A rocket that hits nobody strikes the building (37.1/c)."""


@rule("C8.1", "C8.2", "C8.9", "A19.131", "C2/ammunition-shortage", "RR5")
def depletion(game: Game, shot: Shot, gunner: Gunner) -> int:
    """The depletion number of the ammunition of a shot; 0 where it never runs out."""
    number = gunner.special.get(shot.ammunition, 0)
    if not number:
        return 0
    less = game.content.table("weapons", Weapons).lowered["ammunition-shortage"]
    vehicle = game.state.vehicles.get(shot.firer)
    if vehicle is not None:
        return number + vehicle.elite - less * vehicle.shortage
    unit = game.state.units[gunner.unit]
    group = game.content.group_of_unit(shot.firer)
    groups = game.content.forces[gunner.side].groups
    elite = group in groups and groups[group].elite_ammunition
    return number + elite - less * unit.shortage


class Failure(NamedTuple):
    """From which Original DR a weapon malfunctions, and from which it is lost."""

    malfunctions: int
    lost: int


@rule("C2.28", "C5.6", "C5.8", "A.11", "C2/ammunition-shortage", "C13.4", "C13.5")
def failure(game: Game, shot: Shot, gunner: Gunner) -> Failure:
    """When a weapon fails at a shot: a lowered number makes the unlowered one an X number."""
    figures = game.content.table("weapons", Weapons).lowered
    less = hits_table(game).intensive if shot.way == "intensive" else 0
    vehicle, weapon = game.state.vehicles.get(shot.firer), game.state.weapons.get(shot.firer)
    if vehicle is not None:
        less += figures["ammunition-shortage"] if vehicle.shortage else 0
    elif weapon is not None:
        unit = game.state.units[gunner.unit]
        less += figures["ammunition-shortage"] if unit.shortage else 0
        less += figures["low-ammo"] if weapon.low else 0
        less += figures["inexperienced"] if is_inexperienced(game, unit) else 0
    less += figures["captured"] if gunner.strangers else 0
    if gunner.removed < NEVER:
        return Failure(NEVER, gunner.removed - less)
    if gunner.breakdown >= NEVER:
        return Failure(NEVER, NEVER)
    return Failure(gunner.breakdown - less, gunner.breakdown if less else NEVER)


@rule("C2.24", "C5.4", "C5.6", "C5.35", "C9.3", "C5.8", "C2.5")
def rate_of(game: Game, shot: Shot, gunner: Gunner) -> int:
    """Up to which colored die the weapon may fire again."""
    if shot.way in ("intensive", "advancing", "bounding") or gunner.sort == "latw":
        return 0
    less = game.content.table("weapons", Weapons).captured_rof if gunner.strangers else 0
    vehicle = game.state.vehicles.get(shot.firer)
    if vehicle is not None:
        return max(0, gunner.rof - less) if is_stopped(vehicle) else 0
    if game.state.units[gunner.unit].pinned:
        return 0
    return max(0, gunner.rof - less - (hits_table(game).spotted_rof if shot.spotter else 0))


@rule("C3.1", "C3.6", "C3.7", "C3.8", "C3.9", "C13.31")
def read(game: Game, aimed: Aim, dr: Dr) -> Reading:
    """What a DR comes to."""
    shot, gunner = aimed.shot, aimed.gunner
    number = depletion(game, shot, gunner)
    stock: Literal["kept", "last", "none"] = "kept"
    if number and dr.total >= number:
        stock = "last" if dr.total == number else "none"
    marks, costs = aimed.marks or (None,), _costs_men(game, shot, gunner, dr)
    struck = tuple("miss" if costs else judge(aimed, mark, dr) for mark in marks)
    low, high = hits_table(game).multiple
    small = low <= gunner.caliber <= high and shot.type != "area" and kill_rolls(game, shot) == 1
    twice = small and dr.doubles and any(each in PERHAPS for each in struck)
    fail = failure(game, shot, gunner)
    fails: Literal["", "malfunctions", "lost"] = ""
    if dr.total >= min(fail):
        fails = "lost" if dr.total >= fail.lost else "malfunctions"
    return Reading(
        stock,
        struck,
        "turret" if dr.colored < dr.white else "hull",
        twice,
        dr.colored <= rate_of(game, shot, gunner) and not fails,
        fails,
        calls_sniper(game, gunner.side, dr.total),
        shows_itself(game, gunner, dr),
        costs,
        dr.total == WORST,
        not any(each in HITTING for each in struck) and strikes_house(game, aimed, dr),
    )


@rule("C3.1", "C3.6", "C3.7")
def judge(aimed: Aim, mark: Mark | None, dr: Dr) -> Struck:
    """What a DR is to a target."""
    number, final = aimed.number.total, aimed.final(mark, dr.colored, dr.white)
    if dr.total == WORST:
        return "miss"
    smoke = aimed.shot.ammunition in NO_BLAST
    if final > number:
        return "improbable" if dr.total == BEST else "miss"
    if smoke:
        return "hit"
    if aimed.shot.type == "infantry":
        solid = aimed.shot.ammunition != "he"
        return "critical" if 2 * final < number and not solid else "hit"
    if dr.total == BEST:
        return "critical" if final < number else "perhaps"
    return "hit"


@rule("A12.34")
def shows_itself(game: Game, gunner: Gunner, dr: Dr) -> bool:
    """Whether a Gun that is hidden or concealed is known by its fire: by the colored die, where an enemy sees it."""
    if gunner.sort != "gun" or is_known(game.state.units[gunner.unit]):
        return False
    table = game.content.table("hidden-guns", HiddenGuns)
    if dr.colored < table.near:
        return False
    nearest = min(ranges_of_watchers(game, game.state.units[gunner.unit], ANYWHERE), default=None)
    return nearest is not None and dr.colored >= (table.near if nearest <= table.range else table.far)


@rule("C13.31")
def _costs_men(game: Game, shot: Shot, gunner: Gunner, dr: Dr) -> bool:
    """Whether a Panzerfaust costs men of those who fire it."""
    if shot.firer not in game.state.units:
        return False
    figures = game.content.table("panzerfaust", Panzerfaust)
    card = game.content.personnel[game.state.units[shot.firer].kind]
    poor = card.unit_class in ("green", "conscript")
    return dr.total >= (figures.casualty_poor if poor else figures.casualty)


# Making it


@rule("C3.1", "C2.241", "C8.9", "D11.1")
def fire(game: Game, shot: Shot, aftermath: Aftermath, before: Aim | None = None) -> bool:
    """Make a shot; whether anything was fired: not where the ammunition was not there.

    `before` is the shot as it was aimed, where something has happened since then that does not count.
    """
    gunner = gunner_of(game, shot.firer, shot.arm)
    aimed = aim(game, shot, gunner) if before is None else before
    was_dark = gunner.at not in game.state.gunflashes
    show_gunflash(game, gunner.at)
    dr = roll_dr(game, "to-hit", "C3.1", lambda each: repr(read(game, aimed, each)))
    reading = read(game, aimed, dr)
    if reading.stock == "none":
        _deplete(game, shot, gunner, fired=False)
        if was_dark:
            game.state.gunflashes.pop(gunner.at, None)
        return False
    if shot.ammunition not in NO_BLAST:
        note_other_fire(game, gunner.at)
    if gunner.unit and gunner.sort != "gun":
        gives_away(game, gunner.unit, "fires")
    elif not gunner.unit:
        gives_vehicle_away(game, shot.firer, "fires")
    struck = _settled(game, aimed, reading)
    _say(game, aimed, struck, dr, shows=reading.shows)
    _turn(game, shot, gunner)
    _mark(game, shot, gunner, kept=reading.kept)
    if shot.firer in game.state.vehicles and game.state.vehicles[shot.firer].swung:
        alter(game, shot.firer, steady=(*game.state.vehicles[shot.firer].steady, gunner.slot))
    launched(game, shot, gunner, aftermath)
    if reading.sniper:
        aftermath.snipers.append(gunner.side)
    if reading.shows:
        reveal_unit(game, gunner.unit, "A12.34")
    elif gunner.sort == "gun" and game.state.units[gunner.unit].hidden:
        game.reveal()
        change(game, gunner.unit, hidden=False, concealed=True)
    if reading.stock == "last":
        _deplete(game, shot, gunner, fired=True)
    if is_known(game.state.units[gunner.unit]) if gunner.unit else vehicle_seen_by(game, shot.firer) is None:
        stir(game, [name for mark in aimed.marks for name in (*mark.units, mark.vehicle)])
    uncloak_attacked(game, [name for mark in aimed.marks for name in mark.units])
    blows = _blows(game, aimed, struck)
    hit = any(each in HITTING for each in struck)
    twice = reading.twice and "critical" not in struck
    men = _real_men(game, aimed)
    strike(game, aimed, blows, part=_part(reading, struck), hit=hit, twice=twice, dr=dr, aftermath=aftermath)
    if reading.near and not hit:
        strike_house(game, aimed, aftermath)
    if reading.worst and is_steadied(game, shot):
        alter(game, shot.firer, gyro=False)
    if reading.fails:
        _fail(game, shot, gunner, reading.fails)
    elif not reading.costs:
        acquire(game, _named(aimed), gunner, seen=_is_seen(game, aimed, men))
    if reading.costs and shot.firer in game.state.units:
        reduce_casualties(game, shot.firer, "C13.31", aftermath)
    return True


@rule("C3.1", "E1.4")
def _blows(game: Game, aimed: Aim, struck: tuple[str, ...]) -> list[Blow]:
    """The groups of targets that are hit; Dummies under a Cloaking counter are gone as soon as they are fired at."""
    found = []
    for mark, each in zip(aimed.marks, struck, strict=False):
        units = tuple(name for name in mark.units if name in game.state.units)
        if each in HITTING and (units or not mark.units):
            found.append(Blow(mark._replace(units=units), each == "critical"))
    return found


def _part(reading: Reading, struck: tuple[str, ...]) -> Literal["hull", "turret"]:
    if "turret" in struck:
        return "turret"
    return "hull" if "hull" in struck else reading.part


@rule("C3.6", "C3.7", "C8.31")
def _settled(game: Game, aimed: Aim, reading: Reading) -> tuple[str, ...]:
    """What is hit in the end: another die settles improbable hits, and critical ones where only the best roll hits."""
    struck: list[str] = list(reading.struck)
    if "improbable" in struck and not {"hit", "critical", "perhaps"}.intersection(struck):
        table = hits_table(game).improbable
        if aimed.shot.ammunition in NO_BLAST:
            outcomes = ["hit" if face in table else "miss" for face in range(1, 7)]
        elif aimed.shot.type == "vehicle":
            outcomes = [table.get(face, "miss") for face in range(1, 7)]
        else:
            solid = aimed.shot.ammunition != "he"
            names = {"critical": "hit" if solid else "critical", "turret": "hit", "hull": "hit"}
            outcomes = [names[table[face]] if face in table else "miss" for face in range(1, 7)]
        face = game.roll("d6", "improbable-hit", "C3.6", bands=outcomes)
        outcome = outcomes[face - 1]
        struck = [outcome if each == "improbable" else each for each in struck]
        if outcome in ("turret", "hull"):
            return (outcome,)
    if "perhaps" in struck:
        face = game.roll("d6", "critical-hit", "C3.7", bands=(2,))
        struck = [("critical" if face == 1 else "hit") if each == "perhaps" else each for each in struck]
    return tuple("miss" if each == "improbable" else each for each in struck)


@rule("C6.5", "C6.2")
def _named(aimed: Aim) -> Shot:
    """A shot at the vehicle that it was aimed at, be it beneath a "?"."""
    shot = aimed.shot
    return replace(shot, target=aimed.marks[0].vehicle or shot.target) if shot.type == "vehicle" else shot


@rule("C6.5", "A12.1")
def _real_men(game: Game, aimed: Aim) -> list[str]:
    """The men at whom a shot is aimed, without Dummies."""
    units = game.state.units
    names = [name for mark in aimed.marks for name in mark.units]
    return [name for name in names if name in units and units[name].kind != DUMMY]


@rule("C6.5")
def _is_seen(game: Game, aimed: Aim, men: Sequence[str]) -> bool:
    """Whether the target of a shot is not concealed, so that it can be acquired: men who are lost by it were seen."""
    shot, state = _named(aimed), game.state
    if shot.type == "vehicle":
        vehicle = state.vehicles.get(shot.target)
        return vehicle is not None and not vehicle.concealed
    if shot.type == "area":
        return True
    return any(name not in state.units or is_known(state.units[name]) for name in men)


def _say(game: Game, aimed: Aim, struck: tuple[str, ...], dr: Dr, *, shows: bool) -> None:
    shot, side = aimed.shot, aimed.gunner.side
    told_less = is_unseen(game, aimed) and not shows
    lines = aimed.told_unseen(dr.colored, dr.white) if told_less else aimed.lines
    best = next((each for each in ("critical", "turret", "hull", "hit") if each in struck), "miss")
    result = "hit" if best in ("turret", "hull") else best
    what = "at-vehicle" if shot.target in game.state.vehicles else "shot"
    subject = as_told(game, shot.firer)
    game.say(
        Resolved(
            rule="C3.1",
            what=what,
            result=f"th.{result}",
            lines=(*lines_as_told(game, lines), dice_line(dr)),
            subject=subject,
            target=shot.target,
            favours=side if result != "miss" else "",
        )
    )


@rule("C8.1", "C8.9", "A12.1")
def _deplete(game: Game, shot: Shot, gunner: Gunner, *, fired: bool) -> None:
    """An ammunition is gone; of a weapon beneath a "?" nobody else learns it."""
    state = game.state
    name: Ammunition = shot.ammunition
    if shot.firer in state.vehicles:
        alter(game, shot.firer, gone=(*state.vehicles[shot.firer].gone, name))
    else:
        weapon = state.weapons[shot.firer]
        state.weapons[shot.firer] = replace(weapon, gone=(*weapon.gone, name))
    seen = seen_by(game, gunner.unit) if gunner.unit else vehicle_seen_by(game, shot.firer)
    game.say(Depleted(rule="C8.1", seen_by=seen, firer=shot.firer, ammunition=name, fired=fired))


@rule("C3.21")
def _turn(game: Game, shot: Shot, gunner: Gunner) -> None:
    """The weapon keeps facing what it has fired at."""
    spine, turns = turn_of(game, shot, gunner)
    if not turns:
        return
    state = game.state
    if shot.firer in state.vehicles:
        if shot.arm and gunner.mount == "NT":
            lose_acquisition(game, shot.firer)
            fixed = card_of(game, shot.firer).mount in (None, "NT")
            turret = spine if fixed else game.state.vehicles[shot.firer].turret
            alter(game, shot.firer, facing=spine, turret=turret, swung=turns, steady=())
            game.say(Turned(rule="C5.1", seen_by=vehicle_seen_by(game, shot.firer), vehicle=shot.firer, spine=spine))
            return
        if shot.arm:
            lose_acquisition(game, shot.firer)
        if gunner.mount == "NT":
            alter(game, shot.firer, facing=spine, turret=spine)
        else:
            alter(game, shot.firer, turret=spine)
        game.say(TurretTurned(rule="C3.21", seen_by=vehicle_seen_by(game, shot.firer), vehicle=shot.firer, spine=spine))
    else:
        turned = in_cramped(game, shot.firer, gunner) or _turns_once(game, gunner)
        state.weapons[shot.firer] = replace(state.weapons[shot.firer], arc=spine, turned=turned)
        seen = seen_by(game, gunner.unit)
        game.say(GunTurned(rule="C3.21", seen_by=seen, weapon=shot.firer, spine=spine))


@rule("C3.21")
def _turns_once(game: Game, gunner: Gunner) -> bool:
    """Whether a Gun that turns now turns no more in this Player Turn, wherever it stands: in the enemy's Movement
    Phase, by one reading."""
    enemy_moves = game.state.phase == "movement" and game.state.active != gunner.side
    return enemy_moves and not is_on(game.content, "guns-turn-each-time")


MODES: dict[str, Mode] = {
    "prep": "prep",
    "opportunity": "opportunity",
    "advancing": "advancing",
    "first": "first",
    "final": "final",
}


@rule("C2.24", "C2.241", "C5.6", "C2.1", "C9.1", "C13.1", "A7.25")
def _mark(game: Game, shot: Shot, gunner: Gunner, *, kept: bool) -> None:
    """Mark what has fired."""
    state = game.state
    if shot.firer in state.vehicles:
        vehicle = state.vehicles[shot.firer]
        slot, lead = gunner.slot, "mg" if shot.arm else gunner.slot
        if leads(game, shot.firer, lead):
            vehicle = alter(game, shot.firer, led=lead)
        alter(game, shot.firer, fired=marked(vehicle, (slot,), shot.way, kept=kept))
        return
    if gunner.sort == "gun":
        weapon = state.weapons[shot.firer]
        marker = "intensive" if shot.way == "intensive" else MARKERS[MODES[shot.way]]
        fire_ = weapon.fire if kept else marker
        state.weapons[shot.firer] = replace(weapon, fire=fire_, used=True)
        unit = state.units[gunner.unit]
        change(game, gunner.unit, spent=tuple(dict.fromkeys((*unit.spent, shot.firer))))
        held = shot.way == "opportunity"
        if not held and (state.phase == "prep-fire" or shot.way == "intensive" or not is_squad(game.content, unit)):
            late = "prep" if state.phase == "prep-fire" else "final"
            change(game, gunner.unit, fire=MARKERS[MODES[shot.way]] if shot.way in MODES else late)
        return
    name = shot.firer if shot.firer in state.weapons else "pf"
    if name == "pf" and "pf" in state.units[gunner.unit].spent:
        name = "pf2"
    piece = Piece(gunner.unit, name, MODES[shot.way])
    mark_fired(game, (piece,), (shot.leader,) if shot.leader else (), (name,) if kept else ())
    if shot.spotter:
        _mark_spotter(game, shot, piece.mode)


@rule("C9.3", "A7.35")
def _mark_spotter(game: Game, shot: Shot, mode: Mode) -> None:
    """Who has spotted for a mortar has used a support weapon: a squad may still fire by itself."""
    spotter = game.state.units[shot.spotter]
    done = mode == "prep" or not is_squad(game.content, spotter)
    spent = tuple(dict.fromkeys((*spotter.spent, spotting(shot.firer))))
    change(game, shot.spotter, spent=spent, fire=MARKERS[mode] if done else spotter.fire)


@rule("C2.28", "C6.5")
def _fail(game: Game, shot: Shot, gunner: Gunner, how: str) -> None:
    """A weapon malfunctions, or is lost."""
    state = game.state
    if not shot.arm:
        lose_acquisition(game, shot.firer)
    if shot.firer in state.vehicles:
        disable(game, shot.firer, gunner.slot, lost=how == "lost")
    elif shot.firer in state.weapons:
        if how == "lost":
            destroy(game, shot.firer, "C2.28")
        else:
            malfunction(game, shot.firer, "C2.28")


@rule("C2.28", "D3.7", "D5.341")
def disable(game: Game, vehicle_id: str, arm: str, *, lost: bool) -> None:
    """A weapon of a vehicle malfunctions or is lost for good; without its main armament it may be Recalled."""
    from sandtable.games.asl.vehicles.losses import recall_unarmed

    vehicle = game.state.vehicles[vehicle_id]
    broken = tuple(each for each in vehicle.broken if each != arm)
    if lost:
        alter(game, vehicle_id, broken=broken, disabled=(*vehicle.disabled, arm))
        game.say(GunLost(rule="C2.28", seen_by=vehicle_seen_by(game, vehicle_id), vehicle=vehicle_id, arm=arm))
        recall_unarmed(game, vehicle_id)
    else:
        alter(game, vehicle_id, broken=(*broken, arm))
        game.say(GunBroke(rule="C2.28", seen_by=vehicle_seen_by(game, vehicle_id), vehicle=vehicle_id, arm=arm))


def preview_lines(game: Game, shot: Shot) -> tuple[Line, ...]:
    """The whole sum of a shot before it is made: to hit, and what a hit does."""
    from sandtable.games.asl.ordnance.effects import effect_lines

    gunner = gunner_of(game, shot.firer, shot.arm)
    aimed = shown(game, aim(game, shot, gunner))
    mark = aimed.marks[0]._replace(unseen=0) if aimed.marks else None
    total = Line("th.needs", str(aimed.number.total - aimed.final(mark, 0, 0)), "C3.1")
    number = depletion(game, shot, gunner)
    stock = (Line("th.depletion", str(number), "C8.1"),) if number else ()
    return (*aimed.lines, total, *stock, *effect_lines(game, aimed))
