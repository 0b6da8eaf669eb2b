"""Checks of what is asked: options are sound, asking is pure, and what is not offered is refused with a reason."""

from __future__ import annotations

import math
from typing import Any

from sandtable.kernel import Choice, Decision, Game, IllegalChoice, Refusal
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.testing.position import Position, Problems
from sandtable.testing.words import unknown_rule, unworded

NONSENSE = ("", "nonsense", "unit:", "unit:no-such-thing", "do:nothing-of-the-kind", ":", "hex:-1")


def decisions_are_sound(position: Position) -> Problems:
    """Each open decision is of another side of the scenario, and offers things that can be told apart."""
    decisions = position.table.decisions
    if not decisions:
        yield "nobody has anything to decide, yet the game is not over"
    if len({decision.side for decision in decisions}) < len(decisions):
        yield "one side has two decisions open at once"
    for decision in decisions:
        if decision.side not in position.sides:
            yield f"{decision.prompt}: {decision.side!r} is no side of the scenario"
        if not decision.options:
            yield f"{decision.prompt}: nothing is offered"
        if len(set(decision.ids)) < len(decision.ids):
            yield f"{decision.prompt}: an option is offered twice"
        if decision.default and decision.find(decision.default) is None:
            yield f"{decision.prompt}: the default {decision.default!r} is not offered"
        for option_id in decision.ids:
            if not all(option_id.partition(":")):
                yield f"{decision.prompt}: {option_id!r} is not of the form kind:name"


def asking_is_pure(position: Position) -> Problems:
    """To be asked again changes nothing, says nothing and offers the same."""
    before = position.table.hash
    again = position.game.fork()
    again.advance()
    if position.title.codec.hash(again.state) != before:
        yield "asking changes the state"
    if again.decisions != position.table.decisions:
        yield "asked again, other options are offered"
    if again.events:
        yield f"asking says {type(again.events[0]).__name__}"
    if position.table.hash != before:
        yield "asking in a fork changes the original"


def judgement_is_finite(position: Position) -> Problems:
    """The title's judgement of a position is a number for every side."""
    for side in position.sides:
        worth = position.title.evaluate(position.game.state, position.game.content, side)
        if not math.isfinite(worth):
            yield f"evaluate gives {worth} for {side}"


def refusals_give_reasons(position: Position) -> Problems:
    """Whatever is not offered is refused with a reason and a rule, and nothing changes."""
    decision = position.any_decision()
    for option_id in _not_offered(position, decision):
        yield from _is_refused(position, option_id, decision.side)
    offered = position.rng.choice(decision.ids)
    if position.table.explain(offered, decision.side) is not None:
        yield f"{offered} is offered, yet explained as refused"
    for side in position.sides:
        if all(open_now.side != side for open_now in position.table.decisions):
            yield from _is_refused(position, offered, side)


def _not_offered(position: Position, decision: Decision) -> list[str]:
    kind = position.rng.choice(sorted(position.met))
    known = {f"{kind}:{name}" for name in (*position.names(kind), *position.met[kind])}
    tried = sorted(known - set(decision.ids) - set(_turning(position, decision)))
    nonsense = position.rng.choice([word for word in NONSENSE if word not in decision.ids])
    return [*position.rng.sample(tried, min(2, len(tried))), nonsense]


def clicks_are_answered(position: Position) -> Problems:
    """Whoever clicks on a counter or a hex that is not offered is told a reason: what is asked, or why not this."""
    if not isinstance(position.title, HexTitle):
        return
    decision = position.any_decision()
    for thing in _clicked(position, position.title):
        refusal = position.game.why_none(meant_by(position.game, thing), decision.side)
        if refusal is None:
            continue
        position.refused += 1
        if not refusal.says_why:
            position.unreasoned += 1
            yield f"{decision.prompt}: a click on {thing!r} is refused without a reason"


def _clicked(position: Position, title: AnyHexTitle) -> list[str]:
    """A counter and a hex by lot."""
    counters = title.scene(position.game, "en").counters
    found = [f"unit:{position.rng.choice(counters).id}"] if counters else []
    return [*found, f"hex:{position.rng.choice(title.board(position.game.content).labels)}"]


def meant_by(game: Game[Any, Any], thing: str) -> list[str]:
    """What a click may have meant: a counter its hex as well, a hex also the counters in it."""
    counters = game.title.scene(game, "en").counters if isinstance(game.title, HexTitle) else ()
    kind, name = Choice.of(thing)
    if kind == "unit":
        return [thing, *[f"hex:{counter.at}" for counter in counters if counter.id == name]]
    return [thing, *[f"unit:{counter.id}" for counter in counters if counter.at == name]]


def turns_are_taken(position: Position) -> Problems:
    """Whatever a side may turn to in the middle of an order is taken."""
    decision = position.any_decision()
    turning = _turning(position, decision)
    if not turning:
        return
    option_id, fork = position.rng.choice(turning), position.table.fork()
    try:
        fork.choose(option_id, decision.side)
    except IllegalChoice as error:
        yield f"{decision.prompt} lets {option_id!r} be turned to, yet it is refused: {error.reason}"


def _turning(position: Position, decision: Decision) -> list[str]:
    """What a side may turn to that its decision does not offer itself."""
    found = position.game.turning(decision.side)
    return [] if found is None else [option_id for option_id in found.ids if decision.find(option_id) is None]


def _is_refused(position: Position, option_id: str, side: str) -> Problems:
    table = position.table
    before, choices, heard = table.hash, len(table.entries), len(table.events)
    refusal = table.explain(option_id, side)
    if not isinstance(refusal, Refusal):
        yield f"{option_id!r} is not offered to {side}, and no reason is given"
        return
    yield from (f"the refusal of {option_id!r}: {lack}" for lack in unworded(table.game, lambda t: t.refusal(refusal)))
    if refusal.rule:
        yield from unknown_rule(position, refusal.rule, f"the refusal of {option_id!r}")
    try:
        table.choose(option_id, side)
    except IllegalChoice as error:
        if not error.reason or error.reason == refusal.reason:
            yield f"{option_id!r} is refused without a sentence"
    else:
        yield f"{option_id!r} is not offered to {side}, yet accepted"
    if (table.hash, len(table.entries), len(table.events)) != (before, choices, heard):
        yield f"the refusal of {option_id!r} changes the game"
