"""What moving in the Advanced Game brings about, beside what the Basic Game knows."""

from __future__ import annotations

from sandtable.kernel import Event


class Mounted(Event, frozen=True, kw_only=True):
    """A unit got into a vehicle."""

    unit: str
    vehicle: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A passenger got out of a vehicle."""

    unit: str
    vehicle: str
    at: str


class Crawls(Event, frozen=True, kw_only=True):
    """A unit in Full Cover crawls."""

    unit: str


class Quickmarches(Event, frozen=True, kw_only=True):
    """A unit begins to quickmarch."""

    unit: str


class WentUpstairs(Event, frozen=True, kw_only=True):
    """A unit went to the top floor of a building."""

    unit: str
    at: str


class WentDownstairs(Event, frozen=True, kw_only=True):
    """A unit came down to the ground."""

    unit: str
    at: str


class WentIndoors(Event, frozen=True, kw_only=True):
    """A vehicle drove into a building."""

    unit: str
    at: str


class WireCrushed(Event, frozen=True, kw_only=True):
    """A tracked vehicle destroyed wire by driving over it."""

    unit: str
    at: str


class Occupied(Event, frozen=True, kw_only=True):
    """A unit took an entrenchment or an improved position that was free."""

    unit: str
    at: str
    work: str


class Entrenching(Event, frozen=True, kw_only=True):
    """A unit has worked on an entrenchment for a turn."""

    unit: str
    at: str
    progress: int


class Entrenched(Event, frozen=True, kw_only=True):
    """An entrenchment is finished, and its unit is in it."""

    unit: str
    at: str


class MinesLaid(Event, frozen=True, kw_only=True):
    """A side has mined a hex before the game."""

    at: str
    work: str


class MinesFound(Event, frozen=True, kw_only=True):
    """Somebody has run into mines, and all know of them."""

    at: str
    work: str


MOVEMENT_EVENTS: tuple[type[Event], ...] = (
    Mounted, Dismounted, Crawls, Quickmarches, WentUpstairs, WentDownstairs, WentIndoors, WireCrushed, Occupied,
    Entrenching, Entrenched, MinesLaid, MinesFound,
)  # fmt: skip
