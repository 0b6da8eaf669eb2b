"""The engine: interrupts come back, asking is pure, broken titles are caught in the act."""

from __future__ import annotations

import time

import pytest

from kernel.toybox import begin, toy_module
from sandtable.kernel import Choice, Decision, Game, GameState, IllegalChoice, Option, Procedure, Refusal, Table
from sandtable.kernel.decisions import NOT_NOW, most_telling
from sandtable.kernel.errors import BrokenTitle, GameOver
from sandtable.kernel.title import AnyTitle


def test_an_interrupt_comes_back_to_where_it_came_from(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    table.choose("space:2")
    assert table.decision is not None
    assert (table.decision.side, table.decision.prompt) == ("blue", "react")
    table.choose("do:hold")
    assert table.state.units["red-1"].at == 2
    assert table.decision.side == "blue"
    assert [type(frame).__name__ for frame in table.state.stack] == ["Play", "Turn"]


def test_an_interrupt_may_change_what_it_comes_back_to(toy: AnyTitle) -> None:
    table = begin(toy, 6, 6)
    table.choose("unit:red-1")
    table.choose("space:2")
    table.choose("do:shoot")
    assert "red-1" not in table.state.units
    assert table.state.score == {}


def test_a_choice_names_its_side_prompt_rule_and_costs(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    decision = table.decision
    assert decision is not None
    assert (decision.rule, decision.continues, decision.args) == ("2.2", True, {"unit": "red-1"})
    assert decision.ids == ["space:1", "space:2", "space:3"]
    assert [option.cost for option in decision.options] == [1, 2, 3]


def test_what_is_not_offered_is_refused_and_nothing_changes(toy: AnyTitle) -> None:
    table = begin(toy)
    before, events = table.hash, list(table.events)
    with pytest.raises(IllegalChoice) as refused:
        table.choose("unit:blue-1")
    assert refused.value.reason == "blue-1 belongs to the enemy"
    assert refused.value.rule == "2.1"
    assert str(refused.value) == "unit:blue-1 cannot be chosen: blue-1 belongs to the enemy [2.1]"
    assert (table.hash, table.events, len(table.entries)) == (before, events, 2)


def test_a_choice_out_of_turn_is_refused(toy: AnyTitle) -> None:
    table = begin(toy)
    with pytest.raises(IllegalChoice, match="the other side is choosing"):
        table.choose("do:pass", "blue")


def test_explain_tells_why_and_says_nothing_of_what_is_offered(toy: AnyTitle) -> None:
    table = begin(toy)
    refusal = table.explain("unit:blue-1")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.not-yours", "2.1")
    assert table.explain("unit:red-1") is None
    unknown = table.explain("unit:no-such-thing")
    assert unknown is not None
    assert not unknown.says_why


def test_of_what_is_no_answer_at_all_the_question_is_told(toy: AnyTitle) -> None:
    table = begin(toy)
    refusal = table.explain("hex:0101")
    assert refusal is not None
    assert refusal.asked == table.decision.prompt
    assert table.game.texts("en").prompt(table.decision) in table.game.texts("en").refusal(refusal)


def test_of_several_things_that_may_be_meant_the_reason_is_given_that_is_about_one() -> None:
    empty, asked, told = Refusal(NOT_NOW), Refusal("refused.asked", asked="move"), Refusal("refused.marched", "2.1")
    assert most_telling([empty, asked, told]) == told
    assert most_telling([empty, asked]) == asked
    assert most_telling([empty]) == empty


def test_a_preview_shows_the_path_and_the_sum(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    preview = table.preview("space:2")
    assert preview.path == ("2",)
    assert [(line.label, line.value) for line in preview.lines] == [("gain", "2")]
    assert table.preview("space:9").lines == ()


def test_nothing_can_be_chosen_after_the_end(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("do:pass")
    table.choose("do:pass")
    assert table.result is not None
    assert table.decision is None
    with pytest.raises(GameOver):
        table.choose("do:pass")


def test_a_fork_evolves_on_its_own(toy: AnyTitle) -> None:
    table = begin(toy)
    before = table.hash
    fork = table.fork()
    fork.choose("unit:red-1")
    fork.choose("space:3")
    fork.choose("do:hold")
    assert table.hash == before != fork.hash
    for option in fork.choices[2:]:
        table.choose(option)
    assert table.hash == fork.hash


def test_a_fork_of_three_hundred_units_is_quick(toy: AnyTitle) -> None:
    table = begin(toy)
    table.state.units.update({f"red-{n}": toy_module.Unit("red") for n in range(300)})
    times = []
    for _ in range(50):
        started = time.perf_counter()
        for _ in range(20):
            table.game.fork()
        times.append((time.perf_counter() - started) / 20)
    assert min(times) < 50e-6


class Check(Procedure, frozen=True, kw_only=True):
    """Comes to a result once somebody has answered."""

    def begin(self, game: Game[GameState, object]) -> Decision:
        return Decision("red", "bid", "1.2", (Option("do:meek"), Option("do:bold")))

    def begin_chosen(self, game: Game[GameState, object], choice: Choice) -> None:
        game.finish(choice.name == "bold")


class Charge(Procedure, frozen=True, kw_only=True):
    """Waits for the result of a check, and goes on by it."""

    def begin(self, game: Game[GameState, object]) -> None:
        game.push(Check())

    def begin_done(self, game: Game[GameState, object], passed: bool) -> None:
        game.end("red" if passed else "blue", "win", "1.1")

    def deaf(self, game: Game[GameState, object]) -> None:
        game.push(Check())


def charging(toy: AnyTitle, step: str) -> Game[GameState, object]:
    game = Table.new(toy, "short", seed=1).game
    game.state.branches, game.state.branch_starts = {}, {}
    game.state.stack = [Charge(step=step)]
    game.advance()
    return game


@pytest.mark.parametrize(("answer", "winner"), [("do:bold", "red"), ("do:meek", "blue")])
def test_what_a_procedure_comes_to_goes_to_the_one_that_waits_for_it(toy: AnyTitle, answer: str, winner: str) -> None:
    game = charging(toy, "begin")
    game.choose(answer)
    assert game.state.result is not None
    assert game.state.result.winner == winner


def test_a_result_that_nobody_takes_is_a_bug_of_the_title(toy: AnyTitle) -> None:
    with pytest.raises(BrokenTitle, match="Charge is given True but has no deaf_done"):
        charging(toy, "deaf").choose("do:bold")


class Orders(Procedure, frozen=True, kw_only=True):
    """Asks which unit marches next; each does once."""

    marched: tuple[str, ...] = ()

    def begin(self, game: Game[GameState, object]) -> Decision:
        units = [name for name in ("a", "b", "c") if name not in self.marched]
        return Decision("red", "move", "2.1", (*(Option(f"unit:{name}") for name in units), Option("do:pass")))

    def begin_chosen(self, game: Game[GameState, object], choice: Choice) -> None:
        if choice.kind == "do":
            game.end("red", "win", "1.1")
            return
        game.goto("begin", marched=(*self.marched, choice.name))
        game.push(March(unit=choice.name))

    def begin_refused(self, game: Game[GameState, object], choice: Choice) -> Refusal | None:
        return Refusal("refused.marched", "2.1") if choice.name in self.marched else None


class March(Procedure, frozen=True, kw_only=True):
    """Goes on from space to space; after the first it may stop, and then another unit may be turned to."""

    unit: str
    spaces: int = 0

    def begin(self, game: Game[GameState, object]) -> Decision:
        return Decision(
            "red", "move", "2.2", (Option("space:1"),), continues=True, turns_to="Orders" if self.spaces else ""
        )

    def begin_chosen(self, game: Game[GameState, object], choice: Choice) -> None:
        game.goto("begin", spaces=self.spaces + 1)


class MarchingToy(toy_module.Toy):  # type: ignore[misc,name-defined]
    """The toy with units that march one after the other."""

    procedures = (*toy_module.Toy.procedures, Orders, March)

    def start(self, content: object) -> GameState:
        state: GameState = super().start(content)
        state.stack = [Orders()]
        return state


def marching() -> Table:
    table = Table.new(MarchingToy(), "short", seed=1)
    table.choose("unit:a")
    table.choose("space:1")
    return table


def test_another_unit_can_be_turned_to_in_the_middle_of_an_order() -> None:
    table = marching()
    assert table.decision is not None
    assert table.decision.ids == ["space:1"]
    turning = table.game.turning()
    assert turning is not None
    assert turning.ids == ["unit:b", "unit:c", "do:pass"]
    assert table.explain("unit:b") is None
    table.choose("unit:b")
    assert table.state.stack == [Orders(marched=("a", "b")), March(unit="b")]


def test_to_look_what_can_be_turned_to_changes_nothing() -> None:
    table = marching()
    before = table.hash
    table.game.turning()
    assert table.hash == before


def test_a_turn_to_another_unit_is_one_choice_and_is_taken_back_as_one() -> None:
    table = marching()
    table.choose("unit:c")
    table.undo()
    assert table.state.stack == [Orders(marched=("a",)), March(unit="a", spaces=1)]
    assert table.can_redo()
    table.redo()
    assert table.choices == ["unit:a", "space:1", "unit:c"]


@pytest.mark.parametrize("option", ["unit:a", "unit:d"])
def test_what_is_not_offered_below_cannot_be_turned_to(option: str) -> None:
    with pytest.raises(IllegalChoice):
        marching().choose(option)


def test_what_cannot_be_turned_to_is_refused_with_the_reason_of_the_question_turned_to() -> None:
    assert marching().explain("unit:a") == Refusal("refused.marched", "2.1")
    assert marching().explain("unit:d") == Refusal("refused.asked", "2.2", asked="move")


def test_an_order_that_cannot_be_left_lets_nothing_be_turned_to() -> None:
    table = Table.new(MarchingToy(), "short", seed=1)
    table.choose("unit:a")
    assert table.game.turning() is None
    with pytest.raises(IllegalChoice):
        table.choose("unit:b")


class Broken(Procedure, frozen=True, kw_only=True):
    """Each step does something that the kernel forbids."""

    def stuck(self, game: Game[GameState, object]) -> None:
        game.state.rolls += 1

    def empty(self, game: Game[GameState, object]) -> Decision:
        return Decision("red", "bid", "1.2", ())

    def out(self, game: Game[GameState, object]) -> None:
        game.finish()

    def fumble(self, game: Game[GameState, object]) -> None:
        game.simultaneously({"red": Broken(step="gamble")})

    def gamble(self, game: Game[GameState, object]) -> None:
        game.roll("d6", "shot", "3.1")

    def nested(self, game: Game[GameState, object]) -> None:
        game.goto("out")
        game.simultaneously({"red": Broken(step="fumble")})

    def fails(self, game: Game[GameState, object]) -> Decision:
        return Decision("red", "bid", "1.2", (Option("do:meek"),))

    def fails_chosen(self, game: Game[GameState, object], choice: object) -> None:
        game.state.switches = ("spoilt",)
        raise RuntimeError("a bug in a title")


class BrokenToy(toy_module.Toy):  # type: ignore[misc,name-defined]
    """The toy with a procedure that breaks the rules of procedures."""

    procedures = (*toy_module.Toy.procedures, Broken)
    first = "stuck"

    def start(self, content: object) -> GameState:
        state: GameState = super().start(content)
        state.stack = [Broken(step=self.first)]
        return state


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        ("stuck", "Broken.stuck neither asked nor moved on"),
        ("empty", "Broken.empty asks but offers nothing"),
        ("out", "ran out before the game had a result"),
        ("fumble", "no dice while sides choose in secret"),
        ("nested", "sides choose in secret already"),
    ],
)
def test_a_broken_procedure_is_named(step: str, complaint: str) -> None:
    title = BrokenToy()
    title.first = step
    with pytest.raises(BrokenTitle, match=complaint):
        title.new_game("short")


def test_a_choice_that_fails_halfway_leaves_the_game_as_it_was() -> None:
    title = BrokenToy()
    title.first = "fails"
    table = Table.new(title, "short", seed=1)
    before = table.hash
    with pytest.raises(RuntimeError):
        table.choose("do:meek")
    assert table.hash == before
    assert table.entries == []
    assert table.decision is not None


def test_asking_again_offers_the_same_and_changes_nothing(toy: AnyTitle) -> None:
    table = begin(toy)
    before = table.hash
    again = table.game.fork()
    again.advance()
    assert again.decisions == table.decisions
    assert toy.codec.hash(again.state) == before
    assert again.events == []
