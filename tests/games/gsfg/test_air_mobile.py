"""Air mobile units (6.10 to 6.17)."""

from __future__ import annotations

import pytest

from games.gsfg.flights import is_over, refused, run
from games.gsfg.positions import content, ids, quiet, where
from sandtable.games.gsfg.air.air_mobile import (
    Rebase,
    abilities,
    attack_range,
    flying_points,
    supporters,
    why_immobile,
)
from sandtable.games.gsfg.events.air import Rebased
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.supply import OVERLAND, supply_state
from sandtable.games.gsfg.units import Game, controller
from sandtable.mechanics.roster import change

HELICOPTERS = "us-101-am"
BRIGADE = "us-6-am"
TANKS = "su-10g-tk"
BASE, CITY, HEATH, MOUNTAIN = "2217", "2521", "2608", "2722"


def rebase(at: str = BASE, left: int = -1, **others: str) -> Game:
    units = {HELICOPTERS: at} | {unit_id.replace("_", "-"): label for unit_id, label in others.items()}
    return run(units, Rebase(unit=HELICOPTERS, left=left))


def distance(a: str, b: str) -> int:
    board = content().board
    return board.distance(board.index[a], board.index[b])


@pytest.mark.rule("gsfg:6.10", "gsfg:6.15", "gsfg:6.17")
@pytest.mark.parametrize(("air", "reach"), [(NATO, 8), (SOVIET, 1)])
def test_how_far_they_attack(air: str, reach: int) -> None:
    assert attack_range(quiet({HELICOPTERS: BASE}, air=air), HELICOPTERS) == reach


@pytest.mark.rule("gsfg:6.10")
def test_what_they_can_do_goes_with_air_superiority() -> None:
    mine, theirs = (abilities(quiet({}, air=air)) for air in (NATO, SOVIET))
    assert (mine.moves, mine.support_range, theirs.moves, theirs.support_range) == (True, 8, False, 0)


# Moving


@pytest.mark.rule("gsfg:6.17")
def test_they_do_not_move_under_soviet_air_superiority() -> None:
    refusal = why_immobile(quiet({HELICOPTERS: BASE}, air=SOVIET), HELICOPTERS)
    assert refusal is not None
    assert refusal.rule == "6.17"


@pytest.mark.rule("gsfg:6.11")
def test_they_do_not_move_after_fighting() -> None:
    game = quiet({HELICOPTERS: BASE})
    change(game, HELICOPTERS, fought=True)
    refusal = why_immobile(game, HELICOPTERS)
    assert refusal is not None
    assert refusal.rule == "6.11"


@pytest.mark.rule("gsfg:6.11")
def test_they_move_if_they_have_not_fought() -> None:
    assert why_immobile(quiet({HELICOPTERS: BASE}), HELICOPTERS) is None


@pytest.mark.rule("gsfg:6.12")
def test_every_hex_costs_one_point_whatever_its_terrain() -> None:
    options = rebase().decisions[0].options
    hexes = {option.id.removeprefix("hex:"): option.cost for option in options if option.id.startswith("hex:")}
    assert hexes == {label: distance(BASE, label) for label in hexes}


@pytest.mark.rule("gsfg:6.12")
def test_they_go_as_far_as_their_points_and_no_further() -> None:
    game = rebase()
    reached = [distance(BASE, ident.removeprefix("hex:")) for ident in ids(game) if ident.startswith("hex:")]
    assert max(reached) == content().counters[HELICOPTERS].move


@pytest.mark.rule("gsfg:6.12", "gsfg:10.14")
def test_water_does_not_stop_them() -> None:
    data = content()
    assert "1105" in data.adjacent["1005"]
    game = rebase("1106")
    assert (data.terrain["1104"], "hex:1404" in ids(game)) == ("lake", True)


@pytest.mark.rule("gsfg:6.12")
@pytest.mark.parametrize("label", [CITY, HEATH, MOUNTAIN])
def test_they_do_not_stay_in_cities_heath_or_mountains(label: str) -> None:
    near = content().adjacent[label]
    base = next(hex_ for hex_ in near if content().terrain[hex_] == "clear")
    assert refused(rebase(base), f"hex:{label}") == ("refused.no-base-here", "6.12")


@pytest.mark.rule("gsfg:6.12")
def test_they_do_not_stay_in_the_water() -> None:
    assert refused(rebase("1106"), "hex:1104") == ("refused.water", "6.12")


@pytest.mark.rule("gsfg:6.12")
def test_they_may_stay_in_rough() -> None:
    label = next(near for near in content().adjacent["2623"] if content().terrain[near] == "rough")
    assert f"hex:{label}" in ids(rebase("2623"))


@pytest.mark.rule("gsfg:6.12", "gsfg:10.4")
def test_they_fly_over_the_enemy_but_do_not_land_on_him() -> None:
    game = run(
        {HELICOPTERS: BASE} | dict(zip(SURROUNDING, content().adjacent[BASE], strict=True)), Rebase(unit=HELICOPTERS)
    )
    assert [f"hex:{label}" in ids(game) for label in (content().adjacent[BASE][0], "2219")] == [False, True]


SURROUNDING = ("su-10g-tk", "su-12g-tk", "su-47g-tk", "su-207-mr", "su-16g-tk", "su-21-mr")


@pytest.mark.rule("gsfg:6.12")
def test_an_enemy_hex_is_refused_as_such() -> None:
    assert refused(rebase(su_10g_tk="2218"), "hex:2218") == ("refused.enemy-there", "6.12")


@pytest.mark.rule("gsfg:7.1")
def test_stacking_holds_where_they_land() -> None:
    game = rebase(us_3_arm="2218", us_8_mech="2218")
    assert refused(game, "hex:2218") == ("refused.over-stacked", "7.1")


