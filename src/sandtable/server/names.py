"""What names of accounts look like to a person: two that look alike would let one pass for the other."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable

from confusable_homoglyphs import confusables

from sandtable.kernel import LANGUAGES, title, titles

SPECTATOR = "spectator"
"""What somebody at a table is called who holds no side."""

BETWEEN = " .-_"
"""What stands between the parts of a name, and is easily overlooked."""


def likeness(name: str) -> str:
    """The same for all names that can be taken for each other, by Unicode's table of confusable characters."""
    letters = "".join(each for each in unicodedata.normalize("NFKC", name) if each not in BETWEEN)
    # A capital I is both: the i of another name, and what an l looks like.
    return _replaced(_replaced(letters).casefold()).replace("i", "l")


def _replaced(text: str) -> str:
    """Each character as the one, or the pair, that stands for all that look like it."""
    models = _models()
    return "".join(models.get(each, each) for each in unicodedata.normalize("NFD", text))


@functools.cache
def _models() -> dict[str, str]:
    """What stands for each confusable character: of those that look alike plain letters before others, pairs first."""
    alike: dict[str, set[str]] = {}
    for one, others in confusables.confusables_data.items():
        group = {one}
        for each in [one, *(other["c"] for other in others)]:
            group |= alike.get(each, {each})
        for each in group:
            alike[each] = group
    return {each: min(group, key=_plainness) for each, group in alike.items() if len(each) == 1}


def _plainness(text: str) -> tuple[bool, bool, int, bool, str]:
    return not text.isalnum(), not (text.isascii() and text.isalpha()), -len(text), not text.islower(), text


@functools.cache
def of_the_game() -> frozenset[str]:
    """What sides look like, in every title and language, and who only looks on: nobody is called that."""
    return frozenset(map(likeness, _called()))


def _called() -> Iterable[str]:
    yield SPECTATOR
    for title_id in titles():
        found = title(title_id)
        for side in {side for info in found.scenarios().values() for side in info.sides}:
            yield side
            for lang in LANGUAGES:
                yield found.texts(lang).name("side", side)
