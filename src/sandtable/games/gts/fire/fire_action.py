"""Chapter 15: the fire action, direct or indirect, of a unit or of several stacked together."""

from __future__ import annotations

from sandtable.games.gts.arnhem.supply import is_rationed
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire import fire_procedure
from sandtable.games.gts.fire.fire_modifiers import DIRECT, INDIRECT
from sandtable.games.gts.fire.fire_procedure import Fire, Shot
from sandtable.games.gts.fire.fire_zones import range_of, weapons
from sandtable.games.gts.fire.line_of_sight import seen_from
from sandtable.games.gts.index import positions
from sandtable.games.gts.indirect.indirect_fire import Barrage, IndirectFire
from sandtable.games.gts.indirect.observers import (
    can_barrage,
    distance_to,
    indirect_targets,
    is_mortar,
    self_observed,
    weapon_class,
)
from sandtable.games.gts.sequence.leaders import in_command
from sandtable.games.gts.sequence.unit_action import ACTIVATION, UnitAction, Units
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, face, hexes_of, on_map, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, of_content, rule

BARRAGE = Option("do:barrage", rule="16.4.2.1")
FIRE = Option("do:fire", rule="13.2/2")
CEASE = Option("do:cease", rule="13.2/2")


@rule("15.2", "15.3", "15.3/note", "15.5/2", "16.1/artillery", "16.1/mortar", "19.2.2/effects", "29.19")
def direct_targets(game: Game, unit_id: str) -> list[str]:
    """The enemy units at which a unit may fire directly: in range and in sight."""
    unit, kind = game.state.units[unit_id], weapon_class(game, unit_id)
    if kind is None or not kind.direct or unit.suppressed or not on_map(game, unit_id):
        return []
    held, there = hexes_of(game, enemy_of(side_of(game, unit_id))), positions(game).hexes
    seen = held.keys() & seen_from(game, unit.at, direct_range(game, unit_id))
    return sorted([target for label in seen for target in there[label]]) if seen else []


@rule("16.1/artillery", "15.3/note")
def direct_range(game: Game, unit_id: str) -> int:
    """How far a unit fires directly."""
    kind, far = weapon_class(game, unit_id), range_of(game, unit_id)
    return min(far, weapons(game).direct_within) if kind is not None and kind.indirect else far


@rule("15.3", "15.5/1", "15.5/2")
def targets(game: Game, unit_id: str) -> list[str]:
    """The enemy units at which a unit may fire, directly or indirectly."""
    kind = weapon_class(game, unit_id)
    if kind is None:
        return []
    found = direct_targets(game, unit_id)
    return found + indirect_targets(game, unit_id) if kind.indirect else found


@of_content
def target_options(content: Content) -> dict[str, Option]:
    """The option of firing at each unit."""
    return {unit_id: Option(f"unit:{unit_id}", rule="15.3") for unit_id in content.counters}


@rule("16.1/artillery", "16.3")
def attack(game: Game, firer: str, target: str) -> Procedure:
    """The fire of a unit at another: indirect for mortars, and for artillery beyond a few hexes."""
    at = game.state.units[target].at
    if is_indirect(game, firer, at):
        return IndirectFire(firer=firer, at=at, target=target)
    return Fire(shot=Shot(firer=firer, target=target, kind=DIRECT))


def is_indirect(game: Game, firer: str, label: str) -> bool:
    """Whether fire of a unit at a hex is indirect."""
    kind = weapon_class(game, firer)
    if kind is None or not kind.indirect:
        return False
    return not kind.direct or distance_to(game, firer, label) > weapons(game).direct_within


@rule("15.2", "19.2.2/effects", "29.25")
def why_no_fire(game: Game, firer: str) -> Refusal | None:
    """Why a unit cannot fire at anything."""
    unit, args = game.state.units[firer], {"unit": firer}
    if face(game, firer).fire is None:
        return Refusal("refused.no-fire-rating", "15.2", args)
    if unit.suppressed:
        return Refusal("refused.suppressed", "19.2.2/effects", args)
    if unit.entry:
        return Refusal("refused.fire-from-entry", "8.0", args)
    return None


@rule("8.0", "15.3", "15.3/note", "15.4")
def why_no_target(game: Game, firer: str, target: str) -> Refusal:
    """Why a unit cannot fire at another."""
    args: dict[str, str | int] = {"unit": firer, "target": target}
    if not on_map(game, target):
        return Refusal("refused.target-in-entry", "8.0", args)
    at = game.state.units[target].at
    distance, far = distance_to(game, firer, at), range_of(game, firer)
    if distance > far:
        args |= {"distance": distance, "range": far}
        if far < face(game, firer).range:
            return Refusal("refused.range-reduced", "15.3/note", args)
        return Refusal("refused.out-of-range", "15.3", args)
    if is_indirect(game, firer, at):
        return why_not_observed(game, firer, at)
    return Refusal("refused.no-line-of-sight", "15.4", args)


