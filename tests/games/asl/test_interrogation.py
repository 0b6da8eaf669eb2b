"""E2.4, CG11, A20.551: civilians who tell, and freed men who take up arms again."""

from __future__ import annotations

import pytest

from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.concealment.interrogation import interrogators, nearest_hidden
from sandtable.games.asl.morale.casualties import eliminate
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.morale.rearming import rearm_beside_friends
from sandtable.games.asl.state import DUMMY, Mines, Weapon, Works
from sandtable.games.asl.units import Game

HOUSE = "U17"
"""Schwanenhof, which the Germans hold at the start."""


def asking(dice: tuple[int, ...] = (), **state: object) -> Game:
    leader = {"c": ca(HOUSE, "ca-l81")}
    units = leader | state.pop("units", {})  # type: ignore[operator]
    return position(units=units, phase="rally", dice=dice, **state)  # type: ignore[arg-type]


def asked(game: Game) -> Game:
    """Every step before it is passed over, then the leader asks."""
    play(game, RallyPhase())
    while game.decisions[0].prompt != "interrogate":
        game.choose("do:done")
    game.choose("unit:c")
    return game


@pytest.mark.rule("rileys_road:E2.4", "rileys_road:CG11")
def test_a_leader_asks_in_a_building_that_his_side_did_not_hold_at_the_start() -> None:
    assert interrogators(asking(), "canadian") == ["unit:c"]
    for refused in (ca(HOUSE, "ca-l81", pinned=True), ca(HOUSE, "ca-l81", broken=True), ca(HOUSE), ca("U16", "ca-l81")):
        assert interrogators(position(units={"c": refused}), "canadian") == []
    own = position(units={"g": de(HOUSE, "de-l81")}, active="german")
    assert interrogators(own, "german") == []


@pytest.mark.rule("rileys_road:E2.4", "rileys_road:CG11")
def test_men_with_a_leader_ask_in_his_place_and_leave_him_free_to_rally() -> None:
    game = asking((2,), units={"m": ca(HOUSE), "b": ca(HOUSE, broken=True), "h": ca("U16")})
    assert set(interrogators(game, "canadian")) == {"unit:c", "unit:m"}
    play(game, RallyPhase())
    while game.decisions[0].prompt != "interrogate":
        game.choose("do:done")
    game.choose("unit:m")
    assert (game.state.units["m"].acted, game.state.units["c"].acted) == (True, False)
    pinned = position(units={"c": ca(HOUSE, "ca-l81", pinned=True), "m": ca(HOUSE)})
    assert interrogators(pinned, "canadian") == []


@pytest.mark.rule("rileys_road:E2.4", "rileys_road:CG11")
def test_canadians_learn_something_with_a_one_only_and_once_in_a_building() -> None:
    hidden = {"g": de("U15", hidden=True)}
    told = asked(asking((1,), units=hidden))
    assert set(offered(told)) == {"unit:g"}
    assert told.decisions[0].side == "german"
    told.choose("unit:g")
    assert not told.state.units["g"].hidden
    silent = asked(asking((2,), units=hidden))
    assert silent.state.units["g"].hidden
    assert interrogators(silent, "canadian") == []


@pytest.mark.rule("rileys_road:E2.4")
def test_what_is_shown_is_in_the_nearest_hex_with_anything_hidden_within_six_hexes() -> None:
    units = {"far": de("U12", concealed=True), "near": de("U15", hidden=True), "beside": de("U15", concealed=True)}
    game = asking(units=units, mines={"U14": Mines("german", ap=6)})
    assert nearest_hidden(game, "u17", "german") == ["unit:near", "unit:beside"]
    works = asking(works={"U15": Works("german", trench=True, known=False)}, mines={"U15": Mines("german", ap=6)})
    assert nearest_hidden(works, "u17", "german") == ["hex:U15"]
    dummy = asking(units={"d": de("U15", DUMMY, concealed=True), "g": de("U10", hidden=True)})
    assert nearest_hidden(dummy, "u17", "german") == []


@pytest.mark.rule("rileys_road:E2.4")
def test_works_and_mines_that_are_shown_are_known() -> None:
    game = asked(asking((1,), mines={"U15": Mines("german", ap=6)}))
    game.choose("hex:U15")
    assert game.state.mines["U15"].known


@pytest.mark.rule("rileys_road:A20.551", "rileys_road:A1.25")
@pytest.mark.parametrize(
    ("prisoner", "guard", "becomes"),
    [
        (ca("T12", guard="g"), de("T12"), "ca-436"),
        (ca("T12", "ca-248", guard="g"), de("T12"), "ca-226"),
        (ca("T12", "ca-228", guard="g"), de("T12"), "ca-226"),
        (ca("T12", "ca-l91", guard="g"), de("T12"), "ca-l91"),
        (de("T12", guard="g"), ca("T12"), "de-436"),
    ],
)
def test_prisoners_take_up_the_arms_of_a_guard_who_dies(prisoner, guard, becomes: str) -> None:  # type: ignore[no-untyped-def]
    game = position(units={"p": prisoner, "g": guard})
    eliminate(game, "g", "A7.4/casualty")
    freed = game.state.units["p"]
    assert (freed.kind, freed.unarmed, freed.guard) == (becomes, False, "")


@pytest.mark.rule("rileys_road:A20.551")
def test_unarmed_men_find_arms_in_their_own_rally_phase_with_friends_or_where_a_weapon_lies() -> None:
    units = {"a": ca("T12", unarmed=True), "b": ca("T12"), "w": ca("T13", unarmed=True), "n": ca("T14", unarmed=True)}
    gun = Weapon("de-pak40", "german", at="T14")
    game = position(units=units, weapons={"x": Weapon("de-lmg", "german", at="T13"), "y": gun})
    rearm_beside_friends(game, "german")
    assert game.state.units["a"].unarmed
    rearm_beside_friends(game, "canadian")
    assert {name: unit.unarmed for name, unit in game.state.units.items()} == {
        "a": False, "b": False, "w": False, "n": True,
    }  # fmt: skip