@pytest.mark.rule("gsfg:7.2", "gsfg:6.12")
def test_full_hexes_may_be_flown_over() -> None:
    ring = {label: label for label in content().adjacent[BASE]}
    friends = ("us-3-arm", "us-8-mech", "us-1-arm", "us-3-mech", "uk-1-arm", "uk-2-arm", "uk-4-arm", "nl-1", "nl-4",
               "us-1-mech", "us-2-arm", "us-4-mech")  # fmt: skip
    units = {HELICOPTERS: BASE} | dict(zip(friends, [*ring, *ring], strict=True))
    assert "hex:2219" in ids(run(units, Rebase(unit=HELICOPTERS)))


@pytest.mark.rule("gsfg:7.6")
def test_a_stack_of_several_nations_costs_a_point() -> None:
    game = quiet({HELICOPTERS: BASE})
    change(game, HELICOPTERS, mixed=True)
    assert flying_points(game, HELICOPTERS) == content().counters[HELICOPTERS].move - 1


@pytest.mark.rule("gsfg:6.12")
def test_only_the_new_base_changes_hands() -> None:
    game = run({HELICOPTERS: "3120"}, Rebase(unit=HELICOPTERS), picks=["hex:3420"])
    (flown,) = [event for event in game.events if isinstance(event, Rebased)]
    assert {label: controller(game, label) for label in flown.path[1:]} == {
        label: NATO if label == "3420" else SOVIET for label in flown.path[1:]
    }


@pytest.mark.rule("gsfg:6.12")
def test_the_preview_shows_the_way() -> None:
    path = rebase().preview("hex:2220").path
    assert (path[0], path[-1], len(path)) == (BASE, "2220", 4)


@pytest.mark.rule("gsfg:6.12")
def test_they_may_stay_where_they_are() -> None:
    game = run({HELICOPTERS: BASE}, Rebase(unit=HELICOPTERS), picks=["do:stop"])
    assert (where(game, HELICOPTERS), game.state.units[HELICOPTERS].acted, is_over(game)) == (BASE, False, True)


@pytest.mark.rule("gsfg:6.12")
def test_one_that_has_entered_the_map_in_a_city_must_fly_on() -> None:
    assert refused(rebase(CITY, left=7), "do:stop") == ("refused.may-not-stay", "6.12")


@pytest.mark.rule("gsfg:6.12")
def test_one_that_has_entered_the_map_in_the_open_may_stay() -> None:
    assert "do:stop" in ids(rebase(BASE, left=7))


@pytest.mark.rule("gsfg:6.12")
def test_one_that_has_entered_the_map_has_the_rest_of_its_points() -> None:
    game = rebase(BASE, left=2)
    assert max(option.cost or 0 for option in game.decisions[0].options) == 2


# Supply


def far_from_home(air: str) -> Game:
    """An air mobile unit with no friendly city left to trace supply to."""
    return quiet({HELICOPTERS: "4118"}, air=air, captured=dict.fromkeys(content().city_labels, SOVIET))


@pytest.mark.rule("gsfg:6.14")
def test_they_are_always_supplied_with_natos_air_superiority() -> None:
    assert supply_state(far_from_home(NATO), HELICOPTERS) == OVERLAND


@pytest.mark.rule("gsfg:6.14")
def test_they_trace_supply_without_it() -> None:
    assert supply_state(far_from_home(SOVIET), HELICOPTERS) != OVERLAND


# Defensive support


def support(label: str, *, air: str = NATO, enemy_at: str = "4207", **facts: object) -> list[str]:
    game = quiet({HELICOPTERS: BASE, TANKS: enemy_at}, air=air, active=SOVIET)
    change(game, HELICOPTERS, **facts)
    return supporters(game, label)


@pytest.mark.rule("gsfg:6.16")
@pytest.mark.parametrize(("label", "expected"), [("2225", [HELICOPTERS]), ("2226", [])])
def test_they_support_defenders_within_eight_hexes(label: str, expected: list[str]) -> None:
    assert distance(BASE, label) == (8 if expected else 9)
    assert support(label) == expected


@pytest.mark.rule("gsfg:6.16")
def test_no_support_without_air_superiority() -> None:
    assert support("2220", air=SOVIET) == []


@pytest.mark.rule("gsfg:6.16")
@pytest.mark.parametrize("fact", ["acted", "fought", "arrived"])
def test_no_support_after_moving_or_attacking_in_the_last_player_turn(fact: str) -> None:
    assert support("2220", **{fact: True}) == []


@pytest.mark.rule("gsfg:6.16")
def test_a_rebase_counts_as_moving() -> None:
    game = run({HELICOPTERS: BASE}, Rebase(unit=HELICOPTERS), picks=["hex:2219"])
    assert supporters(game, "2222") == []


@pytest.mark.rule("gsfg:6.16")
def test_no_support_with_an_enemy_next_to_the_base() -> None:
    assert support("2220", enemy_at=content().adjacent[BASE][0]) == []


@pytest.mark.rule("gsfg:6.16")
def test_one_battle_a_combat_phase() -> None:
    assert support("2220", supported=True) == []


@pytest.mark.rule("gsfg:6.16")
def test_several_may_support_one_battle() -> None:
    game = quiet({HELICOPTERS: BASE, BRIGADE: "2219", "us-3-arm": "2220"}, active=SOVIET)
    assert supporters(game, "2220") == [HELICOPTERS, BRIGADE]


@pytest.mark.rule("gsfg:6.16")
def test_a_unit_does_not_support_its_own_hex() -> None:
    assert support(BASE) == []
