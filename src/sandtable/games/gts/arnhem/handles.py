"""What a scenario can be made even with: the lead that a victory asks for, its length, and who arrives."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import SIDES
from sandtable.kernel import AnyTitle, Change, Handle
from sandtable.mechanics.handles import last_turn

MOST_POINTS = 30
MORE_TURNS = 3


def handles(title: AnyTitle, content: Content) -> tuple[Handle, ...]:
    """The handles of a scenario, the lead first."""
    strengths = [strength(title, content, side) for side in SIDES]
    return (lead(title, content), turns(title, content), *(found for found in strengths if len(found.settings) > 1))


def lead(title: AnyTitle, content: Content) -> Handle:
    """How many points more the Allies need for every degree of victory."""
    asked = [(place, grade.lead) for place, grade in enumerate(content.scenario.levels) if grade.lead is not None]
    settings = {
        more: tuple(Change(("levels", place, "lead"), points + more) for place, points in asked if more)
        for more in range(-MOST_POINTS, MOST_POINTS + 1)
    }
    return Handle("lead", title.words("handle.lead"), 0, settings)


def turns(title: AnyTitle, content: Content) -> Handle:
    """The last box of the turn track that is played."""
    latest = min(content.last_turn + MORE_TURNS, max(content.track))
    return last_turn(title.words("handle.turns"), content.first_turn, content.last_turn, latest)


def strength(title: AnyTitle, content: Content, side: str) -> Handle:
    """How many units arrive for a side: without those that come last."""
    groups = content.scenario.reinforcements
    coming = [
        (place, unit_id)
        for place, group in sorted(enumerate(groups), key=lambda numbered: numbered[1].turn)
        for unit_id in group.units
        if content.counters[unit_id].side == side
    ]
    settings: dict[int, tuple[Change, ...]] = {}
    for count in range(len(coming) + 1):
        gone = {unit_id for _, unit_id in coming[count:]}
        settings[count] = tuple(
            Change(
                ("reinforcements", place, "units"), [unit_id for unit_id in groups[place].units if unit_id not in gone]
            )
            for place in sorted({place for place, _ in coming[count:]})
        )
    return Handle(f"strength-{side}", title.words(f"handle.strength-{side}"), len(coming), settings)
