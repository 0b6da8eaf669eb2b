"""Chapters 6.7.3 and 6.7.3.2 to 6.7.3.5: strafing, bombs and rockets."""

from __future__ import annotations

import msgspec

from sandtable.games.panzer.air.acquisition import has_acquired
from sandtable.games.panzer.air.aircraft import aircraft_card, change_aircraft, figures
from sandtable.games.panzer.air.courses import ahead
from sandtable.games.panzer.air.events import AttackedFromAir
from sandtable.games.panzer.air.loads import Weapon, attacks_left, carried, spend_attack
from sandtable.games.panzer.cards import AirAttack, Rockets, Vehicle
from sandtable.games.panzer.combat.bail_out import push_bail_out
from sandtable.games.panzer.combat.claims import ClaimMove
from sandtable.games.panzer.combat.gp_defense import gp_defense_as_known
from sandtable.games.panzer.combat.gp_modifiers import Means, add, of_moving_vehicle, of_target
from sandtable.games.panzer.combat.gp_results import GpAttack, attack_men, attack_vehicle, lines_of
from sandtable.games.panzer.combat.grades import grade_rows
from sandtable.games.panzer.combat.terrain_fire import attack_terrain, vulnerable_terrain
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.indirect.strike import bail_out_after, shaken_by
from sandtable.games.panzer.state import Aircraft
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.tables.support import AirModifiersFile, Altitude, AttackPattern, CrashFile
from sandtable.games.panzer.units import Game, card_of
from sandtable.kernel import Preview, Procedure, Refusal, of_content, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on

MEANS: Means = "air"
DIVE, FROM_LOW, CRASH = "dive-bombing", "bombs-low", "crash"
GUNS: tuple[Weapon, ...] = ("strafing", "bombs", "rockets")
POINT_BLANK: Band = "P"
GRADED_AT: Band = "E"
"""The range factor at which the grade counts for strafing (6.7.3.5)."""


def pattern(content: Content, attack: str) -> AttackPattern:
    return figures(content).patterns[attack]


def weapon_for(attack: str) -> Weapon:
    """What an attack is made with."""
    return next((weapon for weapon in GUNS if attack.startswith(weapon)), "bombs")


# What is offered


@rule("6.7.2.3.2", "6.7.3.3")
def altitudes_for(game: Game, aircraft_id: str, attack: str) -> tuple[Altitude, ...]:
    """The altitudes from which an attack may be begun: a dive begins high and ends low, and only some aircraft dive.
    Nobody else bombs from low altitude (ruling).
    """
    if attack == DIVE:
        return ("high",) if aircraft_card(game.content, aircraft_id).dive_bomber else ()
    if attack == FROM_LOW and not is_on(game.content, "level-bombs-from-low"):
        return ()
    return pattern(game.content, attack).altitudes


@rule("6.7.3.2", "6.7.3.3", "6.7.3.4")
def ranges_of(content: Content, attack: str) -> tuple[int, int] | None:
    """How near and how far straight ahead the target of an attack must be; None for any distance."""
    row = pattern(content, attack)
    if weapon_for(attack) == "strafing":
        return 1, row.ahead
    return None if weapon_for(attack) == "bombs" and is_on(content, "bombs-from-afar") else row.ranges


def distance_ahead(game: Game, aircraft_id: str) -> int | None:
    """How far straight ahead of an aircraft its target is; None if it is not straight ahead."""
    plane = game.state.aircraft[aircraft_id]
    there, way = game.state.units[plane.target].at, ahead(game.content, plane.at, plane.facing)
    return way.index(there) + 1 if there in way else None


@rule("5.16.2.6", "6.7.3", "6.7.3.2", "6.7.3.3", "6.7.3.4", "6.7.2.3.2")
def why_not_attack(game: Game, aircraft_id: str, attack: str) -> Refusal | None:
    """Why an aircraft cannot make an attack from where it is; None if it can. Each acquired target is attacked once."""
    plane, args = game.state.aircraft[aircraft_id], {"unit": aircraft_id}
    if not has_acquired(game, aircraft_id):
        return Refusal("refused.nothing-acquired", "6.7.3.1.1", args)
    if attacks_left(game, aircraft_id, weapon_for(attack)) <= 0:
        return Refusal("refused.nothing-left-to-attack-with", "5.16.2.6", args)
    if plane.altitude not in altitudes_for(game, aircraft_id, attack):
        return Refusal("refused.wrong-altitude", "6.7.3", args)
    if plane.speed not in pattern(game.content, attack).speeds:
        return Refusal("refused.wrong-speed", "6.7.3", args)
    distance, ranges = distance_ahead(game, aircraft_id), ranges_of(game.content, attack)
    if distance is None or (ranges is not None and not ranges[0] <= distance <= ranges[1]):
        return Refusal("refused.not-straight-ahead", "6.7.3", {**args, "target": plane.target})
    return None


