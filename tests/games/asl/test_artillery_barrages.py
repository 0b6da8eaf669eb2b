"""E12, I.2, I.3: Creeping Barrages, and what is planned before anybody sets up."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, results, tank
from games.asl.position import offered, play, position
from games.asl.test_artillery import guns, radio
from sandtable.games.asl.artillery import secrets
from sandtable.games.asl.artillery.barrages import Creep, end_barrages, line_across
from sandtable.games.asl.artillery.passing import stay_under_shells, step_under_shells
from sandtable.games.asl.artillery.plans import Plan
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Barrage
from sandtable.games.asl.units import Game
from sandtable.kernel.state import fork

LINE = 9


def field(dice: tuple[int | str, ...] = (), **facts: Any) -> Game:
    barrages = facts.pop("barrages", None) or {"cb1": Barrage("canadian", "J5", placed=True)}
    facts = {"phase": "prep-fire", "turn": 2, "units": {"g": de("T20")}, **facts}
    return position(on=meadow(facts.pop("terrain", None)), barrages=barrages, dice=dice, **facts)


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_a_barrage_is_a_line_of_nine_hexes_cut_off_at_the_edge() -> None:
    content = meadow()
    assert line_across(content, "J5") == tuple(f"{column}5" for column in "FGHIJKLMN")
    assert line_across(content, "B5") == tuple(f"{column}5" for column in "ABCDEF")


@pytest.mark.rule("rileys_road:E12/creeping-barrage", "rileys_road:I.2")
def test_it_comes_down_where_it_was_recorded_without_contact_or_error() -> None:
    game = field((6, 6) * LINE, barrages={"cb1": Barrage("canadian", "J5")}, turn=1)
    play(game, Creep(side="canadian"))
    barrage = game.state.barrages["cb1"]
    assert (barrage.at, barrage.placed) == ("J5", True)


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_it_moves_three_hexes_south_in_its_own_turn_and_stays_in_the_other() -> None:
    game = play(field((6, 6) * LINE), Creep(side="canadian"), "do:done")
    assert game.state.barrages["cb1"].at == "J8"
    game = play(field((6, 6) * LINE, active="german"), Creep(side="german"))
    assert game.state.barrages["cb1"].at == "J5"
    assert game.state.rolls == LINE, "it attacks where it lies"


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_it_strikes_with_twenty_firepower_whoever_is_there() -> None:
    game = field((6, 6) * 4 + (6, 6, 1, 2, 1, 2) + (6, 6) * 4, units={"c": ca("J8"), "g": de("J8")})
    play(game, Creep(side="canadian"), "do:done")
    assert results(game) == ["ift.ptc"]


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_its_owner_ends_it_for_good() -> None:
    two = {"cb1": Barrage("canadian", "J5", placed=True), "cb2": Barrage("canadian", "J15", placed=True)}
    game = field((6, 6) * LINE, barrages=two)
    play(game, Creep(side="canadian"), "barrage:cb1")
    assert set(offered(game)) == {"barrage:cb2", "do:done"}
    assert game.explain("barrage:cb1").reason == "refused.barrage-not-there"
    game.choose("do:done")
    assert game.state.barrages["cb1"].over
    assert game.state.barrages["cb2"].at == "J18"


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_a_line_that_leaves_the_map_is_gone() -> None:
    game = field(barrages={"cb1": Barrage("canadian", "J18", placed=True)})
    play(game, Creep(side="canadian"), "do:done")
    assert game.state.barrages["cb1"].over
    last = field((6, 6) * LINE, barrages={"cb1": Barrage("canadian", "J17", placed=True)})
    play(last, Creep(side="canadian"), "do:done")
    assert last.state.barrages["cb1"].at == "J20"


@pytest.mark.rule("rileys_road:E12/creeping-barrage", "rileys_road:I.2")
@pytest.mark.parametrize(("turn", "over"), [(5, False), (6, True)])
def test_all_end_when_turn_six_begins(turn: int, over: bool) -> None:
    game = field(turn=turn)
    end_barrages(game)
    assert game.state.barrages["cb1"].over is over


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_who_enters_a_barrage_is_struck_and_who_leaves_it_is_not() -> None:
    enters = field((6, 6, 1, 2), units={"c": ca("J4"), "g": de("T20")}, phase="movement")
    play(enters, MovementPhase(side="canadian"), "unit:c", "hex:J5")
    assert results(enters) == ["ift.ptc"]
    leaves = field(units={"c": ca("J5"), "g": de("T20")}, phase="movement")
    play(leaves, MovementPhase(side="canadian"), "unit:c", "hex:J6")
    assert results(leaves) == []


@pytest.mark.rule("rileys_road:E12/creeping-barrage")
def test_who_spends_mp_in_a_barrage_is_struck_once_there() -> None:
    game = field((6, 6), vehicles={"t": tank("J5", facing=2)}, phase="movement")
    play(game, MovementPhase(side="canadian"), "vehicle:t", "do:start", "spine:3")
    assert results(game) == ["tk.none"]


@pytest.mark.rule("rileys_road:E12/normal-barrage")
def test_no_battery_fires_a_barrage() -> None:
    game = position(on=meadow(), batteries={"o": guns()}, weapons={"r": radio()}, units={"l": ca("F10", "ca-l91")})
    assert not game.state.barrages


# Plans


@pytest.mark.rule("rileys_road:I.2", "rileys_road:E12/creeping-barrage")
def test_barrages_begin_nine_hexes_apart() -> None:
    game = field(barrages={"cb1": Barrage("canadian"), "cb2": Barrage("canadian")})
    play(game, Plan(side="canadian"), "hex:J5")
    assert "hex:J14" in offered(game)
    assert "hex:J13" not in offered(game)
    assert game.explain("hex:J13").reason == "refused.barrages-apart"
    game.choose("hex:J14")
    assert [each.at for each in game.state.barrages.values()] == ["J5", "J14"]


@pytest.mark.rule("rileys_road:I.2", "rileys_road:E12/creeping-barrage")
def test_where_a_barrage_would_lie_and_how_it_moves_on_is_shown_before_it_is_recorded() -> None:
    game = field(barrages={"cb1": Barrage("canadian")})
    play(game, Plan(side="canadian"))
    shown = game.preview("hex:J5")
    assert shown.path == line_across(game.content, "J5")
    assert [(line.label, line.value) for line in shown.lines] == [
        ("barrage-line", "9"), ("barrage-step", "3"), ("barrage-ends", "6"),
    ]  # fmt: skip


@pytest.mark.rule("rileys_road:I.2", "rileys_road:C1.9")
def test_plans_are_secret() -> None:
    game = field(barrages={"cb1": Barrage("canadian", "J5"), "cb2": Barrage("canadian")})
    game.state.batteries["o"] = guns(registered=("J5",))
    game.state.stack = [Plan(side="canadian", step="record")]
    seen = fork(game.state)
    secrets.mask(seen, game.content, "german")
    assert {each.at for each in seen.barrages.values()} == {""}, "as if nothing were settled yet"
    assert seen.batteries["o"].registered == ()
    game.state.stack = []
    seen = fork(game.state)
    secrets.mask(seen, game.content, "german")
    assert {each.at for each in seen.barrages.values()} == {"?"}
    own = fork(game.state)
    secrets.mask(own, game.content, "canadian")
    assert own.barrages["cb1"].at == "J5"


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:E12/creeping-barrage", "rileys_road:A7.4/casualty")
def test_what_one_barrage_has_left_of_a_squad_is_struck_by_the_next_and_not_once_more_where_it_is() -> None:
    two = {name: Barrage("canadian", "J5", placed=True) for name in ("cb1", "cb2")}
    game = field((1, 3, 1, 2, 6, 6, 6, 6), barrages=two, units={"g": de("J5")})
    step_under_shells(game, "J4", "J5", ("g",), Aftermath())
    assert results(game) == ["ift.k", "ift.ptc"]
    stay_under_shells(game, "J5", ("g.1",), Aftermath())
    assert results(game) == ["ift.k", "ift.ptc"]
