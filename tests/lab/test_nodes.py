"""A game as a tree: chance and choices apart, points that never change, worlds that fit what a side remembers."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction

import pytest

from lab.agents_table import TITLES, tutorial
from sandtable.kernel import AnyTitle
from sandtable.kernel import title as title_of
from sandtable.kernel.dice import ExploringDice
from sandtable.lab.agents.nodes import Point, Throw, start


def descend(node: Point | Throw, rng: random.Random, most: int) -> Point | Throw:
    """Go down the tree at random, `most` steps at most."""
    for _ in range(most):
        if isinstance(node, Throw):
            node = node.choose(rng.choices(range(len(node.outcomes)), [o.probability for o in node.outcomes])[0])
        elif node.decision is None:
            break
        else:
            node = node.choose(rng.choice(node.decision.ids))
    return node


def settled(node: Point | Throw) -> Point:
    """Let chance take its first outcome until a side decides."""
    while isinstance(node, Throw):
        node = node.choose(0)
    return node


def test_draws_are_chance_points_with_exact_probabilities(toy: AnyTitle) -> None:
    root = start(toy, "short", ())
    assert isinstance(root, Throw)
    assert root.outcomes == (("moon", Fraction(2, 3)), ("sun", Fraction(1, 3)))
    second = root.choose(1)
    assert isinstance(second, Throw)
    point = second.choose(0)
    assert isinstance(point, Point)
    assert point.game.state.cards == {"red": "sun", "blue": "moon"}


def shooting(toy: AnyTitle) -> Throw:
    """A shot that hits with nine or more on two dice."""
    node: Point | Throw = settled(start(toy, "short", ()))
    for option_id in ("do:meek", "do:meek", "unit:red-1", "space:2", "do:shoot"):
        assert isinstance(node, Point)
        node = node.choose(option_id)
    assert isinstance(node, Throw)
    return node


def test_rolls_branch_on_outcomes_and_not_on_faces(toy: AnyTitle) -> None:
    throw = shooting(toy)
    assert [outcome.probability for outcome in throw.outcomes] == [Fraction(26, 36), Fraction(10, 36)]
    miss, hit = settled(throw.choose(0)), settled(throw.choose(1))
    assert "red-1" in miss.game.state.units
    assert "red-1" not in hit.game.state.units


def test_a_point_stays_as_it_is_whatever_is_chosen(toy: AnyTitle) -> None:
    throw = shooting(toy)
    before = throw.point
    assert before is not None
    known = toy.codec.hash(before.game.state)
    again = before.choose("do:shoot")
    assert isinstance(again, Throw)
    assert again.outcomes == throw.outcomes
    before.choose("do:hold")
    assert toy.codec.hash(before.game.state) == known


@pytest.mark.parametrize("name", TITLES)
def test_the_tree_has_the_results_that_the_dice_allow(name: str) -> None:
    title, rng = title_of(name), random.Random(2)
    node: Point | Throw = start(title, title.scenario().id, ())
    compared = 0
    while compared < 3:
        if isinstance(node, Point) and node.decision is None:
            node = start(title, title.scenario().id, ())
        before, node = node, descend(node, rng, 1)
        if isinstance(before, Point) and isinstance(node, Throw):
            expected = explored(title, before, node.option_id)
            if expected is not None:
                assert sorted(_ends(title, node, Fraction(1))) == sorted(expected)
                compared += 1


def explored(title: AnyTitle, point: Point, option_id: str) -> list[tuple[str, Fraction]] | None:
    """Every result of a choice up to the next decision, as the odds find it; None if there are too many."""
    assert point.decision is not None
    found: list[tuple[str, Fraction]] = []
    pending: list[tuple[int, ...]] = [()]
    while pending:
        dice = ExploringDice(pending.pop())
        game = point.game.fork()
        game.dice = dice
        game.choose(option_id, point.decision.side)
        found.append((title.codec.hash(game.state), dice.probability))
        pending += dice.alternatives()
        if len(found) + len(pending) > 200:
            return None
    return found


def _ends(title: AnyTitle, node: Point | Throw, probability: Fraction) -> list[tuple[str, Fraction]]:
    if isinstance(node, Point):
        return [(title.codec.hash(node.game.state), probability)]
    return [
        end
        for number, outcome in enumerate(node.outcomes)
        for end in _ends(title, node.choose(number), probability * outcome.probability)
    ]


def test_sides_that_choose_in_secret_are_asked_in_turn_and_see_nothing(toy: AnyTitle) -> None:
    point = settled(start(toy, "short", ()))
    assert point.decision is not None
    assert point.decision.side == "red"
    meek, bold = settled(point.choose("do:meek")), settled(settled(point.choose("do:bold")).choose("bid:3"))
    assert meek.decision is not None
    assert meek.decision.side == "blue"
    assert meek.sight("blue") == bold.sight("blue") == point.sight("blue")
    assert meek.memory("blue") == bold.memory("blue") == point.memory("blue")
    assert meek.memory("red") != bold.memory("red")


def test_what_was_seen_is_remembered_even_where_it_looks_the_same_now(toy: AnyTitle) -> None:
    meek = settled(start(toy, "long", ()))
    bold = settled(meek.choose("do:bold")).choose("bid:2")
    points = []
    for node in (meek.choose("do:meek"), bold):
        point = settled(node)
        for option_id in ("do:meek", "do:pass", "do:pass"):
            point = settled(point.choose(option_id))
        points.append(point)
    one, other = points
    assert one.game.state.turn == 2
    assert one.sight("blue") == other.sight("blue")
    assert one.memory("blue") != other.memory("blue")


@pytest.mark.parametrize("name", TITLES)
def test_an_imagined_point_looks_the_same_now_and_in_memory(name: str) -> None:
    title = title_of(name)
    root = start(title, title.scenario().id, ())
    for seed in range(5):
        point = settled(descend(root, random.Random(seed), 30))
        for side in title.scenario().sides:
            world = point.imagined(side, random.Random(seed))
            assert world.sight(side) == point.sight(side)
            assert world.memory(side) == point.memory(side)
            assert world.length == point.length


def test_whoever_chooses_in_secret_imagines_what_others_have_chosen_before(toy: AnyTitle) -> None:
    point = settled(settled(start(toy, "short", ())).choose("do:meek"))
    worlds = [point.imagined("blue", random.Random(seed)) for seed in range(20)]
    assert all(world.decision == point.decision for world in worlds)
    assert {world.game.state.bids["red"] for world in worlds} == {1, 2, 3}


def test_imagined_points_differ_in_what_is_hidden() -> None:
    title = tutorial()
    point = settled(start(title, "bridge", ()))
    kinds = {
        tuple(unit.kind for unit in point.imagined("blue", random.Random(seed)).game.state.units.values())
        for seed in range(20)
    }
    assert len(kinds) > 5


@pytest.mark.parametrize("name", TITLES)
def test_points_and_throws_can_be_kept(name: str) -> None:
    title = title_of(name)
    sides = title.scenario().sides
    node: Point | Throw = start(title, title.scenario().id, ())
    rng = random.Random(3)
    for _ in range(25):
        again = pickle.loads(pickle.dumps(node))
        if isinstance(node, Throw):
            assert again.outcomes == node.outcomes
        else:
            assert [again.memory(side) for side in sides] == [node.memory(side) for side in sides]
            assert again.decision == node.decision
            assert again.length == node.length
        node = descend(node, rng, 1)
