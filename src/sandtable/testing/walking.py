"""One game played at random, with everything checked on the way."""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from sandtable.kernel import AnyTitle, Decision, Game, SandtableError, Table
from sandtable.kernel import title as title_of
from sandtable.lab.playing import save_after
from sandtable.testing import asking, chance, keeping, looks, orders, secrecy, words
from sandtable.testing.position import Position, Problems
from sandtable.testing.reports import Failure, Report

CAP = 20_000
"""After so many choices a game counts as endless."""
ENOUGH = 20
"""After so many failures a game is examined no further."""
FAMILIAR = 6
"""Where not everything is looked at: how often a kind of question is looked at before it counts as familiar."""

CarryOut = Callable[[Decision, str], None]

CHECKS: tuple[tuple[Callable[[Position], Problems], float], ...] = (
    (asking.asking_is_pure, 0.5),
    (asking.judgement_is_finite, 0.2),
    (asking.refusals_give_reasons, 0.3),
    (asking.clicks_are_answered, 0.3),
    (asking.turns_are_taken, 0.3),
    (words.preview_is_worded, 0.2),
    (looks.badges_differ, 0.1),
    (secrecy.views_hide_what_they_must, 0.15),
    (secrecy.secret_choices_commute, 0.5),
    (chance.odds_agree_with_dice, 0.03),
    (chance.shown_odds_add_up, 0.02),
    (keeping.saves_open_as_they_were, 0.02),
    (keeping.kept_values_hold, 0.1),
)
"""What is checked at a decision, and at what share of the decisions unless the check is to be thorough."""
FORK_RATE = 0.4
UNDO_RATE = 0.3
ORDER_RATE = 0.02
"""The share of the decisions before which a side gives a standing order."""


def check_game(
    title: AnyTitle | str,
    scenario: str | None = None,
    switches: Sequence[str] = (),
    seed: int = 0,
    *,
    thorough: bool = False,
    familiar: int | None = None,
    folder: Path | None = None,
    cap: int = CAP,
) -> Report:
    """Play a game at random and check it. The seed settles the game; `thorough` makes every check at every decision.

    A long game asks the same questions thousands of times. Where it is given after how many times a kind of question is
    familiar, one that is asked for the n-th time is looked at with the chance familiar/n, so that rare questions are
    looked at always and common ones ever more rarely, yet in the second half of the game as often as in the second
    quarter. Standing orders are given likewise.

    Given a folder, each failure is saved there as a game that shows it. Titles not installed cannot be checked: a save
    names its title by its id.
    """
    found = title_of(title) if isinstance(title, str) else title
    with tempfile.TemporaryDirectory(prefix="sandtable-") as scratch:
        walk = Walk(found, found.scenario(scenario).id, tuple(sorted(set(switches))), seed, folder, Path(scratch))
        walk.run(cap, thorough, familiar)
    return Report(len(walk.choices), tuple(walk.failures.values()), walk.refused, walk.unreasoned)


