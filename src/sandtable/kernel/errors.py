"""Every error that a caller of the kernel may want to catch, each with a message that says what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.kernel.decisions import Refusal


class SandtableError(Exception):
    """The root of all errors raised on purpose."""


class UnknownTitle(SandtableError):
    """No title of that name is installed, or the one that is cannot be used."""


class UnknownScenario(SandtableError):
    """The title has no scenario, or no optional rule, of that name."""


class IllegalChoice(SandtableError):
    """The choice is not among the options; the game is as it was before."""

    def __init__(self, option: str, refusal: Refusal, reason: str) -> None:
        super().__init__(f"{option} cannot be chosen: {reason}" + (f" [{refusal.rule}]" if refusal.rule else ""))
        self.option = option
        self.refusal = refusal
        self.reason = reason
        self.rule = refusal.rule


class NothingToUndo(SandtableError):
    """No choice can be taken back: none was made, or something was revealed since."""


class NeedsLeave(SandtableError):
    """The end of a phase cannot be taken back without the leave of the other sides."""


class GameOver(SandtableError):
    """The game has ended; nobody has anything left to decide."""


class SaveError(SandtableError):
    """A saved game that cannot be opened, with the line at fault."""


class ReplayMismatch(SandtableError):
    """A replay that departs from its journal, with the number of the first choice that differs."""

    def __init__(self, choice: int, problem: str) -> None:
        super().__init__(f"choice {choice}: {problem}")
        self.choice = choice
        self.problem = problem


class StaleView(SandtableError):
    """A view was read after the game had moved on."""


class BrokenTitle(SandtableError):
    """A title does something that the kernel forbids; a bug in the title, not in its user."""


class DiceExhausted(SandtableError):
    """A script of dice came to its end before the game did."""
