"""The data of Primer: what a data pack may change, and how mistakes in it are answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.datafile import DataError
from sandtable.games.primer.title import Primer
from sandtable.kernel import Table, title

BRIDGE = Primer.folder() / "scenarios" / "bridge.yaml"


def pack_with(folder: Path, old: str, new: str) -> Path:
    """A data pack whose bridge differs from the title's own in one place."""
    text = BRIDGE.read_text(encoding="utf8")
    assert text.count(old) == 1
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "bridge.yaml").write_text(text.replace(old, new), encoding="utf8")
    return folder


def test_a_pack_takes_the_place_of_the_titles_own_scenario(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, "turns: 8", "turns: 3")
    assert title("primer", [pack]).scenario("bridge").turns == 3


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("turns: 8", "turns: 0", "turns"),
        ("map: holm", "map: elsewhere", "no such file"),
        ("first: blue", "first: green", "first: must be one of blue, red"),
        ("supply: {blue: west", "supply: {blue: north", "supply: blue needs a region of the map: west, east"),
        ('objectives: {"0905"', 'objectives: {"9905"', "is not a hex of the map"),
        ('control: {red: ["0905"', 'control: {red: ["0101"', "control.red[0]: '0101' is not an objective"),
        ("handicap: {blue", "handicap: {green", "handicap.green: must be one of blue, red"),
        ("b4: {kind: armour,", "b4: {kind: armor,", "forces.blue.counters.b4.kind: unknown kind 'armor'"),
        ('b1: {kind: infantry, at: "0204"}', 'b1: {kind: infantry, at: "0499"}', "'0499' is not a hex of the map"),
        ('b1: {kind: infantry, at: "0204"}', "b1: {kind: infantry}", "give either the hex it starts in"),
        ('b1: {kind: infantry, at: "0204"}', "b1: {kind: infantry, turn: 2}", "name the hexes where it may arrive"),
        ('b1: {kind: infantry, at: "0204"}', 'b1: {kind: infantry, at: "0205"}', "'0205' is full: 2 counters"),
        ('b1: {kind: infantry, at: "0204"}', 'b1: {kind: infantry, at: "0804"}', "'0804' is held by the other side"),
        ("b1: {kind", "scouts: {kind", "counters of this side are called b1, b2 and so on"),
        ("pool: [infantry, ", "pool: [", "has 5 kinds for 6 counters without one"),
        ("pool: [infantry, ", "pool: [cavalry, ", "unknown kind 'cavalry'"),
    ],
)
def test_a_mistake_in_a_scenario_is_answered_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    pack = pack_with(tmp_path, old, new)
    with pytest.raises(DataError) as caught:
        Table.new("primer", "bridge", packs=[pack])
    assert problem in str(caught.value)


def test_a_terrain_table_must_cover_the_map(tmp_path: Path) -> None:
    own = Primer.folder() / "tables" / "terrain.yaml"
    (tmp_path / "tables").mkdir()
    lines = [line for line in own.read_text(encoding="utf8").splitlines() if "marsh:" not in line]
    (tmp_path / "tables" / "terrain.yaml").write_text("\n".join(lines), encoding="utf8")
    with pytest.raises(DataError, match="has no row for 'marsh'"):
        Table.new("primer", "bridge", packs=[tmp_path])


def test_counters_that_are_set_up_next_to_each_other_are_turned_over(tmp_path: Path) -> None:
    pack = pack_with(tmp_path, 'b6: {kind: recon, at: "0406"}', 'b6: {kind: recon, at: "0505"}')
    table = Table.new("primer", "bridge", seed=1, packs=[pack])
    assert not table.state.units["r6"].hidden
