"""A position as people see it, for the environments' render modes: as text or as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.board.scene import Counter, Scene
from sandtable.kernel import PUBLIC, Game, View
from sandtable.mechanics.title import HexTitle
from sandtable.render import scene_svg

TEXT_MODES = ("human", "ansi")
PICTURE_MODES = ("svg", "rgb_array")


def modes(title: object) -> list[str]:
    """How positions of a title can be shown: in pictures only if it has a map."""
    return [*TEXT_MODES, *(PICTURE_MODES if isinstance(title, HexTitle) else ())]


def in_text(game: Game[Any, Any], side: str = PUBLIC) -> str:
    """How the game stands, what lies where, and who is asked what, as far as a side, or everybody, may know."""
    return "\n".join(_lines(game, side))


def _lines(game: Game[Any, Any], side: str) -> Iterator[str]:
    title, texts, view = game.title, game.texts("en"), View(game, side)
    if isinstance(title, HexTitle):
        yield from _position(title.scene(view.game, "en"))
    else:
        yield f"{title.name['en']}, turn {title.turn(view.state)}"
    for decision in game.decisions:
        yield f"{texts.name('side', decision.side)}: {texts.prompt(decision)}"
    if view.state.result is not None:
        winner = view.state.result.winner
        yield f"{texts.name('side', winner) if winner else 'nobody'} has won"


def _position(scene: Scene) -> Iterator[str]:
    yield scene.heading
    stacks: dict[str, list[Counter]] = {place: [] for place in (*scene.board.labels, *scene.boxes)}
    for counter in scene.counters:
        stacks[counter.at].append(counter)
    for place, here in stacks.items():
        if here:
            yield f"{scene.boxes.get(place, place)}: {', '.join(map(_counter, here))}"


def _counter(counter: Counter) -> str:
    words = [counter.side, counter.name or counter.id, counter.values]
    if counter.steps < counter.full_steps:
        words.append(f"{counter.steps} of {counter.full_steps} steps")
    return " ".join(word for word in (*words, *counter.states) if word)


def in_svg(game: Game[Any, Any], side: str = PUBLIC) -> str:
    """The map and what lies on it as an SVG document."""
    title = game.title
    assert isinstance(title, HexTitle)
    return scene_svg(title.scene(View(game, side).game, "en"))
