"""A8.1, A8.15, A8.3, A8.31: Defensive First Fire at units that move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sandtable.games.asl import heavy_fire
from sandtable.games.asl.concealment.revealing import shown_id, shown_vehicle
from sandtable.games.asl.concealment.suspicion import might_fire_at_movers
from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.attack import Attack, Manner, is_worth_firing, preview_lines, resolve
from sandtable.games.asl.fire.fire_lanes import lane_hexes, lay_lane, may_lay_lane
from sandtable.games.asl.fire.fire_phase import (
    HOLD,
    Alternatives,
    bearer_of_gun,
    fired_by,
    held_back,
    holding,
    joined,
    joiners,
    pieces_named,
    refuse_firer,
    refuse_gun,
    refuse_joiner,
)
from sandtable.games.asl.fire.firepower import farthest, is_in_range, printed_figures, range_to
from sandtable.games.asl.fire.marking import mark_fired
from sandtable.games.asl.fire.pieces import Piece, pieces_now, pieces_of
from sandtable.games.asl.fire.residual import leave_residual
from sandtable.games.asl.locations import hex_of, ranges_from
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night import starshells
from sandtable.games.asl.night.visibility import is_visible
from sandtable.games.asl.sight import eye_of, line_of_sight, line_to_side, line_to_unit
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import THE_FIELD, Moving, Unit
from sandtable.games.asl.units import Game, arms_of, other
from sandtable.games.asl.vehicles.collateral import might_be_struck
from sandtable.games.asl.weapons import destroying
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, derived, rule

PASS = Option("do:pass", rule="A8.1")
FIRE = Option("do:fire", rule="A7.1")
SNAP = Option("do:snap-shot", rule="A8.15")
LANE = Option("do:fire-lane", rule="A9.22")
KEEP = Option("do:keep-rate", rule="A9.2")
GIVE_UP = Option("do:give-up-rate", rule="A8.2")
CANCEL = Option("do:cancel", rule="A8.1")


@rule("A8.1", "A8.3", "A8.31")
def first_fire_pieces(game: Game, unit_id: str, chosen: Sequence[str] = (), manner: Manner = "fire") -> list[Piece]:
    """The pieces of a unit that may fire at those who move, beside those chosen already."""
    moving = game.state.moving
    if moving is None:
        return []
    return [
        piece
        for piece in pieces_of(game, unit_id, chosen)
        if may_still_fire(game, piece) and (can_hit(game, piece) if manner != "snap" else can_snap(game, piece))
    ]


@rule("A8.1")
def may_still_fire(game: Game, piece: Piece) -> bool:
    """Whether a piece has not fired at those who move as often as they have spent MF where they are."""
    moving = game.state.moving
    assert moving is not None
    return not moving.shots or moving.shots_of(piece.name) < max(1, moving.spent_here // 2)


@rule("A8.1", "A8.3")
def can_hit(game: Game, piece: Piece) -> bool:
    """Whether a piece can be fired at those who move where they are now."""
    moving = game.state.moving
    assert moving is not None
    if not fire_group.can_add(game, piece, moving.at):
        return False
    return not _has_nearer_enemy(game, piece, moving.at)


@rule("A8.3")
def _has_nearer_enemy(game: Game, piece: Piece, location: str) -> bool:
    """Whether a piece that fires again must not be fired at a Location, since a Known enemy in sight is nearer."""
    if piece.mode != "subsequent":
        return False
    nearest = fire_group.nearest_enemy(game, piece.unit)
    return nearest is not None and range_to(game, piece.unit, location) > nearest


@derived(*THE_FIELD)
@rule("A8.15", "A8.3", "A7.55", "B9.21", "B27/infantry")
def can_snap(game: Game, piece: Piece) -> bool:
    """Whether a piece can take a Snap Shot at men who have just crossed a hexside, standing in neither hex."""
    moving = game.state.moving
    assert moving is not None
    if not moving.came_from or moving.along_trenches or not moving.units:
        return False
    here, there = hex_of(moving.at), hex_of(moving.came_from)
    unit = game.state.units[piece.unit]
    if here == there or hex_of(unit.at) in (here, there):
        return False
    if not is_in_range(game, piece, moving.at) or _has_nearer_enemy(game, piece, moving.at):
        return False
    if not fire_group.is_one_group(game, piece, unit, moving.at):
        return False
    if game.state.nvr and not is_visible(game, unit.at, here, game.state.nvr):
        return False
    return line_to_side(game, eye_of(game, unit), f"{there}-{here}").clear


class FirstFire(Procedure, frozen=True):
    """The DEFENDER may fire at those who have just spent MF, as often as he likes; passing ends it."""

    @rule("A8.1", "A12.16")
    def begin(self, game: Game) -> Decision | None:
        """Ask who fires; not those who have nothing to fire with, but where they might for all that others know."""
        moving, side = game.state.moving, other(game.state.active)
        options = self.options(game)
        if moving is None or not (options or (self.has_target(game) and might_fire_at_movers(game, side))):
            game.state.fired_at = {}
            game.finish()
            return None
        args = {"target": moving.at, "hex": hex_of(moving.at), "unit": self.target(game)}
        return Decision(side, "first-fire", "A8.1", (*options, PASS), args, default=PASS.id, done=PASS.id)

    def has_target(self, game: Game) -> bool:
        """Whether there is still somebody who moves."""
        moving = game.state.moving
        if moving is None:
            return False
        return moving.vehicle in game.state.vehicles or any(name in game.state.units for name in moving.units)

    def options(self, game: Game) -> list[Option]:
        """The options of all that can fire."""
        moving = game.state.moving
        side = other(game.state.active)
        alive = moving is not None and any(name in game.state.units for name in moving.units)
        driving = moving is not None and moving.vehicle in game.state.vehicles
        bare = moving is not None and might_be_struck(game, moving.vehicle)
        firers = able_to_fire(game, side) if alive or bare else []
        heavy = heavy_fire.options(game, side) if alive or driving else ()
        lights = starshells.options(game, side) if alive or driving else []
        lost = destroying.options(game, side) if firers or heavy or lights else []
        return [*(Option(f"unit:{name}", rule="A8.1") for name in firers), *heavy, *lights, *lost]

    def target(self, game: Game) -> str:
        """Who moves, as the DEFENDER knows him."""
        moving = game.state.moving
        assert moving is not None
        alive = [name for name in moving.units if name in game.state.units]
        if alive:
            return shown_id(game, alive[0])
        return shown_vehicle(game, moving.vehicle) if moving.vehicle in game.state.vehicles else moving.vehicle

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        side = other(game.state.active)
        if choice.kind == starshells.STARSHELL:
            return starshells.refuse(game, choice, side)
        if choice.kind == destroying.DESTROY:
            return destroying.refuse(game, choice)
        gun, bearer = refuse_gun(game, choice, side), bearer_of_gun(game, choice)
        if gun is None and bearer is not None:
            offered = bearer.name in able_to_fire(game, side)
            gun = fired_by(choice, bearer) if offered else refuse_at_movers(game, bearer, side)
        return gun or heavy_fire.refuse(game, choice, side) or refuse_at_movers(game, choice, side)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.push(FirstFireAttack(unit=choice.name))
        elif choice.kind in heavy_fire.KINDS:
            heavy_fire.start(game, choice)
        elif choice.kind == starshells.STARSHELL:
            starshells.attempt(game, choice.name)
        elif choice.kind == destroying.DESTROY:
            destroying.carry_out(game, choice.name)
        else:
            game.state.fired_at = {}
            game.finish()


@rule("A8.1", "A8.3", "A8.31", "A7.55")
def refuse_at_movers(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why a unit cannot fire at those who move."""
    found, moving = refuse_firer(game, choice, side), game.state.moving
    if moving is None or found is None or found.reason not in ("refused.no-target", "refused.one-group"):
        return found
    unit, pieces = game.state.units[choice.name], pieces_of(game, choice.name)
    args = {"unit": choice.name, "target": moving.at}
    again = [piece for piece in pieces if may_still_fire(game, piece)]
    if not again:
        return Refusal("refused.shots", "A8.1", args)
    if not any(fire_group.is_one_group(game, piece, unit, moving.at) for piece in again):
        return Refusal("refused.one-group", "A7.55", args)
    near = [piece for piece in again if is_in_range(game, piece, moving.at)]
    if not near and all(piece.mode == "protective" for piece in again):
        return Refusal("refused.adjacent-only", "A8.31", args)
    if all(piece.mode == "subsequent" and _has_nearer_enemy(game, piece, moving.at) for piece in near or again):
        return Refusal("refused.subsequent", "A8.3", args)
    if not near:
        return Refusal("refused.out-of-range", "A7.22", args)
    return _refuse_line(game, unit, moving, args)


