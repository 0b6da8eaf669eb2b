"""A3.2, A3.4, A3.5: the Prep Fire, Defensive Fire and Advancing Fire Phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec.structs import replace

from sandtable.games.asl import heavy_fire
from sandtable.games.asl.air import strikes
from sandtable.games.asl.artillery import in_sequence as artillery
from sandtable.games.asl.concealment.suspicion import might_act
from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.attack import Attack, is_worth_firing, preview_lines, resolve
from sandtable.games.asl.fire.firepower import is_in_range, printed_figures, share_of
from sandtable.games.asl.fire.marking import clear_markers, clear_spent, mark_prep_fire
from sandtable.games.asl.fire.pieces import (
    Piece,
    fires_mounted,
    helpers_in,
    is_outnumbered,
    may_fire,
    pieces_now,
    pieces_of,
)
from sandtable.games.asl.fire.refusing import is_machine_gun, refuse_machine_gun
from sandtable.games.asl.fire.spraying import second_targets
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night import starshells
from sandtable.games.asl.night.light import end_gunflashes
from sandtable.games.asl.sight import eye_of, line_of_sight
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import THE_FIELD
from sandtable.games.asl.units import Game, arms_of, friends_at, is_dummy, is_good_order, is_leader, units_at
from sandtable.games.asl.vehicles.losses import carried
from sandtable.games.asl.weapons.demolition import placed_charges, resolve_placed
from sandtable.games.asl.weapons.in_fire_phases import ACTIONS as WEAPON_ACTIONS
from sandtable.games.asl.weapons.in_fire_phases import acts_otherwise
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Procedure, Refusal, derived, rule
from sandtable.mechanics.roster import units_of

FirePhaseId = Literal["prep-fire", "defensive-fire", "advancing-fire"]
RULES: dict[FirePhaseId, str] = {"prep-fire": "A3.2", "defensive-fire": "A3.4", "advancing-fire": "A3.5"}
DONE = Option("do:done", rule="A3/turn")
FIRE = Option("do:fire", rule="A7.1")
CANCEL = Option("do:cancel", rule="A7.1")
SPRAY = Option("do:spray", rule="A7.34")
HOLD = "hold"
"""The kind of the options by which a piece is left out of an attack."""


def place_option(location: str, rule_id: str) -> Option:
    """The option that names a Location: a hex for its ground level, else a place."""
    return Option(f"hex:{location}" if hex_of(location) == location else f"place:{location}", rule=rule_id)


class FirePhase(Phase, frozen=True):
    """A side fires, attack by attack, each resolved before the next."""

    side: str
    phase: FirePhaseId

    def begin(self, game: Game) -> None:
        clear_spent(game, self.side)
        game.state.fired_at = {}
        if self.phase != "defensive-fire":
            game.state.fired_upon = {}
        game.goto("ask")
        if self.phase == "advancing-fire":
            set_off_charges(game)
        artillery.begin_fire_phase(game, self.side, self.phase)

    @rule("A3.2", "A3.4", "A3.5", "A7.1", "A12.16")
    def ask(self, game: Game) -> None:
        """The phase is over when nobody can do anything, for all that the others know."""
        if self.options(game) or might_act(game, self.side):
            game.goto("pick")
        else:
            self.end(game)

    def options(self, game: Game) -> Sequence[Option]:
        """The options of all that can fire, or do something else instead."""
        return _options(game, self.side)

    @rule("A3.2", "A3.4", "A3.5", "A7.1")
    def pick(self, game: Game) -> Decision:
        """Ask who fires next."""
        return Decision(self.side, self.phase, RULES[self.phase], (*self.options(game), DONE))

    def able(self, game: Game) -> Sequence[str]:
        """The units that can fire at something, or do something else instead."""
        return _able(game, self.side)

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self.end(game)
            return
        game.goto("ask")
        if choice.kind in heavy_fire.KINDS:
            heavy_fire.start(game, choice)
        elif choice.kind == "aircraft":
            game.push(strikes.AirAttack(side=self.side, plane=choice.name))
        elif choice.kind == starshells.STARSHELL:
            starshells.attempt(game, choice.name)
        else:
            game.push(Shoot(side=self.side, unit=choice.name))

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == starshells.STARSHELL:
            return starshells.refuse(game, choice, self.side)
        gun, bearer = refuse_gun(game, choice, self.side), bearer_of_gun(game, choice)
        if gun is None and bearer is not None:
            offered = bearer.name in self.able(game)
            gun = fired_by(choice, bearer) if offered else refuse_firer(game, bearer, self.side)
        heavy = gun or heavy_fire.refuse(game, choice, self.side) or strikes.refuse(game, choice, self.side)
        return heavy or refuse_firer(game, choice, self.side)

    @rule("A3.4", "A3.5", "A23.3")
    def end(self, game: Game) -> None:
        """The end of the phase: markers are taken off."""
        if self.phase == "defensive-fire":
            clear_markers(game, self.side, "first", "final")
        elif self.phase == "advancing-fire":
            clear_markers(game, self.side, "prep", "opportunity", "first", "final")
            end_gunflashes(game)
        else:
            mark_prep_fire(game, self.side)
        if self.phase != "prep-fire":
            heavy_fire.clear_markers(game, self.side)
        clear_spent(game, self.side)
        game.state.fired_at = {}
        game.finish()
        if self.phase == "defensive-fire":
            set_off_charges(game)


@derived(*THE_FIELD)
def _options(game: Game, side: str) -> tuple[Option, ...]:
    """The same, worked out once while nothing on the field changes."""
    men = [Option(f"unit:{name}", rule="A7.1") for name in _able(game, side)]
    return (
        *men,
        *heavy_fire.options(game, side),
        *strikes.options(game, side),
        *starshells.options(game, side),
    )


@derived(*THE_FIELD)
def _able(game: Game, side: str) -> tuple[str, ...]:
    """The units that can fire at something, or do something else instead."""
    seen = fire_group.prospects(game, side).seen
    known = fire_group.doers(game, side).while_seen(seen)
    found = []
    for name, unit in units_of(game, side).items():
        can = known.get(name)
        if can is None:
            can = fire_group.has_target(game, name, unit, seen) or acts_otherwise(game, name)
            if not (unit.aboard or unit.berserk):
                known[name] = can
        if can:
            found.append(name)
    return tuple(found)


@rule("A23.3", "A3.5")
def set_off_charges(game: Game) -> None:
    """The demolition charges that were placed go off."""
    if placed_charges(game):
        aftermath = Aftermath()
        resolve_placed(game, aftermath)
        settle(game, aftermath)


def _targets_of(game: Game, unit_id: str) -> Sequence[str]:
    """The Locations at which a unit can fire."""
    pieces = pieces_now(game, unit_id)
    return fire_group.targets_of_pieces(game, unit_id, pieces) if pieces else ()


def refuse_firer(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why a unit cannot fire now."""
    unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
    if unit is None:
        return None
    args = {"unit": choice.name}
    if unit.side != side:
        return Refusal("refused.other-side", "A3/turn", args)
    if is_dummy(unit):
        return Refusal("refused.dummy", "A12.1", args)
    if unit.broken:
        return Refusal("refused.broken", "A10.3", args)
    if unit.berserk and not may_fire(game, choice.name):
        return Refusal("refused.berserk-fire", "A15.4", args)
    if unit.aboard and not fires_mounted(game, choice.name):
        return Refusal("refused.rides-fire", "D6.64", args)
    if not unit.aboard and is_good_order(game, unit):
        if unit.ti:
            return Refusal("refused.immobilized", "A3.2", args)
        if is_outnumbered(game, choice.name, unit):
            return Refusal("refused.guards-many", "A20.5", args)
        if unit.strayed and game.state.phase == "advancing-fire":
            return Refusal("refused.strayed", "E1.53", args)
    if not unit.aboard and not may_fire(game, choice.name):
        return Refusal("refused.not-good-order", "A.7", args)
    if is_leader(game.content, unit) and not pieces_of(game, choice.name):
        return Refusal("refused.leader-directs", "A1.11", args)
    if not pieces_of(game, choice.name):
        return Refusal("refused.has-fired", "A7.35", args)
    return _refuse_targets(game, choice.name) or Refusal("refused.no-target", "A7.1", args)


