"""What titles on a map share."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from sandtable.board import Board, HexInfo, Name, board_from_text
from sandtable.hexgrid import Grid
from sandtable.kernel import Option, Refusal, Table
from sandtable.kernel import title as title_of
from sandtable.render.symbols import BRANCHES

PLAIN = board_from_text("..\n..", {".": "clear"})
PRIMER = title_of("primer")


def map_with(name: Name) -> Any:
    """The content of a scenario whose hex 0102 has a name."""
    hexes = [HexInfo(label, "clear", name=name if label == "0102" else None) for label in PLAIN.labels]
    return SimpleNamespace(board=Board(PLAIN.grid, hexes, PLAIN.legend))


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_kind_of_counter_and_every_direction_has_words(lang: str) -> None:
    texts = PRIMER.texts(lang)
    grids = (Grid(orientation="flat"), Grid(orientation="pointy"))
    ways = {grid.direction_name(direction) for grid in grids for direction in range(6)}
    names = [f"branch.{each}" for each in BRANCHES] + [f"compass.{each}" for each in ways]
    assert [name for name in names if not texts.has(name)] == []


def test_a_hex_is_called_as_the_map_in_use_calls_it() -> None:
    mill, ford = map_with(Name("Mill", "水車")), map_with(Name("Ford", "浅瀬"))
    assert PRIMER.texts("en", mill).option(Option("hex:0102")) == "Mill 0102"
    assert PRIMER.texts("en", ford).option(Option("hex:0102")) == "Ford 0102"
    assert PRIMER.texts("ja", ford).option(Option("hex:0102")) == "浅瀬 0102"


def test_a_hex_without_a_name_or_of_no_map_is_called_by_its_label() -> None:
    mill = map_with(Name("Mill", "水車"))
    assert PRIMER.texts("en", mill).option(Option("hex:0101")) == "0101"
    assert PRIMER.texts("en", mill).option(Option("hex:9999")) == "9999"
    PRIMER.content("bridge")
    assert PRIMER.texts("en").option(Option("hex:0905")) == "0905"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_game_speaks_of_its_own_map(lang: str) -> None:
    game = Table.new("primer", "bridge", seed=1).game
    name = game.content.board.name_of("0905", lang)
    assert name != "0905"
    refusal = Refusal("refused.no-enemy", "5.1", {"hex": "0905"})
    assert name in game.texts(lang).refusal(refusal)
    assert game.title.texts(lang, game.content) is game.title.texts(lang, game.content)
