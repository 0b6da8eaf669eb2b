"""Checks of words and citations: every sentence exists in every language, every rule in the title's rule list."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sandtable.kernel import LANGUAGES, AnyTitle, Decision, Event, Game, Line, Texts
from sandtable.testing.position import Position, Problems


def unworded(game: Game[Any, Any], speak: Callable[[Texts], object]) -> Problems:
    """What is lacking, in any language, for something to be said."""
    for lang in LANGUAGES:
        texts = game.texts(lang)
        texts.missing.clear()
        try:
            speak(texts)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            yield f"cannot be said in {lang}: {type(error).__name__}: {error}"
        for key in sorted(texts.missing):
            yield f"there is no text {key!r} in {lang}"


_MANY = re.compile(r"\{\w+\} (?:(?:more|other|further) )?(\w+s)\b|\(e?s\)")
_NO_NOUNS = frozenset({"as", "asks", "begins", "has", "is", "offers", "was", "wins"})


def counts_have_a_singular(title: AnyTitle) -> Problems:
    """No English text says `1 hexes`: what is counted is told as `{far:hex|hexes}`."""
    for key, template in title.texts("en").templates.items():
        if any(found.group(1) not in _NO_NOUNS for found in _MANY.finditer(template)):
            yield f"the text {key!r} has no form for one: {template}"


def unknown_rule(position: Position, rule: str, citer: str) -> Problems:
    if rule not in position.rules:
        yield f"{citer} cites the rule {rule!r}, which is not in the rule list"


def decision_is_worded(position: Position, decision: Decision) -> Problems:
    """The question and its answers have words, and cite rules that exist."""
    yield from unworded(position.table.game, lambda texts: texts.prompt(decision))
    yield from unknown_rule(position, decision.rule, f"the decision {decision.prompt!r}")
    if decision.default or decision.begins:
        yield from unworded(position.table.game, lambda texts: texts.phrase(f"assumed.{decision.prompt}"))
    for option in decision.options:
        if option.rule:
            yield from unknown_rule(position, option.rule, f"the option {option.id}")
    yield from unworded(
        position.table.game, lambda texts: [texts.answer(decision, option) for option in decision.options]
    )


def lines_are_worded(position: Position, lines: tuple[Line, ...]) -> Problems:
    for line in lines:
        yield from unworded(position.table.game, lambda texts, line=line: texts.line(line))  # type: ignore[misc]
        if line.rule:
            yield from unknown_rule(position, line.rule, f"the line {line.label!r}")


def event_is_worded(position: Position, event: Event) -> Problems:
    """An event has its sentence, its rule and, if it settles something, a result with a name."""
    name = type(event).__name__
    yield from unknown_rule(position, event.rule, f"the event {name}")
    yield from unworded(position.table.game, lambda texts: texts.event(event))
    strangers = set(event.seen_by or ()) - set(position.sides)
    if strangers:
        yield f"the event {name} is seen by {', '.join(sorted(strangers))}: no side of the scenario"
    result = event.outcome()
    if result is not None:
        yield from unworded(position.table.game, lambda texts: texts.result(result))
    yield from lines_are_worded(position, event.arithmetic())


def preview_is_worded(position: Position) -> Problems:
    """Looking at an option changes nothing, and the sum it shows has words."""
    decision = position.any_decision()
    option_id = position.rng.choice(decision.ids)
    before = position.table.hash
    preview = position.table.preview(option_id, decision.side)
    if position.table.hash != before:
        yield f"the preview of {option_id} changes the state"
    yield from lines_are_worded(position, preview.lines)
