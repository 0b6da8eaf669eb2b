"""What a watcher sees of a game: who lost what and when, and where it was fought."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sandtable.kernel import Game, Resolved, View, titles
from sandtable.kernel import title as title_of
from sandtable.kernel.title import AnyTitle
from sandtable.lab import play_out, seed_for
from sandtable.lab.watching import Account, Watcher
from sandtable.mechanics.title import HexTitle, Standing
from sandtable.players import RandomPlayer, player


class Clerk:
    """Counts by other means: what there is at first and at last, and what was resolved."""

    def __init__(self, title: HexTitle[Any, Any]) -> None:
        self._title = title
        self.arrived: Counter[str] = Counter()
        self.left: Counter[str] = Counter()
        self._seen: set[str] = set()
        self.resolved: Counter[str] = Counter()

    def before(self, game: Game[Any, Any], side: str, option_id: str) -> None:
        self._note(game)

    def after(self, game: Game[Any, Any]) -> None:
        self._note(game)
        self.resolved.update(event.what for event in game.events if isinstance(event, Resolved))

    def _note(self, game: Game[Any, Any]) -> None:
        standing = self._title.forces(game)
        for unit_id, unit in standing.items():
            if unit_id not in self._seen:
                self._seen.add(unit_id)
                self.arrived[unit.side] += unit.steps
        self.left = Counter()
        for unit in standing.values():
            self.left[unit.side] += unit.steps


def watched(title: HexTitle[Any, Any], scenario: str, bot: str, seed: int) -> tuple[Account, Clerk]:
    sides = title.scenario(scenario).sides
    watcher, clerk = Watcher(title, sides[0]), Clerk(title)
    seats = {side: player(bot, seed_for(seed, side), title) for side in sides}
    play_out(title, scenario, (), seats, seed, witnesses=(watcher, clerk))
    return watcher.account, clerk


@pytest.mark.parametrize("seed", range(4))
def test_losses_and_fights_of_a_game_add_up(seed: int) -> None:
    title = title_of("primer")
    assert isinstance(title, HexTitle)
    account, clerk = watched(title, "meeting", "random", seed)
    gone = {side: clerk.arrived[side] - clerk.left[side] for side in clerk.arrived}
    assert {side: sum(account.losses.get(side, {}).values()) for side in gone} == gone
    assert sum(account.lost.values()) == sum(gone.values())
    assert sum(account.fights.values()) == sum(clerk.resolved[what] for what in title.fights)


def test_what_is_fought_out_on_no_hex_is_on_no_map() -> None:
    title = title_of("gsfg")
    assert isinstance(title, HexTitle)
    account, clerk = watched(title, "hamburg", "random", 1)
    board = title.board(title.content("hamburg"))
    assert clerk.resolved["air-superiority"] > 0
    assert account.fights
    assert set(account.fights) | set(account.lost) <= set(board.index)
    assert 0 < sum(account.fights.values()) <= sum(clerk.resolved[what] for what in title.fights)


def noted(before: dict[str, Standing], after: dict[str, Standing]) -> Account:
    """The losses between two moments."""
    title = title_of("primer")
    watcher = Watcher(title, "blue")
    game = title.new_game("meeting")
    watcher.before(game, "blue", "order:hold")
    watcher._note_losses(before, after)
    return watcher.account


def test_a_loss_counts_where_the_counter_stood() -> None:
    unit = Standing("blue", "0305", 2)
    account = noted({"b1": unit, "b2": unit}, {"b1": Standing("blue", "0204", 1)})
    assert account.losses == {"blue": {1: 3}}
    assert account.lost == {"0305": 3}


def test_steps_that_pass_from_counter_to_counter_are_not_lost() -> None:
    half, whole = Standing("blue", "0305", 1), Standing("blue", "0305", 2)
    assert noted({"b1": half, "b2": half}, {"b3": whole}).losses == {}
    assert noted({"b1": half, "b2": half}, {"b3": half}).losses == {"blue": {1: 1}}


def test_an_arrival_elsewhere_does_not_make_up_for_a_loss() -> None:
    lost, arrived = Standing("blue", "0305", 2), Standing("blue", "0105", 2)
    assert noted({"b1": lost}, {"b3": arrived}).lost == {"0305": 2}


def test_a_game_without_a_map_is_watched_for_luck_alone(toy: AnyTitle) -> None:
    watcher = Watcher(toy, "red")
    record = play_out(toy, "long", (), {side: RandomPlayer(2) for side in ("red", "blue")}, 2, witnesses=(watcher,))
    assert record.finished
    account = watcher.account
    assert account.rolls > 0
    assert (account.losses, account.fights, account.lost) == ({}, {}, {})


@pytest.mark.parametrize("title_id", titles())
def test_every_title_on_a_map_says_what_has_steps_to_lose(title_id: str) -> None:
    title = title_of(title_id)
    if not isinstance(title, HexTitle):
        pytest.skip("not played on a map")
    game = title.new_game(title.scenario().id, (), 1)
    board = title.board(game.content)
    sides = set(title.scenario().sides)
    while not any(unit.at in board.index for unit in title.forces(game).values()):
        game.choose(game.decisions[0].ids[0], game.decisions[0].side)
    forces = title.forces(game)
    assert {unit.side for unit in forces.values()} <= sides
    assert all(unit.steps > 0 for unit in forces.values())
    by_scene = HexTitle.forces(title, game)
    assert all(by_scene[unit_id] == unit for unit_id, unit in forces.items())
    assert View(game, next(iter(sides))).title is title
