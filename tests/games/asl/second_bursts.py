"""A second reckoning of the machine guns of vehicles: what their fire is worth, and what modifies it.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.asl import second_opinion as ground
from games.asl.second_effects import Before
from games.asl.second_opinion import Compared, apart, column, elevation, figures, hex_of, is_at_veiled, is_lit, summed
from games.asl.second_shots import TURNS, is_rolling, is_thick, night_sight, spines_to
from sandtable.games.asl.state import State, Vehicle
from sandtable.kernel import Event, Line, Resolved, Table

RANGES = {"bmg": 8, "cmg": 12, "aamg": 8}


def share(state: State, name: str, arm: str, target: str, *, veiled: bool) -> float:
    """The FP of a machine gun (A7.2, D3.31)."""
    vehicle = state.vehicles[name]
    value = float(figures("vehicles", "vehicles")[vehicle.kind][arm])
    far = apart(hex_of(vehicle.at), hex_of(target))
    if vehicle.at == target:
        value *= 3
    elif far <= 1 and elevation(target) - elevation(vehicle.at) <= 1:
        value *= 2
    if far > RANGES[arm]:
        value /= 2
    own = state.active == vehicle.side
    if own and state.phase in ("movement", "advancing-fire"):
        value /= 2
    if is_rolling(state, name):
        value /= 2
    moving = state.moving
    if moving and moving.dash and state.phase == "movement" and not own and ground.on_road(hex_of(target)):
        value /= 2
    if state.nvr and far > night_sight(state, vehicle) and not is_lit(state, hex_of(target)):
        value /= 2
    return value / 2 if veiled else value


def turning(state: State, name: str, arms: list[str], target: str) -> int:
    """Case A: the hull turns for a bow machine gun, the turret for one beside the gun (C3.21, C5.1)."""
    vehicle = state.vehicles[name]
    if state.phase == "movement" and state.active == vehicle.side:
        return 0
    mount, worst = figures("vehicles", "vehicles")[vehicle.kind]["mount"], 0
    for arm in arms:
        if arm == "aamg" or hex_of(vehicle.at) == hex_of(target):
            continue
        hull = arm == "bmg" or mount == "NT"
        turned = spines_to(vehicle.facing if hull else vehicle.turret, vehicle.at, target)
        worst = max(worst, TURNS["NT" if hull else mount][turned - 1] if turned else 0)
    main = figures("vehicles", "vehicles")[vehicle.kind].get("main")
    slots = {"ma" if arm == main else arm for arm in arms}
    if vehicle.swung and not slots & set(vehicle.steady):
        worst = max(worst, TURNS["NT"][vehicle.swung - 1])
    return worst * (2 if is_thick(state, vehicle.at) and vehicle.bypass < 0 else 1)


def leader(vehicle: Vehicle) -> int:
    """What an Armor Leader adds who has not led another weapon."""
    if not vehicle.leader or vehicle.led not in ("", "mg"):
        return 0
    return int(figures("vehicles", "armor_leaders")[vehicle.leader]["leadership"])


def of_burst(state: State, name: str, target: str, lines: tuple[Line, ...]) -> Iterator[Compared]:
    vehicle = state.vehicles[name]
    arms = [line.label.partition(".")[2] for line in lines if line.label.startswith("arm.")]
    if not arms or any(arm not in RANGES for arm in arms):
        return
    veiled = is_at_veiled(lines)
    mine = sum(share(state, name, arm, target, veiled=False) for arm in arms)
    yield "burst", mine, float(next(line.value for line in lines if line.label == "firepower"))
    yield "burst column", column(mine / 2 if veiled else mine), summed(lines, "column")
    shown = sum(int(line.value) for line in lines if line.label == "case.A")
    if vehicle.bypass < 0:
        yield "burst turns", turning(state, name, arms, target), shown
    yield "burst leader", leader(vehicle), summed(lines, "leadership")
    shaken = int(vehicle.stun == "shaken" or vehicle.recalled)
    yield "burst shaken", shaken, sum(int(line.value) for line in lines if line.label == "case.shaken")
    first = state.phase == "movement" and state.active != vehicle.side
    if vehicle.bypass < 0:
        yield from ground.of_struck(state, vehicle.side, [vehicle.at], target, lines, moving=first)


# Overruns

HEAVY = 37
"""From which caliber on a main armament makes an Overrun heavier, in millimeters."""


def overrun_strength(vehicle: Vehicle) -> set[float]:
    """The FP of an Overrun of an AFV, with and without what is not told for sure (D7.1): its main armament, and each
    machine gun that could fire, tripled as at point blank and halved for Bounding Fire."""
    shown = figures("vehicles", "vehicles")[vehicle.kind]
    lost, fired = (*vehicle.broken, *vehicle.disabled), {each.partition(":")[0] for each in vehicle.fired}
    gun = shown.get("gun") or {}
    works = "ma" not in lost and (gun.get("caliber", 0) >= HEAVY or "flamethrower" in shown)
    sums = {4.0 if works else 2.0}
    if gun.get("ife") and "ma" not in (*lost, *fired):
        sums = {each + 1.5 * gun["ife"] for each in sums}
    for arm in RANGES:
        slot = "ma" if shown.get("main") == arm else arm
        if not shown.get(arm) or slot in (*lost, *fired):
            continue
        if arm == "aamg" and not (vehicle.exposed or shown.get("open_topped")):
            continue
        more = {each + 1.5 * shown[arm] for each in sums}
        sums = sums | more if arm == "aamg" and shown.get("aamg_optional") else more
    return sums


def audited(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    for event in events:
        if isinstance(event, Resolved) and event.what == "overrun" and event.subject in before.vehicles:
            vehicle = before.vehicles[event.subject]
            shown = next((float(line.value) for line in event.lines if line.label == "firepower"), None)
            stuck = any(type(each).__name__ in ("Bogged", "Immobilized") for each in events)
            if shown is not None and not stuck and "main" in figures("vehicles", "vehicles")[vehicle.kind]:
                mine = overrun_strength(vehicle)
                yield "overrun", shown if shown in mine else sorted(mine), shown


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    if decision.prompt != "sweep":
        return
    for option in decision.options:
        head, _, target = option.id.partition(":")
        if head in ("hex", "place"):
            yield from of_burst(state, str(decision.args["vehicle"]), target, table.preview(option.id).lines)
