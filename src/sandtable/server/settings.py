"""How a server is set up: where games are kept, whom it trusts, and what is too much."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal, get_args

import msgspec
import platformdirs

from sandtable.kernel import SandtableError


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
    network_sign_ins: Rate = Rate(0.5, 30)
    """The same of a network: the addresses that one customer of a provider may have."""
    account_sign_ins: Rate = Rate(1 / 60, 10)
    """Wrong passwords for one account, from wherever."""
    account_letters: Rate = Rate(1 / 600, 3)
    """Letters about the forgotten password of one account."""
    all_sign_ins: Rate = Rate(5, 100)
    """Accounts made and passwords tried by everybody together."""
    messages: Rate = Rate(20, 80)
    """WebSocket messages of one socket."""
    address_messages: Rate = Rate(400, 2000)
    """WebSocket messages of an address."""
    chats: Rate = Rate(2, 30)
    """Lines of chat of a network."""
    questions: Rate = Rate(10, 60)
    """Questions of a network that cost something: odds, hints and past positions."""
    work: Rate = Rate(0.2, 4)
    """Seconds of the event loop's own work on what a network asks, comes for and looks at; choices do not count."""
    at_once: int = 8
    """Choices of a network that are carried out at the same time; the others of it wait for them."""
    sockets: int = 1000
    """Open sockets of an address."""
    body: int = 64 * 1024
    save: int = 8 * 1024 * 1024
    choices: int = 30_000
    """Choices of a saved game that is uploaded."""
    message: int = 16 * 1024
    chat: int = 500


Security = Literal["starttls", "tls", "none"]


class BadSettings(SandtableError):
    """The environment says something about the server that makes no sense; the message says what to change."""


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """How letters are sent to people whose move it is."""

    host: str
    port: int
    sender: str
    address: str
    """Where people find this server, as the beginning of a link."""
    security: Security = "starttls"
    user: str = ""
    password: str = ""
    delay: float = 60.0
    """So many seconds somebody may be away, as for a moment, before a letter is sent."""
    retries: tuple[float, ...] = (5.0, 60.0)
    """The pauses before further attempts, in seconds."""


_PORTS: dict[Security, int] = {"starttls": 587, "tls": 465, "none": 25}


def mail_settings(environ: Mapping[str, str]) -> Mail | None:
    """How letters are sent, as the environment says; None where it names no mail server. Raises BadSettings."""
    host = environ.get("SANDTABLE_SMTP_HOST", "")
    if not host:
        return None
    given = environ.get("SANDTABLE_SMTP_TLS", "starttls")
    security = next((each for each in get_args(Security) if each == given), None)
    if security is None:
        raise BadSettings(f"SANDTABLE_SMTP_TLS: write one of {', '.join(get_args(Security))}")
    port = environ.get("SANDTABLE_SMTP_PORT", "") or str(_PORTS[security])
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadSettings("SANDTABLE_SMTP_PORT: write a number from 1 to 65535")
    for name in ("SANDTABLE_MAIL_FROM", "SANDTABLE_PUBLIC_ADDRESS"):
        if not environ.get(name):
            raise BadSettings(f"{name}: letters cannot be sent without it; see docs/server.md")
    return Mail(
        host=host,
        port=int(port),
        security=security,
        user=environ.get("SANDTABLE_SMTP_USER", ""),
        password=environ.get("SANDTABLE_SMTP_PASSWORD", ""),
        sender=environ["SANDTABLE_MAIL_FROM"],
        address=environ["SANDTABLE_PUBLIC_ADDRESS"],
    )


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a server is told when it starts."""

    database: str
    shared: bool = False
    host: str = "127.0.0.1"
    """The address that it listens on."""
    hosts: tuple[str, ...] = ()
    """The host names that a local server answers to; any, where there are none."""
    address: str = ""
    """Where other servers on the same database reach this one: http://host:port."""
    lease: float = 5.0
    """After so many seconds without a sign of life others take the tables of a server over."""
    bot_workers: int = 2
    idle: float = 120.0
    """After so many seconds without a client a table is put away."""
    pause: float = 1.0
    """About so many seconds after it was asked, a question that can be answered by a standing order is answered at the
    earliest, by order or by hand, so that other people cannot tell which it was."""
    limits: Limits = Limits()
    now: Callable[[], float] = time.time
    """What the clocks of games go by, in seconds since 1970."""
    tick: float = 1.0
    """So many seconds pass between looks at whose time is up."""
    mail: Mail | None = None
    """How a shared server writes to people; None where it does not."""


def default_database() -> str:
    """SQLite in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("sandtable", appauthor=False))
    return f"sqlite:///{folder / 'games.sqlite3'}"
