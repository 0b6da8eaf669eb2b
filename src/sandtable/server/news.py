"""What clients at a table are told: what is new to each, worked out once for all who look with the same eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from sandtable.server import changes
from sandtable.server.protocol import Message, Position

if TYPE_CHECKING:
    from sandtable.server.live import LiveTable


class Listener(Protocol):
    """A client at the table: whose view it looks at, in which language, and how much of the log it has."""

    looking: str
    lang: str
    lines: int
    shown: Position | None
    """What it was last shown, which updates are based on."""
    mine: tuple[str, ...]
    who: str
    """The name by which it speaks."""
    network: str
    """From where it comes."""

    def send(self, message: bytes) -> None: ...

    def send_away(self) -> None: ...


def encoded(message: Message) -> bytes:
    return msgspec.json.encode(message)


class News:
    """What an act has changed."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._positions: dict[tuple[str, str], Position] = {}
        self._happened: dict[tuple[str, str, int], bytes] = {}
        self._updates: dict[tuple[int, str, str], bytes | None] = {}

    def happened(self, side: str, lang: str, start: int) -> bytes:
        key = (side, lang, start)
        if key not in self._happened:
            self._happened[key] = encoded(self._table.happened(side, lang, start))
        return self._happened[key]

    def position(self, side: str, lang: str) -> Position:
        if (side, lang) not in self._positions:
            self._positions[side, lang] = self._table.position(side, lang)
        return self._positions[side, lang]

    def update(self, listener: Listener) -> bytes | None:
        """What is new to a listener; None where nothing is. To one that was shown nothing yet, all is."""
        side, lang, before = listener.looking, listener.lang, listener.shown
        key = (id(before), side, lang)
        if key not in self._updates:
            now = self.position(side, lang)
            new = changes.between(before, now) if before is not None and before.side == side else now
            self._updates[key] = None if new is None else encoded(new)
        return self._updates[key]
