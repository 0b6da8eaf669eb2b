"""The seats that an assistant holds on servers, kept in a file, so that an invitation opens its seat again later."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import platformdirs

from sandtable.assistant.guest import Pass, accept
from sandtable.kernel import SandtableError


class BrokenPasses(SandtableError):
    """The file of the seats cannot be read."""


def default_file() -> Path:
    return Path(platformdirs.user_data_dir("sandtable")) / "assistant-seats.json"


class Passes:
    """Seats by the invitation that they were taken with."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, invitation: str) -> Pass:
        """What opens the seat of an invitation, which is taken now if it was not before.

        Raises BrokenPasses for a file that cannot be read, and what `accept` raises.
        """
        kept = self._kept()
        if invitation not in kept:
            kept[invitation] = accept(invitation)
            self._keep(kept)
        return kept[invitation]

    def _kept(self) -> dict[str, Pass]:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, Pass])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as error:
            raise BrokenPasses(f"{self._path} does not hold seats ({error}); mend it or take it away") from error

    def _keep(self, kept: dict[str, Pass]) -> None:
        """Written whole or not at all, for nobody else to read: a token opens a seat."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self._path.with_suffix(".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(kept))
        fresh.replace(self._path)
