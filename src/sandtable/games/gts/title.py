"""The Grand Tactical Series as a title: what the kernel and the front ends ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from sandtable.board import Board
from sandtable.board.scene import Scene
from sandtable.datafile import read
from sandtable.games.gts import content as contents
from sandtable.games.gts.arnhem import goals as scoring
from sandtable.games.gts.arnhem import handles as handling
from sandtable.games.gts.assault import assault_procedure
from sandtable.games.gts.conditions import air_power
from sandtable.games.gts.conditions.weather import AS_IT_WAS
from sandtable.games.gts.content import (
    Content,
    EntryFile,
    ScenarioFile,
    UnitsFile,
    rearguard_name,
)
from sandtable.games.gts.engineers import engineer_action
from sandtable.games.gts.events import EVENTS
from sandtable.games.gts.fire import combat_results, fire_action, opportunity_fire, rally
from sandtable.games.gts.index import Positions
from sandtable.games.gts.indirect import indirect_fire
from sandtable.games.gts.movement import movement_action, stacking
from sandtable.games.gts.observed import OBSERVED
from sandtable.games.gts.screen import charts as charting
from sandtable.games.gts.screen import facts as factual
from sandtable.games.gts.screen import overlays as overlaying
from sandtable.games.gts.screen import scene as scenes
from sandtable.games.gts.screen import status
from sandtable.games.gts.screen import track as tracking
from sandtable.games.gts.screen.formalities import ALARMS, FORMALITIES
from sandtable.games.gts.sequence import (
    activation,
    dispatch,
    game_turn,
    hidden_chits,
    leaders,
    reinforcements,
    setup,
    troop_quality,
)
from sandtable.games.gts.staff import PLAYBOOK, THINKING, StaffPlayer
from sandtable.games.gts.staff import evaluation as evaluations
from sandtable.games.gts.state import SIDES, State
from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Handle, Refusal, ScenarioInfo
from sandtable.mechanics.content import Text
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.switches import offered
from sandtable.mechanics.title import Formation, HexTitle, Overlay, Standing, StatusLine

Names = dict[str, Text]
"""The names of things by their ids, each in both languages."""
TOGETHER = ("join", "drop", "split")
"""The kinds of options that say which units act together."""
PHRASES = ("now", "next", "finish")
"""The kinds of options that say what happens to a formation."""
LENGTHS = ("learning", "medium", "full")


class Gts(HexTitle[State, Content]):
    """Company battles by the rules of the Grand Tactical Series: Arnhem, September 1944."""

    id = "gts"
    name: ClassVar[dict[str, str]] = {
        "en": "Grand Tactical Series: Arnhem",
        "ja": "グランド・タクティカル・シリーズ：アルンヘム",
    }
    state_type = State
    event_types = EVENTS
    roster_type = Positions
    kinds = ("do", "unit", "hex", *TOGETHER, *PHRASES, "entry")
    fights = ("fire", "air-attack")
    observed: ClassVar = OBSERVED
    masked = ("cup", "beside", "orders")
    formalities: ClassVar = FORMALITIES
    alarms = ALARMS
    bots: ClassVar = {"greedy": StaffPlayer}
    playbook: ClassVar = PLAYBOOK
    thinking: ClassVar = THINKING
    procedures = (
        *game_turn.PROCEDURES,
        *activation.PROCEDURES,
        *troop_quality.PROCEDURES,
        *movement_action.PROCEDURES,
        *stacking.PROCEDURES,
        *fire_action.PROCEDURES,
        *indirect_fire.PROCEDURES,
        *combat_results.PROCEDURES,
        *opportunity_fire.PROCEDURES,
        *assault_procedure.PROCEDURES,
        *rally.PROCEDURES,
        *engineer_action.PROCEDURES,
        *dispatch.PROCEDURES,
        *leaders.PROCEDURES,
        *air_power.PROCEDURES,
        *reinforcements.PROCEDURES,
        *setup.PROCEDURES,
    )

    def scenarios(self) -> dict[str, ScenarioInfo]:
        files = {path.stem: read(path, ScenarioFile) for path in self.data_files("scenarios")}
        found = {}
        for name, file in sorted(files.items(), key=lambda item: LENGTHS.index(item[1].length)):
            turns = file.last_turn - file.first_turn + 1
            switches = offered(self)
            if "history" not in file.weather:
                del switches[AS_IT_WAS]
            if not file.air_power:
                del switches[air_power.ONCE_A_DAY]
            chosen = tuple(switches.values())
            found[name] = ScenarioInfo(name, file.name, turns, SIDES, file.description, switches=chosen)
        return found

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return contents.load(self, scenario, switches)

    def start(self, content: Content) -> State:
        state = State(scenario="", turn=content.first_turn, opening=content.first_turn)
        setup.place(state, content)
        state.stack = [game_turn.Battle()]
        return state

    def mask(self, state: State, content: Content, side: str) -> None:
        hidden_chits.mask(state, content, side)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        hidden_chits.fill(state, content, side, rng)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        return evaluations.evaluate(state, content, side)

    def turn(self, state: State) -> int:
        return state.turn - state.opening + 1

    def board(self, content: Content) -> Board:
        return content.board

    def scene(self, game: Game, lang: str) -> Scene:
        state, content, texts = game.state, game.content, game.texts(lang)
        box = content.track[state.turn]
        args = {
            "turn": self.turn(state),
            "last": content.last_turn - state.opening + 1,
            "date": box.date,
            "time": box.time,
        }
        heading = texts.phrase("heading", args | {"weather": state.weather})
        if state.active is not None:
            heading += texts.phrase("heading.active", {"chit": state.active.chit})
        return scenes.scene(game, heading, texts)

    def forces(self, game: Game) -> dict[str, Standing]:
        counters = game.content.counters
        return {
            unit_id: Standing(counters[unit_id].side, scenes.place(unit), unit.steps)
            for unit_id, unit in game.state.units.items()
            if unit.steps
        }

    def why_not(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name in game.state.units:
            return None
        if choice.name in game.content.leaders:
            return Refusal("refused.leader", "21.2", {"leader": choice.name})
        known = choice.name in game.content.counters
        return Refusal("refused.not-on-map", "8.0", {"unit": choice.name}) if known else None

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

    def goals(self, content: Content, lang: str) -> tuple[StatusLine, ...]:
        return scoring.goals(content, self.texts(lang, content))

    def formations(self, content: Content, lang: str) -> tuple[Formation, ...]:
        texts, told = self.texts(lang, content), content.formation_units.items()
        sides = {name: content.divisions[formation.division].side for name, formation in content.formations.items()}
        return tuple(Formation(texts.name("formation", name), sides[name], units) for name, units in told if units)

    def overlays(self, content: Content) -> tuple[Overlay, ...]:
        return overlaying.overlays(content)

    def overlay(self, game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
        return overlaying.lit(game, overlay_id, label)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if kind == "hex":
            return self.hex_name(ident, lang, content)
        if kind in PHRASES and ident in self._names("formation"):
            return self.texts(lang).phrase(f"option.{kind}", {"formation": ident})
        if kind in TOGETHER and ident in self._names("unit"):
            return self.texts(lang).phrase(f"option.{kind}", {"unit": ident})
        name = self._names(kind).get(ident)
        return None if name is None else name.get(lang, name["en"])

    def _names(self, kind: str) -> Names:
        """The names of all things of a kind."""
        if not self._named:
            units = read(self.data_file("units/units.yaml"), UnitsFile)
            entries = read(self.data_file("tables/entry.yaml"), EntryFile)
            scenarios = [read(path, ScenarioFile) for path in self.data_files("scenarios")]
            awards = {award.id: award.name for scenario in scenarios for award in scenario.victory}
            self._named = _names_of(units, entries, awards)
        return self._named.get(kind, {})

    _named: dict[str, Names] = {}

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind == "unit" or kind in TOGETHER:
            return content.counters
        if kind in PHRASES:
            return content.formations
        if kind == "entry":
            return content.entries
        return content.board.labels if kind == "hex" else ()


def _names_of(
    units: UnitsFile, entries: EntryFile, awards: dict[str, dict[str, str]]
) -> dict[str, dict[str, dict[str, str]]]:
    chits = {division.chit: division.name for division in units.divisions.values()}
    chits |= {formation.chit: formation.name for formation in units.formations.values()}
    short = {division.chit: division.short for division in units.divisions.values()}
    short |= {formation.chit: formation.short for formation in units.formations.values()}
    return {
        "unit": {unit_id: kind.name for unit_id, kind in units.units.items()}
        | {name: leader.name for name, leader in units.leaders.items()}
        | {
            f"rg-{name}-{number}": rearguard_name(division, number)
            for name, division in units.divisions.items()
            for number in range(1, division.rearguards + 1)
        },
        "leader": {name: leader.name for name, leader in units.leaders.items()},
        "formation": {name: formation.name for name, formation in units.formations.items()},
        "division": {name: division.name for name, division in units.divisions.items()},
        "chit": chits,
        "short-chit": {chit: {"en": name} for chit, name in short.items()},
        "short-unit": {unit_id: {"en": kind.short} for unit_id, kind in units.units.items()}
        | {
            f"rg-{name}-{number}": {"en": f"RG {number}"}
            for name, division in units.divisions.items()
            for number in range(1, division.rearguards + 1)
        },
        "air": {name: unit.name for name, unit in units.air_units.items()},
        "entry": {name: row.name for name, row in (entries.entries | entries.scenario).items()},
        "award": awards,
    }
