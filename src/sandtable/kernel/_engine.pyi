"""The loop of a game: the procedures of its stack are run until somebody must choose."""

from typing import TypeVar

from sandtable.kernel.decisions import Choice
from sandtable.kernel.events import Event
from sandtable.kernel.procedures import Procedure
from sandtable.kernel.state import GameState

S = TypeVar("S", bound=GameState)

MOST_STEPS: int
"""How many steps may follow on one another without a question before a title counts as stuck."""

class Engine:
    """What runs a game that keeps its state, its current stack, its decisions and its events in slots."""

    def push(self, procedure: Procedure) -> None:
        """Interrupt: run this procedure, then come back."""

    def finish(self, result: object = None) -> None:
        """The current procedure is done; what it has come to, if anything, goes to the one that waits below.

        A procedure that stands at the step `strike` is given a result through `strike_done(game, result)`.
        """

    def goto(self, step: str, **changes: object) -> None:
        """The current procedure continues at another step, with some of its fields changed."""

    def become(self, procedure: Procedure) -> None:
        """The current procedure gives way to another."""

    def hand_down(self, choice: Choice) -> None:
        """The current procedure is done, and the one below it carries out the choice as if it had asked itself."""

    def end_phase(self) -> None:
        """Note where a phase ends; what sides do in secret ends for all of them together, when it comes to light."""

    def say(self, event: Event) -> None:
        """Record what happened."""

    def advance(self) -> None:
        """Run until a decision is open or the game is over."""

    def answer(self, side: str, option_id: str) -> None:
        """Give the procedure that asks a side its answer, and run to the next decision."""

    def choose(self, option_id: str, side: str | None = None) -> None:
        """Carry out a choice and run to the next decision.

        Raises IllegalChoice, with the reason and the rule, where it is not offered, and GameOver after the end.
        """

    def choose_instead(self, option_id: str, side: str | None) -> None:
        """Carry out a choice that the open question does not offer, or refuse it; for the game itself to say."""

def copied(state: S, names: tuple[str, ...]) -> S:
    """A copy of a state that shares everything with it but some of its dicts and lists."""
