"""C1.5, C7.341, C3.7: what shells of artillery do in a hex, to all that is there or to those who pass."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import NamedTuple

from sandtable.games.asl.concealment.revealing import seen_of_result
from sandtable.games.asl.fire.dice import ALL_DR, Dr, dice_line, random_selection
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.fire.modifiers import plight
from sandtable.games.asl.fire.results import apply_results, could_check, desperate_under_fire, written
from sandtable.games.asl.locations import locations_of
from sandtable.games.asl.morale.casualties import Aftermath, eliminate
from sandtable.games.asl.ordnance.effects import LOST, indirect_fate, suffer
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.tables.fire import Firepower, Ift, Result
from sandtable.games.asl.tables.ordnance import HighExplosive
from sandtable.games.asl.terrain.collapse import may_fall_in, shakes
from sandtable.games.asl.terrain.fires import kindle_by_hit
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.terrain.tem import Fire, crews, tem
from sandtable.games.asl.units import Game, is_known, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.status import vehicles_at
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Sum

CRITICAL = 2
"""The Original Effects DR that is a Critical Hit (C3.7)."""


class Salvo(NamedTuple):
    """Shells that come down in a hex."""

    side: str
    """Whose they are."""
    fp: Fraction
    caliber: int
    what: str
    """How it is told: artillery, barrage, or what aircraft do."""
    rule: str
    cover: Fire | None = "oba"
    """Which cover counts against it; None where that has counted before."""
    aimed: bool = False
    """Of aircraft: concealment halves it, and it is not read for vehicles, which are struck apart."""


class Struck(NamedTuple):
    """Men for whom the Effects DR is read alike: of one Location, and with the same cover."""

    units: tuple[str, ...]
    at: str
    column: int
    drm: Sum
    hidden: bool
    """Nobody of the other side knows that they are there."""

    @property
    def reversed(self) -> int:
        """The DRM of a Critical Hit: cover is turned against those who have it, an airburst is not (C3.7)."""
        return sum(-abs(part.value) for part in self.drm)


@rule("C.6")
def firepower_of(game: Game, caliber: int) -> int:
    """The FP of shells of a caliber."""
    return game.content.table("high-explosive", HighExplosive).column(caliber)


@rule("C1.5", "B/tem", "A2.8", "A5.12", "A4.62")
def struck_in(game: Game, salvo: Salvo, hex_: str, only: Collection[str] | None = None, at: str = "") -> list[Struck]:
    """The men whom shells in a hex strike, on all its floors: all of them, or those who pass, in a Location if named.

    Movement makes no difference, nor does concealment to shells of artillery.
    """
    ift, halved = game.content.table("ift", Ift), game.content.table("firepower", Firepower).factors
    if only is None:
        names = [name for place in locations_of(game, hex_) for name in units_at(game, place)]
    else:
        names = [name for name in only if name in game.state.units and not game.state.units[name].aboard]
    found: dict[tuple[str, int, int, bool], tuple[list[str], Sum]] = {}
    for name in names:
        unit = game.state.units[name]
        place = at or unit.at
        drm = Sum() if salvo.cover is None else Sum(tem(game, place, (name,), (), salvo.cover))
        for part in plight(game, name, place):
            drm.add(part.label, part.value, part.rule)
        less = salvo.aimed and (unit.concealed or unit.hidden)
        column = ift.column(salvo.fp * halved["concealed-target"].value if less else salvo.fp)
        found.setdefault((place, column, drm.total, unit.hidden), ([], drm))[0].append(name)
    return [
        Struck(tuple(units), place, column, drm, hidden) for (place, column, _, hidden), (units, drm) in found.items()
    ]


@rule("E7/attacks", "A7.23", "scope/vehicle-concealment")
def _halved(game: Game, salvo: Salvo) -> int:
    """The column on which men of a vehicle beneath a "?" are struck: half of it by aircraft, and all by artillery."""
    factor = game.content.table("firepower", Firepower).factors["concealed-target"].value if salvo.aimed else 1
    return game.content.table("ift", Ift).column(salvo.fp * factor)


class Reading(NamedTuple):
    """What an Effects DR comes to in a hex."""

    men: tuple[Result, ...]
    hulls: tuple[str, ...]
    aboard: tuple[Result, ...]
    critical: bool
    sniper: bool
    shakes: bool


def _read(
    game: Game,
    salvo: Salvo,
    hex_: str,
    groups: Sequence[Struck],
    hulls: Sequence[str],
    aboard: Sequence[collateral.Exposed],
    dr: Dr,
) -> Reading:
    ift = game.content.table("ift", Ift)
    column, halved = ift.column(salvo.fp), _halved(game, salvo)
    critical = dr.total == CRITICAL and bool(groups) and salvo.cover == "oba"
    return Reading(
        tuple(ift.result(group.column, dr.total + group.drm.total) for group in groups),
        tuple("none" if salvo.aimed else indirect_fate(game, name, salvo.caliber, column, dr) for name in hulls),
        tuple(ift.result(halved if each.veiled else column, dr.total + each.drm) for each in aboard),
        critical,
        calls_sniper(game, salvo.side, dr.total),
        salvo.caliber > 0 and shakes(game, hex_, salvo.fp * (2 if critical else 1), dr.total),
    )


def _bands(
    game: Game,
    salvo: Salvo,
    hex_: str,
    groups: Sequence[Struck],
    hulls: Sequence[str],
    aboard: Sequence[collateral.Exposed],
) -> list[str]:
    """What each Effects DR comes to in a hex; without vehicles DRs of one sum come to the same."""
    if hulls:
        return [repr(_read(game, salvo, hex_, groups, hulls, aboard, dr)) for dr in ALL_DR]
    sums = {dr.total: dr for dr in ALL_DR}
    read = {total: repr(_read(game, salvo, hex_, groups, hulls, aboard, dr)) for total, dr in sums.items()}
    return [read[dr.total] for dr in ALL_DR]


@rule("C1.5", "C7.341", "C3.7", "D.8", "A14.1", "B24.1", "B25/fire")
def burst(
    game: Game, salvo: Salvo, hex_: str, aftermath: Aftermath, only: Collection[str] | None = None, at: str = ""
) -> None:
    """Shells burst in a hex, or fire from above strikes it: one Effects DR for all that is there, of either side.

    Dice fall for an empty hex as well, so that nobody learns from them who is hidden there.
    """
    ift = game.content.table("ift", Ift)
    groups = struck_in(game, salvo, hex_, only, at)
    hulls = [name for name in vehicles_at(game, hex_) if only is None or name in only]
    if only is not None:
        hulls = [name for name in only if name in game.state.vehicles]
    aboard = [each for name in hulls for each in collateral.exposed_at(game, game.state.vehicles[name].at, name)]
    seen = [group for group in groups if not group.hidden]
    sides = tuple(dict.fromkeys(game.state.units[group.units[0]].side for group in groups if group.hidden))
    colored, white = game.roll_apart(
        "2d6",
        salvo.what,
        salvo.rule,
        bands=_bands(game, salvo, hex_, groups, hulls, aboard),
        seen_by=None if seen or hulls else sides,
    )
    dr = Dr(colored, white)
    reading = _read(game, salvo, hex_, groups, hulls, aboard, dr)
    if reading.sniper and (seen or hulls):
        aftermath.snipers.append(salvo.side)
    chosen = _critically(game, groups) if reading.critical else ()
    struck: list[tuple[Sequence[str], Result]] = []
    told: set[str] = set()
    for group, result in zip(groups, reading.men, strict=True):
        _say(game, salvo, group, result, dr, told)
        if could_check(ift, group.column, group.drm.total):
            desperate_under_fire(game, group.units)
        rest = [name for name in group.units if name not in chosen and name in game.state.units]
        for name in group.units:
            if name in chosen and name in game.state.units:
                struck += _critical_result(game, salvo, name, group, dr, aftermath)
        struck.append((rest, result))
    apply_results(game, struck, aftermath)
    column = ift.column(salvo.fp)
    for name, fate in zip(hulls, reading.hulls, strict=True):
        if name not in game.state.vehicles:
            continue
        exposed = [each for each in aboard if each.vehicle == name]
        if not salvo.aimed:
            _say_hull(game, salvo, name, fate, column)
        if salvo.aimed or fate not in LOST:
            collateral.tell_and_strike(game, exposed, column, dr.total, 0, aftermath, _halved(game, salvo))
        if not salvo.aimed and name in game.state.vehicles:
            suffer(game, name, fate, aftermath)  # type: ignore[arg-type]
    if reading.critical:
        kindle_by_hit(game, hex_)
    if reading.shakes and only is None:
        may_fall_in(game, hex_, aftermath)


@rule("C3.7", "A.9")
def _critically(game: Game, groups: Sequence[Struck]) -> tuple[str, ...]:
    """Who in a hex is struck critically, by Random Selection among all men there."""
    names = [name for group in groups for name in group.units]
    return tuple(random_selection(game, names, 1, "critical-target"))


@rule("C3.7", "C11.4")
def _critical_result(
    game: Game, salvo: Salvo, name: str, group: Struck, dr: Dr, aftermath: Aftermath
) -> list[tuple[Sequence[str], Result]]:
    """A Critical Hit: the FP doubled and cover reversed; a Gun is destroyed together with its crew at once."""
    gun = crews(game).get(name)
    if gun is not None:
        eliminate(game, name, "C3.7", aftermath)
        destroy(game, gun, "C11.4")
        return []
    ift = game.content.table("ift", Ift)
    return [((name,), ift.result(ift.column(2 * salvo.fp), dr.total + group.reversed))]


@rule("A12.16")
def _say(game: Game, salvo: Salvo, group: Struck, result: Result, dr: Dr, told: set[str]) -> None:
    """Tell what shells do to men; that they do nothing to those beneath a "?" others are `told` once for a Location,
    however differently these stand."""
    left = [game.state.units[name] for name in group.units if name in game.state.units]
    enemy = any(unit.side != salvo.side for unit in left)
    veiled = result.kind == "none" and all(unit.concealed or unit.hidden for unit in left)
    drm = () if veiled else group.drm.lines
    owner = game.state.units[group.units[0]].side
    unseen = group.hidden and result.kind == "none"
    if veiled and not unseen:
        unseen = group.at in told
        told.add(group.at)
    game.say(
        Resolved(
            rule=salvo.rule,
            seen_by=(owner,) if unseen else None,
            what=salvo.what,
            result=f"ift.{result.kind}",
            lines=(*salvo_lines(salvo, group.column), *drm, dice_line(dr), Line("result", written(result), "A7.3")),
            target=group.at,
            favours=salvo.side if enemy and result.kind != "none" else "",
        )
    )


def _say_hull(game: Game, salvo: Salvo, vehicle_id: str, fate: str, column: int) -> None:
    vehicle = game.state.vehicles[vehicle_id]
    number = game.content.table("ift", Ift).k_number(column)
    seen = seen_of_result(game, vehicle_id, harmless=fate == "none")
    game.say(
        Resolved(
            rule="C7.341",
            seen_by=seen,
            what=f"{salvo.what}-vehicle",
            result=f"tk.{fate}",
            lines=(*salvo_lines(salvo, column), Line("k-number", str(number), "C7.341")),
            target=vehicle_id,
            favours=salvo.side if vehicle.side != salvo.side and fate != "none" else "",
        )
    )


def salvo_lines(salvo: Salvo, column: int) -> tuple[Line, ...]:
    """The firepower of shells and its column, as they are shown."""
    value = str(salvo.fp) if salvo.fp.denominator == 1 else f"{float(salvo.fp):.1f}"
    return (Line("firepower", value, salvo.rule), Line("column", str(column), "A7.1"))


def preview_of(game: Game, salvo: Salvo, hexes: Sequence[str], side: str) -> tuple[Line, ...]:
    """The sum of shells on some hexes before they fall: the column, and the cover in each hex as far as a side knows.

    Of what lies beneath a "?" it knows the terrain, and nothing else.
    """
    ift = game.content.table("ift", Ift)
    column = ift.column(salvo.fp)
    found = list(salvo_lines(salvo, column))
    for hex_ in hexes:
        found += _known_in(game, salvo, hex_, side)
        for name in vehicles_at(game, hex_):
            vehicle = game.state.vehicles[name]
            if not vehicle.hidden and (vehicle.side == side or not vehicle.concealed):
                number = ift.k_number(column)
                found.append(Line("shelled-vehicle", str(number), "C7.341", {"vehicle": name}))
    return tuple(found)


@rule("A12.1", "A12.16", "B/tem")
def _known_in(game: Game, salvo: Salvo, hex_: str, side: str) -> list[Line]:
    """The men in a hex of whom a side knows, by their cover, and where a "?" lies."""
    units = game.state.units
    known: dict[tuple[str, int], int] = {}
    for group in struck_in(game, salvo, hex_):
        key = (group.at, group.drm.total)
        number = sum(units[name].side == side or is_known(units[name]) for name in group.units)
        if number:
            known[key] = known.get(key, 0) + number
    found = [Line("shelled", f"{drm:+d}", "B/tem", {"at": at, "units": n}) for (at, drm), n in known.items()]
    for at in locations_of(game, hex_):
        others = [units[name] for name in units_at(game, at) if units[name].side != side]
        if any(unit.concealed and not unit.hidden for unit in others):
            found.append(Line("shelled-unknown", f"{terrain_at(game, hex_).tem.oba:+d}", "B/tem", {"at": at}))
    return found
