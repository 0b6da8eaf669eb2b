"""Chapter 14.1: the way from hex to hex, under the guns of the enemy and out of barrages, with leaders going along."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing, is_triggered
from sandtable.games.gts.indirect.radio_contact import is_heavy
from sandtable.games.gts.movement import bridges_and_ferries, entering_hexes
from sandtable.games.gts.movement.entering_hexes import say_stopped, say_walked
from sandtable.games.gts.movement.reach import origin
from sandtable.games.gts.movement.stack_checks import checks_to_leave_barrage
from sandtable.games.gts.sequence import leaders_with_units
from sandtable.games.gts.units import Game, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, rule

GOES, STAYS = Option("do:take-along", rule="21.2/with-units"), Option("do:leave-here", rule="21.2/with-units")


class Walked(NamedTuple):
    """What a walk has come to: who has got through, with what is left to each, by which way they came, and which
    leaders came along or stay in the hex."""

    units: tuple[str, ...]
    left: tuple[int, ...]
    way: str
    with_them: tuple[str, ...]
    left_here: tuple[str, ...]


class Walk(Procedure, frozen=True):
    """Units go along a path hex by hex. Comes to what is left of them and of their movement points."""

    units: tuple[str, ...]
    left: tuple[int, ...]
    """The half movement points that each has left."""
    path: tuple[str, ...]
    """The hexes still to be entered; then the ways that lead there, and what each unit pays."""
    ways: tuple[str, ...]
    prices: tuple[tuple[int, ...], ...]
    way: str = ""
    """The way by which they came into a hex in which ways pass without meeting."""
    walked: tuple[str, ...] = ()
    """The hexes since something was last said of the move, with the one that was left; then the half points spent."""
    spent: int = 0
    checked: bool = False
    """Whether they have checked for leaving the barrage on their hex (16.4.2.2/leave)."""
    with_them: tuple[str, ...] = ()
    """The leaders who go along; then those who stay, told to or met on the way."""
    left_here: tuple[str, ...] = ()
    rolls: int = 0
    """How many dice had fallen before the enemy could fire."""

    def keep(self, units: tuple[str, ...]) -> dict[str, Any]:
        """What changes when only some of the units go on."""
        places = [place for place, unit_id in enumerate(self.units) if unit_id in units]
        return {
            "units": tuple(self.units[place] for place in places),
            "left": tuple(self.left[place] for place in places),
            "prices": tuple(tuple(paid[place] for place in places) for paid in self.prices),
        }

    @rule("1.2/movement", "14.1", "14.3", "17.2/1", "17.2/timing")
    def begin(self, game: Game) -> None:
        """Leave the hex for the next of the path, once all that leaving it takes is settled."""
        if not self.path:
            say_walked(game, self.units, self.walked, self.spent, self.with_them)
            game.finish(Walked(self.units, self.left, self.way, self.with_them, self.left_here))
            return
        first = game.state.units[self.units[0]]
        if first.entry:
            self._enter(game)
        elif leaders_with_units.are_paid_for(game) and self._undecided(game):
            self._pause(game, "lead")
        elif not self.checked and is_heavy(game, game.state.barrages.get(first.at)):
            self._pause(game, "leave_barrage")
        elif is_triggered(game, self.units):
            self._pause(game, "under_fire", rolls=game.state.rolls)
        else:
            self._enter(game)

    @rule("17.2/5")
    def _trigger(self, game: Game) -> str:
        """What the step triggers: crossing by ferry is this game's own."""
        return (
            "ferry"
            if bridges_and_ferries.ferry_between(game, origin(game, self.units[0]), self.path[0])
            else "leave-hex"
        )

    def _pause(self, game: Game, step: str, **changed: Any) -> None:
        """Say how far the units have come before something else happens."""
        say_walked(game, self.units, self.walked, self.spent, self.with_them)
        game.goto(step, walked=(), spent=0, **changed)

    @rule("17.2/1", "17.2/timing")
    def under_fire(self, game: Game) -> None:
        """The enemy may fire before the units leave their hex."""
        game.push(OpportunityFire(trigger=self._trigger(game), units=self.units, into=self.path[0]))

    @rule("17.7")
    def under_fire_done(self, game: Game, timing: Timing) -> None:
        """Only suppression and elimination stop a unit; after fire the others enter the hex and choose anew."""
        units = game.state.units
        through = tuple(unit_id for unit_id in self.units if unit_id in units and not units[unit_id].suppressed)
        say_stopped(game, self.units, through, "17.7")
        if not through:
            game.finish(Walked((), (), "", (), ()))
            return
        rest = self.keep(through)
        if game.state.rolls != self.rolls:
            rest |= {"path": self.path[:1], "ways": self.ways[:1], "prices": rest["prices"][:1]}
        if through != self.units and leaders_with_units.are_paid_for(game):
            game.goto("part", with_them=(), **rest)
        else:
            replace(self, **rest)._enter(game)

    @rule("14.1", "14.3")
    def _enter(self, game: Game) -> None:
        """Enter the next hex and pay for it."""
        here, label, paid = origin(game, self.units[0]), self.path[0], self.prices[0]
        leaders = entering_hexes.enter(game, self.units, here, label, self.with_them)
        game.goto(
            "arrive" if bridges_and_ferries.is_at_mined_bridge(game, label) else "begin",
            units=self.units,
            left=tuple([max(points - price, 0) for points, price in zip(self.left, paid, strict=True)]),
            path=self.path[1:],
            ways=self.ways[1:],
            prices=self.prices[1:],
            way=self.ways[0],
            checked=False,
            with_them=leaders,
            left_here=leaders_with_units.met(game, self.units, leaders),
            walked=(*(self.walked or (here,)), label),
            spent=self.spent + max(paid),
        )

    @rule("14.7/restrictions")
    def arrive(self, game: Game) -> None:
        """The first to come to a mined bridge see what becomes of it, and choose anew."""
        self._pause(game, "begin", path=(), ways=(), prices=())
        bridges_and_ferries.reached(game, origin(game, self.units[0]))

    @rule("21.2/with-units")
    def _undecided(self, game: Game) -> list[str]:
        """The leaders with the units of whom it is not settled yet whether they go along."""
        told = (*self.with_them, *self.left_here)
        return [name for name in leaders_with_units.beside(game, self.units) if name not in told]

    @rule("21.2/with-units")
    def lead(self, game: Game) -> Decision | None:
        """A leader goes along with his units; where others of his formation stay, his owner chooses."""
        return self._settle(game, self._undecided(game)[0], "begin")

    def lead_chosen(self, game: Game, choice: Choice) -> None:
        self._tell(game, choice, "begin")

    @rule("21.2/with-units")
    def part(self, game: Game) -> Decision | None:
        """Fire has stopped a part of the stack: leaders are told anew before the others enter the next hex."""
        undecided = self._undecided(game)
        if undecided:
            return self._settle(game, undecided[0], "part")
        self._enter(game)
        return None

    def part_chosen(self, game: Game, choice: Choice) -> None:
        self._tell(game, choice, "part")

    def _settle(self, game: Game, name: str, step: str) -> Decision | None:
        """Take a leader along who has nobody to stay with, or ask his owner."""
        if not leaders_with_units.may_remain(game, name, self.units):
            game.goto(step, with_them=(*self.with_them, name))
            return None
        args = {"leader": name, "unit": self.units[0]}
        side = side_of(game, self.units[0])
        return Decision(side, "leader-along", "21.2/with-units", (GOES, STAYS), args, continues=True, default=STAYS.id)

    def _tell(self, game: Game, choice: Choice, step: str) -> None:
        name = self._undecided(game)[0]
        if choice.name == "take-along":
            game.goto(step, with_them=(*self.with_them, name))
        else:
            game.goto(step, left_here=(*self.left_here, name))

    @rule("16.4.2.2/leave", "16.4.2.2/stack")
    def leave_barrage(self, game: Game) -> None:
        """Every unit that is to leave takes a hit and checks; nothing can be called off any more."""
        game.push(checks_to_leave_barrage(game, self.units))

    @rule("16.4.2.2/leave", "16.4.2.2/stack")
    def leave_barrage_done(self, game: Game, through: tuple[str, ...]) -> None:
        """Those that passed leave together, and leaders are told anew; the others stay and their action is over."""
        say_stopped(game, self.units, through, "16.4.2.2/leave")
        if through:
            with_them = self.with_them if through == self.units else ()
            game.goto("begin", checked=True, with_them=with_them, **self.keep(through))
        else:
            game.finish(Walked((), (), "", (), ()))


PROCEDURES: tuple[type[Procedure], ...] = (Walk,)