def attacks_offered(game: Game, aircraft_id: str) -> list[str]:
    """The attacks that an aircraft may make now."""
    return [attack for attack in figures(game.content).patterns if why_not_attack(game, aircraft_id, attack) is None]


@of_content
@rule("6.7.3.2", "6.7.3.3", "6.7.3.4")
def struck_hexes(content: Content, at: str, facing: int, attack: str, distance: int) -> tuple[str, ...]:
    """The hexes of an attack at a target so far straight ahead: a row of hexes before the aircraft for strafing, the
    target hex for others, and for bombs from some height the hex beyond it, and those around both.
    """
    row, way = pattern(content, attack), ahead(content, at, facing)
    if weapon_for(attack) == "strafing":
        return way[: row.ahead]
    core = way[distance - 1 : distance + row.beyond]
    around = sorted({each for label in core for each in content.around(label, row.around)} - set(core))
    return (*core, *around)


# What it is worth


@rule("6.7.3.2", "6.7.3.3", "6.7.3.4", "5.4")
def air_attack(game: Game, aircraft_id: str, attack: str, distance: int) -> GpAttack:
    """The GP attack of an aircraft: small arms count as point blank, rockets have range factors, bombs have none."""
    weapon = weapon_for(attack)
    has = carried(game, aircraft_id, weapon)
    assert has is not None
    band = has.band(distance) if isinstance(has, Rockets) else POINT_BLANK
    assert band is not None
    return GpAttack(
        source=aircraft_id,
        factor=has.factor(band) if isinstance(has, Rockets) else has.F,
        band=band,
        ranged=weapon != "bombs",
        means=MEANS,
        small_arms=isinstance(has, AirAttack) and has.effectiveness is None,
        effectiveness=has.effectiveness or 0,
    )


@rule("6.7.2.3.2", "6.7.3.3")
def altitude_of(plane: Aircraft, attack: str) -> Altitude:
    """The altitude from which an attack is made: a dive bomber releases its bombs low."""
    return "low" if attack == DIVE else plane.altitude


@rule("6.7.3.5", "6.5.4.3/shooter-damaged", "6.5.4.3/shooter-suppressed", "6.5.4.3/unit-grade")
def of_aircraft(game: Game, aircraft_id: str, attack: str, band: Band) -> Sum:
    """What holds for all that an air attack strikes: altitude, speed, the state of the aircraft, and for its guns and
    rockets the grade of its force, since aircraft have none of their own (ruling).
    """
    found, content, plane = Sum(), game.content, game.state.aircraft[aircraft_id]
    rows = content.table("air-modifiers", AirModifiersFile).attack
    for name in (altitude_of(plane, attack), *(("fast",) if plane.speed == "fast" else ())):
        if number := rows[name].number:
            found.add(f"air-{name}", number, rows[name].rule)
    if plane.damaged:
        add(found, content, "firer-damaged", MEANS)
    if plane.suppressed:
        add(found, content, "firer-suppressed", MEANS)
    weapon = weapon_for(attack)
    if weapon != "bombs":
        at = GRADED_AT if weapon == "strafing" else band
        grade = grade_rows(content)[content.scenario.forces[content.aircraft[aircraft_id].side].grade].gp.at(at)
        if grade:
            found.add("unit-grade", grade, rows["unit-grade"].rule)
    return found


@rule("6.7.3.5", "6.5.4.3/vehicle-cover")
def on_unit(game: Game, unit_id: str, on_all: Sum) -> Sum:
    """All modifiers of an air attack at a unit: its type, a roof over it, how it moves; smoke and walls do nothing."""
    found = of_target(game, unit_id, MEANS)
    found.parts += of_moving_vehicle(game, unit_id, MEANS)
    found.parts += on_all
    return found


def preview_of(game: Game, aircraft_id: str, attack: str) -> Preview:
    """An air attack before it is made: the hexes that it strikes, and the sum for its target."""
    plane, distance = game.state.aircraft[aircraft_id], distance_ahead(game, aircraft_id) or 0
    hexes = struck_hexes(game.content, plane.at, plane.facing, attack, distance)
    gp = air_attack(game, aircraft_id, attack, distance)
    modifiers = on_unit(game, plane.target, of_aircraft(game, aircraft_id, attack, gp.band))
    return Preview(
        (plane.at, *hexes), tuple(lines_of(game.content, gp, gp_defense_as_known(game, plane.target), modifiers))
    )


# Attacking


