"""A1 and the conventions of A: what counters are, who is in Good Order, Morale Levels and leadership."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import Personnel
from sandtable.games.asl.index_of_arms import Arms
from sandtable.games.asl.state import DUMMY, NOWHERE, State, Unit, Weapon
from sandtable.games.asl.tables.morale import Morale, Nationality, UnitClass
from sandtable.games.asl.tables.movement import PersonnelSize, Stacking
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import derived, index, rule
from sandtable.mechanics.roster import change, units_in

Game: TypeAlias = KernelGame[State, Content]

__all__ = ["Game", "change"]


def other(side: str) -> str:
    """The side against which a side fights."""
    return "canadian" if side == "german" else "german"


def printed(game: Game, unit_id: str) -> Personnel:
    """What is printed on the counter of a unit."""
    return game.content.personnel[game.state.units[unit_id].kind]


def is_dummy(unit: Unit) -> bool:
    return unit.kind == DUMMY


def is_empty(unit: Unit) -> bool:
    """Whether nothing is beneath a "?", not even a vehicle."""
    return is_dummy(unit) and not unit.covers


@rule("A1.11")
def is_smc(content: Content, unit: Unit) -> bool:
    """Whether it is a single man: a leader or a hero."""
    return not is_dummy(unit) and content.personnel[unit.kind].type in ("leader", "hero")


@rule("A1.121", "A1.122", "A1.123")
def is_mmc(content: Content, unit: Unit) -> bool:
    """Whether it is a counter of several men: a squad, a half-squad or a crew."""
    return not is_dummy(unit) and content.personnel[unit.kind].type in ("squad", "half-squad", "crew")


def is_leader(content: Content, unit: Unit) -> bool:
    return not is_dummy(unit) and content.personnel[unit.kind].type == "leader"


@rule("A15.2")
def is_hero(content: Content, unit: Unit) -> bool:
    """Whether he brings the heroic modifier: a hero, or a leader who has become heroic."""
    return not is_dummy(unit) and (unit.heroic or content.personnel[unit.kind].type == "hero")


def is_squad(content: Content, unit: Unit) -> bool:
    return not is_dummy(unit) and content.personnel[unit.kind].type == "squad"


@rule("A1.6")
def unit_size(content: Content, unit: Unit) -> int:
    """The US# of a unit: 1 for a single man, 2 for a half-squad or crew, 3 for a squad."""
    return content.table("stacking", Stacking).us_numbers[size_of(content, unit)]


def size_of(content: Content, unit: Unit) -> PersonnelSize:
    """How large a unit is; a dummy counts as a squad does, which it may pass for."""
    if is_dummy(unit):
        return "squad"
    type_ = content.personnel[unit.kind].type
    return "smc" if type_ == "leader" or type_ == "hero" else type_


def is_prisoner(unit: Unit) -> bool:
    return unit.guard != ""


@rule("A.7")
def is_armed(unit: Unit) -> bool:
    """Whether men can fight: not prisoners, and not those who have lost their arms."""
    return not unit.unarmed and not unit.guard and not is_dummy(unit)


@rule("A.7", "E1.4")
def is_good_order(game: Game, unit: Unit) -> bool:
    """Whether a unit is in Good Order: unbroken, armed, not berserk and not held in Melee; on the map, not Cloaked."""
    if unit.broken or unit.berserk or unit.cloak or unit.unarmed or unit.guard or unit.kind == DUMMY:
        return False
    return unit.at not in game.state.melees or not in_melee(game, unit)


def in_melee(game: Game, unit: Unit) -> bool:
    """Whether a unit is held in Melee; those under a "?" (A11.19) and those aboard vehicles are not."""
    return unit.at in game.state.melees and not unit.concealed and not unit.hidden and not unit.aboard


def on_map(unit: Unit) -> bool:
    return unit.at != NOWHERE and not unit.aboard


@rule("A/known")
def is_known(unit: Unit) -> bool:
    """Whether the enemy knows a unit: on the map, neither concealed nor hidden, and no dummy."""
    if unit.concealed or unit.hidden or unit.aboard:
        return False
    return unit.at != NOWHERE and unit.kind != DUMMY


@derived("units")
def known_enemies(game: Game, side: str) -> tuple[tuple[str, Unit], ...]:
    """The units of the other side that a side knows; prisoners are no enemies any more."""
    return tuple(
        [each for each in game.state.units.items() if each[1].side != side and not each[1].guard and is_known(each[1])]
    )


