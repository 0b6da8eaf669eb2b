"""Retreats hex by hex (16.4): who leads them, where they may go and end, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    ANTI_TANK,
    CADETS,
    FLAK,
    HOWITZERS,
    HQ,
    INFANTRY,
    MILITIA,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TANKS,
    TITLE,
    Afterwards,
    asked,
    marked,
    position,
    quiet,
    running,
    sum_of,
)
from games.efs.readings import on_ground
from sandtable.games.efs.combat.retreats import Manner, Retreat, modifiers
from sandtable.games.efs.combat.routes import Party, barred, ending, never_retreats, routes
from sandtable.games.efs.events.results import SlippedThrough
from sandtable.games.efs.setup import free_counter
from sandtable.games.efs.state import AXIS, SOVIET, Attack, Bridge, SupplyUnit, Weather
from sandtable.games.efs.units import Game
from sandtable.kernel import Game as KernelGame

START = "0805"
"""Open ground, with open ground for several hexes to the north of it."""
RING = {PANZER: "0704", RIFLES: "0904", OTHER_RIFLES: "0905", SCOUTS: "0806", PIONEERS: "0705"}
"""Enemies around it that leave 0804 open, and beyond it 0803, 0903 and 0703."""
EAST, WEST = "ax-1-1-pz-arm", "ax-58-inf"
DEPLETED, LAST = "su-118-inf", "su-3-ldno-inf"
TRAIN, BATTERY = "su-1-tk-tr-arm", "su-725-naval-coa"


def away(*unit_ids: str, origin: tuple[str, ...] = (START,), manner: Manner = "combat") -> Retreat:
    side = SOVIET if unit_ids[0].startswith("su") else AXIS
    return Retreat(side=side, units=unit_ids, origin=origin, manner=manner)


def ringed(units: Mapping[str, str], *others: tuple[str, str], exerting: Mapping[str, str] | None = None) -> Game:
    """A position with the ring, in which those of it exert no zone of control, and others do."""
    game = quiet({**units, **RING, **dict(others), **(exerting or {})}, phase="axis/combat")
    for unit_id in (*RING, *(name for name, _ in others if name.startswith("ax"))):
        marked(game, unit_id, overrun=True)
    return game


def led(game: Game, *labels: str) -> None:
    for label in labels:
        game.choose(f"hex:{label}")


def at(game: Game, *unit_ids: str) -> list[str]:
    return [game.state.units[unit_id].at for unit_id in unit_ids]


# The way


@pytest.mark.rule("efs:16.4")
def test_the_owner_leads_his_units_two_hexes_away() -> None:
    game = position({CADETS: START, PANZER: "0806"}, away(CADETS), phase="axis/combat")
    assert (asked(game).side, asked(game).prompt) == (SOVIET, "retreat")
    led(game, "0804")
    assert set(asked(game).ids) == {"hex:0803", "hex:0903", "hex:0703"}
    led(game, "0803")
    assert at(game, CADETS) == ["0803"]
    assert game.state.units[CADETS].moved_in == ()
    assert game.state.units[CADETS].spent == 0


@pytest.mark.rule("efs:16.4", "efs:16.41")
def test_each_hex_leads_away_and_none_is_held_by_the_enemy() -> None:
    game = position({CADETS: START, PANZER: "0806", INFANTRY: "0704"}, away(CADETS), phase="axis/combat")
    reasons = {
        label: refusal.reason for label in ("0803", "0806") if (refusal := game.explain(f"hex:{label}")) is not None
    }
    assert reasons == {"0803": "refused.not-adjacent", "0806": "refused.enemy-there"}
    led(game, "0904")
    refusal = game.explain("hex:0804")
    assert refusal is not None
    assert refusal.reason == "refused.not-away"


def refused(game: Game, label: str) -> tuple[str, str]:
    refusal = game.explain(f"hex:{label}")
    assert refusal is not None
    assert game.texts("en").refusal(refusal) != game.texts("ja").refusal(refusal)
    return refusal.reason, refusal.rule


@pytest.mark.rule("efs:16.42", "efs:16.43", "efs:16.48")
def test_what_keeps_a_retreat_from_ending_in_a_hex_is_told() -> None:
    units = {CADETS: START, PANZER: "0806"}
    game = quiet({**units, EAST: "0802", RIFLE_DIVISION: "0803"}, phase="axis/combat")
    marked(game, EAST, overrun=True)
    game.state.attacks["0803"] = Attack(AXIS, ("0803",), (EAST,))
    game = running(game, away(CADETS))
    led(game, "0804")
    assert refused(game, "0803") == ("refused.attack-pending", "16.43")
    game = position({**units, EAST: "1003"}, away(CADETS), phase="axis/combat")
    led(game, "0804")
    assert refused(game, "0903") == ("refused.ends-exposed", "16.48")
    crowd = dict.fromkeys((STRONG_DIVISION, DEPLETED, "su-111-inf"), "0703")
    game = position({**units, **crowd}, away(CADETS), phase="axis/combat")
    led(game, "0804")
    assert refused(game, "0703") == ("refused.no-room", "16.42")


@pytest.mark.rule("efs:16.45b", "efs:16.48b")
def test_what_keeps_a_retreat_out_of_a_zone_of_control_is_told_by_its_own_rule() -> None:
    units = {CADETS: START, PANZER: "0806"}
    game = position({**units, EAST: "1005"}, away(CADETS, manner="additional"), phase="axis/combat")
    assert refused(game, "0904") == ("refused.exposed", "16.45b")
    game = position({**units, EAST: "0904"}, away(CADETS), phase="axis/combat")
    led(game, "0804")
    assert refused(game, "0903") == ("refused.two-exposed", "16.48b")


@pytest.mark.rule("efs:16.4")
def test_attackers_go_two_hexes_away_from_the_hex_they_attacked() -> None:
    game = position({PANZER: "0805", CADETS: "0806"}, away(PANZER, origin=("0806",)), phase="axis/combat")
    assert set(asked(game).ids) >= {"hex:0804", "hex:0904", "hex:0704"}
    led(game, "0804")
    assert set(asked(game).ids) == {"hex:0803", "hex:0903", "hex:0703"}


@pytest.mark.rule("efs:16.4")
def test_a_stack_goes_together_or_one_by_one() -> None:
    stack = {CADETS: START, RIFLE_DIVISION: START}
    together = position({**stack, PANZER: "0806"}, away(CADETS, RIFLE_DIVISION), phase="axis/combat")
    led(together, "0804", "0803")
    assert at(together, CADETS, RIFLE_DIVISION) == ["0803", "0803"]
    apart = position({**stack, PANZER: "0806"}, away(CADETS, RIFLE_DIVISION), phase="axis/combat")
    apart.choose(f"unit:{RIFLE_DIVISION}")
    led(apart, "0804", "0803")
    led(apart, "0904", "0903")
    assert at(apart, CADETS, RIFLE_DIVISION) == ["0903", "0803"]


@pytest.mark.rule("efs:16.41")
def test_a_side_does_not_retreat_into_what_is_closed_to_it() -> None:
    south = quiet({"su-42-cav-cav": "1008"}, scenario="perekop")
    refusal = barred(south, "su-42-cav-cav", ("1008", "1007"), first=True)
    assert refusal is not None
    assert refusal.reason == "refused.outside"


@pytest.mark.rule("efs:16.44")
def test_units_that_retreat_themselves_hold_no_hex_open() -> None:
    """Both hexes were attacked: the way of each leads away from both of them."""
    game = quiet({CADETS: START, RIFLE_DIVISION: "0804"})
    found = routes(game, Party((CADETS,), (CADETS, RIFLE_DIVISION), (START, "0804"), 2))
    assert found
    assert not any("0804" in route.hexes for route in found)


PASS = ("0804", "0904", "0903", "0902")
"""Two hexes beside 0805, the only hex behind both, and the end of the way."""


def through_the_pass(units: Mapping[str, str], *, manner: Manner = "combat") -> Game:
    """Those of both hexes retreat from 0805; there is no ground but the pass."""
    ground = {label: "sea" for label in TITLE.content("luga-line", ()).board.labels if label not in PASS}
    game = on_ground(units, (), phase="soviet/combat", parts=ground)
    game.content.roads.clear()
    game.content.rails = frozenset()
    return running(game, Afterwards(), away(CADETS, RIFLE_DIVISION, manner=manner))


@pytest.mark.rule("efs:16.42", "efs:16.44")
@pytest.mark.parametrize(
    ("first", "ends"),
    [("0804", {CADETS: PASS[3], RIFLE_DIVISION: ""}), ("0904", {CADETS: "", RIFLE_DIVISION: PASS[3]})],
)
def test_of_those_who_are_in_each_others_way_the_owner_says_who_goes_first(first: str, ends: dict[str, str]) -> None:
    """There is room for one of the two at the end of their way."""
    full = {CADETS: PASS[0], RIFLE_DIVISION: PASS[1], STRONG_DIVISION: PASS[3], NKVD: PASS[3]}
    game = through_the_pass(full)
    assert (asked(game).prompt, asked(game).side) == ("retreat-first", SOVIET)
    assert asked(game).ids == ["hex:0804", "hex:0904"]
    refused = game.explain("hex:0903")
    assert refused is not None
    assert refused.reason == "refused.nobody-retreats-there"
    game.choose(f"hex:{first}")
    assert {unit_id: game.state.units[unit_id].at for unit_id in ends} == ends


@pytest.mark.rule("efs:16.44")
def test_who_is_in_nobodys_way_is_not_asked_about() -> None:
    game = quiet({CADETS: "0804", RIFLE_DIVISION: "0806"}, phase="soviet/combat")
    running(game, Afterwards(), away(CADETS, RIFLE_DIVISION))
    assert asked(game).prompt == "retreat"


@pytest.mark.rule("efs:16.44")
def test_a_defender_retreats_though_no_attacker_is_left() -> None:
    game = position({CADETS: START}, away(CADETS), phase="axis/combat")
    led(game, "0804", "0803")
    assert at(game, CADETS) == ["0803"]


# Stacking and pending attacks


@pytest.mark.rule("efs:16.42")
def test_a_unit_that_finds_the_second_hex_full_goes_one_further() -> None:
    full = [(RIFLE_DIVISION, "0803"), (STRONG_DIVISION, "0803"), (ANTI_TANK, "0803")]
    game = ringed({CADETS: START}, *full, (EAST, "0903"), (WEST, "0703"))
    running(game, away(CADETS))
    assert set(asked(game).ids) == {"hex:0802", "hex:0902", "hex:0702"}
    led(game, "0802")
    assert at(game, CADETS) == ["0802"]


@pytest.mark.rule("efs:16.42")
def test_with_room_in_the_second_hex_it_stops_there() -> None:
    game = ringed({CADETS: START}, (RIFLE_DIVISION, "0803"), (EAST, "0903"), (WEST, "0703"))
    running(game, away(CADETS))
    assert at(game, CADETS) == ["0803"]


@pytest.mark.rule("efs:16.43", "efs:16.48a")
def test_no_retreat_ends_under_a_declared_attack() -> None:
    game = ringed({CADETS: START, MILITIA: "0803"}, (EAST, "0903"), (WEST, "0703"))
    game.state.attacks["0803"] = Attack(AXIS, ("0803",), (EAST,))
    running(game, away(CADETS))
    led(game, "0902")
    assert at(game, CADETS) == ["0902"]


@pytest.mark.rule("efs:16.42", "efs:16.43")
@pytest.mark.parametrize(("closed_in", "box"), [(False, "cadre"), (True, "eliminated")])
def test_who_finds_no_place_at_all_goes_to_cadre_or_cut_off_to_eliminated(closed_in: bool, box: str) -> None:
    game = ringed({DEPLETED: START, MILITIA: "0803"}, (EAST, "0903"), (WEST, "0703"))
    game.state.attacks["0803"] = Attack(AXIS, ("0803", "0802", "0902", "0702"), (EAST,))
    if closed_in:
        for unit_id, label in ((INFANTRY, "0802"), (FLAK, "0902"), ("ax-36-36-mot-rec", "0702")):
            game.state.units[unit_id] = replace(game.state.units[EAST], at=label)
    running(game, away(DEPLETED))
    assert game.state.units[DEPLETED].box == box


# Enemy zones of control


@pytest.mark.rule("efs:16.46a", "efs:16.23")
def test_who_is_surrounded_is_eliminated() -> None:
    game = ringed({DEPLETED: START, TANKS: START}, (INFANTRY, "0804"))
    running(game, away(DEPLETED, TANKS))
    assert game.state.units[DEPLETED].box == game.state.units[TANKS].box == "eliminated"
    assert game.state.losses[SOVIET] == 2


@pytest.mark.rule("efs:16.41", "efs:16.48")
def test_friendly_units_open_an_enemy_zone_to_those_who_retreat() -> None:
    exerting = {WEST: "0703"}
    alone = ringed({CADETS: START}, exerting=exerting)
    assert [route.exposed for route in routes(alone, Party((CADETS,), (CADETS,), (START,), 2))] == [("0804",)]
    held = ringed({CADETS: START, MILITIA: "0804", LAST: "0803"}, exerting=exerting)
    found = routes(held, Party((CADETS,), (CADETS,), (START,), 2))
    assert {(route.hexes[-1], route.exposed) for route in found} == {("0803", ()), ("0903", ())}


@pytest.mark.rule("efs:16.48")
def test_no_retreat_ends_in_a_vacant_hex_in_an_enemy_zone() -> None:
    game = ringed({CADETS: START, MILITIA: "0804"}, exerting={WEST: "0703"})
    ends = {route.hexes[-1] for route in routes(game, Party((CADETS,), (CADETS,), (START,), 2))}
    assert ends == {"0903"}


@pytest.mark.rule("efs:16.48b")
def test_two_vacant_hexes_in_enemy_zones_in_a_row_are_not_passed() -> None:
    game = ringed({DEPLETED: START}, exerting={WEST: "0703", EAST: "1003"})
    assert routes(game, Party((DEPLETED,), (DEPLETED,), (START,), 3)) == []
    running(game, away(DEPLETED))
    assert game.state.units[DEPLETED].box == "eliminated"


@pytest.mark.rule("efs:16.48c")
@pytest.mark.parametrize(("roll", "box"), [(6, ""), (7, "cadre")])
def test_slipping_through_an_enemy_zone_costs_a_step_and_may_fail(roll: int, box: str) -> None:
    game = ringed({STRONG_DIVISION: START}, exerting={WEST: "0703"})
    running(game, away(STRONG_DIVISION), dice=[roll])
    unit = game.state.units[STRONG_DIVISION]
    assert unit.box == box
    if not box:
        assert (unit.at, unit.steps) == ("0903", 2)


@pytest.mark.rule("efs:16.48c", "efs:16.48c/note-artillery")
def test_artillery_may_be_given_up_so_that_the_others_get_away() -> None:
    units = {STRONG_DIVISION: START, HOWITZERS: START}
    kept = running(ringed(units, exerting={WEST: "0703"}), away(*units), dice=[5])
    led(kept, "0804")
    kept.choose(f"unit:{STRONG_DIVISION}")
    assert (asked(kept).side, asked(kept).prompt) == (SOVIET, "give-up-guns")
    kept.choose("do:keep-guns")
    assert {kept.state.units[unit_id].box for unit_id in units} == {"cadre"}
    assert sum_of(kept, SlippedThrough) == {"escape-artillery": "+2", "die": "5", "row": "7"}
    given = running(ringed(units, exerting={WEST: "0703"}), away(*units), dice=[5])
    led(given, "0804")
    given.choose(f"unit:{STRONG_DIVISION}")
    given.choose(f"unit:{HOWITZERS}")
    assert given.state.units[HOWITZERS].box == "eliminated"
    assert at(given, STRONG_DIVISION) == ["0903"]


@pytest.mark.rule("efs:16.48c")
def test_what_modifies_the_escape() -> None:
    game = quiet({CADETS: "0903", HOWITZERS: "0903", TANKS: "0903", WEST: "0703", EAST: "0704"})
    assert modifiers(game, [CADETS], ("0804",)) == {"several-zones": 1}
    assert modifiers(game, [TANKS], ("0806",)) == {"woods": -1, "all-mobile": -1}
    marked(game, CADETS, supply="out")
    game.state.weather = Weather(kind="mud")
    assert modifiers(game, [TANKS], ("0806",)) == {"mud": 1, "woods": -1}
    assert modifiers(game, [CADETS, HOWITZERS], ("0903",)) == {"artillery": 2, "out-of-supply": 1, "mud": 1}


@pytest.mark.rule("efs:16.48c")
def test_the_danger_of_an_enemy_zone_is_shown_before_it_is_entered() -> None:
    game = position({TANKS: START, PANZER: "0806"}, away(TANKS), phase="axis/combat")
    assert game.preview("hex:0804").lines == ()
    assert [(line.label, line.value) for line in game.preview("hex:0705").lines] == [
        ("escape-all-mobile", "-1"),
        ("escape-chance", "7 / 10"),
    ]


@pytest.mark.rule("efs:16.48c", "efs:16.46c")
def test_the_step_may_come_from_one_who_cannot_retreat() -> None:
    game = ringed({STRONG_DIVISION: START, HOWITZERS: START}, exerting={WEST: "0703"})
    fixed = replace(game.content.counters[HOWITZERS], faces=((3, 1, 0),))
    fresh = TITLE.load("luga-line", ())
    fresh.counters = {**fresh.counters, HOWITZERS: fixed}
    still = KernelGame(TITLE, fresh, game.state)
    assert never_retreats(still, HOWITZERS)
    running(still, away(STRONG_DIVISION, HOWITZERS), dice=[1])
    assert set(asked(still).ids) == {f"unit:{STRONG_DIVISION}", f"unit:{HOWITZERS}"}
    still.choose(f"unit:{HOWITZERS}")
    assert still.state.units[STRONG_DIVISION].steps == 3


IMMOBILE: Mapping[str, object] = {"faces": ((3, 1, 0),)}
NEEDS_A_ROAD: Mapping[str, object] = {"ma": "green"}


def who_may_lose_it(units: Mapping[str, str], guns: Mapping[str, object]) -> set[str]:
    """Of whom the step may be taken when the strong division slips through, where the howitzers cannot go."""
    game = ringed(units, exerting={WEST: "0703"})
    fresh = TITLE.load("luga-line", ())
    fresh.counters |= {HOWITZERS: replace(fresh.counters[HOWITZERS], **guns)}
    still = running(KernelGame(TITLE, fresh, game.state), away(*units), dice=[1])
    while asked(still).prompt == "retreat":
        still.choose(asked(still).ids[0])
    return {*asked(still).ids} if asked(still).prompt == "lose-step" else set()


@pytest.mark.rule("efs:16.48c", "efs:16.46c")
@pytest.mark.parametrize("guns", [IMMOBILE, NEEDS_A_ROAD])
@pytest.mark.parametrize("order", [(STRONG_DIVISION, HOWITZERS), (HOWITZERS, STRONG_DIVISION)])
def test_the_step_may_come_from_who_finds_no_way_out_of_the_same_hex(
    guns: Mapping[str, object], order: tuple[str, str]
) -> None:
    assert who_may_lose_it(dict.fromkeys(order, START), guns) == {f"unit:{each}" for each in order}
    assert who_may_lose_it(dict.fromkeys(order, START) | {HOWITZERS: "0906"}, guns) == set()


@pytest.mark.rule("efs:16.48d", "efs:21.23")
def test_an_hq_that_slips_through_is_no_longer_operational() -> None:
    game = ringed({STRONG_DIVISION: START, HQ: START}, exerting={WEST: "0703"})
    running(game, away(STRONG_DIVISION, HQ), dice=[1])
    led(game, "0804")
    game.choose(f"unit:{STRONG_DIVISION}")
    assert at(game, HQ) == ["0903"]
    assert not game.state.units[HQ].operational
    open_way = running(ringed({HQ: START}, (EAST, "0703"), (WEST, "0903")), away(HQ))
    assert at(open_way, HQ) == ["0803"]
    assert open_way.state.units[HQ].operational


# Additional Retreat


@pytest.mark.rule("efs:16.45b")
def test_after_an_additional_retreat_order_the_enemy_leads_three_hexes() -> None:
    game = position({CADETS: START, PANZER: "0806"}, away(CADETS, manner="additional"), phase="axis/combat")
    assert asked(game).side == AXIS
    assert set(asked(game).ids) == {"hex:0804", "hex:0904", "hex:0704"}
    led(game, "0804", "0803", "0802")
    assert at(game, CADETS) == ["0802"]


@pytest.mark.rule("efs:16.45b")
def test_and_never_through_an_enemy_zone() -> None:
    game = running(ringed({DEPLETED: START}, exerting={WEST: "0703"}), away(DEPLETED, manner="additional"))
    assert game.state.units[DEPLETED].box == "eliminated"


# Who can never retreat, restricted routes, the edge of the map


@pytest.mark.rule("efs:16.46c")
def test_units_without_an_allowance_are_eliminated_and_the_others_go() -> None:
    game = position(
        {BATTERY: "1212", "su-42-cav-cav": "1212"},
        away(BATTERY, "su-42-cav-cav", origin=("1212",)),
        scenario="perekop",
        phase="axis/combat",
    )
    while asked(game).prompt == "retreat":
        game.choose(asked(game).ids[0])
    assert game.state.units[BATTERY].box == "cannot-rebuild"
    assert game.state.units["su-42-cav-cav"].at


@pytest.mark.rule("efs:16.46c")
def test_heavy_guns_in_firing_mode_never_retreat() -> None:
    gun = super_heavy({HOWITZERS: "1507"})
    assert not never_retreats(gun, HOWITZERS)
    marked(gun, HOWITZERS, mode="firing")
    assert never_retreats(gun, HOWITZERS)


def super_heavy(units: Mapping[str, str], weather: Weather | None = None) -> Game:
    """A position in which the howitzers are super-heavy guns; the orders of battle of these scenarios have none."""
    state = quiet(units, weather=weather).state
    fresh = TITLE.load("luga-line", ())
    gun = replace(fresh.counters[HOWITZERS], type="super-heavy-artillery", ma="green", faces=((6, 1, 4), (6, 1, 4)))
    fresh.counters = {**fresh.counters, HOWITZERS: gun}
    return KernelGame(TITLE, fresh, state)


def may_go(game: Game, start: str, there: str) -> bool:
    return barred(game, HOWITZERS, (start, there), first=True) is None


@pytest.mark.rule("efs:16.47", "efs:16.47a", "efs:16.46/note-zoc-weather")
def test_super_heavy_guns_retreat_along_roads_and_mud_or_snow_leaves_them_main_roads_only() -> None:
    for weather in (Weather(kind="mud"), Weather(kind="snow"), Weather()):
        game = super_heavy({HOWITZERS: "1507"}, weather)
        assert may_go(game, "1507", "1506")
        assert not may_go(game, "1507", "1408")
        assert may_go(game, "0612", "0711") == (weather.kind == "dry")


@pytest.mark.rule("efs:16.47b")
def test_trains_retreat_along_the_railroad_and_through_no_enemy_zone() -> None:
    south = quiet({TRAIN: "1213"}, scenario="perekop")
    party = Party((TRAIN,), (TRAIN,), ("1213",), 2)
    assert {route.hexes for route in routes(south, party)} == {("1313", "1414"), ("1112", "1012")}
    watched = quiet({TRAIN: "1213", "ax-22-inf": "1312"}, scenario="perekop")
    assert {route.hexes for route in routes(watched, party)} == {("1112", "1012")}


@pytest.mark.rule("efs:16.47c", "efs:5.23c")
def test_flotillas_retreat_over_water_that_is_open_to_them_and_never_over_ice() -> None:
    """From the spit of Arabat, into the shallow Sivash or along the coast."""
    boats = "su-azov-flo"
    party = Party((boats,), (boats,), ("2108",), 2)
    ways = {route.hexes for route in routes(quiet({boats: "2109"}, scenario="perekop"), party)}
    assert {("2210", "2211"), ("2010", "2011")} <= ways
    frozen = quiet({boats: "2109"}, scenario="perekop", weather=Weather(kind="snow", frozen=True))
    assert routes(frozen, party) == []
    inland = quiet({boats: "1414"}, scenario="perekop")
    assert routes(inland, party._replace(origin=("1314",))) == []


@pytest.mark.rule("efs:16.47d")
def test_lakes_are_crossed_on_ice_only() -> None:
    game = quiet({INFANTRY: "0508"})
    assert barred(game, INFANTRY, ("0508", "0509"), first=True) is not None
    game.state.weather = Weather(kind="snow", frozen=True)
    assert barred(game, INFANTRY, ("0508", "0509"), first=True) is None


def on_a_major_river(units: Mapping[str, str], weather: Weather | None = None) -> Game:
    """A position with a major river between 0805 and 0804; these maps have none."""
    state = quiet(units, weather=weather).state
    fresh = TITLE.load("luga-line", ())
    river = frozenset({"major-river"})
    fresh.hexsides = {**fresh.hexsides, (START, "0804"): river, ("0804", START): river}
    return KernelGame(TITLE, fresh, state)


@pytest.mark.rule("efs:16.47e")
def test_a_major_river_is_crossed_with_the_first_step_which_ends_the_retreat() -> None:
    game = on_a_major_river({CADETS: START})
    found = routes(game, Party((CADETS,), (CADETS,), (START,), 2))
    assert [route.hexes for route in found if route.hexes[0] == "0804"] == [("0804",)]
    later = routes(on_a_major_river({CADETS: "0806"}), Party((CADETS,), (CADETS,), ("0806",), 2))
    assert later
    assert not any(route.hexes == (START, "0804") for route in later)
    tanks = routes(on_a_major_river({TANKS: START}), Party((TANKS,), (TANKS,), (START,), 2))
    assert not any(route.hexes[0] == "0804" for route in tanks)


@pytest.mark.rule("efs:16.47e", "efs:8.72")
@pytest.mark.parametrize(
    ("phase", "unit", "box", "marker", "crosses"),
    [
        ("axis/combat", CADETS, False, 1, False),
        ("soviet/combat", CADETS, False, 1, False),
        ("axis/combat", CADETS, True, 1, False),
        ("soviet/combat", CADETS, True, 1, True),
        ("soviet/combat", CADETS, True, 2, False),
        ("soviet/combat", INFANTRY, False, 1, True),
        ("axis/combat", INFANTRY, False, 2, False),
    ],
)
def test_who_could_not_cross_a_major_river_when_he_next_moves_does_not_retreat_across_it(
    phase: str, unit: str, box: bool, marker: int, crosses: bool
) -> None:
    game = on_a_major_river({unit: START})
    game.content.counters = {**game.content.counters, unit: replace(game.content.counters[unit], box=box)}
    game.state.phase = phase
    marked(game, unit, do_not_move=marker)
    found = routes(game, Party((unit,), (unit,), (START,), 2))
    assert any(route.hexes[0] == "0804" for route in found) == crosses
    refusal = barred(game, unit, (START, "0804"), True)
    assert (refusal is None) == crosses
    assert refusal is None or (refusal.reason, refusal.rule) == ("refused.held-at-the-bank", "16.47e")


@pytest.mark.rule("efs:16.47e", "efs:16.46a")
def test_on_ice_or_a_bridge_a_major_river_is_no_obstacle() -> None:
    frozen = on_a_major_river({TANKS: START}, Weather(kind="snow", frozen=True))
    party = Party((TANKS,), (TANKS,), (START,), 2)
    assert ("0804", "0803") in [route.hexes for route in routes(frozen, party)]
    bridged = on_a_major_river({TANKS: START})
    bridged.state.bridges["soviet-b1"] = Bridge(SOVIET, START, "0804", "completed", 11)
    assert ("0804", "0803") in [route.hexes for route in routes(bridged, party)]


CORNER = {PANZER: "0201", RIFLES: "0202", OTHER_RIFLES: "0102"}
"""Enemies around 0101."""


@pytest.mark.rule("efs:16.46b", "efs:10.27d")
@pytest.mark.parametrize(("switches", "box"), [((), "cadre"), (("16.46b",), "cannot-rebuild")])
def test_units_driven_off_the_map_go_to_cadre_without_points(switches: tuple[str, ...], box: str) -> None:
    game = quiet({TANKS: "0101", **CORNER}, phase="axis/combat", switches=switches)
    running(game, away(TANKS, origin=("0101",)))
    assert game.state.units[TANKS].box == box
    assert game.state.losses.get(SOVIET, 0) == 0


@pytest.mark.rule("efs:10.27d/note")
def test_supply_that_is_driven_off_the_map_may_be_used_again() -> None:
    game = quiet({TANKS: "0101", **CORNER}, phase="axis/combat")
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, "0101", 1)
    running(game, away(TANKS, origin=("0101",)))
    assert game.state.supplies == {}
    assert free_counter(game.state, game.content, SOVIET, 1) == "soviet-s1"


@pytest.mark.rule("efs:10.27d", "efs:24.41")
def test_armor_that_is_surrounded_inland_is_lost_and_not_driven_off() -> None:
    around = {PANZER: "0804", RIFLES: "0904", OTHER_RIFLES: "0905", SCOUTS: "0806", PIONEERS: "0705", INFANTRY: "0704"}
    inland = running(quiet({TANKS: START, **around}, phase="axis/combat"), away(TANKS))
    assert inland.state.units[TANKS].box == "eliminated"
    assert inland.state.losses[SOVIET] > 0


@pytest.mark.rule("efs:10.27d", "efs:16.41", "efs:24.41")
@pytest.mark.parametrize(("north", "box", "lost"), [("0907", "eliminated", 1), ("0905", "cadre", 0)])
def test_nobody_is_driven_off_into_closed_ground_that_the_enemy_holds(north: str, box: str, lost: int) -> None:
    """The guns at Perekop are surrounded, but for 0907 before the wall, where the Soviets may not go."""
    guns = "su-51-army-art-fie"
    around = {"ax-73-inf": "0808", "ax-50-inf": "0909", "ax-22-inf": "0809", "ax-1-mtn-mou": "1009", "ax-46-inf": north}
    game = quiet({guns: "0908", **around}, scenario="perekop", phase="axis/combat")
    game = running(game, away(guns, origin=("0908",)))
    assert game.state.units[guns].box == box
    assert game.state.losses.get(SOVIET, 0) == lost


@pytest.mark.rule("efs:10.27d/note", "efs:23.13")
def test_a_regiment_counter_that_is_driven_off_the_map_is_free_again() -> None:
    enemies = {"su-156-inf": "0201", "su-271-inf": "0202", "su-106-inf": "0102"}
    game = quiet({**enemies, "ax-rsc-1-inf": "0101"}, scenario="perekop", phase="soviet/combat")
    running(game, away("ax-rsc-1-inf", origin=("0101",)))
    assert game.state.units["ax-rsc-1-inf"].box == "available"


# Supply units


def with_supply(game: Game, points: int) -> Game:
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, START, points)
    return game


@pytest.mark.rule("efs:16.46d", "efs:6.42")
def test_a_dump_is_lost_and_a_mobile_supply_unit_goes_along() -> None:
    others: Sequence[tuple[str, str]] = ((EAST, "0703"), (WEST, "0903"))
    dump = running(with_supply(ringed({CADETS: START}, *others), 2), away(CADETS))
    assert at(dump, CADETS) == ["0803"]
    assert dump.state.supplies == {}
    mobile = running(with_supply(ringed({CADETS: START}, *others), 1), away(CADETS))
    assert mobile.state.supplies["soviet-s1"].at == "0803"
    surrounded = running(with_supply(ringed({CADETS: START}, (INFANTRY, "0804")), 1), away(CADETS))
    assert surrounded.state.supplies == {}


@pytest.mark.rule("efs:6.42")
def test_supply_units_by_themselves_are_lost_to_enemies_who_retreat_into_their_hex() -> None:
    game = quiet({CADETS: "0805", PANZER: "0806"}, phase="axis/combat")
    game.state.supplies["axis-s1"] = SupplyUnit("axis", "0804", 1)
    game.state.supplies["axis-s2"] = SupplyUnit("axis", "0803", 2)
    running(game, Retreat(side=SOVIET, units=(CADETS,), origin=("0806",), manner="combat"))
    led(game, "0804", "0803")
    assert at(game, CADETS) == ["0803"]
    assert game.state.supplies == {}


@pytest.mark.rule("efs:16.46d")
def test_attackers_who_retreat_leave_their_supply_where_it_is() -> None:
    game = quiet({CADETS: START, PANZER: "0806"}, phase="soviet/combat")
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, START, 2)
    running(game, away(CADETS, origin=("0806",)))
    led(game, "0804", "0803")
    assert game.state.supplies["soviet-s1"].at == START


def test_a_stack_ends_together_only_where_all_of_it_has_room() -> None:
    game = quiet({CADETS: START, RIFLE_DIVISION: START, STRONG_DIVISION: "0803", HOWITZERS: "0803"})
    both = Party((CADETS, RIFLE_DIVISION), (CADETS, RIFLE_DIVISION), (START,), 2)
    assert "0803" not in {route.hexes[-1] for route in ending(game, both)}
    assert "0803" in {route.hexes[-1] for route in ending(game, both._replace(units=(CADETS,)))}
