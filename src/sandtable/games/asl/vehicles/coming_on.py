"""A2.5: vehicles come onto the map and leave it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.artillery.passing import step_under_shells
from sandtable.games.asl.concealment.revealing import reveal_vehicle
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.vehicles import Drove, DroveOff
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.entry import entry_hexes, is_road_edge, leave_map, refuse_exit
from sandtable.games.asl.night.no_move import may_enter
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import bog
from sandtable.games.asl.vehicles.armored_assault import stay
from sandtable.games.asl.vehicles.ground import HALF, entry_onto_map, row_of
from sandtable.games.asl.vehicles.losses import carried
from sandtable.games.asl.vehicles.progress import arrive, is_gone, spend
from sandtable.games.asl.vehicles.route import DriveBase, exit_price, faces_off_map, home_edge
from sandtable.games.asl.vehicles.status import alter, can_act, card_of, is_mobile
from sandtable.games.asl.vehicles.under_fire import come_upon_works, suffer_mines, wire_check
from sandtable.kernel import Action, Choice, Option, Refusal, of_content, rule

EXIT = Option("do:exit", rule="A2.5")


@rule("A2.5", "A2.51")
def due(game: Game, side: str) -> list[str]:
    """The vehicles of a side that may come onto the map now."""
    forces = game.content.forces[side].groups
    found = []
    for name, group in game.state.to_place.items():
        vehicle = game.state.vehicles.get(name)
        enters = forces[group].enters if vehicle is not None and group in forces and vehicle.side == side else None
        if vehicle is not None and not vehicle.called and not may_enter(game, side):
            continue
        if vehicle is not None and enters is not None and enters.turn <= game.state.turn and not vehicle.moved:
            found.append(name)
    return found


@rule("A2.5", "D2.4", "RR8")
def entries(game: Game, vehicle_id: str) -> list[str]:
    """The hexes by which a vehicle can come onto the map; a Kangaroo does not come empty."""
    vehicle = game.state.vehicles[vehicle_id]
    hexes = entry_hexes(game.content, vehicle.side, game.state.to_place[vehicle_id])
    return [hex_ for hex_ in hexes if refuse_entry(game, vehicle_id, hex_) is None]


@rule("A2.5", "D2.4", "RR8")
def refuse_entry(game: Game, vehicle_id: str, hex_: str) -> Refusal | None:
    """Why a vehicle cannot come onto the map by a hex; None where it can."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    args = {"vehicle": vehicle_id, "hex": hex_}
    if hex_ not in entry_hexes(game.content, vehicle.side, game.state.to_place[vehicle_id]):
        return Refusal("refused.no-entry-hex", "A2.5", args)
    if card.shuttle and not carried(game, vehicle_id):
        return Refusal("refused.empty-shuttle", "RR8", args)
    if hex_ in game.state.blazes:
        return Refusal("refused.blaze", "B25/fire", args)
    row = row_of(game, hex_)
    road = is_road_edge(game.content, hex_)
    able = row is not None and (row.tracked if card.tracked else row.halftrack) is not None and row.bog is None
    if not (able or road):
        return Refusal("refused.no-ground", "D2.1", args)
    found = entry_onto_map(game, vehicle_id, hex_, road=road)
    return found if isinstance(found, Refusal) else None


@rule("A2.5", "D2.1", "B26", "B27.5")
def come_on(game: Game, move: DriveBase, hex_: str) -> None:
    """A vehicle comes onto the map, on the move and with its front towards it; trenches and Wire may hold it there."""
    found = entry_onto_map(game, move.vehicle, hex_, road=is_road_edge(game.content, hex_))
    if isinstance(found, Refusal):
        game.become(replace(move, step="ask"))
        return
    spine = inward(game.content, hex_)
    for name in (move.vehicle, *carried(game, move.vehicle)):
        game.state.to_place.pop(name, None)
    alter(game, move.vehicle, at=hex_, facing=spine, turret=spine, started=True, bounding=True, entered=1)
    game.say(Drove(rule="A2.5", vehicle=move.vehicle, to=hex_))
    arrive(game, move.vehicle)
    aftermath = Aftermath()
    found = come_upon_works(game, move.vehicle, found)
    through = bog.check(game, move.vehicle, found, aftermath, wire_check(game, move.vehicle, found))
    spend(game, replace(move, entered=1, over=not through), found.cost, hex_)
    settle(game, aftermath)


@of_content
@rule("A2.5")
def inward(content: Content, hex_: str) -> int:
    """The hexspine of a hex at the edge that looks onto the map."""
    board = content.board
    i = board.index[hex_]
    missing = [direction for direction in range(6) if board.neighbour(i, direction) < 0]

    def away(spine: int) -> int:
        return sum(
            min((direction - each) % 6, (each - direction) % 6)
            for each in (spine, (spine + 1) % 6)
            for direction in missing
        )

    return max(range(6), key=away)


@rule("A2.5", "D5.341", "B28.1", "B28.5", "C1.5", "D9.31")
class Leave(Action[Game, DriveBase]):
    """Leave the map, out of the mines of the hex and artillery that falls there.

    Ruling (B28.5): a vehicle that they stop stays where it was.
    """

    rule = "A2.5"
    ids = ("do:exit",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if not vehicle.started or self.refuse(game, subject, Choice.of(EXIT.id)) is not None:
            return ()
        cost = exit_price(game, subject)
        return (replace(EXIT, cost=cost / HALF),) if isinstance(cost, int) else ()

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle, args = game.state.vehicles[subject.vehicle], {"vehicle": subject.vehicle}
        if vehicle.at == NOWHERE:
            return Refusal("refused.vehicle-off-map", "A2.5", args)
        if not (vehicle.recalled and hex_of(vehicle.at) in home_edge(game.content, vehicle.side)):
            found = refuse_exit(game, vehicle.side, vehicle.at)
            if found is not None:
                return found
        if not faces_off_map(game, subject):
            return Refusal("refused.exit-facing", "D2.1", args)
        cost = exit_price(game, subject)
        return (
            cost
            if isinstance(cost, Refusal)
            else None
            if vehicle.started
            else Refusal("refused.has-stopped", "D2.1", args)
        )

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        state, at, aftermath = game.state, game.state.vehicles[subject.vehicle].at, Aftermath()
        reveal_vehicle(game, subject.vehicle)
        if subject.entered:
            stay(game, subject.escort)
        step_under_shells(game, at, NOWHERE, (subject.vehicle,), aftermath)
        if subject.vehicle in state.vehicles:
            suffer_mines(game, subject.vehicle, hex_of(at), aftermath)
        if is_gone(game, subject, aftermath):
            return
        if not (can_act(state.vehicles[subject.vehicle]) and is_mobile(state.vehicles[subject.vehicle])):
            game.goto("ask", over=True)
            settle(game, aftermath)
            return
        leave_map(game, carried(game, subject.vehicle))
        vehicle = state.vehicles[subject.vehicle]
        if vehicle.manned_by:
            state.exited[vehicle.manned_by] = vehicle.manned_kind
        if vehicle.towing in state.weapons:
            state.exited[vehicle.towing] = state.weapons.pop(vehicle.towing).kind
        state.exited[subject.vehicle] = state.vehicles.pop(subject.vehicle).kind
        game.say(DroveOff(rule="A2.5", vehicle=subject.vehicle))
        state.moving = None
        game.finish()
        settle(game, aftermath)
