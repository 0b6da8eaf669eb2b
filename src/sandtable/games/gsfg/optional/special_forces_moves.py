"""Chapter 13.4 to 13.6: where special forces may be, and their moves (optional)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.gsfg.air.air_mobile import MOVEMENT_PHASE
from sandtable.games.gsfg.air.transport import CITY, airfields
from sandtable.games.gsfg.events.optional import SfFlew, SfMoved
from sandtable.games.gsfg.optional.switches import special_forces_figures
from sandtable.games.gsfg.state import NATO, OFF_MAP, SpecialForces, enemy_of
from sandtable.games.gsfg.units import Game, controller, near_enemy
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import enemy_hexes, occupier

STAY = Option("do:stay", rule="13.5")
FLY = Option("do:fly", rule="13.6")


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
        return self._ask(game, "move-sf", "13.5", OVERLAND)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return OVERLAND.refuse(game, self.marker, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        OVERLAND.start(game, self.marker, choice)

    @rule("13.6")
    def fly(self, game: Game) -> Decision:
        return self._ask(game, "fly-sf", "13.6", BY_AIR)

    def fly_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return BY_AIR.refuse(game, self.marker, choice)

    def fly_chosen(self, game: Game, choice: Choice) -> None:
        BY_AIR.start(game, self.marker, choice)

    def _ask(self, game: Game, prompt: str, rule_id: str, ways: Menu[Game, str]) -> Decision:
        side, options = game.state.special_forces[self.marker].side, tuple(ways.options(game, self.marker))
        args = {"marker": self.marker}
        return Decision(side, prompt, rule_id, options, args, continues=True, done=STAY.id, turns_to=MOVEMENT_PHASE)


class Walk(Action[Game, str]):
    """Move overland."""

    rule = "13.5"
    kinds = ("hex",)

    def offers(self, game: Game, marker_id: str) -> Sequence[Option]:
        found = reach(game, game.state.special_forces[marker_id])
        return [Option(f"hex:{label}", cost, "13.5") for label, cost in found.items()]

    def refuse(self, game: Game, marker_id: str, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        barred = why_barred(game, game.state.special_forces[marker_id].side, choice.name)
        return barred or Refusal("refused.sf-too-far", "13.5", {"hex": choice.name})

    def start(self, game: Game, marker_id: str, choice: Choice) -> None:
        put(game, marker_id, choice.name, moved=True)
        game.say(SfMoved(rule="13.5", marker=marker_id, to=choice.name))
        game.finish()


class TakeOff(Action[Game, str]):
    """Use aerial transport."""

    rule = "13.6"
    ids = (FLY.id,)

    def offers(self, game: Game, marker_id: str) -> Sequence[Option]:
        if why_no_flight(game, marker_id) is None and landings(game, game.state.special_forces[marker_id]):
            return (FLY,)
        return ()

    def refuse(self, game: Game, marker_id: str, choice: Choice) -> Refusal | None:
        return why_no_flight(game, marker_id)

    def start(self, game: Game, marker_id: str, choice: Choice) -> None:
        game.goto("fly")


class Land(Action[Game, str]):
    """Land in a hex."""

    rule = "13.6"
    kinds = ("hex",)

    def offers(self, game: Game, marker_id: str) -> Sequence[Option]:
        found = landings(game, game.state.special_forces[marker_id])
        return [Option(f"hex:{label}", rule="13.6") for label in found]

    def refuse(self, game: Game, marker_id: str, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        return why_no_landing(game, game.state.special_forces[marker_id].side, choice.name)

    def start(self, game: Game, marker_id: str, choice: Choice) -> None:
        game.say(SfFlew(rule="13.6", marker=marker_id, to=choice.name))
        put(game, marker_id, choice.name, moved=True)
        game.finish()


class Stay(Action[Game, str]):
    """Stay there for now; the marker may still move later in the phase."""

    rule = "13.5"
    ids = (STAY.id,)

    def offers(self, game: Game, marker_id: str) -> Sequence[Option]:
        return (STAY,)

    def start(self, game: Game, marker_id: str, choice: Choice) -> None:
        markers = game.state.special_forces
        markers[marker_id] = replace(markers[marker_id], rested=True)
        game.finish()


STAYING = Stay()
OVERLAND: Menu[Game, str] = Menu(Walk(), TakeOff(), STAYING)
BY_AIR: Menu[Game, str] = Menu(Land(), STAYING)


@rule("13.4", "13.5", "13.9")
def reach(game: Game, marker: SpecialForces) -> dict[str, int]:
    """Where a marker can go overland, with the hexes it takes: across everything but hexes with enemy units."""
    enemies = enemy_hexes(game, marker.side)
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
