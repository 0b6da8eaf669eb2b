"""Group of Soviet Forces Germany as a title: what the kernel and the front ends ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from sandtable.board.scene import Scene
from sandtable.datafile import read
from sandtable.games.gsfg import content as contents
from sandtable.games.gsfg import handles as handling
from sandtable.games.gsfg import sequence, setup, stacking
from sandtable.games.gsfg.air import air_mobile, superiority, transport
from sandtable.games.gsfg.combat import combat_phase
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events import EVENTS
from sandtable.games.gsfg.files import ScenarioFile, UnitsFile
from sandtable.games.gsfg.index import Places
from sandtable.games.gsfg.movement import move, movement_phase
from sandtable.games.gsfg.observed import OBSERVED
from sandtable.games.gsfg.optional import electronic_warfare, special_forces
from sandtable.games.gsfg.reinforcements import call_out, entering, link_up, picking
from sandtable.games.gsfg.screen import charts as charting
from sandtable.games.gsfg.screen import facts as factual
from sandtable.games.gsfg.screen import overlays as overlaying
from sandtable.games.gsfg.screen import scene as scenes
from sandtable.games.gsfg.screen import status
from sandtable.games.gsfg.screen import track as tracking
from sandtable.games.gsfg.screen.formalities import ALARMS, FORMALITIES
from sandtable.games.gsfg.staff import PLAYBOOK, StaffPlayer
from sandtable.games.gsfg.staff import evaluation as evaluations
from sandtable.games.gsfg.state import SIDES, State
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Handle, Refusal, ScenarioInfo, rule
from sandtable.mechanics import switches as switching
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.title import Formation, HexTitle, Overlay, Standing, StatusLine


class Gsfg(HexTitle[State, Content]):
    """The Soviet invasion of West Germany, 1977."""

    id = "gsfg"
    name: ClassVar[dict[str, str]] = {"en": "Group of Soviet Forces Germany", "ja": "駐独ソ連軍集団"}
    state_type = State
    event_types = EVENTS
    kinds = ("do", "unit", "hex", "join", "split", "link", "sequence", "aircraft", "weasels", "sf", "number")
    fights = ("combat", "chemical", "heavy-bombers", "ground-attack", "counter-sf")
    observed: ClassVar = OBSERVED
    masked = ("jammers",)
    formalities: ClassVar = FORMALITIES
    alarms = ALARMS
    bots: ClassVar = {"greedy": StaffPlayer}
    playbook: ClassVar = PLAYBOOK
    roster_type = Places
    procedures = (
        sequence.Campaign, sequence.GameTurn, sequence.PlayerTurn, move.Move, movement_phase.MovementPhase,
        *setup.PROCEDURES, *stacking.PROCEDURES, *superiority.PROCEDURES, *transport.PROCEDURES, *air_mobile.PROCEDURES,
        *link_up.PROCEDURES, *picking.PROCEDURES, *entering.PROCEDURES, *call_out.PROCEDURES, *combat_phase.PROCEDURES,
        *special_forces.PROCEDURES, *electronic_warfare.PROCEDURES,
    )  # fmt: skip

    @rule("13.0")
    def scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios, the shortest first; the optional rules may be agreed on in each."""
        found, switches = {}, tuple(switching.offered(self).values())
        for path in self.data_files("scenarios"):
            file = read(path, ScenarioFile)
            turns = file.last_turn - file.first_turn + 1
            found[path.stem] = ScenarioInfo(path.stem, file.name, turns, SIDES, file.description, switches=switches)
        return dict(sorted(found.items(), key=lambda item: item[1].turns))

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return contents.load(self, scenario, switches)

    def start(self, content: Content) -> State:
        state = State(scenario="", turn=content.first_turn)
        setup.place(state, content)
        state.stack = [sequence.Campaign()]
        return state

    @rule("7.8")
    def mask(self, state: State, content: Content, side: str) -> None:
        """Nothing is hidden (7.8) but how the other side has set its electronic warfare markers (13.12)."""
        electronic_warfare.mask(state, side)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        electronic_warfare.fill(state, side, rng)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return evaluations.evaluate(state, content, side)

    def turn(self, state: State) -> int:
        return state.turn

    def scene(self, game: Game, lang: str) -> Scene:
        args = {"turn": game.state.turn, "last": game.content.last_turn}
        texts = game.texts(lang)
        return scenes.scene(game, texts.phrase("heading", args), texts)

    def forces(self, game: Game) -> dict[str, Standing]:
        counters, units = game.content.counters, game.state.units
        return {unit_id: Standing(counters[unit_id].side, unit.at, unit.steps) for unit_id, unit in units.items()}

    def why_not(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name in game.state.units or choice.name not in game.content.counters:
            return None
        reason = "refused.eliminated" if choice.name in game.state.lost else "refused.not-on-map"
        return Refusal(reason, "9.1", {"unit": choice.name})

    def handles(self, scenario: str) -> tuple[Handle, ...]:
        return handling.handles(self, self.content(scenario))

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return status.status(game, lang, game.texts(lang))

    def inspect(self, game: Game, label: str, lang: str) -> list[Fact]:
        found = super().inspect(game, label, lang)
        return found + status.facts(game, label, game.texts(lang))

    def facts_of_unit(self, game: Game, unit_id: str, lang: str) -> list[Fact]:
        return factual.facts(game, unit_id, game.texts(lang))

    def charts(self, content: Content, lang: str) -> tuple[PrintedChart, ...]:
        return charting.charts(content, self.texts(lang, content))

    def track(self, content: Content, lang: str) -> tuple[PrintedPhase, ...]:
        return tracking.track(self.texts(lang, content))

    def phase(self, game: Game) -> str:
        return tracking.phase(game)

    def formations(self, content: Content, lang: str) -> tuple[Formation, ...]:
        texts = self.texts(lang, content)
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for unit_id, counter in content.counters.items():
            key = (counter.side, counter.nat)
            found[key] = (*found.get(key, ()), unit_id)
        return tuple(Formation(texts.name("nat", nat), side, units) for (side, nat), units in found.items())

    def overlays(self, content: Content) -> tuple[Overlay, ...]:
        return overlaying.overlays(content)

    def overlay(self, game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
        return overlaying.lit(game, overlay_id)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if kind == "hex":
            return self.hex_name(ident, lang, content)
        counter = self._manifest().units.get(ident)
        if counter is None or kind not in ("unit", "join", "split", "link"):
            return None
        name = counter.name.get(lang, counter.short)
        return self.texts(lang).phrase(f"option.{kind}", {"unit": name}) if kind in ("join", "split") else name

    def _manifest(self) -> UnitsFile:
        if self._units is None:
            self._units = read(self.data_file("units/units.yaml"), UnitsFile)
        return self._units

    _units: UnitsFile | None = None

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind in ("unit", "join", "split"):
            return content.counters
        if kind == "link":
            return [link.whole for link in content.links]
        return content.board.labels if kind == "hex" else ()
