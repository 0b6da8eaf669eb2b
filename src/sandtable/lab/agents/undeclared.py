"""What is seen of a title that declares nothing: its numbers by name, and everything else fact by fact."""

from __future__ import annotations

import typing
from typing import Any

import msgspec

from sandtable.kernel import AnyTitle, GameState
from sandtable.kernel.observed import Column, Flag, Number, Observed, Things

MOST_FACTS = 512
"""How many facts are listed of a field."""


def observed(title: AnyTitle, content: Any) -> Observed:
    """A declaration read off the types of the state: whole, but neither tables nor planes.

    What it cannot know are words that a state holds and neither its types nor its first state name.
    """
    situation: list[Column] = []
    facts = {}
    for name, hint in typing.get_type_hints(title.state_type).items():
        if name in GameState.__struct_fields__:
            continue
        if hint is bool:
            situation.append(Flag(name))
        elif hint in (int, float):
            situation.append(Number(name))
        else:
            facts[name] = MOST_FACTS
    units = tuple(title.ids("unit", content))
    things = (Things("units", lambda content: title.ids("unit", content), {}),) if units else ()
    return Observed(0, tuple(situation), things=things, facts=facts, words=tuple(_words(title, content)))


def _words(title: AnyTitle, content: Any) -> list[str]:
    named = [option_id.partition(":")[2] for option_id in title.option_ids(content)]
    start = msgspec.to_builtins(title.start(content), str_keys=True)
    return [*dict.fromkeys([*named, *_texts(start)])]


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in _texts(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in _texts(part)]
    return []
