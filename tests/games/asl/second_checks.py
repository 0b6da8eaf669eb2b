"""A second reckoning of the dice of men: what a check must come to, and who brings a sniper upon himself.

Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.asl.second_effects import Before, leadership_for, morale, redraw, type_of
from games.asl.second_opinion import Compared
from sandtable.games.asl.state import Unit
from sandtable.kernel import Event, Rolled

CHECKS = ("morale-check", "pin-check", "leader-loss", "interdiction", "deployment")


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


def audited(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    units = dict(before.units)
    for event in events:
        if isinstance(event, Rolled) and event.why in CHECKS and any(line.label == "morale" for line in event.lines):
            yield from of_needs(before, units, event)
        redraw(units, event)
