"""Standing orders on First Fire, and that being asked gives nothing away."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import field, tank
from games.asl.heavy import moving as driving
from games.asl.position import Last, ca, de, position
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.hidden import mask
from sandtable.games.asl.state import DUMMY, Moving, Unit
from sandtable.games.asl.units import Game
from sandtable.games.rileys_road.title import RileysRoad
from sandtable.kernel import LANGUAGES, StandingOrder, Table
from sandtable.kernel.odds import odds
from sandtable.kernel.standing import ASK

EFFECTS = ("pin-check", "morale-check", "casualties", "killed")


@cache
def _played() -> Table:
    """A game in which somebody is asked whether he fires at those who move."""
    table, rng = Table.new("rileys_road", "farm", seed=3), random.Random(3)
    while table.decision is not None:
        decision = table.decision
        if decision.prompt == "first-fire" and len(decision.options) > 1:
            return table
        suggested = decision.find("do:suggested")
        table.choose(suggested.id if suggested else rng.choice(decision.ids), decision.side)
    raise AssertionError("nobody ever moved past anybody")


def answer(*orders: StandingOrder) -> str | None:
    """What standing orders come to at that question."""
    table = _played().fork()
    assert table.decision is not None
    for order in orders:
        table.give(order, table.decision.side)
    found = table.standing_answer()
    return None if found is None else found[1]


def hold(**more: Any) -> StandingOrder:
    return StandingOrder("first-fire", "do:pass", **more)


@pytest.mark.rule("rileys_road:A8.1")
def test_fire_is_held_everywhere_or_in_one_hex_or_everywhere_but_there() -> None:
    decision = _played().decision
    assert decision is not None
    here = {"hex": decision.args["hex"]}
    assert answer() is None
    assert answer(hold()) == "do:pass"
    assert answer(hold(only=here)) == "do:pass"
    assert answer(hold(only={"hex": "A1"})) is None
    assert answer(hold(), StandingOrder("first-fire", ASK, only=here)) is None
    assert answer(hold(), StandingOrder("first-fire", ASK, only={"hex": "A1"})) == "do:pass"


@pytest.mark.rule("rileys_road:A8.1")
def test_fire_is_held_unless_it_promises_enough() -> None:
    assert answer(hold(unless=0.99, hopes=EFFECTS)) == "do:pass"
    assert answer(hold(unless=0.05, hopes=EFFECTS)) is None


def asked(units: dict[str, Unit], **facts: Any) -> Game:
    """Somebody has spent a MF in F9 of a meadow."""
    on = meadow(facts.pop("terrain", None))
    game = position(units=units, on=on, moving=Moving(("c",), "F9", came_from="F10", spent_here=2), **facts)
    game.stack.extend((Last(), FirstFire()))
    game.advance()
    return game


def is_asked(game: Game) -> bool:
    return bool(game.decisions) and game.decisions[0].prompt == "first-fire"


@pytest.mark.rule("rileys_road:A12.16", "rileys_road:A12.1")
@pytest.mark.parametrize("kind", ["de-468", DUMMY])
def test_whether_the_owner_of_a_question_mark_is_asked_does_not_tell_what_is_beneath_it(kind: str) -> None:
    assert is_asked(asked({"c": ca("F9"), "g": de("F5", kind, concealed=True)}))
    woods = {f"{column}7": "woods" for column in "DEFGH"}
    assert not is_asked(asked({"c": ca("F9"), "g": de("F5", kind, concealed=True)}, terrain=woods))


@pytest.mark.rule("rileys_road:A12.16")
def test_nobody_is_asked_who_shows_that_he_has_nothing_to_fire_with() -> None:
    assert not is_asked(asked({"c": ca("F9"), "g": de("F5", "de-468", broken=True)}))


@pytest.mark.rule("rileys_road:A12.1")
def test_the_question_names_no_mover_who_is_concealed() -> None:
    game = asked({"c": ca("F9", concealed=True), "g": de("F5", "de-468")})
    assert game.decisions[0].args["unit"] == "?F9"


@pytest.mark.rule("rileys_road:A12.16")
@pytest.mark.parametrize("veil", ["concealed", "hidden"])
def test_while_fire_is_put_together_the_mover_sees_only_that_the_other_side_is_asked(veil: str) -> None:
    game = asked({"c": ca("F9"), "g": de("F5", "de-468", **{veil: True})})
    before, after = [], []
    for found in (before, after):
        state = game.state.__copy__()
        for name in ("units", "weapons", "vehicles", "works", "mines", "fences", "to_place", "stack"):
            setattr(state, name, getattr(state, name).copy())
        mask(state, game.content, "canadian")
        found.append(repr(state))
        if found is before:
            game.choose("unit:g")
    assert before == after


@pytest.mark.rule("rileys_road:A8.1", "rileys_road:C6.1")
def test_what_a_gun_or_tank_promises_is_told_through_the_questions_on_its_way() -> None:
    facing = {"k": tank("F5", facing=3)}
    game = field(phase="movement", vehicles=facing, moving=driving("k", "F5", ("F5", 2), came_from="F4"))
    game.stack.extend((Last(), FirstFire()))
    game.advance()
    results = {result for each in odds(game, "weapon:w").outcomes for result in each.results}
    assert {"th.miss", "th.hit", "tk.burning"} <= results


@pytest.mark.parametrize(
    "prompt",
    [
        "deploy", "recombine", "transfer", "destroy-gun", "keep-dm", "claim-wall", "break-willingly", "uncloak",
        "end-barrage",
    ],
)  # fmt: skip
def test_questions_that_are_mostly_passed_over_can_be_answered_in_advance(prompt: str) -> None:
    title = RileysRoad()
    assert title.formalities[prompt].answers == ("do:done",)
    assert all(title.texts(lang).has(f"formality.{prompt}") for lang in LANGUAGES)
