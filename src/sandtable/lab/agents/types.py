"""What facts can be about and what they can say, read from the types of a title's state and procedures."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any

import msgspec

from sandtable.kernel import AnyTitle, Procedure
from sandtable.kernel.observed import Observed


def paths_and_words(title: AnyTitle, observed: Observed) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields, the steps of procedures and the parts of both, as `Move:walk` and `Move.unit`; and words of types."""
    hints = typing.get_type_hints(title.state_type)
    paths: dict[str, None] = {"side": None, **dict.fromkeys(observed.facts)}
    words: dict[str, None] = {}
    waiting: list[Any] = [*title.procedures, *(hints[field.partition(".")[0]] for field in observed.facts)]
    seen: set[type] = set()
    for procedure in title.procedures:
        paths |= dict.fromkeys(f"{procedure.__name__}:{step}" for step in _steps(procedure))
    while waiting:
        hint = waiting.pop()
        if typing.get_origin(hint) is typing.Literal:
            words |= {word: None for word in typing.get_args(hint) if isinstance(word, str) and word}
        elif isinstance(hint, type) and issubclass(hint, msgspec.Struct) and not typing.get_origin(hint):
            if hint not in seen:
                seen.add(hint)
                paths |= {f"{hint.__name__}.{name}": None for name in hint.__struct_fields__ if name != "step"}
                waiting += [
                    each for name, each in typing.get_type_hints(hint).items() if name in hint.__struct_fields__
                ]
        elif isinstance(hint, type) and issubclass(hint, Enum):
            words |= {str(each.value): None for each in hint}
        elif isinstance(hint, type) and hasattr(hint, "_fields"):
            waiting += typing.get_type_hints(hint).values()
        else:
            waiting += typing.get_args(hint)
    return tuple(sorted(paths)), tuple(sorted(words))


def _steps(procedure: type[Procedure]) -> Iterator[str]:
    """What `step` may be: the names of its methods, and of those that are only answered or told of a result."""
    for name, _ in inspect.getmembers(procedure, callable):
        if not name.startswith("_"):
            yield name
            for suffix in ("_chosen", "_done"):
                if name.endswith(suffix):
                    yield name.removesuffix(suffix)
