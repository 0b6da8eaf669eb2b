"""A second reckoning of who may fire at whom: range, sight, markers, and the nearest enemy.

Written from the rules, without the engine's chapters; lines over the bare map are the engine's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.asl.second_effects import type_of
from games.asl.second_opinion import SMC, Compared, apart, figures, hex_of, is_lit, printed
from games.asl.second_routs import Enemy, field, in_sight, low_label
from games.asl.second_veils import is_clear
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Decision, Table

MACHINE_GUNS = ("lmg", "mmg", "hmg")


def weapons_of(state: State, name: str) -> list[str]:
    return [key for key, weapon in state.weapons.items() if weapon.holder == name]


def has_others(state: State, name: str) -> bool:
    """Whether a unit has weapons whose range is not told here."""
    small = figures("weapons", "weapons")
    return any(
        state.weapons[key].kind not in small
        or small[state.weapons[key].kind]["type"] not in (*MACHINE_GUNS, "radio", "phone")
        for key in weapons_of(state, name)
    )


def reach_of(state: State, name: str) -> int:
    """How far a unit can fire at all, with what it has."""
    unit = state.units[name]
    ranges = [printed(unit.kind).get("range", 0)]
    for key in weapons_of(state, name):
        shown = figures("weapons", "weapons").get(state.weapons[key].kind, {})
        if shown.get("type") in MACHINE_GUNS:
            ranges.append(shown["range"])
    return 2 * max(ranges)


def is_fit(state: State, unit: Unit) -> bool:
    """Whether a unit is in a state to fire."""
    if unit.broken or unit.berserk or unit.ti or unit.unarmed or unit.guard or unit.aboard:
        return False
    if unit.at in state.melees and not unit.concealed:
        return False
    return hex_of(unit.at) in field(state.scenario) and type_of(unit) != "dummy"


def is_visible(state: State, viewer: str, at: str, label: str) -> bool:
    """Whether fire can be aimed at somebody, in the dark too (E1.6)."""
    far = apart(hex_of(viewer), hex_of(at))
    lit = is_lit(state, hex_of(at)) or any(hex_of(flash) == hex_of(at) for flash in (*state.gunflashes, *state.melees))
    if state.nvr and far > state.nvr and not lit:
        return False
    return in_sight(state, viewer, Enemy(at, label, fights=True))


def marks(state: State, side: str) -> dict[str, list[Unit]]:
    """The Locations in which a side sees enemies or a "?"."""
    found: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        shown = unit.side != side and unit.at and not (unit.hidden or unit.aboard or unit.covers)
        if shown and hex_of(unit.at) in field(state.scenario):
            found.setdefault(unit.at, []).append(unit)
    return found


def holds_machine(state: State, at: str) -> bool:
    return any(hex_of(each.at) == hex_of(at) for each in state.vehicles.values())


def late_phase(state: State) -> bool:
    """Whether those who have Strayed may not fire (E1.53)."""
    return state.phase == "advancing-fire"


def of_targets(state: State, decision: Decision, name: str) -> Iterator[Compared]:
    """The Locations at which a unit may fire."""
    unit = state.units[name]
    prisoners = {each.guard for each in state.units.values() if each.guard}
    if not is_fit(state, unit) or name in prisoners or unit.cloak or (unit.strayed and late_phase(state)):
        return
    offered = {o.id.partition(":")[2] for o in decision.options if o.id.startswith(("hex:", "place:"))}
    shown = printed(unit.kind)
    inherent, fp = 2 * shown.get("range", 0), float(shown.get("fp", 0))
    late = state.phase == "advancing-fire" and unit.fire != "opportunity"
    fresh = not unit.fire and not unit.spent and type_of(unit) not in SMC
    if state.phase == "defensive-fire" and unit.fire:
        fresh = False
    sure, could = set(), set()
    for at, men in marks(state, unit.side).items():
        far = apart(hex_of(unit.at), hex_of(at))
        if not far or holds_machine(state, at):
            continue
        seen = [foe for foe in men if is_visible(state, low_label(unit), at, low_label(foe))]
        veiled = any(foe.concealed for foe in men) and is_visible(state, low_label(unit), at, hex_of(at))
        if far <= reach_of(state, name) and veiled:
            could.add(at)
        if seen and far <= reach_of(state, name):
            could.add(at)
        if not seen or at in state.fired_at.get(unit.at, ()):
            continue
        worth = fp / 2 ** (late + (far > inherent / 2) + unit.pinned + (state.nvr > 0 and far > state.nvr))
        if fresh and far <= inherent and worth >= 1 and not all(foe.guard for foe in men):
            sure.add(at)
    yield "targets all", [], sorted(sure - offered)
    if not has_others(state, name):
        wild = {at for at in offered - could if hex_of(at) != hex_of(unit.at) and not holds_machine(state, at)}
        yield "targets no more", [], sorted(wild)


def of_first_fire(state: State, decision: Decision) -> Iterator[Compared]:
    """Who may fire at those who move (A8.1, A8.3, A8.31)."""
    moving = state.moving
    if moving is None or moving.vehicle or not moving.units or state.units.get(moving.units[0]) is None:
        return
    moved = [state.units[name] for name in moving.units if name in state.units]
    side = decision.side
    offered = {option.id.partition(":")[2] for option in decision.options if option.id.startswith("unit:")}
    labels = {low_label(unit) for unit in moved}
    for name, unit in state.units.items():
        if unit.side != side or has_others(state, name) or unit.cloak:
            continue
        far = apart(hex_of(unit.at), hex_of(moving.at)) if unit.at and hex_of(unit.at) in field(state.scenario) else 99
        fit = is_fit(state, unit)
        if name in offered:
            yield "first fire fit", True, fit
            if weapons_of(state, name):
                continue
            yield "first fire in range", True, far <= reach_of(state, name)
            if any(each.stance == "bypass" for each in moved):
                continue
            snap = moving.came_from not in ("", moving.at)
            seen = snap or any(is_visible(state, low_label(unit), moving.at, each) for each in labels)
            yield "first fire seen", f"{name} seen", f"{name} {'seen' if seen else 'unseen'}"
            if unit.fire == "first":
                near = far <= printed(unit.kind)["range"] and far <= nearest(state, unit)
                yield "subsequent first fire", name if near or far <= 1 else (name, far, nearest(state, unit)), name
            if unit.fire == "final":
                yield "final protective fire", True, far <= 1
        elif fit and not unit.fire and not unit.spent and type_of(unit) not in SMC and not unit.frozen and far:
            if moving.at in state.fired_at.get(unit.at, ()):
                continue
            if moving.shots_of(name) or not all(is_visible(state, low_label(unit), moving.at, each) for each in labels):
                continue
            if any(each.stance == "bypass" for each in moved) or any(
                each.guard == name for each in state.units.values()
            ):
                continue
            shown = printed(unit.kind)
            halved = (far > shown["range"]) + unit.pinned + moving.dash
            halved += state.nvr > 0 and far > state.nvr and not is_lit(state, hex_of(moving.at))
            if far <= 2 * shown["range"] and shown["fp"] / 2**halved >= 1:
                yield "first fire has all", "offered", f"not {name}"


def nearest(state: State, unit: Unit) -> int:
    """The range to the nearest Known enemy in LOS."""
    found = [
        apart(hex_of(unit.at), hex_of(foe.at))
        for foe in state.units.values()
        if foe.side != unit.side
        and not (foe.concealed or foe.hidden or foe.guard or foe.aboard)
        and hex_of(foe.at) in field(state.scenario)
        and type_of(foe) != "dummy"
        and is_visible(state, low_label(unit), foe.at, low_label(foe))
    ]
    return min(found, default=99)


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    frame: Any = state.stack[-1]
    if not is_clear(state):
        return
    begun = getattr(frame, "second", "") or getattr(frame, "chosen", ())
    if decision.prompt in ("fire-at", "act-instead") and not begun:
        name = str(decision.args.get("unit", ""))
        if name in state.units:
            yield from of_targets(state, decision, name)
    elif decision.prompt == "first-fire":
        yield from of_first_fire(state, decision)
