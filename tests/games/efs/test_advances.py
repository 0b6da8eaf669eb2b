"""Advances after combat (16.5)."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    CADETS,
    INFANTRY,
    MILITIA,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    TITLE,
    asked,
    marked,
    position,
    quiet,
    running,
    with_counters,
)
from games.efs.readings import on_ground
from sandtable.games.efs.combat.advances import Advance, may_advance
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Orders, SupplyUnit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel import Game as KernelGame

FROM, VACATED, BESIDE = "0806", "0805", "0705"
OTHER_INFANTRY = "ax-58-inf"


def advancing(*unit_ids: str, hexes: tuple[str, ...] = (VACATED,), orders: Orders = "") -> Advance:
    return Advance(side=AXIS, units=unit_ids, hexes=hexes, orders=orders)


def reason(game: Game, option_id: str) -> str:
    refusal = game.explain(option_id)
    assert refusal is not None
    return refusal.reason


@pytest.mark.rule("efs:16.5", "efs:16.51", "efs:16.52a")
def test_attackers_advance_one_by_one_as_the_attacker_likes() -> None:
    game = position({PANZER: FROM, RIFLES: "0905"}, advancing(PANZER, RIFLES), phase="axis/combat")
    assert (asked(game).side, asked(game).prompt) == (AXIS, "advance")
    game.choose(f"unit:{RIFLES}")
    assert game.state.units[RIFLES].at == VACATED
    assert game.state.units[RIFLES].moved_in == ()
    assert reason(game, f"unit:{RIFLES}") == "refused.has-advanced"
    game.choose("do:done")
    assert game.state.units[PANZER].at == FROM


@pytest.mark.rule("efs:16.51")
def test_all_that_can_are_gathered_for_an_advance() -> None:
    game = position({PANZER: FROM, RIFLES: "0905"}, advancing(PANZER, RIFLES), phase="axis/combat")
    assert asked(game).gathers == "do:done"


@pytest.mark.rule("efs:16.52", "efs:16.52c")
def test_who_took_no_part_stays() -> None:
    game = position({PANZER: FROM, RIFLES: FROM}, advancing(PANZER), phase="axis/combat")
    assert set(asked(game).ids) == {f"unit:{PANZER}", "do:done"}
    assert reason(game, f"unit:{RIFLES}") == "refused.took-no-part"


@pytest.mark.rule("efs:16.52d")
def test_a_hex_whose_defenders_melted_away_is_entered_in_the_same_way() -> None:
    game = position({PANZER: FROM}, advancing(PANZER), phase="axis/combat")
    game.choose(f"unit:{PANZER}")
    assert game.state.units[PANZER].at == VACATED
    assert asked(game).prompt != "advance"


@pytest.mark.rule("efs:16.52b", "efs:16.45b")
def test_markers_that_forbid_it() -> None:
    ordered = position({PANZER: FROM}, advancing(PANZER, orders="additional-retreat"), phase="axis/combat")
    assert asked(ordered).prompt != "advance"
    game = quiet({PANZER: FROM, RIFLES: FROM}, phase="axis/combat")
    marked(game, PANZER, do_not_move=1)
    running(game, advancing(PANZER, RIFLES))
    assert reason(game, f"unit:{PANZER}") == "refused.do-not-move"


@pytest.mark.rule("efs:16.5")
def test_no_more_advance_than_the_stacking_limit_allows() -> None:
    game = position({INFANTRY: FROM, OTHER_INFANTRY: "0905"}, advancing(INFANTRY, OTHER_INFANTRY), phase="axis/combat")
    game.choose(f"unit:{INFANTRY}")
    assert asked(game).prompt != "advance"
    assert game.state.units[OTHER_INFANTRY].at == "0905"


@pytest.mark.rule("efs:16.53")
def test_enemy_zones_do_not_matter_and_a_hex_still_held_is_not_entered() -> None:
    game = position({PANZER: FROM, CADETS: "0804"}, advancing(PANZER), phase="axis/combat")
    game.choose(f"unit:{PANZER}")
    assert game.state.units[PANZER].at == VACATED
    held = quiet({PANZER: FROM, CADETS: VACATED})
    refusal = may_advance(held, PANZER, VACATED)
    assert refusal is not None
    assert refusal.reason == "refused.not-vacated"


@pytest.mark.rule("efs:16.54")
def test_after_a_combat_against_several_hexes_each_unit_enters_one_next_to_it() -> None:
    hexes = (VACATED, BESIDE, "0804")
    game = position({PANZER: FROM, RIFLES: "0904"}, advancing(PANZER, RIFLES, hexes=hexes), phase="axis/combat")
    game.choose(f"unit:{PANZER}")
    assert set(asked(game).ids) == {f"hex:{VACATED}", f"hex:{BESIDE}"}
    assert reason(game, "hex:0804") == "refused.not-next-to"
    assert reason(game, "hex:0906") == "refused.not-vacated"
    game.choose(f"hex:{BESIDE}")
    assert game.state.units[PANZER].at == BESIDE
    game.choose(f"unit:{RIFLES}")
    game.choose("hex:0804")
    assert game.state.units[RIFLES].at == "0804"


def across_a_major_river(weather: Weather | None = None) -> Game:
    """A position with a major river between the two hexes; these maps have none."""
    state = quiet({PANZER: FROM, INFANTRY: FROM}, weather=weather).state
    fresh = TITLE.load("luga-line", ())
    river = frozenset({"major-river"})
    fresh.hexsides = {**fresh.hexsides, (FROM, VACATED): river, (VACATED, FROM): river}
    return KernelGame(TITLE, fresh, state)


@pytest.mark.rule("efs:16.5/note-major-river")
def test_armor_advances_across_a_major_river_on_a_bridge_or_ice_only() -> None:
    game = across_a_major_river()
    assert may_advance(game, INFANTRY, VACATED) is None
    refusal = may_advance(game, PANZER, VACATED)
    assert refusal is not None
    assert refusal.reason == "refused.too-heavy-for-boats"
    game.state.bridges["axis-b1"] = Bridge(AXIS, FROM, VACATED, "completed", 11)
    assert may_advance(game, PANZER, VACATED) is None
    assert may_advance(across_a_major_river(Weather(kind="snow", frozen=True)), PANZER, VACATED) is None


@pytest.mark.rule("efs:6.42")
def test_a_hex_that_is_entered_becomes_friendly_and_enemy_supply_in_it_is_lost() -> None:
    game = quiet({PANZER: FROM, RIFLE_DIVISION: "0803", MILITIA: "0803"}, phase="axis/combat")
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, VACATED, 2)
    running(game, advancing(PANZER))
    assert VACATED not in game.state.control
    game.choose(f"unit:{PANZER}")
    assert game.state.control[VACATED] == AXIS
    assert game.state.supplies == {}


@pytest.mark.rule("efs:10.29")
def test_units_without_an_allowance_stay_where_they_are() -> None:
    game = quiet({"su-mg-a-inf": "0909"}, scenario="perekop")
    marked(game, "su-mg-a-inf", tried="1-2-2")
    assert may_advance(game, "su-mg-a-inf", "0910") is None
    marked(game, "su-mg-a-inf", tried="0-2-0")
    refusal = may_advance(game, "su-mg-a-inf", "0910")
    assert refusal is not None
    assert refusal.reason == "refused.no-allowance"


@pytest.mark.rule("efs:13.42a", "efs:16.54")
def test_guns_in_firing_mode_and_trains_off_their_railroad_do_not_advance() -> None:
    """Both took part from next to the hex that was vacated; the train may follow along the rails."""
    gun, train = "su-51-army-art-fie", "su-1-tk-tr-arm"
    heavy = {"type": "super-heavy-artillery", "faces": ((0, 1, 4), (4, 1, 4))}
    game = with_counters(quiet({gun: "1213", train: "1213"}, scenario="perekop", phase="soviet/combat"), {gun: heavy})
    assert may_advance(game, gun, "1112") is None
    marked(game, gun, mode="firing")
    for unit_id, label, why in ((gun, "1112", "refused.firing"), (train, "1212", "refused.off-its-road")):
        refusal = may_advance(game, unit_id, label)
        assert refusal is not None
        assert refusal.reason == why
    assert may_advance(game, train, "1112") is None


@pytest.mark.rule("efs:10.27b", "efs:16.5")
def test_nobody_advances_where_the_scenario_forbids_his_side_to_go() -> None:
    game = quiet({"su-156-inf": "0908", "ax-46-inf": "0709"}, scenario="perekop", phase="soviet/combat")
    refusal = may_advance(game, "su-156-inf", "0907")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.closed", "10.27b")
    assert "0907" in game.content.adjacent["0908"]


@pytest.mark.rule("efs:15.53d", "efs:16.54")
@pytest.mark.parametrize(
    ("unit_id", "ground", "found"),
    [
        (INFANTRY, "swamp", ""),
        (RIFLES, "clear", ""),
        (RIFLES, "swamp", "refused.prohibited-terrain"),
        (PANZER, "clear", "refused.water-to-cross"),
    ],
)
def test_boats_take_nobody_into_ground_that_is_closed_to_him(unit_id: str, ground: str, found: str) -> None:
    water = {(FROM, VACATED): "shallow-water"}
    game = on_ground({unit_id: FROM}, (), phase="axis/combat", hexsides=water, parts={VACATED: ground})
    refused = may_advance(game, unit_id, VACATED)
    assert (refused.reason if refused else "") == found
