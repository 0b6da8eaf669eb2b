"""Answers to questions about a position, made from worlds that fit the asker's view and never from what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sandtable.hexgrid import LabelError
from sandtable.kernel import Preview
from sandtable.kernel.decisions import most_telling
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.sightline import UnknownMap, called, level_told
from sandtable.render.cross_section import ends_told, profile, reason_told
from sandtable.server.match import Match
from sandtable.server.problems import Refused
from sandtable.server.protocol import (
    ChartCard,
    FactLine,
    HexAnswer,
    OverlayAnswer,
    PreviewAnswer,
    SightAnswer,
    SightStep,
    UnitAnswer,
    WhyAnswer,
)
from sandtable.server.showing import sums

MOST_MEANT = 16
"""How many things a click can mean."""


def why(match: Match, side: str, options: Sequence[str], lang: str) -> WhyAnswer:
    """Why none of several options is offered, any of which may have been meant."""
    decision = match.decision(side)
    for option in options:
        if decision is not None and (found := decision.find(option)) is not None:
            return WhyAnswer(True, "", found.rule or decision.rule)
    reason = most_telling([match.refusal(side, option) for option in options[:MOST_MEANT]])
    return WhyAnswer(False, match.view(side).game.texts(lang).refusal(reason), reason.rule)


def preview(match: Match, side: str, option: str, lang: str) -> PreviewAnswer:
    """The path and the sum of an offered option, as far as the side can know them."""
    decision = match.decision(side)
    if decision is None or decision.find(option) is None:
        return PreviewAnswer((), ())
    answers = match.asked(side, lambda world: world.preview(option, side)) or [Preview()]
    first, *others = answers
    path = first.path if all(other.path == first.path for other in others) else ()
    lines = [line for line in first.lines if all(line in other.lines for other in others)]
    return PreviewAnswer(path, sums(lines, match.view(side).game.texts(lang)))


def hex_facts(match: Match, side: str, label: str, lang: str) -> HexAnswer:
    """What a side may know of a hex."""
    view = match.view(side)
    try:
        facts = match.title.inspect(view.game, label, lang)
        info = match.title.board(view.content).named(label)
    except LabelError:
        raise Refused(404, "no-such-hex", "there is no such hex on the map") from None
    name = info.name.text(lang) if info.name else ""
    return HexAnswer(label, name, _told(facts))


def unit_facts(match: Match, side: str, unit_id: str, lang: str) -> UnitAnswer:
    """What a side may know of a counter."""
    game = match.view(side).game
    charts = match.title.card_of_unit(game, unit_id, lang)
    return UnitAnswer(
        unit_id,
        _told(match.title.facts_of_unit(game, unit_id, lang)),
        msgspec.convert(charts, tuple[ChartCard, ...], from_attributes=True),
    )


def _told(facts: Iterable[Fact]) -> tuple[FactLine, ...]:
    return tuple(FactLine(fact.label, fact.value, fact.rule) for fact in facts)


def overlay(match: Match, side: str, overlay_id: str, label: str) -> OverlayAnswer:
    """The hexes that an overlay lights up, worked out from what a side may know. Raises Refused."""
    view, title = match.view(side), match.title
    found = next((each for each in title.overlays(view.content) if each.id == overlay_id), None)
    if found is None:
        raise Refused(404, "no-such-overlay", "this game has no such overlay; the welcome lists those it has")
    if found.needs_hex and label not in title.board(view.content).index:
        raise Refused(404, "no-such-hex", "there is no such hex on the map")
    lit = title.overlay(view.game, overlay_id, label if found.needs_hex else "", side)
    return OverlayAnswer(tuple(sorted(lit)))


def sight(match: Match, side: str, viewer: str, target: str, lang: str) -> SightAnswer:
    """A line of sight on the map as a side knows it: step by step, and as a cross-section. Raises Refused."""
    game = match.view(side).game
    try:
        found = match.title.sight_in(game, viewer, target)
    except LabelError:
        raise Refused(404, "no-such-hex", "there is no such hex on the map") from None
    except UnknownMap:
        raise Refused(404, "no-sights", "this game does not explain lines of sight") from None
    texts = game.texts(lang)
    steps = tuple(
        SightStep(
            at=texts.phrase("sight.beside", {"at": step.at}) if step.beside else step.at,
            what=called(found, step.kind, texts),
            level=texts.phrase("sight.at-level", {"level": level_told(step.level)}),
            why=texts.phrase(step.reason, step.args),
            rule=step.rule,
            blocks=step.blocks,
        )
        for step in found.steps
    )
    return SightAnswer(
        clear=found.blocked_by is None,
        ends=ends_told(found, texts),
        verdict=reason_told(found, texts),
        rule="" if found.blocked_by is None else found.blocked_by.rule,
        steps=steps,
        drawing=profile(found, texts).svg,
    )
