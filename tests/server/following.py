"""What a client makes of what it is sent: a position brought up to date by updates, with its options spelled out."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

Data = dict[str, Any]

_OF_THE_PICTURE = ("cards", "gone", "stacks", "signs", "control", "boxes", "palettes", "lit", "status")


def followed(position: Data, update: Data) -> Data:
    """The position after an update, which must be based on it."""
    assert update["base"] == position["revision"], "an update was missed"
    plain = {field: value for field, value in update.items() if field not in ("type", "base", *_OF_THE_PICTURE)}
    before = position["picture"]
    picture = {
        "cards": _restacked(before["cards"], update),
        "signs": _replaced(before["signs"], update.get("signs", {})),
        "control": _without_nothing(before["control"] | update.get("control", {})),
        "boxes": update.get("boxes", before["boxes"]),
        "palettes": update.get("palettes", before["palettes"]),
        "lit": update.get("lit", before["lit"]),
    }
    status = [line or position["status"][place] for place, line in enumerate(update.get("status", position["status"]))]
    return position | plain | {"picture": picture, "status": status}


def _restacked(before: list[Data], update: Data) -> list[Data]:
    cards = {card["id"]: card for card in before}
    for card_id in update.get("gone", ()):
        del cards[card_id]
    for change in update.get("cards", ()):
        old = cards.get(change["id"], {})
        if "at" in change:
            cards.pop(change["id"], None)
        cards[change["id"]] = old | change
    for stack in update.get("stacks", {}).values():
        for card_id in stack:
            cards[card_id] = cards.pop(card_id)
    return list(cards.values())


def _replaced(before: list[Data], signs: Mapping[str, list[Data]]) -> list[Data]:
    return [sign for sign in before if sign["at"] not in signs] + [sign for there in signs.values() for sign in there]


def _without_nothing(entries: Mapping[str, str | None]) -> Data:
    return {key: value for key, value in entries.items() if value is not None}


def spelled(position: Data, names: Mapping[str, str]) -> Data:
    """A position with every option as id, label, cost and rule; `names` are those of the welcome."""
    question = position["question"]
    if question is None:
        return position
    cards = position["picture"]["cards"]
    titles = {f"unit:{card['id']}": card["title"] for card in cards if "hidden" not in card["states"]}
    options = [offer for group in question["options"] for offer in _offers(group, question["rule"], titles, names)]
    defaults = {"continues": False, "about": [], "done": "", "default": ""}
    return position | {"question": defaults | question | {"options": options}}


def _offers(group: Data, rule: str, titles: Mapping[str, str], names: Mapping[str, str]) -> list[Data]:
    found = []
    for name, cost in zip_longest(group["names"], group.get("costs", ())):
        option = f"{group['kind']}:{name}"
        told = titles.get(option) or names.get(option, name)
        label = group.get("labels", {}).get(name, told)
        found.append({"id": option, "label": label, "cost": cost, "rule": group.get("rule", rule)})
    return found


def offered(position: Data) -> list[str]:
    """The ids of the options of a position as it was sent."""
    return [f"{group['kind']}:{name}" for group in position["question"]["options"] for name in group["names"]]


def by_place(position: Data) -> Data:
    """A position with counters and markers by where they lie, since only their order there means anything."""
    picture = position["picture"]
    piles: Data = {}
    for kind in ("cards", "signs"):
        piles[kind] = {}
        for thing in picture[kind]:
            piles[kind].setdefault(thing["at"], []).append(thing)
    return position | {"picture": picture | piles}
