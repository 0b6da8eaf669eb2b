"""Standing orders on opportunity fire: what an order hopes for is what the fire does."""

from __future__ import annotations

import random

import pytest

from sandtable.games.gts.events.fighting import Suppressed
from sandtable.kernel import Formality, StandingOrder, Table

ANY_EFFECT = ("suppression", "cohesion-hit", "step-loss", "elimination")


def fired_at() -> Table:
    """A game in which a side is asked whether it fires at a unit that moves past it."""
    for seed in range(20):
        table, rng = Table.new("gts", "krafft", seed=seed), random.Random(seed)
        while table.decision is not None:
            if table.decision.prompt == "opportunity-move":
                return table
            table.choose(rng.choice(table.decision.ids), table.decision.side)
    raise AssertionError("nobody ever moved past anybody")


def answer(table: Table, **more: object) -> str | None:
    """What an order to hold fire comes to."""
    assert table.decision is not None
    fork = table.fork()
    fork.give(StandingOrder("opportunity-move", "do:hold", **more), table.decision.side)  # type: ignore[arg-type]
    found = fork.standing_answer()
    return None if found is None else found[1]


def formality(table: Table) -> Formality:
    return table.title.formalities["opportunity-move"]


@pytest.mark.rule("gts:17.8")
def test_fire_is_held_by_order_unless_it_promises_enough() -> None:
    table = fired_at()
    assert table.decision is not None
    firers = [option_id for option_id in table.decision.ids if option_id.startswith("unit:")]
    best = max(
        sum(
            each.probability for each in table.odds(firer).outcomes if formality(table).brings(ANY_EFFECT, each.results)
        )
        for firer in firers
    )
    assert 0 < best < 1
    assert answer(table) == "do:hold"
    assert answer(table, unless=best + 0.01, hopes=ANY_EFFECT) == "do:hold"
    assert answer(table, unless=best - 0.01, hopes=ANY_EFFECT) is None


def test_an_order_may_be_about_one_unit_or_one_hex() -> None:
    table = fired_at()
    assert table.decision is not None
    args = table.decision.args
    assert answer(table, only={"unit": args["unit"], "at": args["at"]}) == "do:hold"
    assert answer(table, only={"unit": "nobody"}) is None


@pytest.mark.rule("gts:19.2.1", "gts:19.2.2")
def test_a_suppression_counts_whether_it_comes_at_once_or_by_a_failed_check() -> None:
    table = fired_at()
    assert table.decision is not None
    outcomes = [each for option_id in table.decision.ids[:-1] for each in table.odds(option_id).outcomes]
    hoped = {each.results: formality(table).brings(("suppression",), each.results) for each in outcomes}
    done = {each.results: any(isinstance(event, Suppressed) for event in each.events) for each in outcomes}
    assert hoped == done
    assert True in done.values()
