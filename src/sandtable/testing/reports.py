"""What the conformance suite found."""

from __future__ import annotations

import msgspec


class Failure(msgspec.Struct, frozen=True):
    """Something that must hold and does not, with all that it takes to see it again."""

    check: str
    problem: str
    scenario: str = ""
    switches: tuple[str, ...] = ()
    seed: int = 0
    choice: int = 0
    """How many choices had been made."""
    save: str = ""
    """The game saved at that point, where a folder was given."""

    def __str__(self) -> str:
        if not self.scenario:
            return f"{self.check}: {self.problem}"
        place = (
            f"{self.scenario}, switches {', '.join(self.switches) or 'none'}, seed {self.seed}, choice {self.choice}"
        )
        return f"{self.check}: {self.problem} ({place})" + (f" saved as {self.save}" if self.save else "")


class Report(msgspec.Struct, frozen=True):
    """One game."""

    decisions: int
    failures: tuple[Failure, ...]
    refused: int = 0
    """How many clicks on counters and hexes were refused."""
    unreasoned: int = 0
    """How many of these without a reason."""


class FuzzReport(msgspec.Struct, frozen=True):
    """Many games."""

    games: int
    decisions: int
    failures: tuple[Failure, ...]
    refused: int = 0
    unreasoned: int = 0
