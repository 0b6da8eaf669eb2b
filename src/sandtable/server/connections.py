"""How many connections there may be at once, and how long requests and answers may take: who is slow keeps no place."""

from __future__ import annotations

import asyncio
import logging
import resource
import time

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

_RESERVE = 128
"""Descriptors that are kept for the database, workers, files and the log."""
_SHARE = 4
"""One address has at most a quarter of all sockets."""
_EVERY = 60.0
_log = logging.getLogger(__name__)


class Bounds(msgspec.Struct, frozen=True, kw_only=True):
    """What connections may take."""

    most: int
    """How many there may be at once."""
    head: float = 15.0
    """Within so many seconds the head of a request has come, or the connection is closed."""
    body: float = 120.0
    """Within so many seconds its body has."""
    read: float = 60.0
    """Within so many seconds something of an answer is read."""
    look: float = 2.5
    """So many seconds pass between looks."""


def most_connections() -> int:
    """As many as there are descriptors, but for those that the server itself needs."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(_RESERVE, (2**20 if soft == resource.RLIM_INFINITY else soft) - _RESERVE)


def sockets_of_one(most: int, wanted: int) -> int:
    """How many sockets one address may have."""
    return max(1, min(wanted, most // _SHARE))


class _Notice:
    """One line in the log for however many connections were turned away in a minute."""

    def __init__(self) -> None:
        self._since = -_EVERY
        self._turned_away = 0

    def note(self, why: str) -> None:
        self._turned_away += 1
        if time.monotonic() - self._since >= _EVERY:
            _log.warning("connections are turned away, %d so far: %s", self._turned_away, why)
            self._since, self._turned_away = time.monotonic(), 0


def bounded(bounds: Bounds) -> type[asyncio.Protocol]:
    """What uvicorn speaks HTTP with, within bounds."""
    crowd, slowness = _Notice(), _Notice()

    class Bounded(H11Protocol):
        """A connection that is closed if it is one too many, or if a request does not come."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._idle_since: float | None = self.loop.time()
            self._body_since: float | None = None
            self._unread, self._unread_since = 0, self.loop.time()
            if len(self.connections) > bounds.most:
                crowd.note(f"there are {bounds.most} already")
                transport.abort()
                return
            self.loop.call_later(bounds.look, self._look)

        def _look(self) -> None:
            """Close the connection if a request is not there in time, or an answer not read; a socket is left alone."""
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            now, cycle = self.loop.time(), self.cycle
            is_busy = cycle is not None and not cycle.response_complete
            is_coming = is_busy and cycle is not None and cycle.more_body
            self._idle_since = None if is_busy else self._idle_since or now
            self._body_since = (self._body_since or now) if is_coming else None
            unread = self.transport.get_write_buffer_size()
            if not 0 < unread >= self._unread:
                self._unread_since = now
            self._unread = unread
            late_reader = now - self._unread_since >= bounds.read
            late_head = self._idle_since is not None and now - self._idle_since >= bounds.head
            late_body = self._body_since is not None and now - self._body_since >= bounds.body
            if late_head or late_body or late_reader:
                if late_reader:
                    slowness.note("answers are not read")
                elif late_body or self.conn.trailing_data[0]:
                    slowness.note("requests do not come in time")
                self.transport.abort()
                return
            self.loop.call_later(bounds.look, self._look)

    return Bounded
