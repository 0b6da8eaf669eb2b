"""A map told in words: which hexes have which terrain, what lies along hexsides, which roads lead where."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from sandtable.board import Board

Key = TypeVar("Key", bound=Hashable)


def told(board: Board, lang: str) -> str:
    """Everything that the drawing of a map shows; what most hexes are is said once."""
    parts = (_terrain(board, lang), _elevations(board), _features(board, lang), _sides(board, lang), _ways(board, lang))
    return "\n".join(line for part in parts for line in part)


def _terrain(board: Board, lang: str) -> Iterator[str]:
    found = _gathered((info.terrain, info.label) for info in board.hexes)
    commonest = max(found, key=lambda terrain: len(found[terrain]))
    names = {terrain: style.name.text(lang) for terrain, style in board.legend.terrain.items()}
    yield f"{names[commonest]}: all {board.size} hexes, {board.labels[0]} to {board.labels[-1]}, but these:"
    yield from (f"{names[terrain]}: {' '.join(labels)}" for terrain, labels in found.items() if terrain != commonest)


def _elevations(board: Board) -> Iterator[str]:
    found = _gathered((info.elevation, info.label) for info in board.hexes if info.elevation)
    yield from (f"Elevation {level}: {' '.join(found[level])}" for level in sorted(found))


def _features(board: Board, lang: str) -> Iterator[str]:
    found = _gathered((feature, info.label) for info in board.hexes for feature in sorted(info.features))
    for feature, labels in found.items():
        yield f"{board.legend.features[feature].name.text(lang)}: {' '.join(labels)}"
    named = [f"{info.label} {info.name.text(lang)}" for info in board.hexes if info.name]
    if named:
        yield f"Names: {', '.join(named)}"


def _sides(board: Board, lang: str) -> Iterator[str]:
    """Each hexside by the two hexes between which it lies."""
    for feature, marks in board.sides.items():
        slots = (divmod(slot, 6) for slot, marked in enumerate(marks) if marked)
        between = [board.side_label(i, direction) for i, direction in slots if board.neighbours[6 * i + direction] > i]
        if between:
            yield f"{board.legend.sides[feature].name.text(lang)}, between: {' '.join(between)}"


def _ways(board: Board, lang: str) -> Iterator[str]:
    for path in board.paths:
        name = (path.name or board.legend.networks[path.network].name).text(lang)
        yield f"{name}, through: {' '.join(board.labels[place] for place in path.hexes)}"


def _gathered(pairs: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    found: dict[Key, list[str]] = {}
    for key, label in pairs:
        found.setdefault(key, []).append(label)
    return found
