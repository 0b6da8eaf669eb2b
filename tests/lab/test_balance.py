"""The balance lab on a real title: handles that load, games that are kept, an even scenario that can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.kernel import Change, titles
from sandtable.kernel import title as title_of
from sandtable.kernel.title import AnyTitle
from sandtable.lab.balance import Balance, BalanceFailed, balance
from sandtable.lab.ledger import LedgerError
from sandtable.lab.search import Rules
from sandtable.lab.variants import NoHandle, find_handle, told, write_variant
from sandtable.players import RandomPlayer

RULES = Rules(margin=0.15, most=100)


def found(folder: Path | None = None, workers: int = 1, seed: int = 0) -> Balance:
    title = title_of("primer")
    handle = find_handle(title, "meeting", "points")
    return balance(title, "meeting", handle, ("random",), seed=seed, rules=RULES, workers=workers, folder=folder)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Balance:
    return found(tmp_path_factory.mktemp("alone"))


def test_the_head_start_that_makes_chance_even_is_found(result: Balance) -> None:
    assert result.even_at is not None
    assert 10 < result.even_at < 24
    assert result.points[0].verdict == "second"
    assert result.games == sum(point.games for point in result.points)
    assert abs(result.best.score.value - 0.5) == min(abs(point.score.value - 0.5) for point in result.points)


def test_the_number_of_workers_changes_nothing(result: Balance) -> None:
    assert found(workers=2) == result


def test_games_that_are_kept_are_not_repeated(result: Balance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(tmp_path) == result
    lines = (tmp_path / "games.jsonl").read_text()
    monkeypatch.setattr(RandomPlayer, "choose", lambda self, view, decision: "do:nonsense")
    assert found(tmp_path) == result
    assert (tmp_path / "games.jsonl").read_text() == lines


def test_games_of_another_seed_are_refused(tmp_path: Path) -> None:
    title = title_of("primer")
    handle = find_handle(title, "meeting", "points")
    quick = Rules(margin=0.4, most=20)
    balance(title, "meeting", handle, ("random",), rules=quick, folder=tmp_path)
    with pytest.raises(LedgerError, match="seed was 0 and is 1"):
        balance(title, "meeting", handle, ("random",), seed=1, rules=quick, folder=tmp_path)


def test_a_game_that_fails_is_not_glossed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda self, view, decision: "do:nonsense")
    with pytest.raises(BalanceFailed, match="do:nonsense"):
        found()


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    def stop(value: int, games: int) -> None:
        if games:
            raise KeyboardInterrupt

    title = title_of("primer")
    handle = find_handle(title, "meeting", "points")
    stopped = balance(title, "meeting", handle, ("random",), rules=RULES, folder=tmp_path, progress=stop)
    assert stopped.interrupted
    assert [point.verdict for point in stopped.points] == ["open"]


def test_a_title_without_handles_says_so(toy: AnyTitle) -> None:
    with pytest.raises(NoHandle, match="toy says of nothing in short that it can be turned"):
        find_handle(toy, "short", None)


def test_an_unknown_handle_is_answered_with_those_there_are() -> None:
    with pytest.raises(NoHandle, match=r"no handle 'moon'; it has points, turns, strength-blue, strength-red"):
        find_handle(title_of("primer"), "bridge", "moon")


@pytest.mark.parametrize("title_id", titles())
def test_handles_can_be_turned_as_far_as_they_go(title_id: str, tmp_path: Path) -> None:
    title = title_of(title_id)
    scenario = title.scenario().id
    for handle in title.handles(scenario):
        assert told(title, scenario, handle.settings[handle.now]) == []
        farthest = max(handle.values, key=lambda value: abs(value - handle.now))
        assert told(title, scenario, handle.settings[farthest])
        folder = tmp_path / handle.id
        write_variant(title, scenario, handle.settings[farthest], folder, "variant")
        title_of(title_id, [folder]).new_game(scenario, (), 1)


def test_a_variant_differs_in_what_was_changed_alone(tmp_path: Path) -> None:
    title = title_of("primer")
    changes = (Change(("handicap", "blue"), 9), Change(("forces", "blue", "counters", "b6"), None))
    write_variant(title, "meeting", changes, tmp_path, "nine")
    was, now = title.content("meeting").scenario, title_of("primer", [tmp_path]).content("meeting").scenario
    assert now.handicap == {"blue": 9, "red": 0}
    assert list(now.forces["blue"].counters) == ["b1", "b2", "b3", "b4", "b5"]
    assert (now.objectives, now.forces["red"], now.turns) == (was.objectives, was.forces["red"], was.turns)
    assert told(title, "meeting", changes) == [
        "handicap.blue: 3 → 9",
        "forces.blue.counters.b6: {entry: ['0105'], kind: armour, turn: 2} → nothing",
    ]
