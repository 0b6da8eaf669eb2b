"""What a player means by the name that he types: a hex, a place, or a counter on the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.board.scene import Scene
from sandtable.kernel import Texts


def find(scene: Scene, texts: Texts, typed: str) -> str | None:
    """The hex of what is named, by the whole name if any fits, else by its beginning, else by a part of it."""
    wanted = typed.strip().casefold()
    if not wanted:
        return None
    names = list(_names(scene, texts))
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = next((label for name, label in names if fits(name, wanted)), None)
        if found is not None:
            return found
    return None


def _names(scene: Scene, texts: Texts) -> Iterator[tuple[str, str]]:
    """Everything that can be named, in lower case, with its hex: hexes, then places, then counters."""
    board = scene.board
    for label, info in zip(board.labels, board.hexes, strict=True):
        for name in (label, info.name.text(texts.lang) if info.name else ""):
            yield from _lowered((name,), label)
    for counter in scene.counters:
        if counter.at in board.index:
            yield from _lowered((counter.name, texts.name("unit", counter.id), counter.id), counter.at)


def _lowered(names: Iterable[str], label: str) -> Iterator[tuple[str, str]]:
    return ((name.casefold(), label) for name in names if name)
