"""What can be turned to make a scenario of Panzer even: a head start in victory points, and its length."""

from __future__ import annotations

from sandtable.games.panzer.scenarios import ScenarioFile
from sandtable.games.panzer.state import GERMAN, SOVIET
from sandtable.kernel import AnyTitle, Change, Handle
from sandtable.mechanics.handles import number

MOST_POINTS = 60
TURNS = 3


def handles(title: AnyTitle, scenario: ScenarioFile) -> tuple[Handle, ...]:
    """The handles of a scenario, the head start first."""
    return (points(title, scenario), turns(title, scenario))


def points(title: AnyTitle, scenario: ScenarioFile) -> Handle:
    """With how many more victory points than the Soviets the Germans begin."""
    now = sum(given if side == GERMAN else -given for side, given in scenario.handicap.items())
    settings = {
        lead: (Change(("handicap",), {GERMAN if lead > 0 else SOVIET: abs(lead)} if lead else None),)
        for lead in range(min(now, -MOST_POINTS), max(now, MOST_POINTS) + 1)
    }
    return Handle("points", title.words("handle.points"), now, settings)


def turns(title: AnyTitle, scenario: ScenarioFile) -> Handle:
    """How many turns are played."""
    now = scenario.turns
    return number("turns", title.words("handle.turns"), ("turns",), now, range(max(1, now - TURNS), now + TURNS + 1))
