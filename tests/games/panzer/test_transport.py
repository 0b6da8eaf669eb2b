"""Chapter 6.6.7: capacity, getting in and out, bailing out in a hurry."""

from __future__ import annotations

import pytest

from games.panzer.firing import placed, results
from games.panzer.marching import (
    CARRIER,
    FLAK,
    GUN,
    HMG,
    RED,
    RIFLES,
    SECTION,
    TANK,
    TRUCK,
    costs,
    left,
    marching,
    mover,
    offered,
    play,
    reach_of,
    reason,
    unit_of,
)
from games.panzer.shipped import cards
from sandtable.games.panzer.command.orders import legal_orders
from sandtable.games.panzer.movement.transport import has_room

# Capacity


@pytest.mark.rule("panzer:6.6.7.1")
def test_what_a_section_a_gun_and_a_prime_mover_have_printed() -> None:
    """Examples of 6.6.7.1: a section needs 0-1, the 8.8cm Flak 36 3-3, and the SdKfz 10 carries 1-2."""
    all_cards = cards()
    assert (all_cards.leg[SECTION].needs.towed, all_cards.leg[SECTION].needs.leg) == (0, 1)
    assert (all_cards.towed[FLAK].needs.towed, all_cards.towed[FLAK].needs.leg) == (3, 3)
    carries = all_cards.vehicles["sdkfz-10"].carries
    assert carries is not None
    assert (carries.towed, carries.leg) == (1, 2)


@pytest.mark.rule("panzer:6.6.7.1")
@pytest.mark.parametrize(
    ("vehicle", "aboard", "unit", "fits"),
    [
        ("sdkfz-7", (), FLAK, True),
        (TRUCK, (), FLAK, False),
        (TRUCK, (RIFLES,), RIFLES, True),
        (TRUCK, (RIFLES, RIFLES), SECTION, False),
        (TRUCK, (SECTION, SECTION), GUN, True),
        (TRUCK, (SECTION, SECTION, SECTION), GUN, False),
        (TRUCK, ("pak-36",), "pak-36", False),
        (TANK, (), GUN, False),
        (TANK, (), RIFLES, True),
        ("nashorn", (), SECTION, False),
    ],
)
def test_who_fits_into_what(vehicle: str, aboard: tuple[str, ...], unit: str, fits: bool) -> None:
    riders = {f"g{number}": placed(card, "A5", carrier="g1") for number, card in enumerate(aboard, 3)}
    game = marching({"g1": mover(vehicle, "A5"), "g2": placed(unit, "A5", order="no-command"), **riders})
    assert has_room(game, "g1", "g2") == fits


@pytest.mark.rule("panzer:6.6.7.1", "panzer:5.1.1")
def test_a_reduced_squad_takes_less_room() -> None:
    units = {"g1": mover(CARRIER, "A5"), "g2": placed(RIFLES, "A5", carrier="g1", reduced=True, order="no-command")}
    game = marching({**units, "g3": placed(SECTION, "A5", order="no-command")})
    assert has_room(game, "g1", "g3")


@pytest.mark.rule("panzer:6.6.7.1")
def test_who_tows_a_gun_does_not_back() -> None:
    units = {"g1": mover(TRUCK, "A5"), "g2": placed(GUN, "A5", carrier="g1", order="no-command")}
    game = play(marching(units), "unit:g1")
    assert offered(game, "back") == set()
    assert offered(play(marching({"g1": mover(TRUCK, "A5")}), "unit:g1"), "back") == {"A6"}


# Getting in


