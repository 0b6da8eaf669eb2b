"""A second reckoning of Close Combat between men: firepower, odds, kill numbers, modifiers and results.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.asl.second_effects import Before, is_inexperienced, type_of
from games.asl.second_opinion import SMC, Compared, is_lit, printed
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Event, Line, Resolved, Rolled, Table

ODDS = ((1, 8, 1), (1, 6, 2), (1, 4, 3), (1, 2, 4), (1, 1, 5), (3, 2, 6), (2, 1, 7), (3, 1, 8), (4, 1, 9), (6, 1, 10))
MORE = ((8, 1, 11), (10, 1, 12))
HAND_TO_HAND = 2


def strength(unit: Unit) -> float:
    """What a unit is worth: printed FP, 1 for single men (A11.11)."""
    if type_of(unit) in SMC:
        return 1
    if unit.unarmed or unit.guard:
        return 1
    return float(printed(unit.kind)["fp"])


def kill_number(attack: float, defense: float) -> int:
    best = 0
    for left, right, number in (*ODDS, *MORE):
        if attack * right >= defense * left:
            best = number
    return 13 if attack > 10 * defense else best


def modifiers(state: State, attackers: list[Unit], targets: list[Unit], capture: bool) -> int:
    """The DRM of an attack (cc_drm)."""
    combat = next(each for each in state.stack if type(each).__name__ == "Combat")
    side = attackers[0].side
    drm = 0
    leaders = [
        int(printed(unit.kind)["leadership"]) + unit.wounded
        for unit in attackers
        if type_of(unit) == "leader" and not unit.pinned and not unit.berserk
    ]
    if leaders and (len(attackers) > 1) and not any(unit.berserk for unit in attackers):
        drm += min(leaders)
    drm -= any(type_of(unit) == "hero" or unit.heroic for unit in attackers)
    if combat.ambusher:
        drm += -1 if combat.ambusher == side else 1
    drm -= any(unit.cx or unit.ti for unit in targets)
    drm += any(unit.cx or unit.ti for unit in attackers)
    drm -= 2 * any(unit.broken for unit in targets)
    drm -= any(unit.stance == "above-wire" for unit in targets)
    drm += any(unit.stance == "above-wire" for unit in attackers)
    if capture:
        men = [unit for unit in targets if type_of(unit) not in SMC]
        drm += -1 if men and all(is_inexperienced(state.units, unit) for unit in men) else 1
    return drm


def of_lines(
    state: State, attackers: list[str], targets: list[str], lines: tuple[Line, ...], capture: bool
) -> Iterator[Compared]:
    units = state.units
    firing, struck = [units[name] for name in attackers], [units[name] for name in targets]
    if not firing or not struck or any(unit.guard for unit in (*firing, *struck)):
        return
    combat = next(each for each in state.stack if type(each).__name__ == "Combat")
    leaving = {name for name, _ in combat.leaving}
    if leaving & set(targets):
        return
    veiled = any(unit.concealed for unit in struck)
    guards = {unit.guard for unit in units.values() if unit.guard}
    attack = sum(
        strength(unit) * (0.5 if unit.pinned else 1) * (0.5 if name in guards else 1)
        for name, unit in zip(attackers, firing, strict=True)
    ) * (0.5 if veiled else 1)
    defense = sum(strength(unit) for unit in struck)
    shown = {line.label: line.value for line in lines}
    yield "cc attack", attack, float(shown["cc.attack"])
    if veiled:
        yield "cc of the veiled", False, "cc.defense" in shown or "cc.kill" in shown
        return
    yield "cc defense", defense, float(shown["cc.defense"])
    number = kill_number(attack, defense) + (HAND_TO_HAND if combat.hand_to_hand else 0)
    yield "cc kill", number, int(shown["cc.kill"])
    told = sum(
        int(value)
        for label, value in shown.items()
        if value[:1] in "+-" and label not in ("cc.attack", "cc.defense", "cc.kill", "cc.needs")
    )
    yield "cc drm", modifiers(state, firing, struck, capture), told


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    frame: Any = state.stack[-1]
    if decision.prompt != "cc-target" or not hasattr(frame, "attackers"):
        return
    for option in decision.options:
        head, _, what = option.id.partition(":")
        lines = table.preview(option.id).lines
        if not lines or what in ("cancel", "concealed"):
            continue
        attackers, targets = list(frame.attackers), list(frame.targets)
        if head == "unit":
            (attackers if state.units[what].side == frame.side else targets).append(what)
        if what in state.vehicles or any(name not in state.units for name in (*attackers, *targets)):
            continue
        yield from of_lines(state, attackers, targets, lines, frame.capture or what == "capture")


# Ambush

APART, APART_AT_NIGHT = 3, 2


def ambush_drm(state: State, at: str, side: str) -> int:
    """What a side adds to its Ambush dr (ambush_drm)."""
    men = [unit for unit in state.units.values() if unit.at == at and unit.side == side and not unit.guard]
    men = [unit for unit in men if type_of(unit) != "dummy" and not unit.aboard]
    machines = [v for v in state.vehicles.values() if v.at == at and v.side == side and not v.abandoned]
    leads = [
        int(printed(unit.kind)["leadership"]) + unit.wounded
        for unit in men
        if type_of(unit) == "leader" and not (unit.broken or unit.pinned or unit.berserk) and len(men) > 1
    ]
    fit = [unit for unit in men if not (unit.broken or unit.berserk)]
    drm = min(leads, default=0) + any(unit.cx for unit in men) + any(unit.broken for unit in men)
    drm += any(unit.pinned for unit in men) + any(unit.berserk for unit in men)
    drm += any(type_of(unit) not in SMC and is_inexperienced(state.units, unit) for unit in men)
    drm += 2 * bool(machines) + any(not v.exposed for v in machines) + any(v.stun == "stunned" for v in machines)
    drm -= any(type_of(unit) == "hero" or unit.heroic for unit in fit)
    return drm - 2 * any(unit.concealed or unit.hidden for unit in men)


def of_ambush(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    state = before.state
    for place, event in enumerate(events):
        if not (isinstance(event, Resolved) and event.what == "ambush"):
            continue
        roll = events[place - 1]
        if not isinstance(roll, Rolled) or any(type(each).__name__ == "Moved" for each in events[:place]):
            continue
        sides = {unit.side for unit in state.units.values()} | {vehicle.side for vehicle in state.vehicles.values()}
        (defender,) = sides - {state.active}
        first, last = (
            face + ambush_drm(state, event.target, side)
            for face, side in zip(roll.faces, (state.active, defender), strict=True)
        )
        dark = state.nvr and not is_lit(state, event.target)
        gap = APART_AT_NIGHT if dark else APART
        mine = state.active if last - first >= gap else defender if first - last >= APART else ""
        told = next((each.side for each in events[place + 1 :] if type(each).__name__ == "Ambushed"), "")  # type: ignore[attr-defined]
        yield "ambush", mine, told


def audited(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    """What the dice of Close Combat do, and those of an Ambush."""
    yield from of_ambush(before, events)
    roll: Rolled | None = None
    for event in events:
        if isinstance(event, Rolled):
            roll = event
        elif isinstance(event, Resolved) and roll is not None and event.what == "close-combat":
            shown = {line.label: line.value for line in event.lines}
            if "cc.kill" not in shown or event.result not in ("cc.none", "cc.eliminated", "cc.reduced"):
                continue
            drm = sum(
                int(v)
                for k, v in shown.items()
                if v[:1] in "+-" and k not in ("cc.attack", "cc.defense", "cc.kill", "cc.needs")
            )
            final, number = roll.total + drm, int(shown["cc.kill"])
            mine = "cc.eliminated" if final < number else "cc.reduced" if final == number else "cc.none"
            yield "cc result", mine, event.result
