"""What happens in indirect fire, beside what happens in every title."""

from __future__ import annotations

from sandtable.kernel import Event


class Registered(Event, frozen=True, kw_only=True):
    """A point was registered for a battery before the game."""

    battery: str
    at: str


class Plotted(Event, frozen=True, kw_only=True):
    """Fire of a battery was planned before the game."""

    battery: str
    at: str
    turn: int


class CalledFire(Event, frozen=True, kw_only=True):
    """An observer called or adjusted fire."""

    unit: str
    at: str
    shell: str
    sheaf: str
    sources: tuple[str, ...]


class Continued(Event, frozen=True, kw_only=True):
    """A mission goes on as it was."""

    unit: str
    at: str
    shell: str


class WentAstray(Event, frozen=True, kw_only=True):
    """Fire of a source comes down on its own side."""

    source: str
    at: str


class Landed(Event, frozen=True, kw_only=True):
    """Indirect fire comes down."""

    side: str
    at: str
    shell: str
    sheaf: str
    sources: tuple[str, ...]


class Checked(Event, frozen=True, kw_only=True):
    """A mission came to its end: by choice, or because its observer is cut off, or as it was planned."""

    side: str
    at: str
    why: str


class PlanBegan(Event, frozen=True, kw_only=True):
    """Planned fire begins."""

    battery: str
    turns: int


class PlanLapsed(Event, frozen=True, kw_only=True):
    """Planned fire did not begin in its time."""

    battery: str


class SmokeLaid(Event, frozen=True, kw_only=True):
    """There is a Smoke/On counter."""

    at: str
    sheaf: str


class SmokeThins(Event, frozen=True, kw_only=True):
    """A Smoke/On counter was turned to Off."""

    at: str


class SmokeGone(Event, frozen=True, kw_only=True):
    """A Smoke/Off counter was removed."""

    at: str


INDIRECT_EVENTS: tuple[type[Event], ...] = (
    Registered, Plotted, CalledFire, Continued, WentAstray, Landed, Checked, PlanBegan, PlanLapsed, SmokeLaid,
    SmokeThins, SmokeGone,
)  # fmt: skip
