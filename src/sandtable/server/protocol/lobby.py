"""The bodies of the REST calls: titles, tables, seats, people."""

from __future__ import annotations

import msgspec

from sandtable.server.protocol.common import ClockPlan, Clocks, Mode, Study


class Named(msgspec.Struct, frozen=True):
    id: str
    name: str


class ScenarioCard(msgspec.Struct, frozen=True):
    """A scenario on the new-game page."""

    id: str
    name: str
    description: str
    turns: int
    sides: tuple[Named, ...]
    switches: tuple[Named, ...]


class LessonCard(msgspec.Struct, frozen=True):
    """A lesson in a list."""

    id: str
    name: str
    about: str


class DialCard(msgspec.Struct, frozen=True):
    """Something that a title can be told for a scenario made to order, with its values."""

    id: str
    name: str
    values: tuple[Named, ...]
    default: str


class TitleCard(msgspec.Struct, frozen=True):
    """A title on the new-game page.

    A scenario made to order is called `made`, a value for each dial and a seed, as in `made-1943-company-7`.
    """

    id: str
    name: str
    tutorial: bool
    scenarios: tuple[ScenarioCard, ...]
    bots: tuple[str, ...]
    lessons: tuple[LessonCard, ...]
    dials: tuple[DialCard, ...]


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit at a side: the person who sets up the game, a bot, or whoever comes with the invitation."""

    mode: Mode
    bot: str = "greedy"


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables."""

    title: str
    scenario: str
    seats: dict[str, SeatPlan]
    options: tuple[str, ...] = ()
    seed: int | None = None
    name: str = ""
    hints: bool = False
    """Whether who sets up the game wants hints of the computer to be given even though people play each other."""
    clock: ClockPlan | None = None


class NewLesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/lessons."""

    title: str
    lesson: str


class InvitationCard(msgspec.Struct, frozen=True):
    """POST /api/invitations/look: what one is invited to."""

    title_name: str
    scenario_name: str
    side: str
    hints: bool
    """Whether hints of the computer will be given, if the guest agrees."""
    clock: ClockPlan | None
    """How much time there is."""
    study: tuple[Study, ...]
    """Why it is no fair game; nothing where it is one."""


class Keys(msgspec.Struct, frozen=True):
    """The answer: what opens each seat. A token is shown once; an invitation is a link part to hand to somebody."""

    table: str
    tokens: dict[str, str]
    invitations: dict[str, str]
    spectator: str


class Reach(msgspec.Struct, frozen=True):
    """GET /api/reach: how others come to a local server."""

    listens: bool
    """Whether it listens to other machines at all."""
    addresses: tuple[str, ...]
    """Where they find it in the local network, if it does, as the beginnings of links."""


class TableCard(msgspec.Struct, frozen=True):
    """A running or finished game in a list."""

    id: str
    name: str
    title: str
    title_name: str
    scenario: str
    scenario_name: str
    turn: int
    choices: int
    waiting_for: tuple[str, ...]
    result: str
    updated: str
    sides: tuple[str, ...]
    """The sides that the asker may play."""
    clocks: Clocks | None = None
    """How much time everybody has, at a table with clocks at which the game is still on."""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/accounts and POST /api/session."""

    name: str
    password: str


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/accounts/forgotten: whose password it is."""

    name: str


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/accounts/password: the token of the letter that was asked for, and the password from now on."""

    token: str
    password: str


class Person(msgspec.Struct, frozen=True):
    """Who is signed in; an empty name for nobody."""

    name: str
    shared: bool
    """Whether the server is shared; a local one has no accounts."""


class Place(msgspec.Struct, frozen=True):
    """A place where who asks is signed in."""

    id: str
    since: str
    """The time in UTC."""
    agent: str
    """What the browser says of itself; empty where that is not known."""
    here: bool
    """Whether it is the one that asks."""


class LetterWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """GET and POST /api/letters: where, in which language and whether somebody wants to be told of their move."""

    address: str
    lang: str
    """Empty in an answer where the server sends no letters."""
    wanted: bool


class StopLetters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/letters/stop: the token of the link at the end of a letter."""

    token: str
