"""What weather, air power, reinforcements and the scenario bring."""

from __future__ import annotations

from sandtable.kernel import Event

EVENTS: tuple[type[Event], ...] = ()
