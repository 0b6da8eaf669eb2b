"""The data of a scenario on a map."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.board import board_from_text
from sandtable.datafile import DataError
from sandtable.hexgrid import LabelError
from sandtable.mechanics.content import HexContent, Strict, Table, hex_options, part_of
from sandtable.mechanics.switches import is_on

BOARD = board_from_text(
    """
    . . # . .
    . # # . .
    . . . . .
    """,
    {".": "clear", "#": "woods"},
    regions={"woods": ["0301", "0202", "0302"], "west": ["0101", "0102", "0103"]},
)


class Weapon(Strict, frozen=True):
    range: int


class WeaponsFile(Table, frozen=True):
    weapons: dict[str, Weapon]


def content(folder: Path, chosen: tuple[str, ...] = (), **tables: str) -> HexContent:
    (folder / "tables").mkdir()
    for name, text in tables.items():
        (folder / "tables" / f"{name}.yaml").write_text(text)
    return HexContent(BOARD, folder.joinpath, chosen)


def test_a_table_is_read_once_and_typed(tmp_path: Path) -> None:
    made = content(tmp_path, weapons="source: seed\nrules: ['15.1']\nweapons: {gun: {range: 4}}\n")
    assert made.table("weapons", WeaponsFile).weapons["gun"].range == 4
    assert made.table("weapons", WeaponsFile) is made.table("weapons", WeaponsFile)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("source: seed\nrules: []\nweapons: {gun: {range: 4, recoil: 1}}\n", "weapons.gun.recoil: unknown field"),
        ("source: hearsay\nrules: []\nweapons: {}\n", "source"),
        ("rules: []\nweapons: {}\n", "source: missing"),
        ("source: seed\nrules: []\nweapons: {}\nnotes: none\n", "notes: unknown field"),
    ],
)
def test_a_table_with_anything_amiss_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    made = content(tmp_path, weapons=text)
    with pytest.raises(DataError, match=problem):
        made.table("weapons", WeaponsFile)


def test_the_map_by_its_labels(tmp_path: Path) -> None:
    made = content(tmp_path)
    assert made.terrain["0202"] == "woods"
    assert made.region("woods") == {"0301", "0202", "0302"}
    assert set(made.adjacent["0101"]) == {"0201", "0102"}
    assert made.distance("0101", "0501") == 4
    for label in BOARD.labels:
        for radius in range(4):
            near = {other for other in BOARD.labels if made.distance(label, other) <= radius}
            assert made.around(label, radius) == near


def test_an_option_for_every_hex(tmp_path: Path) -> None:
    made = content(tmp_path)
    assert hex_options(made, "4.1")["0203"].id == "hex:0203"
    assert hex_options(made, "4.1").keys() == set(BOARD.labels)
    assert hex_options(made, "4.1") is hex_options(made, "4.1")
    assert hex_options(made, "9.9")["0203"].rule == "9.9"


def test_a_part_of_a_map_is_a_rectangle_between_its_corners() -> None:
    assert set(part_of(BOARD, ("0201", "0402")).labels) == {"0201", "0301", "0401", "0202", "0302", "0402"}
    with pytest.raises(LabelError):
        part_of(BOARD, ("0201", "nowhere"))


SWITCHES = """
source: derived
rules: ["10.1", "17.3"]
switches:
  ammunition: {rule: "10.1"}
  suppressed-fire: {rule: "17.3", value: true}
"""


@pytest.mark.parametrize(
    ("chosen", "ammunition", "suppressed_fire"),
    [((), False, True), (("10.1",), True, True), (("17.3",), False, False), (("10.1", "17.3"), True, False)],
)
def test_a_switch_that_is_chosen_stands_the_other_way(
    tmp_path: Path, chosen: tuple[str, ...], ammunition: bool, suppressed_fire: bool
) -> None:
    made = content(tmp_path, chosen, switches=SWITCHES)
    assert is_on(made, "ammunition") == ammunition
    assert is_on(made, "suppressed-fire") == suppressed_fire


def test_a_switch_that_the_data_does_not_have_is_a_mistake(tmp_path: Path) -> None:
    made = content(tmp_path, switches=SWITCHES)
    with pytest.raises(KeyError):
        is_on(made, "snow")
