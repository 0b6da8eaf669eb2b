"""Chapters 4.5.1.1 and 6.6: the move of a unit, hex by hex, under the guns of the enemy."""

from __future__ import annotations

from sandtable.games.panzer.assault.dismount_attack import STORM, DismountAttack
from sandtable.games.panzer.assault.overrun import OVERRUN, DeclareOverrun, Overrun, is_in_building, place_to_overrun
from sandtable.games.panzer.assault.overrun import preview_of as preview_of_overrun
from sandtable.games.panzer.combat.bail_out import BailOut, dismount_suppressed
from sandtable.games.panzer.combat.overwatch import OverwatchExchange, is_watched
from sandtable.games.panzer.events import Moved, ThrownBack, Turned
from sandtable.games.panzer.ground import top_floor
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage
from sandtable.games.panzer.mines.running_into import is_mined, run_into_mines
from sandtable.games.panzer.movement.allowance import SPENT, Hampering, harmed_by
from sandtable.games.panzer.movement.buildings import INSIDE, break_through, climbed, leaves_building
from sandtable.games.panzer.movement.choices import STOP, WAYS_TO_GO, choices_of, why_not
from sandtable.games.panzer.movement.costs import places_for, standing
from sandtable.games.panzer.movement.dismounting import Dismounting
from sandtable.games.panzer.movement.entering import hampered, is_shelled, put, set_out, step_into
from sandtable.games.panzer.movement.entrenchments import back_into, occupy
from sandtable.games.panzer.movement.hull_down_search import SEARCH, SearchHullDown
from sandtable.games.panzer.movement.leaving_the_map import leave
from sandtable.games.panzer.movement.loading import BAIL, DISMOUNT, MOUNT, paid
from sandtable.games.panzer.movement.paces import catch_breath, crawling, hurried
from sandtable.games.panzer.movement.reach import (
    AHEAD,
    Course,
    can_pay,
    facings_by_name,
    no_ends,
    place_straight,
    plan,
    step_cost,
    turned,
)
from sandtable.games.panzer.movement.transport import mode_of, mount
from sandtable.games.panzer.movement_events import (
    Crawls,
    Quickmarches,
    WentDownstairs,
    WentIndoors,
    WentUpstairs,
)
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.terrain import ALL
from sandtable.games.panzer.units import Game, side_of, vehicles
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

WALK, CRAWL = Option("do:walk", rule="6.6.4.3"), Option("do:crawl", rule="6.6.4.3")


