"""Chapter 6.5.2: an AP shot of the Advanced Game, from its ammunition to its last hit and who bails out for it."""

from __future__ import annotations

from typing import NamedTuple, cast

import msgspec

from sandtable.games.panzer.cards import Ammo
from sandtable.games.panzer.combat.ammunition import Shortage, check_ammunition, load_fired
from sandtable.games.panzer.combat.ap_fire import DIE, Shot, hit_modifiers, hit_number, modifiers
from sandtable.games.panzer.combat.armour import (
    Blow,
    Strike,
    armor_at,
    damage_bands,
    elevation_of_shot,
    harmless_hits,
    location_bands,
    penetrated,
    stopped_at,
)
from sandtable.games.panzer.combat.bail_out import BailOut, push_bail_out
from sandtable.games.panzer.combat.damage import damage
from sandtable.games.panzer.combat.forecast import hit_chances, strikes
from sandtable.games.panzer.combat.gp_fire import GpOnPassengers
from sandtable.games.panzer.combat.grades import ap_grade
from sandtable.games.panzer.combat.hit_locations import angles_on, hull_down_against, location_hit
from sandtable.games.panzer.combat.losses import comes_under_fire, destroy_vehicle, hit_tracks
from sandtable.games.panzer.combat.number_of_hits import hit_bands, number_of_hits, sharing_hits
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.combat.weapons import Aim, weapon_of
from sandtable.games.panzer.fire_events import HitsSpread
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.fire import Angle, BailOutCause, HeatHazeFile, Location, RateOfFire
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game, range_to, side_of, vehicle
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.sums import Sum

DIGIT = "d10"
"""One of the two dice of a roll for location and damage."""


class ApShot(NamedTuple):
    """A shot worked out as far as dice do not decide."""

    ammo: Ammo
    band: Band
    rate: RateOfFire
    modifiers: Sum
    number: int
    """The highest roll that hits; 0 where nothing can."""


@rule("6.5.2.4", "6.5.2.4/shooter-suppressed", "6.5.2.4/ammo-limit", "5.16.2.2", "6.5.2.4/transported-fire",
      "6.5.2.4/heat-haze", "6.5.2.4/dual-fire", "6.5.2.4/unit-grade", "5.12")  # fmt: skip
def ap_modifiers(game: Game, aim: Aim, short: tuple[Shortage, ...], band: Band) -> Sum:
    """All modifiers of an AP shot of the Advanced Game: those of the Basic Game, and what it adds to them."""
    weapon, rows = weapon_of(game, aim.firer, aim.weapon), modifiers(game.content)
    load = load_fired(weapon, aim.load, short)
    found = hit_modifiers(game, Shot(aim.firer, aim.target, weapon.as_ap_weapon(load), aim.overwatch))
    for name, holds in (
        ("firer-suppressed", is_suppressed(game, aim.firer)),
        ("special-ammo-limit", "special" in short),
        ("ammo-limit", "basic" in short),
        ("transported-fire", game.state.units[aim.firer].carrier != ""),
        ("heat-haze", is_hazy(game, aim.firer, aim.target)),
        (f"dual-fire-{aim.dual}", aim.dual != ""),
    ):
        if holds:
            found.add(name, rows[name].number, rows[name].rule)
    grade = ap_grade(game, aim.firer, band)
    if grade:
        found.add("unit-grade", grade, rows["unit-grade"].rule)
    return found


@rule("6.5.2.4/heat-haze")
def is_hazy(game: Game, firer: str, target: str) -> bool:
    """Whether heat haze blurs a vehicle: where the scenario has it, and from so far away."""
    ranges = game.content.table("heat-haze", HeatHazeFile).ranges
    return game.content.scenario.conditions.heat_haze and range_to(game, firer, target) >= ranges["V"]


@rule("6.5.2", "5.16.2.1", "4.4.3.2.1", "4.4.3.2.3")
def worked_out(game: Game, aim: Aim, short: tuple[Shortage, ...] = ()) -> ApShot:
    """A shot as it is fired with what ammunition there is. One that falls short of its target cannot hit (ruling)."""
    weapon, ammo = weapon_of(game, aim.firer, aim.weapon), ammo_fired(game, aim, short)
    band = ammo.band(range_to(game, aim.firer, aim.target))
    found = ap_modifiers(game, aim, short, band or "E")
    number = 0 if band is None else hit_number(game.content, band, found.total)
    return ApShot(ammo, band or "E", "N" if short else weapon.rof, found, number)


