"""A7.35, A8, A9: the pieces of a fire attack, which are the inherent firepower of men and their machine guns.

A piece is named by the unit, for its inherent firepower, or by the weapon. In which way it may fire follows from the
phase and from its marker.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from sandtable.games.asl.counters import MACHINE_GUNS, SupportWeapon
from sandtable.games.asl.index_of_fire import Armed
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.units import (
    Game,
    arms_of,
    in_melee,
    is_armed,
    is_good_order,
    is_leader,
    is_smc,
    is_squad,
    on_map,
    unit_size,
)
from sandtable.kernel import derived, entry_of, index, rule

INHERENT = "inherent"
DIRECTS = "directs"

Mode = Literal["prep", "opportunity", "advancing", "first", "subsequent", "protective", "final", "final-marked"]


class Piece(msgspec.Struct, frozen=True, gc=False):
    """What fires: a unit, with a machine gun of its or with its own firepower, and in which way."""

    unit: str
    weapon: str
    """Empty for the inherent firepower."""
    mode: Mode

    @property
    def name(self) -> str:
        return self.weapon or self.unit


@rule("A3.2", "A3.4", "A3.5", "A7.24", "A7.25", "A8.1", "A8.3", "A8.31", "A8.4", "E1.53")
def mode_of(game: Game, unit: Unit, marker: str) -> Mode | None:
    """In which way a piece with a marker may fire now; None if it may not."""
    phase, attacks = game.state.phase, unit.side == game.state.active
    if phase == "prep-fire" and attacks:
        return "prep" if unit.fire != "opportunity" and marker in ("", "prep") else None
    if phase == "advancing-fire" and attacks:
        if unit.fire == "opportunity":
            way: Mode = "advancing" if unit.pinned else "opportunity"
            return way if marker in ("", "opportunity") else None
        is_fresh = marker == "" and unit.fire in ("", "final") and not unit.ti and not unit.strayed
        return "advancing" if is_fresh else None
    if phase == "movement" and not attacks:
        return _FIRST_FIRE.get(marker)
    if phase == "defensive-fire" and not attacks:
        return _FINAL_FIRE.get(marker)
    return None


_FIRST_FIRE: dict[str, Mode] = {"": "first", "first": "subsequent", "final": "protective"}
_FINAL_FIRE: dict[str, Mode] = {"": "final", "first": "final-marked"}


@rule("A7.1", "A20.5", "A11.15", "A3.2")
def may_fire(game: Game, unit_id: str) -> bool:
    """Whether a unit is in a state to fire at all: in Good Order, and not at work (TI)."""
    unit = game.state.units[unit_id]
    if unit.berserk:
        return fires_berserk(game, unit)
    return _is_fit(game, unit_id) and not (guarded(game) and is_outnumbered(game, unit_id, unit))


@derived(entry_of("units"), "melees")
def _is_fit(game: Game, unit_id: str) -> bool:
    unit = game.state.units[unit_id]
    return on_map(unit) and is_good_order(game, unit) and not unit.ti


@rule("A15.4", "A7.21")
def fires_berserk(game: Game, unit: Unit) -> bool:
    """Whether berserk men may fire: at those in their own Location, as they come in or in the Advancing Fire Phase."""
    if not is_armed(unit) or not on_map(unit) or in_melee(game, unit):
        return False
    if game.state.phase == "movement":
        moving = game.state.moving
        return moving is not None and moving.at == unit.at
    return game.state.phase == "advancing-fire"


@rule("D6.64", "RR8", "C10.1")
def fires_mounted(game: Game, unit_id: str) -> bool:
    """Whether a unit may fire from the vehicle that carries it: an exposed Passenger of a halftrack in Good Order, but
    not the crew of a Gun that it tows."""
    unit = game.state.units[unit_id]
    vehicle = game.state.vehicles.get(unit.aboard)
    if vehicle is None or not vehicle.at or not is_good_order(game, unit):
        return False
    gun = game.state.weapons.get(vehicle.towing)
    if gun is not None and gun.holder == unit_id:
        return False
    return game.content.vehicles[vehicle.kind].type == "halftrack" and vehicle.exposed


@rule("A20.5")
def is_outnumbered(game: Game, unit_id: str, unit: Unit) -> bool:
    """Whether a Guard has more prisoners, by their US#, than he is himself."""
    held = guarded_by(game, unit_id)
    return held > 0 and held > unit_size(game.content, unit)


