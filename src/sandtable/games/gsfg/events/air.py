"""What happens in the air."""

from __future__ import annotations

from sandtable.kernel import Event


class AircraftRolled(Event, frozen=True, kw_only=True):
    """The side with air superiority has so many support aircraft in this turn."""

    side: str
    aircraft: int


class DeepStrike(Event, frozen=True, kw_only=True):
    """NATO sent aircraft on deep strike."""

    aircraft: int


class AttackPointedOut(Event, frozen=True, kw_only=True):
    """An aircraft was assigned to attack a hex."""

    side: str
    hex: str


class Exchanged(Event, frozen=True, kw_only=True):
    """NATO exchanged aircraft for Wild Weasels."""

    aircraft: int
    weasels: int


class WeaselPlaced(Event, frozen=True, kw_only=True):
    """A Wild Weasel went out to suppress air defences."""

    hex: str


class Interdicted(Event, frozen=True, kw_only=True):
    """An aircraft, perhaps with a Wild Weasel, interdicts movement round a hex."""

    side: str
    hex: str
    radius: int


class Landed(Event, frozen=True, kw_only=True):
    """A unit landed from aerial transport."""

    unit: str
    at: str


class SupplyFlown(Event, frozen=True, kw_only=True):
    """A side flew supplies into a hex."""

    side: str
    hex: str


class Rebased(Event, frozen=True, kw_only=True):
    """An air mobile unit flew to a new base."""

    unit: str
    path: tuple[str, ...]
    cost: int


EVENTS: tuple[type[Event], ...] = (
    AircraftRolled, DeepStrike, AttackPointedOut, Exchanged, WeaselPlaced, Interdicted, Landed, SupplyFlown, Rebased,
)  # fmt: skip
