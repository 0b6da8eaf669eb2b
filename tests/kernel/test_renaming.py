"""What an earlier version called otherwise, in headers, options, stored positions and events."""

from __future__ import annotations

import pytest

from sandtable.kernel.journal import Entry, Header
from sandtable.kernel.renaming import Renamed


def test_scenarios_and_optional_rules_have_new_names_or_are_gone() -> None:
    renamed = Renamed(scenarios={"old": "new"}, switches={"mud": "rain", "frost": ""})
    before = Header(sandtable=1, title="primer", scenario="old", options=("frost", "mud", "wind"), seed=1)
    after = renamed.header(before)
    assert (after.scenario, after.options, after.seed) == ("new", ("rain", "wind"), 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [("do:halt", "do:stop"), ("do:go", "do:go"), ("target:r1", "unit:r1"), ("hex:0101", "hex:0101")],
)
def test_options_have_new_names_one_by_one_or_by_their_kind(before: str, after: str) -> None:
    renamed = Renamed(options={"do:halt": "do:stop", "target:": "unit:"})
    assert renamed.option(before) == after
    assert renamed.entry(Entry(3, "blue", before, "check")) == Entry(3, "blue", after, "check")


def test_fields_have_new_names_wherever_their_path_leads() -> None:
    renamed = Renamed(
        fields={"state.units.*.at": "hex", "state.gone": "", "stack.*.target": "aim", "state.no.such": "x"}
    )
    snapshot = {
        "state": {"units": {"b1": {"at": "0101"}, "b2": {"steps": 2}}, "gone": 1},
        "stack": [{"target": "r1"}, {"side": "red"}],
    }
    assert renamed.snapshot(snapshot) == {
        "state": {"units": {"b1": {"hex": "0101"}, "b2": {"steps": 2}}},
        "stack": [{"aim": "r1"}, {"side": "red"}],
    }


def test_events_and_their_fields_have_new_names() -> None:
    renamed = Renamed(events={"Went": "Moved", "Went.to": "path", "Went.mood": ""})
    event = {"event": "Went", "rule": "3.1", "to": ["0101"], "mood": "glum"}
    assert renamed.event(event) == {"event": "Moved", "rule": "3.1", "path": ["0101"]}
    assert renamed.event({"event": "Fired", "to": 1}) == {"event": "Fired", "to": 1}


def test_a_title_without_old_names_says_so() -> None:
    assert not Renamed()
    assert Renamed(events={"Went": "Moved"})
