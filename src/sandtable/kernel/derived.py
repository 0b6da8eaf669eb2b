"""The one way to keep what follows from a state or from the data: say what it depends on, and the kernel sees to it.

A state is altered freely in the middle of a step; what is kept finds out by itself, at the next question, which fields
have changed since the last one. Nobody has to forget anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from sandtable.kernel._derived import Derived, Filled, Index, OfContent, Remembered
from sandtable.kernel.errors import BrokenTitle
from sandtable.kernel.game import Game

F = TypeVar("F", bound=Callable[..., Any])
P = ParamSpec("P")
I_co = TypeVar("I_co", bound="Following", covariant=True)

__all__ = ["Filled", "Following", "derived", "entry_of", "index", "of_content", "remembered", "verify"]


class Entry(NamedTuple):
    """One entry of a field that is a dict: the one under the first argument of the function after the game."""

    field: str


def entry_of(field: str) -> Entry:
    """What a function depends on that is about one unit, and only on that unit of all: the entry under its id."""
    return Entry(field)


def derived(*depends_on: str | Entry | Callable[..., Any]) -> Callable[[F], F]:
    """Keep the values of a function of the game until something that it depends on has changed.

    That is a field of the state, by its name, one entry of a field (`entry_of`, at most one), or another function of
    the same arguments: a value it had before, the same or an equal one, means that nothing has changed. The values are
    shared: they are not to be altered. The arguments must be hashable; a function that depends on nothing but other
    functions names only those.
    """
    names = tuple(each for each in depends_on if isinstance(each, str))
    entries = [each.field for each in depends_on if isinstance(each, Entry)]
    sources = tuple(each for each in depends_on if not isinstance(each, (str, Entry)))
    if len(entries) > 1:
        raise TypeError("a derived function depends on one entry at most: let other functions tell of more")

    def keep(function: F) -> F:
        return Derived(function, names, sources, entries[0] if entries else None)  # type: ignore[return-value]

    return keep


class Following(Protocol):
    """An index that is kept up to date: only what has changed is worked out anew."""

    @property
    def follow(self) -> Callable[..., None]:
        """Take in, after the game, the changes of each field that it follows: lists of (key, old, new).

        None stands for not there. A field that is no dict has changed from the old to the new value as a whole, under
        its own name. An index that has just been made is given everything that the fields hold.
        """
        ...

    def facts(self) -> object:
        """All that it says about the state, to be compared with an index that was made from nothing."""
        ...


def index(make: Callable[Concatenate[Any, P], I_co], *fields: str) -> Callable[Concatenate[Any, P], I_co]:
    """A function of the game that gives an index of these fields of its state, made once and then kept up to date.

    `make` is given the game and the same arguments, and need not look at the state: `follow` is called at once.
    """
    return Index(make, fields)  # type: ignore[return-value]


def of_content(function: F) -> F:
    """Work out a function of a scenario's content (and hashable arguments) once. Its values are not to be altered."""
    return OfContent(function)  # type: ignore[return-value]


def remembered(function: F) -> F:
    """Work out a function of one hashable argument once: `functools.cache` takes three times as long to look."""
    return Remembered(function)  # type: ignore[return-value]


def verify(game: Game[Any, Any]) -> None:
    """Compare everything that is kept and still holds with what it is when worked out from nothing.

    Raises BrokenTitle where they differ: the function depends on something that it does not name.
    """
    for function, arguments in game.kept.holding(game):
        fresh = function(Game(game.title, game.content, game.state), *arguments)
        kept = function(game, *arguments)
        if isinstance(function, Index):
            fresh, kept = fresh.facts(), kept.facts()
        if fresh != kept:
            shown = ", ".join(map(repr, arguments))
            raise BrokenTitle(
                f"{function.__module__}.{function.__name__}({shown}) is kept as {_short(kept)} but is {_short(fresh)}: "
                "it depends on something that it does not name"
            )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 300 else f"{text[:300]}..."
