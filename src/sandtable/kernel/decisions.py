"""What a side is asked and may answer: the one door through which every player plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from sandtable.kernel._options import find

Scalar = str | int | float | bool

MOST_CHOICES = 50_000
"""How many ids of options that have been taken apart are remembered."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """One legal answer. Its id, such as `unit:3-shock` or `hex:2114`, is also the key of its label."""

    id: str
    cost: float | None = None
    rule: str = ""
    grave: bool = False
    """Whether it has consequences that nobody should bring about by mistake: front ends show it as a danger."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A side must choose one of the options; `prompt` is the key of the question in the title's texts."""

    side: str
    prompt: str
    rule: str
    options: tuple[Option, ...]
    args: Mapping[str, Scalar] = {}
    continues: bool = False
    """Whether this is a further pick of an order already begun, such as the destination of a unit just picked."""
    default: str = ""
    """The option by which the side lets things take their course, if there is one: odds are reckoned through it."""
    done: str = "do:done"
    """The option by which the side, where it is offered, is done here and turns to what comes next."""
    gathers: str = ""
    """The option that carries out what counters are picked for here, one by one and as many as are wanted."""
    hand: tuple[str, ...] = ()
    """All counters that it is about, where there are more than its arguments name: those of a stack that moves."""
    turns_to: str = ""
    """The procedure further down, by its name, whose question the side may answer instead: see `Game.turning`."""

    @property
    def ids(self) -> list[str]:
        return [option.id for option in self.options]

    @property
    def begins(self) -> bool:
        """Whether counters are picked for something that follows, such as an attack, and not for its own sake."""
        return self.gathers not in ("", self.done)

    @property
    def forced(self) -> str:
        """The only answer there is, where no order hangs on it and it is not grave; else an empty text."""
        only = self.options[0]
        is_free = len(self.options) > 1 or only.grave or (self.continues and only.id != self.done)
        return "" if is_free else only.id

    def find(self, option_id: str) -> Option | None:
        return find(self.options, option_id)


class Choice(NamedTuple):
    """An option's id taken apart: `unit:3-shock` is of kind `unit` and names `3-shock`."""

    kind: str
    name: str

    @staticmethod
    def of(option_id: str) -> Choice:
        return CHOICES[option_id]


class _Choices(dict[str, Choice]):
    """Ids of options that have been taken apart: a plain look-up, since one is made for every decision."""

    def __missing__(self, option_id: str) -> Choice:
        if len(self) >= MOST_CHOICES:
            self.clear()
        kind, _, name = option_id.partition(":")
        made = self[option_id] = Choice(kind, name)
        return made


CHOICES = _Choices()


NOT_NOW = "refused.not-now"
"""What is said where nobody knows why something is not offered."""
ASKED = "refused.asked"
"""What is said of a thing of a kind that is no answer to the open question: what that question is."""


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not offered: a key of the title's texts, its arguments and the rule."""

    reason: str
    rule: str = ""
    args: Mapping[str, Scalar] = {}
    asked: str = ""
    """The key of the question that is to be answered first, whose arguments these are."""

    @property
    def says_why(self) -> bool:
        return self.reason != NOT_NOW


def most_telling(refusals: Sequence[Refusal]) -> Refusal:
    """Of the reasons against things, any of which somebody may have meant: the first that is about the thing itself."""
    for refusal in refusals:
        if refusal.says_why and not refusal.asked:
            return refusal
    return next((refusal for refusal in refusals if refusal.says_why), refusals[0])


class Preview(msgspec.Struct, frozen=True):
    """What a front end shows before the commitment: the path to be taken and the sum to be resolved."""

    path: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One line of an arithmetic: a key of the title's texts, the value it contributes and the rule."""

    label: str
    value: str
    rule: str = ""
    args: Mapping[str, Scalar] = {}
