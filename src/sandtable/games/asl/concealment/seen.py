"""A12.1, A12.16: the counters of a position as one side knows them, kept up to date from change to change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from sandtable.games.asl.artillery import secrets
from sandtable.games.asl.concealment.renaming import T, renamed
from sandtable.games.asl.concealment.revealing import cloaked_id, unknown_id
from sandtable.games.asl.content import Content
from sandtable.games.asl.sequence.leaders import is_waiting
from sandtable.games.asl.state import NOWHERE, UNKNOWN, Battery, Mines, State, Unit, Vehicle, Weapon, Works
from sandtable.games.asl.terrain.hexes import BENEATH_WIRE, BYPASS
from sandtable.games.asl.terrain.mines import as_known
from sandtable.games.asl.units import Game
from sandtable.kernel import index, of_content, rule

V = TypeVar("V")

Changes = Sequence[tuple[str, V | None, V | None]]

FIELDS = ("units", "weapons", "vehicles", "works", "mines", "stores", "to_place", "received", "batteries")
"""What counters are known by."""
MOST_FRAMES = 256
"""How many procedures in which ids have been exchanged are kept."""


class Seen:
    """What is known of counters. Its dicts are those of views: they stand in the order of the state's."""

    def __init__(self, content: Content, side: str) -> None:
        self._content, self._side = content, side
        self.units: dict[str, Unit] = {}
        self.weapons: dict[str, Weapon] = {}
        self.vehicles: dict[str, Vehicle] = {}
        self.works: dict[str, Works] = {}
        self.mines: dict[str, Mines] = {}
        self.stores: dict[str, int] = {}
        self.to_place: dict[str, str] = {}
        self.received: dict[str, str] = {}
        self.names: dict[str, str] = {}
        """Units and vehicles that are not known, with the id of the "?" that each is called by instead."""
        self.unseen: frozenset[str] = frozenset()
        """All of whom nothing is known: these, their weapons, and the leaders who wait."""
        self._leaders = {name for name, leader in content.received.items() if leader.side != side}
        self._armed: set[str] = set()
        """The weapons that are not known."""
        self._awaited: set[str] = set()
        self._under: dict[str, str] = {}
        """Beneath which counter each unit is."""
        self._beneath: dict[str, dict[str, Unit]] = {}
        """By the "?" or Cloaking counter on the map: who is beneath."""
        self._devices: frozenset[str] = frozenset()
        """The devices by which others call artillery."""
        self._turned: dict[str, None] = {}
        """Of whom another thing is known since the last look: whether he is there, waits, or is awaited."""
        self._frames: dict[int, tuple[object, object]] = {}
        self._exchanged: dict[str, tuple[str, ...]] = {}

    def follow(
        self,
        game: Game,
        units: Changes[Unit],
        weapons: Changes[Weapon],
        vehicles: Changes[Vehicle],
        works: Changes[Works],
        mines: Changes[Mines],
        stores: Changes[int],
        to_place: Changes[str],
        received: Changes[str],
        batteries: Changes[Battery],
    ) -> None:
        changed = (units, weapons, vehicles, works, mines, stores, to_place, received, batteries)
        self._take(game.state, *map(_names_of, changed))

    def facts(self) -> object:
        shown = (self.units, self.weapons, self.vehicles, self.works, self.mines, self.stores, self.to_place)
        return [list(each.items()) for each in (*shown, self.received)], self.names, self.unseen

    def take_all(self, state: State) -> None:
        """Take in a whole state, the first that is looked at."""
        self._take(state, *(dict.fromkeys(getattr(state, field), True) for field in FIELDS))

    def renamed(self, frame: T) -> T:
        """A Struct, such as a procedure, in which nobody is named who is not known."""
        known = self._frames.get(id(frame))
        if known is None:
            if len(self._frames) >= MOST_FRAMES:
                self._frames.clear()
            known = self._frames[id(frame)] = (frame, renamed(frame, self._exchanged))
        return known[1]  # type: ignore[return-value]

    # Taking in changes. Those are the keys that have changed, each with whether it has come.

    def _take(
        self,
        state: State,
        units: Mapping[str, bool],
        weapons: Mapping[str, bool],
        vehicles: Mapping[str, bool],
        works: Mapping[str, bool],
        mines: Mapping[str, bool],
        stores: Mapping[str, bool],
        to_place: Mapping[str, bool],
        received: Mapping[str, bool],
        batteries: Mapping[str, bool],
    ) -> None:
        self._turned.clear()
        met = {**units, **{name: False for name in to_place if name in state.units}} if to_place else units
        if works:
            met = {**{name: False for name, unit in state.units.items() if unit.at in works}, **met}
        if met:
            self._take_units(state, met)
        if vehicles:
            self._take_vehicles(state, vehicles)
        turned, all_weapons = dict.fromkeys(self._turned, False), bool(self._turned)
        if batteries:
            devices = frozenset(each.device for each in state.batteries.values() if each.side != self._side)
            all_weapons |= devices != self._devices
            self._devices = devices
        carried: Mapping[str, bool] = weapons
        if all_weapons:
            carried = {**dict.fromkeys(state.weapons, False), **weapons}
        elif to_place:
            carried = {**{name: False for name in to_place if name in self._devices}, **weapons}
        if carried:
            self._take_weapons(state, carried)
        if carried or turned:
            self.unseen = frozenset((*self.names, *self._armed, *self._leaders))
        own = self._side
        if works:
            laid = state.works
            _show(self.works, laid, works, lambda name: laid[name].known or laid[name].side == own)
        if mines:
            laid_mines = state.mines
            _show(
                self.mines,
                laid_mines,
                mines,
                lambda name: laid_mines[name].known or laid_mines[name].side == own,
                lambda _, each: each if each.side == own else as_known(each),
            )
        if stores:
            _show(self.stores, state.stores, stores, lambda name: name.startswith(f"{own}/"))
        if turned or to_place:
            due = {**turned, **to_place}
            _show(
                self.to_place, state.to_place, due, lambda name: name not in self._awaited and name not in self._leaders
            )
        if turned or received:
            given = {**turned, **received}
            _show(self.received, state.received, given, lambda name: name not in self._leaders)

    def _turn(self, name: str, whose: set[str], *, joins: bool) -> None:
        """Put one among those of whom a thing is known, or not."""
        if joins != (name in whose):
            (whose.add if joins else whose.discard)(name)
            self._turned[name] = None

    def _call(self, name: str, called: str) -> None:
        """Call one by another id from now on, or by its own."""
        before = self.names.get(name, "")
        if called == before:
            return
        if called:
            self.names[name], self._exchanged[name] = called, (called,)
        else:
            del self.names[name], self._exchanged[name]
        if not (called and before):
            self._turned[name] = None
        self._frames.clear()

    @rule("A12.1", "A12.16", "A12.3")
    def _take_units(self, state: State, changed: Mapping[str, bool]) -> None:
        """A concealed stack of others is one "?" without height; what is hidden is not there."""
        altered: dict[str, None] = {}
        in_disorder = False
        for name, has_come in changed.items():
            unit = state.units.get(name)
            leader = self._content.received.get(name)
            if leader is not None and leader.side != self._side:
                self._turn(name, self._leaders, joins=is_waiting(state, name))
                unit = None if name in self._leaders else unit
            called = under = ""
            is_others = unit is not None and unit.side != self._side
            self._turn(name, self._awaited, joins=is_others and is_awaited(self._content, state, name))
            if unit is not None and is_others:
                if name in self._awaited:
                    called = _called(unit)
                elif unit.concealed or unit.hidden:
                    called = _called(unit)
                    under = called if unit.cloak and unit.at else "" if unit.hidden else unknown_id(unit.at)
            self._lie(name, unit, under, altered)
            self._call(name, called)
            if unit is None or called:
                self.units.pop(name, None)
            else:
                in_disorder |= has_come or name not in self.units
                self.units[name] = self._as_it_stands(state, unit) if is_others else unit
        for counter in altered:
            in_disorder |= self._cover(state, counter)
        if in_disorder:
            shown = self.units
            self.units = {name: shown[name] for name in state.units if name in shown}
            self.units |= {counter: shown[counter] for counter in sorted(self._beneath)}

    @rule("B26/infantry", "A12.3", "A12.16")
    def _as_it_stands(self, state: State, unit: Unit) -> Unit:
        """A known unit of others: that it is beneath hidden wire is not shown."""
        works = state.works.get(unit.at) if unit.stance == BENEATH_WIRE else None
        return unit if works is None or works.known else replace(unit, stance="")

    def _lie(self, name: str, unit: Unit | None, under: str, altered: dict[str, None]) -> None:
        """Put a unit beneath a counter, or beneath none."""
        before = self._under.pop(name, "")
        if before:
            altered[before] = None
            if before != under:
                del self._beneath[before][name]
        if under and unit is not None:
            self._under[name] = under
            altered[under] = None
            self._beneath.setdefault(under, {})[name] = unit

    def _cover(self, state: State, counter: str) -> bool:
        """Make a counter as it is seen; whether it is a new one."""
        beneath = self._beneath.get(counter)
        if not beneath:
            self._beneath.pop(counter, None)
            self.units.pop(counter, None)
            return False
        stack = list(beneath.values())
        if len(stack) > 1 and any(unit.stance == BYPASS or unit.side != stack[0].side for unit in stack):
            stack = [state.units[name] for name in state.units if name in beneath]
        seen = veil_of(stack)
        before = self.units.get(counter)
        if seen != before:
            self.units[counter] = seen
        return before is None

    @rule("A12.1", "scope/vehicle-concealment")
    def _take_vehicles(self, state: State, changed: Mapping[str, bool]) -> None:
        """Vehicles of others beneath a "?" are not there; of the others not everything is known."""
        for name in changed:
            vehicle = state.vehicles.get(name)
            is_veiled = vehicle is not None and vehicle.side != self._side and vehicle.concealed
            self._call(name, unknown_id(vehicle.at) if vehicle is not None and is_veiled else "")
        _show(self.vehicles, state.vehicles, changed, lambda name: name not in self.names, self._as_seen)

    def _as_seen(self, name: str, vehicle: Vehicle) -> Vehicle:
        """A vehicle without what its owner alone knows."""
        if vehicle.side == self._side:
            return vehicle
        leader = vehicle.leader if vehicle.at or not _rolls_for_commanders(self._content, vehicle.side) else ""
        return replace(vehicle, gyro=False, leader=leader, called=vehicle.called and bool(vehicle.at))

    @rule("A12.1", "C6.4")
    def _take_weapons(self, state: State, changed: Mapping[str, bool]) -> None:
        """Weapons of those who are not known are not there; on what others have been laid is known to their owner."""
        for name in changed:
            weapon = state.weapons.get(name)
            if weapon is not None and (weapon.holder in self.names or weapon.holder in self._leaders):
                self._armed.add(name)
            else:
                self._armed.discard(name)

        def as_seen(name: str, weapon: Weapon) -> Weapon:
            if name in self._devices and name in state.to_place:
                weapon = secrets.as_issued(self._content, name, weapon)
            if weapon.sighted and weapon.side != self._side:
                return replace(weapon, sighted="", sighted_from="")
            return weapon

        _show(self.weapons, state.weapons, changed, lambda name: name not in self._armed, as_seen)


