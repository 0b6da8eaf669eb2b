"""What happens in the Surrender Phase."""

from __future__ import annotations

from sandtable.kernel import Event, Line


class SurrenderChecked(Event, frozen=True, kw_only=True):
    """A hex with cut-off units was checked for surrender."""

    at: str
    modifier: int
    result: str
    lines: tuple[Line, ...] = ()

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


EVENTS: tuple[type[Event], ...] = (SurrenderChecked,)
