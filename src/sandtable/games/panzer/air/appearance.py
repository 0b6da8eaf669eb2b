"""Chapters 6.7.2.1 and 6.7.2.2: when and where aircraft appear, how fast and how high."""

from __future__ import annotations

from typing import get_args

from sandtable.games.panzer.air.aircraft import air_side, aircraft_card, change_aircraft, figures
from sandtable.games.panzer.air.courses import ahead, crossed_edges, entries
from sandtable.games.panzer.air.events import Appeared
from sandtable.games.panzer.air.flight import Flight
from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.movement.reach import facing_name, facings_by_name
from sandtable.games.panzer.tables.support import Altitude, Speed
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

EDGES: tuple[Edge, ...] = get_args(Edge)
SPEEDS: dict[str, Speed] = {"slow": "slow", "fast": "fast"}
ALTITUDES: dict[str, Altitude] = {"low": "low", "medium": "medium", "high": "high"}
PHASE = "AirPhase"


@rule("6.7.2.1")
def why_not_appear(game: Game, aircraft_id: str) -> Refusal | None:
    """Why an aircraft does not appear in this phase: it stays for so many turns, and comes once in each of them."""
    plane, printed = game.state.aircraft[aircraft_id], game.content.aircraft[aircraft_id]
    turn, args = game.state.turn, {"unit": aircraft_id}
    if plane.lost:
        return Refusal("refused.aircraft-lost", "6.7.4.2.1/eliminated", args)
    if turn < printed.turn:
        return Refusal("refused.aircraft-not-yet", "6.7.2.1", {**args, "turn": printed.turn})
    if plane.last_turn == turn:
        return Refusal("refused.aircraft-flown", "6.7.2.1", args)
    if plane.first_turn and turn >= plane.first_turn + figures(game.content).loiter:
        return Refusal("refused.aircraft-gone", "6.7.2.1", args)
    return None


def able_to_appear(game: Game) -> list[str]:
    """The aircraft that may appear now."""
    return [aircraft_id for aircraft_id in game.state.aircraft if why_not_appear(game, aircraft_id) is None]


@rule("6.7.2.1")
def entry_edges(game: Game, aircraft_id: str) -> tuple[Edge, ...]:
    """The edges by which an aircraft may come in: any, but the one by which it left in the turn just before."""
    plane = game.state.aircraft[aircraft_id]
    away = game.state.turn - plane.last_turn - 1
    return EDGES if not plane.last_turn or away >= figures(game.content).away else plane.left_by


@rule("6.7.2.2", "6.7.4.2.1/damaged")
def speeds_of(game: Game, aircraft_id: str) -> tuple[Speed, ...]:
    """The speeds at which an aircraft may fly; a damaged one flies slow."""
    return ("slow",) if game.state.aircraft[aircraft_id].damaged else aircraft_card(game.content, aircraft_id).speeds


class Appear(Procedure, frozen=True):
    """An aircraft appears: over which hex of the edge, on which course, how fast and how high."""

    aircraft: str
    at: str = ""
    facing: int = 0
    speed: Speed = "slow"

    def _decision(self, game: Game, prompt: str, rule_id: str, options: tuple[Option, ...]) -> Decision:
        args = {"unit": self.aircraft, "hex": self.at} if self.at else {"unit": self.aircraft}
        return Decision(air_side(game.content), prompt, rule_id, options, args, continues=True, turns_to=PHASE)

    def _entries(self, game: Game) -> dict[str, tuple[int, ...]]:
        return entries(game.content, entry_edges(game, self.aircraft))

    @rule("6.7.2", "6.7.2.1")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{at}", rule="6.7.2.1") for at in self._entries(game))
        return self._decision(game, "air-entry", "6.7.2.1", options)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"unit": self.aircraft, "hex": choice.name}
        if choice.name in entries(game.content, EDGES):
            return Refusal("refused.other-edge", "6.7.2.1", args)
        return Refusal("refused.no-edge", "6.7.2", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("heading", at=choice.name)

    @rule("5.5", "6.7.2")
    def heading(self, game: Game) -> Decision | None:
        """The course leads in from off the map."""
        headings = self._entries(game)[self.at]
        if len(headings) == 1:
            game.goto("pace", facing=headings[0])
            return None
        options = tuple(Option(f"face:{facing_name(game.content, facing)}", rule="6.7.2") for facing in headings)
        return self._decision(game, "air-heading", "6.7.2", options)

    def heading_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "face":
            return None
        return Refusal("refused.not-into-the-map", "6.7.2", {"unit": self.aircraft, "hex": self.at})

    def heading_preview(self, game: Game, choice: Choice) -> Preview:
        return Preview((self.at, *ahead(game.content, self.at, facings_by_name(game.content)[choice.name])))

    def heading_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("pace", facing=facings_by_name(game.content)[choice.name])

    @rule("6.7.2.2")
    def pace(self, game: Game) -> Decision | None:
        speeds = speeds_of(game, self.aircraft)
        if len(speeds) == 1:
            game.goto("height", speed=speeds[0])
            return None
        return self._decision(
            game, "air-speed", "6.7.2.2", tuple(Option(f"speed:{speed}", rule="6.7.2.2") for speed in speeds)
        )

    def pace_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("height", speed=SPEEDS[choice.name])

    @rule("6.7.2.2")
    def height(self, game: Game) -> Decision:
        options = tuple(Option(f"altitude:{altitude}", rule="6.7.2.2") for altitude in ALTITUDES)
        return self._decision(game, "air-altitude", "6.7.2.2", options)

    @rule("6.7.2.1", "6.7.2.2")
    def height_chosen(self, game: Game, choice: Choice) -> None:
        """Speed and altitude are declared as the aircraft is placed on the map."""
        turn, content = game.state.turn, game.content
        plane = game.state.aircraft[self.aircraft]
        change_aircraft(
            game, self.aircraft, at=self.at, facing=self.facing, speed=self.speed, altitude=ALTITUDES[choice.name],
            turned=False, first_turn=plane.first_turn or turn, last_turn=turn,
        )  # fmt: skip
        facing = facing_name(content, self.facing)
        game.say(
            Appeared(
                rule="6.7.2.1", unit=self.aircraft, at=self.at, facing=facing, speed=self.speed, altitude=choice.name
            )
        )
        game.become(Flight(aircraft=self.aircraft, entered=crossed_edges(content, self.at, (self.facing + 3) % 6)))


PROCEDURES: tuple[type[Procedure], ...] = (Appear,)
