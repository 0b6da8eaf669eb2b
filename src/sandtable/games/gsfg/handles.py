"""What can be turned to make a scenario even: what the Soviets must take, how long they have, what they are sent."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.files import Condition
from sandtable.kernel import LANGUAGES, AnyTitle, Change, Handle
from sandtable.mechanics.handles import last_turn, number

MORE_TURNS = 4
MORE_RESERVES = 3


def handles(title: AnyTitle, content: Content) -> tuple[Handle, ...]:
    """The handles of a scenario, the victory conditions first."""
    conditions = content.scenario.victory
    each = [condition_handle(title, content, place) for place in range(len(conditions))] if len(conditions) > 1 else []
    latest = min(content.last_turn + MORE_TURNS, max(content.track))
    turns = last_turn(title.words("handle.turns"), content.first_turn, content.last_turn, latest)
    return (victory(title, content), *each, turns, reserves(title, content))


def victory(title: AnyTitle, content: Content) -> Handle:
    """By how many hexes more than now each condition asks for, as far as its region goes."""
    conditions = content.scenario.victory
    least = min(1 - condition.count for condition in conditions)
    most = max(size(content, condition) - condition.count for condition in conditions)
    settings = {
        more: tuple(
            Change(("victory", place, "count"), asked(content, condition, condition.count + more))
            for place, condition in enumerate(conditions)
        )
        for more in range(least, most + 1)
    }
    return Handle("victory", title.words("handle.victory"), 0, settings)


def condition_handle(title: AnyTitle, content: Content, place: int) -> Handle:
    """How many hexes one of the conditions asks for."""
    condition = content.scenario.victory[place]
    words = {
        lang: title.texts(lang).phrase("handle.condition", {"name": condition.name.get(lang, condition.name["en"])})
        for lang in LANGUAGES
    }
    counts = range(1, size(content, condition) + 1)
    return number(condition.level, words, ("victory", place, "count"), condition.count, counts)


def reserves(title: AnyTitle, content: Content) -> Handle:
    """How many Soviet R units come in each turn beside those of the schedule."""
    scheduled = content.scenario.r_units
    schedule = (
        {turn: content.track[turn].r_units for turn in range(content.first_turn, content.last_turn + 1)}
        if scheduled is None
        else scheduled
    )
    due = {turn: count for turn, count in schedule.items() if count}
    fewer = max(due.values(), default=0)
    settings = {
        more: (Change(("r_units",), {turn: max(0, count + more) for turn, count in due.items()}),)
        for more in range(-fewer, MORE_RESERVES + 1)
    }
    return Handle("reserves", title.words("handle.reserves"), 0, settings)


def size(content: Content, condition: Condition) -> int:
    return len(content.region(condition.region))


def asked(content: Content, condition: Condition, count: int) -> int:
    """As many hexes of a condition's region as there can be."""
    return min(max(1, count), size(content, condition))
