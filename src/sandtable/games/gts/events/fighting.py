"""What happens in combat."""

from __future__ import annotations

from sandtable.kernel import Event

EVENTS: tuple[type[Event], ...] = ()
