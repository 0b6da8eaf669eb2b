"""The strengths of both sides without artillery, and the initial odds (12.22, 15.41, 18.51)."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    CADETS,
    FLAK,
    GUNS,
    HOWITZERS,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TANKS,
    content,
    quiet,
)
from sandtable.games.efs.combat.strengths import (
    attack_strength,
    citadel_bonus,
    defence_strength,
    halvings,
    initial_odds,
)
from sandtable.games.efs.declaration.orders import allows_orders
from sandtable.games.efs.state import AXIS, SOVIET, Weather

DIVISION = ("ax-1-1-pz-arm", "ax-1s-1-pz-mot", "ax-113-1-pz-mot", "ax-4-1-pz-rec")


@pytest.mark.rule("efs:12.22")
def test_the_odds_of_the_second_lesson() -> None:
    """The 1st Panzer Division against the cadets of Sabsk: 16 to 3, and 16 to 4 once the tanks have come."""
    game = quiet({**dict.fromkeys(DIVISION, "0707"), CADETS: "0706"})
    assert initial_odds(game, DIVISION, ["0706"])[:3] == (16, 3, "5:1")
    game = quiet({**dict.fromkeys(DIVISION, "0707"), CADETS: "0706", "su-lbtkuks-arm": "0706"})
    assert initial_odds(game, DIVISION, ["0706"])[:3] == (16, 4, "4:1")


@pytest.mark.rule("efs:12.21")
def test_less_than_one_to_four_is_too_little() -> None:
    game = quiet({RIFLES: "0707", STRONG_DIVISION: "0706", RIFLE_DIVISION: "0706"}, steps={RIFLES: 1})
    odds = initial_odds(game, [RIFLES], ["0706"])
    assert odds[:2] == (1, 9)
    assert not odds.least
    assert initial_odds(quiet({RIFLES: "0707", STRONG_DIVISION: "0706"}), [RIFLES], ["0706"]).least


@pytest.mark.rule("efs:12.21")
def test_an_untried_defender_counts_for_one() -> None:
    game = quiet({"su-mg-a-inf": "0908", "su-mg-b-inf": "0908"}, scenario="perekop")
    assert defence_strength(game, ["0908"]) == 2


@pytest.mark.rule("efs:12.22", "efs:13.21")
def test_artillery_counts_only_where_there_is_nothing_else() -> None:
    game = quiet({HOWITZERS: "0706", CADETS: "0706", GUNS: "0707", INFANTRY: "0707"})
    assert defence_strength(game, ["0706"]) == 3
    assert attack_strength(game, [GUNS, INFANTRY], ["0706"]) == 7
    assert defence_strength(quiet({HOWITZERS: "0706"}), ["0706"]) == 1


@pytest.mark.rule("efs:15.41d")
def test_red_strengths_are_halved_into_a_city() -> None:
    game = quiet(dict.fromkeys((PANZER, RIFLES, OTHER_RIFLES, SCOUTS), "1602"))
    assert halvings(game, PANZER, ["1601"]) == 1
    assert halvings(game, RIFLES, ["1601"]) == 0
    assert attack_strength(game, [PANZER, RIFLES], ["1601"]) == 3 + 3


@pytest.mark.rule("efs:15.41a")
def test_attacks_out_of_a_swamp_are_halved_until_it_freezes() -> None:
    game = quiet({INFANTRY: "1607"})
    assert halvings(game, INFANTRY, ["1606"]) == 1
    assert attack_strength(game, [INFANTRY], ["1606"]) == 3
    game.state.weather = Weather(kind="snow", frozen=True)
    assert halvings(game, INFANTRY, ["1606"]) == 0


@pytest.mark.rule("efs:3.42", "efs:15.44")
def test_a_bunker_buster_is_doubled_before_anything_is_halved() -> None:
    game = quiet({FLAK: "1602", PANZER: "1602"})
    assert attack_strength(game, [FLAK, PANZER], ["1601"], buster=FLAK) == 4 + 3


@pytest.mark.rule("efs:18.51b", "efs:18.51c")
@pytest.mark.parametrize(
    ("unit_ids", "bonus"), [((CADETS,), 3), ((NKVD,), 1), ((RIFLE_DIVISION,), 3), ((NKVD, TANKS), 3)]
)
def test_a_citadel_doubles_three_points_at_most_and_halves_armor(
    unit_ids: tuple[str, ...], bonus: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither map has a citadel: one hex is made one."""
    monkeypatch.setattr(content(), "citadels", frozenset({"0706"}))
    game = quiet({**dict.fromkeys(unit_ids, "0706"), PANZER: "0707", RIFLES: "0707"})
    assert citadel_bonus(game, unit_ids) == bonus
    assert halvings(game, PANZER, ["0706"]) == 1
    assert halvings(game, RIFLES, ["0706"]) == 0


@pytest.mark.rule("efs:12.21", "efs:18.51b")
def test_a_citadel_doubles_what_untried_units_count_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content("perekop"), "citadels", frozenset({"0908"}))
    game = quiet({"su-mg-a-inf": "0908", "su-mg-b-inf": "0908"}, scenario="perekop")
    assert defence_strength(game, ["0908"]) == 4


@pytest.mark.rule("efs:18.51c", "efs:18.51d", "efs:18.53")
def test_a_citadel_does_nothing_for_the_axis_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content(), "citadels", frozenset({"1204"}))
    game = quiet({INFANTRY: "1204", TANKS: "1205"})
    assert halvings(game, TANKS, ["1204"]) == 0
    assert allows_orders(game, "1204", AXIS)
    assert not allows_orders(game, "1204", SOVIET)
