"""Chapter 22.3: the Axis places Ferry markers where railroad bridges over major rivers are destroyed."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.efs.content import Edge, card_of
from sandtable.games.efs.control import friend
from sandtable.games.efs.engineers.bridges import bridge_id
from sandtable.games.efs.engineers.building import is_secure
from sandtable.games.efs.engineers.demolition import railheads_of
from sandtable.games.efs.engineers.markers import MAJOR, first_free, take_up
from sandtable.games.efs.events.engineers import FerryCompleted, FerryPlaced
from sandtable.games.efs.movement.rail import net_to_the_edge
from sandtable.games.efs.movement.walking import ferryman
from sandtable.games.efs.state import AXIS, Bridge, enemy_of
from sandtable.games.efs.units import Game, is_engineer, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, occupier, units_in
from sandtable.mechanics.switches import is_on

STOP = Option("do:stop", rule="22.22")
BUILDS_IN = "axis/movement"


@rule("22.3", "22.32")
def free_ferry(game: Game) -> str:
    """A Ferry marker that is not on the map and was not in this turn, if any: only the Axis has them."""
    number = card_of(game.content, AXIS).ferries
    return first_free(game, [f"{AXIS}-ferry-{place}" for place in range(1, number + 1)])


@rule("22.14", "22.32b")
def ferrymen(game: Game, label: str) -> list[str]:
    """The Axis engineers in a hex, of whatever nationality, that have done nothing else in this turn."""
    return [
        unit_id
        for unit_id in units_in(game, label)
        if side_of(game, unit_id) == AXIS
        and is_engineer(game, unit_id)
        and game.state.units[unit_id].task in ("", "ferry")
    ]


@rule("22.31", "22.32a")
def is_broken(game: Game, edge: Edge) -> bool:
    """Whether a destroyed railroad bridge lies across a hexside of a major river."""
    return MAJOR in game.content.hexsides[edge] and bridge_id(game, edge, "rail") in game.state.damage


@rule("22.23c", "22.32", "22.32a", "22.32b")
def landings(game: Game) -> dict[str, Edge]:
    """The destroyed bridges that a ferry can replace, by their ids, with the hex for it and the one across.

    The hex has a railhead in a railroad net that leads to a supply source at the edge of the map, and engineers; no
    enemy stands across.
    """
    found: dict[str, Edge] = {}
    for label in sorted(railheads_of(game, AXIS) & net_to_the_edge(game, AXIS)):
        if friend(game, label) != AXIS or not ferrymen(game, label):
            continue
        for other in game.content.adjacent[label]:
            free = is_broken(game, (label, other)) and not has_ferry(game, (label, other))
            if free and occupier(game, other) != enemy_of(AXIS):
                found.setdefault(bridge_id(game, (label, other), "rail"), (label, other))
    return found


def has_ferry(game: Game, edge: Edge) -> bool:
    """Whether a Ferry marker, completed or not, lies across a hexside."""
    return any(each.ferry and {each.at, each.to} == {*edge} for each in game.state.bridges.values())


@rule("22.32a")
def may_place(game: Game, side: str) -> bool:
    """Whether a side can place a ferry now: the Axis in its Movement Phase."""
    return side == AXIS and game.state.phase == BUILDS_IN and bool(free_ferry(game)) and bool(landings(game))


@rule("22.3", "22.32a", "22.32b")
def why_no_ferry(game: Game, side: str) -> Refusal:
    """Why a side can place no ferry now."""
    if side != AXIS or game.state.phase != BUILDS_IN:
        return Refusal("refused.ferries-later", "22.32a")
    if not free_ferry(game):
        return Refusal("refused.no-ferry-marker", "22.32")
    return Refusal("refused.no-landing", "22.32a")


class PlaceFerry(Procedure, frozen=True):
    """The Axis places a Ferry marker, and engineers begin to build."""

    @rule("22.32a")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"bridge:{broken}", rule="22.32a") for broken in landings(game))
        return Decision(AXIS, "ferry-across", "22.32a", (*options, STOP), continues=True, done=STOP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.no-landing", "22.32a") if choice.kind in ("bridge", "hex") else None

    @rule("22.14", "22.32b")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice == Choice.of(STOP.id):
            return
        at, to = landings(game)[choice.name]
        change(game, ferryman(game, ferrymen(game, at)), task="ferry")
        game.state.bridges[free_ferry(game)] = Bridge(AXIS, at, to, "under-construction", game.state.turn, ferry=True)
        game.say(FerryPlaced(rule="22.32b", at=at, to=to))


@rule("22.24c", "22.32", "22.32b")
def complete_ferries(game: Game, side: str) -> None:
    """Ferries are completed at which engineers are, between banks that are friendly and free of enemy zones; others
    wait, or by a switch are taken up. From the next turn on they carry trains and supply.
    """
    for name, bridge in list(game.state.bridges.items()):
        if side != AXIS or not bridge.at or not bridge.ferry or bridge.status == "completed":
            continue
        workers = ferrymen(game, bridge.at)
        if workers and all(is_secure(game, label, AXIS) for label in (bridge.at, bridge.to)):
            change(game, ferryman(game, workers), task="ferry")
            game.state.bridges[name] = replace(bridge, status="completed", turn=game.state.turn)
            game.say(FerryCompleted(rule="22.32b", at=bridge.at, to=bridge.to))
        elif is_on(game.content, "unfinished-ferries-removed"):
            take_up(game, name)


PROCEDURES = (PlaceFerry,)
