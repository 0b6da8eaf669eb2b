"""Computer players, all behind one small protocol: a view and a decision in, the id of an option out."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.kernel import AnyTitle, SandtableError
from sandtable.kernel.player import Player
from sandtable.players import others
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
    "offer",
    "player",
    "player_names",
]

_BOTS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
_SEARCHING: dict[str, Callable[[int], Player]] = {name: searching(level) for name, level in LEVELS.items()}


class UnknownPlayer(SandtableError):
    """There is no computer player of that name."""


_offered: list[str] = []


def offer(name: str) -> None:
    """Have a player of somebody else, by the place of its class, among those to choose from. Raises UnknownPlayer."""
    player(name, 0)
    if name not in _offered:
        _offered.append(name)


def player_names(title: AnyTitle | None = None) -> list[str]:
    """The computer players that can play a title: those that play any, the title's own, then those of others."""
    return list(dict.fromkeys([*_general(title), *(title.bots if title else ()), *others.brought(), *_offered]))


def _general(title: AnyTitle | None) -> dict[str, Callable[[int], Player]]:
    """The players that play any title, and those that search where a title is to be searched."""
    return _BOTS | _SEARCHING if title is None or title.is_searched else _BOTS


def player(name: str, seed: int, title: AnyTitle | None = None) -> Player:
    """A computer player by its name, or by the place of its class as in `package.module:Class`.

    A title's own takes the place of a general one, and either that of somebody else's. Raises UnknownPlayer.
    """
    bots = others.brought() | _general(title) | (title.bots if title else {})
    try:
        if others.is_place(name):
            return others.at_place(name)(seed)
        if name in bots:
            return bots[name](seed)
    except others.UnusablePlayer as error:
        raise UnknownPlayer(str(error)) from error
    known = ", ".join(player_names(title))
    raise UnknownPlayer(f"there is no player {name!r}; choose one of {known}, or name a class as package.module:Class")
