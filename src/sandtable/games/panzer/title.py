"""Panzer as a title: what the kernel and the front ends ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar, get_args

from sandtable.board.scene import Scene
from sandtable.datafile import read
from sandtable.games.panzer import arrivals, evaluation, sequence, setup, victory
from sandtable.games.panzer import content as contents
from sandtable.games.panzer import handles as handling
from sandtable.games.panzer.air.air_phase import PROCEDURES as AIR_PROCEDURES
from sandtable.games.panzer.air.anti_aircraft_fire import hide_anti_aircraft
from sandtable.games.panzer.air.events import AIR_EVENTS
from sandtable.games.panzer.air.loads import arm, guess_loads, hide_loads
from sandtable.games.panzer.air.names import AIR_KINDS, air_name
from sandtable.games.panzer.assault.dismount_attack import STORM
from sandtable.games.panzer.assault.overrun import OVERRUN
from sandtable.games.panzer.assault.procedures import PROCEDURES as ASSAULT_PROCEDURES
from sandtable.games.panzer.combat import (
    advanced_ap_fire,
    bail_out,
    gp_fire,
    overwatch,
)
from sandtable.games.panzer.combat.weapons import loads_by_name
from sandtable.games.panzer.command import hidden_commands, place_commands
from sandtable.games.panzer.command.columns import COLUMN
from sandtable.games.panzer.command.control import formation_name, formations
from sandtable.games.panzer.command.place_commands import FORMATION, SHARE
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import EVENTS
from sandtable.games.panzer.fire_events import FIRE_EVENTS
from sandtable.games.panzer.generator import meeting
from sandtable.games.panzer.index import Places
from sandtable.games.panzer.indirect.events import INDIRECT_EVENTS
from sandtable.games.panzer.indirect.names import INDIRECT_KINDS, indirect_name
from sandtable.games.panzer.indirect.procedures import PROCEDURES as INDIRECT_PROCEDURES
from sandtable.games.panzer.indirect.secrets import guess_plots, hide_picking, hide_plots
from sandtable.games.panzer.mines.secrets import guess_mines, hide_mines
from sandtable.games.panzer.movement import movement_phase
from sandtable.games.panzer.movement.buildings import INSIDE
from sandtable.games.panzer.movement.hull_down_search import SEARCH
from sandtable.games.panzer.movement.loading import BAIL, DISMOUNT, MOUNT
from sandtable.games.panzer.movement.reach import AHEAD, BACK, facings_by_name
from sandtable.games.panzer.movement_events import MOVEMENT_EVENTS
from sandtable.games.panzer.observed import OBSERVED
from sandtable.games.panzer.scenarios import ScenarioFile
from sandtable.games.panzer.screen import charts as charting
from sandtable.games.panzer.screen import data_card
from sandtable.games.panzer.screen import facts as factual
from sandtable.games.panzer.screen import overlays as overlaying
from sandtable.games.panzer.screen import scene as scenes
from sandtable.games.panzer.screen import status as standings
from sandtable.games.panzer.screen import track as tracking
from sandtable.games.panzer.screen.formalities import ALARMS, FORMALITIES
from sandtable.games.panzer.spotting.explained import sight_on_map
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, sight
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.staff import PLAYBOOK, StaffPlayer
from sandtable.games.panzer.state import SIDES, State
from sandtable.games.panzer.tables.fire import Angle
from sandtable.games.panzer.units import Game, platoons
from sandtable.kernel import Choice, Dial, Handle, Order, Refusal, ScenarioInfo, rule
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.player import Thinking
from sandtable.kernel.rules import Status
from sandtable.mechanics import switches as switching
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.sightline import Sight, spot_on
from sandtable.mechanics.title import Formation, HexTitle, Overlay, Standing, StatusLine

IN_BASIC_GAME = ("corners-block", "beds-seen-from-above", "only-highest-obstacle", "screens-have-height")
"""The readings that bear on the Basic Game."""


class Panzer(HexTitle[State, Content]):
    """Vehicles against vehicles in the East."""

    id = "panzer"
    name: ClassVar[dict[str, str]] = {"en": "Panzer", "ja": "パンツァー"}
    state_type = State
    event_types = (*EVENTS, *FIRE_EVENTS, *INDIRECT_EVENTS, *MOVEMENT_EVENTS, *AIR_EVENTS)
    kinds = (
        "do", "unit", "hex", FORMATION, "platoon", "command", SHARE, COLUMN,
        AHEAD, BACK, INSIDE, "face", MOUNT, DISMOUNT, BAIL, SEARCH, "weapon",
        "load", "angle", OVERRUN, STORM, *INDIRECT_KINDS, *AIR_KINDS,
    )  # fmt: skip
    fights = ("ap-fire", "ap-hit", "gp-fire", "close-assault", "hand-to-hand", "overrun", "aa-fire")
    observed: ClassVar = OBSERVED
    masked = ("commands", "stack", "batteries", "missions", "aircraft", "mines")
    formalities: ClassVar = FORMALITIES
    bots: ClassVar = {"greedy": StaffPlayer}
    playbook: ClassVar = PLAYBOOK
    thinking: ClassVar = Thinking(
        routine=("set-up", "command-whom"), pondered=("command-unit", "command-platoon-left"), without_luck=True
    )
    alarms = ALARMS
    roster_type = Places
    procedures = (
        *sequence.PROCEDURES, *setup.PROCEDURES, *arrivals.PROCEDURES, *place_commands.PROCEDURES,
        *overwatch.PROCEDURES, *movement_phase.PROCEDURES,
        *advanced_ap_fire.PROCEDURES, *gp_fire.PROCEDURES, *bail_out.PROCEDURES,
        *INDIRECT_PROCEDURES, *ASSAULT_PROCEDURES, *AIR_PROCEDURES,
    )  # fmt: skip

    _dials: tuple[Dial, ...] | None = None

    @rule("2.0")
    def scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios of the Basic Game and then those of the Advanced, each the shortest first."""
        offered = switching.offered(self)
        basic = tuple(offered[name] for name in IN_BASIC_GAME)
        files = {path.stem: read(path, ScenarioFile) for path in self.data_files("scenarios")}
        ranked = sorted(files.items(), key=lambda item: (item[1].game != "basic", item[1].turns, item[1].date))
        return {
            name: ScenarioInfo(
                name,
                file.name,
                file.turns,
                SIDES,
                file.description,
                switches=basic if file.game == "basic" else tuple(offered.values()),
                briefing=file.briefing,
            )
            for name, file in ranked
        }

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return contents.load(self.data_file, scenario, switches)

    def dials(self) -> tuple[Dial, ...]:
        if self._dials is None:
            self._dials = meeting.dials(self.data_file)
        return self._dials

    def generate(self, made: Order) -> str:
        return meeting.generate(self.data_file, made)

    def sight_maps(self) -> tuple[str, ...]:
        return tuple(path.stem for path in self.data_files("maps"))

    def sight_on(self, map_name: str, viewer: str, target: str) -> Sight:
        return sight_on_map(self.data_file, self.sight_maps(), map_name, viewer, target)

    def sight_in(self, game: Game, viewer: str, target: str) -> Sight:
        ends = [Viewpoint(*spot_on(game.content.board, text)) for text in (viewer, target)]
        return sight(game.content, changes(game), *ends)

    def start(self, content: Content) -> State:
        state = State(scenario="")
        setup.place(state, content)
        state.aircraft = arm(content)
        victory.set_control(state, content)
        state.stack = [sequence.Scenario()]
        return state

    def mask(self, state: State, content: Content, side: str) -> None:
        hidden_commands.mask(state, content, side)
        hide_picking(state, content, side)
        hide_plots(state, content, side)
        hide_loads(state, content, side)
        hide_anti_aircraft(state, content, side)
        hide_mines(state, side)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        guess_plots(state, content, rng)
        guess_loads(state, content, rng)
        guess_mines(state, content, side, rng)
        hidden_commands.fill(KernelGame(self, content, state), side, rng)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return evaluation.evaluate(KernelGame(self, content, state), side)

    def turn(self, state: State) -> int:
        return state.turn

    def scene(self, game: Game, lang: str) -> Scene:
        return scenes.scene(game, game.texts(lang))

    def forces(self, game: Game) -> dict[str, Standing]:
        sides = game.content.side_of
        return {unit_id: Standing(sides[unit_id], unit.at, 1) for unit_id, unit in game.state.units.items()}

    def why_not(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "unit" and choice.name in game.content.aircraft:
            return Refusal("refused.aircraft-elsewhere", "6.7", {"unit": choice.name})
        if choice.kind != "unit" or choice.name in game.state.units or choice.name not in game.content.counters:
            return None
        if choice.name in game.state.lost:
            return Refusal("refused.lost", "4.4.3.2.6", {"unit": choice.name})
        reason = "refused.left-map" if choice.name in game.state.exited else "refused.not-on-map"
        return Refusal(reason, "4.5.1.1.9", {"unit": choice.name})

    def handles(self, scenario: str) -> tuple[Handle, ...]:
        return handling.handles(self, read(self.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile))

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return standings.status(game, game.texts(lang))

    def goals(self, content: Content, lang: str) -> tuple[StatusLine, ...]:
        missing = [rule.id for rule in self.rules() if rule.status is Status.MISSING]
        return standings.goals(content, self.texts(lang, content), missing)

    def groups(self, content: Content) -> dict[str, tuple[str, ...]]:
        told = {f"platoon:{name}": platoon.units for name, platoon in platoons(content).items()}
        return told | {f"{FORMATION}:{name}": units for name, units in formations(content).items()}

    def formations(self, content: Content, lang: str) -> tuple[Formation, ...]:
        texts = self.texts(lang, content)
        told = platoons(content).items()
        return tuple(Formation(texts.name("platoon", name), platoon.side, platoon.units) for name, platoon in told)

    def facts_of_unit(self, game: Game, unit_id: str, lang: str) -> list[Fact]:
        return factual.facts(game, unit_id, game.texts(lang))

    def card_of_unit(self, game: Game, unit_id: str, lang: str) -> tuple[PrintedChart, ...]:
        return data_card.data_card(game, unit_id, game.texts(lang))

    def charts(self, content: Content, lang: str) -> tuple[PrintedChart, ...]:
        return charting.charts(content, self.texts(lang, content))

    def track(self, content: Content, lang: str) -> tuple[PrintedPhase, ...]:
        return tracking.track(content, self.texts(lang, content))

    def phase(self, game: Game) -> str:
        return tracking.phase(game)

    def overlays(self, content: Content) -> tuple[Overlay, ...]:
        return overlaying.overlays(content)

    def overlay(self, game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
        return overlaying.lit(game, overlay_id, label, side)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if kind == "hex":
            return self.hex_name(ident, lang, content)
        if kind in (AHEAD, BACK, INSIDE):
            return self.texts(lang).phrase(f"option.{kind}", {"hex": self.hex_name(ident, lang, content)})
        if content is None:
            return None
        if kind == "unit" and ident in content.counters:
            return f"{content.card(content.counters[ident].card).name[lang]} {ident[1:]}"
        if kind in (MOUNT, DISMOUNT, BAIL):
            return self.texts(lang, content).phrase(f"option.{kind}", {"unit": ident})
        if kind == FORMATION and ident in formations(content):
            return formation_name(content, ident, lang)
        if kind in (SHARE, COLUMN) and ident in content.counters:
            return self.texts(lang, content).phrase(f"option.{kind}", {"unit": ident})
        if kind == "platoon" and ident in platoons(content):
            platoon = platoons(content)[ident]
            return f"{platoon.number} · {platoon.name[lang]}"
        if kind == "weapon" and ident in content.guns:
            return content.guns[ident].name
        if kind == "weapon" and ident in content.cards.attached:
            return content.cards.attached[ident].name[lang]
        if kind == "load":
            weapon, _, load = ident.rpartition("/")
            return self.texts(lang, content).phrase("option.load", {"weapon": weapon, "load": load})
        if kind in (OVERRUN, STORM):
            return self.texts(lang, content).phrase(f"option.{kind}", {"unit": ident})
        if kind == "objective":
            return self.hex_name(ident, lang, content)
        texts = self.texts(lang, content)
        return air_name(kind, ident, texts, content) or indirect_name(kind, ident, texts, content)

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind == "unit":
            return (*content.counters, *content.aircraft)
        if kind in (MOUNT, DISMOUNT, BAIL, OVERRUN, STORM):
            return content.counters
        if kind == "platoon":
            return platoons(content)
        if kind == FORMATION:
            return formations(content)
        if kind in (SHARE, COLUMN):
            return content.counters
        if kind == "face":
            return facings_by_name(content)
        if kind == "battery":
            return content.batteries
        if kind == "weapon":
            return content.guns
        if kind == "load":
            return loads_by_name(content)
        if kind == "angle":
            return get_args(Angle)
        if kind == SEARCH:
            return ("full", "partial")
        return content.board.labels if kind in ("hex", AHEAD, BACK, INSIDE) else ()