@rule("5.16.2.2")
def ammo_fired(game: Game, aim: Aim, short: tuple[Shortage, ...]) -> Ammo:
    """The ammunition that is really fired."""
    weapon = weapon_of(game, aim.firer, aim.weapon)
    row = weapon.row(load_fired(weapon, aim.load, short))
    assert isinstance(row, Ammo)
    return row


def lines_of(game: Game, aim: Aim, shot: ApShot) -> list[Line]:
    """A shot as it is shown: range, modifiers, hit number, rate of fire and penetration."""
    return [
        Line("range", str(range_to(game, aim.firer, aim.target)), "3.5.1"),
        Line("range-factor", shot.band, "4.4.3.2.1"),
        *shot.modifiers.lines,
        Line("net-modifier", f"{shot.modifiers.total:+d}", "4.4.3.2.2"),
        Line("hit-number", str(shot.number), "4.4.3.2.3"),
        Line("rate-of-fire", shot.rate, "6.5.2.1"),
        Line("penetration", str(shot.ammo.penetration(shot.band)), "6.5.2.3"),
    ]


def preview_of(game: Game, aim: Aim) -> Preview:
    """A shot before it is fired, with the ammunition that is asked for: its sum, its chance, and what hits would do."""
    units, shot, fire = game.state.units, worked_out(game, aim), ApFire(aim=aim)
    lines = [*lines_of(game, aim, shot), *hit_chances(game.content, shot.rate, shot.number)]
    for angle in angles_on(game, aim.firer, aim.target):
        lines += strikes(game.content, blow_of(game, fire, aim.target, angle))
    return Preview((units[aim.firer].at, units[aim.target].at), tuple(lines))


class ShotResult(msgspec.Struct, frozen=True):
    """What a shot has come to: what it did to each vehicle, hit by hit."""

    strikes: tuple[tuple[str, Strike], ...] = ()


CREW_CHECKS: dict[Strike, BailOutCause] = {
    "no-damage": "no-damage", "damaged": "damaged", "track-hit": "track-hit"
}  # fmt: skip
RIDERS_CHECK: dict[Strike, BailOutCause] = {**CREW_CHECKS, "track-hit-again": "track-hit"}


