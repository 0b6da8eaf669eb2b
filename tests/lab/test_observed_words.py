"""The words that agents are told of a field are all that it can say: its type names them, or the content lists them."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from lab.agents_table import TITLES
from sandtable.kernel import AnyTitle
from sandtable.kernel import title as title_of
from sandtable.kernel.observed import Column, Pointer, Word, Words

BY_HAND = {
    ("efs", "phase"): "the steps of the sequence of play, which the code lists",
    ("efs", "fed"): "sides, joined by a plus sign",
    ("panzer", "units.facing"): "a hexside by its number",
    ("rileys_road", "units.vertices"): "corners of a hex by their numbers",
    ("rileys_road", "weapons.arc"): "a hexspine by its number",
}
"""The fields whose words stand in the declaration alone, with what they are."""


def columns(title: AnyTitle) -> Iterator[tuple[str, Column, Any]]:
    """Every column of words with the field that it reads and its type."""
    observed = title.observed
    assert observed is not None
    hints = typing.get_type_hints(title.state_type)
    for column in observed.situation:
        if isinstance(column, Word | Words | Pointer):
            yield column.of, column, at_the_end(hints, column.of)
    tables = [observed.sides, observed.hexes, *(table.fields for table in observed.things)]
    for field, listed in ((field, listed) for fields in tables for field, listed in fields.items()):
        for column in listed:
            if isinstance(column, Word | Words | Pointer):
                value = typing.get_args(hints[field])[1]
                of = typing.get_type_hints(value)[column.of] if column.of else value
                yield f"{field}.{column.of}".strip("."), column, of


def at_the_end(hints: dict[str, Any], path: str) -> Any:
    field, _, rest = path.partition(".")
    if not rest:
        return hints[field]
    (of,) = [each for each in (hints[field], *typing.get_args(hints[field])) if is_struct(each)]
    return at_the_end(typing.get_type_hints(of), rest)


def is_struct(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct)


def words_of(hint: Any) -> set[str]:
    """What the type of a field lets it say, beside nothing; no words where it may say anything."""
    if typing.get_origin(hint) is typing.Literal:
        return {word for word in typing.get_args(hint) if word}
    if typing.get_origin(hint) in (tuple, typing.Union, types.UnionType):
        return {word for each in typing.get_args(hint) for word in words_of(each)}
    return set()


@pytest.mark.parametrize("name", TITLES)
def test_a_list_of_words_holds_all_that_the_type_of_its_field_names(name: str) -> None:
    title = title_of(name)
    found = set()
    for field, column, hint in columns(title):
        named = words_of(hint)
        found.add((name, field))
        if callable(column.words):
            for scenario in title.known_scenarios:
                assert named <= set(column.words(title.content(scenario))), field
        elif named:
            assert named <= set(column.words), field
        else:
            assert (name, field) in BY_HAND, f"{field}: let its type name its words, or the content list them"
    assert {key for key in BY_HAND if key[0] == name} <= found, "no such column any more"


@pytest.mark.parametrize("name", TITLES)
def test_no_word_is_listed_that_the_type_does_not_know(name: str) -> None:
    """But for those that a declaration keeps so that its numbers stay what they were."""
    for field, column, hint in columns(title_of(name)):
        if words_of(hint) and not callable(column.words):
            assert {word for word in column.words if word} - words_of(hint) <= KEPT.get((name, field), set()), field


KEPT = {("gts", "units.task"): {"demolition", "repair"}}


def test_a_title_is_found_out_that_leaves_out_a_word() -> None:
    """As when a withdrawal left the box of a cadre."""
    boxes = typing.Literal["cadre", "eliminated"]
    assert words_of(typing.Literal["", "done", boxes]) == {"done", "cadre", "eliminated"}
    assert words_of(tuple[boxes, ...]) == {"cadre", "eliminated"}
    assert words_of(boxes | None) == {"cadre", "eliminated"}
    assert words_of(str) == set()
