"""Checks of what players look at: counters, and the names of things, can be told apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandtable.kernel import LANGUAGES, AnyTitle
from sandtable.mechanics.title import HexTitle
from sandtable.render.counters import badges_of
from sandtable.testing.position import Position, Problems


def badges_differ(position: Position) -> Problems:
    """No counter tells two states by the same letter."""
    if not isinstance(position.title, HexTitle):
        return
    for counter in position.title.scene(position.game, "en").counters:
        for letter in repeated(badge.letter for badge in badges_of(counter)):
            yield f"{counter.id} shows two states by the letter {letter}: {', '.join(counter.states)}"


def names_differ(title: AnyTitle) -> Problems:
    """No two counters of a scenario have the same name, in any language."""
    for scenario in title.known_scenarios:
        content = title.content(scenario)
        for lang in LANGUAGES:
            texts = title.texts(lang, content)
            for name in repeated(texts.name("unit", unit_id) for unit_id in title.ids("unit", content)):
                yield f"two counters of {scenario} are called {name!r} in {lang}"


def repeated(things: Iterable[str]) -> list[str]:
    """What occurs more than once."""
    return [thing for thing, times in Counter(things).items() if times > 1]
