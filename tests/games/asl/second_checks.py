"""A second reckoning of the dice of men: what a check must come to, and who brings a sniper upon himself.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.asl.second_effects import Before, leadership_for, morale, redraw, type_of
from games.asl.second_opinion import Compared
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Event, Resolved, Rolled

LEFT = ("residual", "lane", "lane-snap")
FIRE = ("fire", "vehicle-fire", "to-hit", "overrun", "effect", "collateral", "demolition", *LEFT)
"""DR on the IFT, or to hit."""
TESTS = ("morale-check", "pin-check", "leader-loss", "berserk-leader", "unload-check")
OF_CREWS = ("crew-check", "possible-shock", "abandonment")
CALLING = ("prep-fire", "movement", "defensive-fire", "advancing-fire")
"""The phases in which dice call a sniper (A14.1)."""
AT_NIGHT, MOST_AT_NIGHT, LEAST = 2, 7, 2
"""A sniper below the least SAN is out of play (A14.4)."""
PHASES = ("rally", *CALLING, "rout", "advance", "close-combat")
CHECKS = (*TESTS, "interdiction", "deployment", "paatc")


def of_needs(before: Before, units: dict[str, Unit], event: Rolled) -> Iterator[Compared]:
    """What a unit must roll: its Morale Level, less what is added, and what a leader with it lends (A10.1, A.10)."""
    unit = units.get(event.of)
    if unit is None or unit.aboard or type_of(unit) == "dummy":
        return
    shown = {line.label: line.value for line in event.lines}
    yield f"{event.why} morale", morale(unit), int(shown["morale"])
    led = int(shown.get("leadership", 0))
    if event.why in ("morale-check", "pin-check"):
        yield f"{event.why} leader", leadership_for(before, units, event.of, unit), led
    elif event.why == "leader-loss":
        yield "leader-loss leader", 0, led
    added = sum(int(value) for label, value in shown.items() if label not in ("morale", "check.needs"))
    yield f"{event.why} needs", morale(unit) - added, int(shown["check.needs"])


# Who must check


def of_targets(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    """Whom an attack by fire outside First Fire strikes: all checks are theirs, and none is spared (A7.3, A7.4)."""
    attacks = [event for event in events if isinstance(event, Resolved)]
    fire = [event for event in attacks if event.what == "fire"]
    if len(fire) != 1 or before.phase == "movement" or any(type(each).__name__ == "Encircled" for each in events):
        return
    event, lines = fire[0], fire[0].lines
    result = next((line.value for line in lines if line.label == "result"), "")
    named = {str(line.args["piece"]) for line in lines if line.label.startswith("share.")}
    sides = {unit.side for name, unit in before.units.items() if name in named}
    there = {name: unit for name, unit in before.units.items() if unit.at == event.target and not unit.aboard}
    veiled = any(unit.concealed or unit.hidden or unit.guard or type_of(unit) == "dummy" for unit in there.values())
    machines = any(vehicle.at == event.target for vehicle in before.vehicles.values())
    if len(sides) != 1 or veiled or machines or event.target in before.melees or not result:
        return
    if len({unit.stance for unit in there.values()}) > 1:
        return
    struck = {name: unit for name, unit in there.items() if unit.side not in sides}
    guards = {unit.guard for unit in before.units.values() if unit.guard}
    if guards & struck.keys():
        return
    rolls = [each for each in events if isinstance(each, Rolled)]
    morale_checks = struck.keys() & {each.of for each in rolls if each.why == "morale-check"}
    if result == "PTC":
        pinned = {name for name, unit in struck.items() if unit.pinned}
        firm = {name for name, unit in struck.items() if is_firm(unit)}
        checked = struck.keys() & {each.of for each in rolls if each.why == "pin-check"}
        yield "pin checks", sorted(struck.keys() - firm - pinned), sorted(checked - pinned)
    elif result.endswith("MC"):
        yield "morale checks", sorted(struck), sorted(morale_checks)
    elif result.startswith("K/"):
        hit = {name_of(each) for each in events if each.rule == "A7.302"}
        yield "one is struck", True, bool(hit & struck.keys()) or any(each.why == "wound-severity" for each in rolls)
        yield "the others check", sorted(struck.keys() - hit), sorted(morale_checks - hit)
    elif result.endswith("KIA"):
        dead = {name_of(each) for each in events if type(each).__name__ == "Eliminated" and each.rule == "A7.301"}
        yield "killed", True, len(dead) >= min(int(result[:-3]), len(struck))
        told = {name_of(each) for each in events if type(each).__name__ in SUFFERED}
        yield "the others suffer", [], sorted(struck.keys() - dead - told)


SUFFERED = ("Broke", "Reduced", "Eliminated", "Wounded")


def name_of(event: Event) -> str:
    return str(getattr(event, "unit", ""))


def is_firm(unit: Unit) -> bool:
    """Whether a PTC does nothing to a unit."""
    return unit.broken or unit.berserk or unit.heroic or type_of(unit) == "hero"


def audited(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    yield from of_targets(before, events)
    units = dict(before.units)
    for event in events:
        if isinstance(event, Rolled) and event.why in CHECKS and any(line.label == "morale" for line in event.lines):
            yield from of_needs(before, units, event)
        redraw(units, event)


# Snipers


class Snipers:
    """What the dice of a game have called, and has not come yet."""

    def __init__(self) -> None:
        self.due = {"german": 0, "canadian": 0}
        self.doubtful = False
        self.attacker = ""

    def heard(self, before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
        """Follow the dice of a choice: of each that is the enemy's number a sniper dr comes before the next phase."""
        phase = before.phase
        for place, event in enumerate(events):
            if type(event).__name__ == "Began" and event.what in PHASES:  # type: ignore[attr-defined]
                if not self.doubtful:
                    yield "snipers come", {"german": 0, "canadian": 0}, dict(self.due)
                self.due, self.doubtful = {"german": 0, "canadian": 0}, False
                phase = str(event.what)  # type: ignore[attr-defined]
            elif isinstance(event, Rolled) and event.why == "sniper":
                self.due[event.of] -= 1
            elif isinstance(event, Rolled) and phase in CALLING and event.dice == "2d6":
                self.roll(before, now, phase, event, events[place + 1 :])

    def roll(self, before: Before, now: State, phase: str, event: Rolled, after: Sequence[Event]) -> None:
        side = self.roller(before, now, phase, event, after)
        if side is None:
            return
        for foe in ("german", "canadian"):
            number = now.san.get(foe, 0)
            if now.nvr and number >= LEAST:
                number = min(number + AT_NIGHT, MOST_AT_NIGHT)
            if event.total == number >= LEAST:
                if not side:
                    self.doubtful = True
                elif foe != side:
                    self.due[foe] += 1

    def roller(self, before: Before, now: State, phase: str, event: Rolled, after: Sequence[Event]) -> str | None:
        """Whose DR it is; nothing where that is not told, None for one that calls nobody."""
        defender = "canadian" if before.active == "german" else "german"
        if event.why in TESTS:
            unit = before.units.get(event.of) or now.units.get(event.of)
            vehicle = now.vehicles.get(event.of) or before.vehicles.get(event.of)
            if unit is not None:
                return None if unit.guard else unit.side
            return vehicle.side if vehicle is not None else ""
        if event.why == "entrenching":
            return before.active
        if event.why in OF_CREWS or event.rule.startswith(("C1.", "E7", "E12")):
            return ""
        if event.why not in FIRE:
            return None
        if event.why in LEFT:
            return defender
        told = next((each for each in after if isinstance(each, Resolved)), None)
        if event.why == "collateral":
            struck = before.vehicles.get(told.subject) if told is not None else None
            return "" if struck is None else "canadian" if struck.side == "german" else "german"
        if event.why == "effect":
            return self.attacker
        if phase == "defensive-fire":
            self.attacker = defender
        elif phase != "movement" or event.why == "overrun":
            self.attacker = before.active
        elif event.why == "fire":
            self.attacker = defender
        else:
            subject = told.subject if told is not None else ""
            unit, vehicle = before.units.get(subject), before.vehicles.get(subject)
            self.attacker = unit.side if unit is not None else vehicle.side if vehicle is not None else ""
        return self.attacker
