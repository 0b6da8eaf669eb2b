"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Double,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def _game(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=primary_key, nullable=False
    )


accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(64), nullable=False),
    Column("folded", String(64), nullable=False, unique=True),
    Column("password", Text, nullable=False),
    Column("created", String(40), nullable=False),
)

likenesses = Table(
    "likenesses",
    metadata,
    Column("likeness", String(200), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, unique=True),
)
"""What the names of accounts look like; of accounts older than this table whose names look alike the first has it."""

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("created", String(40), nullable=False),
)

places = Table(
    "places",
    metadata,
    Column("session", String(64), ForeignKey("sessions.digest", ondelete="CASCADE"), primary_key=True),
    Column("agent", String(200), nullable=False),
)
"""By what each session was opened, as far as the browser says; sessions older than this table have none."""

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("created", String(40), nullable=False),
    Column("updated", String(40), nullable=False, index=True),
    Column("summary", Text, nullable=False),
    Column("floors", Text, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    _game(primary_key=True),
    Column("side", String(64), primary_key=True),
    Column("mode", String(16), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("token", String(64), nullable=False, index=True),
    Column("invitation", String(64), nullable=False, index=True),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="SET NULL"), nullable=True, index=True),
)

choices = Table(
    "choices",
    metadata,
    _game(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("act", String(8), nullable=False),
    Column("side", String(64), nullable=False),
    Column("option", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("check", String(16), nullable=False),
    Column("key", String(80), nullable=False),
    UniqueConstraint("game", "key"),
)

segments = Table(
    "segments",
    metadata,
    _game(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("entries", LargeBinary, nullable=False),
    Column("events", LargeBinary, nullable=False),
)

happenings = Table(
    "happenings",
    metadata,
    _game(primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("events", LargeBinary, nullable=False),
)
"""What happened since the last stored position, act by act: it is read where a game cannot be replayed."""

standing = Table(
    "standing",
    metadata,
    _game(primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("orders", Text, nullable=False),
)

terms = Table(
    "terms",
    metadata,
    _game(primary_key=True),
    Column("terms", Text, nullable=False),
)

lessons = Table(
    "lessons",
    metadata,
    _game(primary_key=True),
    Column("lesson", String(64), nullable=False),
)

archive = Table(
    "archive",
    metadata,
    _game(primary_key=True),
    Column("side", String(64), primary_key=True),
)
"""The seats whose holders have put a game away."""

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    _game(),
    Column("who", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(40), nullable=False),
)
Index("chat_of_game", chat.c.game, chat.c.id)

clocks = Table(
    "clocks",
    metadata,
    _game(primary_key=True),
    Column("clock", Text, nullable=False),
    Column("strikes", Float, nullable=True, index=True),
)

wishes = Table(
    "wishes",
    metadata,
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("address", Text, nullable=False),
    Column("lang", String(8), nullable=False),
    Column("wanted", Integer, nullable=False),
)

calls = Table(
    "calls",
    metadata,
    _game(primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("at", String(40), nullable=False),
)

facts = Table(
    "facts",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)

verdicts = Table(
    "verdicts",
    metadata,
    _game(primary_key=True),
    Column("version", String(64), nullable=False),
    Column("updated", String(40), nullable=False),
    Column("outcome", String(16), nullable=False),
    Column("why", Text, nullable=False),
)
"""Whether each game still opened, when it was last looked at: with which version of the program, and as it was then."""

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", Text, nullable=False),
    Column("expires", Double, nullable=False),
)
"""The servers on this database, and until when each is taken to be alive, in seconds since 1970."""

owners = Table(
    "owners",
    metadata,
    _game(primary_key=True),
    Column("server", String(32), nullable=False),
    Column("fence", Integer, nullable=False),
)
"""Which server has a table open, and how often one was opened: an earlier owner writes nothing more."""

attempts = Table(
    "attempts",
    metadata,
    Column("name", String(300), primary_key=True),
    Column("level", Double, nullable=False),
    Column("seen", Double, nullable=False),
)
"""How often somebody may still try a password: for each address, network and account, and for all together."""
