"""What server and browser say to each other: the bodies of the REST calls and the messages of a table's WebSocket.

A client opens `/ws/tables/{id}`, sends `Hello` first and is answered with `Welcome` and `Position`. After that every
request carries a number of its own and is answered by an `Answer` with the same number; whenever the game goes on, all
sockets of the table get `Happened` and an `Update`, each as its seat may know it and in its language. A client that
cannot apply an update, because it is based on another position than the one it has, asks with `LookAs` for a new one.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.mechanics.lessons import LessonSheet

Lang = Literal["en", "ja"]
Mode = Literal["human", "bot", "open"]
Scalar = str | int | float | bool


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """The base of all WebSocket messages; `type` names the message in kebab case."""


# The lobby


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


class ClockPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time there is: so many days for a move, or so many minutes for each side and the whole game."""

    kind: Literal["days", "minutes"]
    amount: int


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


class Problem(msgspec.Struct, frozen=True):
    """What every failed call is answered with."""

    code: str
    message: str
    rule: str = ""


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/accounts and POST /api/session."""

    name: str
    password: str


class Person(msgspec.Struct, frozen=True):
    """Who is signed in; an empty name for nobody."""

    name: str
    shared: bool
    """Whether the server is shared; a local one has no accounts."""


class LetterWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """GET and POST /api/letters: where, in which language and whether somebody wants to be told of their move."""

    address: str
    lang: str
    """Empty in an answer where the server sends no letters."""
    wanted: bool


class StopLetters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/letters/stop: the token of the link at the end of a letter."""

    token: str


# What a client is shown


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


# From the browser


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """Open a seat: with the tokens of one side, of several (hot seat), or with that of a spectator."""

    tokens: tuple[str, ...] = ()
    lang: Lang = "en"
    side: str = ""
    """In hot seat: whose view to show first."""
    seen: int = 0
    """How many log lines the client already has."""


class Request(Message, frozen=True, kw_only=True):
    request: int


class Choose(Request, frozen=True, kw_only=True, tag="choose"):
    """Answer a decision. `revision` is that of the position answered, `key` makes a repeated request harmless.

    An option `standing:...` gives a standing order of the seat and `no-longer:...` withdraws one, at any time and
    whatever the revision.
    """

    option: str
    revision: str
    key: str
    side: str


class Undo(Request, frozen=True, kw_only=True, tag="undo"):
    """Take back the last choice of the seat, within the phase."""

    revision: str
    key: str
    side: str


class Redo(Request, frozen=True, kw_only=True, tag="redo"):
    revision: str
    key: str
    side: str


class Plead(Request, frozen=True, kw_only=True, tag="plead"):
    """Ask the others to let the choice be taken back by which the seat has just ended a phase."""

    revision: str
    key: str
    side: str


class Grant(Request, frozen=True, kw_only=True, tag="grant"):
    """Let another seat take back what it asks for; once all who are asked have, it is taken back."""

    revision: str
    key: str
    side: str


class OfferDraw(Request, frozen=True, kw_only=True, tag="offer"):
    """Offer the others a draw; once all have granted it, the game is over."""

    revision: str
    key: str
    side: str


class Resign(Request, frozen=True, kw_only=True, tag="resign"):
    """Give the game up, at any time and whatever the revision."""

    revision: str
    key: str
    side: str


class Claim(Request, frozen=True, kw_only=True, tag="claim"):
    """Win because the other side has used up the days that it had for its move."""

    side: str


class Decline(Request, frozen=True, kw_only=True, tag="decline"):
    """Do not let another seat take back what it asks for; from the seat that asks, withdraw the plea."""

    revision: str
    key: str
    side: str


class AskOdds(Request, frozen=True, kw_only=True, tag="odds"):
    option: str
    side: str


class AskHint(Request, frozen=True, kw_only=True, tag="hint"):
    """What the computer would do in the place of a side that has something to decide."""

    side: str


class AskWhy(Request, frozen=True, kw_only=True, tag="explain"):
    """Why something is not offered. A click may also have meant other things, such as the hex of a counter."""

    option: str
    side: str
    meant: tuple[str, ...] = ()


class AskPreview(Request, frozen=True, kw_only=True, tag="preview"):
    option: str
    side: str


class AskHex(Request, frozen=True, kw_only=True, tag="inspect"):
    hex: str
    side: str


class AskUnit(Request, frozen=True, kw_only=True, tag="unit"):
    """What a counter is, in words, and what its figures mean, as the side may know it."""

    unit: str
    side: str


class AskOverlay(Request, frozen=True, kw_only=True, tag="overlay"):
    """Which hexes an overlay lights up, as the side may know it; `hex` is empty where the overlay needs none."""

    overlay: str
    hex: str
    side: str


class AskSight(Request, frozen=True, kw_only=True, tag="sight"):
    """Whether one hex is seen from another, and what blocks the line, as the side may know it."""

    viewer: str
    target: str
    side: str


class AskReplay(Request, frozen=True, kw_only=True, tag="replay"):
    """The position after so many choices, as the seat may know it."""

    number: int
    side: str


class LookAs(Request, frozen=True, kw_only=True, tag="look-as"):
    """Show the whole log and position of a side that this client holds: in hot seat of another, or of its own anew."""

    side: str


