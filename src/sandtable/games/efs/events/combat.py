"""What happens in the Combat Phase."""

from __future__ import annotations

from sandtable.kernel import Event, Line


class OrdersRevealed(Event, frozen=True, kw_only=True):
    """The orders on a combat were revealed."""

    hexes: tuple[str, ...]
    defender: str
    attacker: str


class AttackLapsed(Event, frozen=True, kw_only=True):
    """A declared attack could not be made: nobody was left for it."""

    hexes: tuple[str, ...]


class AttacksMerged(Event, frozen=True, kw_only=True):
    """Declared attacks are made as one, on all these hexes."""

    hexes: tuple[str, ...]


class ArtilleryCommitted(Event, frozen=True, kw_only=True):
    """The defender committed artillery to a combat."""

    unit: str
    hexes: tuple[str, ...]


class AmmunitionDrawn(Event, frozen=True, kw_only=True):
    """It was seen whether the artillery of a defence used up a supply point."""

    unit: str
    guns: int
    modifier: int
    result: str
    lines: tuple[Line, ...] = ()

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


class Bombarded(Event, frozen=True, kw_only=True):
    """Super-heavy artillery bombarded a fortification."""

    units: tuple[str, ...]
    at: str
    modifier: int
    result: str
    lines: tuple[Line, ...] = ()

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


class ModeChanged(Event, frozen=True, kw_only=True):
    """A heavy gun was turned to its other side."""

    unit: str
    mode: str


EVENTS: tuple[type[Event], ...] = (
    OrdersRevealed, AttackLapsed, AttacksMerged, ArtilleryCommitted, AmmunitionDrawn, Bombarded, ModeChanged,
)  # fmt: skip