@pytest.mark.rule("panzer:6.6.7.1.1", "panzer:6.6.7.1.1/passenger-mounting")
@pytest.mark.parametrize(
    ("card", "attached", "state", "across"),
    [
        (RIFLES, (), {}, True),
        (SECTION, (), {}, True),
        (RIFLES, (), {"suppressed": "on"}, False),
        (SECTION, (), {"suppressed": "off"}, False),
        (HMG, ("de-hmg",), {}, False),
        (GUN, (), {}, False),
    ],
)
def test_who_gets_into_a_halted_vehicle_in_the_next_hex(
    card: str, attached: tuple[str, ...], state: dict[str, object], across: bool
) -> None:
    for at, near in (("A5", True), ("A4", across), ("A3", False)):
        units = {"g1": mover(card, at, attached=attached, **state), "g2": placed(TRUCK, "A5", order="no-command")}
        game = play(marching(units), "unit:g1")
        assert ("g2" in offered(game, "mount")) == near


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-mounting", "panzer:6.6.7")
def test_getting_in_takes_all_movement_and_hides_the_unit() -> None:
    game = marching({"g1": mover(RIFLES, "A4"), "g2": placed(TRUCK, "A5", 3, order="overwatch", shown=False)})
    play(game, "unit:g1")
    assert costs(game)["mount:g2"] == 2
    play(game, "mount:g2")
    unit = unit_of(game)
    assert (unit.carrier, unit.at, unit.spot) == ("g2", "A5", "")
    assert game.state.commands["g1"].moved
    assert game.decisions[0].prompt == "rest", "who got in does not get out in the same turn"


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-mounting")
def test_who_has_moved_or_has_no_move_command_does_not_get_in() -> None:
    units = {"g1": mover(RIFLES, "A3"), "g2": placed(TRUCK, "A5", order="fire")}
    game = play(marching(units), "unit:g1", "hex:A4")
    assert reason(game, "mount:g2") == ("refused.cannot-mount", "6.6.7.1.1/passenger-mounting")
    units = {"g1": mover(RIFLES, "A4", order="short-halt"), "g2": mover(TRUCK, "A5")}
    game = play(marching(units), "unit:g2")
    assert offered(game, "mount") == set()


@pytest.mark.rule("panzer:6.6.7.1.1/vehicle")
def test_a_vehicle_on_the_move_takes_on_whom_it_passes_for_half_its_movement_factor() -> None:
    units = {"g1": mover(CARRIER, "A5"), "g2": mover(SECTION, "A3"), "g3": mover(SECTION, "A4")}
    game = play(marching(units), "unit:g1", "hex:A4")
    assert (left(game), costs(game)["mount:g2"], costs(game)["mount:g3"]) == (4, 2, 2)
    play(game, "mount:g2")
    assert (left(game), costs(game)["mount:g3"]) == (2, 0)
    play(game, "mount:g3", "hex:A2")
    assert [unit_of(game, each).at for each in ("g1", "g2", "g3")] == ["A2"] * 3
    play(game, "do:stop")
    assert game.decisions[0].prompt == "rest", "passengers have spent their movement"


@pytest.mark.rule("panzer:6.6.7.1.1/vehicle")
def test_without_half_of_its_movement_left_a_vehicle_stops_for_nobody() -> None:
    units = {"g1": mover(CARRIER, "A7"), "g2": mover(RIFLES, "A3")}
    game = play(marching(units), "unit:g1", "hex:A4")
    assert "mount:g2" in costs(game)
    play(game, "hex:A3")
    assert (left(game), offered(game, "mount")) == (1, set())


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-mounting", "panzer:6.6.5")
def test_a_gun_that_nobody_can_push_is_told_to_move_so_that_it_is_taken_in_tow() -> None:
    units = {"g1": mover(FLAK, "A5"), "g2": placed("sdkfz-7", "A5", order="no-command")}
    game = marching(units)
    assert "move" in legal_orders(game, "g1")
    assert reach_of(play(game, "unit:g1")) == {}
    play(game, "mount:g2")
    assert unit_of(game).carrier == "g2"


@pytest.mark.rule("panzer:6.6.7.2", "panzer:4.2.1")
def test_whether_passengers_can_be_told_to_fire_does_not_hang_on_what_their_vehicle_was_told() -> None:
    riders = {"g2": placed(RIFLES, "A5", carrier="g1", order="no-command")}
    told = [
        legal_orders(marching({"g1": mover(TRUCK, "A5", order=order), **riders, "s1": placed(RED, "A3")}), "g1")
        for order in ("no-command", "move", "fire")
    ]
    assert "fire" in told[0]
    assert told[0] == told[1] == told[2]


# Getting out


