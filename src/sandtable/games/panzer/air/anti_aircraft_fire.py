"""Chapters 6.7.4.1.1, 6.7.4.2 and 6.7.4.2.1: fire at aircraft is declared and resolved, and aircraft crash."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.games.panzer.air.aircraft import air_side, aircraft_side, change_aircraft, figures
from sandtable.games.panzer.air.anti_aircraft import (
    AaWeapon,
    aa_attack,
    aa_modifiers,
    aa_weapons,
    able_to_fire_at,
    aircraft_defense,
    weapons_bearing,
    why_not_fire_at,
)
from sandtable.games.panzer.air.attacks import CRASH, Aimed, from_above
from sandtable.games.panzer.air.courses import ahead
from sandtable.games.panzer.air.events import Crashed, FiredAtAircraft, ShotDown
from sandtable.games.panzer.combat.ammunition import basic_limit, runs_short
from sandtable.games.panzer.combat.gp_results import DIE, combat_table, lines_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import Damaged, Shown
from sandtable.games.panzer.fire_events import AmmoShort, Suppressed
from sandtable.games.panzer.state import OFF_MAP, State, enemy_of
from sandtable.games.panzer.tables.support import CrashFile
from sandtable.games.panzer.units import Game, mark, order
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule

FIRE = Option("do:fire", rule="6.7.4")
HOLD = Option("do:pass", rule="6.7.4")
Outcome = Literal["no-effect", "suppressed", "damaged", "shot-down"]


class AaShot(msgspec.Struct, frozen=True):
    """Fire at an aircraft that is declared: by whom, and with what."""

    unit: str
    weapon: str


class DeclareAntiAircraft(Procedure, frozen=True):
    """The enemy of an aircraft may declare fire at it, all at once. Comes to the shots.

    He is asked wherever others might think that he could fire, so that the question tells nothing.
    """

    aircraft: str
    shots: tuple[AaShot, ...] = ()
    picked: str = ""
    """The unit whose weapon is being picked."""

    def _side(self, game: Game) -> str:
        return enemy_of(aircraft_side(game.content, self.aircraft))

    @rule("6.7.4", "6.7.4.1.1")
    def begin(self, game: Game) -> Decision | None:
        left = [unit_id for unit_id in able_to_fire_at(game, self.aircraft) if unit_id not in self._firing]
        if self.shots and not left:
            self._declare(game)
            return None
        options = (*(Option(f"unit:{unit_id}", rule="6.7.4") for unit_id in left), FIRE if self.shots else HOLD)
        args = {"unit": self.aircraft, "hex": game.state.aircraft[self.aircraft].at}
        side = self._side(game)
        if self.shots:
            prompt = "anti-aircraft-more"
            return Decision(side, prompt, "6.7.4", options, args, continues=True, gathers=FIRE.id)
        prompt = "anti-aircraft"
        return Decision(side, prompt, "6.7.4", options, args, default=HOLD.id, done=HOLD.id, gathers=FIRE.id)

    @property
    def _firing(self) -> tuple[str, ...]:
        return tuple(shot.unit for shot in self.shots)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name, "aircraft": self.aircraft}
        if choice.name in self._firing:
            return Refusal("refused.declared", "6.7.4", args)
        return why_not_fire_at(game, choice.name, self.aircraft) or Refusal("refused.no-aa-command", "6.7.4", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        return self._preview(game, choice.name, weapons_bearing(game, choice.name, self.aircraft)[0])

    def _preview(self, game: Game, unit_id: str, weapon: AaWeapon) -> Preview:
        content = game.content
        lines = lines_of(
            content,
            aa_attack(game, unit_id, weapon, self.aircraft),
            aircraft_defense(content, self.aircraft),
            aa_modifiers(game, unit_id, weapon, self.aircraft, short=False),
        )
        return Preview((game.state.units[unit_id].at, game.state.aircraft[self.aircraft].at), tuple(lines))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self._declare(game)
            return
        weapons = weapons_bearing(game, choice.name, self.aircraft)
        if len(weapons) > 1:
            game.goto("arm", picked=choice.name)
        else:
            game.goto("begin", shots=(*self.shots, AaShot(choice.name, weapons[0].id)))

    @rule("6.7.4")
    def arm(self, game: Game) -> Decision:
        """A unit with several weapons against aircraft fires one of them."""
        weapons = weapons_bearing(game, self.picked, self.aircraft)
        options = tuple(Option(f"weapon:{weapon.id}", rule="6.7.4") for weapon in weapons)
        args = {"unit": self.picked, "target": self.aircraft}
        return Decision(self._side(game), "weapon", "6.7.4", options, args, continues=True)

    def arm_preview(self, game: Game, choice: Choice) -> Preview:
        return self._preview(game, self.picked, weapon_by_id(game, AaShot(self.picked, choice.name)))

    def arm_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("begin", shots=(*self.shots, AaShot(self.picked, choice.name)), picked="")

    @rule("6.7.4", "6.7.4.1.1", "6.1.3")
    def _declare(self, game: Game) -> None:
        """Show the commands of those who fire: each fires at one aircraft in a turn, and does nothing else.

        They have not fired in a Combat Phase, where that would draw overwatch fire (4.4.2).
        """
        for shot in self.shots:
            game.say(Shown(rule="6.7.4", unit=shot.unit, order=game.state.commands[shot.unit].order))
            order(game, shot.unit, shown=True)
            game.say(FiredAtAircraft(rule="6.7.4", unit=shot.unit, aircraft=self.aircraft))
            if not weapon_by_id(game, shot).quiet:
                mark(game, shot.unit, "fire")
            elif game.state.units[shot.unit].spot != "fire":
                mark(game, shot.unit, "small-arms")
        if self.shots:
            game.reveal()
        game.finish(self.shots)


def weapon_by_id(game: Game, shot: AaShot) -> AaWeapon:
    """The weapon of a shot."""
    return next(weapon for weapon in aa_weapons(game.content, shot.unit) if weapon.id == shot.weapon)


@rule("4.2.1", "6.7.4")
def hide_anti_aircraft(state: State, content: Content, side: str) -> None:
    """Until fire at an aircraft is declared, its owner sees no more than that somebody is asked."""
    top = state.stack[-1] if state.stack else None
    if isinstance(top, DeclareAntiAircraft) and side == air_side(content):
        state.stack[-1] = DeclareAntiAircraft(aircraft=top.aircraft)


class AntiAircraftShots(Procedure, frozen=True):
    """Declared fire at an aircraft, shot by shot, and the crash. Comes to whether it was hit."""

    aircraft: str
    shots: tuple[AaShot, ...]
    hit: bool = False

    @rule("6.7.4.2", "6.7.4.2.1/no-effect")
    def begin(self, game: Game) -> None:
        """Resolve the next shot; those whose firer or aircraft is gone are lost."""
        plane = game.state.aircraft[self.aircraft]
        if not self.shots or plane.lost:
            game.finish(self.hit)
            return
        shot, at = self.shots[0], plane.at
        if shot.unit not in game.state.units:
            game.goto("begin", shots=self.shots[1:])
            return
        outcome = shoot(game, shot, self.aircraft)
        game.goto("begin", shots=self.shots[1:], hit=self.hit or outcome != "no-effect")
        if outcome == "shot-down":
            push_crash(game, self.aircraft, at)


@rule("6.7.4.2", "5.16.2.1", "5.16.2.4")
def shoot(game: Game, shot: AaShot, aircraft_id: str) -> Outcome:
    """Roll for a shot at an aircraft by the GP procedure, and apply what comes of it."""
    weapon, content = weapon_by_id(game, shot), game.content
    limit = basic_limit(game, shot.unit, weapon.limits)
    short = limit is not None and runs_short(game, limit, "ammo-basic")
    if short:
        game.say(AmmoShort(rule="5.16.2.1", unit=shot.unit, load="GP"))
    attack, defense = aa_attack(game, shot.unit, weapon, aircraft_id), aircraft_defense(content, aircraft_id)
    modifiers = aa_modifiers(game, shot.unit, weapon, aircraft_id, short=short)
    net, plane = modifiers.total, game.state.aircraft[aircraft_id]

    def at(roll: int) -> Outcome:
        result = combat_table(content).result(attack.factor, defense.value, roll + net)
        return effect(game, roll + net, damaged=plane.damaged) if result == "effective" else result

    roll = game.roll(DIE, "aa-fire", "6.7.4.2", bands=[at(roll) for roll in range(1, 101)])
    outcome = at(roll)
    side = aircraft_side(content, aircraft_id)
    game.say(
        Resolved(
            rule="6.7.4.2",
            what="aa-fire",
            result=outcome,
            lines=(
                *lines_of(content, attack, defense, modifiers),
                Line("die", str(roll), "6.5.4.4"),
                Line("final-roll", str(roll + net), "6.5.4.4"),
            ),
            subject=aircraft_id,
            favours=side if outcome == "no-effect" else enemy_of(side),
        )
    )
    apply(game, aircraft_id, outcome)
    return outcome


@rule("6.7.4.2.1/damaged", "6.7.4.2.1/eliminated")
def effect(game: Game, final: int, *, damaged: bool) -> Outcome:
    """What an Effective result does, by the last digit of the final roll; a second damage shoots down."""
    is_damage = abs(final) % 10 in game.content.table("crash", CrashFile).damaged
    return "damaged" if is_damage and not damaged else "shot-down"


def apply(game: Game, aircraft_id: str, outcome: Outcome) -> None:
    """Apply a result of fire at an aircraft at once."""
    if outcome == "suppressed":
        suppress_aircraft(game, aircraft_id)
    elif outcome == "damaged":
        damage_aircraft(game, aircraft_id)
    elif outcome == "shot-down":
        game.say(ShotDown(rule="6.7.4.2.1/eliminated", unit=aircraft_id, at=game.state.aircraft[aircraft_id].at))
        change_aircraft(game, aircraft_id, lost=True, at=OFF_MAP, target="", to_fly=0, tracks=())


@rule("6.7.4.2.1/suppressed", "6.7.3.1.1", "5.10")
def suppress_aircraft(game: Game, aircraft_id: str) -> None:
    """Put a Suppression/ON counter on an aircraft: what it has still to fly for its target is doubled."""
    plane = game.state.aircraft[aircraft_id]
    factor = 1 if plane.suppressed else figures(game.content).suppressed_factor
    change_aircraft(game, aircraft_id, suppressed="on", to_fly=plane.to_fly * factor)
    if plane.suppressed != "on":
        game.say(Suppressed(rule="6.7.4.2.1/suppressed", unit=aircraft_id))


@rule("6.7.4.2.1/damaged", "6.7.2.2")
def damage_aircraft(game: Game, aircraft_id: str) -> None:
    """A damaged aircraft flies slow, at once and in all turns to come."""
    change_aircraft(game, aircraft_id, damaged=True, speed="slow")
    game.say(Damaged(rule="6.7.4.2.1/damaged", unit=aircraft_id))


@rule("6.7.4.2.1/eliminated")
def push_crash(game: Game, aircraft_id: str, at: str) -> None:
    """An aircraft that is shot down flies on for a number of hexes, half of it from low altitude, and attacks all in
    the hex where it hits the ground; off the map it does no harm.
    """
    plane, table = game.state.aircraft[aircraft_id], game.content.table("crash", CrashFile)
    roll = game.roll(table.flight_die, "crash", "6.7.4.2.1/eliminated")
    hexes = roll // table.low_divisor if plane.altitude == "low" else roll
    way = (at, *ahead(game.content, at, plane.facing))
    if hexes < len(way):
        game.say(Crashed(rule="6.7.4.2.1/eliminated", unit=aircraft_id, at=way[hexes]))
        game.push(from_above(game, aircraft_id, Aimed(CRASH, hexes, (way[hexes],))))


PROCEDURES: tuple[type[Procedure], ...] = (DeclareAntiAircraft, AntiAircraftShots)
