"""What a table answers to what it is asked."""

from __future__ import annotations

import msgspec

from sandtable.server.protocol.book import ChartCard
from sandtable.server.protocol.common import Clocks, Message, Problem
from sandtable.server.protocol.messages import Happened, Position, Presence, Spoken, Update, Welcome
from sandtable.server.protocol.shown import SumLine


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


ServerMessage = Welcome | Presence | Clocks | Position | Update | Happened | Spoken | Answer