def bearer_of_gun(game: Game, choice: Choice) -> Choice | None:
    """The option by which a machine gun is fired that was named: that of its possessor."""
    weapon = game.state.weapons.get(choice.name) if choice.kind == "weapon" else None
    is_held = weapon is not None and is_machine_gun(game, weapon) and weapon.holder in game.state.units
    return Choice("unit", weapon.holder) if weapon is not None and is_held else None


def fired_by(choice: Choice, bearer: Choice) -> Refusal:
    """A machine gun is not picked itself, but its possessor."""
    return Refusal("refused.fired-by", "A9.1", {"weapon": choice.name, "unit": bearer.name})


@rule("A9.1")
def refuse_gun(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why a machine gun cannot be fired now, be it that its possessor cannot."""
    found, bearer = refuse_machine_gun(game, choice, side), bearer_of_gun(game, choice)
    if found is not None or bearer is None or pieces_now(game, bearer.name):
        return found
    return refuse_firer(game, bearer, side)


@rule("A7.55", "A8.4")
def _refuse_targets(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit that can fire cannot at any of the enemies whom it sees, where it is not for range or sight."""
    pieces, unit = pieces_of(game, unit_id), game.state.units[unit_id]
    if all(piece.mode == "final-marked" for piece in pieces):
        return Refusal("refused.adjacent-only", "A8.4", {"unit": unit_id})
    for at in fire_group.target_locations(game, unit.side):
        near = [piece for piece in pieces if is_in_range(game, piece, at)]
        done = near and not any(fire_group.is_one_group(game, piece, unit, at) for piece in near)
        if done and fire_group.sees_target(game, unit, at):
            return Refusal("refused.one-group", "A7.55", {"unit": unit_id, "target": at})
    return None


class Shoot(Procedure, frozen=True):
    """One attack: a unit, its target, who joins, and fire."""

    side: str
    unit: str
    target: str = ""
    chosen: tuple[str, ...] = ()
    """The pieces that take part, by their names."""
    leaders: tuple[str, ...] = ()
    second: str = ""
    """Of Spraying Fire: the other target (A7.34)."""
    apart: tuple[str, ...] = ()
    """The single men who could help with a machine gun and do not (A7.352)."""

    @rule("A7.1")
    def begin(self, game: Game) -> Decision:
        """Ask for the target, or what else the unit does."""
        targets = self.targets(game)
        return Decision(
            self.side,
            "fire-at" if targets else "act-instead",
            "A7.1",
            (
                *(place_option(at, "A7.1") for at in targets),
                *WEAPON_ACTIONS.options(game, self.unit),
                CANCEL,
            ),
            {"unit": self.unit},
            continues=True,
            done=CANCEL.id,
            turns_to="FirePhase",
        )

    def targets(self, game: Game) -> Sequence[str]:
        """The Locations at which the unit can fire."""
        return _targets_of(game, self.unit)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind not in ("hex", "place"):
            return WEAPON_ACTIONS.preview(game, self.unit, choice)
        chosen = tuple(piece.name for piece in fire_group.best_pieces(game, self.unit, choice.name))
        return _preview(game, self.attack(game, choice.name, chosen, ()))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind in ("hex", "place"):
            return refuse_target(game, self.unit, choice.name)
        return WEAPON_ACTIONS.refuse(game, self.unit, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind in ("hex", "place"):
            chosen = tuple(piece.name for piece in fire_group.best_pieces(game, self.unit, choice.name))
            game.goto("gather", target=choice.name, chosen=chosen)
        elif choice.name == "cancel":
            game.finish()
        else:
            WEAPON_ACTIONS.start(game, self.unit, choice)

    @rule("A7.5", "A7.53", "A7.55")
    def gather(self, game: Game) -> Decision:
        """Ask who joins; nothing is fired before that is said."""
        ready = self.ready(game)
        fire = FIRE.id if ready else ""
        return Decision(
            self.side,
            "fire-group",
            "A7.5",
            (*self.joining(game), *self.holding(game), *self.spray_option(game), *ready, CANCEL),
            {"unit": self.unit, "target": self.target},
            continues=True,
            gathers=fire,
            default=fire,
            done=CANCEL.id,
            hand=(*self.chosen, *self.leaders),
        )

    def joining(self, game: Game) -> list[Option]:
        """Who may join: in Spraying Fire only leaders, who direct it."""
        found = joiners(game, self.target, self.chosen, self.leaders, self.bears(game))
        return [option for option in found if option.rule == "A7.53"] if self.second else found

    def bears(self, game: Game) -> Callable[[Piece], bool]:
        """Whether a piece could be fired at the target."""
        return lambda piece: fire_group.can_add(game, piece, self.target)

    def holding(self, game: Game) -> list[Option]:
        """What may be held back, until a second target is named."""
        attack = self.attack(game, self.target, self.chosen, self.leaders)
        return [] if self.second else holding(game, attack, self.others(game))

    def others(self, game: Game) -> Alternatives:
        """What a unit could fire at the target beside what is chosen."""
        return lambda unit, chosen: [
            piece for piece in pieces_of(game, unit, chosen) if fire_group.can_add(game, piece, self.target)
        ]

    @rule("A7.34")
    def spray_option(self, game: Game) -> tuple[Option, ...]:
        """To fire at a second Location with the same DR, where that can be."""
        return (SPRAY,) if not self.second and self.seconds(game) else ()

    @rule("A7.34", "A7.1")
    def seconds(self, game: Game) -> list[str]:
        """The Locations that could be fired at as well, with enough firepower at both."""
        found = second_targets(game, pieces_named(game, self.chosen), self.target)
        return [at for at in found if is_worth_firing(game, self.sprayed(game, at))]

    @rule("A7.34")
    def spray(self, game: Game) -> Decision:
        """Ask for the second target."""
        options = tuple(place_option(at, "A7.34") for at in self.seconds(game))
        args = {"unit": self.unit, "target": self.target}
        return Decision(
            self.side, "spray-at", "A7.34", (*options, CANCEL), args, continues=True, hand=self.chosen, done=CANCEL.id
        )

    def spray_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind not in ("hex", "place"):
            return None
        return _preview(game, replace(self.sprayed(game, choice.name), target=choice.name, second=""))

    def spray_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("hex", "place"):
            return None
        found = refuse_target(game, self.unit, choice.name)
        if found is None or found.reason != "refused.out-of-range":
            return found
        return Refusal("refused.not-sprayed", "A7.34", {"unit": self.unit, "target": choice.name})

    def spray_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("gather", second="" if choice.name == "cancel" else choice.name)

    def sprayed(self, game: Game, second: str) -> Attack:
        """The attack on two Locations."""
        pieces = pieces_named(game, self.chosen)
        return Attack(pieces, self.leaders, self.target, "spraying", second=second, apart=self.apart)

    def ready(self, game: Game) -> tuple[Option, ...]:
        """To fire, if there is anything to fire with."""
        attack = self.attack(game, self.target, self.chosen, self.leaders)
        attack = self.sprayed(game, self.second) if self.second else attack
        return (FIRE,) if is_worth_firing(game, attack) else ()

    def gather_preview(self, game: Game, choice: Choice) -> Preview | None:
        chosen, leaders = self.chosen, self.leaders
        if choice.kind == HOLD and choice.name not in chosen:
            attack = self.attack(game, self.target, chosen, leaders)
            return _preview(game, replace(attack, apart=(*self.apart, choice.name)))
        if choice.kind == HOLD:
            chosen = held_back(game, choice.name, chosen, self.others(game))
        elif choice.kind in ("unit", "weapon"):
            chosen, leaders = joined(game, choice, chosen, leaders, self.target)
        if self.second:
            return _preview(game, replace(self.sprayed(game, self.second), leaders=leaders))
        return _preview(game, self.attack(game, self.target, chosen, leaders))

    def gather_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(FIRE.id):
            return Refusal("refused.too-weak", "A7.1", {"unit": self.unit})
        if choice == Choice.of(SPRAY.id):
            return Refusal("refused.spray", "A7.34", {"unit": self.unit})
        found = refuse_joiner(game, choice, self.target, self.chosen, self.leaders)
        return found or refuse_gun(game, choice, self.side) or refuse_firer(game, choice, self.side)

    def gather_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "cancel":
            game.finish()
        elif choice.name == "spray":
            game.goto("spray")
        elif choice.name == "fire":
            attack = self.attack(game, self.target, self.chosen, self.leaders)
            attack = self.sprayed(game, self.second) if self.second else attack
            game.finish()
            aftermath = Aftermath()
            resolve(game, attack, aftermath)
            settle(game, aftermath)
        elif choice.kind == HOLD and choice.name not in self.chosen:
            game.goto("gather", apart=(*self.apart, choice.name))
        elif choice.kind == HOLD:
            game.goto("gather", chosen=held_back(game, choice.name, self.chosen, self.others(game)))
        else:
            chosen, leaders = joined(game, choice, self.chosen, self.leaders, self.target)
            game.goto("gather", chosen=chosen, leaders=leaders)

    def attack(self, game: Game, target: str, chosen: tuple[str, ...], leaders: tuple[str, ...]) -> Attack:
        """The attack as it is put together."""
        return Attack(pieces_named(game, chosen), leaders, target, apart=self.apart)


def _preview(game: Game, attack: Attack) -> Preview:
    """The sum of an attack before it is made."""
    return Preview(lines=preview_lines(game, attack))


@rule("A7.35")
def pieces_named(game: Game, names: Sequence[str]) -> tuple[Piece, ...]:
    """Pieces by their names, each in the way in which it may fire now."""
    return _pieces_named(game, tuple(names))


@derived(*THE_FIELD)
def _pieces_named(game: Game, names: tuple[str, ...]) -> tuple[Piece, ...]:
    found = []
    for name in names:
        holder = game.state.weapons[name].holder if name in game.state.weapons else name
        found += [piece for piece in pieces_now(game, holder) if piece.name == name]
    return tuple(found)


def joiners(
    game: Game, target: str, chosen: tuple[str, ...], leaders: tuple[str, ...], bears: Callable[[Piece], bool]
) -> list[Option]:
    """The options of pieces that may join an attack, of those that bear on its target, and of leaders to direct it."""
    state = game.state
    units = [state.weapons[name].holder if name in state.weapons else name for name in chosen]
    places = list(dict.fromkeys(state.units[name].at for name in units))
    found: list[Option] = []
    ridden = state.units[units[0]].aboard
    for at in places if ridden else fire_group.joining_locations(game, state.units[units[0]].side, places):
        for name in carried(game, ridden) if ridden else units_at(game, at):
            if name in leaders:
                continue
            for piece in pieces_of(game, name, chosen) if name in units else pieces_now(game, name):
                if bears(piece) and (at in places or _adds_enough(game, piece, target, bears)):
                    kind = "weapon" if piece.weapon else "unit"
                    found.append(Option(f"{kind}:{piece.name}", rule="A7.5"))
    found += [
        Option(f"unit:{name}", rule="A7.53")
        for name in fire_group.directing_leaders(game, pieces_named(game, chosen), leaders, target)
        if name not in chosen
    ]
    return list({option.id: option for option in found}.values())


@rule("A7.5", "A7.53", "E1.16")
def refuse_joiner(
    game: Game, choice: Choice, target: str, chosen: tuple[str, ...], leaders: tuple[str, ...]
) -> Refusal | None:
    """Why a unit that could fire, or direct, does not join an attack; None where it cannot for reasons of its own."""
    state, args = game.state, {"unit": choice.name}
    if choice.kind == "weapon" and choice.name in state.weapons:
        return _refuse_weapon(game, choice.name, target, chosen)
    if choice.kind != "unit" or choice.name not in state.units:
        return None
    if choice.name in chosen or choice.name in leaders:
        return Refusal("refused.takes-part", "A7.5", args)
    unit, pieces = state.units[choice.name], pieces_now(game, choice.name)
    places = list(dict.fromkeys(state.units[piece.unit].at for piece in pieces_named(game, chosen)))
    if unit.side != state.units[pieces_named(game, chosen)[0].unit].side:
        return None
    if not pieces and is_leader(game.content, unit) and may_fire(game, choice.name) and not unit.pinned:
        led = any(state.units[name].at == unit.at for name in leaders)
        reason = "not-his-men" if unit.at not in places else "led" if led else "has-directed"
        return Refusal(f"refused.{reason}", "A7.53", args)
    if not any(fire_group.can_add(game, piece, target) for piece in pieces):
        return refuse_target(game, choice.name, target) if pieces and state.moving is None else None
    if unit.at not in fire_group.joining_locations(game, unit.side, places):
        return Refusal("refused.not-beside", "A7.5", args)
    return Refusal("refused.adds-little", "A7.5", args) if unit.at not in places else None


@rule("A7.5", "A7.35")
def _refuse_weapon(game: Game, name: str, target: str, chosen: tuple[str, ...]) -> Refusal | None:
    """Why a machine gun that could be fired does not join an attack."""
    state = game.state
    weapon = state.weapons[name]
    if name in chosen:
        return Refusal("refused.weapon-takes-part", "A7.5", {"weapon": name})
    able = [piece for piece in pieces_now(game, weapon.holder) if piece.weapon == name] if weapon.holder else []
    if not able:
        return None
    piece, units = able[0], state.units
    places = list(dict.fromkeys(units[each.unit].at for each in pieces_named(game, chosen)))
    if not fire_group.can_add(game, piece, target):
        return refuse_target(game, piece.unit, target) if state.moving is None else None
    if units[piece.unit].at not in fire_group.joining_locations(game, units[piece.unit].side, places):
        return Refusal("refused.not-beside", "A7.5", {"unit": piece.unit})
    if piece not in pieces_of(game, piece.unit, chosen):
        return Refusal("refused.gun-too-many", "A7.35", {"weapon": name, "unit": piece.unit})
    beside = units[piece.unit].at in places
    return None if beside else Refusal("refused.adds-little", "A7.5", {"unit": piece.unit})


@rule("A7.5")
def _adds_enough(game: Game, piece: Piece, target: str, bears: Callable[[Piece], bool]) -> bool:
    """Whether a piece of another Location adds at least 1 FP, be it together with what else can fire from there."""
    value = share_of(game, piece, target).value
    if value >= 1:
        return True
    beside = friends_at(game, game.state.units[piece.unit].at, game.state.units[piece.unit].side)
    able = [each for name, _ in beside for each in _all_of(game, name, target, bears)]
    return sum([share_of(game, each, target).value for each in able], Fraction(0)) >= 1


@rule("A7.35")
def _all_of(game: Game, unit_id: str, target: str, bears: Callable[[Piece], bool]) -> list[Piece]:
    """All that a unit can fire together, its greatest firepower first."""
    found: list[Piece] = []
    while more := [each for each in pieces_of(game, unit_id, [one.name for one in found]) if bears(each)]:
        found.append(max(more, key=lambda each: share_of(game, each, target).value))
    return found


Alternatives: TypeAlias = Callable[[str, tuple[str, ...]], Sequence[Piece]]
"""What a unit could fire beside the pieces that are chosen."""


@rule("A7.35", "A7.352", "A8.31")
def holding(game: Game, attack: Attack, others: Alternatives) -> list[Option]:
    """The pieces that units of an attack may hold back, because they fire another or could fire it instead, and the
    single men who need not help with a machine gun.

    In Final Protective Fire all must fire.
    """
    able = [piece for piece in attack.pieces if piece.mode != "protective"]
    chosen = tuple([piece.name for piece in attack.pieces])
    found = [piece.name for piece in able if _without(game, piece, chosen, others)]
    found += helpers_in(game, attack.pieces, attack.no_helpers).values()
    return [Option(f"{HOLD}:{name}", rule="A7.35") for name in found]


def _without(game: Game, piece: Piece, chosen: tuple[str, ...], others: Alternatives) -> tuple[str, ...]:
    """An attack without a piece: its unit fires what else it has chosen, or the best that it could; else nothing."""
    left = tuple([name for name in chosen if name != piece.name])
    if not arms_of(game, piece.unit):
        return ()
    if any(each.unit == piece.unit for each in pieces_named(game, left)):
        return left
    instead = [each for each in others(piece.unit, left) if each.name != piece.name]
    return (*left, max(instead, key=lambda each: printed_figures(game, each)[0]).name) if instead else ()


def held_back(game: Game, name: str, chosen: tuple[str, ...], others: Alternatives) -> tuple[str, ...]:
    """The pieces of an attack once one of them is held back."""
    piece = next(each for each in pieces_named(game, chosen) if each.name == name)
    return _without(game, piece, chosen, others)


def joined(
    game: Game, choice: Choice, chosen: tuple[str, ...], leaders: tuple[str, ...], target: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """An attack with one more piece, or one more leader."""
    if choice.kind == "unit" and is_leader(game.content, game.state.units[choice.name]):
        pieces = [piece.name for piece in pieces_of(game, choice.name, chosen)]
        if choice.name not in pieces:
            return chosen, (*leaders, choice.name)
    return (*chosen, choice.name), leaders


def refuse_target(game: Game, unit_id: str, location: str) -> Refusal | None:
    """Why a Location cannot be fired at."""
    unit = game.state.units[unit_id]
    if hex_of(location) not in game.content.board.index:
        return None
    args = {"unit": unit_id, "target": location}
    if location not in fire_group.target_locations(game, unit.side):
        return Refusal("refused.nobody-there", "A7.4", args)
    if location == unit.at:
        return Refusal("refused.own-location", "A7.21", args)
    line = line_of_sight(game, eye_of(game, unit), location)
    if line.block is not None:
        return Refusal("refused.no-los", line.block.rule, {**args, "at": line.block.at, "what": line.block.what})
    if location in game.state.fired_at.get(unit.aboard or unit.at, ()):
        return Refusal("refused.one-group", "A7.55", args)
    return Refusal("refused.out-of-range", "A7.22", args)
