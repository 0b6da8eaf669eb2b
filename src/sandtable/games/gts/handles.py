"""What a scenario can be made even with: the lead that each degree of victory asks for, and its length."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.kernel import Change, Handle

MOST_POINTS = 30
MORE_TURNS = 3


def handles(content: Content) -> tuple[Handle, ...]:
    return (lead(content), turns(content))


def lead(content: Content) -> Handle:
    """How many points more the Allies need for every degree of victory."""
    asked = [(place, grade.lead) for place, grade in enumerate(content.scenario.levels) if grade.lead is not None]
    settings = {
        more: tuple(Change(("levels", place, "lead"), points + more) for place, points in asked if more)
        for more in range(-MOST_POINTS, MOST_POINTS + 1)
    }
    name = {"en": "Points more that the Allies need", "ja": "連合軍に必要な追加得点"}
    return Handle("lead", name, 0, settings)


def turns(content: Content) -> Handle:
    """The last box of the turn track that is played."""
    latest = min(content.last_turn + MORE_TURNS, max(content.track))
    settings = {last: (Change(("last_turn",), last),) for last in range(content.first_turn, latest + 1)}
    return Handle("turns", {"en": "Last turn", "ja": "最終ターン"}, content.last_turn, settings)