def riding(card: str = RIFLES, order: str = "move", **state: object) -> dict[str, object]:
    """A unit in a carrier in A5."""
    rider = placed(card, "A5", carrier="g1", order="no-command", shown=False, **state)  # type: ignore[arg-type]
    return {"g1": mover(CARRIER, "A5", order=order), "g2": rider}


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-dismounting", "panzer:6.6.7.1.1/vehicle")
def test_passengers_get_out_with_their_vehicle_or_next_to_it_and_it_goes_on() -> None:
    game = play(marching(riding()), "unit:g1", "hex:A4", "dismount:g2")  # type: ignore[arg-type]
    assert offered(game, "hex") == {"A3", "A4", "A5"}
    assert reason(game, "hex:A6") == ("refused.no-dismounting-there", "6.6.7.1.1/passenger-dismounting")
    play(game, "hex:A3", "face:SE")
    unit = unit_of(game, "g2")
    assert (unit.at, unit.facing, unit.carrier, unit.spot) == ("A3", 2, "", "move")
    assert left(game) == 2
    assert "A2" in reach_of(game)


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-dismounting")
@pytest.mark.parametrize(("card", "state"), [(GUN, {}), (HMG, {}), (RIFLES, {"suppressed": "on"})])
def test_guns_weapons_and_the_suppressed_get_out_where_their_vehicle_is(card: str, state: dict[str, object]) -> None:
    game = play(marching(riding(card, **state)), "unit:g1", "dismount:g2")  # type: ignore[arg-type]
    assert (game.decisions[0].prompt, game.decisions[0].args["hex"]) == ("dismount-facing", "A5")


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-dismounting", "panzer:4.5.1.1.10")
def test_nobody_gets_out_among_enemies_or_into_what_he_could_not_enter() -> None:
    units = {**riding(), "s1": placed(RED, "A4", order="fire")}
    game = play(marching(units, "...~..~.."), "unit:g1", "dismount:g2")  # type: ignore[arg-type]
    assert offered(game, "hex") == {"A5", "A6"}


@pytest.mark.rule("panzer:6.6.7.1.1/vehicle", "panzer:6.6.7.1.1")
@pytest.mark.parametrize("order", ["fire", "overwatch", "no-command"])
def test_a_halted_vehicle_lets_passengers_off_for_nothing(order: str) -> None:
    game = marching(riding(order=order))  # type: ignore[arg-type]
    assert offered(game, "dismount") == {"g2"}
    assert offered(game, "do") == {"done"}
    assert reason(game, "dismount:g1") == ("refused.cannot-dismount", "6.6.7.1.1")
    play(game, "dismount:g2", "hex:A5", "face:N")
    assert unit_of(game, "g2").carrier == ""
    assert game.decisions[0].prompt == "rest"


@pytest.mark.rule("panzer:6.6.7.1.1/vehicle")
def test_commands_to_move_come_before_a_player_is_done() -> None:
    game = marching({**riding(order="no-command"), "g3": mover(TANK, "A8")})  # type: ignore[arg-type]
    assert (offered(game, "unit"), offered(game, "do")) == ({"g3"}, set())


@pytest.mark.rule("panzer:6.6.7.1.1", "panzer:4.4.2")
def test_getting_out_draws_overwatch_fire() -> None:
    units = {**riding(order="no-command"), "s1": placed(RED, "A3", order="overwatch", shown=False)}
    game = play(marching(units, dice=(100,)), "dismount:g2", "hex:A4", "face:N")  # type: ignore[arg-type]
    assert game.decisions[0].prompt == "overwatch"
    play(game, "unit:g2")
    while game.decisions[0].side == "soviet":
        play(game, game.decisions[0].ids[0])
    assert results(game) != []


# Leaving in a hurry


@pytest.mark.rule("panzer:6.6.7.1.2")
def test_passengers_bail_out_anywhere_for_nothing_and_are_suppressed() -> None:
    game = play(marching(riding()), "unit:g1", "hex:A1")  # type: ignore[arg-type]
    assert (left(game), offered(game, "dismount")) == (1, set())
    play(game, "bail:g2", "face:S")
    unit = unit_of(game, "g2")
    assert (unit.at, unit.carrier, unit.suppressed, unit.facing, left(game)) == ("A1", "", "on", 3, 1)


@pytest.mark.rule("panzer:6.6.7.1.2")
def test_the_suppressed_do_not_bail_out() -> None:
    game = play(marching(riding(suppressed="off")), "unit:g1")  # type: ignore[arg-type]
    assert reason(game, "bail:g2") == ("refused.cannot-bail", "6.6.7.1.2")
    assert reason(game, "bail:g1") == ("refused.not-aboard", "6.6.7.1.2")


@pytest.mark.rule("panzer:6.6.7", "panzer:4.5.1.1.9")
def test_passengers_leave_the_map_with_their_vehicle() -> None:
    game = marching({"g1": mover(CARRIER, "A1"), "g2": placed(RIFLES, "A1", carrier="g1", order="no-command")})
    play(game, "unit:g1", "do:exit")
    assert game.state.exited == {"g1": "A1", "g2": "A1"}
    assert game.state.units == {}
