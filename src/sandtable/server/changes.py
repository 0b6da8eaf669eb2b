"""What has changed from one position that a client was shown to the next, so that only that need be sent.

Both positions are made from the view of one seat, and an update from the two of them alone: what a position does not
say, an update cannot say either, be it by what is in it or by its being sent at all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from sandtable.server.protocol import Card, CardChange, Position, Sign, Status, Update

T = TypeVar("T")

_PLAIN = (
    "number", "turn", "heading", "phase", "waiting_for", "thinking", "interrupt", "question", "can_undo", "can_redo",
    "teaching", "result", "seed", "orders", "can_plead", "plea", "lesson",
)  # fmt: skip
_PRINTED = tuple(field for field in Card.__struct_fields__ if field != "id")


def between(before: Position, after: Position) -> Update | None:
    """What is new in a position of the same seat in the same language; None where nothing is."""
    old, new = before.picture, after.picture
    plain: dict[str, Any] = {field: _new(getattr(before, field), getattr(after, field)) for field in _PLAIN}
    update = Update(
        base=before.revision,
        revision=after.revision,
        **_cards(old.cards, new.cards),
        signs=_entries(_by_place(old.signs), _by_place(new.signs), ()),
        control=_entries(old.control, new.control, None),
        boxes=_new(old.boxes, new.boxes),
        palettes=_new(old.palettes, new.palettes),
        lit=_new(old.lit, new.lit),
        status=_lines(before.status, after.status),
        **plain,
    )
    return None if update == Update(base=after.revision, revision=after.revision) else update


def _new(before: T, after: T) -> T | UnsetType:
    return UNSET if before == after else after


def _cards(before: tuple[Card, ...], after: tuple[Card, ...]) -> dict[str, Any]:
    """What is new of the counters, as fields of an update."""
    known, here = {card.id: card for card in before}, {card.id for card in after}
    changed = [(known.get(card.id), card) for card in after if known.get(card.id) is not card]
    changed = [(was, card) for was, card in changed if was != card]
    gone = tuple(card_id for card_id in known if card_id not in here)
    in_order = list(known) == [card.id for card in after]
    touched = {card.at for pair in changed for card in pair if card is not None} if in_order else None
    return {
        "cards": tuple(_card(was, card) for was, card in changed),
        "gone": gone,
        "stacks": _stacks(_ids_by_place(before, touched), _ids_by_place(after, touched)),
    }


def _card(before: Card | None, after: Card) -> CardChange:
    """What is new of a counter.

    It is told from what is printed on the card, never from which object it is: the card of a hidden counter may be made
    anew because of what the seat does not see.
    """
    changed = {
        field: getattr(after, field)
        for field in _PRINTED
        if before is None or getattr(before, field) != getattr(after, field)
    }
    return CardChange(after.id, **changed)


def _stacks(before: Mapping[str, list[str]], after: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The places where counters lie otherwise than if all that came had been put on top."""
    found = {}
    for place, ids in after.items():
        if (was := before.get(place, [])) == ids:
            continue
        here = set(ids)
        stayed = dict.fromkeys(card_id for card_id in was if card_id in here)
        if [*stayed, *(card_id for card_id in ids if card_id not in stayed)] != ids:
            found[place] = tuple(ids)
    return found


def _ids_by_place(cards: Iterable[Card], places: Container[str] | None) -> dict[str, list[str]]:
    """The counters at some places, or at all."""
    found: dict[str, list[str]] = {}
    for card in cards:
        if places is None or card.at in places:
            found.setdefault(card.at, []).append(card.id)
    return found


def _by_place(signs: Iterable[Sign]) -> dict[str, tuple[Sign, ...]]:
    places: dict[str, tuple[Sign, ...]] = {}
    for sign in signs:
        places[sign.at] = (*places.get(sign.at, ()), sign)
    return places


def _entries(before: Mapping[str, T], after: Mapping[str, T], nothing: T) -> dict[str, T]:
    """What has been put in, has another value, or is there no more."""
    changed = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return changed | {key: nothing for key in before if key not in after}


def _lines(before: tuple[Status, ...], after: tuple[Status, ...]) -> tuple[Status | None, ...] | UnsetType:
    if before == after:
        return UNSET
    return tuple(None if line in before[place : place + 1] else line for place, line in enumerate(after))