class Move(Procedure, frozen=True):
    """A unit picks where to go, goes there hex by hex, and picks anew after it has been shot at."""

    course: Course
    ahead: tuple[int, ...] = ()
    """The places that it has yet to enter on its way."""
    before: str = ""
    """The last hex that it left in which it could have stopped."""
    harmed: tuple[Hampering, ...] = ()
    """What hampered it when it last came under fire."""
    overruns: str = ""
    """The unit that it has declared to overrun."""
    cleared: bool = False
    """Whether mines have attacked it: those of the hex in which it began do so once."""

    @property
    def unit(self) -> str:
        return self.course.unit

    @rule("6.6.4.3")
    def pace(self, game: Game) -> Decision:
        """A unit in Full Cover may crawl, which nobody notices, or get up and walk."""
        args, options = {"unit": self.unit}, (CRAWL,) if is_on(game.content, "who-hides-only-crawls") else (CRAWL, WALK)
        return Decision(side_of(game, self.unit), "pace", "6.6.4.3", options, args, continues=True)

    @rule("6.6.4.3")
    def pace_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "crawl":
            change(game, self.unit, crawled=True)
            game.say(Crawls(rule="6.6.4.3", unit=self.unit))
            game.goto("begin", course=crawling(self.course))
        else:
            set_out(game, self.unit)
            game.goto("start")

    @rule("4.5", "4.5.1.1.8")
    def start(self, game: Game) -> None:
        """The enemy may fire as soon as the vehicle begins to move, whether it leaves its hex or not (ruling)."""
        self._under_fire(game)

    @rule("7.31.2")
    def _run_into_mines(self, game: Game, step: str) -> None:
        game.goto(step, harmed=tuple(harmed_by(game.state.units[self.unit])), cleared=True)
        run_into_mines(game, self.unit, self.course.mode)

    @rule("6.6.2", "7.31.2")
    def mined(self, game: Game) -> None:
        """Who comes through mines chooses anew, once he has been shelled and fired at as well."""
        self._go_on_from_mines(game, "shells")

    @rule("6.6.2", "7.31.2")
    def mined_again(self, game: Game) -> None:
        """Who has not come from elsewhere is not shelled; it chooses anew."""
        self._go_on_from_mines(game, "wait")

    def _go_on_from_mines(self, game: Game, step: str) -> None:
        unit = game.state.units.get(self.unit)
        if unit is None:
            game.finish()
        else:
            game.goto(step, ahead=(), course=hampered(self.course, self.harmed, harmed_by(unit)))

    def _under_fire(self, game: Game) -> None:
        """Let the enemy fire, if he might; else go on. To crawl is no movement in which one is fired at."""
        if self.course.mode != "crawl" and is_watched(game, self.unit):
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

    @rule("4.5.1", "4.5.1.1", "4.5.1.1.4", "4.5.1.1.8", "4.5.1.1.10", "6.2.1.1.4/movement")
    def begin(self, game: Game) -> Decision | None:
        """Ask where to go; a vehicle may stop anywhere but with an enemy."""
        choices = choices_of(game, self.course, self.overruns)
        if choices.is_stuck:
            self._throw_back(game)
            return None
        args: dict[str, str | int] = {"unit": self.unit, "left": self.course.most_left}
        turns_to = "MovementPhase" if choices.may_stop else ""
        side, options = side_of(game, self.unit), choices.options
        return Decision(side, "move-to", "4.5.1", options, args, continues=True, done=STOP.id, turns_to=turns_to)

    @rule("4.5.1.1.10")
    def _throw_back(self, game: Game) -> None:
        """A vehicle that is halted among enemies goes back to the last hex where it could have stopped (ruling)."""
        if is_on(game.content, "halted-among-enemies") and not self.overruns:
            game.goto("end")
            return
        put(game, self.unit, self.before, game.state.units[self.unit].facing)
        game.say(ThrownBack(rule="4.5.1.1.10", unit=self.unit, to=self.before))
        game.goto("thrown")

    @rule("6.6.10", "6.6.10.1")
    def thrown(self, game: Game) -> None:
        """Who is back from an overrun may be fired at once more."""
        game.goto("end")
        if self.overruns and is_watched(game, self.unit):
            game.push(OverwatchExchange(side=enemy_of(side_of(game, self.unit)), triggers=(self.unit,)))

    def end_done(self, game: Game, fired: bool) -> None:
        """The move is over, whatever has come of that."""

    def end(self, game: Game) -> None:
        game.finish()

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return why_not(game, self.course, self.overruns, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == OVERRUN:
            return preview_of_overrun(game, self.unit, choice.name)
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
        straight = place_straight(game, self.course, AHEAD if choice.kind == INSIDE else choice.kind)
        assert straight is not None
        return (straight,)

    @rule("4.5.1.1", "4.5.1.1.4", "6.6.3", "6.6.9")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if self._leaves_mines(game, choice):
            self._run_into_mines(game, "mined_again")
        elif choice.kind == INSIDE:
            game.goto("drive_in", ahead=self._way(game, choice))
        elif choice.kind in WAYS_TO_GO:
            game.goto("go_on", ahead=self._way(game, choice))
        elif choice.kind == OVERRUN:
            place = place_to_overrun(game, self.course, game.state.units[choice.name].at)
            assert place is not None
            game.goto("charge", overruns=choice.name, ahead=(place,))
            game.push(DeclareOverrun(unit=self.unit, target=choice.name))
        elif choice.kind == "face":
            facing = facings_by_name(game.content)[choice.name]
            course = turned(game, self.course, facing)
            change(game, self.unit, facing=facing)
            game.say(Turned(rule="4.5.1.1.4", unit=self.unit, facing=choice.name))
            game.goto("turn", course=course)
        elif choice.kind in (MOUNT, DISMOUNT, BAIL, STORM):
            self._load(game, choice)
        elif choice.kind == SEARCH:
            spent = self.course._replace(left=SPENT, fresh=False, facing=-1, on_way=False)
            game.goto("begin", course=spent)
            game.push(SearchHullDown(unit=self.unit, sought="full" if choice.name == "full" else "partial"))
        else:
            self._do(game, choice.name)

    @rule("7.31.2")
    def _leaves_mines(self, game: Game, choice: Choice) -> bool:
        """Whether a unit moves again in a hex with mines: it is about to leave the one in which it began. To get into a
        vehicle there is no such move.
        """
        leaves = choice.kind in (*WAYS_TO_GO, OVERRUN) or choice == Choice("do", "exit")
        return leaves and self.course.fresh and not self.cleared and is_mined(game, self.unit)

    @rule("4.5.1.1.9", "6.1.4.3.1", "6.6.4.1", "6.6.4.2")
    def _do(self, game: Game, what: str) -> None:
        unit = game.state.units[self.unit]
        if what == "quickmarch":
            game.say(Quickmarches(rule="6.6.4.2", unit=self.unit))
            game.goto("begin", course=hurried(game, self.course))
        elif what in ("up", "down"):
            told = WentUpstairs if what == "up" else WentDownstairs
            game.say(told(rule="6.6.4.1", unit=self.unit, at=unit.at))
            change(game, self.unit, floor=top_floor(game.content, unit.at) if what == "up" else 0)
            game.goto("wait", course=climbed(game, self.course))
        elif what == "occupy":
            occupy(game, self.unit)
            if is_on(game.content, "positions-take-all"):
                game.goto("begin", course=self.course._replace(left=SPENT, fresh=False, on_way=False))
        elif what == "back-into":
            back_into(game, self.unit)
        else:
            if what == "exit":
                leave(game, self.unit)
            else:
                catch_breath(game, self.course)
            game.finish()

    @rule("6.6.7.1.1", "6.6.7.1.1/vehicle", "6.6.7.1.2")
    def _load(self, game: Game, choice: Choice) -> None:
        """Take a passenger on, let one off, or let one leave in a hurry, which costs nothing; or get in oneself."""
        if self.unit not in vehicles(game.content):
            mount(game, self.unit, choice.name)
            game.finish()
            return
        if choice.kind == BAIL:
            dismount_suppressed(game, choice.name)
            game.goto("loaded")
            game.push(BailOut(step="face", vehicle=self.unit, out=(choice.name,)))
            return
        game.goto("loaded", course=paid(game, self.course))
        if choice.kind == MOUNT:
            mount(game, choice.name, self.unit)
        else:
            rider = choice.name
            game.push(Dismounting(unit=rider) if choice.kind == DISMOUNT else DismountAttack(unit=rider))

    @rule("6.6.7.1", "6.6.7.1.1/vehicle")
    def loaded(self, game: Game) -> None:
        """Go on from there, with a gun behind or without."""
        game.goto("begin", course=self.course._replace(mode=mode_of(game, self.unit)))

    @rule("6.6.3", "6.6.3/results")
    def drive_in(self, game: Game) -> None:
        """Drive into the buildings of the next hex, if they do no harm, or not so much that the points are lacking."""
        place = self.ahead[0]
        label = game.content.board.labels[standing(places_for(game.content, self.course.mode), place).hex]
        course = self._checked(game, self.course, label)
        if course is not None:
            after = step_into(game, course, place)
            change(game, self.unit, indoors=True)
            game.say(WentIndoors(rule="6.6.3", unit=self.unit, at=label))
            game.goto("arrive", course=after, ahead=())

    @rule("6.6.3", "6.6.3/results")
    def _checked(self, game: Game, course: Course, label: str) -> Course | None:
        """What is left of a move once a vehicle has checked for the buildings of a hex; None if it goes no further."""
        place = self.ahead[0]
        harm = break_through(game, self.unit, label)
        if harm == "knocked-out":
            game.finish()
            return None
        if harm == "damaged":
            course = course._replace(left=course.left.halved())
        if harm == "track-hit" or not can_pay(game, course, place, step_cost(game, course, place)):
            game.goto("begin", course=course, ahead=())
            return None
        return course

    @rule("6.6.10", "6.6.6", "7.31.2")
    def charge(self, game: Game) -> None:
        """Drive into the hex of the unit that is overrun, where nobody fires overwatch; a barrage asks nobody.

        Who is overrun in a building must be reached there first, and a building that is left takes its toll as well.
        """
        here, there = game.state.units[self.unit].at, game.state.units[self.overruns].at
        indoors, course = is_in_building(game, self.overruns), self.course
        walls = [here] if leaves_building(game, course, self.ahead[0]) else []
        for label in (*walls, *([there] if indoors else [])):
            checked = self._checked(game, course, label)
            if checked is None:
                return
            course = checked
        may_stop = not no_ends(game, side_of(game, self.unit))[game.content.board.index[here]]
        course = step_into(game, course, self.ahead[0])
        if indoors:
            change(game, self.unit, indoors=True)
        game.say(Moved(rule="6.6.10", unit=self.unit, path=(there,)))
        harmed = tuple(harmed_by(game.state.units[self.unit]))
        game.goto("strike", course=course, ahead=(), before=here if may_stop else self.before, harmed=harmed)
        if is_shelled(game, self.unit):
            game.push(EnterBarrage(unit=self.unit))
        if is_mined(game, self.unit):
            run_into_mines(game, self.unit, course.mode)

    def strike_done(self, game: Game, attacked: bool) -> None:
        """A barrage may have struck it."""

    @rule("6.6.2", "6.6.6", "6.6.10", "6.6.10.1")
    def strike(self, game: Game) -> None:
        """Who comes through mines and barrages attacks; then it goes on, stays where no enemy is left."""
        unit = game.state.units.get(self.unit)
        if unit is None:
            game.finish()
            return
        game.goto("overrun", course=hampered(self.course, self.harmed, harmed_by(unit)))
        game.push(Overrun(unit=self.unit, target=self.overruns))

    def overrun(self, game: Game) -> None:
        """A building that comes down buries the vehicle as well."""
        if self.unit in game.state.units:
            game.goto("begin")
        else:
            game.finish()

    @rule("4.5.1.1.4", "7.31.2")
    def turn(self, game: Game) -> None:
        """To turn in a hex with mines is no new move in it (ruling)."""
        game.goto("wait")
        if is_on(game.content, "mines-attack-turns") and is_mined(game, self.unit):
            self._run_into_mines(game, "mined_again")

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
        if leaves_building(game, course, ahead[0]):
            checked = self._checked(game, course, game.state.units[self.unit].at)
            if checked is None:
                return
            course = checked
        stops = no_ends(game, side_of(game, self.unit))
        path = [game.state.units[self.unit].at]
        halted = False
        while ahead and not halted:
            here = game.state.units[self.unit].at
            if not stops[game.content.board.index[here]]:
                before = here
            course, ahead = step_into(game, course, ahead[0]), ahead[1:]
            path.append(game.state.units[self.unit].at)
            halted = is_watched(game, self.unit) or is_shelled(game, self.unit) or is_mined(game, self.unit)
        game.say(Moved(rule="4.5.1.1", unit=self.unit, path=tuple(path[1:])))
        game.goto("arrive" if halted else "begin", course=course, ahead=ahead, before=before)

    @rule("7.31.2")
    def arrive(self, game: Game) -> None:
        """Mines attack at once."""
        if is_mined(game, self.unit):
            self._run_into_mines(game, "mined")
        else:
            game.goto("shells")

    @rule("6.6.6")
    def shells(self, game: Game) -> None:
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
