"""One game between computer players, as fast as the kernel goes: no journal, no undo."""

from __future__ import annotations

import contextlib
import gc
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from sandtable.kernel import AnyTitle, Game, SandtableError, Table, View
from sandtable.kernel.player import Player, Question
from sandtable.lab.recording import Decided
from sandtable.lab.watching import Account

MOST_NEW = 50_000
"""So many objects are made before anybody looks which of them only refer to each other."""


class Limits(msgspec.Struct, frozen=True):
    """When a game is given up as endless."""

    decisions: int = 100_000


class Witness(Protocol):
    """Somebody who looks on."""

    def before(self, game: Game[Any, Any], side: str, option_id: str) -> None:
        """A side is about to choose."""
        ...

    def after(self, game: Game[Any, Any]) -> None:
        """The choice has been carried out, and the game's events are what came of it."""
        ...


class GameRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a game. One without a `level` was not finished: it met a limit, or a `problem`."""

    seed: int
    winner: str | None = None
    """The side that won; None for a draw."""
    level: str = ""
    decisions: int = 0
    turns: int = 0
    problem: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """The sides and options that led to a problem."""
    account: Account | None = None
    """What happened in it, where it was watched."""
    decided: tuple[Decided, ...] = ()
    """Every decision of it, where it was recorded."""

    @property
    def finished(self) -> bool:
        return bool(self.level)


class PlayFailed(SandtableError):
    """A game that a title or a player brought to a stop, with all that it takes to see it again."""

    def __init__(self, seed: int, choices: Sequence[tuple[str, str]], cause: Exception) -> None:
        super().__init__(f"seed {seed}, choice {len(choices) + 1}: {type(cause).__name__}: {cause}")
        self.seed = seed
        self.choices = tuple(choices)


def seed_for(master: int, *parts: int | str) -> int:
    """A seed of its own for each game, side or purpose, made of a master seed."""
    text = "/".join(map(str, (master, *parts)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


class Course:
    """A game under way between players, `question` by question or all at once. `witnesses` are shown every choice.

    Raises UnknownScenario, and PlayFailed where the title fails.
    """

    def __init__(
        self,
        title: AnyTitle,
        scenario: str | None,
        switches: Sequence[str],
        players: Mapping[str, Player],
        seed: int,
        limits: Limits = Limits(),  # noqa: B008
        witnesses: Sequence[Witness] = (),
    ) -> None:
        self._players = players
        self._seed = seed
        self._limits = limits
        self._witnesses = witnesses
        self._choices: list[tuple[str, str]] = []
        name = title.scenario(scenario).id
        content_switches = tuple(sorted(set(switches)))
        title.content(name, content_switches)
        try:
            self._game = title.new_game(name, content_switches, seed)
        except Exception as error:
            raise self.failed(error) from error

    @property
    def question(self) -> Question | None:
        """What is asked next; nothing once the game is over or has met a limit."""
        decisions = self._game.decisions
        if not decisions or len(self._choices) >= self._limits.decisions:
            return None
        decision = decisions[0]
        return Question(self._players[decision.side], View(self._game, decision.side), decision)

    def go_on(self, option: str) -> None:
        """Carry out the answer to the question."""
        game, side = self._game, self._game.decisions[0].side
        for witness in self._witnesses:
            witness.before(game, side, option)
        game.choose(option, side)
        for witness in self._witnesses:
            witness.after(game)
        game.events.clear()
        self._choices.append((side, option))

    def play_on(self) -> None:
        """Put each question to its player and carry out the answer, to the end of the game or to a limit."""
        game, players, witnesses, choices = self._game, self._players, self._witnesses, self._choices
        most = self._limits.decisions
        while (decisions := game.decisions) and len(choices) < most:
            decision = decisions[0]
            side = decision.side
            option = players[side].choose(View(game, side), decision)
            for witness in witnesses:
                witness.before(game, side, option)
            game.choose(option, side)
            for witness in witnesses:
                witness.after(game)
            game.events.clear()
            choices.append((side, option))

    def failed(self, cause: Exception) -> PlayFailed:
        """The game as one that something has brought to a stop."""
        return PlayFailed(self._seed, self._choices, cause)

    @property
    def record(self) -> GameRecord:
        """What has become of the game."""
        made, turns, result = len(self._choices), self._game.title.turn(self._game.state), self._game.state.result
        if result is None:
            return GameRecord(self._seed, decisions=made, turns=turns)
        return GameRecord(self._seed, result.winner, result.level, made, turns)


def played_out(course: Course) -> GameRecord:
    """A game played to its end, or to a limit. Raises PlayFailed where the title or a player fails."""
    try:
        with collecting_seldom():
            course.play_on()
        return course.record
    except Exception as error:
        raise course.failed(error) from error


def play_out(
    title: AnyTitle,
    scenario: str | None,
    switches: Sequence[str],
    players: Mapping[str, Player],
    seed: int,
    limits: Limits = Limits(),  # noqa: B008
    witnesses: Sequence[Witness] = (),
) -> GameRecord:
    """Play a game to its end, or to a limit. `players` names who plays each side; `witnesses` are shown every choice.

    Raises UnknownScenario, and PlayFailed where the title or a player fails.
    """
    with collecting_seldom():
        # The game is gone before anybody looks for circles again, so that there is next to nothing to look through.
        return played_out(Course(title, scenario, switches, players, seed, limits, witnesses))


@contextlib.contextmanager
def collecting_seldom() -> Iterator[None]:
    """Look for circles of dead objects less often: play makes next to none, and looking takes a tenth of its time."""
    before = gc.get_threshold()
    gc.set_threshold(MOST_NEW, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def save_after(
    title: AnyTitle, scenario: str, switches: Sequence[str], seed: int, choices: Sequence[tuple[str, str]], path: Path
) -> None:
    """Save the game to which some choices, each of a side, lead; the folder is made where there is none."""
    table = Table.new(title, scenario, switches, seed)
    for side, option in choices:
        table.choose(option, side)
    path.parent.mkdir(parents=True, exist_ok=True)
    table.save(path)
