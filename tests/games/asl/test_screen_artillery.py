"""Artillery and aircraft on the screen: markers, facts of a hex, and how each battery stands."""

from __future__ import annotations

import pytest

from games.asl.test_air import sky
from games.asl.test_artillery import effect, field, guns
from sandtable.games.asl.screen import artillery
from sandtable.games.asl.state import Barrage
from sandtable.kernel import Texts, title


def words(lang: str = "en") -> Texts:
    return title("rileys_road").texts(lang)


@pytest.mark.rule("rileys_road:C1.3", "rileys_road:C1.5", "rileys_road:E12/creeping-barrage")
def test_rounds_fire_and_barrages_are_drawn() -> None:
    game = field(batteries={"o": guns(**effect()), "s": guns(mission="spotting", at="B3", registered=("C9",))})
    game.state.barrages["cb1"] = Barrage("canadian", "J12", placed=True)
    found = {(marker.at, marker.label) for marker in artillery.markers(game)}
    assert {("F5", "FFE1"), ("F4", "FFE"), ("B3", "SR"), ("C9", "PR"), ("N12", "BRG")} <= found


@pytest.mark.rule("rileys_road:E7/arrival")
def test_aircraft_are_drawn_with_what_they_carry() -> None:
    (counter,) = artillery.aircraft(sky())
    assert (counter.at, counter.values, counter.symbol.branch) == ("F1", "RKT", "aircraft")


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:C1.21")
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_hex_and_a_battery_are_told_in_words(lang: str) -> None:
    game = field(batteries={"co1": guns(**effect(lapsed=True))})
    facts = [fact.value for fact in artillery.facts_of_hex(game, "F6", words(lang))]
    assert len(facts) == 1
    assert "20" in facts[0]
    (line,) = artillery.status(game, words(lang))
    assert "8" in line.value
    assert "2" in line.value
    assert not list(artillery.facts_of_hex(game, "F10", words(lang)))
