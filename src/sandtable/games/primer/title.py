"""Primer as a title: what the kernel and the front ends ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from sandtable.board import load_board
from sandtable.board.scene import Scene
from sandtable.datafile import read
from sandtable.games.primer import combat, fire, hidden, movement, reinforcements, sequence
from sandtable.games.primer import content as contents
from sandtable.games.primer import evaluation as evaluations
from sandtable.games.primer import handles as handling
from sandtable.games.primer.content import Content, ScenarioFile
from sandtable.games.primer.events import EVENTS
from sandtable.games.primer.observed import OBSERVED
from sandtable.games.primer.playbook import Drill
from sandtable.games.primer.screen import charts as charting
from sandtable.games.primer.screen import facts as factual
from sandtable.games.primer.screen import overlays as overlaying
from sandtable.games.primer.screen import scene as scenes
from sandtable.games.primer.screen import status as statuses
from sandtable.games.primer.screen import track as tracking
from sandtable.games.primer.screen.formalities import ALARMS, FORMALITIES
from sandtable.games.primer.sight import explained
from sandtable.games.primer.state import OFF_MAP, SIDES, UNKNOWN, State, Unit
from sandtable.games.primer.units import Game
from sandtable.kernel import Handle, ScenarioInfo, rule
from sandtable.mechanics import switches as switching
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.sightline import Sight, UnknownMap
from sandtable.mechanics.title import HexTitle, Overlay, Standing, StatusLine


class Primer(HexTitle[State, Content]):
    """The tutorial: a page of rules that uses everything the platform has."""

    id = "primer"
    name: ClassVar[dict[str, str]] = {"en": "Primer", "ja": "入門"}
    tutorial = True
    state_type = State
    event_types = EVENTS
    kinds = ("do", "unit", "hex", "order")
    fights = ("combat", "fire")
    observed: ClassVar = OBSERVED
    masked = ("units", "stack", "secret")
    formalities: ClassVar = FORMALITIES
    alarms = ALARMS
    playbook: ClassVar = (Drill,)
    procedures = (
        sequence.Deal, sequence.GameTurn, sequence.GiveOrder, sequence.PlayerTurn, reinforcements.ReinforcementPhase,
        movement.MovementPhase, movement.Move, fire.OpportunityFire, combat.CombatPhase, combat.Attack,
        combat.LoseStep, combat.RetreatOrStand, combat.Retreat,
    )  # fmt: skip

    def scenarios(self) -> dict[str, ScenarioInfo]:
        found, switches = {}, tuple(switching.offered(self).values())
        for path in self.data_files("scenarios"):
            file = read(path, ScenarioFile)
            found[path.stem] = ScenarioInfo(path.stem, file.name, file.turns, SIDES, file.description, switches)
        return found

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return contents.load(self, scenario, switches)

    @rule("9.5")
    def start(self, content: Content) -> State:
        state = State(scenario="")
        state.points = dict(content.scenario.handicap)
        for side, force in content.scenario.forces.items():
            for unit_id, placed in force.counters.items():
                kind = placed.kind or UNKNOWN
                steps = content.kinds[kind].steps if placed.kind else 0
                at = placed.at or OFF_MAP
                face_down = force.hidden and placed.at is not None
                state.units[unit_id] = Unit(side, kind, at, steps, hidden=face_down)
                if placed.turn is not None:
                    state.arrivals[unit_id] = placed.turn
        for side, labels in content.scenario.control.items():
            state.control |= dict.fromkeys(labels, side)
        state.stack = [sequence.Deal()]
        return state

    def sight_maps(self) -> tuple[str, ...]:
        return tuple(path.stem for path in self.data_files("maps"))

    def sight_on(self, map_name: str, viewer: str, target: str) -> Sight:
        if map_name not in self.sight_maps():
            raise UnknownMap(f"there is no map {map_name!r}; there are {', '.join(self.sight_maps())}")
        return explained(load_board(self.data_file(f"maps/{map_name}.yaml")), viewer, target)

    def sight_in(self, game: Game, viewer: str, target: str) -> Sight:
        return explained(game.content.board, viewer, target)

    def mask(self, state: State, content: Content, side: str) -> None:
        hidden.mask(state, content, side)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        hidden.fill(state, content, side, rng)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return evaluations.evaluate(state, content, side)

    def turn(self, state: State) -> int:
        return state.turn

    def scene(self, game: Game, lang: str) -> Scene:
        return scenes.scene(game, game.texts(lang))

    def forces(self, game: Game) -> dict[str, Standing]:
        return {
            unit_id: Standing(unit.side, unit.at, unit.steps)
            for unit_id, unit in game.state.units.items()
            if unit.at != OFF_MAP and not game.content.kinds[unit.kind].dummy
        }

    def handles(self, scenario: str) -> tuple[Handle, ...]:
        return handling.handles(self, read(self.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile))

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return statuses.status(game, game.texts(lang))

    def facts_of_unit(self, game: Game, unit_id: str, lang: str) -> list[Fact]:
        return factual.facts(game, unit_id, game.texts(lang))

    def charts(self, content: Content, lang: str) -> tuple[PrintedChart, ...]:
        return charting.charts(content, self.texts(lang, content))

    def track(self, content: Content, lang: str) -> tuple[PrintedPhase, ...]:
        return tracking.track(content, self.texts(lang, content))

    def phase(self, game: Game) -> str:
        return tracking.phase(game)

    def overlays(self, content: Content) -> tuple[Overlay, ...]:
        return overlaying.OVERLAYS

    def overlay(self, game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
        return overlaying.lit(game, overlay_id, label, side)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if kind == "unit" and ident[1:].isdigit():
            side = {"b": "blue", "r": "red"}.get(ident[0])
            return None if side is None else f"{self.texts(lang).name('side', side)} {ident[1:]}"
        if kind == "hex":
            return self.hex_name(ident, lang, content)
        if kind == "kind" and content is not None and ident in content.kinds:
            name = content.kinds[ident].name
            return name.get(lang, name["en"])
        return None

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind == "unit":
            return [unit_id for force in content.scenario.forces.values() for unit_id in force.counters]
        return content.board.labels if kind == "hex" else ()
