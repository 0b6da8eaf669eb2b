"""Chapters 4.5.1.1 and 6.6: the move of a unit, hex by hex, under the guns of the enemy."""

from __future__ import annotations

from sandtable.games.panzer.combat.overwatch import OverwatchExchange, is_watched
from sandtable.games.panzer.events import Moved, ThrownBack, Turned
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage, barrage_hexes, barrages_on_mover
from sandtable.games.panzer.movement.allowance import Hampering, harmed_by
from sandtable.games.panzer.movement.costs import places_for, standing
from sandtable.games.panzer.movement.leaving_the_map import leave, leaving_option
from sandtable.games.panzer.movement.reach import (
    AHEAD,
    BACK,
    Course,
    destination_options,
    direction_to,
    entered,
    facing_options,
    facings_by_name,
    no_ends,
    place_straight,
    plan,
    step_cost,
    straight_options,
    turned,
)
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.terrain import ALL
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import change

STOP = Option("do:stop", rule="4.5.1")
WAYS_TO_GO = ("hex", AHEAD, BACK)
"""The kinds of options that lead into another hex: by the cheapest way, straight ahead, in reverse."""


class Move(Procedure, frozen=True):
    """A unit picks where to go, goes there hex by hex, and picks anew after it has been shot at."""

    course: Course
    ahead: tuple[int, ...] = ()
    """The places that it has yet to enter on its way."""
    before: str = ""
    """The last hex that it left in which it could have stopped."""
    harmed: tuple[Hampering, ...] = ()
    """What hampered it when it last came under fire."""

    @property
    def unit(self) -> str:
        return self.course.unit

    @rule("4.5", "4.5.1.1.8")
    def start(self, game: Game) -> None:
        """The enemy may fire as soon as the vehicle begins to move, whether it leaves its hex or not (ruling)."""
        self._under_fire(game)

    def _under_fire(self, game: Game) -> None:
        """Let the enemy fire, if he might; else go on."""
        if is_watched(game, self.unit):
            game.goto("fired_at", harmed=tuple(harmed_by(game.state.units[self.unit])))
            game.push(OverwatchExchange(side=enemy_of(side_of(game, self.unit)), triggers=(self.unit,)))
        else:
            game.goto("go_on")

    @rule("4.4.2", "4.4.3.2.6/damaged", "6.6.2")
    def fired_at_done(self, game: Game, fired: bool) -> None:
        """Go on as planned if nobody fired; whoever is damaged or suppressed has half of its points left, and chooses
        anew.
        """
        unit = game.state.units.get(self.unit)
        if unit is None:
            game.finish()
        elif not fired:
            game.goto("go_on")
        else:
            game.goto("begin", ahead=(), course=hampered(self.course, self.harmed, harmed_by(unit)))

    @rule("4.5.1", "4.5.1.1", "4.5.1.1.4", "4.5.1.1.8", "4.5.1.1.10")
    def begin(self, game: Game) -> Decision | None:
        """Ask where to go; a vehicle may stop anywhere but with an enemy."""
        side, unit = side_of(game, self.unit), game.state.units[self.unit]
        options = destination_options(game, self.course)
        options += straight_options(game, self.course)
        may_stop = not no_ends(game, side)[game.content.board.index[unit.at]]
        if not may_stop and not options:
            self._throw_back(game)
            return None
        options += facing_options(game, self.course)
        options += leaving_option(game, self.course)
        if may_stop:
            options.append(STOP)
        args: dict[str, str | int] = {"unit": self.unit, "left": self.course.most_left}
        turns_to = "MovementPhase" if may_stop else ""
        return Decision(side, "move-to", "4.5.1", tuple(options), args, continues=True, done=STOP.id, turns_to=turns_to)

    @rule("4.5.1.1.10")
    def _throw_back(self, game: Game) -> None:
        """A vehicle that is halted among enemies goes back to the last hex where it could have stopped (ruling)."""
        change(game, self.unit, at=self.before)
        game.say(ThrownBack(rule="4.5.1.1.10", unit=self.unit, to=self.before))
        game.finish()

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        board, unit = game.content.board, game.state.units[self.unit]
        args = {"unit": self.unit, "hex": choice.name}
        if choice.kind in WAYS_TO_GO and choice.name in board.index:
            if choice.name == unit.at:
                return Refusal("refused.already-there", "4.5.1.1", args)
            if no_ends(game, side_of(game, self.unit))[board.index[choice.name]]:
                return Refusal("refused.enemy-there", "4.5.1.1.10", args)
            if choice.kind == BACK:
                return Refusal("refused.not-behind", "4.5.1.1.7", args)
            return Refusal("refused.not-ahead" if choice.kind == AHEAD else "refused.too-far", "4.5.1.1.3", args)
        if choice.kind == "face" and choice.name in facings_by_name(game.content):
            if facings_by_name(game.content)[choice.name] == unit.facing:
                return Refusal("refused.faces-there", "3.3", {"unit": self.unit})
            return Refusal("refused.no-turn", "4.5.1.1.4", {"unit": self.unit})
        if choice == Choice("do", "exit"):
            return Refusal("refused.no-exit", "4.5.1.1.9", {"unit": self.unit})
        return None

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind not in WAYS_TO_GO:
            return None
        course, fork = self.course, game.fork()
        path, lines = [game.state.units[self.unit].at], []
        for place in self._way(game, choice):
            price = step_cost(fork, course, place)
            course = step_into(fork, course, place)
            path.append(fork.state.units[self.unit].at)
            shown = "*" if price >= ALL else str(price)
            lines.append(Line("enter-hex", shown, "4.5.1.1.2", {"hex": path[-1]}))
        return Preview(tuple(path), (*lines, Line("movement-left", str(course.most_left), "4.5.1.1.1")))

    def _way(self, game: Game, choice: Choice) -> tuple[int, ...]:
        if choice.kind == "hex":
            return plan(game, self.course, choice.name)
        straight = place_straight(game, self.course, choice.kind)
        assert straight is not None
        return (straight,)

    @rule("4.5.1.1")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind in WAYS_TO_GO:
            game.goto("go_on", ahead=self._way(game, choice))
        elif choice.kind == "face":
            facing = facings_by_name(game.content)[choice.name]
            course = turned(game, self.course, facing)
            change(game, self.unit, facing=facing)
            game.say(Turned(rule="4.5.1.1.4", unit=self.unit, facing=choice.name))
            game.goto("wait", course=course)
        else:
            if choice.name == "exit":
                leave(game, self.unit)
            game.finish()

    @rule("4.5.1.1.4")
    def wait(self, game: Game) -> None:
        """Turning triggers overwatch fire."""
        self._under_fire(game)

    @rule("4.5", "4.5.1.1")
    def go_on(self, game: Game) -> None:
        """Enter hex after hex of the way, until the enemy might fire or the vehicle is there."""
        if not self.ahead:
            game.goto("begin")
            return
        course, ahead, before = self.course, self.ahead, self.before
        stops = no_ends(game, side_of(game, self.unit))
        path = [game.state.units[self.unit].at]
        halted = False
        while ahead and not halted:
            here = game.state.units[self.unit].at
            if not stops[game.content.board.index[here]]:
                before = here
            course, ahead = step_into(game, course, ahead[0]), ahead[1:]
            path.append(game.state.units[self.unit].at)
            halted = is_watched(game, self.unit) or is_shelled(game, self.unit)
        game.say(Moved(rule="4.5.1.1", unit=self.unit, path=tuple(path[1:])))
        game.goto("arrive" if halted else "begin", course=course, ahead=ahead, before=before)

    @rule("6.6.6")
    def arrive(self, game: Game) -> None:
        """A barrage strikes before anybody fires overwatch."""
        if is_shelled(game, self.unit):
            game.goto("shelled", harmed=tuple(harmed_by(game.state.units[self.unit])))
            game.push(EnterBarrage(unit=self.unit))
        else:
            self._under_fire(game)

    @rule("6.6.2", "6.6.6")
    def shelled_done(self, game: Game, attacked: bool) -> None:
        """Who comes through chooses anew, once the enemy has fired as well."""
        unit = game.state.units.get(self.unit)
        if unit is None:
            game.finish()
        else:
            game.goto("wait", ahead=(), course=hampered(self.course, self.harmed, harmed_by(unit)))


@rule("6.6.6")
def is_shelled(game: Game, unit_id: str) -> bool:
    """Whether a barrage strikes a unit that has just come into its hex."""
    at = game.state.units[unit_id].at
    return at in barrage_hexes(game) and bool(barrages_on_mover(game, unit_id, at))


@rule("3.3", "4.5.1.1")
def step_into(game: Game, course: Course, place: int) -> Course:
    """Enter the next hex, forward with the facing turned to it or in reverse, and pay for it."""
    content = game.content
    to, board = standing(places_for(content, course.mode), place), content.board
    after = entered(game, course, place, step_cost(game, course, place))
    at = board.index[game.state.units[course.unit].at]
    facing = direction_to(content, at, to.hex) if to.facing < 0 else to.facing
    change(game, course.unit, at=board.labels[to.hex], facing=facing)
    return after


@rule("4.4.3.2.6/damaged", "6.6.2")
def hampered(course: Course, before: tuple[Hampering, ...], now: list[Hampering]) -> Course:
    """What is left of a move after fire: damage and suppression halve it, each once."""
    for name in now:
        if name not in before:
            course = course._replace(left=course.left.halved())
    return course
