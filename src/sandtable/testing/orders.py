"""Checks of standing orders: given at random, they have words, change nothing for others, and are kept and undone."""

from __future__ import annotations

import random

from sandtable.kernel import LANGUAGES, PUBLIC, AnyTitle, Decision, StandingOrder
from sandtable.kernel.decisions import Scalar
from sandtable.kernel.standing import ASK, UNTIL
from sandtable.kernel.views import masked
from sandtable.testing.position import Position, Problems
from sandtable.testing.words import unworded


def any_order(title: AnyTitle, met: dict[str, Decision], rng: random.Random) -> StandingOrder | None:
    """An order that may be given, narrowed by what a question of its kind was about when it was last met."""
    prompts = [prompt for prompt in title.formalities if prompt in met]
    if not prompts:
        return None
    prompt = rng.choice(prompts)
    formality, asked = title.formalities[prompt], met[prompt].args
    only: dict[str, Scalar] = {name: asked[name] for name in formality.narrowed_by if rng.random() < 0.2}
    answer = rng.choice(formality.answers)
    hopes = [] if answer == ASK else list(formality.hopes)
    hopes = hopes[rng.randrange(len(hopes) + 1) :]
    unless = rng.choice((0.1, 0.3, 0.6)) if hopes else 0.0
    return StandingOrder(prompt, answer, only, unless, tuple(hopes), rng.choice(UNTIL))


def order_is_secret(position: Position, order: StandingOrder, side: str) -> Problems:
    """Give an order, and take it back and give it again: nobody but its side can tell."""
    table = position.table
    yield from unworded(table.game, lambda texts: texts.order(order))
    before, held = _known(position, side), table.orders
    table.give(order, side)
    after, choices, now = _known(position, side), table.choices, table.orders
    if before != after:
        yield f"others can tell that {side} ordered {order.name}"
    table.undo(side)
    if (_known(position, side), table.orders) != (before, held):
        yield f"to take back the order {order.name} leads elsewhere"
    table.redo(side)
    if (_known(position, side), table.choices, table.orders) != (after, choices, now):
        yield f"to give the order {order.name} again leads elsewhere"


def _known(position: Position, side: str) -> object:
    """All that sides other than one may know of, and the true state."""
    table = position.table
    others = [other for other in (*position.sides, PUBLIC) if other != side]
    canonical = position.title.codec.canonical
    views = [canonical(masked(table.game, other)) for other in others]
    undoable = [(table.can_undo(other), table.can_redo(other)) for other in others if other]
    return table.hash, views, undoable, table.decisions, table.made, len(table.events), table.result


def formalities_are_worded(title: AnyTitle) -> Problems:
    """What can be answered in advance has words in every language, and is something that is asked."""
    for prompt, formality in title.formalities.items():
        keys = [f"prompt.{prompt}", f"formality.{prompt}", *(f"formality.{prompt}.{n}" for n in formality.narrowed_by)]
        keys += [f"hope.{hope}" for hope in formality.hopes]
        keys += [answer.replace(":", ".", 1) for answer in formality.answers]
        for lang in LANGUAGES:
            yield from (f"there is no text {key!r} in {lang}" for key in keys if not title.texts(lang).has(key))
