"""Chapters 2.0 and 6.1.4.3: works that a side puts on the map before the game, and units that begin in positions."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.cards import Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import BeganHullDown, WorkPlaced
from sandtable.games.panzer.ground import terrain_of
from sandtable.games.panzer.movement.entrenchments import (
    BACK_INTO,
    HASTY,
    OCCUPY,
    back_into,
    new_id,
    occupy,
    ways_in,
)
from sandtable.games.panzer.movement_events import Entrenched
from sandtable.games.panzer.scenarios import Force
from sandtable.games.panzer.spotting.hull_down import hull_down_range
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.tables.terrain import MINES, price_of
from sandtable.games.panzer.units import Game, card_of, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, of_content, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.roster import change

STANDARD = Option("do:standard", rule="2.0")
DONE = Option("do:done", rule="2.0")
ENTRENCH = Option("do:entrench", rule="6.1.4.3.6")
HULL_DOWN, OPEN = Option("do:hull-down", rule="6.1.4.1.1"), Option("do:in-the-open", rule="2.0")


def force_of(content: Content, side: str) -> Force:
    """The force of a side as the scenario has it."""
    return next(force for name, force in content.scenario.forces.items() if name == side)


@of_content
@rule("2.0")
def works_of(content: Content, side: str) -> tuple[str, ...]:
    """The counters that a side puts on the map, one by one; mines are laid in secret."""
    works = force_of(content, side).works
    counters = works.counters if works is not None else {}
    return tuple(kind for kind, number in counters.items() if kind not in MINES for _ in range(number))


@of_content
@rule("2.0")
def works_area(content: Content, side: str) -> frozenset[str]:
    """Where they may lie: where the scenario says so, in hexes that men could enter."""
    works = force_of(content, side).works
    areas = works.areas if works is not None else ()
    hexes = content.hexes_of(areas) if areas else frozenset(content.board.labels)
    return frozenset(label for label in hexes if price_of(terrain_of(content, label).costs.leg) < FORBIDDEN)


class PlaceWorks(Phase, frozen=True):
    """A side puts its works on the map, at most one in a hex and as many as it likes of those that it has."""

    side: str
    number: int = 0
    """How many of them have been dealt with."""

    def _hexes(self, game: Game) -> list[str]:
        taken = {work.at for work in game.state.works.values()}
        return sorted(works_area(game.content, self.side) - taken)

    @rule("2.0")
    def begin(self, game: Game) -> Decision | None:
        own = works_of(game.content, self.side)
        if self.number >= len(own):
            game.finish()
            return None
        here = hex_options(game.content, "2.0")
        options = [here[label] for label in self._hexes(game)]
        args = {"work": own[self.number]}
        return Decision(self.side, "place-work", "2.0", (*options, STANDARD, DONE), args)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-work-there", "2.0", {"hex": choice.name})

    @rule("2.0", "6.1.4.3.3", "6.1.4.3.7", "6.1.4.3.11")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        own = works_of(game.content, self.side)
        if choice.kind == "hex":
            put_work(game, own[self.number], choice.name)
            game.goto("begin", number=self.number + 1)
            return
        if choice == Choice.of(STANDARD.id):
            near = sorted(self._hexes(game), key=lambda label: farness(game.content, label))
            for kind, label in zip(own[self.number :], near, strict=False):
                put_work(game, kind, label)
        game.goto("begin", number=len(own))


def put_work(game: Game, kind: str, label: str) -> None:
    """A finished work lies in a hex."""
    game.state.works[new_id(game)] = Work(label, kind)
    game.say(WorkPlaced(rule="2.0", at=label, work=kind))


@of_content
def farness(content: Content, label: str) -> tuple[int, str]:
    """How far a hex is from the nearest objective."""
    aims = [content.objectives(award) for award in content.scenario.victory if award.kind == "control"]
    return min((content.distance(label, aim) for each in aims for aim in each), default=0), label


# Units


@rule("2.0", "6.1.4.3.6", "6.1.4.3.7", "6.1.4.1.1")
def beginnings(game: Game, unit_id: str) -> list[Option]:
    """How a unit that has been set up may begin beside in the open: in a position of its hex, dug in, or hull down."""
    found = ways_in(game, unit_id)
    if may_be_entrenched(game, unit_id):
        found.append(ENTRENCH)
    if may_be_hull_down(game, unit_id):
        found.append(HULL_DOWN)
    return found


@rule("2.0", "6.1.4.1.1", "6.6.9")
def may_be_hull_down(game: Game, unit_id: str) -> bool:
    """Whether a vehicle may begin hull down: the scenario says so, and a search could find a position in its hex."""
    if not isinstance(card_of(game, unit_id), Vehicle) or not force_of(game.content, side_of(game, unit_id)).hull_down:
        return False
    return hull_down_range(game.content, changes(game), game.state.units[unit_id].at) > 0


@rule("2.0", "6.1.4.3.6")
def may_be_entrenched(game: Game, unit_id: str) -> bool:
    """Whether a unit may begin in a hasty entrenchment: guns where the scenario says so, and so many men and guns."""
    card, side = card_of(game, unit_id), side_of(game, unit_id)
    if isinstance(card, Vehicle):
        return False
    force = force_of(game.content, side)
    dug = [each for work in game.state.works.values() if work.kind == HASTY for each in work.holds]
    used = len([each for each in dug if side_of(game, each) == side])
    return used < force.entrenched or (force.guns_entrenched and isinstance(card, Towed))


def begin_as(game: Game, unit_id: str, how: Option) -> None:
    """A unit begins in a position, dug in, hull down or in the open."""
    unit = game.state.units[unit_id]
    if how == OCCUPY:
        occupy(game, unit_id)
    elif how == BACK_INTO:
        back_into(game, unit_id)
    elif how == ENTRENCH:
        game.state.works[new_id(game)] = Work(unit.at, HASTY, holds=(unit_id,))
        game.say(Entrenched(rule="6.1.4.3.6", unit=unit_id, at=unit.at))
    elif how == HULL_DOWN:
        change(game, unit_id, hull_down="full")
        game.say(BeganHullDown(rule="6.1.4.1.1", unit=unit_id, at=unit.at))
