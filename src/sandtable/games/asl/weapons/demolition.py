"""A23.1, A23.3, A23.6: demolition charges, placed or thrown, and what they do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import shown_id
from sandtable.games.asl.events.movement import ChargePlaced, Dud
from sandtable.games.asl.fire.marking import note_other_fire
from sandtable.games.asl.fire.modifiers import plight
from sandtable.games.asl.fire.results import apply_results, could_check, desperate_under_fire
from sandtable.games.asl.locations import adjacent_locations, hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.tables.fire import FireModifiers, Firepower, Ift
from sandtable.games.asl.tables.terrain import Positions
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.terrain.cellars import is_cellar, throws_from_cellar
from sandtable.games.asl.terrain.collapse import may_fall_in, shakes
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, terrain_at
from sandtable.games.asl.terrain.tem import tem, tem_as_told
from sandtable.games.asl.units import Game, class_of, is_good_order, is_known, other, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.blasts import Use, blast_all
from sandtable.games.asl.vehicles.status import vehicles_at
from sandtable.games.asl.weapons.possession import possessed
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

LARGEST = 12
"""The highest DR."""


@rule("A23.1", "A23.3", "B26/infantry")
def charges(game: Game, unit_ids: Iterable[str]) -> list[str]:
    """The charges that units have and could place now."""
    found = []
    for name in possessed(game, unit_ids):
        weapon = game.state.weapons[name]
        unit = game.state.units[weapon.holder]
        is_charge = weapon.kind in game.content.weapons and game.content.weapons[weapon.kind].type == "dc"
        if is_charge and not weapon.placed and is_good_order(game, unit) and unit.stance != ABOVE_WIRE:
            found.append(name)
    return found


@rule("A23.3")
def targets(game: Game, location: str) -> tuple[str, ...]:
    """The Locations into which a charge can be placed from one."""
    return adjacent_locations(game, location)


@rule("A23.3", "A12.141")
def place_charge(game: Game, weapon_id: str, location: str) -> None:
    """A charge is placed in a Location; it goes off in the Advancing Fire Phase if its bearer comes through."""
    weapon = game.state.weapons[weapon_id]
    game.state.weapons[weapon_id] = replace(weapon, placed=location)
    game.say(ChargePlaced(rule="A23.3", at=location))
    gives_away(game, weapon.holder, "fires")


# A23.1: what a charge does


@rule("A23.1", "A21.11", "H1.22", "I.4")
def dud_number(game: Game, weapon_id: str) -> int:
    """The Original DR from which a charge is a dud: lower for those who are neither Elite nor Assault Engineers."""
    weapon = game.state.weapons[weapon_id]
    card, lowered = game.content.weapons[weapon.kind], game.content.table("weapons", Weapons).lowered
    number = card.removed or LARGEST + 1
    bearer = game.state.units.get(weapon.holder)
    if bearer is None:
        return number
    man = game.content.personnel[bearer.kind]
    if class_of(game.content, bearer) != "elite" and not man.assault_engineers:
        number -= lowered["non-elite-dc"]
    return number - lowered["captured"] if weapon.side != bearer.side else number


class Charge(NamedTuple):
    """A charge that is about to go off."""

    fp: int
    dud: int
    """The Original DR from which it does nothing."""
    side: str
    """Whose it is: the side of its bearer, or its own where he is gone."""


def _side_of(game: Game, weapon: Weapon) -> str:
    """Whose a charge is: the side of its bearer, or its own where he is gone."""
    bearer = game.state.units.get(weapon.holder)
    return weapon.side if bearer is None else bearer.side


def light(game: Game, weapon_id: str) -> Charge:
    """A charge is lit, and so used up."""
    weapon = game.state.weapons[weapon_id]
    lit = Charge(game.content.weapons[weapon.kind].fp, dud_number(game, weapon_id), _side_of(game, weapon))
    del game.state.weapons[weapon_id]
    game.state.lost[weapon_id] = weapon.kind
    return lit


@rule("A23.1", "A7.23", "B/tem")
def _groups(game: Game, location: str, column: int, drm: Sum) -> list[tuple[tuple[str, ...], int, Sum]]:
    """All who are in a Location, friend and foe, by the columns and modifiers with which a charge strikes them."""
    ift = game.content.table("ift", Ift)
    halved = game.content.table("firepower", Firepower).factors["concealed-target"].value
    found: dict[tuple[int, int], tuple[list[str], Sum]] = {}
    for name in units_at(game, location):
        unit = game.state.units[name]
        own = Sum([*drm, *tem(game, location, (name,), (), "residual"), *plight(game, name, location)])
        veiled = (unit.concealed or unit.hidden) and is_on(game.content, "concealment-halves-charges")
        seen = ift.column(column * halved) if veiled else column
        found.setdefault((seen, own.total), ([], own))[0].append(name)
    return [(tuple(names), seen, own) for (seen, _), (names, own) in found.items()]


@rule("A23.1", "A9.7", "A12.16", "A14.1", "B24.1", "C7.22", "D.8")
def explode(game: Game, charge: Charge, location: str, drm: Sum, aftermath: Aftermath, *, use: Use = "placed") -> None:
    """A charge goes off in a Location, unless it is a dud: among all men and vehicles, and those exposed in these."""
    breaches = use == "placed"
    ift = game.content.table("ift", Ift)
    column, dud = ift.column(charge.fp), charge.dud
    groups = _groups(game, location, column, drm)
    exposed = collateral.exposed_at(game, location)

    def outcome(total: int) -> str:
        if total >= dud:
            return f"dud {calls_sniper(game, charge.side, total)}"
        opens = breaches and is_breached_by(game, location, column, total + drm.total)
        return repr(
            [
                opens,
                shakes(game, location, charge.fp, total),
                *(ift.result(seen, total + own.total) for _, seen, own in groups),
                *(ift.result(column, total + drm.total + each.drm) for each in exposed),
                calls_sniper(game, charge.side, total),
            ]
        )

    total = game.roll("2d6", "demolition", "A23.1", bands=[outcome(each) for each in range(2, LARGEST + 1)])
    if calls_sniper(game, charge.side, total):
        aftermath.snipers.append(charge.side)
    if total >= dud:
        game.say(Dud(rule="A23.1", at=location))
        return
    if breaches and is_breached_by(game, location, column, total + drm.total):
        game.state.breached[location] = charge.side
    struck = [(names, ift.result(seen, total + own.total)) for names, seen, own in groups]
    has_told = False
    for (names, result), (_, seen, own) in zip(struck, groups, strict=True):
        men = [game.state.units[name] for name in names]
        unharmed = result.kind == "none"
        unseen = unharmed and all(man.hidden for man in men)
        veiled = unharmed and all(man.hidden or man.concealed for man in men)
        unseen, has_told = unseen or (veiled and has_told), has_told or (veiled and not unseen)
        told = Sum([*drm, *tem_as_told(game, location, names[0], (), "residual")]) if veiled else own
        game.say(
            Resolved(
                rule="A23.1",
                seen_by=(men[0].side,) if unseen else None,
                what="demolition",
                result=f"ift.{result.kind}",
                lines=(Line("column", str(seen), "A7.1"), *told.lines),
                subject=shown_id(game, names[0]),
                target=location,
                favours=charge.side if result.kind != "none" else "",
            )
        )
        if could_check(ift, seen, own.total):
            desperate_under_fire(game, names)
    apply_results(game, struck, aftermath)
    collateral.tell_and_strike(game, exposed, column, total, drm.total, aftermath)
    blast_all(game, location, use, charge.side, aftermath)
    if shakes(game, location, charge.fp, total):
        may_fall_in(game, location, aftermath)


@rule("B23.9")
def is_breached_by(game: Game, location: str, column: int, total: int) -> bool:
    """Whether a charge placed beside a Fortified Location breaches it: its result there is a KIA."""
    state, content = game.state, game.content
    if location not in state.fortified or location in state.breached:
        return False
    cover = terrain_at(game, hex_of(location)).tem.direct + content.table("positions", Positions).fortified
    return content.table("ift", Ift).result(column, total + cover).kind == "kia"


def cx_modifier(game: Game, unit_id: str) -> Sum:
    """What the exhaustion of its bearer adds to the DR of a charge."""
    drm = Sum()
    bearer = game.state.units.get(unit_id)
    if bearer is not None and bearer.cx:
        figure = game.content.table("fire-modifiers", FireModifiers).modifiers["cx"]
        drm.add("cx", figure.value, figure.rule)
    return drm


@rule("A23.3", "A3.5")
def placed_charges(game: Game) -> list[str]:
    """The charges that go off now: those of the ATTACKER in the Advancing Fire Phase, whatever has become of him since,
    and those of the DEFENDER at the end of the Defensive Fire Phase."""
    defenders = game.state.phase == "defensive-fire"

    def is_due(weapon: Weapon) -> bool:
        return bool(weapon.placed) and (_side_of(game, weapon) != game.state.active) == defenders

    return sorted(name for name, weapon in game.state.weapons.items() if is_due(weapon))


@rule("E1.21", "CG4/night-rules")
def _wakes(game: Game, bearer: str, location: str) -> None:
    """A charge is an attack like any other: where its bearer is known it stirs those at whom it is thrown or placed."""
    unit = game.state.units.get(bearer)
    if unit is not None and is_known(unit):
        enemy = other(unit.side)
        men = [name for name in units_at(game, location) if game.state.units[name].side == enemy]
        stir(game, (*men, *vehicles_at(game, location, enemy)))


@rule("A23.3", "A3.5")
def resolve_placed(game: Game, aftermath: Aftermath) -> None:
    """The charges that were placed go off, one after the other, and are used up."""
    for name in placed_charges(game):
        weapon = game.state.weapons.get(name)
        if weapon is not None:
            drm = cx_modifier(game, weapon.holder)
            _wakes(game, weapon.holder, weapon.placed)
            explode(game, light(game, name), weapon.placed, drm, aftermath)


# A23.6


@rule("A23.6", "RR11.4")
def throws(game: Game, unit_id: str) -> tuple[str, ...]:
    """The Locations into which a unit could throw a charge now."""
    unit = game.state.units[unit_id]
    if not charges(game, (unit_id,)) or unit.pinned:
        return ()
    return (throws_from_cellar(unit.at),) if is_cellar(unit.at) else adjacent_locations(game, unit.at)


@rule("A23.6")
def throw(game: Game, unit_id: str, location: str, aftermath: Aftermath) -> None:
    """A unit throws its charge into the next Location; it strikes there, and the thrower's Location as well."""
    unit, lit = game.state.units[unit_id], light(game, charges(game, (unit_id,))[0])
    exhaustion = cx_modifier(game, unit_id)
    figures = game.content.table("fire-modifiers", FireModifiers).modifiers
    gives_away(game, unit_id, "fires")
    note_other_fire(game, unit.at)
    _wakes(game, unit_id, location)
    late = game.state.phase == "advancing-fire" and unit.fire != "opportunity"
    for place, name in ((location, "thrown-dc"), (unit.at, "thrown-dc-own")):
        drm = Sum(exhaustion)
        figure = figures["thrown-dc" if name == "thrown-dc" else "thrown-dc-own"]
        drm.add(name, figure.value, figure.rule)
        if late:
            drm.add("thrown-dc-advancing", figures["thrown-dc-advancing"].value, figures["thrown-dc-advancing"].rule)
        explode(game, lit, place, drm, aftermath, use="thrown")
