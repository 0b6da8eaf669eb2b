"""The map as the rules of terrain read it: what the content of a scenario is at least, and all that sight needs."""

from __future__ import annotations

from typing import Literal

from sandtable.board import Board
from sandtable.games.panzer.maps import DataFile
from sandtable.games.panzer.tables.terrain import HexTerrain, TerrainFile
from sandtable.kernel import of_content, rule
from sandtable.mechanics.content import HexContent


class Ground(HexContent):
    """A map with the tables of the game; the content of a scenario extends it."""

    def __init__(
        self,
        board: Board,
        data_file: DataFile,
        switches: tuple[str, ...] = (),
        game: Literal["basic", "advanced"] = "advanced",
    ) -> None:
        super().__init__(board, data_file, switches)
        self.game = game
        """By which rules it is played (4.0, 6.0)."""

    def level(self, label: str) -> int:
        """The level of the ground of a hex; beds and shellholes lie below it."""
        return levels(self)[label]

    @rule("4.1.4.1.3")
    def storeys(self, label: str) -> int:
        """How many storeys the buildings of a hex have: one, unless the scenario says otherwise."""
        return int(self.board.whole.named(label).data.get("storeys", 1))


def terrain_table(content: Ground) -> TerrainFile:
    """The Terrain Effects Table."""
    return content.table("terrain", TerrainFile)


def terrain_of(content: Ground, label: str) -> HexTerrain:
    """The row of the Terrain Effects Table for what is printed in a hex."""
    return terrain_table(content).hexes[content.terrain[label]]


@of_content
def levels(content: Ground) -> dict[str, int]:
    """The level of the ground of every hex."""
    rows = terrain_table(content).hexes
    return {info.label: info.elevation - min(0, rows[info.terrain].height) for info in content.board.hexes}


@of_content
def buildings(content: Ground) -> frozenset[str]:
    """The hexes of the map with buildings."""
    return frozenset(info.label for info in content.board.whole.hexes if info.terrain.startswith("building-"))


@rule("6.1.4.3.1")
def top_floor(content: Ground, label: str) -> int:
    """How many levels above the ground the top floor of a building hex lies: its height less one."""
    if label not in buildings(content):
        return 0
    return content.storeys(label) * terrain_of(content, label).height - 1
