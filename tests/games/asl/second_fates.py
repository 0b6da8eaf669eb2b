"""A second reckoning of what becomes of men: better and worse types, heroes, leaders who step forward, wounds, DM,
small dice, and what markers may lie when.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.asl.second_effects import Before, drm_of, ift, kind_of, type_of, value
from games.asl.second_opinion import SMC, Compared, around, country, figures, floor_of, hex_of, is_at_veiled, printed
from games.asl.second_routs import SIZES, Enemy, enemies_of, field, in_sight, low_label
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Event, Resolved, Rolled

LEADERS = {1: "8-1", 2: "8-0", 3: "8-0", 4: "7-0", 5: "7-0", 6: "6+1"}
SEVERE = 5
NO_MORE = "no leader"


def name_of(event: Event) -> str:
    return str(getattr(event, "unit", ""))


def named(side: str, type_: str, name: str) -> str:
    """The type of men of a side by what they are called."""
    everybody = figures("personnel", "personnel")
    return next(k for k, v in everybody.items() if (v["side"], v["type"], v["name"]) == (side, type_, name))


def best_leader(units: dict[str, Unit], at: str, side: str, but: str = "") -> int | None:
    """The leadership that a leader in a Location lends; None without one."""
    found = [
        int(printed(each.kind)["leadership"]) + each.wounded
        for name, each in units.items()
        if name != but
        and type_of(each) == "leader"
        and each.at == at
        and each.side == side
        and not (each.broken or each.pinned or each.berserk or each.guard or each.unarmed or each.aboard)
    ]
    return min(found, default=None)


# Types


def of_types(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """What replaces whom: by ELR, by Battle Hardening, by losses (A19.1, A15.3, A7.4)."""
    kinds = {name: unit.kind for name, unit in before.units.items()}
    for event in events:
        what, name = type(event).__name__, name_of(event)
        if what == "Replaced" and event.rule in ("A19.1", "A19.13", "A15.3") and name in kinds:
            new = event.kind  # type: ignore[attr-defined]
            key = "hardens_to" if event.rule == "A15.3" else "replaced_by"
            yield f"replaced {event.rule}", printed(kinds[name]).get(key), new
            kinds[name] = new
        elif what == "Replaced" and name:
            kinds[name] = event.kind  # type: ignore[attr-defined]
        elif what == "Reduced" and name in kinds:
            half = printed(kinds[name]).get("half_squad")
            into = event.into  # type: ignore[attr-defined]
            kinds[into] = str(half)
            if into in now.units and not any(type(e).__name__ == "Replaced" and name_of(e) == into for e in events):
                yield "half of a squad", half, now.units[into].kind


def of_broken(now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """What breaking and rallying do to a unit (A10.3, A10.6)."""
    for place, event in enumerate(events):
        what, name = type(event).__name__, name_of(event)
        unit = now.units.get(name)
        if unit is None or any(name_of(later) == name for later in events[place + 1 :]):
            continue
        if what == "Broke":
            marks = (unit.broken, unit.dm, unit.pinned, unit.cx, unit.ti, unit.concealed, unit.fire == "opportunity")
            yield "broken marks", (True, True, False, False, False, False, False), marks
        elif what == "Rallied":
            yield "rallied marks", (False, False, False), (unit.broken, unit.dm, unit.disrupted)
        elif what == "Pinned" and not unit.broken and not any(type(each).__name__ == "Began" for each in events):
            yield "pinned marks", (True, False), (unit.pinned, unit.concealed)


# Heat of Battle


def knows_enemy(state: State, unit: Unit) -> bool:
    return any(in_sight(state, low_label(unit), foe) for foe in enemies_of(state, unit.side))


def of_heat(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """What Heat of Battle makes of a unit (A15.1 to A15.5)."""
    for place, event in enumerate(events):
        if not (isinstance(event, Resolved) and event.what == "heat-of-battle"):
            continue
        roll = next(each for each in reversed(events[:place]) if isinstance(each, Rolled))
        unit = before.units.get(event.subject)
        if unit is None or before.state.nvr:
            continue
        final = roll.total + drm_of(event.lines)
        told = {
            (type(each).__name__, getattr(each, "what", ""))
            for each in events[place + 1 :]
            if name_of(each) == event.subject or (type(each).__name__ == "Appeared" and each.rule == "A15.2")
        }
        single = type_of(unit) in SMC
        best = not printed(unit.kind).get("hardens_to")
        if final <= 6:
            hero = ("Heated", "heroic") if single else ("Appeared", "")
            yield "heat makes hero", True, hero in told
        if 5 <= final <= 8:
            hardened = ("Heated", "fanatic") if best else ("Replaced", "")
            yield "heat hardens", True, hardened in told
        if 9 <= final <= 11 and not single:
            seen = knows_enemy(before.state, unit)
            yield "heat makes berserk", seen, ("Heated", "berserk") in told
        worse = {name_of(e) for e in events[place + 1 :] if type(e).__name__ in ("Broke", "Eliminated")}
        if 4 < final <= 11 and event.subject in now.units and event.subject not in worse:
            yield "heat rallies", False, now.units[event.subject].broken


# Leaders who step forward


def of_creation(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """Leader Creation (A18.12)."""
    for place, event in enumerate(events):
        if not (isinstance(event, Rolled) and event.why == "leader-creation"):
            continue
        source = next((e for e in reversed(events[:place]) if isinstance(e, Resolved)), None)
        came = next((e for e in events[place + 1 : place + 2] if type(e).__name__ == "Appeared"), None)
        if source is None or source.what != "rally" or source.subject not in before.units:
            continue
        unit = before.units[source.subject]
        ml = printed(unit.kind)["morale"]
        final = event.total - 1 + unit.broken - (ml >= 8) + (ml <= 6)
        wanted = LEADERS.get(max(final, 1), NO_MORE)
        kind = now.units[name_of(came)].kind if came and name_of(came) in now.units else ""
        yield "leader created", wanted, printed(kind)["name"] if kind else NO_MORE


# Small dice


def of_wounds(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """Wound severity (A17.11)."""
    for place, event in enumerate(events):
        if not (isinstance(event, Rolled) and event.why == "wound-severity"):
            continue
        told = next((e for e in events[place + 1 :] if type(e).__name__ in ("Wounded", "Eliminated")), None)
        if told is None:
            continue
        unit = before.units.get(name_of(told))
        if unit is None or any(type(e).__name__ == "Wounded" and name_of(e) == name_of(told) for e in events[:place]):
            continue
        hero = type_of(unit) == "hero" or unit.heroic
        dies = event.total + unit.wounded >= SEVERE or (hero and unit.wounded)
        yield "wound kills", dies, type(told).__name__ == "Eliminated"


def of_small(before: Before, events: Sequence[Event], choice: str) -> Iterator[Compared]:
    """Recovery, repair, smoke grenades, digging, deployment."""
    state = before.state
    for place, event in enumerate(events):
        if not isinstance(event, Rolled) or (place + 1 >= len(events) and event.why != "repair"):
            continue
        told = events[place + 1] if place + 1 < len(events) else None
        unit = before.units.get(name_of(told)) if told is not None else None
        what = type(told).__name__
        if event.why == "recovery" and unit is not None:
            yield "recovers", event.total + unit.cx + bool(state.nvr) <= 5, what == "Recovered"
        elif event.why == "smoke-grenades":
            unit = unit or next((before.units[n] for n in before.moving if n in before.units), None)
            if unit is not None and what in ("SmokePlaced", "SmokeFailed") and len(before.moving) <= 1:
                exponent = printed(unit.kind).get("smoke", 0)
                need = exponent - choice.startswith("wp:")
                yield "smoke placed", event.total + unit.cx <= need, what == "SmokePlaced"
        elif event.why == "deployment" and unit is not None:
            lead = best_leader(before.units, unit.at, unit.side)
            level = printed(unit.kind)["morale"] - unit.encircled + unit.fanatic
            yield "deploys", event.total + (lead or 0) <= level, what == "Passed"
        elif event.why == "entrenching":
            dug = next((e for e in events[place + 1 :] if type(e).__name__ in ("Dug", "Labored")), None)
            unit = before.units.get(name_of(dug)) if dug is not None else None
            if unit is not None:
                lead = best_leader(before.units, unit.at, unit.side) or 0
                drm = lead - unit.labor + unit.cx + (type_of(unit) != "squad")
                yield "digs", event.total + drm <= 5, type(dug).__name__ == "Dug"


def of_straying(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    """Who loses his way in the dark (E1.53)."""
    for place, event in enumerate(events):
        if not (isinstance(event, Resolved) and event.what == "straying"):
            continue
        roll = events[place - 1]
        frame: Any = before.state.stack[-1]
        if not isinstance(roll, Rolled) or not hasattr(frame, "units") or event.subject not in frame.units:
            continue
        units = [before.units[name] for name in frame.units]
        leaders = [
            int(printed(u.kind)["leadership"]) + u.wounded
            for u in units
            if type_of(u) == "leader" and not (u.broken or u.pinned or u.berserk)
        ]
        drm = min(leaders) if leaders else 1
        shown = {line.label: int(line.value) for line in event.lines if line.label != "roll"}
        led = {k: v for k, v in shown.items() if k in ("leadership", "no-leader")}
        yield "straying leaders", drm, sum(led.values())
        rest = sum(v for k, v in shown.items() if k not in led)
        yield "straying ground", True, rest in (0, 1)
        final = roll.total + sum(shown.values())
        strays = roll.faces[0] == roll.faces[1] or final >= 11
        yield "strays", strays, event.result == "strays"


# DM


def of_desperate(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """Who is attacked by what could break him is under DM (A10.62)."""
    attacks = [e for e in events if isinstance(e, Resolved) and e.what == "fire"]
    if len(attacks) != 1 or any(type(e).__name__ == "Cowered" for e in events):
        return
    event = attacks[0]
    if is_at_veiled(event.lines) or before.phase == "movement":
        return
    column = int(value(event.lines, "column") or 0)
    could = kind_of(ift(column, 2 + drm_of(event.lines))) not in ("ift.none", "ift.ptc")
    side = before.units[event.subject].side if event.subject in before.units else ""
    for name, unit in before.units.items():
        struck = unit.at == event.target and unit.side != side and not (unit.aboard or unit.hidden or unit.guard)
        alike = len({each.stance for each in before.units.values() if each.at == unit.at}) == 1
        still = name in now.units and now.units[name].broken
        if struck and side and alike and still and unit.broken and not unit.dm:
            yield "attacked men despair", could, now.units[name].dm


def of_relief(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """DM goes at the end of the Rally Phase but for those beside the enemy, and those who choose to keep it."""
    began = [k for k, e in enumerate(events) if type(e).__name__ == "Began" and getattr(e, "what", "") == "prep-fire"]
    if not began or now.phase != "prep-fire" or before.phase != "rally" or now.nvr:
        return
    if any(not isinstance(e, Rolled | Resolved) and type(e).__name__ != "Began" for e in events):
        return
    for name, unit in now.units.items():
        was = before.units.get(name)
        if was is None or not unit.broken or hex_of(unit.at) not in field(now.scenario) or unit.guard or unit.aboard:
            continue
        if not was.dm:
            continue
        beside = any(is_beside(now, unit, foe) for foe in enemies_of(now, unit.side) if foe.fights)
        if beside:
            yield "beside the enemy keeps dm", True, unit.dm
        elif unit.dm:
            sheltered = hex_of(unit.at) not in now.rubble and country().terrain(hex_of(unit.at)).endswith(
                ("building", "woods")
            )
            yield "dm kept in the open", False, sheltered


def is_beside(state: State, unit: Unit, foe: Enemy) -> bool:
    """Whether a Known enemy is ADJACENT or in the Location, or in the house above a cellar or the cellar beneath."""
    if foe.at == unit.at or {foe.at, unit.at} == {hex_of(unit.at), f"{hex_of(unit.at)}-1"}:
        return True
    return hex_of(foe.at) in around(hex_of(unit.at)) and not floor_of(unit.at) and not floor_of(foe.at)


# What may lie when

FIRE_PHASES = {
    "first": ("movement", "defensive-fire"),
    "final": ("movement", "defensive-fire", "advancing-fire"),
    "prep": ("prep-fire", "movement", "defensive-fire", "advancing-fire"),
    "opportunity": ("prep-fire", "movement", "defensive-fire", "advancing-fire"),
}


def of_markers(now: State) -> Iterator[Compared]:
    """What the phases leave behind (A3)."""
    phase = now.phase
    if not phase:
        return
    marks = {unit.fire for unit in now.units.values() if unit.fire}
    late = {mark for mark in marks if mark in FIRE_PHASES and phase not in FIRE_PHASES[mark]}
    if not (now.nvr and phase == "advancing-fire"):
        yield "late fire markers", set(), late
    if phase == "rally":
        yield "pinned in the morning", [], sorted(n for n, u in now.units.items() if u.pinned)
    if phase == "rally":
        yield "ti in the morning", [], sorted(n for n, u in now.units.items() if u.ti)
    if phase != "movement":
        yield "residual later", {}, dict(now.residual)
        yield "lanes later", {}, dict(now.lanes)
        grenades = [h for h, each in now.smoke.items() if any(s.source == "grenade" for s in each)]
        yield "grenades later", [], grenades
    yield "cx and broken", [], sorted(n for n, u in now.units.items() if u.broken and (u.cx or u.pinned))
    yield "hidden enough", [], sorted(n for n, u in now.units.items() if u.broken and u.concealed)
    room: dict[tuple[str, str], float] = {}
    singles: dict[tuple[str, str], int] = {}
    for unit in now.units.values():
        if unit.at and not unit.aboard and not unit.guard and type_of(unit) != "dummy":
            key = (unit.at, unit.side)
            room[key] = room.get(key, 0) + SIZES.get(type_of(unit), 0)
            singles[key] = singles.get(key, 0) + (type_of(unit) in SMC)
    over = [key for key, sum_ in room.items() if sum_ > 3] + [key for key, n in singles.items() if n > 4]
    yield "overstacked", [], over
    if phase == "rally":
        both = {
            unit.at
            for unit in now.units.values()
            for other in now.units.values()
            if unit.at
            and unit.at == other.at
            and unit.side != other.side
            and not (unit.guard or other.guard or unit.aboard or other.aboard)
            and not {unit.at, hex_of(unit.at)} & left_machines(now)
        }
        loose = {at for at in both if at not in now.melees and not is_loose(now, at)}
        yield "enemies together", set(), loose
    holders = {weapon.holder for weapon in now.weapons.values() if weapon.holder}
    yield "holders live", set(), holders - now.units.keys() - now.vehicles.keys()


def left_machines(state: State) -> set[str]:
    """Where men may have come out of vehicles among enemies."""
    return {each.at for each in state.vehicles.values() if each.abandoned} | {each.at for each in state.wrecks.values()}


def is_loose(now: State, at: str) -> bool:
    """Whether somebody there does not fight: under a "?", berserk, unarmed, or come to clear an AFV."""
    there = [unit for unit in now.units.values() if unit.at == at]
    return any(u.concealed or u.hidden or u.berserk or u.unarmed or type_of(u) == "dummy" for u in there)


def audited(before: Before, now: State, events: Sequence[Event], choice: str) -> Iterator[Compared]:
    yield from of_types(before, now, events)
    yield from of_broken(now, events)
    yield from of_heat(before, now, events)
    yield from of_creation(before, now, events)
    yield from of_wounds(before, now, events)
    yield from of_small(before, events, choice)
    yield from of_straying(before, events)
    yield from of_desperate(before, now, events)
    yield from of_relief(before, now, events)
    yield from of_markers(now)
