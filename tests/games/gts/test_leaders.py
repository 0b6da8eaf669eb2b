"""Chapter 21: command range, and how leaders are placed."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, ENEMY, NEXT, OPEN, SECOND, THIRD, order
from games.gts.positions import activated, choose, content, ids, position, quiet
from games.gts.test_command import Idle
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.sequence.leaders import Reposition, in_command, retreat_with
from sandtable.games.gts.sequence.troop_quality import quality
from sandtable.games.gts.state import ALLIED, Leader, Points, Unit
from sandtable.games.gts.units import Game


def at(distance: int) -> str:
    """A hex so far east of 1413 in the same row of columns."""
    return next(label for label in content().board.labels if content().distance("1413", label) == distance)


@pytest.mark.rule("gts:21.4", "gts:29.14", "gts:29.28")
def test_a_unit_is_in_command_up_to_the_range_of_its_leader() -> None:
    reach = content().leaders["lathbury"].range
    game = quiet({"1pb1-r": at(reach), "1pb1-s": at(reach + 1)}, leaders={"lathbury": "1413"})
    assert in_command(game, "1pb1-r")
    assert not in_command(game, "1pb1-s")


@pytest.mark.rule("gts:21.4")
def test_the_leader_of_another_formation_does_not_command_it() -> None:
    assert not in_command(quiet({"1pb1-r": "1413"}, leaders={"hackett": "1413"}), "1pb1-r")


@pytest.mark.rule("gts:21.4", "gts:29.27")
def test_any_leader_of_the_division_commands_independent_units() -> None:
    assert in_command(quiet({"lr-1": "1413"}, leaders={"hackett": "1413"}), "lr-1")
    assert not in_command(quiet({"lr-1": "1413"}, leaders={"krafft": "1413"}), "lr-1")


@pytest.mark.rule("gts:21.4")
def test_nobody_is_in_command_in_an_entry_hex() -> None:
    game = quiet({"1pb1-r": Unit(at="1530", steps=2, entry="s2")}, leaders={"lathbury": "1530"})
    assert not in_command(game, "1pb1-r")


@pytest.mark.rule("gts:21.4")
def test_a_leader_in_an_entry_hex_commands_nobody() -> None:
    game = quiet({"1pb1-r": "1529"}, leaders={"lathbury": "1530"})
    assert in_command(game, "1pb1-r")
    game.state.leaders["lathbury"] = Leader(at="1530", entry="s2")
    assert not in_command(game, "1pb1-r")


@pytest.mark.rule("gts:21.5", "gts:29.38")
def test_troop_quality_is_one_lower_out_of_command() -> None:
    led = quality(quiet({"1pb1-r": "1413"}, leaders={"lathbury": "1413"}), "1pb1-r")
    assert quality(quiet({"1pb1-r": "1413"}), "1pb1-r") == led - 1


@pytest.mark.rule("gts:21.2", "gts:13.3")
def test_after_the_activation_the_leader_goes_to_any_unit_of_his_formation() -> None:
    game = position(
        {"1pb1-r": "1413", "1pb1-s": "1510", "4pb10-a": "1310"}, Idle(), Activation(step="pick"),
        leaders={"lathbury": "1413"}, active=activated(),
    )  # fmt: skip
    choose(game, "do:end")
    assert ids(game) == {"hex:1510", "do:stay"}
    choose(game, "hex:1510")
    assert game.state.leaders["lathbury"].at == "1510"


@pytest.mark.rule("gts:21.2")
def test_a_leader_without_a_unit_in_his_hex_cannot_stay() -> None:
    game = position(
        {"1pb1-r": "1413", "1pb1-s": "1510"}, Idle(), Reposition(leader="lathbury"), leaders={"lathbury": "1310"}
    )
    assert ids(game) == {"hex:1413", "hex:1510"}
    refusal = game.explain("do:stay")
    assert refusal is not None
    assert refusal.rule == "21.2"


@pytest.mark.rule("gts:21.3")
def test_a_leader_displaced_by_others_goes_to_the_nearest_unit() -> None:
    game = position(
        {"1pb1-r": "1413", "1pb1-s": "1510"}, Idle(), Reposition(leader="lathbury", displaced=True),
        leaders={"lathbury": "1412"},
    )  # fmt: skip
    assert game.state.leaders["lathbury"].at == "1413"


@pytest.mark.rule("gts:21.3")
def test_among_equally_near_units_the_owner_chooses() -> None:
    assert content().distance("1413", "1412") == content().distance("1411", "1412") == 1
    game = position(
        {"1pb1-r": "1413", "1pb1-s": "1411"}, Idle(), Reposition(leader="lathbury", displaced=True),
        leaders={"lathbury": "1412"},
    )  # fmt: skip
    assert ids(game) == {"hex:1411", "hex:1413"}


@pytest.mark.rule("gts:21.3", "gts:29.31")
def test_a_leader_without_any_units_is_removed() -> None:
    game = position(
        {"4pb10-a": "1413"}, Idle(), Reposition(leader="lathbury", displaced=True), leaders={"lathbury": "1412"}
    )
    assert "lathbury" not in game.state.leaders


@pytest.mark.rule("gts:21.2/with-units", "gts:13.3/leader-stays")
def test_after_direct_command_nobody_is_repositioned() -> None:
    game = position(
        {"1pb1-r": "1413", "1pb1-s": "1510"}, Idle(), Activation(step="pick"), leaders={"lathbury": "1413"},
        active=activated("direct", "allied"), points={"1ab": Points(3, 0)},
    )  # fmt: skip
    choose(game, "do:end")
    assert game.state.result is not None


@pytest.mark.rule("gts:10.0.1/division", "gts:21.2")
def test_a_formation_declared_done_acts_no_more_under_the_division_chit() -> None:
    game = position(
        {"1pb1-r": "1413", "4pb10-a": "1410"}, Idle(), Activation(step="pick"),
        leaders={"lathbury": "1413", "hackett": "1410"}, active=activated("division", "1ab"),
    )  # fmt: skip
    choose(game, "finish:1para")
    assert "unit:1pb1-r" not in ids(game)
    assert "unit:4pb10-a" in ids(game)


@pytest.mark.rule("gts:10.0.1/division")
def test_the_last_formation_of_a_division_ends_with_the_activation() -> None:
    game = position(
        {"1pb1-r": "1413", "1pb1-s": "1410"}, Idle(), Activation(step="pick"), leaders={"lathbury": "1413"},
        active=activated("division", "1ab"),
    )  # fmt: skip
    assert ids(game) == {"unit:1pb1-r", "unit:1pb1-s", "do:end"}


@pytest.mark.rule("gts:21.4")
def test_pointing_at_a_place_for_a_leader_tells_how_many_he_commands_from_there() -> None:
    game = position({"1pb1-r": "1413", "1pb1-s": "1403"}, Idle(), Reposition("lathbury"), leaders={"lathbury": "1413"})
    shown = game.preview("hex:1403")
    assert shown is not None
    assert [(line.label, line.value) for line in shown.lines] == [("in-command", "1 / 2")]


@pytest.mark.rule("gts:21.2", "gts:18.7/5E")
def test_a_leader_retreats_with_the_units_he_is_stacked_with() -> None:
    game = quiet({"1pb1-r": "1413"}, leaders={"lathbury": "1413", "hackett": "1410"})
    retreat_with(game, ("1pb1-r",), "1412")
    assert game.state.leaders["lathbury"].at == "1412"
    assert game.state.leaders["hackett"].at == "1410"


@pytest.mark.rule("gts:21.2/with-units", "gts:29.31")
def test_a_leader_does_not_stay_with_units_of_another_formation() -> None:
    """After Direct Command nobody would bring him back to his own."""
    units = {COMPANY: OPEN, "4pb10-a": OPEN}
    leaders, points = {"lathbury": OPEN, "hackett": OPEN}, {"1ab": Points(5, 0)}
    game = order(units, COMPANY, active=activated("direct", ALLIED), leaders=leaders, points=points)
    choose(game, f"hex:{NEXT}", "do:stop")
    assert {name: leader.at for name, leader in game.state.leaders.items()} == {"lathbury": NEXT, "hackett": OPEN}


@pytest.mark.rule("gts:21.2/with-units", "gts:16.4.2.2/stack")
def test_where_a_barrage_holds_a_part_of_the_stack_back_the_owner_chooses() -> None:
    game = order(
        {COMPANY: OPEN, SECOND: OPEN}, COMPANY, SECOND, active=activated("direct", ALLIED), leaders={"lathbury": OPEN},
        points={"1ab": Points(2, 0)}, barrages={OPEN: "heavy-barrage"}, dice=(0, 9),
    )  # fmt: skip
    choose(game, f"hex:{NEXT}")
    assert ids(game) == {"do:take-along", "do:leave-here"}
    choose(game, "do:leave-here", "do:stop")
    assert (game.state.leaders["lathbury"].at, at_of(game)) == (OPEN, [NEXT, OPEN])


@pytest.mark.rule("gts:21.2/with-units", "gts:17.7")
@pytest.mark.parametrize(("told", "where"), [("do:take-along", THIRD), ("do:leave-here", NEXT)])
def test_where_fire_holds_a_part_of_the_stack_back_the_owner_chooses(told: str, where: str) -> None:
    """The second company is suppressed as both leave the hex next to an enemy."""
    game = order(
        {COMPANY: NEXT, SECOND: NEXT, ENEMY: "1115"}, COMPANY, SECOND, active=activated("direct", ALLIED),
        leaders={"lathbury": NEXT}, points={"1ab": Points(2, 0)}, dice=(0, 1, 9),
    )  # fmt: skip
    choose(game, f"hex:{THIRD}", f"unit:{ENEMY}", f"unit:{SECOND}", "do:accept")
    assert ids(game) == {"do:take-along", "do:leave-here"}
    choose(game, told, "do:stop")
    assert (game.state.leaders["lathbury"].at, at_of(game)) == (where, [THIRD, NEXT])


@pytest.mark.rule("gts:21.2/with-units", "gts:14.8")
def test_where_a_part_of_the_stack_marches_no_further_the_owner_chooses() -> None:
    game = order(
        {COMPANY: OPEN, SECOND: OPEN}, COMPANY, SECOND, active=activated("direct", ALLIED), leaders={"lathbury": OPEN},
        points={"1ab": Points(2, 0)}, dice=(0, 9),
    )  # fmt: skip
    choose(game, f"hex:{NEXT}", "do:forced-march", f"hex:{THIRD}")
    assert ids(game) == {"do:take-along", "do:leave-here"}
    choose(game, "do:leave-here", "do:stop")
    assert (game.state.leaders["lathbury"].at, at_of(game)) == (NEXT, [THIRD, NEXT])


@pytest.mark.rule("gts:21.2/with-units")
@pytest.mark.parametrize("path", [(THIRD,), (NEXT, THIRD)])
@pytest.mark.parametrize("second", [NEXT, "1018"])
def test_a_leader_whom_a_unit_meets_on_its_way_is_not_carried_off(path: tuple[str, ...], second: str) -> None:
    game = order(
        {COMPANY: OPEN, SECOND: second}, COMPANY, active=activated("direct", ALLIED), leaders={"lathbury": NEXT},
        points={"1ab": Points(2, 0)},
    )  # fmt: skip
    choose(game, *(f"hex:{label}" for label in path), "do:stop")
    assert (game.state.leaders["lathbury"].at, at_of(game)[0]) == (NEXT, THIRD)


def at_of(game: Game) -> list[str]:
    """Where the two companies are."""
    return [game.state.units[name].at for name in (COMPANY, SECOND)]
