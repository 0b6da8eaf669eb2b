"""C7, C8.31, C8.5, C11.4, C3.7: what a hit of ordnance does to vehicles, men and Guns, and SMOKE that it brings."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import (
    as_told,
    lines_as_told,
    reveal_vehicle,
    seen_of_result,
    shown_id,
    vehicle_seen_by,
)
from sandtable.games.asl.events.vehicles import ShellSmoke
from sandtable.games.asl.fire.dice import Dr, dice_line, random_selection, roll_dr
from sandtable.games.asl.fire.encirclement import note_fire_from
from sandtable.games.asl.fire.malfunction import destroy, malfunction
from sandtable.games.asl.fire.modifiers import is_in_hazard
from sandtable.games.asl.fire.results import (
    apply_results,
    could_check,
    desperate_under_fire,
    suffer_phosphorus,
    written,
)
from sandtable.games.asl.fire.struck import is_at_dash
from sandtable.games.asl.locations import excess, hex_of, locations_of
from sandtable.games.asl.morale.casualties import Aftermath, eliminate, reduce_casualties
from sandtable.games.asl.night.light import place_light
from sandtable.games.asl.ordnance import rockets
from sandtable.games.asl.ordnance.arcs import in_arc
from sandtable.games.asl.ordnance.shots import eye_at, kill_rolls
from sandtable.games.asl.ordnance.to_hit import Aim, Mark, hits_table, is_hull_down, is_unseen
from sandtable.games.asl.ordnance.to_kill import WORSE, Fate, fate, fate_by_bullets, kill_number, table_of
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import Smoke as Cloud
from sandtable.games.asl.tables.artillery import Artillery
from sandtable.games.asl.tables.fire import FireModifiers, Firepower, Ift, Result
from sandtable.games.asl.tables.ordnance import HighExplosive
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.terrain.collapse import may_fall_in, shakes
from sandtable.games.asl.terrain.fires import kindle_by_hit
from sandtable.games.asl.terrain.labor import is_clearing
from sandtable.games.asl.terrain.tem import Fire, tem
from sandtable.games.asl.units import Game, other, side_with, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.losses import crew_check, immobilize, shock, stun, wreck
from sandtable.games.asl.vehicles.status import Part, card_of
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Modifier, Sum


class Blow(NamedTuple):
    """A group of targets that is hit."""

    mark: Mark
    critical: bool


@rule("C.4", "C.6", "C8.31", "C13.34", "C13.4", "C13.5", "C3.33", "A4.63")
def firepower(game: Game, aimed: Aim) -> Fraction:
    """The FP of a hit on men: HE by caliber, halved for the Area type; solid shot next to nothing. In a Dash it is
    halved once more."""
    table, shot, gunner = game.content.table("high-explosive", HighExplosive), aimed.shot, aimed.gunner
    share = game.content.table("firepower", Firepower).factors["dash"].value if is_at_dash(game, gunner.side) else 1
    if shot.ammunition == "heat":
        assert gunner.card is not None
        return Fraction(gunner.card.fp) * share
    if shot.ammunition == "he":
        return Fraction(table.column(gunner.caliber), 2 if shot.type == "area" else 1) * share
    return Fraction(table.shot(gunner.caliber)) * share


@rule("C8.7")
def strike(
    game: Game,
    aimed: Aim,
    blows: Sequence[Blow],
    *,
    part: Part,
    hit: bool,
    twice: bool,
    dr: Dr,
    aftermath: Aftermath,
) -> None:
    """What a shot does to all that it has hit."""
    if not hit:
        return
    if aimed.shot.ammunition == "ir":
        place_light(game, hex_of(aimed.shot.target), "round", "C8.7")
    elif aimed.shot.ammunition in ("smoke", "wp"):
        place_smoke(game, hex_of(aimed.shot.target), wp=aimed.shot.ammunition == "wp", aftermath=aftermath)
    elif aimed.shot.type == "vehicle":
        _strike_vehicle(game, aimed, part, critical=blows[0].critical, twice=twice, aftermath=aftermath)
    elif aimed.shot.type == "infantry":
        _strike_men(game, aimed, blows, twice=twice, aftermath=aftermath)
    else:
        _strike_area(game, aimed, blows, aftermath)


# Vehicles


@rule("C3.9", "C5.7", "C7.1", "C3.8", "C2.29", "D4.2", "D.8", "37.1/d", "D3.54")
def _strike_vehicle(game: Game, aimed: Aim, part: Part, *, critical: bool, twice: bool, aftermath: Aftermath) -> None:
    """A hit on a vehicle: on the hull of one that is Hull Down it is none; else the To Kill DR decides."""
    shot, gunner = aimed.shot, aimed.gunner
    name = aimed.marks[0].vehicle
    if not name:
        return
    vehicle, card = game.state.vehicles[name], card_of(game, name)
    if part == "hull" and is_hull_down(game, vehicle, gunner.at):
        _say_kill(game, aimed, part, "hull-down", Sum())
        return
    if shot.immobilize:
        _say_kill(game, aimed, part, "immobilized" if part == "hull" else "none", Sum())
        if part == "hull":
            immobilize(game, name, aftermath)
        return
    blast = None
    if rockets.is_rocket(game, shot.firer):
        home = rockets.strikes_home(game)
        blast = rockets.figures(game).direct_kill if home else rockets.figures(game).near_kill
    kill = kill_number(game, shot, gunner, name, part, critical=critical, basic=blast)
    number, he = kill.number.total, shot.ammunition == "he"
    rolls = max(2 if twice else 1, kill_rolls(game, shot))
    outcomes = [fate(game, total, number, part, he=he, burns=card.burns) for total in range(2, 13)]
    if shot.ammunition == "mg":
        outcomes = [fate_by_bullets(game, total, number, burns=card.burns) for total in range(2, 13)]
    if kill.harmless:
        outcomes = ["none" for _ in outcomes]
    found: list[Fate] = []
    for _ in range(rolls):
        seen = vehicle_seen_by(game, name)
        total = game.roll("2d6", "to-kill", "C7.1", bands=list(outcomes), seen_by=seen)
        found.append(outcomes[total - 2])
    worst = min(found, key=WORSE.index)
    _say_kill(game, aimed, part, worst, kill.number)
    if shot.ammunition == "mg":
        suffer(game, name, worst, aftermath)
        return
    solid = shot.ammunition in ("ap", "apcr", "apds")
    near = blast is not None and blast == rockets.figures(game).near_kill
    shells = rockets.figures(game).near_fp if near else int(firepower(game, aimed))
    suffer_hit(game, name, worst, 1 if solid else shells, aftermath)


LOST = ("burning", "eliminated")
"""What leaves a wreck: those who come out of it are not struck besides (D.8)."""


@rule("D.8", "D6.2")
def suffer_hit(game: Game, vehicle_id: str, what: Fate, power: int, aftermath: Aftermath) -> None:
    """A shell has hit a vehicle: it strikes the exposed men of one that is left whole before anything happens to it."""
    if what != "none":
        reveal_vehicle(game, vehicle_id)
    if what not in LOST:
        collateral.attack(game, vehicle_id, power, aftermath)
    if vehicle_id in game.state.vehicles:
        suffer(game, vehicle_id, what, aftermath)


@rule("C7.4", "C7.41", "C7.5", "C7.6", "D5.34")
def suffer(game: Game, vehicle_id: str, what: Fate, aftermath: Aftermath) -> None:
    """A vehicle suffers what a To Kill DR has come to."""
    if what != "none":
        reveal_vehicle(game, vehicle_id)
    if what in LOST:
        wreck(game, vehicle_id, aftermath, burning=what == "burning")
    elif what == "immobilized":
        immobilize(game, vehicle_id, aftermath)
    elif what == "shocked":
        shock(game, vehicle_id, aftermath)
    elif what == "stunned":
        stun(game, vehicle_id)
        collateral.throw_off(game, vehicle_id, aftermath)
    elif what == "possible-shock" and not game.state.vehicles[vehicle_id].abandoned:
        _perhaps_shock(game, vehicle_id, aftermath)


@rule("C7.41")
def _perhaps_shock(game: Game, vehicle_id: str, aftermath: Aftermath) -> None:
    """A hit just not good enough: the crew takes a check, and is in Shock if it fails."""
    if not crew_check(game, vehicle_id, 0, "possible-shock", "C7.41", aftermath):
        shock(game, vehicle_id, aftermath)


def _say_kill(game: Game, aimed: Aim, part: Part, result: str, number: Sum) -> None:
    parts = () if is_unseen(game, aimed) else number.lines
    lines = (*parts, *((Line("tk.number", str(number.total), "C7.1"),) if number else ()))
    name = aimed.marks[0].vehicle
    game.say(
        Resolved(
            rule="C7.1",
            seen_by=seen_of_result(game, name, harmless=result in ("none", "hull-down")),
            what=f"kill-{part}",
            result=f"tk.{result}",
            lines=lines_as_told(game, lines),
            subject=as_told(game, aimed.shot.firer),
            target=name,
            favours=aimed.gunner.side if result not in ("none", "hull-down") else "",
        )
    )


# Men and Guns


class Share(NamedTuple):
    """What the Effects DR is read for: a group of men, or the one of them who is struck critically."""

    units: tuple[str, ...]
    column: int
    drm: int
    gun: str
    shield: int
    critical: bool


@rule("C3.7", "A.9")
def _shares(game: Game, aimed: Aim, blows: Sequence[Blow]) -> list[Share]:
    """The groups of an Effects DR, each with its column and its DRM; a Critical Hit strikes one of all who are hit."""
    ift, power = game.content.table("ift", Ift), firepower(game, aimed)
    rocket = rockets.effect_drm(game, aimed.shot.firer)
    men = [blow for blow in blows if not blow.mark.vehicle]
    critically = [name for blow in men if blow.critical for name in blow.mark.units]
    chosen = random_selection(game, critically, 1, "critical-target") if critically else []
    found = []
    for mark, _ in men:
        gun = mark.gun if aimed.shot.type == "infantry" else ""
        bonus = rocket + _crowding(game, mark) + _hazard(game, aimed, mark)
        cover = sum(part.value for part in _on_effect(game, aimed, mark))
        shield = _shield(game, aimed, mark)
        struck = tuple(name for name in mark.units if name in chosen)
        units = tuple(name for name in mark.units if name not in chosen)
        if struck:
            turned = bonus + _turned_against(game, aimed, mark)
            found.append(Share(struck, _critical_column(game, aimed), turned, mark.gun, 0, True))
        if units:
            found.append(Share(units, ift.column(power), bonus + cover, gun, shield, False))
    return found


@rule("C3.7")
def _critical_column(game: Game, aimed: Aim) -> int:
    """The column of a Critical Hit: that of the doubled FP, which is not halved for the Area type."""
    full = firepower(game, aimed) * (2 if aimed.shot.type == "area" else 1)
    return game.content.table("ift", Ift).column(2 * full)


@rule("C.3", "C3.33", "C9.1", "C11.1")
def _on_effect(game: Game, aimed: Aim, mark: Mark) -> Sequence[Modifier]:
    """The TEM that counts on the effect: with the Area type only, since else it has made the hit harder. A gunshield
    is among it, as it keeps off all but a shell that strikes the Gun itself."""
    if aimed.shot.type != "area":
        return ()
    kind: Fire = "mortar" if aimed.gunner.sort == "mortar" else "direct"
    name = mark.units[0]
    return tem(game, game.state.units[name].at, (name,), [aimed.gunner.at], kind)


@rule("C3.7")
def _turned_against(game: Game, aimed: Aim, mark: Mark) -> int:
    """The DRM of a Critical Hit: cover is turned against those who have it, an airburst is not."""
    return sum(-abs(part.value) for part in _on_effect(game, aimed, mark)) if aimed.shot.type == "area" else -mark.cover


@rule("A5.12")
def _crowding(game: Game, mark: Mark) -> int:
    """What men who are too many for their Location add to what strikes them."""
    unit = game.state.units[mark.units[0]]
    figure = game.content.table("fire-modifiers", FireModifiers).modifiers["overstacked-target"]
    return figure.value * excess(game, unit.at, side_with(game, unit))


@rule("A4.62", "B24.7", "C6.6")
def _hazard(game: Game, aimed: Aim, mark: Mark) -> int:
    """What is added for men in Hazardous Movement where they are not aimed at, but their hex (C6.6)."""
    name = mark.units[0]
    if aimed.shot.type != "area" or not (is_in_hazard(game, name) or is_clearing(game, name)):
        return 0
    return game.content.table("fire-modifiers", FireModifiers).modifiers["hazardous"].value


@rule("C11.1", "C11.4")
def _shield(game: Game, aimed: Aim, mark: Mark) -> int:
    """What a gunshield adds for a crew that survives a shell, if nothing else protects it."""
    if not mark.gun or mark.cover > 0:
        return 0
    weapon = game.state.weapons[mark.gun]
    crew = game.state.units[mark.units[0]]
    faces = in_arc(game.content, weapon.arc, hex_of(crew.at), hex_of(aimed.gunner.at))
    is_crew = game.content.personnel[crew.kind].type == "crew"
    return hits_table(game).gunshield if game.content.guns[weapon.kind].gunshield and faces and is_crew else 0


@rule("C11.4")
def _on_gun(ift: Ift, share: Share, total: int) -> Result:
    """What an Effects DR does to those who man a Gun: KIA and K before the shield counts, all else after."""
    result = ift.result(share.column, total + share.drm)
    if result.kind in ("kia", "k"):
        return result
    return ift.result(share.column, total + share.drm + share.shield)


def _result(ift: Ift, share: Share, total: int) -> Result:
    return _on_gun(ift, share, total) if share.gun else ift.result(share.column, total + share.drm)


@rule("D.8", "C3.32")
def _aboard(game: Game, aimed: Aim) -> list[collateral.Exposed]:
    """The exposed men in vehicles whom HE strikes that hits others in their Location; in First Fire those who move."""
    shot, moving = aimed.shot, game.state.moving
    if shot.ammunition not in ("he", "heat"):
        return []
    only = ""
    if game.state.phase == "movement" and moving is not None and game.state.active != aimed.gunner.side:
        if not moving.vehicle:
            return []
        only = moving.vehicle
    found = collateral.exposed_at(game, shot.target, only)
    foes = [each for each in found if game.state.vehicles[each.vehicle].side != aimed.gunner.side]
    eye = shot.firer if shot.firer in game.state.vehicles else ""
    return collateral.those_in_sight(game, foes, {eye_at(game, aimed.gunner): eye}, shot.target)


@rule("C3.32", "C3.7", "C3.8", "C11.4", "D.8")
def _strike_men(game: Game, aimed: Aim, blows: Sequence[Blow], *, twice: bool, aftermath: Aftermath) -> None:
    """One Effects DR for all men of the Location who are hit; of two hits the better for the firer counts."""
    ift = game.content.table("ift", Ift)
    shares = _shares(game, aimed, blows)
    if not shares:
        return
    aboard, column = _aboard(game, aimed), ift.column(firepower(game, aimed))
    bonus = rockets.effect_drm(game, aimed.shot.firer)

    def read(dr: Dr) -> str:
        exposed = [ift.result(column, dr.total + bonus + each.drm) for each in aboard]
        men = [_result(ift, share, dr.total) for share in shares]
        return repr([_shakes(game, aimed, shares, dr), exposed, *men, calls_sniper(game, aimed.gunner.side, dr.total)])

    fallen = [roll_dr(game, "effect", rule_id, read) for rule_id in ("C3.1", "C3.8")[: 1 + twice]]
    for each in fallen:
        _call_sniper(game, aimed, each, aftermath)
    dr = min(fallen, key=lambda each: each.total)
    shaken = _shakes(game, aimed, shares, dr)
    _apply(game, aimed, shares, dr, aftermath)
    collateral.tell_and_strike(game, aboard, column, dr.total, bonus, aftermath)
    _wreck_house(game, aimed, aimed.shot.target, shares, shaken=shaken, aftermath=aftermath)


@rule("A14.1")
def _call_sniper(game: Game, aimed: Aim, dr: Dr, aftermath: Aftermath) -> None:
    """An Effects DR is one on the IFT, and calls a sniper as any other."""
    if calls_sniper(game, aimed.gunner.side, dr.total):
        aftermath.snipers.append(aimed.gunner.side)


@rule("B24.1")
def _shakes(game: Game, aimed: Aim, shares: Sequence[Share], dr: Dr) -> bool:
    """Whether an Effects DR may bring down the building in which men are struck."""
    if aimed.shot.ammunition != "he" or not shares:
        return False
    struck = next(name for share in shares for name in share.units)
    return any(shakes(game, game.state.units[struck].at, share.column, dr.total) for share in shares)


@rule("B24.1", "B25/fire")
def _wreck_house(
    game: Game, aimed: Aim, at: str, shares: Sequence[Share], *, shaken: bool, aftermath: Aftermath
) -> None:
    """HE may set fire to a building by a Critical Hit, and bring it down."""
    if aimed.shot.ammunition == "he" and any(share.critical for share in shares):
        kindle_by_hit(game, hex_of(at))
    if shaken:
        may_fall_in(game, at, aftermath)


@rule("C3.1", "A7.7", "A10.62", "A12.16")
def _apply(game: Game, aimed: Aim, shares: Sequence[Share], dr: Dr, aftermath: Aftermath) -> None:
    """The Effects DR is read for each group of men; HE helps to Encircle them.

    Of those beneath a "?" whom it does nothing it is told once, since their groups show how they stand.
    """
    ift = game.content.table("ift", Ift)
    struck: list[tuple[Sequence[str], Result]] = []
    untold: set[str] = set()
    for share in shares:
        alive = [name for name in share.units if name in game.state.units]
        if not alive:
            continue
        result = _result(ift, share, dr.total)
        men = [game.state.units[name] for name in alive]
        unharmed = result.kind == "none"
        unseen = unharmed and all(man.hidden for man in men)
        veiled = unharmed and all(man.hidden or man.concealed for man in men)
        drm = () if veiled else (Line("drm", f"{share.drm:+d}", "C.3"),)
        again, untold = veiled and men[0].at in untold, untold | ({men[0].at} if veiled else set())
        seen_by = (men[0].side,) if unseen or again else None
        game.say(
            Resolved(
                rule="C3.1",
                seen_by=seen_by,
                what="effect",
                result=f"ift.{result.kind}",
                lines=(
                    Line("column", str(share.column), "C.6"),
                    *drm,
                    dice_line(dr),
                    Line("result", written(result), "A7.3"),
                ),
                subject=shown_id(game, alive[0]),
                target=men[0].at,
                favours=aimed.gunner.side if result.kind != "none" else "",
            )
        )
        if could_check(ift, share.column, share.drm):
            desperate_under_fire(game, alive)
            if aimed.shot.ammunition == "he" and aimed.shot.type == "infantry":
                note_fire_from(game, aimed.shot.target, (aimed.gunner.at,), other(aimed.gunner.side))
        if share.gun and share.gun in game.state.weapons and (share.critical or result.kind in ("kia", "k")):
            _gun_hit(game, share, alive, result, aftermath)
        else:
            struck.append((alive, result))
    apply_results(game, struck, aftermath)


@rule("C11.4", "C3.7")
def _gun_hit(game: Game, share: Share, crew: Sequence[str], result: Result, aftermath: Aftermath) -> None:
    """A shell strikes a Gun: it is destroyed with its crew, or malfunctions and costs men."""
    if share.critical or result.kind == "kia":
        for name in crew:
            if name in game.state.units:
                eliminate(game, name, "C11.4", aftermath)
        destroy(game, share.gun, "C11.4")
        return
    if not game.state.weapons[share.gun].broken:
        malfunction(game, share.gun, "C11.4")
    for name in crew:
        if name in game.state.units:
            reduce_casualties(game, name, "C11.4", aftermath)


@rule("C3.33", "C7.341", "D.8")
def _strike_area(game: Game, aimed: Aim, blows: Sequence[Blow], aftermath: Aftermath) -> None:
    """An Effects DR for each Location of the hex in which something is hit; that of the ground strikes vehicles too."""
    ift, hex_ = game.content.table("ift", Ift), hex_of(aimed.shot.target)
    power = firepower(game, aimed)
    tanks = {blow.mark.vehicle: blow.critical for blow in blows if blow.mark.vehicle}
    for at in locations_of(game, hex_):
        here = [
            blow
            for blow in blows
            if blow.mark.units and blow.mark.units[0] in game.state.units
            and game.state.units[blow.mark.units[0]].at == at
        ]  # fmt: skip
        hulls = {
            name: _critical_column(game, aimed) if critical else ift.column(power)
            for name, critical in tanks.items()
            if at == hex_
        }
        if not here and not hulls:
            continue
        shares = _shares(game, aimed, here)
        column = ift.column(power)

        def read(dr: Dr, shares: list[Share] = shares, hulls: dict[str, int] = hulls, column: int = column) -> str:
            men = [_result(ift, share, dr.total) for share in shares]
            return repr((_shakes(game, aimed, shares, dr), men,
                         [indirect_fate(game, name, aimed.gunner.caliber, on, dr) for name, on in hulls.items()],
                         [ift.result(column, dr.total + each.drm) for each in collateral.exposed_at(game, hex_)]
                         if hulls else [],
                         calls_sniper(game, aimed.gunner.side, dr.total)))  # fmt: skip

        dr = roll_dr(game, "effect", "C3.33", read)
        _call_sniper(game, aimed, dr, aftermath)
        shaken = _shakes(game, aimed, shares, dr)
        _apply(game, aimed, shares, dr, aftermath)
        for name, on in hulls.items():
            what = indirect_fate(game, name, aimed.gunner.caliber, on, dr)
            if what not in LOST:
                exposed = collateral.exposed_at(game, hex_, name)
                collateral.tell_and_strike(game, exposed, column, dr.total, 0, aftermath)
            if name in game.state.vehicles:
                suffer(game, name, what, aftermath)
        _wreck_house(game, aimed, at, shares, shaken=shaken, aftermath=aftermath)


@rule("C7.341", "D5.7")
def indirect_fate(game: Game, vehicle_id: str, caliber: int, column: int, dr: Dr) -> Fate:
    """What HE that comes from above does to an AFV, by the K number of its column; small shells do nothing."""
    if caliber < game.content.table("high-explosive", HighExplosive).armor_caliber or not column:
        return "none"
    number = game.content.table("ift", Ift).k_number(column)
    part: Part = "turret" if dr.colored < dr.white else "hull"
    more = table_of(game).burns if card_of(game, vehicle_id).burns else 0
    if dr.total + more <= number // 2 and dr.total < number:
        return "burning"
    if dr.total < number:
        return "eliminated"
    if dr.total <= number + 1:
        return "immobilized" if part == "hull" else "shocked"
    return "none"


# SMOKE


@rule("C8.5", "A24.2", "A24.31", "E3.5")
def place_smoke(game: Game, hex_: str, *, wp: bool, aftermath: Aftermath) -> None:
    """SMOKE of ordnance comes down in a hex; in rain there is none. WP burns those who are there."""
    if game.state.weather in ("rain", "heavy-rain"):
        return
    value = game.content.table("smoke", Smoke).kinds["wp" if wp else "smoke"].hindrance
    clouds = game.state.smoke.get(hex_, ())
    cloud = Cloud(value=value, wp=wp, source="ordnance", until=game.state.player_turn + 1)
    game.state.smoke[hex_] = (*clouds, cloud)
    game.say(ShellSmoke(rule="C8.5", at=hex_, value=value, wp=wp))
    if wp:
        suffer_phosphorus(game, units_at(game, hex_), aftermath)
        collateral.burn(game, hex_, aftermath)


@rule("C8.5", "A3.1")
def disperse_smoke(game: Game) -> None:
    """At the end of a Rally Phase: SMOKE of ordnance thins out, and goes a Rally Phase later."""
    kinds = game.content.table("smoke", Smoke).kinds
    for hex_, clouds in list(game.state.smoke.items()):
        left = []
        for cloud in clouds:
            if cloud.source != "ordnance" or game.state.player_turn < cloud.until:
                left.append(cloud)
            elif not cloud.dispersed:
                thin = kinds["wp" if cloud.wp else "smoke"].dispersed or 0
                value = min(cloud.value, thin)
                left.append(replace(cloud, dispersed=True, value=value, until=cloud.until + 1))
        if left:
            game.state.smoke[hex_] = tuple(left)
        else:
            del game.state.smoke[hex_]


# Before it is fired


def effect_lines(game: Game, aimed: Aim) -> tuple[Line, ...]:
    """What a hit would do: the To Kill numbers of hull and turret, or the column on the IFT."""
    shot = aimed.shot
    if shot.ammunition == "ir":
        return (Line("light-radius", str(game.content.table("artillery", Artillery).illumination), "C8.7"),)
    if shot.ammunition in ("smoke", "wp"):
        value = game.content.table("smoke", Smoke).kinds["wp" if shot.ammunition == "wp" else "smoke"].hindrance
        return (Line("smoke-value", f"+{value}", "C8.5"),)
    if shot.type != "vehicle":
        column = game.content.table("ift", Ift).column(firepower(game, aimed))
        return (Line("column", str(column), "C.6"),)
    if shot.immobilize:
        return (Line("tk.deliberate", "", "C5.7"),)
    if shot.target not in game.state.vehicles:
        return ()
    found: list[Line] = []
    vehicle = game.state.vehicles[shot.target]
    for part in ("hull", "turret"):
        if part == "hull" and is_hull_down(game, vehicle, aimed.gunner.at):
            found.append(Line("tk.hull-down", "-", "D4.2"))
            continue
        direct = rockets.figures(game).direct_kill if rockets.is_rocket(game, shot.firer) else None
        kill = kill_number(game, shot, aimed.gunner, shot.target, part, critical=False, basic=direct)
        found += kill.number.lines
        found.append(Line(f"tk.{part}", "-" if kill.harmless else str(kill.number.total), "C7.1"))
    return tuple(found)
