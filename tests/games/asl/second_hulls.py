"""A second reckoning of men against vehicles in Close Combat, and of vehicles that get free or are driven too fast.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.asl.second_effects import Before, is_inexperienced, type_of
from games.asl.second_opinion import SMC, Compared, figures, printed
from sandtable.games.asl.state import State, Unit, Vehicle
from sandtable.kernel import Event, Line, Resolved, Rolled, Table

VALUES = {"squad": 5, "crew": 4, "half-squad": 3, "leader": 2, "hero": 2}
ESCORTS = {"squad": 2, "half-squad": 1, "crew": 1}
FREED, MIRED, TOO_FAST = 4, 5, 12


def card(vehicle: Vehicle) -> dict[str, Any]:
    """What the counter of a vehicle shows."""
    return dict(figures("vehicles", "vehicles")[vehicle.kind])


def fights(vehicle: Vehicle) -> bool:
    """Whether a crew can do anything."""
    return not (vehicle.shock or vehicle.abandoned or vehicle.stun == "stunned")


def guns(vehicle: Vehicle) -> list[str]:
    """The machine guns that a vehicle has for sure, and that are manned and in order."""
    shown, found = card(vehicle), []
    for arm in ("bmg", "cmg", "aamg"):
        slot = "ma" if shown.get("main") == arm else arm
        manned = arm != "aamg" or vehicle.exposed or shown.get("open_topped")
        if shown.get(arm) and manned and slot not in (*vehicle.broken, *vehicle.disabled):
            found.append(arm)
    return found if fights(vehicle) else []


def value_of(state: State, unit: Unit, name: str, helper: str, vehicle: Vehicle) -> int:
    """The CCV of an attack (A11.5)."""
    value = VALUES[type_of(unit)] + bool(helper) - unit.pinned - vehicle.concealed
    value -= any(man.guard == name for man in state.units.values())
    if type_of(unit) not in SMC:
        value += bool(printed(unit.kind).get("assault_engineers")) - is_inexperienced(state.units, unit)
    return value


def drm_of(state: State, men: list[Unit], vehicle: Vehicle, mine: bool, ambusher: str) -> int:
    """The DRM of an attack as far as all know them (cc_vs_vehicle)."""
    shown = card(vehicle)
    drm = 2 * (vehicle.motion or vehicle.started) - (not guns(vehicle)) - 3 * mine
    drm -= 2 * bool(shown.get("open_topped")) + bool(vehicle.immobile or vehicle.bogged)
    drm -= bool(vehicle.abandoned or (vehicle.exposed and not shown.get("open_topped")))
    for man in state.units.values():
        beside = man.at == vehicle.at and man.side == vehicle.side and not man.aboard
        if beside and not (man.broken or man.pinned or man.unarmed or man.guard or man.concealed or man.hidden):
            drm += ESCORTS.get(type_of(man), 0)
    leaders = [man for man in men if type_of(man) == "leader" and not man.pinned]
    if leaders and len(men) > 1 and not any(man.berserk for man in men):
        drm += min(int(printed(man.kind)["leadership"]) + man.wounded for man in leaders)
    drm -= any(type_of(man) == "hero" or man.heroic for man in men)
    drm += any(man.cx or man.ti for man in men) + any(man.stance == "above-wire" for man in men)
    if ambusher:
        drm += -1 if ambusher == men[0].side else 1
    return drm


def of_attack(state: State, name: str, helper: str, vehicle: Vehicle, lines: tuple[Line, ...], mine: bool,
              ambusher: str) -> Iterator[Compared]:  # fmt: skip
    unit = state.units[name]
    value = sum(int(line.value) for line in lines if line.label.partition(".")[0] == "ccv")
    yield "ccv", value_of(state, unit, name, helper, vehicle), value
    needs = next((int(line.value) for line in lines if line.label == "cc.needs"), None)
    if needs is None or card(vehicle).get("aamg_optional"):
        return
    men = [unit, *([state.units[helper]] if helper else [])]
    yield "ccv needs", value - drm_of(state, men, vehicle, mine, ambusher), needs


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    if decision.prompt not in ("vehicle-target", "overrun-reaction"):
        return
    frame: Any = state.stack[-1]
    charge = frame.charge
    for option in decision.options:
        head, _, what = option.id.partition(":")
        lines = table.preview(option.id).lines
        if decision.prompt == "overrun-reaction" and head == "unit" and lines:
            yield from of_attack(state, what, "", state.vehicles[frame.vehicle], lines, False, "")
        elif head in ("vehicle", "mine") and what in state.vehicles and lines:
            yield from of_attack(state, charge.unit, charge.helper, state.vehicles[what], lines, head == "mine",
                                 charge.ambusher)  # fmt: skip


# What the dice do


def of_results(events: Sequence[Event]) -> Iterator[Compared]:
    """What a Final DR comes to: at the CCV it immobilizes, below it eliminates, at half of it it burns."""
    for place, event in enumerate(events):
        if not (isinstance(event, Resolved) and event.what == "vehicle-combat"):
            continue
        roll = next(each for each in reversed(events[:place]) if isinstance(each, Rolled))
        needs = next((int(line.value) for line in event.lines if line.label == "cc.needs"), None)
        if needs is None or roll.why != "vehicle-combat" or roll.total == 2:
            continue
        value = sum(int(line.value) for line in event.lines if line.label.partition(".")[0] == "ccv")
        final = roll.total + value - needs
        mine = "none" if final > value else "immobilized" if final == value else "eliminated"
        yield "vehicle combat", "burning" if final <= value // 2 and final < value else mine, event.result[3:]


def of_driving(before: Before, events: Sequence[Event], choice: str) -> Iterator[Compared]:
    """Bog removal (D8.3), and driving too fast (D2.5)."""
    told = {type(event).__name__ for event in events}
    for event in events:
        if not isinstance(event, Rolled) or event.why not in ("bog-removal", "excessive-speed"):
            continue
        frame: Any = before.state.stack[-1]
        vehicle = before.vehicles[frame.vehicle]
        shown = card(vehicle)
        if event.why == "bog-removal" and not vehicle.manned_by:
            colored, white = event.faces
            final = colored + (vehicle.bogged == "mired")
            enough = colored * white <= shown["mp"]
            mine = ("Freed" if enough else "") if final <= FREED else "Bogged" if final == MIRED else "Immobilized"
            yield "bog removal", mine, next((each for each in ("Freed", "Bogged", "Immobilized") if each in told), "")
        elif event.why == "excessive-speed":
            extra = int(choice.partition(":")[2]) - bool(shown.get("american")) + (vehicle.stun == "shaken")
            yield "too fast", event.total + extra >= TOO_FAST, "Immobilized" in told


def audited(before: Before, events: Sequence[Event], choice: str) -> Iterator[Compared]:
    yield from of_results(events)
    yield from of_driving(before, events, choice)