def _refuse_line(game: Game, unit: Unit, moving: Moving, args: dict[str, str]) -> Refusal | None:
    """What blocks the line to those who move."""
    men = [game.state.units[name] for name in moving.units if name in game.state.units]
    line = line_to_unit(game, unit, men[0]) if men else line_of_sight(game, eye_of(game, unit), moving.at)
    if line.block is None:
        return Refusal("refused.no-target", "A7.1", args)
    return Refusal("refused.no-los", line.block.rule, {**args, "at": line.block.at, "what": line.block.what})


@rule("A8.1")
def able_to_fire(game: Game, side: str) -> list[str]:
    """The units of a side that can fire at those who move."""
    return list(dict.fromkeys([piece.unit for piece in _bearing(game, side)]))


@derived(*THE_FIELD)
def _bearing(game: Game, side: str) -> tuple[Piece, ...]:
    """The pieces of a side that can be fired at those who move."""
    moving = game.state.moving
    assert moving is not None
    ranges = ranges_from(game.content, moving.at)
    found: list[Piece] = []
    for name, unit, pieces, reaches, reach in fire_group.firers(game, side):
        if pieces is None:
            loose = pieces_now(game, name)
            far = ranges[unit.at] if loose else 0
            able = [piece for piece in loose if far <= farthest(game, piece) and may_still_fire(game, piece)]
        elif (far := ranges[unit.at]) > reach:
            continue
        else:
            both = zip(pieces, reaches, strict=True)
            able = [piece for piece, most in both if far <= most and may_still_fire(game, piece)]
        found += _bearing_of(game, unit, able, moving) if able else ()
    return tuple(found)


