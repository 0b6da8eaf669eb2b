"""What artillery does."""

from __future__ import annotations

from sandtable.kernel import Event


class ContactMade(Event, frozen=True, kw_only=True):
    """An observer has reached his battery."""

    battery: str


class ContactFailed(Event, frozen=True, kw_only=True):
    """An observer has not reached his battery."""

    battery: str


class AccessDenied(Event, frozen=True, kw_only=True):
    """A red chit was drawn."""

    battery: str


class ModuleLost(Event, frozen=True, kw_only=True):
    """A module is of no more use."""

    battery: str


class SpottingRound(Event, frozen=True, kw_only=True):
    """A Spotting Round has come down."""

    battery: str
    at: str


class Corrected(Event, frozen=True, kw_only=True):
    """Fire was moved to another hex."""

    battery: str
    at: str


class FiredForEffect(Event, frozen=True, kw_only=True):
    """Fire For Effect comes down around a hex."""

    battery: str
    at: str
    shell: str
    stage: int


class MissionEnded(Event, frozen=True, kw_only=True):
    """A fire mission is over."""

    battery: str


class BarrageFell(Event, frozen=True, kw_only=True):
    """A Creeping Barrage lies across a hex."""

    barrage: str
    at: str


class BarrageEnded(Event, frozen=True, kw_only=True):
    """A Creeping Barrage is over."""

    barrage: str


class RadioExchanged(Event, frozen=True, kw_only=True):
    """A radio was exchanged for a field phone."""

    weapon: str


ARTILLERY_EVENTS = (
    ContactMade, ContactFailed, AccessDenied, ModuleLost, SpottingRound, Corrected, FiredForEffect, MissionEnded,
    BarrageFell, BarrageEnded, RadioExchanged,
)  # fmt: skip
