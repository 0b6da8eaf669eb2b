"""Chapter 3: set-up."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events.reinforcements import SetUp
from sandtable.games.gsfg.optional import special_forces
from sandtable.games.gsfg.reinforcements.picking import R
from sandtable.games.gsfg.stacking import overstacked
from sandtable.games.gsfg.state import SOVIET, State, Unit
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule
from sandtable.mechanics.roster import hexes_of, units_in

STANDARD = Option("do:standard", rule="3.2")
NOT_YET = "link-up"
"""The group of counters that come into play in exchange for others only (9.8)."""


@rule("2.12", "3.1", "3.2", "9.1")
def place(state: State, content: Content) -> None:
    """Put the units with a hex of their own on the map and all others beside it; A to D wait at the edge."""
    for unit_id, placement in content.placements.items():
        if placement.at:
            state.units[unit_id] = Unit(at=placement.at, steps=placement.steps, start=placement.at)
        elif placement.group != NOT_YET:
            state.waiting[unit_id] = placement.steps
            if placement.group in content.entry.groups and placement.group != R:
                state.due[unit_id] = placement.group
    for label in sorted(content.nato_sources):
        if content.first_holder[label] == SOVIET:
            state.sources_down[label] = 0


@rule("3.2")
def begin(game: Game) -> None:
    """Push what is decided at set-up: where special forces stand, then where the Soviet groups E and F do."""
    for group in reversed(game.content.entry.setup):
        if to_place(game, group):
            game.push(SetUpGroup(group=group))
    special_forces.setup(game)


def to_place(game: Game, group: str) -> list[str]:
    """The units of a group that have yet to be set up."""
    placements = game.content.placements
    return [unit_id for unit_id in game.state.waiting if placements[unit_id].group == group]


@rule("3.2", "7.1")
def set_up_hexes(game: Game, unit_id: str) -> list[str]:
    """Where a unit of a group may be set up: the group's hex and those next to it, within the stacking limits."""
    content = game.content
    region = content.entry.setup[content.placements[unit_id].group]
    return [
        label
        for label in sorted(content.region(region))
        if not content.closed[content.board.index[label]]
        and overstacked(game, [*units_in(game, label), unit_id], label) is None
    ]


def stand(game: Game, unit_id: str, label: str) -> None:
    """Set a unit up; those set up together with the 8th Guards Army may stay so until they part (5.4/2)."""
    state = game.state
    state.units[unit_id] = Unit(at=label, steps=state.waiting.pop(unit_id), start=label)
    state.side_by_side[unit_id] = label
    game.say(SetUp(rule="3.2", unit=unit_id, at=label))


def standard_hex(game: Game, unit_id: str) -> str:
    """A sensible place: as near to the enemy as may be, and beside others where there is room."""
    board = game.content.board
    enemies = [board.index[label] for label in hexes_of(game, "nato")]

    def farness(label: str) -> tuple[int, str]:
        here = board.index[label]
        return min((board.distance(here, enemy) for enemy in enemies), default=0), label

    return min(set_up_hexes(game, unit_id), key=farness)


class SetUpGroup(Phase, frozen=True):
    """The Soviet player sets up a group of units, one by one; every one must be placed."""

    group: str

    @rule("3.2")
    def begin(self, game: Game) -> Decision | None:
        waiting = to_place(game, self.group)
        if not waiting:
            game.finish()
            return None
        options = [Option(f"hex:{label}", rule="3.2") for label in set_up_hexes(game, waiting[0])]
        args = {"unit": waiting[0], "group": self.group}
        return Decision(SOVIET, "set-up", "3.2", (*options, STANDARD), args)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        unit_id = to_place(game, self.group)[0]
        region = game.content.entry.setup[self.group]
        if choice.name in game.content.region(region):
            return overstacked(game, [*units_in(game, choice.name), unit_id], choice.name)
        return Refusal("refused.not-set-up-hex", "3.2", {"unit": unit_id, "hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        waiting = to_place(game, self.group)
        if choice.kind == "hex":
            stand(game, waiting[0], choice.name)
            return
        for unit_id in waiting:
            stand(game, unit_id, standard_hex(game, unit_id))


PROCEDURES = (SetUpGroup,)
