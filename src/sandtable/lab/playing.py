"""One game between computer players, as fast as the kernel goes: no journal, no undo."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from sandtable.kernel import AnyTitle, SandtableError, Table, View
from sandtable.kernel.player import Player


class Limits(msgspec.Struct, frozen=True):
    """When a game is given up as endless."""

    decisions: int = 100_000


class GameRecord(msgspec.Struct, frozen=True):
    """What became of a game. One without a `level` was not finished: it met a limit, or a `problem`."""

    seed: int
    winner: str | None = None
    """The side that won; None for a draw."""
    level: str = ""
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0
    problem: str = ""
    save: str = ""
    """Where the game stands saved just before what went wrong."""

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


def play_out(
    title: AnyTitle,
    scenario: str | None,
    switches: Sequence[str],
    players: Mapping[str, Player],
    seed: int,
    limits: Limits = Limits(),  # noqa: B008
) -> GameRecord:
    """Play a game to its end, or to a limit. `players` names who plays each side.

    Raises UnknownScenario, and PlayFailed where the title or a player fails.
    """
    started = time.perf_counter()
    choices: list[tuple[str, str]] = []
    name = title.scenario(scenario).id
    content_switches = tuple(sorted(set(switches)))
    title.content(name, content_switches)
    try:
        game = title.new_game(name, content_switches, seed)
        while game.decisions and len(choices) < limits.decisions:
            decision = game.decisions[0]
            side = decision.side
            option = players[side].choose(View(game, side), decision)
            game.choose(option, side)
            game.events.clear()
            choices.append((side, option))
        turns = title.turn(game.state)
    except Exception as error:
        raise PlayFailed(seed, choices, error) from error
    seconds = time.perf_counter() - started
    result = game.state.result
    if result is None:
        return GameRecord(seed, decisions=len(choices), turns=turns, seconds=seconds)
    return GameRecord(seed, result.winner, result.level, len(choices), turns, seconds)


def save_after(
    title: AnyTitle, scenario: str, switches: Sequence[str], seed: int, choices: Sequence[tuple[str, str]], path: Path
) -> None:
    """Save the game to which some choices, each of a side, lead; the folder is made where there is none."""
    table = Table.new(title, scenario, switches, seed)
    for side, option in choices:
        table.choose(option, side)
    path.parent.mkdir(parents=True, exist_ok=True)
    table.save(path)
