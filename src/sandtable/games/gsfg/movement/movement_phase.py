"""Chapters 5 and 10: the movement phase of a group."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.gsfg.air import air_mobile, transport
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.index import StillAble
from sandtable.games.gsfg.movement.allowance import is_mobile, is_pinned, why_not_to_move
from sandtable.games.gsfg.movement.move import setting_out
from sandtable.games.gsfg.optional import special_forces, special_forces_moves
from sandtable.games.gsfg.reinforcements import arrival, entering, link_up
from sandtable.games.gsfg.state import NATO, OFF_MAP
from sandtable.games.gsfg.supply import in_aerial_supply
from sandtable.games.gsfg.units import Game, counter, is_multinational, members, of_group
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Phase, Refusal, index, of_content, rule
from sandtable.mechanics.roster import hexes_of, units_in

DONE = Option("do:done", rule="10.2")


class MovementPhase(Phase, frozen=True):
    """A group moves its units, one or one stack at a time."""

    side: str
    group: str

    @rule("5.8", "7.6", "6.9", "10.5")
    def begin(self, game: Game) -> None:
        """Note what holds at the start of the phase, then let what comes first come first."""
        state = game.state
        state.entered.clear()
        held = hexes_of(game, self.side)
        fed = {label: state.aerial_supply != OFF_MAP and in_aerial_supply(game, label) for label in held}
        mixed = {label: self.side == NATO and is_multinational(game, units_in(game, label)) for label in held}
        for unit_id in of_group(game, self.group):
            unit = state.units[unit_id]
            now = replace(
                unit,
                start=unit.at,
                pinned=is_pinned(game, unit_id, unit),
                mixed=mixed[unit.at],
                fed_by_air=fed[unit.at],
                moved=False,
                rested=False,
            )
            if now != unit:
                state.units[unit_id] = now
        game.goto("move")
        arrival.start_of_movement(game, self.group)

    @rule("10.1", "10.2")
    def move(self, game: Game) -> Decision:
        return Decision(self.side, "move-unit", "10.1", tuple(WHAT_MOVES.options(game, self)))

    def what_ends_a_move(self, game: Game) -> list[Option]:
        """What is offered that ends the move of a unit: the move of another, and the end of the phase."""
        return WHAT_ENDS_A_MOVE.options(game, self)

    def move_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return WHAT_MOVES.refuse(game, self, choice)

    def move_chosen(self, game: Game, choice: Choice) -> None:
        WHAT_MOVES.start(game, self, choice)

    @rule("6.9")
    def end(self, game: Game) -> None:
        """What the end of a movement phase brings: units that left the reach of aerial supply are no longer fed."""
        for unit_id, unit in game.state.units.items():
            if unit.fed_by_air:
                game.state.units[unit_id] = replace(unit, fed_by_air=False)
        game.finish()
        special_forces.displace(game)


class MoveUnit(Action[Game, MovementPhase]):
    """A unit on the map moves."""

    rule = "10.1"

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.units

    def offers(self, game: Game, phase: MovementPhase) -> Sequence[Option]:
        return [*movable(game, phase.group).offers.values()]

    def refuse(self, game: Game, phase: MovementPhase, choice: Choice) -> Refusal | None:
        return why_not_to_move(game, choice.name, phase.group)

    def start(self, game: Game, phase: MovementPhase, choice: Choice) -> None:
        flies = counter(game, choice.name).type == air_mobile.AIR_MOBILE
        game.push(air_mobile.Rebase(unit=choice.name) if flies else setting_out(game, choice.name))


class EnterMap(Action[Game, MovementPhase]):
    """A unit to come enters the map."""

    rule = "9.1"

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name not in game.state.units

    def offers(self, game: Game, phase: MovementPhase) -> Sequence[Option]:
        return arrival.entering(game, phase.group)

    def refuse(self, game: Game, phase: MovementPhase, choice: Choice) -> Refusal | None:
        if choice.name in game.state.lost:
            return Refusal("refused.eliminated", "10.1", {"unit": choice.name})
        known = choice.name in game.content.counters
        return arrival.refuse_entry(game, choice.name, phase.group) if known else None

    def start(self, game: Game, phase: MovementPhase, choice: Choice) -> None:
        game.push(entering.Enter(unit=choice.name))


class MoveSpecialForces(Action[Game, MovementPhase]):
    """A special forces marker moves."""

    rule = "13.5"
    kinds = ("sf",)

    def offers(self, game: Game, phase: MovementPhase) -> Sequence[Option]:
        return special_forces_moves.movable(game, phase.group)

    def refuse(self, game: Game, phase: MovementPhase, choice: Choice) -> Refusal | None:
        return special_forces_moves.refuse_marker(game, choice.name, phase.group)

    def start(self, game: Game, phase: MovementPhase, choice: Choice) -> None:
        game.push(special_forces_moves.MoveMarker(marker=choice.name))


class FormDivision(Action[Game, MovementPhase]):
    """Two counters that stand together form a US division."""

    rule = "9.8"
    kinds = ("link",)

    def offers(self, game: Game, phase: MovementPhase) -> Sequence[Option]:
        return link_up.options(game, phase.group)

    def start(self, game: Game, phase: MovementPhase, choice: Choice) -> None:
        link_up.form(game, choice.name)


class EndMovement(Action[Game, MovementPhase]):
    """The phase is over."""

    rule = "10.2"
    ids = (DONE.id,)

    def offers(self, game: Game, phase: MovementPhase) -> Sequence[Option]:
        return () if arrival.must_enter(game, phase.group) else (DONE,)

    def refuse(self, game: Game, phase: MovementPhase, choice: Choice) -> Refusal:
        late = arrival.overdue(game, phase.group)
        return Refusal("refused.must-enter", arrival.due_rule(game, late), {"unit": late[0]})

    def start(self, game: Game, phase: MovementPhase, choice: Choice) -> None:
        game.goto("end")


WHAT_ENDS_A_MOVE: Menu[Game, MovementPhase] = Menu(MoveUnit(), EnterMap(), EndMovement())
WHAT_MOVES: Menu[Game, MovementPhase] = Menu(
    MoveUnit(), EnterMap(), MoveSpecialForces(), FormDivision(), transport.PlaceAerialSupply(), EndMovement()
)


@rule("10.2", "10.3")
def may_move(game: Game, group: str) -> StillAble:
    """The units of a group that may still move in this phase."""
    return StillAble(
        unit_options(game.content),
        lambda game: members(game, group),
        is_mobile,
    )


movable = index(may_move, "units", "turn", "air")


@of_content
def unit_options(content: Content) -> dict[str, Option]:
    """The option of moving each unit."""
    return {unit_id: Option(f"unit:{unit_id}", rule="10.1") for unit_id in content.counters}
