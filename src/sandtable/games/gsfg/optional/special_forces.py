"""Chapter 13.1 to 13.10: special forces (optional)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.gsfg.air.transport import CITY, airfields
from sandtable.games.gsfg.events.optional import SfDisplaced, SfFlew, SfMoved, SfPlaced
from sandtable.games.gsfg.optional.attacks_on_special_forces import (
    AttackMarker,
    attack_preview,
    attackable,
    refuse_attack,
)
from sandtable.games.gsfg.optional.switches import SPECIAL_FORCES, markers_due, special_forces_figures
from sandtable.games.gsfg.state import NATO, OFF_MAP, SIDES, SOVIET, SpecialForces, enemy_of
from sandtable.games.gsfg.units import Game, controller, is_running, near_enemy, rouse_special_forces
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import hexes_of, occupier
from sandtable.mechanics.switches import is_on

SWITCH = "special-forces"
AT_ENTRY = "reinforcement-hex"
STAY = Option("do:stay", rule="13.5")
FLY = Option("do:fly", rule="13.6")
DELAY = Option("do:delay", rule="9.4")

__all__ = ["PROCEDURES", "AttackMarker", "attack_preview", "attackable", "refuse_attack"]


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
        markers[marker_id] = replace(marker, attacked=False, moved=marker.moved and marker.side != side)
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


@rule("13.22")
def places(game: Game, place: str) -> Iterable[str]:
    """The hexes in which markers may come into play; the start line is what parts the sides at the start."""
    content = game.content
    if place == AT_ENTRY:
        return entry_hexes(game)
    if place == "west-germany":
        return [label for label, country in content.country.items() if country == "frg"]
    return [label for label, side in content.first_holder.items() if side == SOVIET]


@rule("9.5", "13.22")
def entry_hexes(game: Game) -> list[str]:
    """The hexes through which reinforcements of some NATO nation enter at present."""
    content = game.content
    found: set[str] = set()
    for nation in content.entry.nations.values():
        cities = content.region(nation.city) if nation.city else frozenset()
        running = {label for label in cities if is_running(game, label)}
        found |= running
        if nation.edge is not None and not (nation.edge_when == "no-city" and running):
            found |= content.region(nation.edge)
    return sorted(found)


@rule("13.4", "13.5")
def why_barred(game: Game, side: str, label: str) -> Refusal | None:
    """Why a marker of a side may not be put into a hex: water, enemy units, or another marker of the side."""
    args = {"hex": label}
    if game.content.closed[game.content.board.index[label]]:
        return Refusal("refused.sf-water", "13.5", args)
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.sf-enemy-there", "13.4", args)
    there = sum((marker.side, marker.at) == (side, label) for marker in game.state.special_forces.values())
    return Refusal("refused.sf-there", "13.4", args) if there >= special_forces_figures(game.content).per_hex else None


def put(game: Game, marker_id: str, label: str, *, moved: bool) -> None:
    """Take a marker to another hex."""
    markers = game.state.special_forces
    markers[marker_id] = replace(markers[marker_id], at=label, moved=moved)


# Movement


def movable(game: Game, group: str) -> list[Option]:
    """The markers that may move in the movement phase of a group."""
    if not game.state.special_forces:
        return []
    return [
        Option(f"sf:{marker_id}", rule="13.5")
        for marker_id in game.state.special_forces
        if why_immobile(game, marker_id, group) is None
    ]


@rule("13.2", "13.5")
def why_immobile(game: Game, marker_id: str, group: str) -> Refusal | None:
    """Why a marker may not move in the movement phase of a group, or None; it moves once, in the main phase."""
    marker, args = game.state.special_forces[marker_id], {"marker": marker_id}
    if marker.at == OFF_MAP:
        return Refusal("refused.sf-eliminated", "13.10", args)
    if group != ("nato" if marker.side == NATO else "main"):
        return Refusal("refused.sf-other-phase", "13.5", args)
    if marker.suppressed:
        return Refusal("refused.sf-suppressed", "13.2", args)
    return Refusal("refused.sf-moved", "13.5", args) if marker.moved else None


def refuse_marker(game: Game, marker_id: str, group: str) -> Refusal | None:
    """Why a marker is not among those that may move."""
    return why_immobile(game, marker_id, group) if marker_id in game.state.special_forces else None


class MoveMarker(Procedure, frozen=True):
    """A marker moves overland or by air."""

    marker: str

    @rule("13.5", "13.6")
    def begin(self, game: Game) -> Decision:
        marker = game.state.special_forces[self.marker]
        options = [Option(f"hex:{label}", cost, "13.5") for label, cost in reach(game, marker).items()]
        if why_no_flight(game, self.marker) is None and landings(game, marker):
            options.append(FLY)
        return Decision(marker.side, "move-sf", "13.5", (*options, STAY), {"marker": self.marker}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        marker = game.state.special_forces[self.marker]
        if choice == ("do", "fly"):
            return why_no_flight(game, self.marker)
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        barred = why_barred(game, marker.side, choice.name)
        return barred or Refusal("refused.sf-too-far", "13.5", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == ("do", "fly"):
            game.goto("fly")
            return
        label = choice.name if choice.kind == "hex" else game.state.special_forces[self.marker].at
        put(game, self.marker, label, moved=True)
        if choice.kind == "hex":
            game.say(SfMoved(rule="13.5", marker=self.marker, to=label))
        game.finish()

    @rule("13.6")
    def fly(self, game: Game) -> Decision:
        marker = game.state.special_forces[self.marker]
        options = [Option(f"hex:{label}", rule="13.6") for label in landings(game, marker)]
        return Decision(marker.side, "fly-sf", "13.6", (*options, STAY), {"marker": self.marker}, continues=True)

    def fly_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        marker = game.state.special_forces[self.marker]
        return why_no_landing(game, marker.side, choice.name)

    def fly_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            game.say(SfFlew(rule="13.6", marker=self.marker, to=choice.name))
        label = choice.name if choice.kind == "hex" else game.state.special_forces[self.marker].at
        put(game, self.marker, label, moved=True)
        game.finish()


@rule("13.4", "13.5", "13.9")
def reach(game: Game, marker: SpecialForces) -> dict[str, int]:
    """Where a marker can go overland, with the hexes it takes: across everything but hexes with enemy units."""
    enemies = hexes_of(game, enemy_of(marker.side))
    adjacent = game.content.adjacent
    found, edge = {marker.at: 0}, [marker.at]
    for distance in range(1, special_forces_figures(game.content).move + 1):
        near = {label for at in edge for label in adjacent[at] if label not in enemies}
        edge = sorted(near - found.keys())
        found |= dict.fromkeys(edge, distance)
    return {label: hexes for label, hexes in found.items() if hexes and why_barred(game, marker.side, label) is None}


@rule("13.3", "13.6")
def why_no_flight(game: Game, marker_id: str) -> Refusal | None:
    """Why a marker may not use aerial transport, or None: as for units, but that it is always in supply."""
    marker, args = game.state.special_forces[marker_id], {"marker": marker_id}
    if game.state.air.side != marker.side:
        return Refusal("refused.sf-no-air-superiority", "13.6", args)
    if marker.at not in airfields(game.content):
        return Refusal("refused.sf-no-airfield", "13.6", args)
    if marker.at in near_enemy(game, marker.side):
        return Refusal("refused.sf-takes-off-near-enemy", "13.6", args)
    return None


def landings(game: Game, marker: SpecialForces) -> list[str]:
    """Where a marker may be flown to."""
    return [
        label
        for label in airfields(game.content)
        if label != marker.at and why_no_landing(game, marker.side, label) is None
    ]


@rule("13.4", "13.6")
def why_no_landing(game: Game, side: str, label: str) -> Refusal | None:
    """Why a marker may not land in a hex: only in clear hexes and friendly cities, and away from the enemy."""
    content, args = game.content, {"hex": label}
    if label not in airfields(content):
        return Refusal("refused.sf-no-landing", "13.6", args)
    if label in near_enemy(game, side):
        return Refusal("refused.sf-lands-near-enemy", "13.6", args)
    if content.terrain[label] == CITY and controller(game, label) != side:
        return Refusal("refused.sf-enemy-city", "13.6", args)
    return why_barred(game, side, label)


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
