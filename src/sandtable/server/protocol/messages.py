"""What a table says to a browser by itself."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.mechanics.lessons import LessonSheet
from sandtable.server.protocol.common import Message, Study
from sandtable.server.protocol.lobby import Named
from sandtable.server.protocol.shown import (
    BadgeCard,
    Chat,
    Colours,
    FormationCard,
    LessonMark,
    LogLine,
    OrderCard,
    OverlayCard,
    Picture,
    PleaCard,
    Question,
    Sign,
    Status,
)


class Welcome(Message, frozen=True, kw_only=True, tag="welcome"):
    table: str
    name: str
    title: str
    title_name: str
    scenario: str
    scenario_name: str
    options: tuple[str, ...]
    sides: tuple[Named, ...]
    mine: tuple[str, ...]
    """The sides that this client plays; none for a spectator."""
    seats: dict[str, str]
    """Who sits where: human, bot or open."""
    hints: bool
    """Whether hints can be asked for: against people only if all have agreed to that at the start."""
    turns: int
    first_turn: int
    """The number of the first of them."""
    commitment: str
    """A hash of the seed, published before the first die falls."""
    study: tuple[Study, ...]
    """Why this is a study table and no fair game between people, for good; nothing where it is none."""
    chat: tuple[Chat, ...]
    overlays: tuple[OverlayCard, ...]
    """What can be lit up on the map."""
    sights: bool
    """Whether lines of sight can be asked for."""
    goals: tuple[Status, ...]
    """What the scenario is won by, where the state of victory does not say it all."""
    states: dict[str, str]
    """What the title calls the states of its counters, by their ids; the client has words for common ones."""
    badges: dict[str, BadgeCard]
    """How the states of counters are drawn, by their ids."""
    names: dict[str, str]
    """By the ids of options: what hexes and answers are called that are not called by their name alone."""
    groups: dict[str, tuple[str, ...]]
    """By the ids of options that pick several counters together: the ids of these."""
    formations: tuple[FormationCard, ...]
    """How the counters of the sides that this client plays are listed."""
    lesson: LessonSheet | None
    """What is taught at this table, to the one who learns here."""


class Position(Message, frozen=True, kw_only=True, tag="position"):
    """The game as a seat may know it, at this moment."""

    revision: str
    """Another one after every choice, undo and redo that the seat may know of, and never the same again; an earlier
    position that is looked back at has none."""
    number: int
    """How many choices have been made."""
    side: str
    """Whose view this is."""
    turn: int
    heading: str
    phase: str
    """The phase of the track in which the game stands, by its id."""
    waiting_for: tuple[str, ...]
    thinking: tuple[str, ...]
    """The sides whose bot is at work."""
    interrupt: str
    """What another side is deciding now, where the title has words for it that everybody may read."""
    picture: Picture
    question: Question | None
    can_undo: bool
    can_redo: bool
    status: tuple[Status, ...]
    teaching: tuple[str, ...] = ()
    """What the scenario teaches at this point; `[3.5]` stands for a rule."""
    lines: int = 0
    """Of an earlier position: how many lines of the log lie before it."""
    result: str = ""
    """The outcome in words, once the game is over."""
    seed: str = ""
    """The seed, once the game is over, so that anybody can check the dice."""
    orders: tuple[OrderCard, ...] = ()
    """The standing orders of the seat that are in force."""
    can_plead: bool = False
    """Whether the seat has just ended a phase, which it can take back if the others let it."""
    plea: PleaCard | None = None
    """Who asks for that now, and what the others have said to it."""
    lesson: LessonMark | None = None
    """How far the learner has come, at a table where something is taught."""


class CardChange(msgspec.Struct, frozen=True, gc=False):
    """What is new of a counter; all of it, if the counter was not there before."""

    id: str
    at: str | UnsetType = UNSET
    side: str | UnsetType = UNSET
    palette: str | UnsetType = UNSET
    branch: str | UnsetType = UNSET
    size: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    values: str | UnsetType = UNSET
    tints: tuple[str, ...] | UnsetType = UNSET
    corner: str | UnsetType = UNSET
    states: tuple[str, ...] | UnsetType = UNSET
    steps: int | UnsetType = UNSET
    full_steps: int | UnsetType = UNSET
    facing: int | UnsetType | None = UNSET
    mount: str | UnsetType = UNSET
    edge: int | UnsetType | None = UNSET


class Update(Message, frozen=True, kw_only=True, tag="update", omit_defaults=True):
    """What is new since the position with the revision `base`; what is not said is as it was.

    A counter that comes to a place lies on top there, and those that stay keep their order, unless `stacks` says
    otherwise.
    """

    base: str
    revision: str
    number: int | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    heading: str | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    waiting_for: tuple[str, ...] | UnsetType = UNSET
    thinking: tuple[str, ...] | UnsetType = UNSET
    interrupt: str | UnsetType = UNSET
    question: Question | UnsetType | None = UNSET
    can_undo: bool | UnsetType = UNSET
    can_redo: bool | UnsetType = UNSET
    teaching: tuple[str, ...] | UnsetType = UNSET
    result: str | UnsetType = UNSET
    seed: str | UnsetType = UNSET
    orders: tuple[OrderCard, ...] | UnsetType = UNSET
    can_plead: bool | UnsetType = UNSET
    plea: PleaCard | UnsetType | None = UNSET
    lesson: LessonMark | UnsetType | None = UNSET
    cards: tuple[CardChange, ...] = ()
    gone: tuple[str, ...] = ()
    """The counters that are no longer there, by their ids."""
    stacks: dict[str, tuple[str, ...]] = {}
    """By place: the ids of the counters there, the lowest first."""
    signs: dict[str, tuple[Sign, ...]] = {}
    """By place: all the markers that lie there now."""
    control: dict[str, str | None] = {}
    """By hex: who controls it now, null for nobody."""
    boxes: dict[str, str] | UnsetType = UNSET
    palettes: dict[str, Colours] | UnsetType = UNSET
    lit: tuple[str, ...] | UnsetType | None = UNSET
    status: tuple[Status | None, ...] | UnsetType = UNSET
    """All lines in their order, null for one that is as it was at the same place."""


class Happened(Message, frozen=True, kw_only=True, tag="happened"):
    """New lines of the log; `from_index` is below the client's count after an undo, and what lies beyond is void."""

    from_index: int
    lines: tuple[LogLine, ...]


class Spoken(Message, frozen=True, kw_only=True, tag="spoken"):
    chat: Chat


class Presence(Message, frozen=True, kw_only=True, tag="presence"):
    """Who is at the table now; sent after the first position and whenever somebody comes or goes."""

    here: dict[str, str]
    """By side: the name of who sits there, or that of the side."""
    watching: int
    """How many look on."""