@rule("16.3/1", "16.3/2", "16.3/4", "21.5")
def why_not_observed(game: Game, firer: str, label: str) -> Refusal:
    """Why a unit cannot fire indirectly at a hex in its range."""
    args = {"unit": firer, "hex": label}
    if is_rationed(game, firer):
        return Refusal("refused.no-shells", "16.3/1", args)
    if not self_observed(game, firer, (label,)) and not in_command(game, firer):
        return Refusal("refused.no-observer-out-of-command", "16.3/1", args)
    if is_mortar(game, firer):
        return Refusal("refused.no-mortar-observer", "16.3/4", args)
    return Refusal("refused.not-observed", "16.3/2", args)


class FireAction(UnitAction):
    """Fire at an enemy or at an empty hex: one unit at a target, several units one after the other."""

    name = "fire"

    @rule("10.0.2/stack", "13.2/2", "15.5/1", "16.4.2.1")
    def offers(self, game: Game, units: Units) -> list[Option]:
        """The targets of a unit; several units are told to fire together, one after the other."""
        if len(units) > 1:
            return [FIRE] if all(self.offers(game, (unit_id,)) for unit_id in units) else []
        known = target_options(game.content)
        found = [known[target] for target in targets(game, units[0])]
        kind = weapon_class(game, units[0])
        if kind is not None and kind.indirect and can_barrage(game, units[0]):
            found.append(BARRAGE)
        return found

    def takes(self, game: Game, choice: Choice) -> bool:
        """Whether an option belongs to this kind of action, offered or not: it names an enemy, or says to fire."""
        if choice.kind == "do":
            return choice.name in ("fire", "barrage")
        now = game.state.active
        return (
            choice.kind == "unit"
            and now is not None
            and choice.name in game.state.units
            and side_of(game, choice.name) != now.side
        )

    @rule("8.0", "15.2", "15.3", "19.2.2/effects")
    def refuse(self, game: Game, units: Units, choice: Choice) -> Refusal | None:
        """Why an option that this kind of action takes is not offered."""
        if len(units) > 1:
            return Refusal("refused.fire-one-by-one", "10.0.2/stack", {"unit": units[0]})
        firer = units[0]
        able = why_no_fire(game, firer)
        if able is not None:
            return able
        if choice == ("do", "barrage"):
            kind = weapon_class(game, firer)
            if kind is None or not kind.indirect:
                return Refusal("refused.no-barrage", "16.4.2.1", {"unit": firer})
            return Refusal("refused.no-barrage-hex", "16.3/2", {"unit": firer})
        return None if choice.kind != "unit" else why_no_target(game, firer, choice.name)

    def preview(self, game: Game, units: Units, choice: Choice) -> Preview | None:
        """The line of fire at a target and its whole sum."""
        if choice.kind != "unit" or len(units) > 1:
            return None
        firer, at = units[0], game.state.units[choice.name].at
        kind = INDIRECT if is_indirect(game, firer, at) else DIRECT
        shot = Shot(firer=firer, target=choice.name, kind=kind)
        start = game.state.units[firer].at
        return Preview((start, at) if start else (), shot.preview(game))

    def start(self, game: Game, units: Units, choice: Choice) -> None:
        """Carry out an offered option."""
        if len(units) > 1:
            game.push(FireGroup(units=units))
        elif choice.kind == "do":
            game.push(Barrage(firer=units[0]))
        else:
            game.push(attack(game, units[0], choice.name))


FIRE_ACTION = FireAction()


class FireGroup(Procedure, frozen=True):
    """Units that act together fire one after the other, each at a target of its own."""

    units: tuple[str, ...]
    firer: str = ""
    begun: bool = False

    @rule("10.0.2/stack", "15.5/1")
    def begin(self, game: Game) -> Decision | None:
        """Ask which fires next; once one has fired the others may hold their fire."""
        left = [unit_id for unit_id in self.units if unit_id in game.state.units]
        able = [unit_id for unit_id in left if FIRE_ACTION.offers(game, (unit_id,))]
        if not able:
            game.finish()
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="15.5/1") for unit_id in able)
        side = side_of(game, able[0])
        if not self.begun:
            return Decision(side, "fire-next", "15.5/1", options, continues=True, done=CEASE.id)
        return Decision(
            side, "fire-next", "15.5/1", (*options, CEASE), continues=True, default=CEASE.id, done=CEASE.id,
            turns_to=ACTIVATION,
        )  # fmt: skip

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-firing", "15.5/1", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        else:
            game.goto("pick", firer=choice.name)

    @rule("15.5/2")
    def pick(self, game: Game) -> Decision:
        options, side = tuple(FIRE_ACTION.offers(game, (self.firer,))), side_of(game, self.firer)
        return Decision(side, "fire-target", "15.5/2", options, {"unit": self.firer}, continues=True)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if FIRE_ACTION.takes(game, choice):
            return FIRE_ACTION.refuse(game, (self.firer,), choice)
        is_unit = choice.kind == "unit" and choice.name in game.state.units
        return Refusal("refused.own-unit", "15.5/2", {"unit": choice.name}) if is_unit else None

    def pick_preview(self, game: Game, choice: Choice) -> Preview | None:
        return FIRE_ACTION.preview(game, (self.firer,), choice)

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        left = tuple(unit_id for unit_id in self.units if unit_id != self.firer)
        game.goto("begin", units=left, begun=True)
        FIRE_ACTION.start(game, (self.firer,), choice)


PROCEDURES: tuple[type[Procedure], ...] = (FireGroup, *fire_procedure.PROCEDURES)
