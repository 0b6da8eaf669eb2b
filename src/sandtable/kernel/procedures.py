"""The sequence of play as data: small frozen frames on a stack, each with named steps."""

from __future__ import annotations

import sys
from typing import ClassVar

import msgspec


class Procedure(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="procedure", gc=False):
    """One frame of the stack.

    `step` names the method to run next. A step `pick(self, game)` changes the state, pushes another procedure,
    finishes, or asks: it returns a Decision, and then it may change nothing, because it is asked again whenever a
    game is loaded. The answer goes to `pick_chosen(self, game, choice)`. Two more methods are looked for where a
    decision is open: `pick_refused(self, game, choice)` returns the Refusal of something that is not offered, and
    `pick_preview(self, game, choice)` returns the Preview of something that is. Where `pick` pushes a procedure that
    comes to a result (`game.finish(result)`), that goes to `pick_done(self, game, result)`, which moves on.
    """

    step: str = "begin"
    is_phase: ClassVar[bool] = False
    """Whether a phase of the sequence of play ends with it."""


class Phase(Procedure, frozen=True):
    """A procedure with the end of which a phase of the sequence of play ends.

    What was chosen up to there is taken back only with the leave of the other sides.
    """

    is_phase = True


class _Names(dict[str, str]):
    """Names of methods that begin with the name of a step; always the same object for a step, which is found faster."""

    def __init__(self, ending: str) -> None:
        super().__init__()
        self._ending = ending

    def __missing__(self, step: str) -> str:
        name = self[step] = sys.intern(step + self._ending)
        return name


ANSWERS = _Names("_chosen")
"""By the name of a step: the method that carries out the answer to it."""
RESULTS = _Names("_done")
"""By the name of a step: the method that is given the result of a procedure pushed in it."""
