"""What happens in rally and engineer actions."""

from __future__ import annotations

from sandtable.kernel import Event

EVENTS: tuple[type[Event], ...] = ()
