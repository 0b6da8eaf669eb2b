"""Secrets of seats: how they are made, kept and compared, and the hash that commits the server to its dice."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

_LONGEST_ID = 32


def new_token() -> str:
    """A token that cannot be guessed."""
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    return secrets.token_urlsafe(9)


def is_table_id(given: str) -> bool:
    """Whether a table may be called so: a database need not be asked for anything else."""
    return len(given) <= _LONGEST_ID and given.isascii() and given.isprintable()


def digest(token: str) -> str:
    """What is stored of a token; it is long and random, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(given: str, stored: str) -> bool:
    """Whether two digests are the same, in a time that tells nothing; a seat without a token is opened by none."""
    return bool(stored) and hmac.compare_digest(given, stored)


def revision(salt: str, side: str, place: int) -> str:
    """What stands for a place in a game's journal towards a side, without telling how many there were before it."""
    digest = hashlib.blake2b(f"{side}/{place}".encode(), key=salt.encode(), digest_size=9).digest()
    return base64.urlsafe_b64encode(digest).decode()


def opening(seed: int, salt: str) -> str:
    """What is revealed after the game: the seed and the salt that was hashed with it."""
    return f"{seed}:{salt}"


def commitment(seed: int, salt: str) -> str:
    """What is published before it."""
    return hashlib.sha256(opening(seed, salt).encode()).hexdigest()
