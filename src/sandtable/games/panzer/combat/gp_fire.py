"""Chapters 6.5.3 and 6.5.4: direct GP fire, at a unit, those it carries and the terrain that it is in."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from sandtable.games.panzer.cards import Gp, Vehicle
from sandtable.games.panzer.combat.ammunition import Shortage, check_ammunition
from sandtable.games.panzer.combat.bail_out import BailOut, push_bail_out
from sandtable.games.panzer.combat.gp_defense import gp_defense_as_known
from sandtable.games.panzer.combat.gp_modifiers import direct_modifiers, of_fire, passenger_modifiers
from sandtable.games.panzer.combat.gp_results import GpAttack, Outcome, attack_men, attack_vehicle, lines_of
from sandtable.games.panzer.combat.hit_locations import angles_on, hull_down_against
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.terrain_fire import attack_terrain, occupied_by
from sandtable.games.panzer.combat.weapons import Aim, weapon_of
from sandtable.games.panzer.tables.fire import BailOutCause
from sandtable.games.panzer.units import Game, card_of, range_to
from sandtable.kernel import Preview, Procedure, rule

CREW_CHECKS: dict[Outcome, BailOutCause] = {"damaged": "damaged", "track-hit": "track-hit"}
RIDERS_CHECK: dict[Outcome, BailOutCause] = {**CREW_CHECKS, "track-hit-again": "track-hit"}


@rule("6.5.4", "6.5.4.1", "5.7", "5.1.3.4")
def gp_attack(game: Game, aim: Aim) -> GpAttack:
    """A GP shot as its results see it: the range factor, and the GP Factor below it."""
    weapon = weapon_of(game, aim.firer, aim.weapon)
    row = weapon.row("GP")
    assert isinstance(row, Gp)
    band = row.band(range_to(game, aim.firer, aim.target))
    assert band is not None
    return GpAttack(
        source=aim.firer,
        factor=row.factor(band),
        band=band,
        small_arms=weapon.small_arms,
        effectiveness=row.effectiveness or 0,
    )


def preview_of(game: Game, aim: Aim) -> Preview:
    """A GP shot before it is fired."""
    attack, units = gp_attack(game, aim), game.state.units
    found = direct_modifiers(game, aim, (), attack.band)
    lines = lines_of(game.content, attack, gp_defense_as_known(game, aim.target), found)
    return Preview((units[aim.firer].at, units[aim.target].at), tuple(lines))


class GpResult(msgspec.Struct, frozen=True):
    """What direct GP fire has come to for its target."""

    outcome: Outcome


@rule("6.5.4.2.3", "6.5.4.4", "6.5.4.5")
def attack_passengers(game: Game, aim: Aim, short: tuple[Shortage, ...]) -> tuple[str, ...]:
    """Fire at each of those who ride in the target, with a roll for each. Comes to those whom that has shaken: who has
    Suppression/ON now and had not before.
    """
    shaken = []
    for unit_id in passengers_of(game, aim.target):
        on_rider, before = replace(aim, target=unit_id), game.state.units[unit_id].suppressed
        attack = gp_attack(game, on_rider)
        attack_men(game, attack, unit_id, passenger_modifiers(game, on_rider, short, attack.band))
        after = game.state.units.get(unit_id)
        if after is not None and after.suppressed == "on" and before != "on":
            shaken.append(unit_id)
    return tuple(shaken)


class GpOnPassengers(Procedure, frozen=True):
    """The GP Factor of a hand-held weapon that was fired at a vehicle, against those inside. Comes to the shaken."""

    aim: Aim
    short: tuple[Shortage, ...] = ()

    @rule("5.1.3.4", "6.5.4.2.3")
    def begin(self, game: Game) -> None:
        game.finish(attack_passengers(game, self.aim, self.short))


class GpFire(Procedure, frozen=True):
    """A direct GP shot: ammunition, the target, its passengers, its terrain, bailing out. Comes to a `GpResult`.

    Declaring fire, showing commands and SPOT counters are the business of whoever pushes it.
    """

    aim: Aim
    short: tuple[Shortage, ...] = ()
    outcome: Outcome = "no-effect"

    @rule("6.5.4", "5.16.2")
    def begin(self, game: Game) -> None:
        game.goto("shoot", short=check_ammunition(game, self.aim))

    @rule("6.5.4", "6.5.4.4", "6.5.4.2.3", "6.5.4.2.5", "6.5.4.5")
    def shoot(self, game: Game) -> None:
        """Roll for the target, then for each passenger, then for the terrain; bailing out comes last."""
        aim, attack, target = self.aim, gp_attack(game, self.aim), self.aim.target
        on_target = direct_modifiers(game, aim, self.short, attack.band)
        on_terrain = of_fire(game, aim, self.short, attack.band)
        terrain = [] if attack.small_arms else occupied_by(game, target)
        is_vehicle = isinstance(card_of(game, target), Vehicle)
        if is_vehicle:
            hull_down = is_hull_down(game, aim.firer, target)
            outcome = attack_vehicle(game, attack, target, on_target, hull_down=hull_down)
        else:
            outcome = attack_men(game, attack, target, on_target)
        shaken = attack_passengers(game, aim, self.short)
        for each in terrain:
            attack_terrain(game, attack, each, on_terrain)
        game.goto("end", outcome=outcome)
        if is_vehicle:
            push_bail_out(game, bail_out_after(target, outcome, shaken))

    def end(self, game: Game) -> None:
        game.finish(GpResult(self.outcome))


@rule("6.5.4.4.2/nsa-effective-ap", "6.5.2.2")
def is_hull_down(game: Game, firer: str, target: str) -> bool:
    """Whether the hull of a vehicle is hidden from a firer; between two angles its owner takes the one that hides."""
    return any(hull_down_against(game, firer, target, angle) for angle in angles_on(game, firer, target))


@rule("6.5.4.5", "5.15")
def bail_out_after(vehicle: str, outcome: Outcome, shaken: tuple[str, ...]) -> BailOut:
    """Who checks after direct GP fire: the crew for damage and its first track hit, passengers for every one and for
    their suppression.
    """
    return BailOut(
        vehicle=vehicle,
        lost=outcome if outcome in ("knocked-out", "brewed-up") else "",
        crew=(CREW_CHECKS[outcome],) if outcome in CREW_CHECKS else (),
        riders=(RIDERS_CHECK[outcome],) if outcome in RIDERS_CHECK else (),
        shaken=shaken,
    )


PROCEDURES: tuple[type[Procedure], ...] = (GpFire, GpOnPassengers)
