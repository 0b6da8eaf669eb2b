"""What happens at night, and to the weather."""

from __future__ import annotations

from sandtable.kernel import Event


class LitUp(Event, frozen=True, kw_only=True):
    """A starshell or an illuminating round burns above a hex."""

    hex: str
    kind: str
    """starshell or round."""
    radius: int


class WentOut(Event, frozen=True, kw_only=True):
    """A light has gone out."""

    hex: str


NIGHT_EVENTS = (LitUp, WentOut)
