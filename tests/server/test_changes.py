"""Updates: a position and what has changed since make the next position, and say nothing else."""

from __future__ import annotations

import itertools
import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.kernel import PUBLIC, Table, title, titles
from sandtable.server import changes, showing
from sandtable.server.match import Match
from sandtable.server.protocol import Card, Position
from server.following import by_place, followed, spelled
from server.positions import FIXTURE, course, covered, fixture, random_card


def data(message: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(message))


def check(before: Position, after: Position) -> None:
    """What a client that has one position makes of the update to the other is the other."""
    update = changes.between(before, after)
    if update is None:
        assert by_place(data(before)) == by_place(data(after))
    else:
        assert by_place(followed(data(before), data(update))) == by_place(data(after))


@pytest.mark.parametrize("seed", range(60))
def test_a_position_and_its_update_make_the_next(seed: int) -> None:
    positions = course(seed, 12)
    for before, after in itertools.pairwise(positions):
        check(before, after)
    for before, after in itertools.combinations(positions, 2):
        check(before, after)
        check(after, before)


@pytest.mark.parametrize("name", titles())
def test_the_positions_of_a_game_follow_from_updates(name: str) -> None:
    found = title(name)
    for scenario in found.known_scenarios:
        match, rng = Match(Table.new(found, scenario, seed=5)), random.Random(5)
        sides = (*match.info.sides, PUBLIC)
        painters = {side: showing.Painter("en", showing.names(match, "en")) for side in sides}
        shown = {side: painters[side].position(match, side, (), (), "salt", ()) for side in sides}
        for _ in range(80):
            if match.table.result is not None:
                break
            decision = rng.choice(match.table.decisions)
            if rng.random() < 0.2 and match.can_undo(decision.side):
                match.act("undo", decision.side, "", "")
            else:
                match.act("choose", decision.side, rng.choice(decision.ids), "")
            for side in sides:
                before, shown[side] = shown[side], painters[side].position(match, side, (), (), "salt", ())
                ids = [card.id for card in shown[side].picture.cards]
                assert len(ids) == len(set(ids))
                check(before, shown[side])


@pytest.mark.parametrize("name", titles())
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_client_knows_what_every_option_is_called(name: str, lang: str) -> None:
    found = title(name)
    match, rng = Match(Table.new(found, seed=2)), random.Random(2)
    names, texts = showing.names(match, lang), match.table.game.texts(lang)
    painter = showing.Painter(lang, names)
    for _ in range(60):
        decision = rng.choice(match.table.decisions)
        shown = spelled(data(painter.position(match, decision.side, (), (), "salt", ())), names)
        assert [
            (option["id"], option["label"], option["cost"], option["rule"]) for option in shown["question"]["options"]
        ] == [(each.id, texts.option(each), each.cost, each.rule or decision.rule) for each in decision.options]
        match.act("choose", decision.side, rng.choice(decision.ids), "")


def first(seed: int) -> Position:
    return course(seed, 0)[0]


def with_cards(position: Position, *cards: Card) -> Position:
    return replace(position, picture=replace(position.picture, cards=cards))


def test_nothing_is_said_of_what_has_not_changed() -> None:
    start, rng = first(1), random.Random(1)
    a, b, c = (replace(random_card(rng, number), at="0101") for number in range(3))
    before = with_cards(start, a, b, c)
    assert changes.between(before, with_cards(start, a, b, c)) is None
    moved = data(changes.between(before, with_cards(start, a, c, replace(b, at="0102"))))
    assert moved == {
        "type": "update", "base": "r0", "revision": "r0", "cards": [{"id": "u1", "at": "0102"}],
    }  # fmt: skip


def test_a_stack_is_told_where_what_came_is_not_on_top() -> None:
    start, rng = first(1), random.Random(1)
    a, b = (replace(random_card(rng, number), at="0101") for number in range(2))
    c = replace(random_card(rng, 2), at="0102")
    below = changes.between(with_cards(start, a, b, c), with_cards(start, replace(c, at="0101"), a, b))
    on_top = changes.between(with_cards(start, a, b, c), with_cards(start, a, b, replace(c, at="0101")))
    assert below is not None
    assert below.stacks == {"0101": ("u2", "u0", "u1")}
    assert on_top is not None
    assert on_top.stacks == {}


def test_what_changes_under_a_hidden_counter_changes_nothing() -> None:
    """Two hidden counters change places, or one of them changes: no update tells of it."""
    start, rng = first(1), random.Random(1)
    one, other = (replace(random_card(rng, number), at="0101", side="red") for number in range(2))
    before = with_cards(start, covered(one, 0), covered(other, 1))
    after = with_cards(start, covered(other, 0), covered(replace(one, steps=1, states=("moved",)), 1))
    assert changes.between(before, after) is None


def test_the_client_is_tested_with_the_updates_that_are_made_today() -> None:
    assert FIXTURE.read_bytes() == fixture(), "run: python tests/server/positions.py"
