"""C10.3: a crew pushes its Gun from hex to hex, with the help of others, as long as its MF last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.guns import GunPushed, GunStuck
from sandtable.games.asl.locations import base_level, hex_of, parts_of, room_for
from sandtable.games.asl.movement.arrivals import is_off_map
from sandtable.games.asl.movement.move import after_fire, end_move, spend, take_step
from sandtable.games.asl.movement.moves import MoveBase, first, is_begun, is_on_wire, left, price
from sandtable.games.asl.movement.reach import MET, PER_MF, presence, step_cost
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.ordnance.places import is_built_up, may_emplace
from sandtable.games.asl.ordnance.serving import guns_of
from sandtable.games.asl.tables.ordnance import Manhandling as Figures
from sandtable.games.asl.terrain.hexes import kind_at, terrain_at
from sandtable.games.asl.terrain.hexsides import side_of
from sandtable.games.asl.units import Game, change, is_good_order, is_squad, other
from sandtable.kernel import Action, Choice, Decision, Option, Preview, Refusal, rule
from sandtable.mechanics.sums import Sum

PUSH = Option("do:push", rule="C10.3")
DONE = Option("do:done", rule="C10.3")
Outcome = Literal["on", "there", "stays"]


def figures(game: Game) -> Figures:
    return game.content.table("manhandling", Figures)


@rule("C10.3", "C10.2")
def may_push(game: Game, move: MoveBase) -> str:
    """The Gun that a stack may push, if its crew or half-squad is fit and rested; else nothing."""
    units = game.state.units
    if is_off_map(game, move.units) or is_on_wire(game, move) or move.manner or move.gained:
        return ""
    if any(units[name].cx or units[name].pinned or not is_good_order(game, units[name]) for name in move.units):
        return ""
    for gun in guns_of(game, move.units):
        weapon = game.state.weapons[gun]
        card = game.content.personnel[units[weapon.holder].kind]
        ready = game.content.guns[weapon.kind].quick or weapon.limbered
        if ready and card.type in ("crew", "half-squad") and not weapon.fire and not weapon.used:
            return gun
    return ""


@rule("C10.3", "C2.7")
def refuse_ground(game: Game, move: MoveBase, gun: str, there: str) -> Refusal | None:
    """Why a Gun cannot be pushed into the next hex."""
    here, weapon = hex_of(first(game, move)), game.state.weapons[gun]
    side, args = side_of(game.content, here, there), {"weapon": gun, "hex": there}
    ground = kind_at(game, there)
    owner = game.state.units[weapon.holder].side
    barred = (
        is_built_up(game, there)
        or not may_emplace(game, weapon.kind, there)
        or (ground == "woods" and not side.road)
        or ((side.cover or side.fence) and not side.road)
        or base_level(game.content, there) > base_level(game.content, here)
        or there in game.state.blazes
    )
    if barred or (not game.content.guns[weapon.kind].quick and not side.road):
        return Refusal("refused.push-ground", "C10.3", args)
    if presence(game, other(owner)).get(there) == MET:
        return Refusal("refused.enemy-there", "A4.14", {"unit": move.units[0], "at": there})
    if not room_for(game, there, move.units, owner):
        return Refusal("refused.no-room", "A5.1", {"unit": move.units[0], "at": there})
    if price(game, move, there) > left(game, move):
        return Refusal("refused.push-mf", "C10.3", args)
    return None


@rule("C10.3")
def modifiers(game: Game, move: MoveBase, gun: str, there: str) -> Sum:
    """The DRM of a push: the cost of the hex, rounded up, and its TEM, a road, a slope, those who help."""
    drm, table, here = Sum(), figures(game), hex_of(first(game, move))
    side = side_of(game.content, here, there)
    drm.add("push.cost", -(-step_cost(game, here, there, False) // PER_MF), "C10.3")
    cover = terrain_at(game, there).tem.direct
    if cover:
        drm.add("push.tem", cover, "C10.3")
    if side.road:
        drm.add("push.road", table.road, "C10.3")
    if side.slope > 0:
        drm.add("push.slope", table.slope, "C10.3")
    holder = game.state.weapons[gun].holder
    halves = sum(_halves(game, name) for name in move.units if name != holder)
    if halves // 2:
        drm.add("push.help", table.helper * (halves // 2), "C10.3")
    return drm


def _halves(game: Game, name: str) -> int:
    unit = game.state.units[name]
    if is_squad(game.content, unit):
        return 2
    return 1 if game.content.personnel[unit.kind].type in ("half-squad", "crew") else 0


@rule("C10.3")
class Push(Action[Game, MoveBase]):
    """Begin to push a Gun; the stack does nothing else in this phase."""

    rule = "C10.3"
    ids = (PUSH.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        gun = "" if is_begun(subject) else may_push(game, subject)
        return (PUSH,) if gun and hexes(game, replace(subject, pushes=gun)) else ()

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        return Refusal("refused.push", "C10.3", {"unit": subject.units[0]})

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        game.become(Manhandling(units=subject.units, pushes=may_push(game, subject), hazardous=True))


def hexes(game: Game, move: MoveBase) -> list[str]:
    """The hexes into which a Gun can be pushed now."""
    here = first(game, move)
    if parts_of(here).floor:
        return []
    near = game.content.adjacent[hex_of(here)]
    return [there for there in near if refuse_ground(game, move, move.pushes, there) is None]


class Manhandling(MoveBase, frozen=True):
    """A Gun is pushed hex by hex, each time with a DR; the pushers are TI afterwards."""

    @rule("C10.3")
    def begin(self, game: Game) -> Decision | None:
        """Ask for the next hex."""
        found = hexes(game, self)
        if not found:
            self.end(game)
            return None
        options = [Option(f"hex:{there}", price(game, self, there) / PER_MF, "C10.3") for there in found]
        side = game.state.units[self.units[0]].side
        args: dict[str, str | float] = {"weapon": self.pushes, "left": left(game, self) / PER_MF}
        return Decision(side, "push-to", "C10.3", (*options, DONE), args, continues=True, done=DONE.id)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "hex":
            return None
        return Preview(lines=tuple(modifiers(game, self, self.pushes, choice.name).lines))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in game.content.adjacent[hex_of(first(game, self))]:
            return Refusal("refused.push-far", "C10.3", {"weapon": self.pushes, "hex": choice.name})
        return refuse_ground(game, self, self.pushes, choice.name)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            push(game, self, choice.name)
        else:
            self.end(game)

    def shot_at(self, game: Game) -> None:
        """After fire: whoever came through pushes on, as long as the crew is among them."""
        through = after_fire(game, self)
        weapon = game.state.weapons.get(self.pushes)
        if self.over or weapon is None or weapon.holder not in through:
            self.end(game)
        else:
            game.goto("begin", units=through, ahead=())

    @rule("C10.3")
    def end(self, game: Game) -> None:
        """The pushers are done, and TI if they have pushed at all; those who broke or went berserk are not."""
        if self.spent:
            for name in self.units:
                unit = game.state.units.get(name)
                if unit is not None and not unit.broken and not unit.berserk:
                    change(game, name, ti=True)
            end_move(game, self)
        game.state.moving = None
        game.finish()


@rule("C10.3", "C11.2", "C6.5")
def push(game: Game, move: Manhandling, there: str) -> None:
    """The DR: below the M# the Gun enters and may go on, at it it enters, above it it stays where it is."""
    gun = move.pushes
    number = game.content.guns[game.state.weapons[gun].kind].manhandling
    more = modifiers(game, move, gun, there).total

    def outcome(total: int) -> Outcome:
        final = total + more
        return "on" if final < number else "there" if final == number else "stays"

    crew = game.state.weapons[gun].holder
    seen = seen_by(game, crew)
    bands = [outcome(each) for each in range(2, 13)]
    found = outcome(game.roll("2d6", "manhandling", "C10.3", bands=bands, seen_by=seen))
    said = GunStuck if found == "stays" else GunPushed
    game.say(said(rule="C10.3", seen_by=seen, weapon=gun, to=there))
    lose_acquisition(game, gun)
    if found == "stays":
        spend(game, replace(move, over=True), price(game, move, there))
        return
    take_step(game, replace(move, ahead=(there,), over=found == "there"))
    weapon, unit = game.state.weapons[gun], game.state.units.get(crew)
    if unit is not None and unit.at == there:
        game.state.weapons[gun] = replace(weapon, holder=crew, at="", moved=True, emplaced=False)
