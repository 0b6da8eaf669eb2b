"""What the scenarios can be made even with."""

from __future__ import annotations

import pytest

from games.gts.positions import TITLE, content, quiet
from sandtable.games.gts.state import Unit

ALLIED_ARRIVALS = {
    unit_id
    for group in content("bridge").scenario.reinforcements
    for unit_id in group.units
    if content("bridge").counters[unit_id].side == "allied"
}


@pytest.mark.parametrize("scenario", ["krafft", "bridge", "perimeter"])
def test_the_lead_shifts_every_degree_of_victory(scenario: str) -> None:
    lead = next(handle for handle in TITLE.handles(scenario) if handle.id == "lead")
    levels = content(scenario).scenario.levels
    changed = {change.field: change.value for change in lead.settings[3]}
    assert changed == {
        ("levels", place, "lead"): grade.lead + 3 for place, grade in enumerate(levels) if grade.lead is not None
    }
    assert lead.settings[lead.now] == ()


def test_the_game_can_be_made_longer_but_not_beyond_the_track() -> None:
    turns = next(handle for handle in TITLE.handles("perimeter") if handle.id == "turns")
    assert max(turns.values) == max(content("perimeter").track) == turns.now


def test_a_weaker_force_lacks_those_that_would_come_last() -> None:
    strength = next(handle for handle in TITLE.handles("bridge") if handle.id == "strength-german")
    groups = content("bridge").scenario.reinforcements
    assert strength.now == sum(len(group.units) for group in groups) - len(ALLIED_ARRIVALS)
    assert strength.settings[strength.now] == ()
    lost = {change.field[1]: change.value for change in strength.settings[strength.now - 3]}
    last = max(range(len(groups)), key=lambda place: groups[place].turn)
    assert lost[last] == []
    assert sum(len(groups[place].units) - len(kept) for place, kept in lost.items()) == 3


def test_nobody_arrives_for_the_allies_in_the_learning_scenario() -> None:
    assert [handle.id for handle in TITLE.handles("krafft")] == ["lead", "turns", "strength-german"]


def test_forces_are_the_units_in_play_with_their_steps() -> None:
    game = quiet({"1pb1-r": Unit(at="1413", steps=1), "kra-2": "1715"})
    found = TITLE.forces(game)
    assert {unit_id: (force.side, force.steps) for unit_id, force in found.items()} == {
        "1pb1-r": ("allied", 1), "kra-2": ("german", 2),
    }  # fmt: skip
