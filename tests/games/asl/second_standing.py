"""A second reckoning of control and of who has won, and of what Residual FP does to those who come.

Written from the rules and the files of the scenarios, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import yaml
from msgspec.structs import replace

from games.asl import second_opinion as ground
from games.asl.second_effects import Before, drm_of, type_of, value
from games.asl.second_opinion import DATA, SMC, Compared, around, column_row, country, hex_of, is_covered, smoke_in
from games.asl.second_routs import SIZES, field
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Event, Resolved, Rolled

# Control


@cache
def buildings() -> Mapping[str, frozenset[str]]:
    """The hexes of each building."""
    found: dict[str, set[str]] = {}
    for hex_ in country().hexes:
        name = country().data(hex_).get("building")
        if name:
            found.setdefault(str(name), set()).add(hex_)
    return {name: frozenset(hexes) for name, hexes in found.items()}


def gains(state: State, unit: Unit, *, veiled: bool) -> bool:
    """Whether a unit gains control where it is (A26.1)."""
    if type_of(unit) in (*SMC, "dummy") or not unit.at or unit.aboard or unit.guard or unit.unarmed or unit.hidden:
        return False
    if unit.broken or unit.berserk or unit.at in state.melees or unit.stance == "bypass":
        return False
    return veiled or not unit.concealed


def keeps_from(state: State, side: str, hexes: frozenset[str]) -> bool:
    """Whether an armed enemy of a side is anywhere in some hexes."""
    men = any(
        unit.side != side and hex_of(unit.at) in hexes and not (unit.unarmed or unit.guard) and type_of(unit) != "dummy"
        for unit in state.units.values()
    )
    return men or any(
        vehicle.side != side and hex_of(vehicle.at) in hexes and not vehicle.abandoned
        for vehicle in state.vehicles.values()
    )


def is_floor(at: str) -> bool:
    return at == hex_of(at)


def of_control(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """Who controls hexes and buildings: those who come, those who are found out, and all as a phase begins."""
    was, towns = dict(before.state.held), dict(before.state.held_buildings)
    doubtful: set[str] = set()
    for event in events:
        what = type(event).__name__
        if what == "Moved":
            names = event.units  # type: ignore[attr-defined]
            path = event.path  # type: ignore[attr-defined]
            for at in path:
                doubtful |= passed(before, now, names, at, was, last=at == path[-1])
        elif what in ("Unloaded", "CrewEscaped") and event.unit in now.units:  # type: ignore[attr-defined]
            stand(now, now.units[event.unit], was, towns, veiled=False)  # type: ignore[attr-defined]
        elif what == "Revealed":
            unit = now.units.get(event.unit)  # type: ignore[attr-defined]
            if unit is None or unit.at != event.at:  # type: ignore[attr-defined]
                doubtful.add(hex_of(event.at))  # type: ignore[attr-defined]
            else:
                stand(now, unit, was, towns, veiled=False)
    for name, unit in now.units.items():
        if name in before.state.units and before.state.units[name].aboard and not unit.aboard:
            stand(now, unit, was, towns, veiled=False)
    begun = [str(getattr(event, "what", "")) for event in events if type(event).__name__ == "Began"]
    movers = {name for e in events if type(e).__name__ == "Moved" for name in e.units}  # type: ignore[attr-defined]
    for name, unit in now.units.items():
        if begun or name in movers:
            late = "player-turn" in begun
            stand(now, unit, was, towns, veiled=late)
        if unit.concealed or not begun:
            doubtful |= {hex_of(unit.at)} if unit.concealed else set()
    if any(type(event).__name__ in ("Broke", "Eliminated", "Rallied", "Surrendered", "Ended") for event in events):
        return
    for hex_ in sorted({h for h in was if was[h] != now.held[h]} - doubtful):
        yield "controls hex", f"{hex_} {was[hex_]}", f"{hex_} {now.held[hex_]}"
    gained = {h for h in was if was[h] != before.state.held[h]} - doubtful
    for hex_ in sorted(gained):
        yield "controls hex", was[hex_], now.held[hex_]
    for name in sorted(towns):
        if not buildings()[name] & doubtful and (towns[name] != before.state.held_buildings[name] or begun):
            yield "controls building", f"{name} {towns[name]}", f"{name} {now.held_buildings[name]}"
    for hex_ in now.held_junctions:
        all_ = {now.held.get(h) for h in (hex_, *around(hex_))}
        if len(all_) == 1:
            yield "controls junction", all_.pop(), now.held_junctions[hex_]


def passed(before: Before, now: State, names: Sequence[str], at: str, was: dict[str, str], *, last: bool) -> set[str]:
    """What movers gain in passing; the hexes of which this reckoning cannot tell."""
    hex_ = hex_of(at)
    others = [u for n, u in before.units.items() if n not in names and hex_of(u.at) == hex_]
    for name in names:
        unit = before.units.get(name)
        if (
            unit is None
            or unit.concealed
            or others
            or hex_ not in was
            or keeps_from(now, unit.side, frozenset((hex_,)))
        ):
            return {hex_}
        stance = now.units[name].stance if last and name in now.units else ""
        if stance == "bypass" or (not last and ground.is_obstacle(now, hex_)):
            return set() if last else {hex_}
        if is_floor(at) and gains(before.state, replace(unit, stance=""), veiled=False):
            was[hex_] = unit.side
    return set()


def stand(now: State, unit: Unit, was: dict[str, str], towns: dict[str, str], *, veiled: bool) -> None:
    """A unit gains its hex, and its building as a whole."""
    hex_ = hex_of(unit.at)
    if not gains(now, unit, veiled=veiled):
        return
    if hex_ in was and is_floor(unit.at) and not keeps_from(now, unit.side, frozenset((hex_,))):
        was[hex_] = unit.side
    name = country().data(hex_).get("building")
    if name in towns and not keeps_from(now, unit.side, buildings()[str(name)]) and hex_ not in now.rubble:
        towns[str(name)] = unit.side
        was.update({label: unit.side for label in buildings()[str(name)] if label in was})


# Victory


@cache
def scenario(name: str) -> Mapping[str, Any]:
    read: Mapping[str, Any] = yaml.safe_load((DATA / "scenarios" / f"{name}.yaml").read_text())
    return read


def squads_safe(now: State, side: str, corners: Sequence[str]) -> float:
    (left, top), (right, bottom) = (column_row(corner) for corner in corners)
    safe = 0.0
    for unit in now.units.values():
        if unit.side == side and unit.at and not unit.broken and not unit.guard:
            column, row = column_row(hex_of(unit.at))
            if left <= column <= right and top <= row <= bottom:
                safe += SIZES.get(type_of(unit), 0)
    gone = [kind for kind in now.exited.values() if kind in ground.figures("personnel", "personnel")]
    types = [ground.printed(kind) for kind in gone]
    return safe + sum(SIZES.get(str(card["type"]), 0) for card in types if card["side"] == side)


def has_won(now: State) -> bool | None:
    """Whether the side of the victory conditions has what it needs; None where that is not told here."""
    wanted = scenario(now.scenario)["victory"]
    side, achieved = wanted["side"], []
    if "controls" in wanted:
        names = {country().data(hex_)["building"] for hex_ in wanted["controls"]["hexes"]}
        held = sum(now.held_buildings[name] == side for name in names)
        achieved.append(held >= wanted["controls"]["at_least"])
    if wanted.get("tanks"):
        tanks = [
            v
            for v in now.vehicles.values()
            if v.side == side and v.at in field(now.scenario) and not v.abandoned and not v.immobile
        ]
        if any(v.bogged or v.shock or v.stun == "stunned" or v.recalled for v in tanks):
            return None
        fit = [v for v in tanks if "ma" not in v.broken and "ma" not in v.disabled]
        achieved.append(len(fit) >= wanted["tanks"])
    if "gun" in wanted:
        guns = [w for w in now.weapons.values() if w.kind == wanted["gun"]]
        holders = {now.units[w.holder].side for w in guns if w.holder in now.units}
        achieved.append(not guns or holders == {side})
    if "safe" in wanted:
        achieved.append(squads_safe(now, side, wanted["safe"]["corners"]) >= wanted["safe"]["at_least"])
    if "points" in wanted:
        points = wanted["points"]["hexes"]
        own = sum(
            worth for hex_, worth in points.items() if (now.held_junctions | {}).get(hex_, now.held[hex_]) == side
        )
        achieved.append(own >= wanted["points"]["needed"])
    return all(achieved)


def of_victory(now: State, events: Sequence[Event]) -> Iterator[Compared]:
    for event in events:
        if type(event).__name__ == "Ended":
            won = has_won(now)
            if won is not None:
                side = scenario(now.scenario)["victory"]["side"]
                yield "won", won, event.winner == side  # type: ignore[attr-defined]


# Residual FP


def of_residual(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """What Residual FP is worth against those who come, and whom it strikes (A8.2)."""
    left = dict(before.state.residual)
    frame: Any = before.state.stack[-1]
    names: tuple[str, ...] = before.moving
    for place, event in enumerate(events):
        what = type(event).__name__
        if what == "LeftResidual":
            left[event.at] = max(left.get(event.at, 0), event.fp)  # type: ignore[attr-defined]
        elif what == "Moved" and before.phase == "movement":
            names = event.units  # type: ignore[attr-defined]
            path = event.path  # type: ignore[attr-defined]
            there = path[-1]
            yield "residual on the way", [], [at for at in path[:-1] if at in left and at != path[0]]
            until = next((k for k in range(place + 1, len(events)) if type(events[k]).__name__ == "Moved"), len(events))
            rest = events[place + 1 : until]
            shown = any(isinstance(each, Rolled) and each.why == "residual" for each in rest)
            if there in left and there in before.state.residual and hasattr(frame, "by_road"):
                yield "residual strikes", True, shown
            elif there not in left:
                yield "residual strikes", False, shown
        elif isinstance(event, Resolved) and event.what == "residual":
            yield "residual column", left.get(event.target, 0), int(value(event.lines, "column") or 0)
            unit = next((before.units[name] for name in names if name in before.units), None)
            after_ = next((now.units[name] for name in names if name in now.units), None)
            if unit is None or after_ is None or getattr(frame, "manner", None) not in ("", "assault"):
                continue
            labels = {line.label for line in event.lines}
            if frame.hazardous or frame.minimum or labels & {"tem.hedge", "hazardous"}:
                continue
            yield "residual drm", residual_drm(now, event.target, after_, frame.manner), drm_of(event.lines)


def residual_drm(now: State, at: str, unit: Unit, manner: str) -> int:
    hex_ = hex_of(at)
    cover = ground.in_hex_cover(now, at, "", unit)
    smoke = smoke_in(now, hex_)
    aside = unit.stance == "bypass"
    plain = not cover and not smoke and (aside or not (is_covered(now, hex_) or now.works.get(hex_)))
    return cover + smoke - (manner != "assault") - plain


def audited(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    if before.phase:
        yield from of_control(before, now, events)
        yield from of_victory(now, events)
        yield from of_residual(before, now, events)