def _bearing_of(game: Game, unit: Unit, pieces: Sequence[Piece], moving: Moving) -> list[Piece]:
    """The same of the pieces of one unit that are in range; it is looked along its line of sight once."""
    seen = fire_group.sees_target(game, unit, moving.at)
    return [
        piece
        for piece in pieces
        if not _has_nearer_enemy(game, piece, moving.at)
        and ((seen and fire_group.is_open_to(game, piece, unit, moving.at)) or can_snap(game, piece))
    ]


class FirstFireAttack(Procedure, frozen=True):
    """One attack at those who move: who joins, in which manner, and fire."""

    unit: str
    chosen: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    manner: Manner = "fire"
    apart: tuple[str, ...] = ()
    """The single men who could help with a machine gun and do not (A7.352)."""

    @rule("A8.1")
    def begin(self, game: Game) -> None:
        """Begin with all that the unit can fire."""
        manner: Manner = "fire" if first_fire_pieces(game, self.unit) else "snap"
        game.goto("gather", chosen=self.all_of(game, manner), manner=manner)

    def all_of(self, game: Game, manner: Manner) -> tuple[str, ...]:
        """The pieces with which the unit fires at first."""
        return _all_of(game, self.unit, manner)

    @rule("A7.5", "A8.15", "A9.22")
    def gather(self, game: Game) -> Decision:
        """Ask who joins, and in which manner to fire."""
        moving = game.state.moving
        assert moving is not None
        found = [
            option
            for option in joiners(game, moving.at, self.chosen, self.leaders, self.bears(game))
            if self.may_join(game, option)
        ]
        found += holding(game, self.attack(game), self.others(game))
        if (
            self.manner == "fire"
            and self.chosen == self.all_of(game, "fire")
            and first_fire_pieces(game, self.unit, (), "snap")
        ):
            found.append(SNAP)
        worth = is_worth_firing(game, self.attack(game))
        if worth and self.manner == "fire" and may_lay_lane(game, self.chosen, moving.at):
            found.append(LANE)
        fire = FIRE.id if worth else ""
        return Decision(
            other(game.state.active),
            "first-fire-group",
            "A7.5",
            (*found, *((FIRE,) if worth else ()), CANCEL),
            {"unit": self.unit, "target": moving.at},
            continues=True,
            gathers=fire,
            default=fire,
            done=CANCEL.id,
            hand=(*self.chosen, *self.leaders),
        )

    def others(self, game: Game) -> Alternatives:
        """What a unit could fire at those who move beside what is chosen."""
        return lambda unit, chosen: first_fire_pieces(game, unit, chosen, self.manner)

    def bears(self, game: Game) -> Callable[[Piece], bool]:
        """Whether a piece could be fired at those who move in the manner that was chosen."""
        return lambda piece: can_snap(game, piece) if self.manner == "snap" else can_hit(game, piece)

    def may_join(self, game: Game, option: Option) -> bool:
        """Whether a piece can fire at those who move in the manner that was chosen, and so join."""
        if option.rule == "A7.53":
            return True
        choice = Choice.of(option.id)
        holder = game.state.weapons[choice.name].holder if choice.kind == "weapon" else choice.name
        names = [piece.name for piece in first_fire_pieces(game, holder, self.chosen, self.manner)]
        return choice.name in names

    def attack(self, game: Game) -> Attack:
        """The attack as it is put together."""
        moving = game.state.moving
        assert moving is not None
        crossed = f"{hex_of(moving.came_from)}-{hex_of(moving.at)}" if self.manner == "snap" else ""
        pieces = pieces_named(game, self.chosen)
        return Attack(pieces, self.leaders, moving.at, self.manner, crossed, apart=self.apart)

    def gather_preview(self, game: Game, choice: Choice) -> Preview | None:
        return Preview(lines=preview_lines(game, self.with_choice(game, choice).attack(game)))

    def with_choice(self, game: Game, choice: Choice) -> FirstFireAttack:
        """The attack as it is after an answer that changes it."""
        if choice == Choice.of(SNAP.id):
            return replace(self, manner="snap", chosen=self.all_of(game, "snap"))
        if choice.kind == HOLD and choice.name not in self.chosen:
            return replace(self, apart=(*self.apart, choice.name))
        if choice.kind == HOLD:
            return replace(self, chosen=held_back(game, choice.name, self.chosen, self.others(game)))
        if choice.kind not in ("unit", "weapon") or game.state.moving is None:
            return self
        chosen, leaders = joined(game, choice, self.chosen, self.leaders, game.state.moving.at)
        return replace(self, chosen=self.with_all_of(game, chosen), leaders=leaders)

    def gather_refused(self, game: Game, choice: Choice) -> Refusal | None:
        moving = game.state.moving
        assert moving is not None
        if choice == Choice.of(FIRE.id):
            return Refusal("refused.too-weak", "A7.1", {"unit": self.unit})
        for manner, reason in ((SNAP, "refused.snap-shot"), (LANE, "refused.fire-lane")):
            if choice == Choice.of(manner.id):
                return Refusal(reason, manner.rule, {"unit": self.unit})
        found, side = refuse_joiner(game, choice, moving.at, self.chosen, self.leaders), other(game.state.active)
        if found is None and choice.kind == "weapon" and choice.name in game.state.weapons:
            found = refuse_gun(game, choice, side)
            choice = Choice("unit", game.state.weapons[choice.name].holder)
        return found or refuse_at_movers(game, choice, side)

    def gather_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "cancel":
            game.finish()
        elif choice.name == "fire":
            self.fire(game)
        elif choice.name == "fire-lane":
            game.goto("lane", manner="lane")
        else:
            now = self.with_choice(game, choice)
            game.goto("gather", manner=now.manner, chosen=now.chosen, leaders=now.leaders, apart=now.apart)

    @rule("A8.31")
    def with_all_of(self, game: Game, chosen: tuple[str, ...]) -> tuple[str, ...]:
        """An attack that somebody has joined, who in Final Protective Fire fires all that he can."""
        last = pieces_named(game, chosen[len(self.chosen) :])
        if not last or last[0].mode != "protective":
            return chosen
        chosen = self.chosen
        while more := first_fire_pieces(game, last[0].unit, chosen, self.manner):
            chosen = (*chosen, max(more, key=lambda piece: _base(game, piece)).name)
        return chosen

    @rule("A9.22", "A9.221")
    def lane(self, game: Game) -> Decision | None:
        """Of a lane along an alternate hexgrain, ask which row of hexes beside it is covered."""
        moving = game.state.moving
        assert moving is not None
        (weapon,) = self.chosen
        rows = lane_hexes(game, weapon, moving.at)
        if len(rows) == 1:
            self.fire(game)
            return None
        options = tuple(Option(f"do:{row}", rule="A9.221") for row in rows)
        return Decision(other(game.state.active), "lane-row", "A9.221", options, {"weapon": weapon}, continues=True)

    def lane_chosen(self, game: Game, choice: Choice) -> None:
        self.fire(game, choice.name)

    @rule("A8.1", "A9.22")
    def fire(self, game: Game, row: str = "") -> None:
        """Make the attack, and count the shots."""
        attack = self.attack(game)
        game.finish()
        state = game.state
        moving = state.moving
        assert moving is not None
        shots = dict(moving.shots)
        for piece in attack.pieces:
            shots[piece.name] = shots.get(piece.name, 0) + 1
        state.moving = replace(moving, shots=tuple(sorted(shots.items())))
        aftermath = Aftermath()
        reading = resolve(game, attack, aftermath)
        if self.manner == "lane" and not reading.cowered and not reading.failing:
            lay_lane(game, self.chosen[0], moving.at, row)
        settle(game, aftermath)
        if reading.kept and reading.more > state.residual.get(moving.at, 0):
            game.push(
                GiveUpRate(attack=attack, at=moving.at, fp=reading.more, kept=reading.kept, by_gun=reading.by_gun)
            )


