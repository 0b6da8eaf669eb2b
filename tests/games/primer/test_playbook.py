"""The rules of thumb by which searches play on."""

from __future__ import annotations

import random

import pytest

from games.primer.positions import PRIMER, counter, position
from sandtable.games.primer.playbook import Drill
from sandtable.kernel import Game, Table

HOLM = "0905"
HELD = {"0906": "blue", "0805": "blue", "1007": "blue"}
"""The other objectives."""


def drilled(table: Table, seed: int = 1) -> str:
    """What the rules of thumb choose at the open decision."""
    assert table.decision is not None
    return Drill(seed).answer(table.game, table.decision)


def test_an_objective_that_lies_open_is_taken() -> None:
    control = {HOLM: "red"} | HELD
    table = position(counter("b1", "infantry", "0904"), counter("r1", "infantry", "1201"), control=control)
    table.choose("unit:b1")
    assert drilled(table) == f"hex:{HOLM}"


def test_who_is_far_away_comes_nearer() -> None:
    table = position(counter("b4", "armour", "0306"), counter("r1", "infantry", "1201"), control={HOLM: "red"})
    table.choose("unit:b4")
    board = PRIMER.content("bridge").board
    there = drilled(table).removeprefix("hex:")
    goal = board.index[HOLM]
    assert board.distance(board.index[there], goal) < board.distance(board.index["0306"], goal)


def test_a_hopeless_attack_is_not_made() -> None:
    table = position(counter("b6", "recon", "0905"), counter("r8", "guards", "0906"), phase="combat")
    assert drilled(table) == "do:done"


def test_a_good_attack_is_made_by_all_who_can() -> None:
    table = position(
        counter("b4", "armour", "0604"), counter("b8", "armour", "0604"), counter("r1", "recon", "0504"), phase="combat"
    )
    assert drilled(table) == "hex:0504"
    table.choose("hex:0504")
    table.choose(drilled(table))
    table.choose(drilled(table))
    assert drilled(table) == "do:attack"


def test_the_sturdier_counter_takes_the_loss() -> None:
    table = position(
        counter("b1", "infantry", "0604"),
        counter("b3", "guards", "0604", steps=1),
        counter("r1", "guards", "0504"),
        phase="combat",
        dice=[1],
    )
    for option in ("hex:0504", "unit:b1", "unit:b3", "do:attack"):
        table.choose(option)
    assert table.decision is not None
    assert table.decision.prompt == "lose-step"
    assert drilled(table) == "unit:b1"


@pytest.mark.parametrize("scenario", ["bridge", "meeting"])
def test_whole_games_are_played_on_legally_and_reproducibly(scenario: str) -> None:
    def game(seed: int) -> list[str]:
        made = []
        world = PRIMER.new_game(scenario, (), seed)
        drill = Drill(seed)
        while world.decisions:
            decision = world.decisions[0]
            made.append(drill.answer(world, decision))
            assert made[-1] in decision.ids
            world.choose(made[-1], decision.side)
        return made

    assert game(3) == game(3)


def test_the_rules_of_thumb_beat_chance() -> None:
    won = 0
    for seed in range(12):
        world: Game[object, object] = PRIMER.new_game("meeting", (), seed)
        drill, chance, side = Drill(seed), random.Random(seed), ("blue", "red")[seed % 2]
        while world.decisions:
            decision = world.decisions[0]
            thumb = decision.side == side
            option = drill.answer(world, decision) if thumb else chance.choice(decision.ids)  # type: ignore[arg-type]
            world.choose(option, decision.side)
        won += world.state.result.winner == side  # type: ignore[attr-defined]
    assert won >= 10
