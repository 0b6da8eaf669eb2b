"""What happens in assaults."""

from __future__ import annotations

from sandtable.kernel import Event


class AssaultBegan(Event, frozen=True, kw_only=True):
    """Units assault a hex."""

    units: tuple[str, ...]
    at: str


class AssaultEnded(Event, frozen=True, kw_only=True):
    """The assault on a hex is over."""

    at: str


class Advanced(Event, frozen=True, kw_only=True):
    """Units advance into the hex they have assaulted."""

    units: tuple[str, ...]
    at: str


class Retreated(Event, frozen=True, kw_only=True):
    """Units retreat from an assault and are suppressed."""

    units: tuple[str, ...]
    start: str
    at: str


class AssaultChose(Event, frozen=True, kw_only=True):
    """A side has decided what its units do in a round of an assault."""

    at: str
    what: str


EVENTS = (AssaultBegan, AssaultChose, AssaultEnded, Advanced, Retreated)
