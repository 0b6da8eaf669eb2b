"""What is derived from a state: kept while it holds, worked out anew when it does not, and found out where it lies."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from kernel.toybox import begin, toy_module
from sandtable.kernel import Filled, derived, entry_of, index, of_content, remembered
from sandtable.kernel.derived import verify
from sandtable.kernel.errors import BrokenTitle
from sandtable.kernel.title import AnyTitle

ToyGame = Any


class Counted:
    """A function that counts how often it is worked out."""

    def __init__(self) -> None:
        self.times = 0

    def spaces(self, game: ToyGame, side: str) -> list[int]:
        self.times += 1
        return [unit.at for unit in game.state.units.values() if unit.side == side]


def place(game: ToyGame, unit_id: str, at: int) -> None:
    game.state.units[unit_id] = replace(game.state.units[unit_id], at=at)


def test_a_value_is_kept_while_the_field_has_not_changed(toy: AnyTitle) -> None:
    game, counted = begin(toy).game, Counted()
    spaces = derived("units")(counted.spaces)
    assert spaces(game, "red") is spaces(game, "red")
    game.state.score["red"] = 3
    spaces(game, "red")
    assert counted.times == 1


def test_a_change_in_the_middle_of_a_step_is_noticed_at_the_next_question(toy: AnyTitle) -> None:
    game, counted = begin(toy).game, Counted()
    spaces = derived("units")(counted.spaces)
    before = spaces(game, "red")
    place(game, "red-1", 2)
    assert spaces(game, "red") != before
    assert 2 in spaces(game, "red")


def test_each_set_of_arguments_has_a_value_of_its_own(toy: AnyTitle) -> None:
    game, counted = begin(toy).game, Counted()
    spaces = derived("units")(counted.spaces)
    place(game, "red-1", 3)
    assert (3 in spaces(game, "red"), 3 in spaces(game, "blue")) == (True, False)


def test_what_depends_on_one_entry_is_kept_while_others_change(toy: AnyTitle) -> None:
    game, times = begin(toy).game, []

    def space(game: ToyGame, unit_id: str) -> int:
        times.append(unit_id)
        return int(game.state.units[unit_id].at)

    kept = derived(entry_of("units"))(space)
    kept(game, "red-1")
    place(game, "blue-1", 2)
    kept(game, "red-1")
    assert times == ["red-1"]
    place(game, "red-1", 3)
    assert kept(game, "red-1") == 3
    verify(game)


def test_what_depends_on_one_entry_may_depend_on_fields_and_functions_too(toy: AnyTitle) -> None:
    game, base = begin(toy).game, [1]

    def more(game: ToyGame, unit_id: str) -> int:
        return base[0]

    def worth(game: ToyGame, unit_id: str) -> int:
        return int(game.state.units[unit_id].at + game.state.score.get("red", 0) + base[0])

    kept = derived(entry_of("units"), "score", more)(worth)
    before = kept(game, "red-1")
    game.state.score["red"] = game.state.score.get("red", 0) + 10
    assert kept(game, "red-1") == before + 10
    base[0] = 101
    assert kept(game, "red-1") == before + 110


def test_what_was_kept_of_an_entry_that_is_gone_is_not_verified(toy: AnyTitle) -> None:
    game = begin(toy).game
    kept = derived(entry_of("units"))(lambda game, unit_id: game.state.units[unit_id].at)
    kept(game, "red-1")
    del game.state.units["red-1"]
    verify(game)


def test_what_its_functions_no_longer_bear_out_is_not_verified(toy: AnyTitle) -> None:
    game = begin(toy).game

    def other_unit(game: ToyGame, unit_id: str, beside: str) -> Any:
        return game.state.units.get(beside)

    def apart(game: ToyGame, unit_id: str, beside: str) -> int:
        return int(game.state.units[unit_id].at - game.state.units[beside].at)

    kept = derived(entry_of("units"), other_unit)(apart)
    kept(game, "red-1", "blue-1")
    del game.state.units["blue-1"]
    verify(game)


def test_a_function_that_depends_on_more_than_its_entry_is_found_out(toy: AnyTitle) -> None:
    game = begin(toy).game
    kept = derived(entry_of("units"))(lambda game, unit_id: sum(unit.at for unit in game.state.units.values()))
    kept(game, "red-1")
    place(game, "blue-1", 7)
    with pytest.raises(BrokenTitle):
        verify(game)


def test_a_function_depends_on_one_entry_at_most() -> None:
    with pytest.raises(TypeError):
        derived(entry_of("units"), entry_of("score"))


def test_a_word_and_a_tuple_of_that_word_are_different_arguments(toy: AnyTitle) -> None:
    game = begin(toy).game
    shown = derived("units")(lambda game, *given: repr(given))
    asked: list[tuple[object, ...]] = [(), ("red",), (("red",),), ("red", "blue"), ((),)]
    assert [shown(game, *given) for given in asked] == [repr(given) for given in asked]
    assert shown(*(game, "red")) is shown(game, "red")
    verify(game)


def test_arguments_are_given_by_their_order_and_the_game_always(toy: AnyTitle) -> None:
    game = begin(toy).game
    spaces = derived("units")(Counted().spaces)
    with pytest.raises(TypeError, match="by their order"):
        spaces(game, side="red")
    with pytest.raises(TypeError, match="by their order"):
        spaces()  # type: ignore[call-arg]


@pytest.mark.parametrize(("field", "value"), [("turn", 9), ("score", {"red": 1})])
def test_a_field_of_any_kind_can_be_named(toy: AnyTitle, field: str, value: object) -> None:
    game = begin(toy).game
    seen = derived(field)(lambda game: repr(getattr(game.state, field)))
    before = seen(game)
    setattr(game.state, field, value)
    assert seen(game) == repr(value) != before


def test_a_source_that_gives_the_same_value_changes_nothing(toy: AnyTitle) -> None:
    game, counted = begin(toy).game, Counted()

    @derived("units")
    def how_many(game: ToyGame, side: str) -> int:
        return sum(unit.side == side for unit in game.state.units.values())

    spaces = derived(how_many)(counted.spaces)
    spaces(game, "red")
    place(game, "red-1", 2)
    spaces(game, "red")
    assert counted.times == 1
    game.state.units["red-9"] = toy_module.Unit("red", 1)
    assert 1 in spaces(game, "red")
    assert counted.times == 2


def test_undo_brings_back_what_held_before(toy: AnyTitle) -> None:
    table = begin(toy)
    spaces = derived("units")(Counted().spaces)
    before = spaces(table.game, "red")
    table.choose("unit:red-1")
    place(table.game, "red-1", 3)
    assert spaces(table.game, "red") != before
    table.undo()
    assert spaces(table.game, "red") == before


def test_a_fork_keeps_its_own(toy: AnyTitle) -> None:
    game = begin(toy).game
    spaces = derived("units")(Counted().spaces)
    spaces(game, "red")
    other = game.fork()
    place(other, "red-1", 3)
    assert 3 in spaces(other, "red")
    assert 3 not in spaces(game, "red")


class Spaces:
    """Who stands on which space, followed from change to change."""

    def __init__(self, game: ToyGame) -> None:
        self.there: dict[int, set[str]] = {}
        self.followed = 0

    def follow(self, game: ToyGame, units: list[Any], turn: list[Any]) -> None:
        for unit_id, old, new in units:
            self.followed += 1
            if old is not None:
                self.there[old.at].discard(unit_id)
            if new is not None:
                self.there.setdefault(new.at, set()).add(unit_id)

    def facts(self) -> object:
        return {at: there for at, there in self.there.items() if there}


def test_an_index_is_given_only_what_has_changed(toy: AnyTitle) -> None:
    game = begin(toy).game
    spaces = index(Spaces, "units", "turn")
    found = spaces(game)
    everybody = found.followed
    assert everybody == len(game.state.units)
    place(game, "red-1", 2)
    assert "red-1" in spaces(game).there[2]
    assert spaces(game) is found
    assert found.followed == everybody + 1


def test_a_branch_and_its_game_are_asked_in_turn_and_only_what_differs_is_followed(toy: AnyTitle) -> None:
    game = begin(toy).game
    spaces = index(Spaces, "units", "turn")
    everybody = spaces(game).followed
    branch = game.branch()
    place(branch, "red-1", 2)
    for _ in range(3):
        assert "red-1" in spaces(branch).there[2]
        assert "red-1" not in spaces(game).there.get(2, ())
    assert spaces(game).followed == everybody + 6
    verify(branch)
    verify(game)


def test_an_index_follows_into_a_state_of_the_past(toy: AnyTitle) -> None:
    table = begin(toy)
    spaces = index(Spaces, "units", "turn")
    before = spaces(table.game).facts()
    table.choose("unit:red-1")
    place(table.game, "red-1", 3)
    assert spaces(table.game).facts() != before
    table.undo()
    assert spaces(table.game).facts() == before


def test_an_index_that_was_not_asked_for_a_long_time_catches_up(toy: AnyTitle) -> None:
    game = begin(toy).game
    spaces, seldom = index(Spaces, "units", "turn"), index(Spaces, "units", "turn")
    seldom(game)
    for k in range(6000):
        place(game, "red-1", k % 4)
        spaces(game)
    assert seldom(game).facts() == spaces(game).facts()


def test_an_index_that_failed_is_made_anew(toy: AnyTitle) -> None:
    game = begin(toy).game

    class Failing(Spaces):
        def follow(self, game: ToyGame, *changes: list[Any]) -> None:
            if game.state.turn == 7:
                raise RuntimeError("seven")
            super().follow(game, *changes)

    spaces = index(Failing, "units", "turn")
    spaces(game)
    place(game, "red-1", 2)
    game.state.turn = 7
    with pytest.raises(RuntimeError, match="seven"):
        spaces(game)
    game.state.turn = 1
    assert "red-1" in spaces(game).there[2]


def test_what_is_kept_is_compared_with_what_is_worked_out_from_nothing(toy: AnyTitle) -> None:
    game = begin(toy).game
    honest, follower = derived("units")(Counted().spaces), index(Spaces, "units", "turn")
    honest(game, "red"), follower(game)
    place(game, "red-1", 2)
    honest(game, "red"), follower(game)
    verify(game)


def test_a_function_that_depends_on_more_than_it_names_is_found_out(toy: AnyTitle) -> None:
    game = begin(toy).game

    @derived("units")
    def score(game: ToyGame) -> int:
        return game.state.score.get("red", 0)

    score(game)
    game.state.score["red"] = 5
    with pytest.raises(BrokenTitle, match=r"score\(\) is kept as 0 but is 5"):
        verify(game)


def test_an_index_that_has_lost_its_way_is_found_out(toy: AnyTitle) -> None:
    game = begin(toy).game
    spaces = index(Spaces, "units", "turn")
    spaces(game).there[99] = {"nobody"}
    with pytest.raises(BrokenTitle, match="Spaces"):
        verify(game)


def test_what_follows_from_the_content_is_worked_out_once_for_each() -> None:
    made: list[int] = []

    @of_content
    def doubled(content: Any, times: int) -> list[int]:
        made.append(times)
        return [content.size] * times

    small, large = SimpleNamespace(size=1, derived={}), SimpleNamespace(size=9, derived={})
    assert doubled(small, 2) is doubled(small, 2)
    assert (doubled(large, 2), doubled(small, 3)) == ([9, 9], [1, 1, 1])
    assert made == [2, 2, 3]


def test_a_function_of_one_argument_is_remembered() -> None:
    made: list[str] = []

    @remembered
    def length(text: str) -> int:
        """How long it is."""
        made.append(text)
        return len(text)

    assert [length("a"), length("bc"), length("a")] == [1, 2, 1]
    assert made == ["a", "bc"]
    assert (length.__name__, length.__doc__) == ("length", "How long it is.")


def test_a_remembered_function_takes_its_argument_by_its_place() -> None:
    def length(text: str) -> int:
        return len(text)

    call: Any = remembered(length)
    for wrong in (lambda: call(text="a"), lambda: call("a", "b"), call):
        with pytest.raises(TypeError, match="takes one argument by its place"):
            wrong()


def test_a_table_is_filled_as_it_is_asked() -> None:
    made: list[int] = []

    def square(number: int) -> int:
        made.append(number)
        return number * number

    table = Filled(square)
    assert (table[3], table[2], table[3], table.get(4)) == (9, 4, 9, None)
    assert (table, made) == ({3: 9, 2: 4}, [3, 2])


def test_what_a_table_cannot_find_is_not_kept() -> None:
    table: Filled[str, int] = Filled({"a": 1}.__getitem__)
    with pytest.raises(KeyError):
        table["b"]
    assert table["a"] == 1
    assert list(table) == ["a"]


def test_a_kept_function_looks_like_what_it_keeps() -> None:
    @derived("units")
    def answer(game: ToyGame) -> int:
        """The answer."""
        return 42

    assert (answer.__name__, answer.__doc__) == ("answer", "The answer.")
