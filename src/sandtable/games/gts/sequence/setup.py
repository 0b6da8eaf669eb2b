"""How the battle begins: units, leaders, points and chits in their places."""

from __future__ import annotations

from sandtable.games.gts.content import Content, Placed
from sandtable.games.gts.engineers.works import IMPROVED
from sandtable.games.gts.events.scenario import SetUp
from sandtable.games.gts.movement.stacking import column_in, in_combat_formation, limits
from sandtable.games.gts.movement.terrain_chart import Formations, terrain_chart
from sandtable.games.gts.sequence.leaders import Reposition, side_of_leader
from sandtable.games.gts.state import Leader, Points, State, Unit
from sandtable.games.gts.units import Game, face, is_leg_infantry, occupy, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, occupier, units_in

DONE = Option("do:done", rule="14.7/limits")
STAY = Option("do:stay", rule="14.7/limits")


@rule("9.0", "10.0.1")
def place(state: State, content: Content) -> None:
    """Put everything where the scenario says, with the chits of its first turn and the one that starts."""
    scenario = content.scenario
    for placed in scenario.set_up:
        for unit_id in placed.units:
            state.units[unit_id] = unit_of(content, unit_id, placed)
            state.holders[placed.at] = content.counters[unit_id].side
    state.leaders = {name: Leader(at=at) for name, at in scenario.leaders.items()}
    state.divisions = {
        name: Points(command=start.command, dispatch=start.dispatch)
        for name, start in scenario.divisions.items()
        if start.turn <= scenario.first_turn
    }
    for number, arrival in enumerate(scenario.reinforcements):
        state.due |= dict.fromkeys((*arrival.units, *arrival.leaders), number)
    state.cup = sorted(chit for chit in scenario.cup.chits if chit != scenario.cup.first)
    state.carried = scenario.cup.first


def unit_of(content: Content, unit_id: str, placed: Placed) -> Unit:
    """A unit in the state in which a scenario places it."""
    kind = content.counters[unit_id]
    return Unit(
        at=placed.at,
        steps=kind.steps - (unit_id in placed.step_loss),
        column=placed.state != "combat",
        mounted=placed.state == "transport",
        hits=placed.cohesion.get(unit_id, 0),
        works=IMPROVED if placed.improved else "",
    )


def start(game: Game) -> None:
    """Let a side rearrange its units where the scenario allows it; its leg infantry may dig in, leaders follow."""
    free = game.content.scenario.free_set_up
    if free is not None:
        game.push(FreePlacing(side=free.side, region=free.region))


@rule("1.2/stacking", "14.5", "14.7/limits")
def places(game: Game, unit_id: str, region: str) -> list[str]:
    """The hexes of a region in which a unit can be set up: free of enemies, with room, on ground where it can be."""
    unit = game.state.units[unit_id]
    return sorted(
        label
        for label in game.content.region(region)
        if label != unit.at and _may_stand(game, unit_id, label) and _has_room(game, unit_id, label)
    )


def _may_stand(game: Game, unit_id: str, label: str) -> bool:
    """Whether the ground of a hex takes a unit in its formation; guns without a movement allowance are manhandled."""
    mobility = face(game, unit_id).mobility
    ground = terrain_chart(game.content).terrain.get(game.content.terrain[label])
    if ground is None:
        return False
    formations: Formations = getattr(ground, "leg" if mobility == "immobile" else mobility)
    return formations.cost(column=game.state.units[unit_id].column) is not None


def _has_room(game: Game, unit_id: str, label: str) -> bool:
    if occupier(game, label) not in (None, side_of(game, unit_id)):
        return False
    if game.state.units[unit_id].column:
        return not column_in(game, label)
    return len(in_combat_formation(game, label)) < limits(game).combat


class FreePlacing(Phase, frozen=True):
    """A side sets up its units in a region as it likes, each once, before the game begins."""

    side: str
    region: str
    placed: tuple[str, ...] = ()
    """The units that have been placed."""
    unit: str = ""
    """The one that is being placed."""

    @rule("14.7/limits")
    def begin(self, game: Game) -> Decision:
        """Ask which unit is to be placed anew; those left alone stay where the scenario puts them."""
        free = [unit_id for unit_id in self._own(game) if unit_id not in self.placed]
        options = tuple(Option(f"unit:{unit_id}", rule="14.7/limits") for unit_id in free)
        return Decision(self.side, "set-up", "14.7/limits", (*options, DONE))

    def _own(self, game: Game) -> list[str]:
        region = game.content.region(self.region)
        return [i for i, unit in game.state.units.items() if side_of(game, i) == self.side and unit.at in region]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        reason = "refused.set-up-once" if choice.name in self.placed else "refused.not-set-up"
        return Refusal(reason, "14.7/limits", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "unit":
            game.goto("place", unit=choice.name)
        else:
            game.goto("dig_in")

    @rule("14.7/limits")
    def place(self, game: Game) -> Decision:
        options = tuple(Option(f"hex:{i}", rule="14.7/limits") for i in places(game, self.unit, self.region))
        args = {"unit": self.unit}
        return Decision(self.side, "set-up-hex", "14.7/limits", (*options, STAY), args, continues=True, default=STAY.id)

    def place_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"unit": self.unit, "hex": choice.name}
        if choice.name not in game.content.region(self.region):
            return Refusal("refused.set-up-region", "14.7/limits", args)
        if not _may_stand(game, self.unit, choice.name):
            return Refusal("refused.prohibited", "14.5", args)
        return Refusal("refused.full", "14.7/limits", args)

    def place_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "hex":
            game.goto("begin", unit="")
            return
        before = game.state.units[self.unit].at
        occupy(game, self.unit, choice.name)
        if not units_in(game, before):
            del game.state.holders[before]
        game.say(SetUp(rule="14.7/limits", unit=self.unit, at=choice.name))
        game.goto("begin", placed=(*self.placed, self.unit), unit="")

    @rule("21.2", "22.2.1", "29.31")
    def dig_in(self, game: Game) -> None:
        """Leg infantry begins in improved positions where the scenario says so; leaders are placed with their units."""
        free = game.content.scenario.free_set_up
        if free is not None and free.improved == "leg-infantry":
            for unit_id in self._own(game):
                if is_leg_infantry(game, unit_id) and not game.state.units[unit_id].column:
                    change(game, unit_id, works=IMPROVED)
        game.finish()
        for name in game.state.leaders:
            if side_of_leader(game, name) == self.side:
                game.push(Reposition(leader=name))


PROCEDURES: tuple[type[Procedure], ...] = (FreePlacing,)
