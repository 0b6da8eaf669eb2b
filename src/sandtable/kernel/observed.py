"""What an agent sees of a title, declared by name: tables of things, planes over the map, and lists of facts.

A title says in its `observed` where each field of its state is to be seen. What is said of units stands in the table of
units, what is said of hexes in planes over the map, what is said of sides in a row for each of them; what is of no
fixed shape is listed fact by fact. `sandtable.lab.agents` makes numbers of it, of what a side may know alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

Vocabulary: TypeAlias = Sequence[str | int] | Callable[[Any], Iterable[str | int]]
"""The words that a value may be, or a function of the content that lists them."""


class There(msgspec.Struct, frozen=True):
    """One column: whether the field says anything of the row; for what could be 0 or nothing and yet be there."""

    of: str = ""


class Flag(msgspec.Struct, frozen=True):
    """One column: 1 where it holds. `of` names what is read, with dots for parts; nothing means the value itself."""

    of: str = ""


class Number(msgspec.Struct, frozen=True):
    """One column: the number x becomes x / (half + |x|), so that `half` is one half and nothing leaves -1 to 1."""

    of: str = ""
    half: float = 10.0


class Whose(msgspec.Struct, frozen=True):
    """One column: 1 for the observer's own side, -1 for another one, 0 for none."""

    of: str = ""


class Place(msgspec.Struct, frozen=True):
    """Three columns: whether it is a hex of the map, how far across, how far down."""

    of: str = ""


class Word(msgspec.Struct, frozen=True):
    """A column for each word that it may be; nothing, and what is lacking, is in none of them.

    A word that is not listed is refused, and so are unlisted ones of `Words` and `Pointer`. Words that the code sets
    are those of the type of the field (`typing.get_args`); those that data bring a function of the content lists.
    """

    of: str
    words: Vocabulary


class Words(msgspec.Struct, frozen=True):
    """The same for several at once, in a tuple or joined by plus signs; the n-th of them is marked 1/n."""

    of: str
    words: Vocabulary


class Pointer(msgspec.Struct, frozen=True):
    """One column for what there are too many of for a column each: the n-th of m words is n / (m + 1)."""

    of: str
    words: Vocabulary


class Figures(msgspec.Struct, frozen=True):
    """What is printed: numbers by the id of the row, or by a fact of it that `by` names."""

    names: tuple[str, ...]
    printed: Callable[[Any], Mapping[str, Sequence[float]]]
    by: str = ""
    half: float = 10.0
    when: str = ""
    """The fact without which they do not count, such as its place on the map."""


Column: TypeAlias = There | Flag | Number | Whose | Place | Word | Words | Pointer | Figures


class Standing(msgspec.Struct, frozen=True):
    """How things of a table are counted on the map, for each side: how many, and the sums of some of their numbers."""

    at: str = "at"
    side: str | Callable[[Any], Mapping[str, str]] = "side"
    """The fact that says whose a thing is, or a function of the content that does."""
    sums: tuple[str, ...] = ()


class Things(msgspec.Struct, frozen=True):
    """A table with a row for each id, and which fields of the state say something about these ids.

    A field is a dict by id, or a list of ids: of a list, how often each stands in it and where first.
    """

    name: str
    ids: Callable[[Any], Iterable[str]]
    fields: Mapping[str, tuple[Column, ...]]
    standing: Standing | None = None
    """How the things of the first field are counted on the map."""


class Observed(msgspec.Struct, frozen=True):
    """Everything that is seen of a title. Every field of its state stands in one of these."""

    version: int
    """Raised whenever a name is added, lost or comes to mean something else."""
    situation: tuple[Column, ...] = ()
    """Facts there is one of: `of` begins with the field."""
    sides: Mapping[str, tuple[Column, ...]] = {}
    """Fields by side."""
    things: tuple[Things, ...] = ()
    hexes: Mapping[str, tuple[Column, ...]] = {}
    """Fields by hex: planes over the map."""
    facts: Mapping[str, int] = {}
    """Fields of no fixed shape, with the most facts that are listed of each; `commands.aimed` is a part of one."""
    procedures: int = 64
    """The most facts of the procedures under way."""
    words: Vocabulary = ()
    """The words that facts are made of, beside hexes, the ids of things, sides, and what the types name."""
    omitted: Mapping[str, str] = {}
    """Fields that are not seen, with the reason."""

    def named_fields(self) -> list[str]:
        """The fields of the state that it speaks of."""
        scalars = [column.of.partition(".")[0] for column in self.situation if not isinstance(column, Figures)]
        listed = [field for table in self.things for field in table.fields]
        facts = [field.partition(".")[0] for field in self.facts]
        return [*dict.fromkeys([*scalars, *self.sides, *listed, *self.hexes, *facts, *self.omitted])]
