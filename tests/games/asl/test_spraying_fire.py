"""A7.34: Spraying Fire."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.fire.fire_phase import FirePhase, FirePhaseId
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.units import Game
from sandtable.kernel import Resolved

TWO = {"a": ca("F9"), "b": ca("F10"), "far": ca("F12")}


def aiming(firer: Unit, *choices: str, phase: FirePhaseId = "prep-fire", **facts: Any) -> Game:
    side = "canadian" if phase == "defensive-fire" else "german"
    units = {"g": firer, **facts.pop("units", TWO)}
    game = position(units=units, on=meadow(facts.pop("terrain", None)), phase=phase, active=side, **facts)
    return play(game, FirePhase(side="german", phase=phase), "unit:g", *choices)


@pytest.mark.rule("rileys_road:A7.34", "rileys_road:A1.22")
def test_one_dr_strikes_two_locations_with_half_the_firepower_each() -> None:
    game = aiming(de("F7", "de-468"), "hex:F9", "do:spray", "hex:F10", "do:fire", dice=(5, 6))
    fired = [event for event in game.events if isinstance(event, Resolved) and event.what == "fire"]
    assert [event.target for event in fired] == ["F9", "F10"]
    assert [{line.label: line.value for line in event.lines}["column"] for event in fired] == ["2", "2"]
    assert sum(type(event).__name__ == "Rolled" for event in game.events) == 1
    assert game.state.units["g"].fire == "prep"


@pytest.mark.rule("rileys_road:A7.34")
def test_each_location_has_its_own_cover() -> None:
    game = aiming(de("F7", "de-468"), "hex:F9", "do:spray", "hex:F10", "do:fire", terrain={"F10": "woods"}, dice=(5, 6))
    cover = [
        any(line.label.startswith("tem") for line in event.lines)
        for event in game.events
        if isinstance(event, Resolved) and event.what == "fire"
    ]
    assert cover == [False, True]


@pytest.mark.rule("rileys_road:A7.34")
def test_the_second_target_lies_next_to_the_first() -> None:
    game = aiming(de("F7", "de-468"), "hex:F9", "do:spray")
    assert [each for each in offered(game) if each.startswith("hex:")] == ["hex:F10"]
    refused = game.explain("hex:F12")
    assert refused is not None
    assert refused.rule == "A7.34"


@pytest.mark.rule("rileys_road:A7.34")
def test_a_squad_sprays_no_farther_than_three_hexes_and_a_machine_gun_does() -> None:
    assert "do:spray" not in offered(aiming(de("F6", "de-468"), "hex:F9"))
    crew = {"w": Weapon("de-lmg", "german", holder="g")}
    game = aiming(de("F6", "de-248"), "hex:F9", weapons=crew)
    inherent = game.decisions[0].hand == ("g",)
    assert ("do:spray" in offered(game)) is not inherent


@pytest.mark.rule("rileys_road:A7.34")
@pytest.mark.parametrize(
    ("kind", "phase", "sprays"),
    [
        ("de-468", "prep-fire", True),
        ("de-468", "defensive-fire", True),
        ("de-468", "advancing-fire", False),
        ("de-248", "prep-fire", False),
    ],
)
def test_only_an_underlined_range_and_not_in_the_advancing_fire_phase(
    kind: str, phase: FirePhaseId, sprays: bool
) -> None:
    assert ("do:spray" in offered(aiming(de("F7", kind), "hex:F9", phase=phase))) is sprays


@pytest.mark.rule("rileys_road:A7.34", "rileys_road:A7.53")
def test_a_leader_may_direct_it_and_nobody_else_joins() -> None:
    units = {**TWO, "boss": de("F7", "de-l91"), "other": de("F7", "de-468")}
    game = aiming(de("F7", "de-468"), "hex:F9", "do:spray", "hex:F10", units=units)
    assert "unit:boss" in offered(game)
    assert "unit:other" not in offered(game)
