"""The list of rules and the glossaries: complete, in order, and named wherever the data refers to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.gts.data import (
    DATA,
    LANGUAGES,
    SCENARIOS,
    SEVERITY,
    WEAPONS,
    board,
    in_both,
    manifest,
    scenario,
    table,
    terrain,
    units,
)
from sandtable.datafile import read
from sandtable.kernel.rules import Rule, Status

LISTED = """
1.0 1.1 1.2 1.2/d10 1.2/movement 1.2/terrain 1.2/elevation 1.2/stacking 1.2/combat 1.2/results 1.2/command 2.0
2.0/layout 3.0 4.0 5.0 6.0 7.0 7.1 7.2 7.2/cost 7.2/limits 7.2/leader 7.2/division 8.0 8.0/restriction 9.0 10.0 10.0.1
10.0.1/formation 10.0.1/division 10.0.1/direct 10.0.2 10.0.2/1 10.0.2/2 10.0.2/3 10.0.2/4 10.0.2/5 10.0.2/6
10.0.2/stack 10.0.3 10.0.3/cp 10.0.3/dp 10.0.3/night 10.0.4 10.0.5 10.0.5/1 10.0.5/2 10.0.5/3 10.0.5/4 10.0.5/5
10.0.5/6 10.0.5/7 10.0.5/8 10.0.6 11.0 12.0 13.0 13.1 13.2 13.2/1 13.2/2 13.2/3 13.2/4 13.2/5 13.2/6 13.2/7 13.2/8
13.2/second 13.2/repeat 13.3 13.3/leader-stays 13.3/range 13.4 14.0 14.1 14.2 14.3 14.4 14.5 14.6 14.6.1 14.6.2 14.7
14.7/opfire 14.7/limits 14.7/restrictions 14.8 14.9 14.10 14.10.1 14.10.2 14.10.3 14.10.4 14.11 15.0 15.1 15.2 15.3
15.3/note 15.4 15.4.1 15.4.2 15.4.3 15.5 15.5/1 15.5/2 15.5/3 15.5/4 15.5/5 15.6 15.6/1 15.6/2 15.6/3 15.6/4 15.6/5
15.6/6 15.6/7 15.6/8 15.6/9 16.0 16.1 16.1/mortar 16.1/artillery 16.2 16.2/marker 16.2/1 16.2/2 16.2/3 16.2/4 16.2/5
16.2/6 16.2/note-many 16.2/note-mortar 16.2/note-entry 16.3 16.3/1 16.3/2 16.3/3 16.3/4 16.3/5 16.3/6 16.3/7 16.3/8
16.3/9 16.3/10 16.3/nine 16.4 16.4.1 16.4.2 16.4.2.1 16.4.2.2 16.4.2.2/leave 16.4.2.2/stack 17.0 17.1 17.2 17.2/1
17.2/2 17.2/3 17.2/4 17.2/5 17.2/timing 17.2/state 17.3 17.4 17.5 17.6 17.6/1 17.6/2 17.6/3 17.6/4 17.7 17.8 18.0 18.1
18.2 18.3 18.4 18.5 18.6 18.7 18.7/1 18.7/2 18.7/3 18.7/4 18.7/5A 18.7/5B 18.7/5C 18.7/5D 18.7/5D-shots 18.7/5D-who
18.7/5D-mods 18.7/5D-after 18.7/5E 18.7/5F 18.7/6 19.0 19.1 19.2 19.2.1 19.2.2 19.2.2/effects 19.2.3 19.2.3/effects
19.2.4 19.2.5 20.0 20.0/night 21.0 21.1 21.2 21.2/with-units 21.3 21.4 21.5 22.0 22.1 22.2 22.2.1 22.2.2 22.2.3 22.2.4
22.2.5 22.3 22.3.1 22.3.2 22.3.3 22.3.4 22.3.5 22.3.6 23.0 23.1 23.2 23.3 24.0 24.1 24.2 24.3 24.4 24.5 25.0 26.0
26.0/clear 26.0/fog 26.0/overcast 26.0/rain 26.0/fog-note 27.0 27.0/attack 28.0 29.0 29.1 29.2 29.3 29.4 29.5 29.6
29.7 29.8 29.9 29.10 29.11 29.12 29.13 29.14 29.15 29.16 29.17 29.18 29.19 29.20 29.21 29.22 29.23 29.24 29.25 29.26
29.27 29.28 29.29 29.30 29.31 29.32 29.33 29.34 29.35 29.36 29.37 29.38 29.39 29.40 29.41 29.42 29.43 29.44 29.45
29.46 29.47 29.48 29.49 29.50 29.51 29.52 30.0 14/ex-forced-march 14/ex-column 14/ex-stack 14/ex-dismount
15/ex-direct-fire 16/ex-self-observed 16/ex-observed 17/ex-opportunity-fire 18/ex-assault-1 18/ex-assault-2
21/ex-leader
"""
RULE_IDS = LISTED.split()


def test_every_table_says_where_it_comes_from() -> None:
    paths = sorted((DATA / "tables").glob("*.yaml"))
    assert paths
    for path in paths:
        file = read(path, dict[str, Any])
        assert file["source"] in ("seed", "derived", "authored"), path.name
        assert file["rules"], path.name
        assert set(file["rules"]) <= set(RULE_IDS), path.name
    assert set(manifest().rules) <= set(RULE_IDS)


def test_the_rule_list_is_complete_and_in_order() -> None:
    rules = read(DATA / "rules.yaml", list[Rule])
    assert len(RULE_IDS) == 316
    assert [rule.id for rule in rules] == RULE_IDS
    for rule in rules:
        assert in_both(rule.title), rule.id
        assert in_both(rule.summary), rule.id
        assert not any("\n" in text for text in rule.summary.values()), rule.id
        assert bool(rule.reason) >= (rule.status is Status.NOT_APPLICABLE), rule.id


def test_headings_and_examples_are_not_applicable() -> None:
    status = {rule.id: rule.status for rule in read(DATA / "rules.yaml", list[Rule])}
    headings = {"7.0", "10.0", "13.0", "14.0", "14.10", "15.0", "16.0", "16.4", "17.0", "19.0", "19.2", "21.0", "22.0"}
    headings |= {"22.2", "22.3", "23.0", "24.0", "29.0", "30.0"}
    examples = {rule_id for rule_id in RULE_IDS if "/ex-" in rule_id}
    assert len(examples) == 11
    assert all(status[rule_id] is Status.NOT_APPLICABLE for rule_id in headings | examples)
    assert status["15.5/4"] is not Status.NOT_APPLICABLE


def test_the_glossaries_name_everything_in_both_languages() -> None:
    glossaries = {lang: read(DATA / "text" / f"glossary-{lang}.yaml", dict[str, str]) for lang in LANGUAGES}
    assert list(glossaries["en"]) == list(glossaries["ja"])
    chits = table("chits")
    wanted: dict[str, Iterable[str]] = {
        "side": manifest().sides,
        "nat": manifest().nationalities,
        "division": manifest().divisions,
        "formation": manifest().formations,
        "leader": manifest().leaders,
        "type": manifest().types,
        "class": {unit.unit_class for unit in units().values()},
        "size": {unit.size for unit in units().values()},
        "mobility": {unit.front.mobility for unit in units().values()},
        "weapon": WEAPONS,
        "ability": {ability for unit in units().values() for ability in unit.abilities},
        "terrain": terrain().terrain,
        "feature": board().legend.features,
        "hexside": {*board().legend.sides, *terrain().hexsides},
        "way": terrain().ways,
        "state": {"combat", "column", "transport", *table("markers")["markers"], *table("landing")["markers"]},
        "action": {action for kind in ("division", "formation", "direct") for action in chits[kind]["first"]},
        "engineer": table("engineers")["actions"],
        "chit": {"division", "formation", "direct"},
        "result": {*SEVERITY, "hit", "miss"},
        "check": table("quality")["checks"],
        "weather": table("weather")["effects"],
        "modifier": {*table("fire-modifiers")["modifiers"], *table("contact")["modifiers"]},
        "marker": manifest().markers,
        "air": manifest().air_units,
        "level": {grade.level for name in SCENARIOS for grade in scenario(name).levels},
        "length": {scenario(name).length for name in SCENARIOS},
        "arrive": {"parachute", "glider"},
        "entry": {*table("entry")["entries"], *table("entry")["scenario"]},
    }
    for lang, words in glossaries.items():
        missing = {f"{kind}.{name}" for kind, names in wanted.items() for name in names} - set(words)
        assert not missing, lang
        assert all(words.values()), lang


def test_the_glossary_says_what_the_data_says() -> None:
    for lang in LANGUAGES:
        words = read(DATA / "text" / f"glossary-{lang}.yaml", dict[str, str])
        for formation_id, formation in manifest().formations.items():
            assert words[f"formation.{formation_id}"] == formation.name[lang]
        for name, style in board().legend.terrain.items():
            assert words[f"terrain.{name}"] == style.name.text(lang)
