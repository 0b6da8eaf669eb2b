"""What can be turned to make a scenario of Primer even: a head start, its length, the counters of a force."""

from __future__ import annotations

from sandtable.games.primer.content import Force, ScenarioFile
from sandtable.games.primer.state import SIDES
from sandtable.kernel import AnyTitle, Change, Handle
from sandtable.mechanics.handles import number

MOST_POINTS = 36
FEWEST_TURNS, MORE_TURNS = 2, 4
MORE_COUNTERS = 2


def handles(title: AnyTitle, scenario: ScenarioFile) -> tuple[Handle, ...]:
    """The handles of a scenario, the head start first."""
    strengths = [strength(title, side, scenario.forces[side]) for side in SIDES]
    return (points(title, scenario), turns(title, scenario), *(found for found in strengths if found is not None))


def points(title: AnyTitle, scenario: ScenarioFile) -> Handle:
    """With how many more points than Red Blue begins."""
    now = scenario.handicap.get("blue", 0) - scenario.handicap.get("red", 0)
    settings = {
        lead: (Change(("handicap", "blue"), max(lead, 0)), Change(("handicap", "red"), max(-lead, 0)))
        for lead in range(min(now, -MOST_POINTS), max(now, MOST_POINTS) + 1)
    }
    return Handle("points", title.words("handle.points"), now, settings)


def turns(title: AnyTitle, scenario: ScenarioFile) -> Handle:
    """How many turns are played."""
    now = scenario.turns
    return number(
        "turns", title.words("handle.turns"), ("turns",), now, range(min(now, FEWEST_TURNS), now + MORE_TURNS + 1)
    )


def strength(title: AnyTitle, side: str, force: Force) -> Handle | None:
    """How many counters a side has: without its last arrivals, or with more of the last of them."""
    arrivals = [unit_id for unit_id, placed in force.counters.items() if placed.turn is not None and placed.kind]
    if not arrivals:
        return None
    now = len(force.counters)
    highest = max(int(unit_id[1:]) for unit_id in force.counters)
    last = force.counters[arrivals[-1]]
    copy = {"kind": last.kind, "turn": last.turn, "entry": list(last.entry)}
    settings: dict[int, tuple[Change, ...]] = {now: ()}
    for n in range(1, len(arrivals) + 1):
        gone = arrivals[-n:]
        settings[now - n] = tuple(Change(("forces", side, "counters", unit_id), None) for unit_id in gone)
    for n in range(1, MORE_COUNTERS + 1):
        new = [f"{side[0]}{highest + place}" for place in range(1, n + 1)]
        settings[now + n] = tuple(Change(("forces", side, "counters", unit_id), dict(copy)) for unit_id in new)
    return Handle(f"strength-{side}", title.words(f"handle.strength-{side}"), now, settings)
