"""A second reckoning of what attacks do: results on the IFT, cowering, Residual FP, breakdown and the checks after it.

It reads the events of one choice, and keeps a picture of the units as these change them. Written from the rules,
without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.asl import second_opinion as ground
from games.asl.second_opinion import COLUMNS, SMC, Compared, country, figures, hex_of, is_at_veiled, printed
from sandtable.games.asl.events.morale import PrisonerFreed
from sandtable.games.asl.state import State, Unit, Vehicle, Weapon
from sandtable.kernel import Event, Line, Resolved, Rolled
from sandtable.kernel.state import fork

IFT = (
    "1KIA 2KIA 2KIA 3KIA 3KIA 3KIA 4KIA 4KIA 5KIA 6KIA 7KIA",
    "K/1 1KIA 1KIA 2KIA 2KIA 2KIA 3KIA 3KIA 4KIA 5KIA 6KIA",
    "1MC K/1 K/2 1KIA 1KIA 1KIA 2KIA 2KIA 3KIA 4KIA 5KIA",
    "1MC 1MC 2MC K/2 K/2 K/3 1KIA 1KIA 2KIA 3KIA 4KIA",
    "NMC 1MC 1MC 2MC 2MC 3MC K/3 K/4 1KIA 2KIA 3KIA",
    "PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC K/4 1KIA 2KIA",
    "- PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC K/4 1KIA",
    "- - PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC K/4",
    "- - - PTC NMC 1MC 1MC 2MC 2MC 3MC 4MC",
    "- - - - PTC NMC 1MC 1MC 2MC 2MC 3MC",
    "- - - - - PTC NMC 1MC 1MC 2MC 2MC",
    "- - - - - - PTC NMC 1MC 1MC 2MC",
    "- - - - - - - PTC NMC 1MC 1MC",
    "- - - - - - - - PTC NMC 1MC",
    "- - - - - - - - - PTC NMC",
    "- - - - - - - - - - PTC",
)
"""Results by Final DR, from 0 or less to 15 or more."""
ATTACKS = ("fire", "vehicle-fire", "residual", "lane", "effect", "demolition", "overrun")
RESIDUAL = (1, 2, 4, 6, 8, 12)
SUSTAINED = ("subsequent-first-fire", "final-protective-fire", "final-fire")
STEADY = ("elite", "first-line")
"""Classes of Canadians who never cower."""


def ift(column: int, dr: int) -> str:
    """The result of a Final DR on a column; a column of 0 has none."""
    return IFT[min(max(dr, 0), 15)].split()[COLUMNS.index(column)] if column else "-"


def kind_of(result: str) -> str:
    if result.endswith("KIA"):
        return "ift.kia"
    if result.startswith("K/"):
        return "ift.k"
    return {"-": "ift.none", "PTC": "ift.ptc"}.get(result, "ift.mc")


def number_of(result: str) -> int:
    """What a result adds to the morale checks that it calls for."""
    digits = result.strip("KMC/")
    return int(digits) if digits.isdigit() else 0


class Before(NamedTuple):
    """What is kept of a position before a choice is made."""

    state: State
    units: dict[str, Unit]
    weapons: dict[str, Weapon]
    vehicles: dict[str, Vehicle]
    moving: tuple[str, ...]
    leaders: tuple[str, ...]
    manner: str
    phase: str
    active: str
    elr: dict[str, int]
    melees: dict[str, str]

    @classmethod
    def of(cls, state: State) -> Before:
        frame = state.stack[-1]
        return cls(
            fork(state),
            dict(state.units),
            dict(state.weapons),
            dict(state.vehicles),
            state.moving.units if state.moving else (),
            getattr(frame, "leaders", ()),
            getattr(frame, "manner", ""),
            state.phase,
            state.active,
            dict(state.elr),
            dict(state.melees),
        )


def type_of(unit: Unit) -> str:
    return str(printed(unit.kind)["type"]) if unit.kind in figures("personnel", "personnel") else "dummy"


def is_inexperienced(units: dict[str, Unit], unit: Unit) -> bool:
    """Conscripts, and Green troops without an unbroken leader (A19.3)."""
    class_ = printed(unit.kind).get("unit_class")
    led = any(
        type_of(each) == "leader" and each.at == unit.at and each.side == unit.side and not each.broken
        for each in units.values()
    )
    return class_ == "conscript" or (class_ == "green" and not led)


def morale(unit: Unit) -> int:
    """The Morale Level that counts now (A10.1)."""
    shown = printed(unit.kind)
    if unit.berserk:
        return 10
    if (unit.unarmed or unit.guard) and type_of(unit) not in SMC:
        return 6
    level = shown["broken_morale"] if unit.broken else shown["morale"]
    level += unit.fanatic - unit.encircled
    if type_of(unit) in SMC:
        level -= unit.wounded
    if unit.heroic:
        level = max(level, 8 if unit.wounded else 9)
    return int(max(0, min(level, 10)))


def leadership_for(before: Before, units: dict[str, Unit], name: str, unit: Unit) -> int:
    """The DRM that a leader with a unit must lend to its check (A.10)."""
    found = [
        int(printed(each.kind)["leadership"]) + each.wounded
        for other, each in units.items()
        if other != name
        and type_of(each) == "leader"
        and each.at == unit.at
        and each.side == unit.side
        and each.aboard == unit.aboard
        and not (each.broken or each.pinned or each.berserk or each.unarmed or each.hidden)
        and each.at not in before.melees
        and (type_of(unit) != "leader" or morale(each) > morale(unit))
    ]
    return min(found, default=0)


def drm_of(lines: tuple[Line, ...]) -> int:
    """The sum of what modifies the DR of an attack."""
    skipped = ("firepower", "column", "result", "concealed")
    return sum(
        int(line.value)
        for line in lines
        if line.value.startswith(("+", "-"))
        and line.value != "-"
        and line.label not in skipped
        and not line.label.startswith(("share.", "factor.", "printed."))
    )


def value(lines: tuple[Line, ...], label: str) -> str:
    return next((line.value for line in lines if line.label == label), "")


# The picture of the units


def redraw(units: dict[str, Unit], event: Event) -> None:
    """Change the picture as an event says."""
    name, what = getattr(event, "unit", ""), type(event).__name__
    unit = units.get(name)
    if what == "Moved":
        for each in event.units:  # type: ignore[attr-defined]
            if each in units:
                units[each] = replace(units[each], at=event.path[-1])  # type: ignore[attr-defined]
    if unit is None:
        return
    if what == "Broke":
        units[name] = replace(unit, broken=True, dm=True, pinned=False, cx=False, concealed=False)
    elif what == "Pinned":
        units[name] = replace(unit, pinned=True, concealed=False)
    elif what == "Eliminated":
        del units[name]
    elif what == "Reduced":
        into = event.into  # type: ignore[attr-defined]
        units[into] = replace(unit, kind=printed(unit.kind)["half_squad"])
        if into != name:
            del units[name]
    elif what == "Replaced":
        units[name] = replace(unit, kind=event.kind)  # type: ignore[attr-defined]
        if event.rule == "A15.3":
            units[name] = replace(units[name], broken=False, dm=False, pinned=False)
    elif what == "Heated":
        into = event.what  # type: ignore[attr-defined]
        unit = replace(unit, broken=False, dm=False) if into in ("fanatic", "berserk") else unit
        units[name] = replace(
            unit,
            fanatic=unit.fanatic or into == "fanatic",
            heroic=unit.heroic or into == "heroic",
            berserk=unit.berserk or into == "berserk",
        )
    elif what == "Wounded":
        units[name] = replace(unit, wounded=True)
    elif what == "Revealed":
        units[name] = replace(unit, concealed=False, hidden=False)
    elif what == "Interdicted" and event.at != unit.at:  # type: ignore[attr-defined]
        units[name] = replace(unit, at=event.at, encircled=False)  # type: ignore[attr-defined]
    elif what == "Encircled":
        units[name] = replace(unit, encircled=True)
    elif what == "Rallied":
        units[name] = replace(unit, broken=False, dm=False, disrupted=False)


# Attacks


def result_of(before: Before, units: dict[str, Unit], roll: Rolled, event: Resolved) -> str:
    """The result of an attack, with cowering (A7.1, A7.9)."""
    lines = event.lines
    column = int(value(lines, "column") or 0)
    if event.what == "fire" and cowers(before, units, roll, lines):
        firers = [units[name] for name in pieces_of(before, lines) if name in units]
        steps = 2 if any(is_inexperienced(units, unit) for unit in firers) else 1
        place = COLUMNS.index(column) - steps if column else -1
        column = COLUMNS[place] if place >= 0 else 0
    return ift(column, roll.total + drm_of(lines))


def is_out_of_sight(units: dict[str, Unit], event: Resolved) -> bool:
    """Whether all who are attacked may be hidden behind a wall or hedge in their holes (B9.21)."""
    there = [unit for unit in units.values() if unit.at == event.target]
    return event.result == "ift.none" and all(unit.stance in ("foxhole", "trench") for unit in there)


def is_kept_secret(before: Before, units: dict[str, Unit], event: Resolved) -> bool:
    """Whether more may count for those beneath a "?" than is told: where they stand, or the Gun that they serve."""
    there = [(name, unit) for name, unit in units.items() if unit.at == event.target]
    guns = {weapon.holder for weapon in before.weapons.values() if weapon.emplaced}
    return any((unit.concealed or unit.hidden) and (unit.stance or name in guns) for name, unit in there)


def of_attack(event: Resolved, mine: str) -> Iterator[Compared]:
    shown = value(event.lines, "result")
    if shown:
        yield f"{event.what} result", mine, shown
    else:
        yield f"{event.what} result", kind_of(mine), event.result


def pieces_of(before: Before, lines: tuple[Line, ...]) -> list[str]:
    """The units whose fire an attack is."""
    found = []
    for line in lines:
        if line.label.startswith("share."):
            name = str(line.args["piece"])
            found.append(before.weapons[name].holder if name in before.weapons else name)
    return list(dict.fromkeys(found))


def cowers(before: Before, units: dict[str, Unit], roll: Rolled, lines: tuple[Line, ...]) -> bool:
    if roll.faces[0] != roll.faces[1]:
        return False
    led = {units[name].at for name in before.leaders if name in units}
    if before.leaders and led >= {units[name].at for name in pieces_of(before, lines) if name in units}:
        return False
    return not all(is_steady(units[name]) for name in pieces_of(before, lines) if name in units)


def is_untold(roll: Rolled, event: Resolved) -> bool:
    """Whether men beneath a "?", unseen, are among those who fire, so that nobody knows whether they cower."""
    told = sum(float(line.value) for line in event.lines if line.label.startswith("share."))
    return (
        event.what == "fire" and roll.faces[0] == roll.faces[1] and told < float(value(event.lines, "firepower") or 0)
    )


def is_steady(unit: Unit) -> bool:
    shown = printed(unit.kind)
    if type_of(unit) in SMC or unit.berserk or unit.fanatic:
        return True
    return bool(unit.side == "canadian" and shown.get("unit_class") in STEADY)


def of_breakdown(
    before: Before, units: dict[str, Unit], roll: Rolled, event: Resolved, broken: bool
) -> Iterator[Compared]:
    """Whether a machine gun of a Fire Group malfunctions (A9.7, A.11)."""
    reached = False
    for line in event.lines:
        if line.label == "share.weapon":
            weapon = before.weapons.get(str(line.args["piece"]))
            if weapon is None:
                return
            holder = before.units[weapon.holder]
            shown = figures("weapons", "weapons")[weapon.kind]
            number = shown.get("breakdown", 12)
            number -= 2 * any(word in str(line.args["factors"]) for word in SUSTAINED)
            number -= is_inexperienced(units, holder) + (weapon.low or holder.shortage)
            number -= 2 * (shown["side"] != holder.side)
            reached = reached or roll.total >= number
    yield "breakdown", reached, broken


def of_residual(roll: Rolled, before: Before, units: dict[str, Unit], event: Resolved, left: int) -> Iterator[Compared]:
    """The Residual FP that a First Fire attack leaves, where no weapon kept its rate of fire or broke (A8.2, A8.26)."""
    column = int(value(event.lines, "column") or 0)
    if cowers(before, units, roll, event.lines) and column:
        firers = [units[name] for name in pieces_of(before, event.lines) if name in units]
        steps = 2 if any(is_inexperienced(units, unit) for unit in firers) else 1
        place = COLUMNS.index(column) - steps
        column = COLUMNS[place] if place >= 0 else 0
    half = ground.column(column / 2)
    place = COLUMNS.index(half) if half else -1
    for line in event.lines:
        label = line.label
        if label in ("hindrance", "cx", "encircled", "tem.hedge", "tem.wall"):
            outside = line.args.get("what") != "smoke" or line.args.get("hex") != hex_of(event.target)
            place -= int(line.value) if outside else 0
        elif label == "leadership" and int(line.value) > 0:
            place -= int(line.value)
    value_ = COLUMNS[place] if place >= 0 else 0
    yield "residual left", max((each for each in RESIDUAL if each <= value_), default=0), left


# Checks


def of_check(
    before: Before, units: dict[str, Unit], roll: Rolled, after: Sequence[Event], number: int
) -> Iterator[Compared]:
    """A Morale Check: who passes, is pinned, breaks, is replaced or reduced (A10.1, A19.1)."""
    name = subject_of(after)
    unit = units.get(name)
    if unit is None or unit.aboard:
        return
    final = roll.total + number + leadership_for(before, units, name, unit)
    level = morale(unit)
    happened = {
        type(event).__name__
        for event in after
        if getattr(event, "unit", "") == name and event.rule not in ("A15.3", "A15.4", "A15.5")
    }
    losses = {"Reduced", "Eliminated", "Wounded"}
    passes = final <= level or roll.total == 2
    hard = type_of(unit) == "hero" or unit.heroic or unit.berserk or unit.unarmed or bool(unit.guard)
    yield "check fails", not passes, bool(happened & {"Broke", "Failed"} or (happened & losses))
    if passes:
        if roll.total > 2 and not unit.guard:
            pinned = final == level and not unit.broken and not unit.pinned and (unit.unarmed or not hard)
            yield "check pins", pinned, "Pinned" in happened
        return
    if unit.broken or hard:
        yield "check reduces", True, bool(happened & losses)
        return
    yield "check breaks", True, "Broke" in happened
    yield "check of twelve", roll.total == 12, bool(happened & losses)
    shown = printed(unit.kind)
    elr = 5 if shown.get("underlined_morale") else before.elr[unit.side]
    if roll.total < 12:
        worse = final - level > elr
        changed = bool(happened & {"Replaced", "Disrupted"})
        yield "check replaces", worse and not (unit.fanatic and not shown.get("replaced_by")), changed


def subject_of(after: Sequence[Event]) -> str:
    """Of whom the events after a roll tell first."""
    told = (event for event in after if not isinstance(event, PrisonerFreed))
    return next((str(event.unit) for event in told if getattr(event, "unit", "")), "")  # type: ignore[attr-defined]


def of_pin_check(before: Before, units: dict[str, Unit], roll: Rolled, after: Sequence[Event]) -> Iterator[Compared]:
    name = subject_of(after)
    unit = units.get(name)
    if unit is None or unit.aboard or unit.pinned:
        return
    final = roll.total + leadership_for(before, units, name, unit)
    pinned = any(type(event).__name__ == "Pinned" and event.unit == name for event in after)  # type: ignore[attr-defined]
    yield "pin check", final > morale(unit), pinned


def of_rally(units: dict[str, Unit], before: Before, roll: Rolled, event: Resolved) -> Iterator[Compared]:
    """A rally: the Morale Level, what is added, and whether it succeeds (A10.6)."""
    unit = units.get(event.subject)
    if unit is None:
        return
    lines = {line.label: line.value for line in event.lines}
    yield "rally morale", morale(unit), int(lines["morale"])
    yield "rally dm", 4 * unit.dm, int(lines.get("dm", 0))
    terrain = country().terrain(hex_of(unit.at))
    sheltered = (hex_of(unit.at) not in before.state.rubble and (terrain in ground.TEM)) or unit.stance == "trench"
    yield "rally terrain", -int(sheltered), int(lines.get("rally-terrain", 0))
    leads = int(lines.get("leadership", 0))
    alone = int(lines.get("self-rally", 0))
    if not alone:
        leaders = {
            int(printed(each.kind)["leadership"]) + each.wounded
            for name, each in units.items()
            if type_of(each) == "leader"
            and each.at == unit.at
            and each.side == unit.side
            and name != event.subject
            and not (each.broken or each.pinned or each.berserk)
        }
        yield "rally leader", leads if leads in leaders else sorted(leaders), leads
    final = roll.total + 4 * unit.dm - sheltered + leads + alone
    yield "rallies", final <= morale(unit) and roll.total < 12, event.result == "rallied"


def of_heat(before: Before, units: dict[str, Unit], roll: Rolled, event: Resolved) -> Iterator[Compared]:
    """Heat of Battle (A15.1)."""
    unit = units.get(event.subject)
    if unit is None:
        return
    shown = printed(unit.kind)
    mmc = type_of(unit) not in SMC
    was = before.units.get(event.subject, unit)
    drm = -(unit.side == "canadian") - (mmc and shown.get("unit_class") == "elite") + was.broken
    drm += mmc and is_inexperienced(units, unit)
    yield "heat drm", drm, drm_of(event.lines)
    final = roll.total + drm
    if final <= 8:
        mine = "heat.hero" if final <= 4 else "heat.hero+battle-hardening" if final <= 6 else "heat.battle-hardening"
        yield "heat", mine, event.result


WINDOWED = ("morale-check", "leader-loss", "pin-check", "sniper", "fire", "residual", "interdiction", "lane", "rally")


def audited(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    """All events of one choice, one after the other."""
    units = dict(before.units)
    roll = attack = Rolled(rule="", dice="", faces=(0, 0), total=0, why="")
    numbers: dict[str, int | None] = {}
    for place, event in enumerate(events):
        if isinstance(event, Rolled):
            roll = event
            if event.why in ATTACKS:
                attack, numbers = event, {}
            after = window(events, place + 1)
            if event.why == "morale-check":
                struck = units.get(subject_of(after))
                number = numbers.get(struck.at if struck else "")
                if number is not None and not has_lost_leader(before, events[:place]):
                    yield from of_check(before, units, event, after, number)
            elif event.why == "pin-check":
                yield from of_pin_check(before, units, event, after)
        elif isinstance(event, Resolved):
            if event.what in ATTACKS and is_untold(attack, event):
                numbers[event.target] = None
            elif event.what in ATTACKS:
                mine = result_of(before, units, attack, event)
                number = number_of(mine) if event.target not in numbers else None
                apart_ = event.what == "vehicle-fire" and any(
                    unit.concealed and unit.at == event.target for unit in before.units.values()
                )
                numbers[event.target] = None if apart_ else number
                untold = event.what == "effect" and not any(line.label == "drm" for line in event.lines)
                if not untold and not is_out_of_sight(units, event) and not is_kept_secret(before, units, event):
                    yield from of_attack(event, mine)
                if event.what == "fire":
                    yield from of_fire(before, units, attack, event, events[place + 1 :])
            elif event.what == "rally":
                yield from of_rally(units, before, roll, event)
            elif event.what == "heat-of-battle":
                yield from of_heat(before, units, roll, event)
        redraw(units, event)


def of_fire(
    before: Before, units: dict[str, Unit], roll: Rolled, event: Resolved, after: Sequence[Event]
) -> Iterator[Compared]:
    names = [type(each).__name__ for each in after]
    firepower = float(value(event.lines, "firepower") or 1)
    if "spraying-fire" not in str(event.lines):
        yield "fire of less than one", False, firepower < 1
    places: dict[str, float] = {}
    for line in event.lines:
        if line.label.startswith("share."):
            name = str(line.args["piece"])
            unit = units.get(before.weapons[name].holder if name in before.weapons else name)
            if unit is not None:
                places[unit.at] = places.get(unit.at, 0) + float(line.value)
    if len(places) > 1:
        yield "each Location adds one", True, min(places.values()) >= 1
    for line in event.lines:
        if line.label == "leadership":
            yield "director fires himself", False, str(line.args["unit"]) in pieces_of(before, event.lines)
    yield from of_leader_loss(before, units, event, after)
    until = next((k for k, each in enumerate(after) if isinstance(each, Resolved) and each.what == "fire"), len(after))
    if until < len(after):
        return
    broken = any(type(each).__name__ in ("Malfunctioned", "Destroyed") and each.rule != "A9.74" for each in after)
    yield from of_breakdown(before, units, roll, event, broken)
    kept = any(
        line.label == "share.weapon" and rof_of(before, str(line.args["piece"])) >= roll.faces[0]
        for line in event.lines
    )
    snapped = any("snap-shot" in str(line.args.get("factors", "")) for line in event.lines)
    veiled = is_at_veiled(event.lines)
    if (
        before.phase == "movement"
        and "LaidLane" not in names
        and not (kept or snapped or broken or veiled or any(line.label == "unseen-firers" for line in event.lines))
        and before.manner in ("", "fire")
    ):
        left = next((each.fp for each in after if type(each).__name__ == "LeftResidual"), 0)  # type: ignore[attr-defined]
        was = before.state.residual.get(event.target, 0)
        if not was:
            yield from of_residual(roll, before, units, event, left)


def of_leader_loss(
    before: Before, units: dict[str, Unit], event: Resolved, after: Sequence[Event]
) -> Iterator[Compared]:
    """Who checks because a leader broke or died, though he was in Good Order (A10.2)."""
    lost = {
        str(each.unit)  # type: ignore[attr-defined]
        for each in after
        if type(each).__name__ in ("Broke", "Eliminated") and each.rule in ("A7.301", "A7.302", "A10.1")
    }
    for name in lost:
        leader = units.get(name)
        if any(type(each).__name__ == "Wounded" and each.unit == name for each in after):  # type: ignore[attr-defined]
            continue
        if leader is None or type_of(leader) != "leader" or leader.broken or leader.berserk or leader.guard:
            continue
        near = {
            other
            for other, unit in units.items()
            if unit.at == leader.at and unit.side == leader.side and not unit.broken and other != name
        }
        concerned = {
            other
            for other in near
            if morale(units[other]) < morale(leader)
            and other not in lost
            and type_of(units[other]) not in ("hero", "dummy")
            and not (units[other].guard or units[other].unarmed or units[other].aboard or units[other].berserk)
        }
        checked = {
            subject_of(window(after, place + 1))
            for place, each in enumerate(after)
            if isinstance(each, Rolled) and each.why in ("leader-loss", "morale-check")
        }
        stays = {
            other
            for other in concerned
            if not any(getattr(e, "unit", "") == other and type(e).__name__ == "Reduced" for e in after)
        }
        yield "leader loss", stays, stays & checked


def has_lost_leader(before: Before, events: Sequence[Event]) -> bool:
    """Whether a leader has died, so that checks may be for his loss (A10.2)."""
    dead = {getattr(event, "unit", "") for event in events if type(event).__name__ == "Eliminated"}
    return any(name in before.units and type_of(before.units[name]) == "leader" for name in dead)


def rof_of(before: Before, name: str) -> int:
    weapon = before.weapons.get(name)
    if weapon is None:
        return 0
    shown: dict[str, Any] = figures("weapons", "weapons")[weapon.kind]  # type: ignore[assignment]
    return int((shown["dismantled"] if weapon.dismantled else shown).get("rof", 0))


def window(events: Sequence[Event], start: int) -> Sequence[Event]:
    """The events that belong to a roll: up to the next one of its kind."""
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, Rolled) and event.why in WINDOWED:
            return events[start:place]
    return events[start:]