def friends_at(game: Game, location: str, side: str) -> list[tuple[str, Unit]]:
    """The units of a side in a Location, prisoners of the enemy not among them."""
    units = game.state.units
    found = [(name, units[name]) for name in units_at(game, location)]
    return [each for each in found if each[1].side == side and not each[1].guard]


@rule("A20.5")
def side_with(game: Game, unit: Unit) -> str:
    """With which side a unit is: its own, or that of its Guard."""
    return game.state.units[unit.guard].side if unit.guard else unit.side


@rule("D6.1")
def companions(game: Game, unit: Unit) -> list[tuple[str, Unit]]:
    """The units of its side with whom a unit is: in its Location, or aboard the same vehicle."""
    if not unit.aboard:
        return friends_at(game, unit.at, unit.side)
    return [(name, man) for name, man in sorted(game.state.units.items()) if man.aboard == unit.aboard]


def is_alone(game: Game, unit: Unit) -> bool:
    """Whether nobody is with a unit, friend or foe."""
    return not unit.aboard and len(units_in(game, unit.at)) < 2


def units_at(game: Game, location: str) -> list[str]:
    """The units in a Location, by their ids in order."""
    there = units_in(game, location)
    if not there:
        return []
    units = game.state.units
    if len(there) == 1:
        return [there[0]] if not units[there[0]].aboard else []
    found = []
    for name in there:
        if not units[name].aboard:
            found.append(name)
    found.sort()
    return found


@rule("A20.5")
def foes_at(game: Game, location: str, side: str) -> list[str]:
    """The enemies of a side in a Location, by their ids in order; prisoners are none."""
    units = game.state.units
    return [name for name in units_at(game, location) if units[name].side != side and not units[name].guard]


@rule("A1.25", "A1.123")
def class_of(content: Content, unit: Unit) -> UnitClass | None:
    """The class of a MMC, crews being Elite; None for single men."""
    card = content.personnel[unit.kind]
    return "elite" if card.type == "crew" else card.unit_class


@rule("A19.3", "A1.25")
def is_inexperienced(game: Game, unit: Unit) -> bool:
    """Whether a MMC is Inexperienced: Conscripts always, Green troops without an unbroken leader beside them."""
    content = game.content
    if not is_mmc(content, unit):
        return False
    class_ = class_of(content, unit)
    if class_ == "conscript":
        return True
    if class_ != "green":
        return False
    return not any(is_leader(content, man) and not man.broken for _, man in companions(game, unit))


@rule("A7.9", "A25.45", "A10.8")
def never_cowers(game: Game, unit: Unit) -> bool:
    """Whether a unit never cowers: single men, berserk and Fanatic units, and steady troops."""
    if is_smc(game.content, unit) or unit.berserk or unit.fanatic:
        return True
    steady = game.content.table("nationality", Nationality).nations[game.content.personnel[unit.kind].side].steady
    return class_of(game.content, unit) in steady


@rule("A10.7", "A17.1")
def leadership(game: Game, unit: Unit) -> int:
    """The leadership DRM of a leader: less is better; a wounded one leads worse."""
    worse = game.content.table("morale", Morale).wounded_leadership if unit.wounded else 0
    return game.content.personnel[unit.kind].leadership + worse


@rule("A.10")
def can_lend(game: Game, unit: Unit) -> bool:
    """Whether a leader can lend his DRM: unpinned, unbroken, not berserk, not in Melee."""
    return is_leader(game.content, unit) and is_good_order(game, unit) and not unit.pinned


@rule("A19.1", "A19.13")
def elr_of(game: Game, unit: Unit) -> int:
    """The ELR of a unit: that of its side, or a fixed one where its morale is underlined."""
    figures = game.content.table("morale", Morale)
    if game.content.personnel[unit.kind].underlined_morale:
        return figures.elr_underlined
    return game.state.elr[unit.side]


@rule("A4.4", "C10.1")
def left_at(game: Game, weapon_id: str, location: str) -> str:
    """Where a weapon is that those in a Location possess no more: there, or with the vehicle that tows it."""
    found = (vehicle.at for vehicle in game.state.vehicles.values() if vehicle.towing == weapon_id)
    return next(found, location)


def weapons_of(game: Game, unit_id: str) -> list[str]:
    """The weapons that a unit possesses, in order."""
    return [name for name, _ in arms_of(game, unit_id)]


def arms_of(game: Game, unit_id: str) -> tuple[tuple[str, Weapon], ...]:
    """The same, with what has become of each."""
    return _arms(game).of.get(unit_id, ())


def gun_crews(game: Game) -> Mapping[str, str]:
    """The units that man a Gun, each with its Gun."""
    return _arms(game).crews


_arms = index(Arms, "weapons")
