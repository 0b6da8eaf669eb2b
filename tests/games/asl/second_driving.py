"""A second reckoning of vehicles that move: what entering a hex and turning costs, which hexes are ahead or behind.

Written from the rules and the map, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import yaml

from games.asl import second_opinion as ground
from games.asl.position import board
from games.asl.second_effects import Before
from games.asl.second_opinion import DATA, Compared, around, country, figures, hex_of, smoke_in
from games.asl.second_routs import field
from games.asl.second_shots import bearing, off, spine_angle
from sandtable.games.asl.state import State, Vehicle
from sandtable.kernel import Event, Rolled, Table

UP, UP_ROAD = 4, 2
REVERSE = 4


@cache
def paved() -> frozenset[frozenset[str]]:
    read = yaml.safe_load((DATA / "maps" / "rileys-road.yaml").read_text())
    ways = [path["path"] for path in read["paths"] if path["network"] == "road"]
    return frozenset(frozenset(pair) for way in ways for pair in pairwise(way))


@cache
def is_soft(scenario: str) -> bool:
    read = yaml.safe_load((DATA / "scenarios" / f"{scenario}.yaml").read_text())
    return bool(read.get("conditions", {}).get("soft"))


def ahead(vehicle: Vehicle, *, reverse: bool) -> set[str]:
    """The two hexes of the faced hexspine, or the two behind."""
    spine = (vehicle.facing + 3) % 6 if reverse else vehicle.facing
    here = hex_of(vehicle.at)
    return {near for near in around(here) if off(bearing(here, near), spine_angle(spine)) <= 30 + 1e-4}


def entry_cost(state: State, vehicle: Vehicle, there: str) -> float | None:
    """What entering the next hex costs, before it is multiplied; None where that is not reckoned here."""
    land, here = country(), hex_of(vehicle.at)
    shown = figures("vehicles", "vehicles")[vehicle.kind]
    halftrack = shown["type"] == "halftrack"
    road = land.along_road(here, there)
    exposed = vehicle.exposed or shown.get("open_topped")
    thick = there in state.rubble or land.terrain(there) in ground.TEM
    if road:
        cost = 0.5 if exposed else 1.0
    elif thick:
        return None
    else:
        plowed = land.terrain(there) == "plowed"
        cost = 2.0 if halftrack and (plowed or there in state.shellholes) else 1.0
        if land.terrain(there) == "brush":
            cost = 3.0 if halftrack else 2.0
    sides = land.between(here, there)
    if not road:
        cost += 1 if "wall" in sides else (2 if halftrack else 1) if "hedge" in sides else 0
    rise = land.level(there) - land.level(here)
    slopes = (here, there) in land.slopes, (there, here) in land.slopes
    cost += (UP_ROAD if road else UP) * max(rise, 0) + slopes[0]
    there_already = sum(hex_of(v.at) == there for v in state.vehicles.values() if not v.hidden)
    there_already += sum(hex_of(w.at) == there for w in state.wrecks.values())
    cost += there_already * (2 if road else 1)
    cost += bool(smoke_in(state, there)) + (state.nvr > 0)
    cost += state.rained * (any(slopes) + abs(rise))
    if is_soft(state.scenario) and not (road and frozenset((here, there)) in paved()):
        cost += 1
    works = state.works.get(there)
    if works and works.trench:
        cost += 1
    return cost + bool(vehicle.towing)


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    if decision.prompt != "drive":
        return
    frame: Any = state.stack[-1]
    name = str(decision.args["vehicle"])
    vehicle = state.vehicles[name]
    if vehicle.at not in known() or vehicle.bypass >= 0:
        return
    moving = vehicle.started or vehicle.motion
    left = float(str(decision.args["left"]))
    offered = {option.id: option.cost for option in decision.options}
    aims = {key.partition(":")[2] for key in offered if key.startswith("hex:")}
    if aims:
        both = ahead(vehicle, reverse=False) | (ahead(vehicle, reverse=True) if frame.reverse else set())
        yield "drive ahead", True, {hex_of(each) for each in aims} <= both
    for key, cost in offered.items():
        head, _, what = key.partition(":")
        if head == "hex" and cost is not None and hex_of(what) == what:
            price = entry_cost(state, vehicle, what)
            if price is None or cost == left:
                continue
            price = price * (REVERSE if frame.reverse else 1) + (not moving)
            yield "drive cost", price, cost
        elif head == "spine" and cost is not None:
            thick = hex_of(vehicle.at) in state.rubble or country().terrain(hex_of(vehicle.at)) in ground.TEM
            yield "drive turn", (2 if thick else 1) + (not moving), cost
    if not vehicle.bogged and moving and not frame.reverse:
        inside = ahead(vehicle, reverse=False) & field(state.scenario)
        cheap = {each for each in inside if is_plain(state, vehicle, each, left)}
        yield "drive offered", cheap, cheap & {hex_of(each) for each in aims}


def is_plain(state: State, vehicle: Vehicle, there: str, left: float) -> bool:
    """Whether nothing at all keeps a vehicle from a hex: open, nobody in it, and MP enough."""
    if there not in known():
        return False
    price = entry_cost(state, vehicle, there)
    if price is None or price > left or vehicle.recalled or vehicle.frozen:
        return False
    occupied = any(hex_of(each.at) == there for each in (*state.units.values(), *state.vehicles.values()))
    sides = country().between(hex_of(vehicle.at), there)
    shown = figures("vehicles", "vehicles")[vehicle.kind]
    barred = ("wall" in sides and (shown["type"] == "halftrack" or vehicle.towing)) or (
        "hedge" in sides and vehicle.towing
    )
    return not occupied and not barred and there not in state.blazes and not state.works.get(there)


@cache
def known() -> frozenset[str]:
    """The hexes of the map."""
    return frozenset(board().labels)


# Bog

PRESSURE = {"low": 0, "normal": 1, "high": 2}
BOGS, THICK, TOO_MANY, FALLS, NEVER = 12, 3, 2, 5, 7


def bog_drms(before: Before, vehicle: Vehicle, here: str, there: str) -> set[int]:
    """What may be added to a Bog DR: in woods it depends on how much of its MP the vehicle takes."""
    state, land = before.state, country()
    shown = figures("vehicles", "vehicles")[vehicle.kind]
    tracked = shown["type"] != "halftrack"
    drm = PRESSURE[shown["pressure"]] + (not tracked) + bool(vehicle.towing)
    ground_ = ground.ground(state, there)
    house = ground_.endswith("building")
    drm += is_soft(state.scenario) and not house
    if ground_ == "woods":
        rises = land.level(there) > land.level(here) or (here, there) in land.slopes
        return {drm + THICK + rises, drm + rises}
    return {drm + THICK} if house or "rubble" in ground_ else {drm}


def breaks_at(state: State, there: str) -> int:
    """From which colored die on the floor of a building breaks: sooner above a cellar, never in a Factory."""
    house = country().data(there)
    if not ground.ground(state, there).endswith("building") or house.get("factory"):
        return NEVER
    return FALLS if house.get("cellar") else FALLS + 1


def audited(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    """Whether a vehicle is bogged that goes where it may be (D8.2, RR13.3)."""
    drove = [event for event in events if type(event).__name__ == "Drove"]
    rolls = [event for event in events if isinstance(event, Rolled) and event.why in ("bog", "bog-fence")]
    if len(drove) != 1 or not rolls:
        return
    name, there = str(drove[0].vehicle), str(drove[0].to)  # type: ignore[attr-defined]
    vehicle = before.vehicles.get(name)
    if vehicle is None or vehicle.at not in known() or there not in known() or before.state.works.get(there):
        return
    half = figures("vehicles", "vehicles")[vehicle.kind]["type"] == "halftrack"
    falls = any(roll.why == "bog" and roll.faces[0] >= breaks_at(before.state, there) for roll in rolls)
    fell = any(type(event).__name__ == "Wrecked" and event.rule in ("RR11.61", "B23.41") for event in events)
    yield "falls through the floor", falls, fell
    if falls:
        return
    could: set[int] = {0}
    for roll in rolls:
        drms = {int(half)} if roll.why == "bog-fence" else bog_drms(before, vehicle, hex_of(vehicle.at), there)
        could = {bogs + (roll.total + drm >= BOGS) for bogs in could for drm in drms}
    told = next((str(e.state) for e in events if type(e).__name__ == "Bogged"), "")  # type: ignore[attr-defined]
    states = {("", "bogged", "mired")[min(bogs, TOO_MANY)] for bogs in could}
    yield "bogs", told if told in states else sorted(states), told
