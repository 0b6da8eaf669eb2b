"""What happens with chits, points and leaders."""

from __future__ import annotations

from sandtable.kernel import Event


class ChitUsed(Event, frozen=True, kw_only=True):
    """An activation chit came up."""

    chit: str
    side: str


class ChitLeft(Event, frozen=True, kw_only=True):
    """The last chit in the cup will be the first of the next turn."""

    chit: str
    side: str


EVENTS = (ChitUsed, ChitLeft)
