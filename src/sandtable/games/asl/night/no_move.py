"""E1.2, E1.21, CG4: the Scenario Defender at night, whose men stay at their posts until something stirs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by, vehicle_seen_by
from sandtable.games.asl.events.night import MayMove, Released
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.morale.levels import morale_level
from sandtable.games.asl.sight import seen_now, sees
from sandtable.games.asl.state import Unit, Vehicle
from sandtable.games.asl.tables.conditions import NightTable
from sandtable.games.asl.units import Game, change, is_dummy, is_leader, known_enemies, leadership, on_map
from sandtable.games.asl.vehicles.status import known_vehicles
from sandtable.kernel import derived, rule


def defender(game: Game) -> str:
    """The Scenario Defender, if there is one."""
    night = game.content.scenario.conditions.night
    return "" if night is None or night.defender is None else night.defender


@rule("E1.2", "E1.21", "CG4/night-rules")
def freeze(game: Game, side: str) -> None:
    """All that the Scenario Defender has set up is under No Move counters, but for his best leaders."""
    if side != defender(game):
        return
    state = game.state
    men = {name: unit for name, unit in state.units.items() if unit.side == side and unit.at and not is_dummy(unit)}
    leaders = sorted(
        (name for name, unit in men.items() if is_leader(game.content, unit)),
        key=lambda name: (leadership(game, men[name]), -morale_level(game, men[name]), name),
    )
    free = leaders[: game.content.table("night", NightTable).free_leaders]
    for name in men:
        if name not in free:
            change(game, name, frozen=True)
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.side == side and vehicle.at:
            state.vehicles[name] = replace(vehicle, frozen=True)


@rule("E1.21")
def free(game: Game, names: Iterable[str]) -> None:
    """Units and vehicles have Freedom of Movement from now on, for good."""
    state = game.state
    for name in names:
        unit = state.units.get(name)
        if unit is not None and unit.frozen:
            change(game, name, frozen=False)
            game.say(MayMove(rule="E1.21", seen_by=seen_by(game, name), unit=name))
        vehicle = state.vehicles.get(name)
        if vehicle is not None and vehicle.frozen:
            state.vehicles[name] = replace(vehicle, frozen=False)
            game.say(MayMove(rule="E1.21", seen_by=vehicle_seen_by(game, name), unit=name))


def _frozen(game: Game) -> list[tuple[str, Unit | Vehicle]]:
    state = game.state
    found: list[tuple[str, Unit | Vehicle]] = [(name, unit) for name, unit in state.units.items() if unit.frozen]
    return found + [(name, vehicle) for name, vehicle in state.vehicles.items() if vehicle.frozen]


@rule("E1.21")
def wake(game: Game) -> None:
    """Whoever sees a Known enemy ground unit is free."""
    if game.state.nvr and (roused := _waking(game)):
        free(game, roused)


@derived("units", "vehicles")
def _waiting(game: Game) -> tuple[tuple[str, str, str], ...]:
    """All that are under No Move counters: what, where and of which side."""
    return tuple([(name, one.at, one.side) for name, one in _frozen(game)])


@derived("units", "vehicles")
def _foes(game: Game) -> Mapping[str, str]:
    """Where those know of enemies who are under No Move counters, with the vehicle that is there."""
    waiting = _waiting(game)
    if not waiting:
        return {}
    side = waiting[0][2]
    foes = {unit.at: "" for _, unit in known_enemies(game, side)}
    return foes | {game.state.vehicles[name].at: name for name in known_vehicles(game, side)}


@derived(_waiting, _foes, seen_now, "vehicles")
def _waking(game: Game) -> tuple[str, ...]:
    """Those under No Move counters who see an enemy."""
    foes = _foes(game)
    return tuple(
        [
            name
            for name, where, _ in _waiting(game)
            if any(sees(game, where, at, viewer=name, seen=seen) for at, seen in foes.items())
        ]
    )


@rule("E1.21", "CG4/night-rules")
def stir(game: Game, targets: Iterable[str]) -> None:
    """A Known enemy unit has attacked units by fire or in Close Combat: they are free, and so are reinforcements."""
    if not game.state.nvr:
        return
    names = [name for name in targets if name in game.state.units or name in game.state.vehicles]
    free(game, [*names, *(game.state.units[name].covers for name in names if name in game.state.units)])
    side = defender(game)
    state = game.state
    struck = [state.units[name].side if name in state.units else state.vehicles[name].side for name in names]
    if side in struck:
        release(game)


@rule("E1.21")
def rouse(game: Game, location: str, side: str) -> None:
    """Whoever has Freedom of Movement frees those of his side in his Location."""
    if not game.state.nvr:
        return
    units = [(name, unit) for name, unit in game.state.units.items() if unit.side == side and on_map(unit)]
    here = [(name, unit) for name, unit in units if unit.at == location]
    vehicles = [
        (name, vehicle)
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side and vehicle.at == location
    ]
    awake = any(not unit.frozen and not unit.guard for _, unit in here)
    if awake or any(not vehicle.frozen for _, vehicle in vehicles):
        free(game, [*(name for name, _ in here), *(name for name, _ in vehicles)])


@rule("E1.21")
def rouse_all(game: Game, side: str) -> None:
    """A friendly Movement Phase begins: those who are free free the others in their Locations."""
    if not game.state.nvr:
        return
    for at in sorted({one.at for _, one in _frozen(game) if one.side == side}):
        rouse(game, at, side)


# By radio


@rule("E1.21", "CG4/night-rules")
def callers(game: Game, side: str) -> list[str]:
    """The AFVs of a side with Freedom of Movement that may still free another by radio in this Rally Phase."""
    return [
        name
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side and vehicle.at and not vehicle.frozen and not vehicle.called and not vehicle.abandoned
    ]


@rule("E1.21", "CG4/night-rules")
def callable_by_radio(game: Game, side: str) -> list[str]:
    """The options to free an AFV by radio: on the map under a No Move counter, or waiting to come."""
    if side != defender(game) or not callers(game, side):
        return []
    return [
        f"vehicle:{name}"
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side
        if vehicle.frozen or (not vehicle.at and not vehicle.called and not game.state.released)
    ]


@rule("E1.21")
def call(game: Game, vehicle_id: str) -> None:
    """An AFV calls another: a dr decides whether that is free."""
    state = game.state
    caller = callers(game, state.vehicles[vehicle_id].side)[0]
    state.vehicles[caller] = replace(state.vehicles[caller], called=True)
    most = game.content.table("night", NightTable).radio_frees
    own = (state.vehicles[vehicle_id].side,)
    if game.roll("d6", "radio", "E1.21", bands=(most + 1,), seen_by=own, lines=at_most(most, "E1.21")) > most:
        return
    if state.vehicles[vehicle_id].at:
        free(game, [vehicle_id])
    else:
        state.vehicles[vehicle_id] = replace(state.vehicles[vehicle_id], called=True)
        game.say(MayMove(rule="E1.21", seen_by=own, unit=vehicle_id))


def end_calls(game: Game) -> None:
    """A Rally Phase begins: every AFV on the map may call again."""
    for name, vehicle in list(game.state.vehicles.items()):
        if vehicle.called and vehicle.at:
            game.state.vehicles[name] = replace(vehicle, called=False)


# Reinforcements


@rule("CG4/night-rules")
def release(game: Game) -> None:
    """The reinforcements of the Scenario Defender may enter."""
    if not game.state.released and _has_reinforcements(game):
        game.state.released = True
        game.say(Released(rule="CG4/night-rules", side=defender(game)))


def _has_reinforcements(game: Game) -> bool:
    side = defender(game)
    return bool(side) and any(group.enters is not None for group in game.content.forces[side].groups.values())


@rule("CG4/night-rules")
def may_enter(game: Game, side: str) -> bool:
    """Whether the reinforcements of a side are not held back."""
    return game.state.released or side != defender(game)


@rule("CG4/night-rules")
def roll_for_release(game: Game) -> None:
    """In each of his Rally Phases a dr below the number of the Game Turn releases the Defender's reinforcements."""
    state = game.state
    if state.active != defender(game) or state.released or not _has_reinforcements(game):
        return
    lines = at_most(state.turn - 1, "CG4/night-rules")
    if game.roll("d6", "reinforcements", "CG4/night-rules", bands=(state.turn,), lines=lines) < state.turn:
        release(game)