class Aimed(msgspec.Struct, frozen=True):
    """An air attack that is declared: what it is, how far ahead its target is, and the hexes that it strikes."""

    attack: str
    distance: int
    hexes: tuple[str, ...]


@rule("6.7.3", "6.7.2.3.2", "5.16.2.6")
def declare(game: Game, aircraft_id: str, attack: str, hexes: int) -> Aimed:
    """Declare an attack: it is noted, a dive bomber is low from now on, and the next target must be acquired anew.

    Of a strafing run no more than so many hexes are struck.
    """
    plane, distance = game.state.aircraft[aircraft_id], distance_ahead(game, aircraft_id)
    assert distance is not None
    struck = struck_hexes(game.content, plane.at, plane.facing, attack, distance)
    aimed = Aimed(attack, distance, struck[:hexes] if weapon_for(attack) == "strafing" else struck)
    spend_attack(game, aircraft_id, weapon_for(attack))
    at = game.state.units[plane.target].at
    change_aircraft(game, aircraft_id, altitude=altitude_of(plane, attack), target="", to_fly=0)
    game.say(AttackedFromAir(rule="6.7.3", unit=aircraft_id, attack=attack, at=at))
    game.reveal()
    return aimed


class FromAbove(Procedure, frozen=True):
    """An air attack, or an aircraft that crashes: unit by unit with those whom they carry, and hex by hex."""

    aircraft: str
    aimed: Aimed
    units: tuple[str, ...]
    """The units that have still to be attacked."""

    def _attack(self, game: Game) -> GpAttack:
        if self.aimed.attack == CRASH:
            return crash_attack(game.content, self.aircraft)
        return air_attack(game, self.aircraft, self.aimed.attack, self.aimed.distance)

    def _modifiers(self, game: Game) -> Sum:
        if self.aimed.attack == CRASH:
            return Sum()
        return of_aircraft(game, self.aircraft, self.aimed.attack, self._attack(game).band)

    @rule("6.7.3.2", "6.7.3.3", "6.7.3.4", "6.5.4.3/target-moving")
    def begin(self, game: Game) -> None:
        """All units are attacked, friend and foe, each by itself; the owner of a vehicle may show that it moves."""
        if not self.units:
            game.goto("ground")
        elif self.units[0] not in game.state.units:
            game.goto("begin", units=self.units[1:])
        else:
            game.goto("strike")
            game.push(ClaimMove(unit=self.units[0], by="6.5.4.3/target-moving"))

    @rule("6.7.3.2", "6.7.3.3", "6.7.3.4", "6.7.4.2.1/eliminated", "6.5.4.2.3", "6.5.4.5")
    def strike(self, game: Game) -> None:
        """Roll for the unit, then for each of its passengers; those who bail out do so last."""
        target, attack, on_all = self.units[0], self._attack(game), self._modifiers(game)
        modifiers = on_unit(game, target, on_all)
        game.goto("begin", units=self.units[1:])
        if not isinstance(card_of(game, target), Vehicle):
            attack_men(game, attack, target, modifiers)
            return
        outcome = attack_vehicle(game, attack, target, modifiers, hull_down=False)
        push_bail_out(game, bail_out_after(target, outcome, shaken_by(game, attack, target, on_all)))

    @rule("6.7.3.2", "6.7.3.3", "6.7.3.4", "6.7.4.2.1/eliminated", "6.5.4.2.5", "6.5.4.4.3")
    def ground(self, game: Game) -> None:
        """Vulnerable terrain is attacked too, with units in it or without, unless small arms strafe it."""
        attack, on_all = self._attack(game), self._modifiers(game)
        for at in () if attack.small_arms else self.aimed.hexes:
            for target in vulnerable_terrain(game, at):
                attack_terrain(game, attack, target, on_all)
        game.finish()


def from_above(game: Game, aircraft_id: str, aimed: Aimed) -> FromAbove:
    """An attack at all that is in its hexes, from the first one on."""
    units = tuple(unit_id for at in aimed.hexes for unit_id in units_in(game, at))
    return FromAbove(aircraft=aircraft_id, aimed=aimed, units=units)


@rule("6.7.4.2.1/eliminated")
def crash_attack(content: Content, aircraft_id: str) -> GpAttack:
    """The GP attack of an aircraft that hits the ground, by no small arms; how thick a vehicle is does not matter."""
    table = content.table("crash", CrashFile)
    return GpAttack(
        source=aircraft_id,
        factor=table.gp_factor,
        ranged=False,
        means=MEANS,
        effectiveness=table.gp_factor,
        brew_up=table.brewed_up,
    )


PROCEDURES: tuple[type[Procedure], ...] = (FromAbove,)
