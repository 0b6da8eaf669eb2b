"""The formal questions of a battle can be answered in advance."""

from __future__ import annotations

import random

from sandtable.kernel import Decision, StandingOrder, Table

RASH = ("do:chemical", "do:aerial-supply")
"""What a game at random leaves alone, lest it end early or fly its supplies before they are needed."""


def formal_questions() -> dict[str, tuple[Table, Decision]]:
    """Questions that name a default, each with the position in which it came up first."""
    found: dict[str, tuple[Table, Decision]] = {}
    table, rng = Table.new("gsfg", "campaign", seed=1), random.Random(1)
    while table.decision is not None:
        decision = table.decision
        if decision.default and decision.prompt not in found:
            found[decision.prompt] = table.fork(), decision
        table.choose(rng.choice([option for option in decision.ids if option not in RASH]), decision.side)
    return found


def test_every_question_with_a_default_can_be_answered_so_in_advance() -> None:
    questions = formal_questions()
    assert questions.keys() == {"support", "cut-off", "aerial-supply", "chemical"}
    for prompt, (table, decision) in questions.items():
        usual = table.title.formalities[prompt].answers[0]
        assert usual == decision.default
        table.give(StandingOrder(prompt, usual, only={"hex": decision.args["hex"]}), decision.side)
        assert table.standing_answer() == (decision, usual)
        table.give(StandingOrder(prompt, usual, only={"hex": "9999"}), decision.side)
        table.withdraw(StandingOrder(prompt, usual, only={"hex": decision.args["hex"]}), decision.side)
        assert table.standing_answer() is None
