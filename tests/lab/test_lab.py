"""Games by the thousand: the same on any number of processes, and one bad game does not spoil the batch."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from sandtable.kernel import Decision, Table, UnknownScenario, View, titles
from sandtable.kernel import title as title_of
from sandtable.kernel.title import AnyTitle
from sandtable.lab import (
    GameRecord,
    Limits,
    PlanFile,
    PlayFailed,
    make_plan,
    play_out,
    run,
    save_failures,
    seed_for,
    simulate,
    summarise,
)
from sandtable.players import RandomPlayer, UnknownPlayer


class Cheat:
    """Plays at random, and after a while claims what is not offered."""

    def __init__(self, seed: int) -> None:
        self._random = RandomPlayer(seed)
        self._patience = seed % 8

    def choose(self, view: View, decision: Decision) -> str:
        self._patience -= 1
        return "do:win" if self._patience == 0 else self._random.choose(view, decision)


def seats(seed: int) -> dict[str, RandomPlayer]:
    return {"red": RandomPlayer(seed), "blue": RandomPlayer(seed + 1)}


def test_a_game_is_played_to_its_end(toy: AnyTitle) -> None:
    record = play_out(toy, "long", (), seats(3), 3)
    assert record.finished
    assert record.level in {"win", "draw"}
    assert record.turns == 3
    assert record.decisions > 10
    assert record.seed == 3


def test_optional_rules_are_in_force(toy: AnyTitle) -> None:
    quick = [play_out(toy, "short", ("9.1",), seats(seed), seed).decisions for seed in range(20)]
    slow = [play_out(toy, "short", (), seats(seed), seed).decisions for seed in range(20)]
    assert sum(quick) < sum(slow)


def test_an_endless_game_is_given_up_and_not_finished(toy: AnyTitle) -> None:
    record = play_out(toy, "long", (), seats(3), 3, Limits(decisions=5))
    assert (record.finished, record.decisions, record.winner) == (False, 5, None)


def test_a_game_that_fails_tells_how_to_see_it_again(toy: AnyTitle) -> None:
    with pytest.raises(PlayFailed, match=r"seed 3, choice \d+: IllegalChoice: do:win") as failed:
        play_out(toy, "long", (), {"red": Cheat(3), "blue": RandomPlayer(1)}, 3)
    table = Table.new(toy, "long", seed=failed.value.seed)
    for side, option in failed.value.choices:
        table.choose(option, side)
    assert "red" in {decision.side for decision in table.decisions}


def test_an_unknown_scenario_or_player_is_refused_before_anything_is_played(toy: AnyTitle) -> None:
    with pytest.raises(UnknownScenario):
        simulate(toy, "endless")
    with pytest.raises(UnknownPlayer):
        simulate(toy, players={"red": "napoleon"})


def test_each_game_has_a_seed_of_its_own() -> None:
    seeds = [seed_for(1, number) for number in range(1000)]
    assert len(set(seeds)) == 1000
    assert seeds == [seed_for(1, number) for number in range(1000)]
    assert seed_for(2, 0) not in seeds
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_a_batch_adds_up(toy: AnyTitle) -> None:
    told: list[tuple[int, int]] = []
    batch = simulate(toy, "long", games=30, seed=5, progress=lambda done, games: told.append((done, games)))
    summary = batch.summary
    assert (summary.games, summary.finished, summary.errors) == (30, 30, 0)
    assert summary.decisions == sum(record.decisions for record in batch.records)
    assert sum(summary.winners.values()) == 30
    assert set(summary.winners) <= {"red", "blue", "draw"}
    assert told == [(done, 30) for done in range(1, 31)]


def test_the_same_seed_makes_the_same_batch(toy: AnyTitle) -> None:
    one, again, other = (simulate(toy, "long", games=10, seed=seed) for seed in (5, 5, 6))
    assert one.records == again.records != other.records


def test_one_bad_game_does_not_spoil_the_batch(toy: AnyTitle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(toy), "bots", {"cheat": Cheat})
    plan = make_plan(toy, PlanFile("toy", ("long",), (("cheat", "random"),), seeds=(1,), games=24))
    batch = run(toy, plan)
    failed = [each for each in batch.played if each.game.problem]
    assert 0 < len(failed) < 24
    assert batch.summary.errors == len(failed)
    assert batch.summary.finished == 24 - len(failed)
    saved = save_failures(toy, batch, tmp_path / "failed")
    assert list(saved) == [each.job for each in failed]
    for each in failed:
        assert "do:win cannot be chosen" in each.game.problem
        table = Table.load(saved[each.job])
        assert table.header.seed == each.game.seed
        assert len(table.entries) == each.game.decisions


def test_an_interrupt_keeps_what_was_played(toy: AnyTitle) -> None:
    def stop(done: int, games: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    batch = simulate(toy, "short", games=100, progress=stop)
    assert batch.interrupted
    assert batch.summary.games == 4


@pytest.fixture
def tutorial() -> AnyTitle:
    """A title that other processes find too."""
    return next(found for found in map(title_of, titles()) if found.tutorial)


def test_the_number_of_processes_changes_nothing(tutorial: AnyTitle) -> None:
    one = simulate(tutorial, games=9, seed=2, workers=1)
    two = simulate(tutorial, games=9, seed=2, workers=2)
    assert one.records == two.records
    assert two.summary.finished == 9


def test_an_interrupt_ends_all_processes(tutorial: AnyTitle) -> None:
    def stop(done: int, games: int) -> None:
        raise KeyboardInterrupt

    batch = simulate(tutorial, games=40, seed=2, workers=2, progress=stop)
    assert batch.interrupted
    assert 0 < batch.summary.games < 40
    assert multiprocessing.active_children() == []


def test_draws_and_unfinished_games_are_told_apart() -> None:
    records = [
        GameRecord(1, "red", "win", 10),
        GameRecord(2, None, "draw", 10),
        GameRecord(3, decisions=100),
        GameRecord(4, problem="broken"),
    ]
    summary = summarise(records)
    assert (summary.games, summary.finished, summary.errors) == (4, 2, 1)
    assert summary.winners == {"draw": 1, "red": 1}
    assert summary.decisions == 120
