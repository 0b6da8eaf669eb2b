"""Whose a seat is: it belongs to the browser that took it until that gives it up."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sandtable.server import tokens
from sandtable.server.storage.records import GUEST, HUMAN, OPEN, Seat


def opened_by(seats: Iterable[Seat], given: Iterable[str], account: int | None) -> frozenset[str] | None:
    """The sides that tokens and an account open, that of spectators among them; None for a stranger."""
    digests = [tokens.digest(token) for token in given]
    held = frozenset(
        seat.side
        for seat in seats
        if any(tokens.same(digest, seat.token) for digest in digests)
        or (account is not None and seat.account == account)
    )
    return held or None


def is_taken_by_somebody(seat: Seat) -> bool:
    """Whether a person sits there, be it who set the game up or who came by an invitation."""
    return seat.mode in (HUMAN, GUEST)


def is_among_people(seats: Iterable[Seat]) -> bool:
    """Whether others were invited; then nobody but the browsers that took them may sit down in the seats."""
    return any(seat.mode in (OPEN, GUEST) for seat in seats)


def free_at_home(seats: Collection[Seat]) -> tuple[str, ...]:
    """The sides that whoever sits at the machine of a local server may play, whatever browser was used before.

    They are those that were given up, and those of a game that somebody plays alone, or several at one screen.
    """
    alone = not is_among_people(seats)
    return tuple(seat.side for seat in seats if is_taken_by_somebody(seat) and (alone or not seat.token))