class GiveUpRate(Procedure, frozen=True):
    """Machine guns have kept their rate of fire: before anything else is done it may be given up, to leave more
    Residual FP."""

    attack: Attack
    at: str
    fp: int
    """The Residual FP that there would be."""
    kept: tuple[str, ...] = ()
    """The guns that have kept their rate of fire."""
    by_gun: tuple[tuple[str, int], ...] = ()
    """The Residual FP that there would be if one of several alone gave it up."""

    @property
    def firers(self) -> frozenset[str]:
        return frozenset((*(piece.unit for piece in self.attack.pieces), *self.attack.leaders))

    @rule("A8.2", "A9.2")
    def begin(self, game: Game) -> Decision:
        args: dict[str, str | int] = {"unit": self.attack.pieces[0].unit, "at": self.at, "fp": self.fp}
        side, lies = other(game.state.active), game.state.residual.get(self.at, 0)
        guns = [Option(f"weapon:{gun}", rule="A8.2") for gun, fp in self.by_gun if lies < fp]
        return Decision(side, "give-up-rate", "A8.2", (KEEP, *guns, GIVE_UP), args, default=KEEP.id, done=KEEP.id)

    @rule("A8.2")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.finish()
        if choice == Choice.of(KEEP.id):
            return
        units, alone = game.state.units, choice.kind == "weapon"
        pieces = [piece for piece in self.attack.pieces if piece.unit in units]
        kept = [gun for gun in self.kept if alone and gun != choice.name]
        leaders = [name for name in self.attack.leaders if name in units]
        mark_fired(game, pieces, leaders, kept, self.attack.apart)
        leave_residual(game, self.at, dict(self.by_gun)[choice.name] if alone else self.fp)


@derived(*THE_FIELD)
def _all_of(game: Game, unit_id: str, manner: Manner) -> tuple[str, ...]:
    """All that a unit can fire at those who move, its greatest firepower first."""
    if not arms_of(game, unit_id):
        return tuple([piece.name for piece in first_fire_pieces(game, unit_id, (), manner)])
    found: tuple[str, ...] = ()
    while True:
        more = first_fire_pieces(game, unit_id, found, manner)
        if not more:
            return found
        found = (*found, max(more, key=lambda piece: _base(game, piece)).name)


def _base(game: Game, piece: Piece) -> int:
    return printed_figures(game, piece)[0]
