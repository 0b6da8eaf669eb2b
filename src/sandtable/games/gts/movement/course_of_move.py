"""Chapter 14: the course of a move: where to, what else on the way, forced marches, and who is left behind."""

from __future__ import annotations

from typing import Any

from sandtable.games.gts.arnhem import exits
from sandtable.games.gts.events.moving import LeftBehind, MarchedOn
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing, is_triggered
from sandtable.games.gts.indirect.radio_contact import is_heavy
from sandtable.games.gts.movement import (
    column_and_transport,
    planned_path,
    refusals,
)
from sandtable.games.gts.movement.column_and_transport import DROP, EXIT, GOES_ON, TRIGGERS
from sandtable.games.gts.movement.entering_hexes import say_stopped
from sandtable.games.gts.movement.planned_path import PlannedPath
from sandtable.games.gts.movement.reach import Start, allowance, origin
from sandtable.games.gts.movement.stack_checks import StackChecks, checks_to_leave_barrage
from sandtable.games.gts.movement.stacking import may_stay
from sandtable.games.gts.movement.terrain_chart import HALF, halves, movement_figures
from sandtable.games.gts.movement.walking import Walk, Walked
from sandtable.games.gts.sequence.troop_quality import Check
from sandtable.games.gts.sequence.unit_action import ACTIVATION
from sandtable.games.gts.units import Game, face, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

STOP = Option("do:stop", rule="14.3")
MARCH = Option("do:forced-march", rule="14.8")
LEAVE_MAP = Option(f"do:{EXIT}", rule="13.2/7", grave=True)


