"""My Game as a title: what the kernel and the front ends ask of it."""

import random
from collections.abc import Iterable
from typing import ClassVar

from sandtable.board import Board
from sandtable.board.scene import Scene
from sandtable.datafile import read
from sandtable.kernel import Handle, ScenarioInfo
from sandtable.mechanics.events import Eliminated
from sandtable.mechanics.handles import number
from sandtable.mechanics.title import HexTitle, StatusLine

from mygame import combat, sequence, victory
from mygame.bot import Sergeant
from mygame.content import Content, ScenarioFile
from mygame.screen import scene as scenes
from mygame.state import SIDES, Moved, State, Unit
from mygame.units import Game


class MyGame(HexTitle[State, Content]):
    """A small wargame."""

    id = "mygame"
    name: ClassVar = {"en": "My Game", "ja": "My Game"}
    state_type = State
    procedures = (sequence.PlayerTurn, sequence.Activation, combat.Battle, combat.Retreat)
    event_types = (Moved, Eliminated)
    bots: ClassVar = {"sergeant": Sergeant}

    def scenarios(self) -> dict[str, ScenarioInfo]:
        files = {path.stem: read(path, ScenarioFile) for path in self.data_files("scenarios")}
        return {
            name: ScenarioInfo(name, file.name, file.turns, SIDES, file.description) for name, file in files.items()
        }

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return Content(self, scenario)

    def start(self, content: Content) -> State:
        state = State(scenario="", holders={**content.scenario.holders}, stack=[sequence.PlayerTurn(side=SIDES[0])])
        for side, counters in content.scenario.forces.items():
            state.units |= {name: Unit(side, placed.kind, placed.at) for name, placed in counters.items()}
        return state

    def mask(self, state: State, content: Content, side: str) -> None:
        """Nothing is hidden."""

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        """Nothing is hidden."""

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return victory.evaluate(state, content, side)

    def turn(self, state: State) -> int:
        return state.turn

    def board(self, content: Content) -> Board:
        return content.board

    def scene(self, game: Game, lang: str) -> Scene:
        return scenes.scene(game, lang)

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return scenes.status(game, lang)

    def handles(self, scenario: str) -> tuple[Handle, ...]:
        turns = self.scenario(scenario).turns
        return (number("turns", self.words("handle.turns"), ("turns",), turns, range(turns - 3, turns + 4)),)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        return self.hex_name(ident, lang, content) if kind == "hex" else None

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        return content.board.labels if kind == "hex" else ()
