"""What happens on the move."""

from __future__ import annotations

from sandtable.kernel import Event


class Moved(Event, frozen=True, kw_only=True):
    """Units went from hex to hex."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    """The hexes, the one left included."""
    points: float


class Stopped(Event, frozen=True, kw_only=True):
    """A unit was suppressed, or failed its check, and goes no further."""

    unit: str
    at: str


class LeftBehind(Event, frozen=True, kw_only=True):
    """A unit of a moving stack stays where it is."""

    unit: str
    at: str


class FormedColumn(Event, frozen=True, kw_only=True):
    """A unit went into column."""

    unit: str


class LeftColumn(Event, frozen=True, kw_only=True):
    """A unit went back into combat formation."""

    unit: str


class DroppedColumn(Event, frozen=True, kw_only=True):
    """A unit broke its column at the price of a cohesion hit."""

    unit: str


class Mounted(Event, frozen=True, kw_only=True):
    """A unit went into transport mode."""

    unit: str


class Dismounted(Event, frozen=True, kw_only=True):
    """A unit ended its transport mode."""

    unit: str


class EnteredTrench(Event, frozen=True, kw_only=True):
    """A unit went into an entrenchment."""

    unit: str
    at: str


class LeftTrench(Event, frozen=True, kw_only=True):
    """A unit came out of its entrenchment."""

    unit: str
    at: str


class MarchedOn(Event, frozen=True, kw_only=True):
    """A forced march gave units more movement points."""

    units: tuple[str, ...]
    points: int


class LeaderWent(Event, frozen=True, kw_only=True):
    """A leader went along with units of his formation."""

    leader: str
    at: str


class LeftMap(Event, frozen=True, kw_only=True):
    """A unit left the map at its goal."""

    unit: str
    at: str


class FerryLost(Event, frozen=True, kw_only=True):
    """A ferry drifted away when the enemy came to its landing."""

    ferry: str


class Crossed(Event, frozen=True, kw_only=True):
    """A unit crossed the river in boats."""

    unit: str
    at: str


class Withdrawn(Event, frozen=True, kw_only=True):
    """A unit was taken off the map in the withdrawal."""

    unit: str
    at: str


EVENTS = (
    Moved, Stopped, LeftBehind, FormedColumn, LeftColumn, DroppedColumn, Mounted, Dismounted, EnteredTrench,
    LeftTrench, MarchedOn, LeaderWent, LeftMap, FerryLost, Crossed, Withdrawn,
)  # fmt: skip