class Speak(Request, frozen=True, kw_only=True, tag="chat"):
    text: str


# From the server


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


class Clocks(Message, frozen=True, kw_only=True, tag="clocks"):
    """How much time everybody has, at a table with clocks: after the first position and whenever it is otherwise.

    It says no more of who is being waited for than the position does.
    """

    plan: ClockPlan
    now: float
    """The time of the server, in seconds since 1970."""
    due: dict[str, float]
    """By side, of those that are waited for: when they run out."""
    left: dict[str, float]
    """By side, of the others: how many seconds they have."""


class OutcomeBar(msgspec.Struct, frozen=True):
    label: str
    probability: float
    favours: str
    """The side that it is good for; an empty text where it is as good for one as for another."""


class OddsAnswer(msgspec.Struct, frozen=True):
    exact: bool
    outcomes: tuple[OutcomeBar, ...]
    lines: tuple[SumLine, ...]


class Advice(msgspec.Struct, frozen=True):
    """An option that the computer weighed."""

    option: str
    label: str
    prospects: float
    """How well it compares with all the options weighed, between 0 and 1."""
    value: float
    """What it leads to on average, in the points by which the title judges positions."""
    visits: int
    """How often the game was played on from it."""
    then: tuple[str, ...]
    """What would be chosen after it to complete the order, in words."""


class HintAnswer(msgspec.Struct, frozen=True):
    """What the computer would choose first, and then the others that it weighed, the better ones first."""

    advice: tuple[Advice, ...]


class PreviewAnswer(msgspec.Struct, frozen=True):
    path: tuple[str, ...]
    lines: tuple[SumLine, ...]


class WhyAnswer(msgspec.Struct, frozen=True):
    offered: bool
    reason: str
    rule: str


class FactLine(msgspec.Struct, frozen=True):
    """Something to know of a hex or a counter, with the rule that says what it means."""

    label: str
    value: str
    rule: str


class HexAnswer(msgspec.Struct, frozen=True):
    hex: str
    name: str
    facts: tuple[FactLine, ...]


class UnitAnswer(msgspec.Struct, frozen=True):
    """A counter in words, and its printed card as tables; nothing of one that is not in play."""

    unit: str
    facts: tuple[FactLine, ...]
    charts: tuple[ChartCard, ...]


class OverlayAnswer(msgspec.Struct, frozen=True):
    hexes: tuple[str, ...]


class SightStep(msgspec.Struct, frozen=True):
    """Something on the way of a line of sight: where, what, how high, and how it is judged by which rule."""

    at: str
    what: str
    level: str
    why: str
    rule: str
    blocks: bool


class SightAnswer(msgspec.Struct, frozen=True):
    """A line of sight step by step, and drawn as a cross-section."""

    clear: bool
    ends: str
    verdict: str
    rule: str
    """The rule by which it is blocked; empty where it is clear."""
    steps: tuple[SightStep, ...]
    drawing: str
    """An SVG."""


class Answer(Message, frozen=True, kw_only=True, tag="answer", omit_defaults=True):
    """The reply to a request: its data, or what went wrong."""

    request: int
    ok: bool
    odds: OddsAnswer | None = None
    hint: HintAnswer | None = None
    why: WhyAnswer | None = None
    preview: PreviewAnswer | None = None
    hex: HexAnswer | None = None
    unit: UnitAnswer | None = None
    overlay: OverlayAnswer | None = None
    sight: SightAnswer | None = None
    position: Position | None = None
    problem: Problem | None = None


ClientMessage = (
    Hello | Choose | Undo | Redo | Plead | OfferDraw | Grant | Decline | Resign | Claim | Speak | LookAs
    | AskOdds | AskHint | AskWhy | AskPreview | AskHex | AskUnit | AskOverlay | AskSight | AskReplay
)  # fmt: skip
ServerMessage = Welcome | Presence | Clocks | Position | Update | Happened | Spoken | Answer


class LitBy(msgspec.Struct, frozen=True):
    """A line of a sum or a fact of a counter; an empty value stands for any."""

    label: str
    value: str


class HeadCard(msgspec.Struct, frozen=True):
    """The head of a row or column; lit while all that it is `lit_by` is told."""

    name: str
    lit_by: tuple[LitBy, ...]
    swatch: str


class RowCard(msgspec.Struct, frozen=True):
    head: HeadCard
    cells: tuple[str, ...]


class ChartCard(msgspec.Struct, frozen=True):
    """A chart as it is printed."""

    id: str
    name: str
    rule: str
    columns: tuple[HeadCard, ...]
    rows: tuple[RowCard, ...]
    notes: tuple[str, ...]


class PhaseCard(msgspec.Struct, frozen=True):
    """A phase of a turn; an empty side for one that all have together."""

    id: str
    name: str
    rule: str
    side: str


class Book(msgspec.Struct, frozen=True):
    """GET /api/titles/{title}/scenarios/{scenario}/book: what to have at hand in a game of a scenario."""

    description: str
    charts: tuple[ChartCard, ...]
    track: tuple[PhaseCard, ...]


class RuleCard(msgspec.Struct, frozen=True):
    """GET /api/titles/{title}/rules/{rule}; all of them are GET /api/titles/{title}/rules."""

    id: str
    title: str
    summary: str
