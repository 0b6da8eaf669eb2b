"""Standing orders: how a side wants questions of a kind to be answered, said in advance.

An order is a choice like any other: it stands in the journal, can be taken back, and is known to its side alone. The
table says when one applies (`Table.standing_answer`); whoever runs the table then makes that choice for the side.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import msgspec

from sandtable.kernel.decisions import Decision, Scalar
from sandtable.kernel.errors import SandtableError
from sandtable.kernel.odds import at_a_glance
from sandtable.kernel.views import View

GIVE, WITHDRAW = "standing", "no-longer"
"""The kinds of choices by which orders are given and withdrawn; what they name is the order itself."""

ASK = "do:ask"
"""The answer of an order to be asked after all: an exception from a wider order, such as at one hex."""

Until = Literal["", "turn", "alarm"]
"""How long an order stands: for good, for this game turn, or until something alarming is seen."""
UNTIL: tuple[Until, ...] = get_args(Until)


class BadOrder(SandtableError):
    """A standing order that makes no sense; the message says what can be ordered."""


class Formality(msgspec.Struct, frozen=True):
    """A kind of question that a title lets a side answer in advance."""

    answers: tuple[str, ...]
    """The options that can be ordered, the usual one first; `ASK` among them where a side may say where it is asked."""
    hopes: dict[str, tuple[tuple[str, ...], ...]] = {}
    """What may be hoped for of the other options, the least first: each with the runs of results that bring it.

    An order may depend on the chance of some of them. A result can stand in several runs: a suppression may be a result
    of fire, or that of a check after it.
    """
    narrowed_by: tuple[str, ...] = ()
    """The arguments of the question by which an order may be narrowed, such as a hex."""

    def brings(self, hopes: tuple[str, ...], results: tuple[str, ...]) -> bool:
        """Whether an outcome, told by its results, brings one of the things hoped for."""
        return any(_contains(results, run) for hope in hopes for run in self.hopes[hope])


def _contains(results: tuple[str, ...], run: tuple[str, ...]) -> bool:
    return any(results[start : start + len(run)] == run for start in range(len(results) - len(run) + 1))


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Answer questions of a kind with an option, unless another option promises enough."""

    prompt: str
    answer: str
    only: dict[str, Scalar] = {}
    """The arguments that a question must have, such as the hex that it is about."""
    unless: float = 0.0
    """The chance, from just above 0 to 1, of one of the things hoped for at which it wants to be asked after all."""
    hopes: tuple[str, ...] = ()
    until: Until = ""
    turn: int = 0
    """The game turn in which it was given, where that matters."""

    @property
    def name(self) -> str:
        """The order as the name of a choice."""
        return msgspec.json.encode(self, order="sorted").decode()


def parse(text: str) -> StandingOrder:
    """The order that a choice names. Raises BadOrder."""
    try:
        return msgspec.json.decode(text, type=StandingOrder)
    except msgspec.DecodeError as error:
        raise BadOrder(f"not a standing order: {error}") from error


def check(order: StandingOrder, formalities: Mapping[str, Formality]) -> None:
    """Raises BadOrder where a title does not let such an order be given."""
    formality = formalities.get(order.prompt)
    if formality is None:
        known = ", ".join(formalities) or "none"
        raise BadOrder(f"{order.prompt!r} cannot be answered in advance; what can be: {known}")
    if order.answer not in formality.answers:
        raise BadOrder(f"{order.prompt!r} can be answered in advance with {', '.join(formality.answers)}")
    if order.answer == ASK and order.unless:
        raise BadOrder("an order to be asked depends on no chance")
    if foreign := sorted(set(order.only) - set(formality.narrowed_by)):
        known = ", ".join(formality.narrowed_by) or "nothing"
        raise BadOrder(f"{order.prompt!r} can be narrowed by {known}, not by {', '.join(foreign)}")
    if not 0.0 <= order.unless <= 1.0:
        raise BadOrder(f"a chance lies between 0 and 1, not at {order.unless:g}")
    if bool(order.unless) != bool(order.hopes):
        raise BadOrder("an order that depends on a chance says of what, and one that says of what the chance")
    if foreign := sorted(set(order.hopes) - set(formality.hopes)):
        known = ", ".join(formality.hopes) or "nothing"
        raise BadOrder(f"{order.prompt!r} can depend on {known}, not on {', '.join(foreign)}")


Chances = Callable[[str, StandingOrder], float]
"""How likely what an order hopes for is if an option is chosen, as far as the side can know."""

BUDGET = 400
"""How many results are looked at to tell whether something better is in sight: an order is asked at every question."""
WORLDS = 4
"""How many guesses at hidden facts such a chance is averaged over."""


def concerning(orders: Sequence[StandingOrder], decision: Decision) -> list[StandingOrder]:
    """The orders that are about a question: the narrowest before others, the latest before earlier ones."""
    return sorted((order for order in orders[::-1] if _is_about(order, decision)), key=lambda order: -len(order.only))


def _is_about(order: StandingOrder, decision: Decision) -> bool:
    if decision.prompt != order.prompt or (order.answer != ASK and decision.find(order.answer) is None):
        return False
    return all(decision.args.get(name) == value for name, value in order.only.items())


def answer(orders: Sequence[StandingOrder], decision: Decision, chances: Chances) -> str:
    """The answer of the first order that applies to a question; an empty text where something better is in sight."""
    for order in concerning(orders, decision):
        if order.answer == ASK:
            return ""
        others = (option.id for option in decision.options if option.id != order.answer)
        if not order.unless or all(chances(option_id, order) < order.unless for option_id in others):
            return order.answer
    return ""


def chance(formality: Formality, order: StandingOrder, view: View, option_id: str, rng: random.Random) -> float:
    """How likely an option makes what an order hopes for, before the same question is asked again."""
    odds = at_a_glance(view, option_id, rng, order.prompt, BUDGET, WORLDS)
    return sum(outcome.probability for outcome in odds.outcomes if formality.brings(order.hopes, outcome.results))
