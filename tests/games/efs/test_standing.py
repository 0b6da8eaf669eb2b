"""What is asked turn after turn can be answered in advance."""

from __future__ import annotations

import random

from sandtable.kernel import StandingOrder, Table


def test_who_builds_no_strongpoints_says_so_once() -> None:
    """At Perekop the Axis may begin a strongpoint in every turn."""
    table, dice = Table.new("efs", "perekop", seed=3), random.Random(3)
    while table.decision.prompt != "build-strongpoint":
        decision = table.decision
        table.choose("do:done" if "do:done" in decision.ids else dice.choice(decision.ids), decision.side)
    question = table.decision
    assert question.side == "axis"
    assert table.standing_answer() is None
    table.give(StandingOrder("build-strongpoint", "do:done"), "axis")
    assert table.standing_answer() == (question, "do:done")


def test_every_formality_is_a_question_that_can_be_left_alone() -> None:
    table, dice = Table.new("efs", "perekop", seed=5), random.Random(5)
    formalities, met = table.title.formalities, set()
    while table.result is None and len(table.entries) < 1500:
        decision = dice.choice(table.decisions)
        if decision.prompt in formalities:
            assert {*formalities[decision.prompt].answers} <= {*decision.ids}
            met.add(decision.prompt)
        table.make(decision, dice.choice(decision.ids))
    assert "build-strongpoint" in met


def test_an_order_to_leave_things_alone_says_so() -> None:
    table = Table.new("efs", "perekop", seed=3)
    order = StandingOrder("build-strongpoint", "do:done")
    assert table.game.texts("en").order(order) == "New strongpoints: None, until withdrawn"
    assert "終了" not in table.game.texts("ja").order(order)
