"""The engine: runs the procedures of a state until somebody must choose, and carries out what was chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from sandtable.kernel import state as states
from sandtable.kernel._derived import Kept
from sandtable.kernel.decisions import ASKED, NOT_NOW, Choice, Decision, Line, Preview, Refusal, most_telling
from sandtable.kernel.dice import Bands, DiceSource, SeededDice, apart, contest_of
from sandtable.kernel.errors import BrokenTitle, GameOver, IllegalChoice
from sandtable.kernel.events import Drew, Ended, Event, Rolled
from sandtable.kernel.procedures import Procedure
from sandtable.kernel.state import GameState, Result

try:
    from sandtable.kernel._engine import Engine
except ModuleNotFoundError as error:
    raise ImportError(
        "the compiled parts of Sandtable are older than its sources: build them with `make setup`, "
        "or with `python -m pip install --no-deps -e .`"
    ) from error

if TYPE_CHECKING:
    from sandtable.kernel.text import Texts
    from sandtable.kernel.title import Title

S = TypeVar("S", bound=GameState)
C = TypeVar("C")

_SEEDED = SeededDice()

RESIGN, DRAW, TIME = "concede:resign", "concede:draw", "concede:time"
"""Choices that every side has at any time, whatever it is asked: to resign, and to be content with a draw. That a side
has run out of the time that was agreed on is written down in the same way."""
_LEVELS = {RESIGN: "resigned", DRAW: "agreed", TIME: "time"}


def is_concession(option_id: str) -> bool:
    """Whether a choice ends the game by the will of those who play it."""
    return option_id in _LEVELS


class Game(Engine, Generic[S, C]):
    """A state in play. What a procedure may do to the world, it does through this object.

    `state` is the title's own Struct, `content` the immutable data of the scenario (board, tables, counters), `events`
    what has happened since the game object was made, `decisions` what is open now: one decision, or one for each side
    that chooses in secret at the same time, or none once the game is over.
    """

    __slots__ = (
        "content",
        "decisions",
        "dice",
        "events",
        "kept",
        "phase_ended",
        "revealed",
        "stack",
        "state",
        "title",
    )

    def __init__(self, title: Title[S, C], content: C, state: S, dice: DiceSource = _SEEDED) -> None:
        self.title = title
        self.content = content
        self.state = state
        self.dice = dice
        self.events: list[Event] = []
        self.stack = state.stack
        self.decisions: tuple[Decision, ...] = ()
        self.revealed = False
        """Whether anything came to light since this was last set to False: then a choice cannot be taken back."""
        self.phase_ended = False
        """Whether a phase ended since this was last set to False: then a choice is taken back with leave only."""
        self.kept = Kept()
        """What was derived from the state and still holds: see `derived`."""

    def fork(self) -> Game[S, C]:
        """A game in the same position that evolves on its own, with no events yet."""
        new = Game(self.title, self.content, states.fork(self.state), self.dice.fork())
        new.decisions = self.decisions
        return new

    def branch(self) -> Game[S, C]:
        """A fork to look ahead with, one at a time and beside nothing else: what it derives is kept together with this
        game's, so that only what differs is worked out anew.
        """
        new = self.fork()
        new.kept = self.kept
        return new

    def look_at(self, state: S) -> None:
        """Turn to another state of the same game, to ask about it; what was derived is kept as far as it holds."""
        self.state = state
        self.stack = state.stack

    def texts(self, lang: str) -> Texts:
        """The title's words in a language, with the names of the scenario that is played, as it stands."""
        return self.title.texts(lang, self.content).with_names(
            lambda kind, ident, lang: self.title.named_now(kind, ident, lang, self)
        )

    # What procedures use

    def simultaneously(self, procedures: Mapping[str, Procedure]) -> None:
        """Let each side run a procedure in secret; the current one goes on when all have finished."""
        if self.state.branches:
            raise BrokenTitle("sides choose in secret already")
        self.state.branches = {side: [procedure] for side, procedure in procedures.items()}
        self.state.branch_starts = {side: (procedure,) for side, procedure in procedures.items()}

    def reveal(self) -> None:
        """Something hidden came to light: what was chosen before can no longer be taken back."""
        self.revealed = True

    def roll(
        self,
        dice: str,
        why: str,
        rule: str,
        bands: Bands | None = None,
        seen_by: tuple[str, ...] | None = None,
        of: str = "",
        lines: tuple[Line, ...] = (),
    ) -> int:
        """Roll and return the total; `of` is whom it is rolled for, where the log is to name it.

        `lines` is the sum that it is measured against, where nothing else will tell it.

        `bands` lists in ascending order the totals at which a new outcome begins (a threshold, the ranges of a
        table's rows), or what each total from the lowest on comes to, where totals apart from each other come to the
        same; what follows may then depend on nothing but the band. Without it every total counts.
        """
        faces = self._faces(dice, bands)
        total = sum(faces)
        self.events.append(
            Rolled(rule=rule, seen_by=seen_by, dice=dice, faces=faces, total=total, why=why, of=of, lines=lines)
        )
        return total

    def roll_apart(
        self, dice: str, why: str, rule: str, bands: Sequence[str] | None = None, seen_by: tuple[str, ...] | None = None
    ) -> tuple[int, ...]:
        """Roll dice that are told apart, such as a colored one and a white one, and return their faces.

        `bands` says what each result comes to, counted through with the last die turning fastest; what follows may
        then depend on nothing else.
        """
        faces = self._faces(apart(dice), bands)
        self.events.append(Rolled(rule=rule, seen_by=seen_by, dice=dice, faces=faces, total=sum(faces), why=why))
        return faces

    def contest(self, die: str, lead: int, why: tuple[str, str], rule: str) -> tuple[int, int]:
        """Roll a die for each of two sides, and again while they tie: when the first is above the second by `lead`.

        What follows may depend on nothing but who is ahead: the first, if it is above the second by more than that.
        """
        first, second = self._faces(contest_of(die, lead), (lead + 1,))
        for face, reason in zip((first, second), why, strict=True):
            self.events.append(Rolled(rule=rule, dice=die, faces=(face,), total=face, why=reason))
        return first, second

    def _faces(self, dice: str, bands: Bands | None) -> tuple[int, ...]:
        self._no_chance_in_secret()
        state = self.state
        faces = self.dice.faces(state.seed, state.rolls, dice, bands)
        state.rolls += 1
        self.revealed = True
        return faces

    def draw(self, items: Sequence[str], why: str, rule: str, seen_by: tuple[str, ...] | None = None) -> str:
        """Draw one of several things, all equally likely; a thing listed twice is twice as likely."""
        self._no_chance_in_secret()
        state = self.state
        drawn = self.dice.pick(state.seed, state.rolls, items)
        state.rolls += 1
        self.revealed = True
        self.events.append(Drew(rule=rule, seen_by=seen_by, drawn=drawn, among=len(items), why=why))
        return drawn

    def _no_chance_in_secret(self) -> None:
        if self.state.branches:
            raise BrokenTitle("no dice while sides choose in secret: the order of their choices must not matter")

    def end(self, winner: str | None, level: str, rule: str) -> None:
        """The game is over."""
        self.state.result = Result(winner, level, rule)
        self.events.append(Ended(rule=rule, winner=winner or "", level=level))

    # What players use

    def choose_instead(self, option_id: str, side: str | None) -> None:
        if side is not None and option_id in _LEVELS:
            self.concede(option_id, side)
        else:
            self.carry_out(self.offering(option_id, side), option_id)

    def concede(self, option_id: str, side: str) -> None:
        """End the game because a side resigns or is out of time, or all are content with a draw. Raises GameOver."""
        self.decision_of(side)
        others = [each for each in self.title.scenario(self.state.scenario).sides if each != side]
        self.end(others[0] if option_id != DRAW and len(others) == 1 else None, _LEVELS[option_id], "")
        self.advance()

    def offering(self, option_id: str, side: str | None = None) -> Decision:
        """The decision that offers an option: the open one, or the one to which the side may turn instead.

        Raises IllegalChoice, with the reason and the rule, and GameOver.
        """
        decision = self.decision_of(side)
        if decision is not None and decision.find(option_id) is None:
            decision = self._turning(decision, option_id)
        if decision is None:
            refusal = self.explain(option_id, side) or Refusal("refused.unknown")
            raise IllegalChoice(option_id, refusal, self.texts("en").refusal(refusal))
        return decision

    def carry_out(self, decision: Decision, option_id: str) -> None:
        """Carry out an option of the decision that offers it, as `offering` gives it, and run to the next decision."""
        if decision not in self.decisions:
            turning = self.decision_of(decision.side)
            assert turning is not None
            self.stack = self.state.branches[decision.side] if self.state.branches else self.state.stack
            self._put_down(turning.turns_to)
        self.answer(decision.side, option_id)

    def turning(self, side: str | None = None) -> Decision | None:
        """What a side may answer instead of its open decision, being done with the order in hand; None if nothing.

        A decision that comes in the middle of an order, such as where a unit goes on to, names the procedure below that
        gives the orders. To pick another unit there is to be done with this one.
        """
        decision = self.decision_of(side)
        fork = None if decision is None else self._turned(decision)
        if fork is None:
            return None
        frame = fork.stack[-1]
        asked: Decision | None = getattr(frame, frame.step)(fork)
        return asked

    def _turned(self, decision: Decision) -> Game[S, C] | None:
        """The game in which a side has put down the order in hand, where it may; None elsewhere."""
        if not decision.turns_to:
            return None
        fork = self.fork()
        fork.stack = fork.state.branches[decision.side] if fork.state.branches else fork.state.stack
        return fork if fork._put_down(decision.turns_to) else None

    def _turning(self, decision: Decision, option_id: str) -> Decision | None:
        found = self.turning(decision.side)
        return None if found is None or found.find(option_id) is None else found

    def _put_down(self, name: str) -> bool:
        """Be done with whatever stands above a procedure; whether there is such a procedure."""
        while self.stack and type(self.stack[-1]).__name__ != name:
            if self.stack.pop().is_phase:
                self.end_phase()
        return bool(self.stack)

    def decision_of(self, side: str | None) -> Decision | None:
        """The open decision of a side; of the only side that has one, if none is named."""
        if self.state.result is not None:
            raise GameOver("the game is over")
        if side is None:
            return self.decisions[0]
        for decision in self.decisions:
            if decision.side == side:
                return decision
        return None

    def explain(self, option_id: str, side: str | None = None) -> Refusal | None:
        """Why an option is not offered; None if it is. What the question knows no reason for, the one may know to which
        the side could turn.
        """
        decision = self.decision_of(side)
        if decision is None:
            return Refusal("refused.not-your-turn")
        if decision.find(option_id) is not None or self._turning(decision, option_id) is not None:
            return None
        for game in (self, self._turned(decision)):
            answer = None if game is None else game._ask_frame(decision.side, "_refused", option_id)
            if answer is not None:
                assert isinstance(answer, Refusal)
                return answer
        choice = Choice.of(option_id)
        found = self.title.why_not(self, choice)
        if found is not None:
            return found
        if any(Choice.of(each).kind == choice.kind for each in decision.ids):
            return Refusal(NOT_NOW, decision.rule)
        return Refusal(ASKED, decision.rule, decision.args, decision.prompt)

    def why_none(self, option_ids: Sequence[str], side: str | None = None) -> Refusal | None:
        """Why none of several options is offered, any of which somebody may have meant; None if one is."""
        refusals = [self.explain(option_id, side) for option_id in option_ids]
        found = [refusal for refusal in refusals if refusal is not None]
        return most_telling(found) if len(found) == len(refusals) else None

    def preview(self, option_id: str, side: str | None = None) -> Preview:
        """What choosing an offered option would do first: its path and its sum, as far as they are settled."""
        decision = self.decision_of(side)
        if decision is None or decision.find(option_id) is None:
            return Preview()
        answer = self._ask_frame(decision.side, "_preview", option_id)
        if answer is None:
            return Preview()
        assert isinstance(answer, Preview)
        return answer

    def _ask_frame(self, side: str, suffix: str, option_id: str) -> object:
        state = self.state
        frame = (state.branches[side] if state.branches else state.stack)[-1]
        method = getattr(frame, frame.step + suffix, None)
        return None if method is None else method(self, Choice.of(option_id))
