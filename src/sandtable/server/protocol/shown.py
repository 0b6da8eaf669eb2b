"""What a client is shown of a position."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.server.protocol.lobby import Named


class Card(msgspec.Struct, frozen=True, gc=False):
    """A counter. A hidden one has an id that says nothing, and no name, values or symbol of its own."""

    id: str
    at: str
    side: str
    palette: str
    branch: str
    size: str
    name: str
    """The designation printed on the counter."""
    title: str
    """The full name."""
    values: str
    tints: tuple[str, ...]
    """The colours of the figures among the values, where they tell something; an empty one is the ink's."""
    corner: str
    states: tuple[str, ...]
    steps: int
    full_steps: int
    facing: int | None
    mount: str
    """How its weapons are mounted: turret, fixed, or nothing to show."""
    edge: int | None
    """The hexside along which it stands, by its direction; nothing for one in the middle of its hex."""


class BadgeCard(msgspec.Struct, frozen=True):
    """A letter on a disc that tells a state of a counter."""

    letter: str
    fill: str
    ink: str


class Sign(msgspec.Struct, frozen=True, gc=False):
    """A marker."""

    at: str
    label: str
    kind: str
    palette: str
    edge: int | None = None


class Colours(msgspec.Struct, frozen=True):
    fill: str
    ink: str
    symbol: str


class Picture(msgspec.Struct, frozen=True):
    """What lies on the map."""

    cards: tuple[Card, ...]
    signs: tuple[Sign, ...]
    control: dict[str, str]
    boxes: dict[str, str]
    palettes: dict[str, Colours]
    lit: tuple[str, ...] | None = None
    """At night the hexes in some light; null by day."""


class OfferGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Options of one kind and under one rule that follow on one another; `hex` and `0905` make the id `hex:0905`."""

    kind: str
    names: tuple[str, ...]
    costs: tuple[float | None, ...] = ()
    """What each of them costs; empty where none costs anything."""
    rule: str = ""
    """Empty for the rule of the question."""
    labels: dict[str, str] = {}
    """By name, what to call those that are not called by the title of their counter, nor as `Welcome.names` says, nor
    by their name alone."""
    grave: tuple[str, ...] = ()
    """The names of those that are not to be chosen by mistake."""


class Narrowing(msgspec.Struct, frozen=True):
    """Something that a question is about, by which a standing order may be narrowed."""

    name: str
    value: str | float | bool
    label: str


class FormalityCard(msgspec.Struct, frozen=True):
    """How a question can be answered in advance: what a client makes a standing order of."""

    prompt: str
    name: str
    """What it is about, in words."""
    answers: tuple[Named, ...]
    """The options that can be ordered, the usual one first."""
    hopes: tuple[Named, ...]
    """What may be hoped for of the other options, the least first."""
    narrowings: tuple[Narrowing, ...]
    alarm: str
    """Until when an order given `until: alarm` holds, in words."""


class OrderCard(msgspec.Struct, frozen=True):
    """A standing order in force; its id is what `no-longer:` names to withdraw it."""

    id: str
    label: str


class PleaCard(msgspec.Struct, frozen=True):
    """A seat asks others to let it take back the end of a phase, or offers a draw; it goes with the next choice.

    `asked` are the sides that have a say, `granted` those of them that have agreed.
    """

    side: str
    kind: Literal["undo", "draw"]
    asked: tuple[str, ...]
    granted: tuple[str, ...]
    declined: bool


class LessonMark(msgspec.Struct, frozen=True):
    """How far a learner has come."""

    step: int
    """The first task that is not done, counted from 0; as many as there are steps once all are."""
    next: str
    """The option that is to be picked next, if the learner is on the way."""
    strayed: bool
    """Whether the learner does something else."""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open decision of the seat that is asked."""

    side: str
    prompt: str
    rule: str
    options: tuple[OfferGroup, ...]
    continues: bool = False
    """Whether it is a further pick of an order already begun."""
    about: tuple[str, ...] = ()
    """The hexes of what the question speaks of."""
    done: str = ""
    """The option by which the seat is done here and turns to what comes next, if it is offered."""
    default: str = ""
    """The option by which the seat lets things take their course, if there is one."""
    formality: FormalityCard | None = None
    """How it can be answered in advance, if it can."""
    stood_in: bool = False
    """Whether a standing order of the seat is about to answer it."""
    gathers: str = ""
    """The option that carries out what counters are picked for here, one by one and as many as are wanted."""
    turns: bool = False
    """Whether the seat may instead be done with the order in hand and pick another counter: `unit:` and its id."""
    hand: tuple[str, ...] = ()
    """The counters of the seat that it is about, such as those in hand where an order has been begun."""
    bearers: dict[str, str] = {}
    """By options that name what lies nowhere on the map, such as a weapon: the counter that has it."""
    sends: bool = False
    """Whether counters are taken up to be sent to hexes, so that several can be sent to the same."""


class Status(msgspec.Struct, frozen=True):
    """A line of the state of victory: what, how much, how much is needed."""

    label: str
    value: str
    side: str = ""


class LogLine(msgspec.Struct, frozen=True):
    """An event as a sentence; a resolution opens into its arithmetic."""

    index: int
    kind: str
    text: str
    rule: str
    turn: int
    lines: tuple[SumLine, ...] = ()
    hexes: tuple[str, ...] = ()
    """The hexes that it speaks of."""


class SumLine(msgspec.Struct, frozen=True):
    label: str
    value: str
    rule: str


class FormationCard(msgspec.Struct, frozen=True):
    """Counters that belong together under a name."""

    name: str
    side: str
    units: tuple[str, ...]


class OverlayCard(msgspec.Struct, frozen=True):
    """Something that can be lit up on the map on demand, perhaps for a hex that is pointed at."""

    id: str
    name: str
    needs_hex: bool
    about: str
    """What the light means, in a sentence; nothing where the name says it all."""


class Chat(msgspec.Struct, frozen=True):
    who: str
    text: str
    at: str