counters = index(lambda game, side: Seen(game.content, side), *FIELDS)
"""What a side knows of the counters of a game, from change to change. It is shared, and not to be altered."""


def first_seen(state: State, content: Content, side: str) -> Seen:
    """The same of a state, made from nothing."""
    found = Seen(content, side)
    found.take_all(state)
    return found


def _names_of(changes: Changes[V]) -> Mapping[str, bool]:
    """The keys that have changed, each with whether it has come."""
    if not changes:
        return {}
    found: dict[str, bool] = {}
    for name, old, _ in changes:
        found[name] = old is None or found.get(name, False)
    return found


def _show(
    shown: dict[str, V],
    held: Mapping[str, V],
    changed: Mapping[str, bool],
    is_known: Callable[[str], bool],
    as_seen: Callable[[str, V], V] | None = None,
) -> None:
    """Bring what is known of a field up to date with what it holds, in the same order."""
    in_disorder = False
    for name, has_come in changed.items():
        value = held.get(name)
        if value is None or not is_known(name):
            shown.pop(name, None)
        else:
            in_disorder |= has_come or name not in shown
            shown[name] = value if as_seen is None else as_seen(name, value)
    if in_disorder and len(shown) > 1:
        found = shown.copy()
        shown.clear()
        shown.update((name, found[name]) for name in held if name in found)


