"""Players that are asked about many games at once: fewer calls, the same games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sandtable.kernel import Decision, View
from sandtable.kernel import title as title_of
from sandtable.kernel.player import Question
from sandtable.lab import PlanFile, Simulation, make_plan, run
from sandtable.lab.balance import balance
from sandtable.lab.ladder import ladder
from sandtable.lab.search import Rules
from sandtable.lab.together import TOGETHER
from sandtable.lab.variants import find_handle
from sandtable.players import RandomPlayer

HERE = "together_players"
SCENARIO = "meeting"


class Alone(RandomPlayer):
    """Takes any option, asked one question at a time."""

    calls = 0

    def choose(self, view: View, decision: Decision) -> str:
        type(self).calls += 1
        return super().choose(view, decision)


class Together(RandomPlayer):
    """The same player, asked about many games at once."""

    calls = 0
    sizes: list[int] = []

    def choose(self, view: View, decision: Decision) -> str:
        raise AssertionError("asked about one game")

    @classmethod
    def choose_many(cls, questions: Sequence[Question]) -> list[str]:
        cls.calls += 1
        cls.sizes.append(len(questions))
        for question in questions:
            assert question.view.side == question.decision.side
            assert question.view.state.seed == 0
        return [RandomPlayer.choose(player, view, decision) for player, view, decision in questions]


class Short(Together):
    """Leaves a question unanswered."""

    @classmethod
    def choose_many(cls, questions: Sequence[Question]) -> list[str]:
        return super().choose_many(questions)[1:]


class Stubborn(Together):
    """Says what nobody offers wherever the first of the questions is put."""

    @classmethod
    def choose_many(cls, questions: Sequence[Question]) -> list[str]:
        return ["do:nonsense", *super().choose_many(questions)[1:]]


@pytest.fixture(autouse=True)
def at_their_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players of this page under the name of a module."""
    monkeypatch.setitem(sys.modules, HERE, sys.modules[__name__])
    monkeypatch.setattr(Alone, "calls", 0)
    monkeypatch.setattr(Together, "calls", 0)
    monkeypatch.setattr(Together, "sizes", [])


def played(bots: tuple[str, ...], games: int, folder: Path | None = None) -> Simulation:
    primer = title_of("primer")
    plan = make_plan(primer, PlanFile("primer", (SCENARIO,), (bots,), games=games))
    return run(primer, plan, folder=folder, recorded=True)


def test_the_games_are_those_that_are_played_one_by_one(tmp_path: Path) -> None:
    games = TOGETHER + 8
    alone = played((f"{HERE}:Alone",), games, tmp_path / "alone")
    together = played((f"{HERE}:Together",), games, tmp_path / "together")
    assert together.records == alone.records
    assert len(together.records) == games
    assert all(record.finished and record.account and record.decided for record in together.records)
    decisions = sum(record.decisions for record in alone.records)
    assert Alone.calls == decisions == sum(Together.sizes)
    assert Together.calls < decisions / 10
    assert max(Together.sizes) == TOGETHER


def test_a_player_asked_alone_sits_opposite_one_that_is_asked_together() -> None:
    mixed = played((f"{HERE}:Together", "random"), 12)
    apart = played((f"{HERE}:Alone", "random"), 12)
    assert mixed.records == apart.records
    assert Together.calls < Alone.calls
    assert max(Together.sizes) == 12


def test_a_ladder_asks_together() -> None:
    rated = [ladder(title_of("primer"), [f"{HERE}:{name}", "greedy"], games=4) for name in ("Alone", "Together")]
    assert rated[0].pairings[0].score == rated[1].pairings[0].score
    assert 0 < Together.calls < Alone.calls


def test_the_balance_lab_asks_together() -> None:
    primer = title_of("primer")
    handle = find_handle(primer, SCENARIO, "points")
    rules = Rules(margin=0.3, most=40)
    found = [balance(primer, SCENARIO, handle, (f"{HERE}:{name}",), rules=rules) for name in ("Alone", "Together")]
    assert found[0].points == found[1].points
    assert max(Together.sizes) == TOGETHER


def test_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "many_at_once.py").write_text(
        "from sandtable.players import RandomPlayer\n"
        "class Many(RandomPlayer):\n"
        "    @classmethod\n"
        "    def choose_many(cls, questions):\n"
        "        return [RandomPlayer.choose(*question) for question in questions]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    primer = title_of("primer")
    plan = make_plan(primer, PlanFile("primer", (SCENARIO,), (("many_at_once:Many", "random"),), games=TOGETHER + 1))
    assert run(primer, plan, workers=2).records == run(primer, plan).records


def test_answers_that_are_missing_stop_the_games_that_were_asked() -> None:
    simulation = played((f"{HERE}:Short",), 3)
    assert [record.problem for record in simulation.records] == [
        f"seed {record.seed}, choice 1: WrongAnswers: Short.choose_many: 2 answers to 3 questions"
        for record in simulation.records
    ]


def test_an_answer_that_is_not_offered_stops_its_own_game_alone() -> None:
    simulation = played((f"{HERE}:Stubborn", "random"), 3)
    assert all("do:nonsense" in record.problem for record in simulation.records)
    answered = [sum(side == "blue" for side, _ in record.choices) for record in simulation.records]
    assert answered == [0, 1, 2]
