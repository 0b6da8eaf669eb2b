"""Chapters 13.1, 13.2, 13.5 and 13.22: special forces come into play and are displaced (optional)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.gsfg.events.optional import SfDisplaced, SfPlaced
from sandtable.games.gsfg.optional.attacks_on_special_forces import AttackMarker
from sandtable.games.gsfg.optional.special_forces_moves import MoveMarker, put, why_barred
from sandtable.games.gsfg.optional.switches import SPECIAL_FORCES, markers_due
from sandtable.games.gsfg.reinforcements.entry import hexes_of_nations
from sandtable.games.gsfg.state import OFF_MAP, SIDES, SOVIET, SpecialForces, enemy_of
from sandtable.games.gsfg.units import Game, rouse_special_forces
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import occupier
from sandtable.mechanics.switches import is_on

SWITCH = "special-forces"
AT_ENTRY = "reinforcement-hex"
DELAY = Option("do:wait-a-turn", rule="9.4")


# Set-up and reinforcements


@rule("13.1", "13.22")
def setup(game: Game) -> None:
    """Push the placement of the markers that both sides begin with, NATO's first."""
    if not is_on(game.content, SWITCH):
        return
    for side in SIDES:
        due = markers_due(game, side, SPECIAL_FORCES, game.content.first_turn - 1)
        if due:
            game.push(PlaceMarkers(side=side, place=due[0].place, left=sum(entry.number for entry in due)))


@rule("13.8", "13.22")
def start_player_turn(game: Game, side: str) -> None:
    """Markers of a side may move, all may be attacked again, and reinforcements arrive."""
    if not is_on(game.content, SWITCH):
        return
    rouse_special_forces(game)
    markers = game.state.special_forces
    for marker_id, marker in markers.items():
        if marker.side == side:
            marker = replace(marker, moved=False, rested=False)
        markers[marker_id] = replace(marker, attacked=False)
    due = markers_due(game, side, SPECIAL_FORCES, game.state.turn)
    late = sum(entry.number for entry in due) - sum(marker.side == side for marker in markers.values())
    if late > 0 and due[-1].place == AT_ENTRY:
        game.push(PlaceMarkers(side=side, place=AT_ENTRY, left=late))


class PlaceMarkers(Procedure, frozen=True):
    """A side puts markers on the map, one after another; reinforcements may be kept back."""

    side: str
    place: str
    left: int

    @rule("13.4", "13.22")
    def begin(self, game: Game) -> Decision | None:
        found = [label for label in places(game, self.place) if why_barred(game, self.side, label) is None]
        if not self.left or not found:
            game.finish()
            return None
        options = [Option(f"hex:{label}", rule="13.22") for label in found]
        if self.place == AT_ENTRY:
            options.append(DELAY)
        return Decision(self.side, "place-sf", "13.22", tuple(options), {"left": self.left, "place": self.place})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in places(game, self.place):
            return Refusal(f"refused.sf-{self.place}", "13.22", {"hex": choice.name})
        return why_barred(game, self.side, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        markers = game.state.special_forces
        marker_id = f"{self.side}-{1 + sum(marker.side == self.side for marker in markers.values())}"
        markers[marker_id] = SpecialForces(side=self.side, at=choice.name)
        game.say(SfPlaced(rule="13.22", marker=marker_id, at=choice.name))
        game.goto("begin", left=self.left - 1)


@rule("9.5", "13.22")
def places(game: Game, place: str) -> Iterable[str]:
    """The hexes in which markers may come into play; the start line is what parts the sides at the start."""
    content = game.content
    if place == AT_ENTRY:
        return sorted(frozenset[str]().union(*[hexes for _, hexes in hexes_of_nations(game).values()]))
    if place == "west-germany":
        return [label for label, country in content.country.items() if country == "frg"]
    return [label for label, side in content.first_holder.items() if side == SOVIET]


# Displacement


@rule("13.2", "13.5/clarification")
def displace(game: Game) -> None:
    """At the end of a phase, push the displacement of markers that share a hex with friendly units."""
    if not game.state.special_forces:
        return
    rouse_special_forces(game)
    for marker_id in sorted(game.state.special_forces, reverse=True):
        if is_crowded(game, marker_id):
            game.push(Displace(marker=marker_id))


def is_crowded(game: Game, marker_id: str) -> bool:
    marker = game.state.special_forces[marker_id]
    return marker.at != OFF_MAP and occupier(game, marker.at) == marker.side


class Displace(Procedure, frozen=True):
    """The enemy moves a marker away from units of its own side, no further than need be."""

    marker: str

    @rule("13.5/clarification")
    def begin(self, game: Game) -> Decision | None:
        marker = game.state.special_forces[self.marker]
        found = refuges(game, marker)
        if len(found) > 1:
            options = tuple(Option(f"hex:{label}", rule="13.5/clarification") for label in found)
            return Decision(
                enemy_of(marker.side), "displace-sf", "13.5/clarification", options, {"marker": self.marker}
            )
        self._put(game, found[0] if found else marker.at)
        return None

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.sf-displace", "13.5/clarification", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._put(game, choice.name)

    def _put(self, game: Game, label: str) -> None:
        moved = game.state.special_forces[self.marker].moved
        put(game, self.marker, label, moved=moved)
        game.say(SfDisplaced(rule="13.5/clarification", marker=self.marker, to=label))
        game.finish()


@rule("13.4", "13.5/clarification")
def refuges(game: Game, marker: SpecialForces) -> list[str]:
    """The nearest hexes in which a marker may stand with no unit of either side."""
    board = game.content.board
    start = board.index[marker.at]
    for distance in range(1, board.size):
        ring = [board.labels[i] for i in board.within(start, distance) if board.distance(start, i) == distance]
        found = [
            label for label in ring if occupier(game, label) is None and why_barred(game, marker.side, label) is None
        ]
        if found or not ring:
            return sorted(found)
    return []


PROCEDURES = (PlaceMarkers, MoveMarker, Displace, AttackMarker)
