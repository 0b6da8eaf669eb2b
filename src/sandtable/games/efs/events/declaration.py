"""What happens before combat: attacks declared, reactions, orders."""

from __future__ import annotations

from sandtable.kernel import Event


class AttackDeclared(Event, frozen=True, kw_only=True):
    """An attack was declared."""

    hexes: tuple[str, ...]
    units: tuple[str, ...]
    odds: str
    mandated: bool


class AttackWithdrawn(Event, frozen=True, kw_only=True):
    """A declaration was taken back before its phase had ended."""

    hexes: tuple[str, ...]


class MandatesReceived(Event, frozen=True, kw_only=True):
    """The Soviet player was ordered to attack."""

    attacks: int
    total: int


class MandateFulfilled(Event, frozen=True, kw_only=True):
    """A mandated attack was made."""

    hexes: tuple[str, ...]
    left: int


class Reacted(Event, frozen=True, kw_only=True):
    """A unit moved in reaction."""

    unit: str
    path: tuple[str, ...]


class OrdersPlaced(Event, frozen=True, kw_only=True):
    """Orders were placed face down on a combat."""

    hexes: tuple[str, ...]
    side: str


class OrdersAre(Event, frozen=True, kw_only=True):
    """What those orders say, for their own side."""

    hexes: tuple[str, ...]
    orders: str


class NkvdStands(Event, frozen=True, kw_only=True):
    """An NKVD unit makes the defenders of a combat stand."""

    unit: str
    hexes: tuple[str, ...]


class NkvdOverruled(Event, frozen=True, kw_only=True):
    """An HQ took back the No Retreat of an NKVD unit."""

    unit: str
    hexes: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (
    AttackDeclared, AttackWithdrawn, MandatesReceived, MandateFulfilled, Reacted, OrdersPlaced, OrdersAre, NkvdStands,
    NkvdOverruled,
)  # fmt: skip