def guarded_by(game: Game, unit_id: str) -> int:
    """How many prisoners, by their US#, a unit guards."""
    return guarded(game).get(unit_id, 0)


@derived("units")
def guarded(game: Game) -> Mapping[str, int]:
    """How many men, by their US#, are guarded by whom."""
    found: dict[str, int] = {}
    for man in [man for man in game.state.units.values() if man.guard]:
        found[man.guard] = found.get(man.guard, 0) + unit_size(game.content, man)
    return found


@rule("A7.35", "A7.352", "A7.353", "A8.3", "A9.1", "A9.22")
def pieces_of(game: Game, unit_id: str, chosen: Collection[str] = ()) -> list[Piece]:
    """The pieces that a unit may still fire now beside those chosen for the attack, its inherent firepower first.

    What it has fired in the phase counts, but where it fires once more in the Movement Phase it chooses anew.
    """
    for name in chosen:
        if _is_of(game, name, unit_id):
            alone = not arms_of(game, unit_id)
            return [] if alone or not _is_able(game, unit_id) else _pieces_beside(game, unit_id, chosen)
    return list(pieces_now(game, unit_id))


def pieces_now(game: Game, unit_id: str) -> tuple[Piece, ...]:
    """The same where nothing is chosen yet."""
    unit = game.state.units[unit_id]
    if unit.broken:
        return ()
    if unit.aboard or unit.berserk:
        return _pieces_alone(game, unit_id) if _is_able(game, unit_id) else ()
    known = armed(game, unit.side).pieces
    found = known.get(unit_id)
    if found is None:
        found = known[unit_id] = _pieces_on_foot(game, unit_id)
    return found


def _is_able(game: Game, unit_id: str) -> bool:
    """Whether a unit may fire from where it is: on foot, or from a vehicle."""
    return fires_mounted(game, unit_id) if game.state.units[unit_id].aboard else may_fire(game, unit_id)


def _pieces_on_foot(game: Game, unit_id: str) -> tuple[Piece, ...]:
    """What men on foot may fire who are not berserk, if nothing of their own is chosen yet."""
    return tuple(_pieces_beside(game, unit_id, ())) if may_fire(game, unit_id) else ()


def _made(_: Game, side: str) -> Armed:
    return Armed(side)


armed = index(_made, "units", "weapons", "phase", "active", "melees", "lanes")


@derived(entry_of("units"), arms_of, "phase", "active", "lanes")
def _pieces_alone(game: Game, unit_id: str) -> tuple[Piece, ...]:
    """What a unit that can fire may fire if nothing of its own is chosen yet."""
    return tuple(_pieces_beside(game, unit_id, ()))


def _pieces_beside(game: Game, unit_id: str, chosen: Collection[str]) -> list[Piece]:
    unit = game.state.units[unit_id]
    found: list[Piece] = []
    arms, mode = arms_of(game, unit_id), mode_of(game, unit, unit.fire)
    if is_worn_out(game, unit_id) if arms else mode is None:
        return found
    used = _used(game, unit_id, unit, mode, chosen)
    own = bool(game.content.personnel[unit.kind].fp) and not (arms and serves_gun(game, unit_id, unit))
    if mode is not None and own and _is_inherent_left(game, unit, used):
        found.append(Piece(unit_id, "", mode))
    for name, weapon in arms:
        open_now = is_ready(game, weapon) and name not in chosen and name not in game.state.lanes
        way = _way_of(game, unit_id, unit, name, weapon, mode, chosen) if open_now else None
        if way is None or (way == "prep" and weapon.fire) or (way in REPEATED and unit.fire == ""):
            continue
        if way == "advancing" and is_barred_by_moving(game, weapon):
            continue
        if _is_weapon_left(game, unit, name, _used(game, unit_id, unit, way, chosen)):
            found.append(Piece(unit_id, name, way))
    return found


