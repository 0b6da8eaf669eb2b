"""RR4, CG14, B/campaign-terrain: what holds in every scenario of the title."""

from __future__ import annotations

import pytest

from games.asl.position import content
from sandtable.games.asl.screen.names import unit_name
from sandtable.games.asl.terrain.hexes import printed_kinds
from sandtable.kernel import Table, title

RILEYS_ROAD = title("rileys_road")


@pytest.mark.rule("rileys_road:RR4")
@pytest.mark.parametrize("scenario", list(RILEYS_ROAD.scenarios()))
def test_men_may_fight_hand_to_hand_in_every_scenario(scenario: str) -> None:
    assert RILEYS_ROAD.content(scenario).scenario.hand_to_hand


@pytest.mark.rule("rileys_road:CG14")
def test_two_units_of_a_side_rally_themselves_in_the_campaign() -> None:
    assert RILEYS_ROAD.content("initial").scenario.self_rallies == 2


@pytest.mark.rule("rileys_road:B/campaign-terrain")
def test_the_map_has_the_terrain_of_the_campaign_and_no_other() -> None:
    kinds = set(printed_kinds(content()).values())
    assert kinds <= {
        "open", "plowed", "orchard", "woods", "stone-building", "wooden-building", "stone-factory",
        "wooden-factory",
    }  # fmt: skip
    assert {info.elevation for info in content().board.hexes} == {-1, 0, 1}


def test_whether_the_gun_of_the_raid_still_stands_is_told_to_who_has_seen_it() -> None:
    table = Table.new("rileys_road", "raid", seed=1)
    for side in ("canadian", "german"):
        table.choose("do:suggested", side)
    told = {
        side: next(line.value for line in RILEYS_ROAD.status(table.view(side).game, "en") if line.label == "The gun")
        for side in ("canadian", "german")
    }
    assert told == {"canadian": "still there", "german": "not seen yet"}


def test_a_vehicle_is_called_by_its_own_name_and_its_crew_after_it() -> None:
    content = RILEYS_ROAD.content("initial")
    assert unit_name("cv2", content, "en") == "Sherman IIC(a) cv2"
    assert unit_name("cv24", content, "en") == "Ram Kangaroo cv24"
    assert unit_name("cv24c", content, "en") == "Crew of Ram Kangaroo cv24"