class ApFire(Procedure, frozen=True):
    """An AP shot: ammunition, roll to hit, hits shared out, each hit in turn, and bailing out. Comes to a `ShotResult`.

    Declaring fire, showing commands and SPOT counters are the business of whoever pushes it.
    """

    aim: Aim
    short: tuple[Shortage, ...] = ()
    hits: tuple[str, ...] = ()
    """The vehicle that each hit strikes."""
    open_hits: int = 0
    """How many hits have yet to be given to a vehicle."""
    angle: Angle | None = None
    """The angle that the owner of the vehicle has chosen, where the line of fire runs between two."""
    strikes: tuple[tuple[str, Strike], ...] = ()
    shaken: tuple[str, ...] = ()
    """The passengers whom a hand-held weapon has suppressed."""
    bailed: int = 0
    """How many of the vehicles have been checked for bailing out."""

    @rule("6.5.2", "5.16.2", "6.8.3.1.2")
    def begin(self, game: Game) -> None:
        comes_under_fire(game, self.aim.target)
        game.goto("shoot", short=check_ammunition(game, self.aim))

    @rule("6.5.2.1", "6.5.2.1/rof-n", "6.5.2.1/rof-qrf", "4.4.3.2.3")
    def shoot(self, game: Game) -> None:
        shot = worked_out(game, self.aim, self.short)
        roll = game.roll(DIE, "ap-hit", "4.4.3.2.3", bands=hit_bands(game.content, shot.rate, shot.number))
        hits = number_of_hits(game.content, shot.rate, shot.number, roll)
        self._tell(game, shot, roll, hits)
        if hits:
            game.goto("share", hits=(self.aim.target,), open_hits=hits - 1)
        else:
            game.goto("passengers")

    def _tell(self, game: Game, shot: ApShot, roll: int, hits: int) -> None:
        side, lines = side_of(game, self.aim.firer), lines_of(game, self.aim, shot)
        game.say(
            Resolved(
                rule="6.5.2.1" if hits else "4.4.3.2.3",
                what="ap-fire",
                result=f"hits-{hits}" if hits else "miss",
                lines=(*lines, Line("die", str(roll), "4.4.3.2.3")),
                subject=self.aim.firer,
                target=self.aim.target,
                favours=side if hits else enemy_of(side),
                leads_on=bool(hits),
            )
        )

    # Sharing out hits

    @rule("6.5.2.1/distribute-hits")
    def share(self, game: Game) -> Decision | None:
        """Further hits may go to other vehicles near the first; all are given away before any is resolved."""
        others = sharing_hits(game, self.aim) if self.open_hits else []
        if not others:
            game.goto("strike", hits=(*self.hits, *(self.aim.target,) * self.open_hits), open_hits=0)
            return None
        options = tuple(Option(f"unit:{each}", rule="6.5.2.1/distribute-hits") for each in (self.aim.target, *others))
        args: dict[str, str | int] = {"unit": self.aim.firer, "target": self.aim.target, "number": len(self.hits) + 1}
        return Decision(
            side_of(game, self.aim.firer), "share-hits", "6.5.2.1/distribute-hits", options, args, default=options[0].id
        )

    def share_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name, "target": self.aim.target}
        return Refusal("refused.shares-no-hits", "6.5.2.1/distribute-hits", args)

    def share_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name != self.aim.target:
            game.say(HitsSpread(rule="6.5.2.1/distribute-hits", unit=self.aim.firer, target=choice.name))
            comes_under_fire(game, choice.name)
        game.goto("share", hits=(*self.hits, choice.name), open_hits=self.open_hits - 1)

    # Hit by hit

    @rule("6.5.2.1/rof-qrf", "6.5.2.2")
    def strike(self, game: Game) -> Decision | None:
        """Resolve the next hit; those on a vehicle that is gone are lost."""
        if len(self.strikes) == len(self.hits):
            game.goto("passengers")
            return None
        target = self.hits[len(self.strikes)]
        if target not in game.state.units:
            game.goto("strike", strikes=(*self.strikes, (target, "wasted")))
            return None
        angles = angles_on(game, self.aim.firer, target)
        if len(angles) == 1 or self.angle is not None:
            self._resolve(game, target, self.angle or angles[0])
            return None
        options = tuple(Option(f"angle:{angle}", rule="6.5.2.2") for angle in angles)
        best = max(angles, key=lambda angle: harmless_hits(game.content, blow_of(game, self, target, angle)))
        args = {"unit": target, "firer": self.aim.firer}
        return Decision(side_of(game, target), "hit-angle", "6.5.2.2", options, args, default=f"angle:{best}")

    @rule("6.5.2.2")
    def strike_chosen(self, game: Game, choice: Choice) -> None:
        """The owner of the target chooses between the two angles for all hits of the shot on it."""
        game.goto("strike", angle=cast(Angle, choice.name))

    @rule("6.5.2.2/location-roll", "6.5.2.5")
    def _resolve(self, game: Game, target: str, angle: Angle) -> None:
        """Roll two dice: the first is the place that is struck, the second, where the hit goes through, the damage."""
        content, blow = game.content, blow_of(game, self, target, angle)
        place = game.roll(DIGIT, "hit-location", "6.5.2.2/location-roll", bands=location_bands(content, blow))
        location = location_hit(content, angle, place, blow.shot)
        dice = [Line("location-die", str(place), "6.5.2.2/location-roll")]
        strike = stopped_at(content, blow, location)
        if strike is None:
            digit = game.roll(DIGIT, "ap-damage", "6.5.2.5", bands=damage_bands(content, blow))
            dice.append(Line("damage-die", str(digit), "6.5.2.5"))
            strike = penetrated(content, blow, digit)
        self._tell_hit(game, target, blow, location, strike, dice)
        inflict(game, target, strike)
        strikes = (*self.strikes, (target, strike))
        same = len(strikes) < len(self.hits) and self.hits[len(strikes)] == target
        game.goto("strike", strikes=strikes, angle=self.angle if same else None)

    def _tell_hit(
        self, game: Game, target: str, blow: Blow, location: Location, strike: Strike, dice: list[Line]
    ) -> None:
        side, place = side_of(game, target), location.rstrip("*")
        lines = [
            Line(f"hit-angle-{blow.angle}", "", "6.5.2.2"),
            Line(f"location-{place}", "", "6.5.2.2/hit-locations"),
        ]
        if blow.hull_down:
            lines.append(Line(f"hull-down-{blow.hull_down}", "", "6.5.2.2.3"))
        if place != "TK" and strike != "hidden":
            lines.append(Line(f"shot-{blow.shot}", "", "6.5.2.3.1"))
            lines.append(Line("penetration", str(blow.ammo.penetration(blow.band)), "6.5.2.3"))
            lines.append(Line("armor", str(armor_at(blow.card, location, blow.shot)), "6.5.2.3"))
        harmless = strike in ("hidden", "bounces", "no-damage", "track-hit-again")
        game.say(
            Resolved(
                rule=_RULES[strike],
                what="ap-hit",
                result=strike,
                lines=(*lines, *dice),
                subject=target,
                favours=side if harmless else enemy_of(side),
            )
        )

    # Those inside

    @rule("5.1.3.4")
    def passengers(self, game: Game) -> None:
        """A hand-held weapon strikes those who ride in its target as well, with its fixed GP Factor."""
        game.goto("bail")
        if weapon_of(game, self.aim.firer, self.aim.weapon).fixed and passengers_of(game, self.aim.target):
            game.push(GpOnPassengers(aim=self.aim, short=self.short))

    def bail_done(self, game: Game, shaken: tuple[str, ...]) -> None:
        """The passengers have been fired at: those who are suppressed may bail out for that alone."""
        game.goto("bail", shaken=shaken)

    @rule("5.15", "6.5.2.6", "6.5.2.6.1", "6.5.2.6.2")
    def bail(self, game: Game) -> None:
        """When all results are applied, crews and passengers check, vehicle by vehicle."""
        vehicles = tuple(dict.fromkeys((self.aim.target, *(target for target, _ in self.strikes))))
        if self.bailed == len(vehicles):
            game.finish(ShotResult(self.strikes))
            return
        one = vehicles[self.bailed]
        strikes = [strike for target, strike in self.strikes if target == one]
        game.goto("bail", bailed=self.bailed + 1)
        push_bail_out(
            game,
            BailOut(
                vehicle=one,
                lost="brewed-up" if "brewed-up" in strikes else "knocked-out" if "knocked-out" in strikes else "",
                crew=tuple(CREW_CHECKS[strike] for strike in strikes if strike in CREW_CHECKS),
                riders=tuple(RIDERS_CHECK[strike] for strike in strikes if strike in RIDERS_CHECK),
                shaken=self.shaken if one == self.aim.target else (),
            ),
        )