@rule("A7.353", "A7.352")
def _way_of(
    game: Game, unit_id: str, unit: Unit, name: str, weapon: Weapon, mode: Mode | None, chosen: Collection[str]
) -> Mode | None:
    """In which way a unit may fire a weapon by its marker; one that has not fired once more with those that have, where
    the unit has used what it may of its First Fire."""
    way = mode_of(game, unit, weapon.fire)
    if way != "first" or mode not in REPEATED or DIRECTS in unit.spent:
        return way
    return way if _is_weapon_left(game, unit, name, _used(game, unit_id, unit, way, chosen)) else mode


@rule("C2.1")
def serves_gun(game: Game, unit_id: str, unit: Unit) -> bool:
    """Whether a unit has fired its Gun in this Player Turn, and so has no firepower of its own but if it is a squad."""
    if is_squad(game.content, unit):
        return False
    return any(weapon.used for _, weapon in arms_of(game, unit_id))


@rule("C5.6")
def is_worn_out(game: Game, unit_id: str) -> bool:
    """Whether a unit has made Intensive Fire with its Gun, and so fires nothing else in this Player Turn."""
    return any(weapon.fire == "intensive" for _, weapon in arms_of(game, unit_id))


@rule("A7.35", "A7.352", "C9.1", "C13.1")
def weapon_way(game: Game, unit_id: str, name: str, marker: str, *, berserk: bool = False) -> Mode | None:
    """In which way a unit may fire a weapon now beside what it has fired: one with a marker; None if it may not.

    Some weapons are fired by berserk units too.
    """
    unit = game.state.units[unit_id]
    charging = berserk and unit.berserk and is_armed(unit) and on_map(unit) and not in_melee(game, unit)
    if is_worn_out(game, unit_id) or (not charging and not may_fire(game, unit_id)):
        return None
    mode = mode_of(game, unit, marker)
    if mode is None or mode in REPEATED or mode == "final-marked" or (mode == "prep" and marker):
        return None
    used = _used(game, unit_id, unit, mode, ())
    return mode if _is_weapon_left(game, unit, name, used) else None


REPEATED = ("subsequent", "protective")
"""Ways of firing once more in the Movement Phase."""


def _used(game: Game, unit_id: str, unit: Unit, mode: Mode | None, chosen: Collection[str]) -> frozenset[str]:
    """What a unit has used of its fire: in the phase, and for the attack that is being put together."""
    if not chosen:
        return frozenset() if mode in REPEATED else frozenset(unit.spent)
    own = {INHERENT if name == unit_id else name for name in chosen if _is_of(game, name, unit_id)}
    return frozenset(own) if mode in REPEATED else frozenset({*unit.spent, *own})


def _is_of(game: Game, name: str, unit_id: str) -> bool:
    weapon = game.state.weapons.get(name)
    return name == unit_id if weapon is None else weapon.holder == unit_id


@rule("A7.35", "A7.352")
def has_use_left(game: Game, unit: Unit, name: str) -> bool:
    """Whether a unit may use a weapon in the phase beside what it has used."""
    return _is_weapon_left(game, unit, name, frozenset(unit.spent))


def _is_inherent_left(game: Game, unit: Unit, used: frozenset[str]) -> bool:
    """Whether a unit may use its own firepower: a squad beside one weapon, others by itself."""
    if not used:
        return True
    if INHERENT in used or DIRECTS in used:
        return False
    return len(used) <= (1 if is_squad(game.content, unit) else 0)


def _is_weapon_left(game: Game, unit: Unit, name: str, used: frozenset[str]) -> bool:
    """Whether a unit may use a weapon: a squad one beside its own firepower or two without; others one and no more."""
    if DIRECTS in used:
        return False
    if name in used:
        return True
    if is_squad(game.content, unit):
        return len(used) <= 1
    return not used


@rule("A9.1", "A9.7", "A9.8")
def is_ready(game: Game, weapon: Weapon) -> bool:
    """Whether a weapon is a machine gun that can be fired as it is."""
    card = game.content.weapons.get(weapon.kind)
    if card is None:
        return False
    return card.type in MACHINE_GUNS and not weapon.broken and bool(figures_of(card, weapon).fp)


class Figures(NamedTuple):
    """What a machine gun shows as it is now."""

    fp: int
    range: int
    rof: int


