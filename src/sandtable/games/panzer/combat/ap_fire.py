"""Chapter 4.4.3.2: an AP shot from range factor to hit number, and its resolution."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.games.panzer.combat.damage import Effect, effect, inflict
from sandtable.games.panzer.combat.fields_of_fire import ApWeapon, ap_weapons, bears_on, in_limited_field
from sandtable.games.panzer.combat.hit_angle import Aspect, aspects
from sandtable.games.panzer.combat.penetration import armor, margin
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.spotting.hindrances import ap_hindrance, hindrances
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes, cover_of
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.basic import ApHitFile, ApModifiersFile, CoverFile
from sandtable.games.panzer.tables.parts import Band, Modifier
from sandtable.games.panzer.units import Game, command_chart, on_foot, printed, range_to, side_of, vehicle
from sandtable.kernel import Line, Resolved, of_content, rule
from sandtable.mechanics.sums import Sum

DIE = "d100"


@of_content
def modifiers(content: Content) -> dict[str, Modifier]:
    """The AP hit modifiers by name."""
    return content.table("ap-modifiers", ApModifiersFile).modifiers


class Shot(NamedTuple):
    """A shot that is to be resolved."""

    firer: str
    target: str
    weapon: ApWeapon
    overwatch: bool


def weapon_of(game: Game, firer: str, gun: str) -> ApWeapon:
    """A weapon of a vehicle by its name."""
    return next(weapon for weapon in ap_weapons(game.content, printed(game, firer).card) if weapon.gun == gun)


@rule("3.5.2", "4.4.3", "4.4.3.1")
def weapons_on(game: Game, firer: str, target: str) -> list[ApWeapon]:
    """The AP weapons of a vehicle that reach a target and have it in their field of fire."""
    unit, there = game.state.units[firer], game.state.units[target].at
    distance = range_to(game, firer, target)
    return [
        weapon
        for weapon in ap_weapons(game.content, printed(game, firer).card)
        if distance <= weapon.ammo.reach and bears_on(game.content, unit, weapon, there)
    ]


@rule("4.4.3.2.2/overwatch-outside-fof")
def weapons_for_overwatch(game: Game, firer: str, target: str) -> list[ApWeapon]:
    """Those of them that can fire overwatch at the target: outside the field before the vehicle only what turns."""
    unit, there = game.state.units[firer], game.state.units[target].at
    return [
        weapon
        for weapon in weapons_on(game, firer, target)
        if weapon.outside or in_limited_field(game.content, unit, weapon.mount, there)
    ]


@rule("4.4.3.2.1")
def range_factor(game: Game, shot: Shot) -> Band:
    """The range factor: the first range of the ammunition that is not less than the range."""
    band = shot.weapon.ammo.band(range_to(game, shot.firer, shot.target))
    assert band is not None
    return band


@rule("4.4.3.2.2", "4.4.3.2.2/target-size", "4.4.3.2.2/target-cover", "4.4.3.2.2/short-halt",
      "4.4.3.2.2/firer-damaged", "4.4.3.2.2/brew-up-smoke", "4.1.4.1.9")  # fmt: skip
def hit_modifiers(game: Game, shot: Shot) -> Sum:
    """All modifiers of a shot. The terrain of the firer and SPOT counters have no effect (4.4.1)."""
    rows, found, state = modifiers(game.content), Sum(), game.state
    size = vehicle(game, shot.target).size
    if size:
        found.add("target-size", size, rows["target-size"].rule)
    if is_known_to_move(game, shot.target):
        found.add("target-moving", rows["target-moving"].number, rows["target-moving"].rule)
    covered = cover_of(game, shot.target)
    from_cover = game.content.table("cover", CoverFile).cover[covered.cover].ap
    if from_cover:
        found.add("target-cover", from_cover, rows["target-cover"].rule, cover=covered.cover)
    if state.commands[shot.firer].order == "short-halt" and not state.units[shot.firer].carrier:
        found.add("short-halt", rows["short-halt"].number, rows["short-halt"].rule)
    if state.units[shot.firer].damaged:
        found.add("firer-damaged", rows["firer-damaged"].number, rows["firer-damaged"].rule)
    if shot.overwatch:
        name = overwatch_modifier(game, shot.firer, shot.weapon.mount, shot.target)
        found.add(name, rows[name].number, rows[name].rule)
    ends = [Viewpoint(unit.at, unit.floor) for unit in (state.units[shot.firer], state.units[shot.target])]
    found.parts += ap_hindrance(game.content, hindrances(game.content, changes(game), *ends))
    return found


@rule("4.4.3.2.2/target-moving")
def is_known_to_move(game: Game, unit_id: str) -> bool:
    """Whether a unit has a command that moves it, and has shown it."""
    command = game.state.commands[unit_id]
    return (command.shown or command.known) and command_chart(game.content)[command.order].moves


@rule("4.4.3.2.2/overwatch", "4.4.3.2.2/overwatch-outside-fof", "6.5.4.3/overwatch", "6.5.4.3/overwatch-adjust")
def overwatch_modifier(game: Game, firer: str, mount: str, target: str) -> str:
    """Which modifier overwatch fire has: in the field before or behind the unit, or outside it; men turn at will."""
    units = game.state.units
    limited = "rear" if mount == "rear" else "forward"
    is_inside = firer in on_foot(game.content) or in_limited_field(
        game.content, units[firer], limited, units[target].at
    )
    return "overwatch" if is_inside else "overwatch-outside"


@rule("4.4.3.2.3")
def hit_number(content: Content, band: Band, net: int) -> int:
    """The highest roll that hits, by the range factor and the net modifier; 0 where nothing can."""
    rows = content.table("ap-hit", ApHitFile).rows
    return rows[min(max(net, min(rows)), max(rows))].at(band)


class Hit(NamedTuple):
    """What a shot is worth: its sum, its number, and what it does to each armor that it may strike."""

    band: Band
    modifiers: Sum
    number: int
    effects: dict[Aspect, Effect]


def worked_out(game: Game, shot: Shot) -> Hit:
    """A shot worked out as far as dice do not decide."""
    band, found, units = range_factor(game, shot), hit_modifiers(game, shot), game.state.units
    target = units[shot.target]
    card = vehicle(game, shot.target)
    struck = aspects(game.content, target, units[shot.firer])
    effects: dict[Aspect, Effect] = {
        aspect: effect(game.content, margin(card, aspect, shot.weapon.ammo, band), damaged=target.damaged)
        for aspect in struck
    }
    return Hit(band, found, hit_number(game.content, band, found.total), effects)


def hit_lines(game: Game, shot: Shot, hit: Hit) -> list[Line]:
    """How a hit number comes about: range, modifiers, net modifier, number."""
    return [
        Line("range", str(range_to(game, shot.firer, shot.target)), "3.5.1"),
        Line("range-factor", hit.band, "4.4.3.2.1"),
        *hit.modifiers.lines,
        Line("net-modifier", f"{hit.modifiers.total:+d}", "4.4.3.2.2"),
        Line("hit-number", str(hit.number), "4.4.3.2.3"),
    ]


def penetration_lines(game: Game, shot: Shot, hit: Hit, struck: Iterable[Aspect]) -> list[Line]:
    """The penetration, against the armor that is struck."""
    card = vehicle(game, shot.target)
    penetration = str(shot.weapon.ammo.penetration(hit.band))
    armors = [Line(f"armor-{aspect}", str(armor(card, aspect)), "4.4.3.2.5") for aspect in struck]
    return [Line("penetration", penetration, "4.4.3.2.5"), *armors]


def lines_of(game: Game, shot: Shot, hit: Hit) -> list[Line]:
    """A shot before it is fired: its hit number, and what a hit would do to each armor that it may strike."""
    effects = [Line(f"effect-{effect}", "", "4.4.3.2.6", {"aspect": aspect}) for aspect, effect in hit.effects.items()]
    chance = Line("hit-chance", f"{hit.number}%", "4.4.3.2.3")
    return [*hit_lines(game, shot, hit), chance, *penetration_lines(game, shot, hit, hit.effects), *effects]


@rule("3.2", "4.4.3.2.3")
def roll_to_hit(game: Game, hit: Hit) -> int:
    """Two dice as a number from 1 to 100; what is not above the hit number hits."""
    return game.roll(DIE, "ap-hit", "4.4.3.2.3", bands=(hit.number + 1,))


@rule("4.4.1", "4.4.3.2.3", "4.4.3.2.6")
def settle(game: Game, shot: Shot, hit: Hit, roll: int | None, aspect: Aspect | None) -> None:
    """Say what has come of a shot, and apply it at once; without an aspect it has missed.

    The roll is not told again where the owner of the target has been asked since.
    """
    result = "miss" if aspect is None else hit.effects[aspect]
    lines = hit_lines(game, shot, hit)
    if roll is not None:
        lines.append(Line("die", str(roll), "4.4.3.2.3"))
    if aspect is not None:
        lines += penetration_lines(game, shot, hit, (aspect,))
    side = side_of(game, shot.firer)
    harms = result not in ("miss", "bounces")
    game.say(
        Resolved(
            rule="4.4.3.2.3" if aspect is None else "4.4.3.2.6",
            what="ap-fire",
            result=result,
            lines=tuple(lines),
            subject=shot.firer,
            target=shot.target,
            favours=side if harms else enemy_of(side),
        )
    )
    if aspect is not None:
        inflict(game, shot.target, hit.effects[aspect])