class Walk:
    """The way through one game and what was found on it."""

    def __init__(
        self, title: AnyTitle, scenario: str, switches: tuple[str, ...], seed: int, folder: Path | None, scratch: Path
    ) -> None:
        self.title = title
        self.scenario = scenario
        self.switches = switches
        self.seed = seed
        self.choices: list[tuple[str, str]] = []
        self.failures: dict[tuple[str, str], Failure] = {}
        self.refused = self.unreasoned = 0
        self._familiar: int | None = None
        self._met: Counter[str] = Counter()
        """How often each kind of question and of event was met."""
        self._folder = folder
        self._scratch = scratch
        self._rng = random.Random(f"{seed}/checks")

    def run(self, cap: int, thorough: bool, familiar: int | None = None) -> None:
        """Play to the end, to the cap, or until enough is found amiss."""
        self._familiar = familiar
        play = random.Random(f"{self.seed}/play")
        try:
            table = Table.new(self.title, self.scenario, self.switches, self.seed)
            position = Position(table, self._rng, self._scratch)
        except Exception as error:
            self._fail("setup", _sentence(error))
            return
        self._note("words", self._events_worded(position, 0))
        while table.result is None and len(self.choices) < cap and len(self.failures) < ENOUGH:
            self._note("asking", asking.decisions_are_sound(position))
            if not table.decisions:
                return
            looks = self._meet(position)
            if looks:
                self._examine(position, thorough)
            if play.random() < ORDER_RATE and self._is_worth_a_look("a standing order"):
                self._order(position, play)
            chosen = self._next(table, play)
            if not (self._step_closely(position, *chosen, thorough) if looks else self._step(position, *chosen)):
                return
        if len(self.choices) == cap and table.result is None:
            self._fail("end", f"the game has no end after {cap} choices")
        self._note("secrecy", secrecy.all_lies_open_at_the_end(position))
        self._note("keeping", keeping.winner_is_content(position))
        self._note("keeping", keeping.saves_open_as_they_were(position))
        self._note("keeping", keeping.replays_to_the_same_end(position))

    def _order(self, position: Position, play: random.Random) -> None:
        """Let a side give a standing order, if any question of such a kind has been met."""
        order, side = orders.any_order(self.title, position.asked, play), play.choice(position.sides)
        if order is not None:
            self._note("orders", orders.order_is_secret(position, order, side))
            self.choices.append((side, position.table.entries[-1].option))

    def _next(self, table: Table, play: random.Random) -> tuple[CarryOut, Decision, str]:
        """What is chosen, by order or else by lot, and how that is carried out."""
        found = table.standing_answer()
        if found is not None:
            return table.obey, *found
        decision = play.choice(table.decisions)
        return table.make, decision, play.choice(decision.ids)

    def _meet(self, position: Position) -> bool:
        """Take note of what is asked; whether it is to be looked at closely."""
        for decision in position.table.decisions:
            position.meet(decision)
        return True in {self._is_worth_a_look(decision.prompt) for decision in position.table.decisions}

    def _is_worth_a_look(self, kind: str) -> bool:
        """Whether to look at something that is met of a kind: the more familiar it is, the more rarely."""
        self._met[kind] += 1
        return self._familiar is None or self._rng.random() * self._met[kind] < self._familiar

    def _examine(self, position: Position, thorough: bool) -> None:
        """The checks of a position."""
        for decision in position.table.decisions:
            self._note("words", words.decision_is_worded(position, decision))
        for check, rate in CHECKS:
            if thorough or self._rng.random() < rate:
                self._note(check.__name__, check(position))
        self.refused, self.unreasoned = position.refused, position.unreasoned

    def _step(self, position: Position, carry_out: CarryOut, decision: Decision, option_id: str) -> bool:
        """Make a choice; False if it cannot be made."""
        table = position.table
        heard, rolls, turn = len(table.events), table.state.rolls, self.title.turn(table.state)
        try:
            carry_out(decision, option_id)
        except Exception as error:
            self._fail("play", f"{option_id}: {_sentence(error)}")
            return False
        self.choices.append((decision.side, option_id))
        self._note("words", self._events_worded(position, heard))
        self._note("undo", keeping.dice_bar_undo(position, rolls))
        if self.title.turn(table.state) < turn:
            self._fail("turn", f"{option_id} leads to an earlier turn")
        return True

    def _step_closely(
        self, position: Position, carry_out: CarryOut, decision: Decision, option_id: str, thorough: bool
    ) -> bool:
        """Make a choice, with the checks around it; False if it cannot be made."""
        table, side = position.table, decision.side
        before, before_hash, rolls = table.game.fork(), table.hash, table.state.rolls
        if not self._step(position, carry_out, decision, option_id):
            return False
        if thorough or self._rng.random() < FORK_RATE:
            self._note("fork", _forks_agree(position, before.fork(), option_id, side))
            if self.title.codec.hash(before.state) != before_hash:
                self._fail("fork", f"{option_id} in one game changes another that was forked from it")
        if table.state.rolls != rolls:
            self._note("bands", chance.only_bands_matter(before, table.hash, option_id, side, self._rng))
        if thorough or self._rng.random() < UNDO_RATE:
            self._note("undo", keeping.undo_goes_back(position, before_hash, side))
        return True

    def _events_worded(self, position: Position, start: int) -> Problems:
        for event in position.table.events[start:]:
            if self._is_worth_a_look(type(event).__name__):
                yield from words.event_is_worded(position, event)

    def _note(self, check: str, problems: Iterable[str]) -> None:
        try:
            for problem in problems:
                self._fail(check, problem)
        except Exception as error:
            self._fail(check, _sentence(error))

    def _fail(self, check: str, problem: str) -> None:
        if (check, problem) in self.failures:
            return
        save = ""
        if self._folder is not None:
            save = self._save(self._folder, check)
        self.failures[check, problem] = Failure(
            check, problem, self.scenario, self.switches, self.seed, len(self.choices), save
        )

    def _save(self, folder: Path, check: str) -> str:
        name = re.sub(r"[^a-z0-9]+", "-", f"{self.title.id}-{self.seed}-{len(self.choices)}-{check}".lower())
        path = folder / f"{name}.sandtable"
        try:
            save_after(self.title, self.scenario, self.switches, self.seed, self.choices, path)
        except (SandtableError, OSError, AssertionError):
            return ""
        return str(path)


def _sentence(error: Exception) -> str:
    """An error as a line, with the place in the code where it arose."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        code = trace.tb_frame.f_code
        place = f" in {Path(code.co_filename).name}:{trace.tb_lineno} {code.co_name}"
    return f"{type(error).__name__}: {error}{place}"


def _forks_agree(position: Position, fork: Game[Any, Any], option_id: str, side: str) -> Problems:
    """The same choice in a fork leads to the same position as in the game itself."""
    fork.choose(option_id, side)
    if position.title.codec.hash(fork.state) != position.table.hash or fork.decisions != position.table.decisions:
        yield f"{option_id} leads elsewhere in a fork"
