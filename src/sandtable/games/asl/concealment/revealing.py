"""A12.14: concealed and hidden units that come to be known."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.asl.control import pass_through
from sandtable.games.asl.events.morale import Revealed, Vanished
from sandtable.games.asl.events.vehicles import VehicleRevealed
from sandtable.games.asl.state import DUMMY, UNKNOWN
from sandtable.games.asl.terrain.hexes import ENTRENCHED
from sandtable.games.asl.terrain.works import find_works
from sandtable.games.asl.units import Game, change
from sandtable.games.asl.vehicles.status import alter
from sandtable.kernel import Line, rule


def unknown_id(location: str) -> str:
    """Under which id a view shows what is concealed in a Location."""
    return f"{UNKNOWN}{location}"


def cloaked_id(side: str, number: int) -> str:
    """Under which id a view shows a Cloaking counter."""
    return f"{UNKNOWN}{side}-{number}"


@rule("A12.1", "E1.4")
def shown_id(game: Game, unit_id: str) -> str:
    """What others are told of a unit: its id, or that of the "?" or Cloaking counter that hides it."""
    unit = game.state.units[unit_id]
    if unit.cloak:
        return cloaked_id(unit.side, unit.cloak)
    return unknown_id(unit.at) if unit.concealed or unit.hidden else unit_id


@rule("A12.1", "A12.16")
def seen_by(game: Game, *unit_ids: str) -> tuple[str, ...] | None:
    """Who may see what units do: everybody, or their own side alone while one of them is concealed or hidden."""
    units = [game.state.units[name] for name in unit_ids if name in game.state.units]
    return (units[0].side,) if any(unit.concealed or unit.hidden for unit in units) else None


@rule("A12.1", "A12.16")
def as_told(game: Game, name: str) -> str:
    """What others are told of a unit, a weapon or a vehicle: of one beneath a "?", or hidden, not what it is."""
    state = game.state
    weapon = state.weapons.get(name)
    holder = name if weapon is None else weapon.holder
    if holder in state.units:
        told = shown_id(game, holder)
        return name if told == holder else told
    return shown_vehicle(game, name) if name in state.vehicles else name


@rule("A12.1", "A12.16")
def lines_as_told(game: Game, lines: Iterable[Line]) -> tuple[Line, ...]:
    """A sum in which nobody is named who is beneath a "?", or hidden."""
    return tuple(
        replace(line, args={key: as_told(game, value) if isinstance(value, str) else value
                            for key, value in line.args.items()}) if line.args else line
        for line in lines
    )  # fmt: skip


@rule("A12.14", "A12.16")
def unseen_firers(total: int) -> tuple[Line, ...]:
    """What those bring who fire beneath a "?", unseen, as it is told to all: their modifiers together, if any."""
    return (Line("unseen-firers", f"{total:+d}", "A12.16"),) if total else ()


@rule("A12.14", "E1.4", "A26.1", "A12.3")
def reveal_unit(game: Game, unit_id: str, rule_id: str = "A12.14") -> None:
    """A unit is known from now on, and gains control; a dummy is taken off the map, and so is a Cloaking counter.

    With it the entrenchment is known in which it is.
    """
    unit = game.state.units[unit_id]
    if not unit.concealed and not unit.hidden:
        return
    game.reveal()
    if unit.cloak:
        for name, man in list(game.state.units.items()):
            if man.cloak == unit.cloak and man.side == unit.side:
                change(game, name, cloak=0)
    if unit.covers:
        _uncover(game, unit.covers, rule_id)
        return
    if unit.kind == DUMMY:
        if unit_id in game.content.decoys:
            game.state.lost[unit_id] = DUMMY
        del game.state.units[unit_id]
        game.say(Vanished(rule=rule_id, at=unit.at))
        return
    change(game, unit_id, concealed=False, hidden=False)
    game.say(Revealed(rule=rule_id, unit=unit_id, at=unit.at))
    if unit.stance in ENTRENCHED:
        find_works(game, unit.at)
    pass_through(game, (unit_id,))


# Vehicles


def cover_of(vehicle_id: str) -> str:
    """The id of the "?" that lies on a vehicle."""
    return f"{vehicle_id}{UNKNOWN}"


@rule("A12.1", "scope/vehicle-concealment")
def shown_vehicle(game: Game, vehicle_id: str) -> str:
    """What others are told of a vehicle: its id, or that of the "?" that hides it."""
    vehicle = game.state.vehicles[vehicle_id]
    return unknown_id(vehicle.at) if vehicle.concealed else vehicle_id


@rule("A12.1", "A12.16", "scope/vehicle-concealment")
def vehicle_seen_by(game: Game, vehicle_id: str) -> tuple[str, ...] | None:
    """Who may see what a vehicle does: everybody, or its own side alone while it is concealed."""
    vehicle = game.state.vehicles.get(vehicle_id)
    return (vehicle.side,) if vehicle is not None and vehicle.concealed else None


@rule("A12.14", "scope/vehicle-concealment")
def reveal_vehicle(game: Game, vehicle_id: str, rule_id: str = "A12.14") -> None:
    """A vehicle is known from now on."""
    if game.state.vehicles[vehicle_id].concealed:
        reveal_unit(game, cover_of(vehicle_id), rule_id)


@rule("A12.14", "C6.2", "scope/vehicle-concealment")
def seen_of_result(game: Game, vehicle_id: str, *, harmless: bool) -> tuple[str, ...] | None:
    """Who is told what an attack does to a vehicle: it is known by any result; that there was none its side alone."""
    if not harmless:
        reveal_vehicle(game, vehicle_id)
    return vehicle_seen_by(game, vehicle_id)


def _uncover(game: Game, vehicle_id: str, rule_id: str) -> None:
    del game.state.units[cover_of(vehicle_id)]
    vehicle = alter(game, vehicle_id, concealed=False)
    game.say(VehicleRevealed(rule=rule_id, vehicle=vehicle_id, at=vehicle.at))
