"""East Front Series as a title: what the kernel and the front ends ask of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from sandtable.board.scene import Scene
from sandtable.datafile import read
from sandtable.games.efs import content as contents
from sandtable.games.efs import handles as handling
from sandtable.games.efs import regiments, sequence, setup, stacking
from sandtable.games.efs.artillery import bombardment, commit
from sandtable.games.efs.combat import advances, aftermath, combat, organize_attack, retreats, step_losses
from sandtable.games.efs.content import Content, supply_names
from sandtable.games.efs.declaration import declaration_phase, give_orders, orders, reaction
from sandtable.games.efs.engineers import building, conversion, demolition, ferries, storms
from sandtable.games.efs.events import EVENTS, BoxChanged, Reduced
from sandtable.games.efs.files import ScenarioFile, UnitsFile
from sandtable.games.efs.fortifications import construction
from sandtable.games.efs.headquarters import activation, command, garrisons, recovery
from sandtable.games.efs.index import Places
from sandtable.games.efs.movement import move, overrun, ride
from sandtable.games.efs.observed import OBSERVED
from sandtable.games.efs.reinforcements import map_entry, reinforcements_phase
from sandtable.games.efs.screen import charts as charting
from sandtable.games.efs.screen import facts as factual
from sandtable.games.efs.screen import overlays as overlaying
from sandtable.games.efs.screen import scene as scenes
from sandtable.games.efs.screen import status
from sandtable.games.efs.screen import track as tracking
from sandtable.games.efs.screen.formalities import ALARMS, FORMALITIES
from sandtable.games.efs.staff import StaffPlayer
from sandtable.games.efs.state import AXIS, HEXES, SIDES, Box, State
from sandtable.games.efs.supply import depots, supply_phase
from sandtable.games.efs.supply import received as supply_received
from sandtable.games.efs.units import REMOVE, Game
from sandtable.kernel import Choice, Event, Handle, Refusal, ScenarioInfo, rule
from sandtable.mechanics import switches as switching
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.reference import PrintedChart, PrintedPhase
from sandtable.mechanics.title import Formation, HexTitle, Overlay, Standing, StatusLine

HIDDEN = "face-down"
RULE_OF_BOX: dict[Box, str] = {
    "scheduled": "8.11a", "arrived": "8.11b", "group": "8.22", "available": "23.13", "active": "8.31",
    "track": "7.45b", "withdrawn": "8.51", "exited": "11.62", "aside": "8.61",
}  # fmt: skip
"""The rule that keeps a unit off the map, by where it is; that of the Unit Rebuilding Track for its other boxes."""


class Efs(HexTitle[State, Content]):
    """The war in the East, 1941, by the Barbarossa standard rules."""

    id = "efs"
    name: ClassVar[dict[str, str]] = {"en": "East Front Series", "ja": "イースト・フロント・シリーズ"}
    state_type = State
    event_types = EVENTS
    bots: ClassVar = {"greedy": StaffPlayer}
    is_searched = False
    kinds = ("do", "unit", "hex", "stack", "division", "join", "leave", "overrun", "exit", "group", "bridge")
    observed: ClassVar = OBSERVED
    masked = ("attacks",)
    formalities: ClassVar = FORMALITIES
    alarms = ALARMS
    roster_type = Places
    procedures = (
        *sequence.PROCEDURES, *stacking.PROCEDURES, *supply_phase.PROCEDURES, *step_losses.PROCEDURES,
        *supply_received.PROCEDURES, *depots.PROCEDURES,
        *retreats.PROCEDURES, *advances.PROCEDURES, *overrun.PROCEDURES, *move.PROCEDURES, *ride.PROCEDURES,
        *reinforcements_phase.PROCEDURES, *map_entry.PROCEDURES, *construction.PROCEDURES,
        *command.PROCEDURES, *activation.PROCEDURES, *recovery.PROCEDURES, *garrisons.PROCEDURES,
        *declaration_phase.PROCEDURES, *reaction.PROCEDURES, *give_orders.PROCEDURES,
        *commit.PROCEDURES, *bombardment.PROCEDURES,
        *organize_attack.PROCEDURES, *combat.PROCEDURES, *aftermath.PROCEDURES,
        *building.PROCEDURES, *demolition.PROCEDURES, *regiments.PROCEDURES,
        *ferries.PROCEDURES, *conversion.PROCEDURES, *storms.PROCEDURES,
    )  # fmt: skip

    def scenarios(self) -> dict[str, ScenarioInfo]:
        """The scenarios, the learning scenario first."""
        found, switches = {}, tuple(switching.offered(self).values())
        for path in self.data_files("scenarios"):
            file = read(path, ScenarioFile)
            whole = read(self.data_file(f"scenarios/{file.like}.yaml"), ScenarioFile) if file.like else file
            assert whole.card is not None
            turns = file.last_turn - whole.card.first_turn + 1
            found[path.stem] = ScenarioInfo(
                path.stem, file.name, turns, SIDES, file.description, switches=switches,
                briefing=file.briefing or whole.briefing, first_turn=whole.card.first_turn,
            )  # fmt: skip
        return dict(sorted(found.items(), key=lambda item: item[1].turns))

    def handles(self, scenario: str) -> tuple[Handle, ...]:
        return handling.handles(self, scenario)

    def load(self, scenario: str, switches: tuple[str, ...]) -> Content:
        return contents.load(self, scenario, switches)

    def start(self, content: Content) -> State:
        state = State(scenario="", turn=content.first_turn)
        setup.place(state, content)
        state.stack = [sequence.GameTurn()]
        return state

    @rule("12.53a")
    def mask(self, state: State, content: Content, side: str) -> None:
        """Hide the orders of the other side, which lie face down until they are revealed."""
        for name, attack in state.attacks.items():
            own, theirs = (
                ("attacker_orders", "defender_orders")
                if attack.side == side
                else ("defender_orders", "attacker_orders")
            )
            hidden = {theirs: HIDDEN} if getattr(attack, theirs) else {}
            if not side and getattr(attack, own):
                hidden[own] = HIDDEN
            if hidden:
                state.attacks[name] = replace(attack, **hidden)

    def fill(self, state: State, content: Content, side: str, rng: random.Random) -> None:
        """Orders that lie face down may be either, where either may be given."""
        game = Game(self, content, state)
        for name, attack in state.attacks.items():
            hidden = {each: of for each, of in orders.sides_of(attack).items() if getattr(attack, each) == HIDDEN}
            if hidden:
                drawn = {each: rng.choice(orders.kinds(game, attack, of)) for each, of in hidden.items()}
                state.attacks[name] = replace(attack, **drawn)

    def evaluate(self, state: State, content: Content, side: str) -> float:
        """The points, and steps on the map; a decided game lies beyond all others."""
        if state.result is not None:
            return 1e6 if state.result.winner == side else -1e6
        strength = dict.fromkeys(SIDES, 0.0)
        for unit_id, unit in state.units.items():
            strength[content.side_of[unit_id]] += unit.steps if unit.at else 0
        ahead = state.vp + 0.1 * (strength[AXIS] - sum(strength.values()) / 2)
        return ahead if side == AXIS else -ahead

    def turn(self, state: State) -> int:
        return state.turn

    def scene(self, game: Game, lang: str) -> Scene:
        return scenes.scene(game, game.texts(lang))

    def forces(self, game: Game) -> dict[str, Standing]:
        sides, units = game.content.side_of, game.state.units
        return {unit_id: Standing(sides[unit_id], unit.at, unit.steps) for unit_id, unit in units.items() if unit.at}

    def losses(self, content: Content, events: Iterable[Event]) -> dict[str, int]:
        lost = dict.fromkeys(SIDES, 0)
        for event in events:
            if isinstance(event, Reduced | BoxChanged):
                lost[content.side_of[event.unit]] += event.steps
        return lost

    def why_not(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name in game.state.supplies:
            return None
        unit = game.state.units.get(choice.name)
        if unit is None:
            known = choice.name in game.content.counters or choice.name in supply_names(game.content)
            return Refusal("refused.not-in-play", "4.1", {"unit": choice.name}) if known else None
        about: dict[str, str | int] = {"unit": choice.name, "box": unit.box}
        return None if unit.at else Refusal("refused.in-box", RULE_OF_BOX.get(unit.box, "7.1"), about)

    def status(self, game: Game, lang: str) -> tuple[StatusLine, ...]:
        return status.status(game, game.texts(lang))

    def groups(self, content: Content) -> dict[str, tuple[str, ...]]:
        return contents.divisions_in_play(content)

    def formations(self, content: Content, lang: str) -> tuple[Formation, ...]:
        texts = self.texts(lang, content)
        listed = contents.order_of_battle(content).items()
        return tuple(
            Formation(texts.name(kind, name), content.side_of[units[0]], units) for (kind, name), units in listed
        )

    def inspect(self, game: Game, label: str, lang: str) -> list[Fact]:
        return super().inspect(game, label, lang) + status.facts(game, label, game.texts(lang))

    def facts_of_unit(self, game: Game, unit_id: str, lang: str) -> list[Fact]:
        return factual.facts(game, unit_id, game.texts(lang))

    def charts(self, content: Content, lang: str) -> tuple[PrintedChart, ...]:
        return charting.charts(content, self.texts(lang, content))

    def overlays(self, content: Content) -> tuple[Overlay, ...]:
        return overlaying.overlays()

    def overlay(self, game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
        return overlaying.lit(game, overlay_id)

    def track(self, content: Content, lang: str) -> tuple[PrintedPhase, ...]:
        return tracking.track(self.texts(lang, content))

    def phase(self, game: Game) -> str:
        return tracking.phase(game)

    def named(self, kind: str, ident: str, lang: str, content: Content | None) -> str | None:
        if kind == "hex":
            return self.hex_name(ident, lang, content)
        if kind == "hexes":
            return self.texts(lang).separator.join(self.hex_name(each, lang, content) for each in ident.split(HEXES))
        if kind == "tried" and ident != REMOVE:
            return ident
        if kind in ("stack", "overrun"):
            return self.texts(lang).phrase(f"option.{kind}", {"hex": self.hex_name(ident, lang, content)})
        if kind in ("join", "leave"):
            name = self.named("unit", ident, lang, content)
            return None if name is None else self.texts(lang).phrase(f"option.{kind}", {"unit": name})
        if kind == "bridge":
            hexside, _, way = ident.partition("/")
            near, far = (self.hex_name(label, lang, content) for label in demolition.banks_of(hexside))
            return self.texts(lang).phrase(f"option.bridge{'-' if way else ''}{way}", {"near": near, "far": far})
        if kind == "group":
            return content.card.groups[ident].name[lang] if content and ident in content.card.groups else None
        manifest = self._manifest()
        if kind == "division" and ident in manifest.divisions:
            return manifest.divisions[ident].name[lang]
        if kind == "formation" and ident in manifest.formations:
            return manifest.formations[ident][lang]
        if kind == "counter" and ident in manifest.units and manifest.units[ident].division:
            return manifest.units[ident].short
        if kind in ("unit", "counter") and ident in manifest.units:
            return manifest.units[ident].name[lang]
        side, _, number = ident.partition("-")
        if kind in ("unit", "counter") and side in SIDES:
            key = "large-dump" if number.startswith("l") else "supply-unit"
            return self.texts(lang).phrase(key, {"side": side, "number": number[1:]})
        return None

    def _manifest(self) -> UnitsFile:
        if self._units is None:
            self._units = read(self.data_file("units/units.yaml"), UnitsFile)
        return self._units

    _units: UnitsFile | None = None

    def ids(self, kind: str, content: Content) -> Iterable[str]:
        if kind in ("unit", "join", "leave"):
            return (*content.card.units, *supply_names(content))
        if kind == "group":
            return tuple(content.card.groups)
        if kind == "bridge":
            return demolition.printed_bridges(content)
        if kind == "division":
            return content.divisions
        if kind == "exit":
            return content.card.exits
        return content.board.labels if kind in ("hex", "stack", "overrun") else ()