def blow_of(game: Game, fire: ApFire, target: str, angle: Angle) -> Blow:
    """A hit on a vehicle from an angle, as far as its roll does not decide. The range is that to the vehicle itself."""
    firer, unit, ammo = fire.aim.firer, game.state.units[target], ammo_fired(game, fire.aim, fire.short)
    return Blow(
        card=vehicle(game, target),
        ammo=ammo,
        band=ammo.band(range_to(game, firer, target)) or "E",
        angle=angle,
        shot=elevation_of_shot(game, firer, target),
        hull_down=hull_down_against(game, firer, target, angle),
        damaged=unit.damaged,
        tracks=unit.tracks,
    )


_RULES: dict[Strike, str] = {
    "wasted": "4.4.1", "hidden": "6.5.2.2.3", "bounces": "6.5.2.3", "track-hit": "6.5.2.2.1",
    "track-hit-again": "6.5.2.2.1",
    "no-damage": "6.5.2.5/nd", "damaged": "6.5.2.5/dm", "knocked-out": "6.5.2.5/ko", "brewed-up": "6.5.2.5/bu",
}  # fmt: skip


@rule("6.5.2.2.1", "6.5.2.5", "6.5.2.5/nd", "6.5.2.5/dm", "6.5.2.5/ko", "6.5.2.5/bu", "4.4.1")
def inflict(game: Game, unit_id: str, strike: Strike) -> None:
    """Apply what a hit does at once; a second track hit does nothing more."""
    if strike == "track-hit":
        hit_tracks(game, unit_id, "6.5.2.2.1")
    elif strike == "damaged":
        damage(game, unit_id)
    elif strike in ("knocked-out", "brewed-up"):
        destroy_vehicle(game, unit_id, strike)


PROCEDURES: tuple[type[Procedure], ...] = (ApFire,)
