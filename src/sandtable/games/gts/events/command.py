"""What happens with chits, points and leaders."""

from __future__ import annotations

from sandtable.kernel import Began, Event, Resolved


class ChitUsed(Began, frozen=True, kw_only=True):
    """An activation chit came up."""

    chit: str


class ChitLeft(Event, frozen=True, kw_only=True):
    """The last chit in the cup will be the first of the next turn."""

    chit: str
    side: str


class Bought(Event, frozen=True, kw_only=True):
    """A formation chit was bought, for this turn or the next."""

    formation: str
    when: str


class Gained(Resolved, frozen=True, kw_only=True):
    """A division rolled for its command or dispatch points; the sum says what it gained."""

    division: str
    held: int

    def outcome(self) -> str | None:
        return None


class LeaderMoved(Event, frozen=True, kw_only=True):
    """A leader was placed in another hex."""

    leader: str
    at: str


class LeaderGone(Event, frozen=True, kw_only=True):
    """A leader without any units left was removed."""

    leader: str


EVENTS = (ChitUsed, ChitLeft, Bought, Gained, LeaderMoved, LeaderGone)
