"""Chapter 2.0: setting up, side after side, in the areas that the scenario gives."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import SetUp as WasSetUp
from sandtable.games.panzer.ground import terrain_of
from sandtable.games.panzer.movement.costs import way_slots
from sandtable.games.panzer.movement.reach import facing_name, facing_option, facings_by_name
from sandtable.games.panzer.scenarios import SetUp
from sandtable.games.panzer.state import State, Unit, enemy_of
from sandtable.games.panzer.tables.terrain import price_of
from sandtable.games.panzer.units import Game, printed, vehicles
from sandtable.games.panzer.victory import objectives
from sandtable.hexgrid import bearing
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, of_content, rule
from sandtable.mechanics.roster import enemy_hexes, occupier

STANDARD = Option("do:standard", rule="2.0")


def place(state: State, content: Content) -> None:
    """All units wait to be set up."""
    state.waiting = dict.fromkeys(content.counters, 0)


@rule("2.0")
def begin(game: Game) -> None:
    """The side that the scenario names sets up first, and the other sees it."""
    first = game.content.scenario.sets_up_first
    game.push(SetUpForce(side=enemy_of(first)))
    game.push(SetUpForce(side=first))


@of_content
def set_up_of(content: Content, side: str, group: str) -> SetUp:
    """What the scenario says of the set-up of a group."""
    force = next(force for name, force in content.scenario.forces.items() if name == side)
    return next(entry for entry in force.set_up if group in entry.groups)


@of_content
@rule("2.0", "4.1.4.1.7", "4.5.1.1.2")
def area(content: Content, unit_id: str) -> frozenset[str]:
    """The hexes in which a unit may be set up: those of its area in which it could be."""
    unit = content.counters[unit_id]
    mode, index, ways = vehicles(content)[unit_id].movement.mode, content.board.index, way_slots(content)
    return frozenset(
        label
        for label in content.set_up_hexes(set_up_of(content, unit.side, unit.group))
        if price_of(terrain_of(content, label).costs.of(mode)) < FORBIDDEN
        or any(6 * index[label] + d in ways for d in range(6))
    )


@rule("2.0", "4.5.1.1.10")
def set_up_hexes(game: Game, unit_id: str) -> list[str]:
    """Where a unit may be set up now: in its area, not with the enemy, and apart from others where that is asked."""
    content, unit = game.content, printed(game, unit_id)
    hexes = area(content, unit_id) - enemy_hexes(game, unit.side)
    if set_up_of(content, unit.side, unit.group).apart:
        places = {unit.at for unit in game.state.units.values()}
        hexes -= places.union(*(content.adjacent[at] for at in places))
    return sorted(hexes)


def stand(game: Game, unit_id: str, label: str, facing: int) -> None:
    """Set a unit up."""
    del game.state.waiting[unit_id]
    game.state.units[unit_id] = Unit(label, facing)
    game.say(WasSetUp(rule="2.0", unit=unit_id, at=label, facing=facing_name(game.content, facing)))


def standard_hex(game: Game, unit_id: str) -> str:
    """A sensible place: near the objectives."""
    aims = [label for hexes in objectives(game.content).values() for label in hexes]

    def farness(label: str) -> tuple[int, str]:
        return min((game.content.distance(label, aim) for aim in aims), default=0), label

    return min(set_up_hexes(game, unit_id), key=farness)


@of_content
def standard_facing(content: Content, label: str) -> int:
    """The facing towards the middle of the map."""
    board = content.board
    middle = board.labels[len(board.labels) // 2]
    if label == middle:
        return 0
    return round(bearing(board.hex(board.index[label]), board.hex(board.index[middle])) / 4) % 6


class SetUpForce(Phase, frozen=True):
    """A side sets up its units, one by one, each in a hex and with a facing."""

    side: str
    at: str = ""
    """The hex of the unit whose facing is asked."""

    def _waiting(self, game: Game) -> list[str]:
        return [unit_id for unit_id in game.state.waiting if game.content.side_of[unit_id] == self.side]

    @rule("2.0")
    def begin(self, game: Game) -> Decision | None:
        waiting = self._waiting(game)
        if not waiting:
            game.finish()
            return None
        options = [Option(f"hex:{label}", rule="2.0") for label in set_up_hexes(game, waiting[0])]
        return Decision(self.side, "set-up", "2.0", (*options, STANDARD), {"unit": waiting[0]})

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        unit_id = self._waiting(game)[0]
        args = {"unit": unit_id, "hex": choice.name}
        if occupier(game, choice.name) == enemy_of(self.side):
            return Refusal("refused.enemy-there", "4.5.1.1.10", args)
        if choice.name in area(game.content, unit_id):
            return Refusal("refused.not-apart", "2.0", args)
        return Refusal("refused.not-set-up-hex", "2.0", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            game.goto("turn", at=choice.name)
            return
        for unit_id in self._waiting(game):
            label = standard_hex(game, unit_id)
            stand(game, unit_id, label, standard_facing(game.content, label))

    @rule("2.0", "3.3")
    def turn(self, game: Game) -> Decision:
        """A vehicle faces a hexside."""
        options = tuple(facing_option(game.content, facing, 0) for facing in range(6))
        return Decision(
            self.side, "set-up-facing", "3.3", options, {"unit": self._waiting(game)[0], "hex": self.at}, continues=True
        )

    def turn_chosen(self, game: Game, choice: Choice) -> None:
        stand(game, self._waiting(game)[0], self.at, facings_by_name(game.content)[choice.name])
        game.goto("begin", at="")


PROCEDURES = (SetUpForce,)