class Move(Procedure, frozen=True):
    """Units move: they pick where to go, walk there hex by hex, and pick anew with what is left."""

    units: tuple[str, ...]
    left: tuple[int, ...]
    """The half movement points that each has left."""
    fresh: bool = True
    """Whether no movement points have been spent yet in this action."""
    way: str = ""
    """The way by which they came into a hex in which ways pass without meeting."""
    columned: bool = False
    """Whether the column was begun in this action (14.6)."""
    marched: tuple[str, ...] = ()
    """Those who can make no forced march any more (14.8, 14.9)."""
    with_them: tuple[str, ...] = ()
    """The leaders who go along; then those who stay in the hex where they were met."""
    left_here: tuple[str, ...] = ()
    activity: str = ""
    """What is being done beside walking."""

    # Picking

    def start(self) -> Start:
        return Start(self.units, self.left, self.way, self.fresh)

    @rule("29.33")
    def options(self, game: Game) -> list[Option]:
        """Where the units can go, and what else they can do on the move."""
        return planned_path.ends(game, self.start()) + self.activities(game)

    def activities(self, game: Game) -> list[Option]:
        """What the units can do on the move beside going somewhere."""
        options = []
        if len(self.units) == 1:
            options = column_and_transport.on_the_move(game, self.units[0], self.left[0], columned=self.columned)
        elif not any(exits.why_not_leave(game, unit_id, min(self.left)) for unit_id in self.units):
            options.append(LEAVE_MAP)
        if all(self._may_march(game, unit_id) for unit_id in self.units):
            options.append(MARCH)
        return options

    @rule("14.8", "14.9")
    def _may_march(self, game: Game, unit_id: str) -> bool:
        """A forced march is for leg units, once in an action and not after the minimum move."""
        shown = face(game, unit_id)
        return unit_id not in self.marched and shown.mobility == "leg" and shown.move is not None

    @rule("14.7", "14.8")
    def _some_could_go_on(self, game: Game) -> bool:
        """Whether a part of a stack that can do nothing together could go on once others are left behind."""
        return len(self.units) > 1 and (any(self.left) or any(self._may_march(game, unit_id) for unit_id in self.units))

    @rule("14.3", "14.7", "14.8", "29.33")
    def pick(self, game: Game) -> Decision | None:
        """Ask how the move goes on; it ends by itself where nothing more is possible."""
        options = self.options(game)
        if not options and not self._some_could_go_on(game):
            game.finish()
            return None
        stranded = not self._may_stop(game) and any(option.id.startswith("hex:") for option in options)
        if len(self.units) > 1:
            parting = [unit_id for unit_id in self.units if not stranded or self._may_part(game, unit_id)]
            options += [Option(f"split:{unit_id}", rule="14.7") for unit_id in parting]
        if not stranded:
            options.append(STOP)
        points = min(self.left) / HALF
        args: dict[str, str | int] = {"unit": self.units[0], "count": len(self.units), "points": f"{points:g}"}
        side = side_of(game, self.units[0])
        left = "" if stranded else ACTIVATION
        return Decision(side, "move-on", "14.3", tuple(options), args, continues=True, done=STOP.id, turns_to=left)

    @rule("14.7/limits")
    def _may_stop(self, game: Game) -> bool:
        """Whether the units may end their move where they are."""
        unit = game.state.units[self.units[0]]
        return bool(unit.column or unit.entry) or may_stay(game, unit.at, self.units)

    @rule("14.7", "14.7/limits")
    def _may_part(self, game: Game, unit_id: str) -> bool:
        """Whether there is room for a unit that is left behind when the others go on."""
        return may_stay(game, game.state.units[unit_id].at, (unit_id,), self.units)

    def pick_refused(self, game: Game, choice: Choice) -> Refusal | None:
        args = {"unit": self.units[0]}
        if choice == ("do", "stop") or (choice.kind == "split" and choice.name in self.units):
            return Refusal("refused.full", "14.7/limits", {"hex": origin(game, self.units[0])})
        if choice == ("do", "forced-march"):
            return Refusal("refused.no-forced-march", "14.8", args)
        if choice.kind == "do" and choice.name in refusals.WHOLE_ACTIONS:
            return Refusal("refused.whole-action", column_and_transport.RULES[choice.name], args)
        return refusals.refuse(game, self.start(), choice, columned=self.columned)

    def pick_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "hex":
            return planned_path.show(game, self.start(), choice.name)
        if choice == ("do", "forced-march"):
            return Check(unit=self.units[0], kind="forced-march", by="14.8").begin_preview(game, choice)
        return None

    def pick_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            self.go(game, planned_path.plan(game, self.start(), choice.name))
        elif choice.kind == "split":
            self._split(game, choice.name)
        elif choice.name == "stop":
            game.finish()
        elif choice.name == "forced-march":
            game.goto("forced_march", fresh=False, marched=(*self.marched, *self.units))
        elif choice.name == DROP:
            game.goto("close_up", way="")
            column_and_transport.drop_column(game, self.units[0])
        else:
            self.begin_activity(game, choice.name)

    def keep(self, units: tuple[str, ...]) -> dict[str, Any]:
        """What changes when only some of the units go on."""
        places = [place for place, unit_id in enumerate(self.units) if unit_id in units]
        return {
            "units": tuple(self.units[place] for place in places),
            "left": tuple(self.left[place] for place in places),
        }

    @rule("14.7")
    def _split(self, game: Game, unit_id: str) -> None:
        """A unit that is left behind ends its movement action where it is; leaders may be told anew."""
        game.say(LeftBehind(rule="14.7", unit=unit_id, at=origin(game, unit_id)))
        rest = self.keep(tuple(other for other in self.units if other != unit_id))
        game.goto("pick", with_them=(), **rest)

    # Forced march

    @rule("14.8")
    def forced_march(self, game: Game) -> None:
        hits = movement_figures(game.content).forced_march.failure_hits
        game.push(StackChecks(units=self.units, kind="forced-march", by="14.8", hits_on_failure=hits))

    @rule("14.8", "21.2/with-units")
    def forced_march_done(self, game: Game, through: tuple[str, ...]) -> None:
        """Those that pass have more movement points, and leaders are told anew; the action of the others is over."""
        say_stopped(game, self.units, through, "14.8")
        if not through:
            game.finish()
            return
        points = movement_figures(game.content).forced_march.points
        rest = self.keep(through)
        rest["left"] = tuple(left + halves(points) for left in rest["left"])
        game.say(MarchedOn(rule="14.8", units=through, points=points))
        game.goto("pick", with_them=self.with_them if through == self.units else (), **rest)

    def close_up(self, game: Game) -> None:
        """Go on with what is left of the units, if anything is."""
        alive = tuple(unit_id for unit_id in self.units if unit_id in game.state.units)
        if alive:
            game.goto("pick", **self.keep(alive))
        else:
            game.finish()

    # Walking

    @rule("14.9")
    def go(self, game: Game, planned: PlannedPath) -> None:
        """Go along a path; whoever makes a minimum move marches no further."""
        game.goto("walk", marched=(*self.marched, *planned.minimum))
        game.push(
            Walk(
                units=self.units,
                left=self.left,
                path=planned.path,
                ways=planned.ways,
                prices=planned.prices,
                way=self.way,
                with_them=self.with_them,
                left_here=self.left_here,
            )
        )

    def walk_done(self, game: Game, walked: Walked) -> None:
        """Those who have got through choose anew with what is left."""
        if walked.units:
            units, left, way, with_them, left_here = walked
            game.goto("pick", units=units, left=left, way=way, with_them=with_them, left_here=left_here, fresh=False)
        else:
            game.finish()

    # Column, transport, entrenchments, leaving the map

    @rule("14.6", "14.10.2", "14.10.3", "17.2/1", "22.3.3")
    def begin_activity(self, game: Game, activity: str) -> None:
        """Pay for what is to be done; the enemy may fire before it is. Who leaves the map also leaves its barrages."""
        cost = column_and_transport.price(game, self.units[0], activity)
        left = tuple(points - cost for points in self.left)
        braves = activity == EXIT and is_heavy(game, game.state.barrages.get(game.state.units[self.units[0]].at))
        game.goto("leave_barrage" if braves else "do_activity", activity=activity, left=left, fresh=False)

    @rule("16.4.2.2/leave", "16.4.2.2/stack")
    def leave_barrage(self, game: Game) -> None:
        game.push(checks_to_leave_barrage(game, self.units))

    @rule("16.4.2.2/leave", "16.4.2.2/stack")
    def leave_barrage_done(self, game: Game, through: tuple[str, ...]) -> None:
        """Those that passed leave the map; the others stay and their action is over."""
        say_stopped(game, self.units, through, "16.4.2.2/leave")
        if through:
            game.goto("do_activity", **self.keep(through))
        else:
            game.finish()

    @rule("17.2/1", "17.2/state")
    def do_activity(self, game: Game) -> None:
        if is_triggered(game, self.units):
            game.push(OpportunityFire(trigger=TRIGGERS[self.activity], units=self.units))
        else:
            self.do_activity_done(game, Timing.BEFORE)

    @rule("14.6", "14.10.2", "14.10.3", "17.2/state", "17.7", "22.3.3")
    def do_activity_done(self, game: Game, timing: Timing) -> None:
        """Whoever is not suppressed, or was fired at only afterwards, does it; most of these end the action."""
        units, late = game.state.units, timing is Timing.AFTER
        able = tuple(unit_id for unit_id in self.units if unit_id in units and (late or not units[unit_id].suppressed))
        say_stopped(game, self.units, able, "17.7")
        for unit_id in able:
            column_and_transport.carry_out(game, unit_id, self.activity)
        if self.activity in GOES_ON and able:
            columned = self.columned or self.activity == column_and_transport.COLUMN
            game.goto("pick", columned=columned, activity="", way="")
        else:
            game.finish()


def fresh_move(game: Game, units: tuple[str, ...]) -> Move:
    """A move that begins, with all movement points."""
    return Move(units=units, step="pick", left=tuple([allowance(game, unit_id) for unit_id in units]))


PROCEDURES: tuple[type[Procedure], ...] = (Move,)
