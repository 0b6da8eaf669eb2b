"""A11.11, A11.14, A11.16, A20.22: the odds, the modifiers and the result of an attack in Close Combat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

import msgspec

from sandtable.games.asl.locations import excess
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.close_combat import CloseCombat, CloseCombatModifier, CloseCombatModifiers
from sandtable.games.asl.tables.morale import Prisoners
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE
from sandtable.games.asl.units import Game, is_dummy, is_hero, is_inexperienced, is_leader, is_mmc, is_smc, leadership
from sandtable.kernel import Line, rule
from sandtable.mechanics.sums import Sum


class Assault(msgspec.Struct, frozen=True):
    """An attack in Close Combat as it was declared."""

    side: str
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    capture: bool = False


@rule("A11.11")
def fp_of(game: Game, unit: Unit, *, attacks: bool) -> int:
    """The CC FP of a unit: what is printed, 1 for single men, and for the unarmed nothing but a defense."""
    if is_dummy(unit):
        return 0
    if unit.unarmed or unit.guard:
        return 0 if attacks else game.content.table("prisoners", Prisoners).defense
    if is_smc(game.content, unit):
        return 1
    return game.content.personnel[unit.kind].fp


@rule("A11.11", "A11.19", "A20.5")
def attack_fp(game: Game, assault: Assault) -> Fraction:
    """The FP of an attack: halved for pinned men and guards, and against the concealed."""
    factors = game.content.table("close-combat-modifiers", CloseCombatModifiers).factors
    units = game.state.units
    total = Fraction(0)
    guards = {unit.guard for unit in units.values()}
    for name in assault.attackers:
        unit = units[name]
        fp = Fraction(fp_of(game, unit, attacks=True))
        if unit.pinned:
            fp *= factors["pinned"].value
        if name in guards and not any(units[target].guard == name for target in assault.targets):
            fp *= factors["guard"].value
        total += fp
    if any(units[name].concealed for name in assault.targets):
        total *= factors["concealed-target"].value
    return total


def defense_fp(game: Game, assault: Assault) -> int:
    """The FP of those who are attacked."""
    return sum(fp_of(game, game.state.units[name], attacks=False) for name in assault.targets)


@rule("A11.14", "A11.16", "A11.2", "A11.4", "A4.51", "A5.12", "A15.2", "A20.22", "B26/infantry")
def modifiers(game: Game, assault: Assault, ambusher: str, leaving: tuple[str, ...], covering: int) -> Sum:
    """The DRM of an attack in Close Combat."""
    table = game.content.table("close-combat-modifiers", CloseCombatModifiers).modifiers
    units = game.state.units
    attackers = [units[name] for name in assault.attackers]
    targets = [units[name] for name in assault.targets]
    drm = Sum()

    def add(name: CloseCombatModifier, times: int = 1) -> None:
        drm.add(f"cc.{name}", table[name].value * times, table[name].rule)

    leaders = [leadership(game, unit) for unit in attackers if is_leader(game.content, unit) and not unit.pinned]
    if leaders and len(attackers) > 1 and not any(unit.berserk for unit in attackers):
        drm.add("leadership", min(leaders), "A11.14")
    if any(is_hero(game.content, unit) for unit in attackers):
        add("hero")
    if any(name in leaving for name in assault.targets):
        add("at-withdrawing")
        if covering:
            add("covering", covering)
    if assault.capture:
        add("capture-inexperienced" if all(is_inexperienced(game, unit) for unit in targets) else "capture")
    parts = [
        *of_ambush(game, ambusher, assault.side),
        *of_attackers(game, assault.attackers),
        *of_targets(game, assault.targets),
    ]
    return Sum([*drm, *parts])


def _add(drm: Sum, game: Game, name: CloseCombatModifier, times: int = 1) -> None:
    row = game.content.table("close-combat-modifiers", CloseCombatModifiers).modifiers[name]
    drm.add(f"cc.{name}", row.value * times, row.rule)


@rule("A11.4")
def of_ambush(game: Game, ambusher: str, side: str) -> Sum:
    """What an Ambush adds to the attacks of a side: of the one that has sprung it, or of the other."""
    drm = Sum()
    if ambusher:
        _add(drm, game, "by-ambusher" if ambusher == side else "at-ambusher")
    return drm


@rule("A4.51", "A5.12", "B26/infantry")
def of_attackers(game: Game, names: Sequence[str]) -> Sum:
    """What hampers men who attack: tired, above wire, or too many."""
    drm, units = Sum(), [game.state.units[name] for name in names]
    if any(unit.cx or unit.ti for unit in units):
        _add(drm, game, "by-tired")
    if any(unit.stance == ABOVE_WIRE for unit in units):
        _add(drm, game, "by-above-wire")
    crowd = excess(game, units[0].at, units[0].side)
    if crowd:
        _add(drm, game, "by-overstacked", crowd)
    return drm


@rule("A4.51", "A5.12", "A11.16", "B26/infantry")
def of_targets(game: Game, names: Sequence[str]) -> Sum:
    """What makes men easier to attack: tired, broken, above wire, or too many."""
    drm, units = Sum(), [game.state.units[name] for name in names]
    if any(unit.cx or unit.ti for unit in units):
        _add(drm, game, "at-tired")
    if any(unit.broken for unit in units):
        _add(drm, game, "at-broken")
    if any(unit.stance == ABOVE_WIRE for unit in units):
        _add(drm, game, "at-above-wire")
    crowd = excess(game, units[0].at, units[0].side)
    if crowd:
        _add(drm, game, "at-overstacked", crowd)
    return drm


@rule("A11.2")
def covering(game: Game, assault: Assault, leaving: Collection[str], named: Iterable[Assault]) -> int:
    """How many units of those who withdraw stay as cover and attack, as far as their attacks are named."""
    if not any(name in leaving for name in assault.targets):
        return 0
    side = game.state.units[assault.targets[0]].side
    return len({name for each in named if each.side == side for name in each.attackers})


@rule("A11.11", "J2.31")
def kill_number(game: Game, assault: Assault, *, hand_to_hand: bool, leaving: tuple[str, ...]) -> int:
    """The kill number; those who withdraw are attacked on that of normal Close Combat."""
    odds = game.content.table("close-combat", CloseCombat).odds(attack_fp(game, assault), defense_fp(game, assault))
    special = hand_to_hand and not any(name in leaving for name in assault.targets)
    return odds.hand_to_hand if special else odds.kill


OF_TARGETS = frozenset({"cc.at-tired", "cc.at-broken", "cc.at-above-wire", "cc.at-overstacked", "cc.capture",
    "cc.capture-inexperienced"})  # fmt: skip
"""What those who are attacked bring to the sum."""


@rule("A11.19", "A12.1", "A12.16")
def is_veiled(game: Game, assault: Assault) -> bool:
    """Whether any of those who are attacked are concealed, so that nobody is told what they bring to the sum."""
    return any(game.state.units[name].concealed for name in assault.targets)


@rule("A11.11", "A12.16")
def lines(game: Game, assault: Assault, kill: int, drm: Sum) -> tuple[Line, ...]:
    """The sum of an attack as it is shown; of men beneath a "?" neither how strong they are nor in what state."""
    attack = attack_fp(game, assault)
    written = Line("cc.attack", str(attack) if attack.denominator == 1 else f"{float(attack):g}", "A11.11")
    if is_veiled(game, assault):
        return (written, *Sum([part for part in drm if part.label not in OF_TARGETS]).lines)
    return (
        written,
        Line("cc.defense", str(defense_fp(game, assault)), "A11.11"),
        Line("cc.kill", str(kill), "A11.11"),
        *drm.lines,
    )


def has_mmc(game: Game, names: tuple[str, ...]) -> bool:
    return any(is_mmc(game.content, game.state.units[name]) for name in names if name in game.state.units)
