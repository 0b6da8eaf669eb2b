"""What happens in battles."""

from __future__ import annotations

from sandtable.kernel import Event
from sandtable.mechanics.events import Advanced


class Attacked(Event, frozen=True, kw_only=True):
    """An attack on a hex was declared."""

    units: tuple[str, ...]
    hex: str


class Supported(Event, frozen=True, kw_only=True):
    """An air mobile unit came to the support of defenders."""

    unit: str
    hex: str


class CutOff(Event, frozen=True, kw_only=True):
    """NATO declared a Soviet attack out of supply."""

    hex: str


class WentChemical(Event, frozen=True, kw_only=True):
    """The Soviet player declared chemical warfare in a battle."""

    hex: str


class EastGermansLeft(Event, frozen=True, kw_only=True):
    """The first use of chemical weapons took East Germany out of the war."""


class Dissolved(Event, frozen=True, kw_only=True):
    """A battle ended before it was fought, because one of its sides had gone."""

    hex: str


class Retreated(Event, frozen=True, kw_only=True):
    """Defenders were driven into another hex."""

    units: tuple[str, ...]
    to: str


EVENTS: tuple[type[Event], ...] = (
    Attacked, Supported, CutOff, WentChemical, EastGermansLeft, Dissolved, Retreated, Advanced,
)  # fmt: skip
