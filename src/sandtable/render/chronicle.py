"""A game told again from its choices: the position after each turn, what was lost by then, and what was said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable.board.scene import Scene
from sandtable.kernel import Began, Event, Game, Result, Texts, View, title
from sandtable.kernel.journal import Header
from sandtable.mechanics.title import AnyHexTitle, HexTitle, StatusLine
from sandtable.render.svg import RenderError


class Frame(msgspec.Struct, frozen=True):
    """The position at the end of a turn; that of the turn before the first is the set-up."""

    turn: int
    scene: Scene
    status: tuple[StatusLine, ...]
    losses: dict[str, int]
    """Steps lost so far, by side."""


class Chronicle(msgspec.Struct, frozen=True):
    """A whole game, as a side may know it."""

    title: AnyHexTitle
    texts: Texts
    frames: tuple[Frame, ...]
    events: dict[int, list[Event]]
    """What happened, by turn."""
    result: Result | None


class _Losses:
    """Steps lost, counted from what is seen of the counters: a hidden one counts as it was last seen."""

    def __init__(self, sides: Iterable[str]) -> None:
        self._most: dict[str, int] = {}
        self._left: dict[str, int] = {}
        self._side: dict[str, str] = {}
        self._sides = tuple(sides)

    def after(self, scene: Scene) -> dict[str, int]:
        present = {counter.id for counter in scene.counters}
        for unit_id in self._left.keys() - present:
            self._left[unit_id] = 0
        for counter in scene.counters:
            if "hidden" not in counter.states:
                self._side[counter.id] = counter.side
                self._most[counter.id] = max(self._most.get(counter.id, 0), counter.steps)
                self._left[counter.id] = counter.steps
        lost = dict.fromkeys(self._sides, 0)
        for unit_id, side in self._side.items():
            lost[side] = lost.get(side, 0) + self._most[unit_id] - self._left[unit_id]
        return lost


def chronicle(header: Header, choices: Sequence[tuple[str, str]], side: str | None, lang: str) -> Chronicle:
    """Play the choices, each a side and an option, again. `side` is who it is told to; None is told everything."""
    found = title(header.title)
    if not isinstance(found, HexTitle):
        raise RenderError(f"{header.title} is not played on a map")
    game = found.new_game(header.scenario, header.options, header.seed, header.dice)
    losses = _Losses(found.scenario(header.scenario).sides)
    first = turn = found.turn(game.state)
    frames = [_frame(found, game, first - 1, side, lang, losses)]
    for chooser, option in choices:
        game.choose(option, chooser)
        now = found.turn(game.state)
        if now != turn:
            frames.append(_frame(found, game, turn, side, lang, losses))
            turn = now
    frames.append(_frame(found, game, turn, side, lang, losses))
    heard = _heard(game, side)
    texts = (game if side is None else View(game, side).game).texts(lang)
    return Chronicle(found, texts, tuple(frames), _by_turn(heard, first - 1), game.state.result)


def _heard(game: Game[Any, Any], side: str | None) -> list[Event]:
    return [event for event in game.events if side is None or isinstance(event, Began) or event.visible_to(side)]


def _frame(found: AnyHexTitle, game: Game[Any, Any], turn: int, side: str | None, lang: str, losses: _Losses) -> Frame:
    seen = game if side is None else View(game, side).game
    scene = found.scene(seen, lang)
    counted, told = losses.after(scene), found.losses(game.content, _heard(game, side))
    return Frame(turn, scene, found.status(seen, lang), counted if told is None else told)


def _by_turn(events: Iterable[Event], turn: int) -> dict[int, list[Event]]:
    """The events by the turns in which they happened; those before the first has begun are of the one named."""
    found: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        if isinstance(event, Began):
            turn = event.turn
        found[turn].append(event)
    return dict(found)
