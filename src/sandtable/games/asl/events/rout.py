"""What happens in the Rout Phase."""

from __future__ import annotations

from sandtable.kernel import Event


class Routed(Event, frozen=True, kw_only=True):
    """A broken unit routed."""

    unit: str
    path: tuple[str, ...]


class Crawled(Event, frozen=True, kw_only=True):
    """A broken unit crawled into the next hex."""

    unit: str
    to: str


class Interdicted(Event, frozen=True, kw_only=True):
    """A routing unit came under the fire of those who see it in the open."""

    unit: str
    at: str


class NoQuarter(Event, frozen=True, kw_only=True):
    """A side gives no quarter from now on."""

    side: str


ROUT_EVENTS = (Routed, Crawled, Interdicted, NoQuarter)
