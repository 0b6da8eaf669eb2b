"""What can be turned to make a scenario even: what the Soviets must take, how long they have, what they are sent."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.files import Condition
from sandtable.kernel import Change, Handle

MORE_TURNS = 4
MORE_RESERVES = 3


def handles(content: Content) -> tuple[Handle, ...]:
    """The handles of a scenario, the victory conditions first."""
    conditions = content.scenario.victory
    each = [condition_handle(content, place) for place in range(len(conditions))] if len(conditions) > 1 else []
    return (victory(content), *each, turns(content), reserves(content))


def victory(content: Content) -> Handle:
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
    name = {"en": "More hexes for every Soviet victory condition", "ja": "ソ連軍の勝利条件に加えるヘクス数"}
    return Handle("victory", name, 0, settings)


def condition_handle(content: Content, place: int) -> Handle:
    """How many hexes one of the conditions asks for."""
    condition = content.scenario.victory[place]
    settings = {
        count: (Change(("victory", place, "count"), count),) for count in range(1, size(content, condition) + 1)
    }
    name = {
        "en": f"Hexes that the Soviets need: {condition.name['en']}",
        "ja": f"ソ連軍に必要なヘクス数：{condition.name.get('ja', condition.name['en'])}",
    }
    return Handle(condition.level, name, condition.count, settings)


def turns(content: Content) -> Handle:
    """The last turn of the game."""
    latest = min(content.last_turn + MORE_TURNS, max(content.track))
    settings = {last: (Change(("last_turn",), last),) for last in range(content.first_turn, latest + 1)}
    return Handle("turns", {"en": "Last turn", "ja": "最終ターン"}, content.last_turn, settings)


def reserves(content: Content) -> Handle:
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
    name = {"en": "More Soviet reserves in each turn", "ja": "毎ターンのソ連軍予備の追加"}
    return Handle("reserves", name, 0, settings)


def size(content: Content, condition: Condition) -> int:
    return len(content.region(condition.region))


def asked(content: Content, condition: Condition, count: int) -> int:
    """As many hexes of a condition's region as there can be."""
    return min(max(1, count), size(content, condition))
