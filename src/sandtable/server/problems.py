"""What goes wrong through somebody's fault or by bad luck, with a code for programs and a sentence for people."""

from __future__ import annotations

from sandtable.server.protocol import Problem

BROKEN_GAME = "broken-game"
"""A game cannot be opened; its report can be read all the same."""


class Refused(Exception):
    """A call or a request that cannot be granted."""

    def __init__(self, status: int, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(code, message, rule)


def storage_away() -> Refused:
    """The database does not answer: nothing is wrong with what was asked."""
    return Refused(503, "storage", "the games cannot be reached at the moment; try again")


def no_such_table() -> Refused:
    """Also for tables that the asker may know nothing of."""
    return Refused(404, "no-such-table", "there is no such table, or nothing you hold opens it")
