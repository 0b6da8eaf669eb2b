"""The counters that ship: complete, linked with each other, and in agreement with what the rules say of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.rileys_road.data import DATA, manifest, personnel, table, vehicles, weapons
from sandtable.games.asl.tables.morale import LeaderCreation
from sandtable.games.asl.tables.order_of_battle import Fortifications, Leaders

LEADERS = ("10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1")


@pytest.mark.rule("rileys_road:A1.121")
def test_squads_and_crews_are_called_by_their_figures() -> None:
    for card in personnel().values():
        if card.type != "leader":
            assert card.name == f"{card.fp}-{card.range}-{card.morale}"
        elif card.leadership > 0:
            assert card.name == f"{card.morale}+{card.leadership}"
        else:
            assert card.name == f"{card.morale}-{-card.leadership}"


@pytest.mark.rule("rileys_road:A1.122")
def test_a_squad_and_its_half_squads_know_each_other() -> None:
    for name, card in personnel().items():
        if card.half_squad:
            half = personnel()[card.half_squad]
            assert half.squad == name
            assert half.unit_class == card.unit_class
            assert half.assault_engineers == card.assault_engineers
            assert half.underlined_morale == card.underlined_morale


@pytest.mark.rule("rileys_road:A1.122", "rileys_road:A1.123")
def test_half_squads_and_crews_have_no_extra_abilities() -> None:
    for card in personnel().values():
        if card.type in ("half-squad", "crew"):
            assert (card.smoke, card.assault_fire, card.spraying_fire) == (0, False, False)


@pytest.mark.rule("rileys_road:A1.23")
def test_crews_and_leaders_can_rally_themselves() -> None:
    for card in personnel().values():
        assert card.self_rally == (card.type in ("crew", "leader"))


@pytest.mark.rule("rileys_road:A10.7")
@pytest.mark.parametrize("side", ["german", "canadian"])
def test_both_sides_have_the_same_eight_leaders(side: str) -> None:
    assert tuple(card.name for card in personnel().values() if (card.side, card.type) == (side, "leader")) == LEADERS


@pytest.mark.rule("rileys_road:A18.12")
def test_every_leader_that_can_be_made_has_a_counter() -> None:
    chart = table("leader-creation", LeaderCreation)
    for name in chart.rows.values():
        if name is not None:
            assert personnel()[manifest().named("german", "leader", name)].name == name


@pytest.mark.rule("rileys_road:A19.1")
@pytest.mark.parametrize(
    "ladder",
    [
        ("de-468", "de-467", "de-447", "de-436"),
        ("de-548", "de-447", "de-436"),
        ("de-248", "de-247", "de-237", "de-236"),
        ("de-238", "de-237", "de-236"),
        ("ca-458", "ca-457", "ca-447", "ca-436"),
        ("ca-458-ae", "ca-457"),
        ("ca-248", "ca-247", "ca-237", "ca-226"),
        ("de-l103", "de-l102", "de-l92", "de-l91", "de-l81", "de-l80", "de-l70", "de-l61"),
    ],
)
def test_replacement_goes_down_a_ladder(ladder: tuple[str, ...]) -> None:
    cards = personnel()
    for better, worse in pairwise(ladder):
        assert cards[better].replaced_by == worse


@pytest.mark.rule("rileys_road:A19.12", "rileys_road:A19.13")
def test_the_lowest_types_and_underlined_ones_have_nothing_below_them() -> None:
    lowest = {name for name, card in personnel().items() if card.replaced_by is None and card.type != "hero"}
    assert lowest == {
        *("de-436", "ca-436", "de-236", "ca-226", "de-l61", "ca-l61"),
        *("de-228", "ca-228", "de-127", "ca-127", "de-838", "de-338"),
    }


@pytest.mark.rule("rileys_road:A15.3")
def test_battle_hardening_goes_up_a_ladder() -> None:
    for name, card in personnel().items():
        if card.hardens_to is not None:
            better = personnel()[card.hardens_to]
            assert (better.side, better.type) == (card.side, card.type)
            assert better.replaced_by == name
        elif card.type in ("squad", "half-squad"):
            assert card.unit_class == "elite"


@pytest.mark.rule("rileys_road:H1.22")
def test_assault_engineers_throw_smoke_better() -> None:
    cards = personnel()
    assert cards["ca-458-ae"].smoke == cards["ca-458"].smoke + 2
    assert cards["de-838"].smoke == 5


@pytest.mark.rule("rileys_road:A9.1")
def test_every_machine_gun_can_spray() -> None:
    for card in weapons().values():
        assert card.spraying_fire == (card.type in ("lmg", "mmg", "hmg"))


@pytest.mark.rule("rileys_road:A9.8")
def test_only_german_dismantled_machine_guns_can_be_fired() -> None:
    for card in weapons().values():
        if card.dismantled is not None:
            assert card.dismantled.pp < card.pp
            assert bool(card.dismantled.fp) == (card.side == "german")


@pytest.mark.rule("rileys_road:C13.1")
def test_light_antitank_weapons_have_a_number_for_every_range() -> None:
    for card in weapons().values():
        if card.to_hit:
            assert len(card.to_hit) == card.range + 1
            assert list(card.to_hit) == sorted(card.to_hit, reverse=True)


@pytest.mark.rule("rileys_road:A9.72")
def test_what_malfunctions_can_be_repaired_and_what_is_removed_cannot() -> None:
    for card in weapons().values():
        assert (card.breakdown is None) == (card.repair is None)
        assert card.breakdown is None or card.removed is None


@pytest.mark.rule("rileys_road:2.5193")
@pytest.mark.parametrize(
    ("column", "final_dr", "names"),
    [
        ("company", 0, ("10-3", "9-1", "8-1")),
        ("company", 8, ("9-1", "8-0")),
        ("company", 14, ("7-0", "6+1")),
        ("platoon", 4, ("9-2",)),
        ("platoon", 7, ("8-1",)),
        ("platoon", 12, ()),
        ("armor", 2, ("10-2",)),
        ("armor", 5, ("8-1",)),
        ("armor", 6, ()),
    ],
)
def test_leaders_are_rolled_for(column: str, final_dr: int, names: tuple[str, ...]) -> None:
    assert table("leaders", Leaders, DATA).of(column, final_dr) == names


@pytest.mark.rule("rileys_road:2.5193")
def test_every_leader_who_can_come_has_a_counter() -> None:
    chart = table("leaders", Leaders, DATA)
    for names in (*chart.company.values(), *chart.platoon.values()):
        assert set(names) <= set(LEADERS)
    armor = {card.name for card in vehicles().armor_leaders.values()}
    assert {name for names in chart.armor.values() for name in names} == armor


@pytest.mark.rule("rileys_road:2.520/table")
def test_the_suggested_works_are_within_the_points_of_the_initial_scenario() -> None:
    works = table("fortifications", Fortifications, DATA).works
    suggested = {"foxhole-2": 6, "foxhole-1": 6, "foxhole-3": 2, "trench": 2, "anti-personnel": 12, "anti-tank": 2}
    suggested |= {"fortified": 2, "concealment": 7, "hidden-squad": 3}
    assert sum(count * works[name].cost for name, count in suggested.items()) <= 2 * 100
