"""Chapter 8.12: units enter at the map edge, in a movement phase of theirs."""

from __future__ import annotations

from sandtable.games.efs import control
from sandtable.games.efs.events.movement import Moved
from sandtable.games.efs.movement.allowances import allowance_now
from sandtable.games.efs.movement.costs import BY_ROAD, Way, may_use, rate, works_cost, zone_cost
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.walking import note_move
from sandtable.games.efs.reinforcements.entering import come_in, edge_hexes, enters_in, entries, is_free_to_enter
from sandtable.games.efs.state import OFF_MAP, QUARTERS
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.units import Game, side_of
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change

STOP = Option("do:stop", rule="8.11a")


@rule("8.12b")
def ways_in(game: Game, unit_id: str, label: str) -> list[Way]:
    """The ways by which a unit may enter a hex of the edge: its road or railroad is taken to lead off the map."""
    content = game.content
    roads = {content.roads.get((other, label)) for other in content.adjacent[label]}
    found: list[Way] = [road for road in BY_ROAD if road in roads and may_use(game, unit_id, road, label)]
    if any((other, label) in content.rails for other in content.adjacent[label]):
        found.append("rail")
    return [*found, "country"]


@rule("8.12b", "8.12c")
def entry_cost(game: Game, unit_ids: tuple[str, ...], label: str) -> tuple[int, Way] | None:
    """What it costs units to enter together through a hex, by the way that is cheapest for all; nothing where one of
    them cannot, or cannot pay.
    """
    found = []
    more = works_cost(game, side_of(game, unit_ids[0]), (OFF_MAP, label))
    more += zone_cost(game) if in_enemy_zone(game, label, side_of(game, unit_ids[0])) else 0
    left = min(allowance_now(game, unit_id) for unit_id in unit_ids)
    for way in ways_in(game, unit_ids[0], label):
        if all(way in ways_in(game, unit_id, label) for unit_id in unit_ids):
            rates = [rate(game, unit_id, label, way) for unit_id in unit_ids]
            paid = [each for each in rates if each is not None]
            if len(paid) == len(rates) and max(paid) + more <= left:
                found.append((max(paid) + more, way))
    return min(found, key=lambda each: each[0], default=None)


@rule("8.12a", "8.12b", "8.32")
def can_enter(game: Game, side: str) -> list[str]:
    """The units of a side that can enter now, through at least one hex."""
    return [
        unit_id
        for unit_id, hexes in entries(game, side).items()
        if any(entry_cost(game, (unit_id,), label) for label in hexes)
    ]


@rule("8.11a", "8.12a", "8.12c")
def why_not_enter(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit off the map does not enter now; nothing where it never enters at the edge."""
    args = {"unit": unit_id}
    if not is_free_to_enter(game, unit_id):
        return Refusal("refused.not-due", "8.11a", args) if game.state.units[unit_id].box == "scheduled" else None
    if not edge_hexes(game, unit_id):
        return None
    if not enters_in(game, unit_id):
        return Refusal("refused.enters-in-other-phase", "8.12a", args)
    if unit_id not in entries(game, side_of(game, unit_id)):
        return Refusal("refused.entry-held", "8.12c", args)
    return Refusal("refused.entry-too-dear", "8.12b", args)


class Enter(Procedure, frozen=True):
    """Units enter the map together through a hex of its edge, pay for it, and move on from there."""

    units: tuple[str, ...]

    @rule("8.12b")
    def begin(self, game: Game) -> Decision:
        hexes = [Option(f"hex:{label}", rule="8.12b") for label in self.hexes(game, self.units)]
        others = [Option(f"join:{unit_id}", rule="8.12b") for unit_id in self.companions(game)]
        args: dict[str, str | int] = {"unit": self.units[0], "count": len(self.units)}
        return Decision(
            self.side(game), "enter-through", "8.12b", (*hexes, *others, STOP), args, continues=True, done=STOP.id
        )

    def side(self, game: Game) -> str:
        return side_of(game, self.units[0])

    def hexes(self, game: Game, unit_ids: tuple[str, ...]) -> list[str]:
        """The hexes through which some units can enter together."""
        open_to = entries(game, self.side(game))
        common = [label for label in open_to[unit_ids[0]] if all(label in open_to[each] for each in unit_ids)]
        return [label for label in common if entry_cost(game, unit_ids, label)]

    def companions(self, game: Game) -> list[str]:
        others = [unit_id for unit_id in entries(game, self.side(game)) if unit_id not in self.units]
        return [unit_id for unit_id in others if self.hexes(game, (*self.units, unit_id))]

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        args = {"unit": self.units[0], "hex": choice.name}
        if choice.kind == "join" and choice.name in game.state.units:
            return Refusal("refused.enters-apart", "8.12b", {"unit": choice.name})
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        if choice.name not in edge_hexes(game, self.units[0]):
            return Refusal("refused.not-its-place", "8.12b", args)
        if choice.name not in entries(game, self.side(game))[self.units[0]]:
            return Refusal("refused.entry-held", "8.12c", args)
        return Refusal("refused.entry-too-dear", "8.12b", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(STOP.id):
            game.finish()
        elif choice.kind == "join":
            game.goto("begin", units=(*self.units, choice.name))
        else:
            self.enter(game, choice.name)

    @rule("8.12b", "8.12d")
    def enter(self, game: Game, label: str) -> None:
        """Enter, and go on moving; an enemy's zone of control holds as in any move."""
        found = entry_cost(game, self.units, label)
        assert found is not None
        cost, way = found
        for unit_id in self.units:
            come_in(game, unit_id, label, "8.12b")
            change(game, unit_id, spent=cost, finished=True)
            note_move(game, unit_id)
        removed_by_entry(game, label, self.side(game))
        control.settle(game)
        game.say(Moved(rule="8.12b", units=self.units, path=(label,), cost=cost / QUARTERS))
        game.become(Move(units=self.units, came=way, begun=True))


PROCEDURES = (Enter,)
