"""The data of a scenario: what stands in its files."""

from typing import Literal

from sandtable.board import load_board
from sandtable.datafile import read, read_document
from sandtable.kernel import AnyTitle
from sandtable.mechanics.content import HexContent, Strict, Table, Text
from sandtable.mechanics.crt import Crt, CrtFile

Side = Literal["blue", "red"]


class Kind(Strict, frozen=True):
    """What is printed on a counter."""

    symbol: str
    attack: int
    defence: int
    movement: int


class KindsFile(Table, frozen=True):
    kinds: dict[str, Kind]


class Terrain(Strict, frozen=True):
    """What a hex costs to enter, and by how many columns it shifts attacks on it."""

    cost: int
    shift: int


class TerrainFile(Table, frozen=True):
    terrain: dict[str, Terrain]


class Figures(Table, frozen=True):
    support: int
    """What each friend next to the target adds to an attack."""


class Placed(Strict, frozen=True):
    """A counter of a scenario: its kind, and where it starts."""

    kind: str
    at: str


class ScenarioFile(Strict, frozen=True):
    name: Text
    description: Text
    map: str
    turns: int
    holders: dict[str, Side]
    forces: dict[Side, dict[str, Placed]]


class Content(HexContent):
    """A scenario ready for play."""

    def __init__(self, title: AnyTitle, scenario_id: str) -> None:
        document = read_document(title.data_file(f"scenarios/{scenario_id}.yaml"), ScenarioFile)
        self.scenario = document.value
        super().__init__(load_board(title.data_file(f"maps/{self.scenario.map}.yaml")), title.data_file)
        self.crt = Crt(self.table("combat", CrtFile))
        self.kinds = read(title.data_file("units/kinds.yaml"), KindsFile).kinds
        for side, counters in self.scenario.forces.items():
            for name, placed in counters.items():
                if placed.kind not in self.kinds or placed.at not in self.board.index:
                    raise document.error(("forces", side, name), "needs a kind of counter and a hex of the map")

    def terrain_at(self, label: str) -> Terrain:
        return self.table("terrain", TerrainFile).terrain[self.terrain[label]]
