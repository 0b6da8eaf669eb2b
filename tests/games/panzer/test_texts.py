"""The words of the data: everything that a player is shown has a name in both languages, and one name only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from games.panzer.shipped import DATA, MAPS, SCENARIOS, board, cards, forces, scenario, table
from games.panzer.test_tables import FILES
from sandtable.datafile import read
from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.formations import Label
from sandtable.games.panzer.scenarios import SIDES, AwardKind
from sandtable.games.panzer.tables import basic, fire, support, terrain
from sandtable.games.panzer.tables.optional import CohesionFile
from sandtable.games.panzer.tables.parts import BANDS, GRADES

WORDS = {lang: read(DATA / "text" / f"glossary-{lang}.yaml", dict[str, str]) for lang in ("en", "ja")}


def shown() -> Iterator[str]:
    """The keys of everything in the data that has an id."""
    ground = table("terrain", terrain.TerrainFile)
    yield from (f"terrain.{name}" for name in ground.hexes)
    yield from (f"hexside.{name}" for name in ground.sides)
    yield from (f"counter.{name}" for name in ground.counters)
    yield from (f"counter.{name}" for name in cards().counters.markers)
    yield from (f"command.{name}" for name in table("commands", basic.CommandsFile).commands)
    sequence = table("sequence", basic.SequenceFile)
    yield from (f"phase.{step.phase}" for step in (*sequence.basic, *sequence.advanced))
    yield from (f"step.{step.step}" for step in (*sequence.basic, *sequence.advanced) if step.step)
    for name, file in FILES.items():
        for field in ("modifiers", "attack", "anti_aircraft"):
            yield from (f"modifier.{modifier}" for modifier in getattr(table(name, file), field, ()))
    yield from (f"kind.{card.kind}" for card in (*cards().vehicles.values(), *cards().towed.values()))
    yield from (f"kind.{card.kind}" for card in (*cards().leg.values(), *cards().attached.values()))
    yield from (f"kind.{card.kind}" for card in cards().batteries.values())
    yield from (f"nation.{card.nation}" for card in cards().all.values())
    yield from (f"branch.{thing.branch}" for thing in forces().elements.values())
    yield from (f"cohesion.{row.level}" for row in table("cohesion", CohesionFile).levels)
    yield from (f"turret.{row.kind}" for row in table("turrets", basic.TurretsFile).turrets.values())
    yield from (f"attack.{name}" for name in table("aircraft", support.AircraftFile).patterns)
    yield from (f"sheaf.{name}" for name in table("indirect-fire", support.IndirectFireFile).sheafs)
    for name in SCENARIOS:
        file = scenario(name).scenario
        yield from (f"optional.{rule}" for rule in (*file.in_force, *file.offered))
    for prefix, names in (
        ("grade", GRADES),
        ("band", BANDS),
        ("side", SIDES),
        ("label", get_args(Label)),
        ("edge", get_args(Edge)),
        ("angle", get_args(fire.Angle)),
        ("rof", fire.RATES),
        ("attachment", get_args(support.Attachment)),
        ("altitude", get_args(support.Altitude)),
        ("speed", get_args(support.Speed)),
        ("award", get_args(AwardKind)),
        ("location", (location for location in get_args(fire.Location) if not location.endswith("*"))),
    ):
        yield from (f"{prefix}.{name}" for name in names)


def test_both_languages_have_the_same_words() -> None:
    assert WORDS["en"].keys() == WORDS["ja"].keys()
    assert all(text.strip() for words in WORDS.values() for text in words.values())


def test_everything_that_is_shown_has_a_name() -> None:
    assert not {key for key in shown() if key not in WORDS["en"]}


@pytest.mark.parametrize("name", MAPS)
def test_maps_and_glossary_call_things_the_same(name: str) -> None:
    legend = board(name).legend
    for prefix, entries in (("terrain", legend.terrain), ("hexside", legend.sides), ("way", legend.networks)):
        for key, style in entries.items():
            assert style.name.en == WORDS["en"][f"{prefix}.{key}"]
            assert style.name.ja == WORDS["ja"][f"{prefix}.{key}"]


def test_charts_that_a_player_reads_have_titles() -> None:
    titled = {key.removeprefix("chart.") for key in WORDS["en"] if key.startswith("chart.")}
    assert titled <= FILES.keys()
    plain = {
        "ammunition", "boards", "crash", "damage", "entrenchment", "generator", "gp-defense", "indirect-fire",
        "movement", "observers", "points", "stacking", "switches",
    }  # fmt: skip
    assert FILES.keys() - titled == plain, "tables of single figures are no charts"
