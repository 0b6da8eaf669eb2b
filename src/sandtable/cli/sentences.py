"""Events, options and sums as lines of text with their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.kernel import Event, Line, Option, Outcome, Texts


def cited(text: str, rule: str) -> str:
    """A text followed by the rule that it rests on."""
    return f"{text} [{rule}]" if rule else text


def sentence(texts: Texts, event: Event) -> str:
    return cited(" ".join(texts.event(event).split()), event.rule)


def arithmetic(texts: Texts, event: Event) -> list[str]:
    """The sum behind an event, line by line; nothing for an event without one."""
    return sums(texts, event.arithmetic())


def sums(texts: Texts, lines: Sequence[Line]) -> list[str]:
    """The lines of a sum."""
    return [cited(f"{texts.line(line)}: {line.value}", line.rule) for line in lines]


def cost(option: Option) -> str:
    """What an option costs, as a player would write it."""
    return "" if option.cost is None else f"{option.cost:g}"


def outcome(texts: Texts, found: Outcome) -> str:
    """The results of one outcome in words."""
    return texts.separator.join(texts.result(key) for key in found.results) or say(texts.lang, "odds.nothing")
