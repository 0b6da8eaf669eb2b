"""What happens in the Surrender Phase."""

from __future__ import annotations

from sandtable.kernel import Event


class SurrenderChecked(Event, frozen=True, kw_only=True):
    """A hex with cut-off units was checked for surrender."""

    at: str
    modifier: int
    result: str


EVENTS: tuple[type[Event], ...] = (SurrenderChecked,)
