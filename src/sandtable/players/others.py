"""Other people's players: by the place of their class, or brought along by a package under a name of its own.

A package declares its players as entry points: `[project.entry-points."sandtable.players"]` with a line such as
`napoleon = "napoleon.player:Napoleon"`. Whoever has no package names the class itself, `napoleon.player:Napoleon`,
which is looked for among what Python can import, the current folder included.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import cast

from sandtable.kernel import SandtableError
from sandtable.kernel.player import Player

GROUP = "sandtable.players"
Maker = Callable[[int], Player]


class UnusablePlayer(SandtableError):
    """A player of somebody else cannot be used; the message says what to change."""


def brought() -> dict[str, Maker]:
    """The players that other packages bring along, by name."""
    return {
        name: functools.partial(_made, f"{module}:{attribute}")
        for name, module, attribute in _declared(tuple(sys.path))
    }


@functools.cache
def _declared(path: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """What the packages on a path declare, which is searched once."""
    return [(entry.name, entry.module, entry.attr) for entry in entry_points(group=GROUP)]


def is_place(name: str) -> bool:
    """Whether a name says where a class is, as in `package.module:Class`."""
    return ":" in name


def at_place(place: str) -> Maker:
    """What makes a player of the class at a place. Raises UnusablePlayer."""
    _class_at(place)
    return functools.partial(_made, place)


def _made(place: str, seed: int) -> Player:
    made = _class_at(place)(seed)
    if not callable(getattr(made, "choose", None)):
        raise UnusablePlayer(f"{place}: a player needs a method choose(view, decision); see docs/bots.md")
    return cast(Player, made)


def _class_at(place: str) -> Callable[[int], object]:
    module, _, name = place.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: object = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, ValueError) as error:
        raise UnusablePlayer(f"{place}: {error}; write package.module:Class, of a package that Python finds") from error
    except AttributeError:
        raise UnusablePlayer(f"{place}: {module} has no {name}; write package.module:Class") from None
    if not callable(found):
        raise UnusablePlayer(f"{place}: that is no class whose players are made from a seed; see docs/bots.md")
    return found
