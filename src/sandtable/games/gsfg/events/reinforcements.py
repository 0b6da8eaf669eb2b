"""Events of this part of the rules."""

from __future__ import annotations

from sandtable.kernel import Event

EVENTS: tuple[type[Event], ...] = ()
