"""Countries made at random, with all that the charts know of, and positions on them.

The maps of the scenarios have no major river, citadel, major city, motorway or mountain, and no railroad of the Axis. A
country is a data pack, so that the engine and the second reckoning read the same files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import yaml

from games.efs.second_country import neighbours, read
from sandtable.games.efs.content import Content
from sandtable.games.efs.state import (
    SIDES,
    Bridge,
    Damage,
    State,
    Strongpoint,
    SupplyUnit,
    Unit,
    Weather,
    WeatherKind,
    enemy_of,
)  # fmt: skip
from sandtable.games.efs.title import Efs
from sandtable.games.efs.units import Game, full_steps

WIDE, HIGH = 14, 12
LABELS = [f"{column:02d}{row:02d}" for column in range(1, WIDE + 1) for row in range(1, HIGH + 1)]
OPEN, WATERS = ("clear", "woods", "hill", "wooded-hill"), ("sea", "lake", "shallow-water")
REST = (
    "marsh", "wooded-marsh", "swamp", "wooded-swamp", "mountain", "alpine", "city", "major-city", *WATERS,
)  # fmt: skip
SIDES_OF_HEXES = {
    "river": 0.12, "canal": 0.03, "major-river": 0.07, "lake": 0.03, "shallow-water": 0.03, "sea": 0.01,
}  # fmt: skip
PATHS = {"motorway": 3, "main": 6, "minor": 9, "rail": 8}
BRIDGED = {"major-river", "lake", "shallow-water"}
FEATURES = {"town": 0.08, "port": 0.03, "fortified-belt": 0.04, "citadel": 0.03}
KINDS = {
    "ax-ski": ("ax-269-inf", {"type": "ski-infantry", "ma": "yellow", "faces": [[3, 3, 6], [2, 2, 6]]}),
    "su-ski": ("su-191-inf", {"type": "ski-infantry", "ma": "yellow", "faces": [[3, 3, 6], [2, 2, 6]]}),
    "ax-heavy": ("ax-617-fie", {"type": "super-heavy-artillery", "ma": "green", "faces": [[0, 1, 4], [6, 1, 4]]}),
    "su-mountain": ("su-191-inf", {"type": "mountain-infantry", "faces": [[4, 4, 4], [2, 3, 4]]}),
    "su-band": ("su-191-inf", {"faces": [[2, 2, 5], [1, 1, 5]], "no_zoc": [2]}),
    "su-sappers": ("su-24-tk-arm", {"type": "motorized-engineer", "red": False, "faces": [[14, 3, 8], [7, 2, 8]]}),
    "ax-tanks": ("ax-11-6-pz-arm", {"faces": [[24, 10, 8], [12, 5, 8]]}),
    "su-tanks": ("su-24-tk-arm", {"ma": "yellow", "faces": [[24, 10, 8], [12, 5, 8]]}),
    "ax-riders": ("su-42-cav-cav", {"nation": "german", "faces": [[3, 3, 7], [2, 2, 7]]}),
    "ax-allies": ("ax-4-6-pz-mot", {"nation": "rumanian"}),
}
"""Counters of kinds that the scenarios lack, or strong enough to overrun others: like which, and what differs."""


def around(label: str) -> list[str]:
    return [each for each in neighbours(label) if each in LABELS]


def hexside(one: str, other: str) -> str:
    return "-".join(sorted((one, other)))


def named(names: Iterator[str] | list[str], **drawn: object) -> dict[str, object]:
    return {name: {"name": {"en": name, "ja": name}, **drawn} for name in names}


def make(folder: Path, seed: int) -> Path:
    """Write a data pack with the scenario `wild`."""
    rng = Random(seed)
    terrain = {label: rng.choice(OPEN if rng.random() < 0.6 else REST) for label in LABELS}
    land = [label for label in LABELS if terrain[label] not in WATERS]
    counters = counters_of_all_kinds()
    drawn = the_map(rng, terrain, land)
    for kind, name, data in (
        ("maps", "wild", drawn), ("units", "units", counters), ("scenarios", "wild", the_card(rng, land, counters)),
    ):  # fmt: skip
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / f"{name}.yaml").write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return folder


def counters_of_all_kinds() -> dict[str, object]:
    counters = dict(read("units/units"))
    printed = dict(counters["units"])
    for name, (like, other) in KINDS.items():
        printed[name] = {**printed[like], "short": name, "division": "", "component": "", **other}
    return {**counters, "units": printed}


def the_map(rng: Random, terrain: dict[str, str], land: list[str]) -> dict[str, object]:
    sides: dict[str, set[str]] = {}
    for side in sorted({hexside(one, other) for one in land for other in around(one) if other in land}):
        found = [feature for feature, chance in SIDES_OF_HEXES.items() if rng.random() < chance][:1]
        sides[side] = {*found, *(["river-bend"] if found == ["river"] and rng.random() < 0.2 else [])}
    crossed: dict[str, str] = {}
    paths = [path for network in PATHS for path in some_paths(rng, network, land, sides, crossed)]
    hexes: dict[str, object] = {}
    for label in LABELS:
        features = [each for each, chance in FEATURES.items() if label in land and rng.random() < chance]
        faces = [other for other in around(label) if other in land and rng.random() < 0.6]
        has_line = label in land and bool(faces) and rng.random() < 0.05
        for other in faces if has_line else ():
            sides[hexside(label, other)].add("fortified-line")
        data = {"data": {"faces": " ".join(faces)}} if has_line else {}
        hexes[label] = {"terrain": terrain[label], "features": features, **data}
    edge = [label for label in land if len(around(label)) < 6]
    features = sorted({feature for found in sides.values() for feature in found})
    return {
        "name": {"en": "Wild", "ja": "Wild"}, "source": "authored",
        "grid": {"orientation": "flat", "shift": "odd", "first_column": 1, "first_row": 1},
        "terrains": named([*OPEN, *REST], fill="#ffffff"),
        "features": named([*FEATURES], mark="square", fill="#ffffff"),
        "sides": named(features, stroke="#000000", width=2),
        "networks": named([*PATHS], stroke="#000000", width=2),
        "fill": {"terrain": "clear", "from": LABELS[0], "to": LABELS[-1]},
        "hexes": hexes,
        "hexsides": [{"feature": each, "sides": [side for side in sides if each in sides[side]]} for each in features],
        "paths": paths,
        "regions": {"shut": rng.sample(land, 6), "gate": edge[:4], "door": edge[-4:]},
    }  # fmt: skip


def some_paths(
    rng: Random, network: str, land: list[str], sides: dict[str, set[str]], crossed: dict[str, str]
) -> Iterator[dict[str, object]]:
    """Roads or railroads, with their bridges. Of roads that cross the same hexside one is the motorway."""
    for _ in range(PATHS[network]):
        path = [rng.choice(land)]
        for _ in range(rng.randint(3, 14)):
            on = [each for each in around(path[-1]) if each in land and each not in path]
            on = [each for each in on if "sea" not in sides[hexside(each, path[-1])]]
            if network in ("main", "minor"):
                on = [each for each in on if crossed.get(hexside(each, path[-1]), "motorway") == "motorway"]
            if not on:
                break
            path.append(rng.choice(on))
            side = hexside(*path[-2:])
            if network != "rail":
                crossed[side] = network
            if sides[side] & BRIDGED:
                sides[side].add("rail-bridge" if network == "rail" else "road-bridge")
        if len(path) > 1:
            yield {"network": network, "path": path}


def the_card(rng: Random, land: list[str], counters: dict[str, object]) -> dict[str, object]:
    printed = counters["units"]
    assert isinstance(printed, dict)
    usual = [
        each for each, kind in printed.items() if not kind.get("untried") and kind.get("ma") not in ("blue", "gray")
    ]
    edge = [label for label in land if len(around(label)) < 6]
    units = {each: {"turn": 12, "entry": rng.sample(edge, 4)} for each in {**dict.fromkeys(usual)}}
    axis = sorted(rng.sample(land, len(land) // 2))

    def side(own: list[str], line: str) -> dict[str, object]:
        return {
            "sources": rng.sample([label for label in edge if label in own], 4), "rail_capacity": 8, "bridges": 4,
            "ferries": 0, "supply_counters": {"small": 6, "large": 2}, "supply_at_start": [],
            "supply_received": [{"turns": [11, 14], "line": line, "entry": []}],
        }  # fmt: skip

    name = {"en": "Wild", "ja": "Wild"}
    return {
        "name": name, "description": name, "last_turn": 14, "map": "wild",
        "card": {
            "weather": {"area": "north"}, "locations": {}, "points": {}, "levels": {"axis-marginal": 1},
            "first_turn": 11, "axis_hexes": axis, "units": units, "closed": {"soviet": "shut"},
            "exits": {"gate": "gate", "door": "door"},
            "sides": {
                "axis": side(axis, "axis-army-isthmus"),
                "soviet": side([label for label in land if label not in axis], "soviet-separate-army"),
            },
        },
    }  # fmt: skip


# Positions


def position(title: Efs, content: Content, rng: Random, phase: str) -> Game:
    """Units, works, bridges, railroads and weather at random."""
    state = State(scenario="wild", turn=12, phase=phase, active=phase.partition("/")[0])
    frozen = rng.random() < 0.3
    kinds: tuple[WeatherKind, ...] = ("frost", "snow") if frozen else ("dry", "dry", "mud", "frost", "snow")
    kind = rng.choice(kinds)
    state.weather = Weather(kind=kind, frozen=frozen, lingering_mud=kind == "dry" and rng.random() < 0.4)
    land, middle = sorted(content.land), rng.choice(sorted(content.land))
    near = sorted(land, key=lambda label: content.distance(label, middle))[: rng.choice([25, 50, 90])]
    fronts = {"axis": land[: len(land) // 3], "soviet": land[-len(land) // 3 :]} if rng.random() < 0.5 else {}
    holders: dict[str, str] = {}
    closed = content.region(content.card.closed["soviet"])

    def place(side: str) -> str:
        free = [each for each in fronts.get(side, near) if holders.get(each, side) == side]
        free = [each for each in free if side == "axis" or each not in closed]
        at = rng.choice(free) if free else ""
        holders.update({at: side} if at else {})
        return at

    for unit_id in content.card.units:
        at = place(content.side_of[unit_id])
        if at:
            state.units[unit_id] = Unit(
                at=at, start=at, steps=rng.randint(1, full_steps(content, unit_id)), overrun=rng.random() < 0.08,
                supply=rng.choice(("supplied", "supplied", "emergency", "out")), operational=rng.random() < 0.7,
            )  # fmt: skip
    for number, side in enumerate((*SIDES, *SIDES, *SIDES)):
        at = place(side)
        if at:
            state.supplies[f"{side}-s{number}"] = SupplyUnit(side, at, rng.choice((1, 1, 2)))
    build(content, state, rng, holders)
    for label in land:
        if label in holders and content.first_friend[label] != holders[label]:
            state.control[label] = holders[label]
        elif label not in holders and rng.random() < 0.05:
            state.control[label] = enemy_of(content.first_friend[label])
    return Game(title, content, state)


def build(content: Content, state: State, rng: Random, holders: dict[str, str]) -> None:
    """Strongpoints, bridges, ruins, railroads and exits that were used."""
    land, hexsides = sorted(content.land), sorted({tuple(sorted(edge)) for edge in content.hexsides})
    for label in rng.sample(land, 8):
        status = rng.choice(("completed", "completed", "under-construction"))
        state.strongpoints[label] = Strongpoint(holders.get(label, rng.choice(SIDES)), status, 11)  # type: ignore[arg-type]
    for one, other in hexsides:
        for way in ("road", "rail"):
            if f"{way}-bridge" in content.hexsides[one, other] and rng.random() < 0.3:
                state.damage[f"{one}-{other}/{way}"] = Damage(2)
    wet = [edge for edge in hexsides if content.hexsides[edge[0], edge[1]] & {"river", "canal", "major-river"}]
    for number, (one, other) in enumerate(rng.sample(wet, min(8, len(wet)))):
        side = holders.get(one, rng.choice(SIDES))
        state.bridges[f"{side}-bridge-{number}"] = Bridge(side, one, other, "completed", 11)
    ruins = [*content.belts, *content.citadels, *(f"{at}>{to}" for at, faced in content.faces.items() for to in faced)]
    state.ruined.update({each: 11 for each in sorted(ruins) if rng.random() < 0.3})
    state.rail_holder.update({each: "axis" for each in sorted(content.rail_hexes) if rng.random() < 0.4})
    state.rail_cuts.update(dict.fromkeys(rng.sample(sorted(content.rail_hexes), 3), ""))
    state.exits.update({area: rng.choice(SIDES) for area in content.card.exits if rng.random() < 0.3})
