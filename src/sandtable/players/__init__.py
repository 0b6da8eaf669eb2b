"""Computer players, all behind one small protocol: a view and a decision in, the id of an option out."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel import AnyTitle, SandtableError
from sandtable.kernel.player import Player
from sandtable.players.chance import RandomPlayer
from sandtable.players.greedy import GreedyPlayer
from sandtable.players.levels import LEVELS, counsel, searching
from sandtable.players.search import Budget, Candidate, Intent, SearchPlayer, Thoughts

__all__ = [
    "Budget",
    "Candidate",
    "GreedyPlayer",
    "Intent",
    "Player",
    "RandomPlayer",
    "SearchPlayer",
    "Thoughts",
    "UnknownPlayer",
    "counsel",
    "player",
    "player_names",
]

_BOTS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    **{name: searching(level) for name, level in LEVELS.items()},
}


class UnknownPlayer(SandtableError):
    """There is no computer player of that name."""


def player_names(title: AnyTitle | None = None) -> list[str]:
    """The computer players that can play a title: those that play any, then the title's own."""
    return [*_BOTS, *(name for name in (title.bots if title else ()) if name not in _BOTS)]


def player(name: str, seed: int, title: AnyTitle | None = None) -> Player:
    """A computer player by its name; a title's own takes the place of a general one. Raises UnknownPlayer."""
    bots = _BOTS | (title.bots if title else {})
    if name not in bots:
        raise UnknownPlayer(f"there is no player {name!r}; choose one of {', '.join(player_names(title))}")
    return bots[name](seed)
