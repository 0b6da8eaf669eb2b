"""What is said of a hex."""

from __future__ import annotations

import pytest

from sandtable.hexgrid import LabelError
from sandtable.kernel import Table
from sandtable.mechanics.title import AnyHexTitle


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.new("primer", "bridge", seed=1)


def facts(table: Table, label: str, lang: str = "en") -> dict[str, str]:
    title: AnyHexTitle = table.title  # type: ignore[assignment]
    return {fact.label: fact.value for fact in title.inspect(table.game, label, lang)}


def test_terrain_comes_first_and_in_either_language(table: Table) -> None:
    board = table.game.content.board
    info = board.named("0905")
    assert next(iter(facts(table, "0905").items())) == ("Terrain", board.legend.terrain[info.terrain].name.en)
    assert "地形" in facts(table, "0905", "ja")


def test_every_hexside_feature_and_network_is_named(table: Table) -> None:
    board = table.game.content.board
    for index, label in enumerate(board.labels):
        found = facts(table, label)
        around = {feature for direction in range(6) for feature in board.side_features(index, direction)}
        assert all(board.legend.sides[feature].name.en in found["Hexsides"] for feature in around)
        assert ("Hexsides" in found) == bool(around)
        through = [name for name, marks in board.networks.items() if any(marks[6 * index : 6 * index + 6])]
        assert all(board.legend.networks[name].name.en in found["Networks"] for name in through)


def test_a_hex_off_the_map_is_refused(table: Table) -> None:
    with pytest.raises(LabelError):
        facts(table, "9999")
