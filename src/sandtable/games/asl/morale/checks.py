"""A10.1 and A10.2: Morale Checks, Task Checks, and what the loss of a leader does."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import lines_as_told, seen_by
from sandtable.games.asl.events.morale import Failed, Passed
from sandtable.games.asl.morale.casualties import (
    Aftermath,
    break_unit,
    eliminate,
    is_casualty_instead,
    pin,
    reduce_casualties,
    wound,
)
from sandtable.games.asl.morale.heat_of_battle import heat_of_battle, is_heated, rage
from sandtable.games.asl.morale.levels import leader_for, morale_level
from sandtable.games.asl.morale.replacement import suffer_replacement
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.tables.morale import Morale
from sandtable.games.asl.units import (
    Game,
    elr_of,
    friends_at,
    is_dummy,
    is_hero,
    is_leader,
    leadership,
)
from sandtable.kernel import Line, rule
from sandtable.mechanics.sums import Sum


def check_modifiers(game: Game, unit_id: str, number: int, exclude: Iterable[str]) -> Sum:
    """What is added to the DR of a check: its number, and the DRM of one leader."""
    drm = Sum()
    if number:
        drm.add("check-number", number, "A10.1")
    leader = leader_for(game, unit_id, exclude)
    if leader is not None:
        drm.add("leadership", leadership(game, game.state.units[leader]), "A.10", unit=leader)
    return drm


@rule("A10.1")
def check_lines(game: Game, level: int, drm: Sum) -> tuple[Line, ...]:
    """What the DR of a check is measured against: the Morale Level, the DRM, and the most with which it is passed."""
    needs = Line("check.needs", str(level - drm.total), "A10.1")
    return (Line("morale", str(level), "A1.23"), *lines_as_told(game, drm.lines), needs)


@rule("A12.14", "A.10")
def lead_check(game: Game, unit_id: str, exclude: Iterable[str]) -> None:
    """A concealed leader who helps with a check gives himself away."""
    leader = leader_for(game, unit_id, exclude)
    if leader is not None:
        gives_away(game, leader, "leads-check")


@rule("A10.1", "A7.303", "A14.1", "A15.1", "A19.1")
def morale_check(
    game: Game, unit_id: str, number: int, aftermath: Aftermath, exclude: Iterable[str] = (), drm: Sum | None = None
) -> bool:
    """A unit takes a Morale Check; whether it has passed. What follows of it is carried out."""
    unit = game.state.units[unit_id]
    if unit.kind == DUMMY:
        return True
    modifiers = check_modifiers(game, unit_id, number, exclude) if drm is None else drm
    if drm is None:
        lead_check(game, unit_id, exclude)
    outcomes = check_outcomes(game, unit_id, modifiers.total)
    total = game.roll(
        "2d6",
        "morale-check",
        "A10.1",
        bands=outcomes,
        seen_by=seen_by(game, unit_id),
        of=unit_id,
        lines=check_lines(game, morale_level(game, unit), modifiers),
    )
    return carry_out(game, unit_id, outcomes[total - 2], aftermath)


@rule("A10.1", "A14.1", "A19.1")
def check_outcomes(game: Game, unit_id: str, add: int, *, sniper: bool = True) -> list[str]:
    """What each Original DR from 2 to 12 of a Morale Check comes to: passed, with what beside it, or failed how badly.

    A star says that it calls a sniper, an exclamation mark that it costs men.
    """
    unit = game.state.units[unit_id]
    level, elr = morale_level(game, unit), elr_of(game, unit)
    figures = game.content.table("morale", Morale)
    found = []
    for total in range(2, 13):
        final = total + add
        if final <= level or total == figures.heat:
            outcome = ("heat" if total == figures.heat else "passed") + ("=" if final == level else "")
        else:
            outcome = "replaced" if final - level > elr else "failed"
            outcome += "!" if total == figures.casualty else ""
        called = sniper and not unit.guard and calls_sniper(game, unit.side, total)
        found.append(f"{outcome}*" if called else outcome)
    return found


def carry_out(game: Game, unit_id: str, outcome: str, aftermath: Aftermath) -> bool:
    """What comes of the outcome of a Morale Check, as `check_outcomes` names it; whether it was passed."""
    unit = game.state.units[unit_id]
    if outcome.endswith("*"):
        aftermath.snipers.append(unit.side)
        outcome = outcome[:-1]
    if outcome.startswith(("passed", "heat")):
        game.say(Passed(rule="A10.1", seen_by=seen_by(game, unit_id), unit=unit_id))
        if outcome.endswith("="):
            pin(game, unit_id, "A10.1")
        if outcome.startswith("heat") and is_heated(game, unit):
            grow_hot(game, unit_id, aftermath)
        return True
    casualty, replaced = outcome.endswith("!"), outcome.startswith("replaced")
    if is_hero(game.content, unit):
        wound(game, unit_id, "A15.2", aftermath)
    elif is_casualty_instead(game, unit):
        reduce_casualties(game, unit_id, "A10.1", aftermath)
    elif unit.broken:
        if casualty:
            eliminate(game, unit_id, "A10.1", aftermath)
        else:
            reduce_casualties(game, unit_id, "A10.1", aftermath)
    else:
        _break(game, unit_id, aftermath, casualty=casualty, replaced=replaced)
    return False


@rule("A15.1", "A15.4")
def grow_hot(game: Game, unit_id: str, aftermath: Aftermath, *, was_broken: bool = False) -> None:
    """Heat of Battle takes hold of a unit; where a leader goes berserk, his stack may go with him."""
    heat_of_battle(game, unit_id, aftermath, was_broken=was_broken)
    unit = game.state.units.get(unit_id)
    if unit is None or not unit.berserk or not is_leader(game.content, unit):
        return
    stack = [name for name, man in friends_at(game, unit.at, unit.side) if not is_dummy(man) and is_heated(game, man)]
    for name in in_order(game, stack):
        calm = game.state.units[name].broken or task_check(game, name, 0, aftermath, "berserk-leader", "A15.4")
        if not calm:
            rage(game, name)


@rule("A10.1", "A10.2", "A10.3", "A19.1")
def _break(game: Game, unit_id: str, aftermath: Aftermath, *, casualty: bool, replaced: bool) -> None:
    """An unbroken unit has failed: it breaks, suffers Replacement, and an Original 12 costs it men besides.

    A leader who dies of that is gone for those with him, and not only broken.
    """
    noted = len(aftermath.lost_leaders)
    break_unit(game, unit_id, "A10.1", aftermath)
    left: str | None = unit_id
    if casualty:
        left = reduce_casualties(game, unit_id, "A10.1", aftermath)
        if left is None:
            aftermath.has_gone(noted)
    if replaced and left is not None and left in game.state.units:
        suffer_replacement(game, left, aftermath)


@rule("A10.1", "A7.305", "A12.16")
def task_check(
    game: Game, unit_id: str, number: int, aftermath: Aftermath, why: str, rule_id: str, drm: Sum | None = None
) -> bool:
    """A unit takes a Task Check against its Morale Level; whether it has passed.

    The dice of those who are beneath a "?", or hidden, are seen by their own side alone.
    """
    unit = game.state.units[unit_id]
    modifiers = check_modifiers(game, unit_id, number, ()) if drm is None else drm
    if drm is None:
        lead_check(game, unit_id, ())
    add, level = modifiers.total, morale_level(game, unit)

    def outcome(total: int) -> str:
        kind = "passed" if total + add <= level else "failed"
        return f"{kind}*" if calls_sniper(game, unit.side, total) and not unit.guard else kind

    seen = seen_by(game, unit_id)
    bands, lines = [outcome(each) for each in range(2, 13)], check_lines(game, level, modifiers)
    total = game.roll("2d6", why, rule_id, bands=bands, seen_by=seen, of=unit_id, lines=lines)
    if outcome(total).endswith("*"):
        aftermath.snipers.append(unit.side)
    passed = total + add <= level
    said = Passed if passed else Failed
    game.say(said(rule=rule_id, seen_by=seen, unit=unit_id))
    return passed


@rule("A7.303")
def in_order(game: Game, unit_ids: Iterable[str]) -> list[str]:
    """Units in the order in which they check: leaders first, the best before the others, then the rest."""
    units, content = game.state.units, game.content

    def rank(name: str) -> tuple[int, int, int, str]:
        unit = units[name]
        if not is_leader(content, unit):
            return (1, 0, 0, name)
        return (0, -morale_level(game, unit), leadership(game, unit), name)

    return sorted((name for name in unit_ids if name in units), key=rank)


@rule("A10.2")
def check_leader_losses(game: Game, aftermath: Aftermath) -> None:
    """Those who stood with a leader who is gone take a LLMC, with one who broke a LLTC; each once, for the worst."""
    lost = sorted(aftermath.lost_leaders, key=lambda each: (each[4], -each[3]), reverse=True)
    aftermath.lost_leaders.clear()
    for at, side in dict.fromkeys((at, side) for at, side, *_ in lost):
        here_now = [
            name
            for name, unit in game.state.units.items()
            if (unit.aboard or unit.at) == at
            and unit.side == side
            and not unit.broken
            and not unit.guard
            and unit.kind != DUMMY
        ]
        for name in in_order(game, here_now):
            unit = game.state.units.get(name)
            if unit is None or unit.broken:
                continue
            level = morale_level(game, unit)
            worst = next((each for each in lost if each[:2] == (at, side) and level < each[2]), None)
            if worst is None:
                continue
            drm_sum = Sum()
            drm_sum.add("leader-lost", -worst[3], "A10.2")
            if worst[4]:
                morale_check(game, name, 0, aftermath, drm=drm_sum)
            elif not task_check(game, name, 0, aftermath, "leader-loss", "A10.2", drm_sum):
                pin(game, name, "A10.2")
    aftermath.lost_leaders.clear()
