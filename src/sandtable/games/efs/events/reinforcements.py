"""What happens when units come, go and are exchanged."""

from __future__ import annotations

from sandtable.kernel import Event


class Entered(Event, frozen=True, kw_only=True):
    """A unit came onto the map."""

    unit: str
    at: str


class GroupChosen(Event, frozen=True, kw_only=True):
    """A special reinforcement group was chosen."""

    group: str
    side: str


class WithdrawalCancelled(Event, frozen=True, kw_only=True):
    """A unit that was to withdraw stays."""

    unit: str


class WithdrawalWaits(Event, frozen=True, kw_only=True):
    """A unit that is to withdraw is surrounded, and nobody can go instead."""

    unit: str


class Converted(Event, frozen=True, kw_only=True):
    """Units were exchanged for others."""

    removed: tuple[str, ...]
    received: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (Entered, GroupChosen, WithdrawalCancelled, WithdrawalWaits, Converted)
