"""A standing order as a form: asked step by step at a question that can be answered in advance."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import NamedTuple

from sandtable.cli.session import Session
from sandtable.kernel import Decision, Formality, StandingOrder
from sandtable.kernel.decisions import Scalar
from sandtable.kernel.standing import ASK, UNTIL

CHANCES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


class Step(NamedTuple):
    """One question of the form; the answer is the place in the list."""

    heading: str
    answers: Sequence[str]


Form = Generator[Step, int, StandingOrder]


def form(session: Session, decision: Decision, formality: Formality) -> Form:
    """Ask for the answer, for what it is about, for how long and for the chance at which to be asked after all."""
    texts, prompt = session.texts, decision.prompt
    answers = [texts.name("option", answer) for answer in formality.answers]
    answer = yield from _pick(session.say("standing.answer"), answers)
    narrowed = [texts.phrase(f"formality.{prompt}.{name}", decision.args) for name in formality.narrowed_by]
    place = yield from _pick(session.say("standing.where"), [session.say("standing.everywhere"), *narrowed])
    names = formality.narrowed_by[place - 1 : place] if place else ()
    only: dict[str, Scalar] = {name: decision.args[name] for name in names}
    lasts = [texts.phrase(f"standing.until.{until or 'withdrawn'}") for until in UNTIL]
    until = UNTIL[(yield from _pick(session.say("standing.until"), lasts))]
    order = StandingOrder(prompt, formality.answers[answer], only, until=until)
    hopes = () if order.answer == ASK else tuple(formality.hopes)
    named = [texts.name("hope", hope) for hope in hopes]
    least = [session.say("standing.or-more", hope=name) for name in named[:-1]] + named[-1:]
    hope = yield from _pick(session.say("standing.hope"), [session.say("standing.whatever"), *least])
    if not hope:
        return order
    chance = yield from _pick(session.say("standing.chance"), [f"{chance:.0%}" for chance in CHANCES])
    return StandingOrder(prompt, order.answer, only, CHANCES[chance], hopes[hope - 1 :], until)


def _pick(heading: str, answers: Sequence[str]) -> Generator[Step, int, int]:
    """A step of the form, which is passed over where there is but one answer."""
    if len(answers) == 1:
        return 0
    return (yield Step(heading, answers))
