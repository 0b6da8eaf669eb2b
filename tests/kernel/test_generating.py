"""Scenarios made to order: what can be ordered, and how they are named."""

from __future__ import annotations

import gc
import os
import weakref
from pathlib import Path

import pytest

from sandtable.kernel import CannotGenerate, Dial, Table, UnknownScenario, title
from sandtable.kernel.generating import made_id, order, ordered

DIALS = (
    Dial("year", {"en": "Year"}, {"1941": {"en": "1941"}, "1943": {"en": "1943"}}, "1943"),
    Dial("size", {"en": "Size"}, {"company": {"en": "Company"}}, "company"),
)


def test_an_order_has_the_usual_values_and_its_name_says_everything() -> None:
    made = order(DIALS, {"year": "1941"}, 7)
    assert made.settings == {"year": "1941", "size": "company"}
    assert made_id(made) == "made-1941-company-7"
    assert ordered(DIALS, "made-1941-company-7") == made


@pytest.mark.parametrize(
    ("given", "seed", "said"),
    [
        ({"year": "1950"}, 1, "year cannot be '1950'; it is one of 1941, 1943"),
        ({"colour": "red"}, 1, "there is no setting 'colour'; there are year, size"),
        ({}, -1, "whole number from 0"),
        ({}, 1_000_000, "whole number from 0"),
    ],
)
def test_what_cannot_be_ordered_is_answered_with_what_can(given: dict[str, str], seed: int, said: str) -> None:
    with pytest.raises(CannotGenerate, match=said):
        order(DIALS, given, seed)


@pytest.mark.parametrize("scenario", ["made-1950-company-7", "made-1943-company", "made-1943-company-07", "gully"])
def test_other_names_are_of_no_order(scenario: str) -> None:
    assert ordered(DIALS, scenario) is None


def test_a_scenario_made_to_order_is_played_and_saved_by_its_name(tmp_path: Path) -> None:
    table = Table.new("panzer", "made-1943-platoon-open-basic-7", seed=1)
    table.choose("do:standard", table.decisions[0].side)
    table.save(tmp_path / "game.save")
    assert Table.load(tmp_path / "game.save").state == table.state
    with pytest.raises(UnknownScenario):
        title("panzer").scenario("made-1943-platoon-open-basic-x")
    assert title("primer").dials() == ()


def test_of_scenarios_made_to_order_those_last_asked_for_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(title("panzer")), "most_made", 2)
    panzer, names = type(title("panzer"))(), [f"made-1943-platoon-open-basic-{seed}" for seed in (1, 2, 3)]
    shipped, first, second = (panzer.content(name) for name in ("gully", *names[:2]))
    assert panzer.content(names[0]) is first
    panzer.content(names[2])
    assert panzer.content(names[0]) is first
    assert panzer.content(names[1]) is not second
    assert panzer.content("gully") is shipped
    assert list(panzer.content_cache) == [("gully", ()), (names[0], ()), (names[1], ())]


def test_of_sets_of_optional_rules_those_last_asked_for_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(title("panzer")), "most_switched", 2)
    panzer = type(title("panzer"))()
    offered = [switch.id for switch in panzer.scenario("gully").switches]
    printed, first = panzer.content("gully"), panzer.content("gully", (offered[0],))
    dropped = weakref.ref(panzer.content("gully", (offered[1],)))
    for switch in offered[2:4]:
        assert panzer.content("gully", (offered[0],)) is first, "what was asked for again stays"
        panzer.content("gully", (switch,))
    assert panzer.content("gully") is printed
    assert list(panzer.content_cache) == [("gully", ()), ("gully", (offered[0],)), ("gully", (offered[3],))]
    gc.collect()
    assert dropped() is None, "and nothing else holds on to what was dropped"


def test_a_forked_process_that_ends_leaves_what_was_made_to_order_where_it_is() -> None:
    panzer = type(title("panzer"))()
    made = panzer.data_file("scenarios/made-1943-platoon-open-basic-1.yaml")
    child = os.fork()
    if child == 0:
        own = panzer.data_file("scenarios/made-1943-platoon-open-basic-1.yaml")
        alone = own != made and own.exists()
        del panzer
        gc.collect()
        os._exit(0 if alone and not own.exists() and made.exists() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert made.exists()
    del panzer
    gc.collect()
    assert not made.exists()