@rule("A9.8")
def figures_of(card: SupportWeapon, weapon: Weapon) -> Figures:
    """The figures of a weapon, dismantled or not."""
    if weapon.dismantled and card.dismantled is not None:
        return Figures(card.dismantled.fp, card.dismantled.range, card.dismantled.rof)
    return Figures(card.fp, card.range, card.rof)


@rule("A4.41")
def is_barred_by_moving(game: Game, weapon: Weapon) -> bool:
    """Whether a weapon may not fire in the Advancing Fire Phase because it was carried into another hex."""
    return weapon.moved and game.content.weapons[weapon.kind].type not in ("lmg", "dc", "piat", "psk", "pf")


@rule("A7.53", "A7.25")
def can_direct(game: Game, unit_id: str, pieces: Sequence[Piece]) -> bool:
    """Whether a leader may direct the fire of pieces of his Location: Good Order, unpinned, and he has fired nothing.

    He directs once in a phase, but goes on directing weapons that keep their rate of fire, and none besides. Once he is
    marked in the Movement Phase he directs only men who fire once more, as he could himself; Opportunity Fire only if
    he has waited as they have.

    Ruling (A7.53): one who is not marked yet may direct whoever fires, and is marked as they are; once he has directed
    a weapon that keeps its rate, those besides who fire once more.
    """
    unit = game.state.units[unit_id]
    if unit.pinned or unit.berserk or not is_leader(game.content, unit):
        return False
    if not (may_fire(game, unit_id) or fires_mounted(game, unit_id)):
        return False
    if (unit.spent and DIRECTS not in unit.spent) or any(piece.unit == unit_id for piece in pieces):
        return False
    if _goes_on_directing(unit, pieces):
        return True
    mode, ways = mode_of(game, unit, unit.fire), {piece.mode for piece in pieces}
    if mode in REPEATED or (mode == "first" and DIRECTS in unit.spent):
        return ways <= ({"protective"} if mode == "protective" else set(REPEATED))
    if DIRECTS in unit.spent or (unit.fire != "opportunity" and "opportunity" in ways):
        return False
    return mode is not None


def _goes_on_directing(unit: Unit, pieces: Sequence[Piece]) -> bool:
    """Whether a leader has directed some weapons in the phase that have kept their rate of fire, and no others fire."""
    if DIRECTS not in unit.spent:
        return False
    return all(piece.weapon in unit.spent and piece.mode not in REPEATED for piece in pieces)


@rule("A7.352")
def helpers_in(game: Game, pieces: Sequence[Piece], leaders: Iterable[str]) -> dict[str, str]:
    """Who helps with which machine guns of an attack: each with one, and nobody who fires or directs besides."""
    busy, found = {*leaders, *(piece.unit for piece in pieces)}, dict[str, str]()
    for piece in pieces:
        helper = helper_of(game, piece, busy)
        if helper is not None:
            found[piece.weapon] = helper
            busy.add(helper)
    return found


@rule("A7.352", "A15.2")
def helper_of(game: Game, piece: Piece, busy: Collection[str] = ()) -> str | None:
    """Another single man who fires a machine gun together with a leader, so that it has its full firepower.

    He could fire himself in the same way, has used nothing else, and is not busy.

    Ruling (A15.2): a hero, or a heroic leader, needs nobody, and fires it alone.
    """
    state = game.state
    leader = state.units[piece.unit]
    if not piece.weapon or not is_leader(game.content, leader) or leader.heroic:
        return None
    for name, unit in state.units.items():
        beside = name != piece.unit and (unit.at, unit.aboard, unit.side) == (leader.at, leader.aboard, leader.side)
        able = beside and is_smc(game.content, unit) and (may_fire(game, name) or fires_mounted(game, name))
        if able and name not in busy and not unit.pinned and _helps(game, unit, piece):
            return name
    return None


def _helps(game: Game, unit: Unit, piece: Piece) -> bool:
    """Whether a single man can fire a weapon of another as that is fired now, by his marker and what he has used."""
    mode = mode_of(game, unit, unit.fire)
    if piece.mode in REPEATED:
        return mode == piece.mode or (mode == "first" and not unit.spent)
    return mode == piece.mode and set(unit.spent) <= {piece.weapon}
