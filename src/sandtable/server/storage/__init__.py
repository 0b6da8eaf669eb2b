"""Where games, seats, choices, chat and accounts are kept: SQLite or PostgreSQL behind one layer."""

from sandtable.server.storage.engine import Storage, StorageAway, StorageError

__all__ = ["Storage", "StorageAway", "StorageError"]