@rule("A12.1", "E1.4")
def _called(unit: Unit) -> str:
    """Under which id a unit that is not known stands in views."""
    return cloaked_id(unit.side, unit.cloak) if unit.cloak else unknown_id(unit.at)


@rule("A12.1", "A4.34", "B9.32", "E1.4")
def veil_of(stack: Sequence[Unit]) -> Unit:
    """The "?" over units, in their order: that one passes a hex in Bypass is seen, and that one has claimed a wall.

    Of a Cloaking counter its number is seen besides, and no wall.
    """
    passing = [unit for unit in stack if unit.stance == BYPASS]
    last = stack[-1]
    if last.cloak and last.at:
        shown, wall = last, False
    else:
        shown, wall = passing[0] if passing else last, any(unit.wall for unit in stack)
    stance, vertices = (BYPASS, shown.vertices) if shown.stance == BYPASS else ("", ())
    return Unit(
        side=shown.side, kind=UNKNOWN, at=shown.at, concealed=True, stance=stance, vertices=vertices, wall=wall,
        cloak=shown.cloak if shown.at else 0,
    )  # fmt: skip


@rule("RR8", "D6.1")
def is_awaited(content: Content, state: State, unit_id: str) -> bool:
    """Whether a unit waits off the map to come aboard vehicles: who rides in which is nobody else's business."""
    unit = state.units[unit_id]
    if unit.at != NOWHERE:
        return False
    entering = content.forces[unit.side].groups.get(state.to_place.get(unit_id, ""))
    return entering is not None and entering.enters is not None and entering.enters.mounted


@of_content
@rule("2.5193")
def _rolls_for_commanders(content: Content, side: str) -> bool:
    """Whether nobody knows from the order of battle which Armor Leaders a side has."""
    return any(leader.side == side and leader.table == "armor" for leader in content.received.values())
