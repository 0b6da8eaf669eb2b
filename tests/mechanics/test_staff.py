"""Computer players by rules of thumb."""

from __future__ import annotations

from typing import Any

import pytest

from kernel.toybox import begin
from sandtable.kernel import Decision, Game, Option, View
from sandtable.kernel.title import AnyTitle
from sandtable.mechanics.staff import Answer, Staff

STAY, GO, STOP = Option("hex:1"), Option("hex:2"), Option("do:stop")


def asked(prompt: str = "move-to", default: str = "", options: tuple[Option, ...] = (STAY, GO, STOP)) -> Decision:
    return Decision("red", prompt, "1.1", options, default=default)


class Clerk(Staff[str]):
    """Sees nothing of a position but the side that is asked."""

    quiet = ("do:rest", "do:stop")

    def __init__(self, seed: int, *answers: tuple[str, Answer[str]]) -> None:
        super().__init__(seed)
        self.answers = dict(answers)
        self.games: list[Any] = []

    def situation(self, game: Game[Any, Any], decision: Decision) -> str:
        self.games.append(game)
        return decision.side


def answer(clerk: Clerk, decision: Decision) -> str:
    nowhere: Any = None
    return clerk.answer(nowhere, decision)


def test_each_question_has_its_answer() -> None:
    clerk = Clerk(1, ("move-to", lambda side, decision: "hex:2" if side == "red" else None))
    assert answer(clerk, asked()) == "hex:2"


@pytest.mark.parametrize(
    ("given", "default", "chosen"),
    [(None, "hex:1", "hex:1"), (None, "", "do:stop"), ("hex:9", "", "do:stop"), ("hex:9", "hex:1", "hex:1")],
)
def test_without_an_answer_that_is_offered_things_take_their_course(
    given: str | None, default: str, chosen: str
) -> None:
    clerk = Clerk(1, ("move-to", lambda side, decision: given))
    assert answer(clerk, asked(default=default)) == chosen


def test_a_question_of_which_it_knows_nothing_is_answered_at_random_but_the_same_for_a_seed() -> None:
    open_question = asked("weather", options=(STAY, GO))
    first = [answer(Clerk(seed), open_question) for seed in range(20)]
    assert first == [answer(Clerk(seed), open_question) for seed in range(20)]
    assert set(first) == {"hex:1", "hex:2"}


def test_what_was_worked_out_of_a_view_is_kept_for_the_next(toy: AnyTitle) -> None:
    table = begin(toy)
    clerk = Clerk(1, ("any", lambda side, decision: None))
    for _ in range(2):
        view = View(table.game, "red")
        clerk.choose(view, asked("any"))
        assert clerk.games[-1].state is view.state
    assert clerk.games[0] is clerk.games[1] is not table.game


def test_a_single_option_needs_no_thought(toy: AnyTitle) -> None:
    clerk = Clerk(1, ("any", lambda side, decision: None))
    assert clerk.choose(View(begin(toy).game, "red"), asked("any", options=(GO,))) == "hex:2"
    assert clerk.games == []
