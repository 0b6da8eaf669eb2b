"""What becomes of men: checks, breaking, casualties, heroes."""

from __future__ import annotations

from sandtable.kernel import Event


class Broke(Event, frozen=True, kw_only=True):
    """A unit broke."""

    unit: str


class Pinned(Event, frozen=True, kw_only=True):
    """A unit was pinned."""

    unit: str


class Passed(Event, frozen=True, kw_only=True):
    """A unit passed a check."""

    unit: str


class Failed(Event, frozen=True, kw_only=True):
    """A unit failed a Task Check, which means what the rule says that called for it."""

    unit: str


class Reduced(Event, frozen=True, kw_only=True):
    """A squad lost half of its men and goes on as another counter."""

    unit: str
    into: str


class Wounded(Event, frozen=True, kw_only=True):
    """A single man was wounded."""

    unit: str


class Replaced(Event, frozen=True, kw_only=True):
    """A unit is of another type from now on, better or worse."""

    unit: str
    kind: str
    was: str = ""
    """Its type before."""


class Disrupted(Event, frozen=True, kw_only=True):
    """A broken unit was disrupted."""

    unit: str


class Rallied(Event, frozen=True, kw_only=True):
    """A broken unit rallied."""

    unit: str


class Desperate(Event, frozen=True, kw_only=True):
    """A broken unit came under Desperation Morale."""

    unit: str


class Heated(Event, frozen=True, kw_only=True):
    """Heat of Battle made something of a unit: hero, fanatic, berserk, heroic."""

    unit: str
    what: str


class Appeared(Event, frozen=True, kw_only=True):
    """A leader or a hero stepped forward."""

    unit: str
    at: str


class Surrendered(Event, frozen=True, kw_only=True):
    """A unit became the prisoner of another."""

    unit: str
    captor: str


class HandedOn(Event, frozen=True, kw_only=True):
    """A prisoner has another Guard."""

    unit: str
    guard: str


class PrisonerFreed(Event, frozen=True, kw_only=True):
    """A prisoner is free, without arms."""

    unit: str
    at: str


class Massacred(Event, frozen=True, kw_only=True):
    """Berserk men have killed the prisoners of their Location."""

    unit: str
    at: str


class Roused(Event, frozen=True, kw_only=True):
    """The ELR of a side has risen."""

    side: str
    elr: int


class Revealed(Event, frozen=True, kw_only=True):
    """What lay beneath a "?" or was hidden is known."""

    unit: str
    at: str


class Vanished(Event, frozen=True, kw_only=True):
    """A "?" had nobody beneath it and is gone."""

    at: str


class Hid(Event, frozen=True, kw_only=True):
    """A unit is concealed again."""

    unit: str


class Rearmed(Event, frozen=True, kw_only=True):
    """Freed men have arms again."""

    unit: str
    at: str


class Informed(Event, frozen=True, kw_only=True):
    """A leader has asked the people of a house."""

    unit: str
    at: str
    talks: bool


MORALE_EVENTS = (
    Broke, Pinned, Passed, Failed, Reduced, Wounded, Replaced, Disrupted, Rallied, Desperate, Heated, Appeared,
    Surrendered, HandedOn, PrisonerFreed, Massacred, Roused, Revealed, Vanished, Hid, Rearmed, Informed,
)  # fmt: skip
