"""How a server is set up: where games are kept, whom it trusts, and what is too much."""

from __future__ import annotations

from pathlib import Path

import msgspec
import platformdirs


class Rate(msgspec.Struct, frozen=True):
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What one address or one socket may ask of the server."""

    calls: Rate = Rate(50, 300)
    """REST calls of an address."""
    set_ups: Rate = Rate(2, 40)
    """New tables, uploads, saves and reports of an address: calls that cost something."""
    sign_ins: Rate = Rate(0.2, 10)
    """Accounts made and passwords tried by an address."""
    messages: Rate = Rate(20, 80)
    """WebSocket messages of one socket."""
    address_messages: Rate = Rate(400, 2000)
    """WebSocket messages of an address."""
    sockets: int = 1000
    """Open sockets of an address."""
    body: int = 64 * 1024
    save: int = 8 * 1024 * 1024
    message: int = 16 * 1024
    chat: int = 500


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a server is told when it starts."""

    database: str
    shared: bool = False
    host: str = "127.0.0.1"
    """The address that it listens on."""
    hosts: tuple[str, ...] = ()
    """The host names that a local server answers to; any, where there are none."""
    bot_workers: int = 2
    idle: float = 120.0
    """After so many seconds without a client a table is put away."""
    pause: float = 1.0
    """About so many seconds after it was asked, a question that can be answered by a standing order is answered at the
    earliest, by order or by hand, so that other people cannot tell which it was."""
    limits: Limits = Limits()


def default_database() -> str:
    """SQLite in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("sandtable", appauthor=False))
    return f"sqlite:///{folder / 'games.sqlite3'}"
