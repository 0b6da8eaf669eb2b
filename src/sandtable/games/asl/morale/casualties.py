"""A7.4, A10.3, A17: units that die, shrink, break, are pinned or wounded."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import reveal_unit, seen_by
from sandtable.games.asl.events.morale import Broke, Pinned, Reduced, Wounded
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.morale.guards import lose_guard, prisoners_of, shed, unpin
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.morale.rearming import rearm
from sandtable.games.asl.state import DUMMY, Unit
from sandtable.games.asl.tables.morale import Rolls
from sandtable.games.asl.units import (
    Game,
    change,
    in_melee,
    is_good_order,
    is_hero,
    is_leader,
    is_smc,
    leadership,
    left_at,
    weapons_of,
)
from sandtable.kernel import rule
from sandtable.mechanics.events import Eliminated


class Aftermath:
    """What an attack leaves to be settled when it is over: leaders lost (A10.2), and sniper numbers rolled (A14.1)."""

    def __init__(self) -> None:
        self.lost_leaders: list[tuple[str, str, int, int, bool]] = []
        """Location or vehicle, side, Morale Level, leadership, and whether he is gone (or else broken)."""
        self.snipers: list[str] = []
        """The sides whose snipers the dice have called, one for each DR."""
        self.stranded: list[str] = []
        """The vehicles with Riders that have been immobilized (D6.9)."""
        self.giving_up: list[str] = []
        """The units that give up, and whom one of several enemies takes (A15.5)."""
        self.apart: list[tuple[str, str]] = []
        """The halves of squads that have come apart, who share what they had (A19.13)."""
        self.freed: list[str] = []
        """The prisoners whose Guard was eliminated: they take up his arms when the attack is over (A20.551)."""

    def lose_leader(self, game: Game, unit: Unit, *, gone: bool) -> None:
        """Note the loss of a leader who was in Good Order at that moment."""
        if is_leader(game.content, unit) and is_good_order(game, unit):
            level, drm = morale_level(game, unit), leadership(game, unit)
            self.lost_leaders.append((unit.aboard or unit.at, unit.side, level, drm, gone))

    def has_gone(self, noted: int) -> None:
        """A leader whose breaking was noted in a place of the list is dead or taken besides."""
        if noted < len(self.lost_leaders):
            self.lost_leaders[noted] = (*self.lost_leaders[noted][:4], True)


@rule("A7.4/casualty", "A4.4", "A20.5", "A20.551")
def eliminate(game: Game, unit_id: str, rule_id: str, aftermath: Aftermath | None = None) -> None:
    """A unit is taken off the map; its weapons lie where it stood, and its prisoners are free and take up its arms,
    though not before an attack that strikes them as well is over."""
    state = game.state
    unit = state.units[unit_id]
    reveal_unit(game, unit_id, rule_id)
    if unit.kind == DUMMY:
        return
    if aftermath is not None:
        aftermath.lose_leader(game, unit, gone=True)
    for name in weapons_of(game, unit_id):
        state.weapons[name] = replace(state.weapons[name], holder="", at=left_at(game, name, unit.at))
    freed = lose_guard(game, unit_id)
    del state.units[unit_id]
    state.lost[unit_id] = unit.kind
    game.say(Eliminated(rule=rule_id, unit=unit_id, at=unit.at))
    if aftermath is None:
        take_up_arms(game, freed)
    else:
        aftermath.freed += freed
    end_melee(game, unit.at)


@rule("A20.551", "A20.5")
def take_up_arms(game: Game, unit_ids: Iterable[str]) -> None:
    """Prisoners whose Guard was eliminated take up his arms, those who are alive and free, be it half of a squad."""
    for freed in unit_ids:
        name = what_is_left(game, freed)
        unit = game.state.units.get(name)
        if unit is not None and unit.unarmed and not unit.guard:
            rearm(game, name)


@rule("A11.15", "A11.19")
def end_melee(game: Game, location: str) -> None:
    """A Melee ends when one side is left; enemies beneath a "?" hold nobody."""
    if location in game.state.melees:
        there = (unit for unit in game.state.units.values() if unit.at == location and not unit.guard)
        if len({unit.side for unit in there if in_melee(game, unit)}) < 2:
            del game.state.melees[location]


@rule("A7.4/casualty")
def reduce_casualties(game: Game, unit_id: str, rule_id: str, aftermath: Aftermath | None = None) -> str | None:
    """Casualty Reduction: a squad becomes a half-squad, a smaller MMC is eliminated, a single man may be wounded.

    Returns the id of the unit that is left, if any.
    """
    state = game.state
    unit = state.units[unit_id]
    content = game.content
    if unit.kind == DUMMY:
        reveal_unit(game, unit_id, rule_id)
        return None
    if is_smc(content, unit):
        return unit_id if wound(game, unit_id, rule_id, aftermath) else None
    half = content.personnel[unit.kind].half_squad
    if not half:
        eliminate(game, unit_id, rule_id, aftermath)
        return None
    reveal_unit(game, unit_id, rule_id)
    return become_half(game, unit_id, half, rule_id)


def become_half(game: Game, unit_id: str, half: str, rule_id: str) -> str:
    """A squad goes on as one of its half-squads, in the same state, with all that it had."""
    state = game.state
    unit = state.units.pop(unit_id)
    state.lost[unit_id] = unit.kind
    new_id = half_id(unit_id, 1)
    state.units[new_id] = replace(unit, kind=half, concealed=False, hidden=False)
    hand_over(game, unit_id, new_id)
    game.say(Reduced(rule=rule_id, unit=unit_id, into=new_id))
    shed(game, new_id)
    return new_id


def half_id(squad_id: str, number: int) -> str:
    """The id of a half-squad that comes of a squad."""
    return f"{squad_id}.{number}"


def halves_of(squad_id: str) -> tuple[str, str]:
    """The ids of both half-squads that come of a squad."""
    return half_id(squad_id, 1), half_id(squad_id, 2)


def squad_of(unit_id: str) -> str:
    """The id of the squad of which a unit is a half, if it is one."""
    return unit_id.rpartition(".")[0]


def those_left(game: Game, unit_ids: Iterable[str]) -> tuple[str, ...]:
    """The units that are left of some, and the half-squads that are left of others."""
    units = game.state.units
    return tuple(each for name in unit_ids for each in (name, half_id(name, 1), half_id(name, 2)) if each in units)


def what_is_left(game: Game, unit_id: str) -> str:
    """The id of a unit, or of the half-squad that is left of it; nothing where nobody is."""
    return next((name for name in (unit_id, half_id(unit_id, 1)) if name in game.state.units), "")


@rule("A4.4", "A8.1", "RR13.21")
def hand_over(game: Game, old: str, new: str) -> None:
    """Weapons, prisoners, the move under way, the shots at one and the fence that it holds down pass from a counter to
    the one that takes its place."""
    state = game.state
    for name, weapon in state.weapons.items():
        if weapon.holder == old:
            state.weapons[name] = replace(weapon, holder=new)
    for name, man in state.units.items():
        if man.guard == old:
            state.units[name] = replace(man, guard=new)
    for side, holder in state.fences.items():
        if holder == old:
            state.fences[side] = new
    moving = state.moving
    if moving is not None and old in moving.units:
        state.moving = replace(moving, units=tuple(new if name == old else name for name in moving.units))
    elif moving is not None and moving.shots_of(old):
        shots = (*moving.shots, (new, moving.shots_of(old)))
        state.moving = replace(moving, shots=tuple(sorted(shots)))


@rule("A15.2", "A17.1", "A17.11")
def wound(game: Game, unit_id: str, rule_id: str, aftermath: Aftermath | None = None) -> bool:
    """Roll how badly a single man is hit; whether he lives. A hero who is wounded already does not."""
    unit = game.state.units[unit_id]
    if unit.wounded and is_hero(game.content, unit):
        eliminate(game, unit_id, rule_id, aftermath)
        return False
    figures = game.content.table("rolls", Rolls).wound
    most = figures.wounded - (figures.again if unit.wounded else 0)
    lines = at_most(most, "A17.11") if seen_by(game, unit_id) is None else ()
    if game.roll("d6", "wound-severity", "A17.11", bands=(most + 1,), lines=lines) > most:
        eliminate(game, unit_id, rule_id, aftermath)
        return False
    reveal_unit(game, unit_id, rule_id)
    change(game, unit_id, wounded=True)
    game.say(Wounded(rule=rule_id, unit=unit_id))
    return True


@rule("A10.3", "A10.62", "A20.5")
def break_unit(game: Game, unit_id: str, rule_id: str, aftermath: Aftermath | None = None) -> None:
    """A unit turns to its broken side, under Desperation Morale, and loses what only unbroken units have."""
    reveal_unit(game, unit_id, rule_id)
    unit = game.state.units[unit_id]
    if aftermath is not None:
        aftermath.lose_leader(game, unit, gone=False)
    change(
        game, unit_id, broken=True, dm=True, cx=False, ti=False, wall=False,
        fire="" if unit.fire == "opportunity" else unit.fire, labor=0,
    )  # fmt: skip
    unpin(game, unit_id)
    game.say(Broke(rule=rule_id, unit=unit_id))


@rule("A7.8", "A20.5")
def can_be_pinned(game: Game, unit: Unit) -> bool:
    """Whether a unit can be pinned: heroes and berserk units cannot, broken ones are not, and prisoners are with their
    Guard only."""
    if unit.kind == DUMMY or unit.pinned or unit.broken or unit.berserk or unit.guard:
        return False
    return not is_hero(game.content, unit)


@rule("A7.8")
def pin(game: Game, unit_id: str, rule_id: str) -> None:
    """A unit is pinned, and its prisoners with it, if it can be."""
    if not can_be_pinned(game, game.state.units[unit_id]):
        return
    reveal_unit(game, unit_id, rule_id)
    change(game, unit_id, pinned=True)
    for name in prisoners_of(game, unit_id):
        change(game, name, pinned=True)
    game.say(Pinned(rule=rule_id, unit=unit_id))


def is_casualty_instead(game: Game, unit: Unit) -> bool:
    """Whether what would break a unit costs it a Casualty Reduction: heroes, berserk and unarmed units (A7.301)."""
    return is_hero(game.content, unit) or unit.berserk or unit.unarmed or bool(unit.guard)
