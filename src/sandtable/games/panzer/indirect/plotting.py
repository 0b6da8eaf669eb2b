"""Chapters 6.5.1.4 and 6.5.1.11.1: pre-registered points and planned fire, written down in secret before the game."""

from __future__ import annotations

from sandtable.games.panzer.indirect.batteries import battery, change_battery, planned_turns
from sandtable.games.panzer.indirect.called_fire import SHEAFS, SHELLS
from sandtable.games.panzer.indirect.events import Plotted, Registered
from sandtable.games.panzer.indirect.sheafs import LINEAR, SMOKE, patterns
from sandtable.games.panzer.indirect.sources import battery_weapon
from sandtable.games.panzer.movement.reach import facing_name, facings_by_name
from sandtable.games.panzer.state import SIDES, Mission, PlannedFire
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.content import hex_options

SKIP = Option("do:skip", rule="6.5.1.4")
NO_PLAN = Option("do:no-plan", rule="6.5.1.11")
PLOTTED = Option("do:plotted", rule="6.5.1.11.1")


PLAN = "plan-"


def plan_id(battery_id: str) -> str:
    """The id of the mission that is planned for a battery."""
    return f"{PLAN}{battery_id}"


@rule("6.5.1.4", "6.5.1.11")
def has_something_to_plot(game: Game, side: str) -> bool:
    """Whether the scenario gives a side points to register or fire to plan."""
    own = (one for one in game.content.batteries.values() if one.side == side)
    return any(one.pre_registered or one.planned for one in own)


@rule("6.5.1.4")
def points_left(game: Game, battery_id: str) -> int:
    """How many points may still be registered for a battery."""
    return game.content.batteries[battery_id].pre_registered - len(battery(game, battery_id).registered)


@rule("6.5.1.4", "6.5.1.11.1")
def plot(game: Game) -> None:
    """Let both sides write down their points and plans unseen: after the terrain counters and before the forces."""
    plotting: dict[str, Procedure] = {side: Plotting(side=side) for side in SIDES if has_something_to_plot(game, side)}
    if plotting:
        game.simultaneously(plotting)


class Plotting(Procedure, frozen=True):
    """A side registers points for its batteries and plans their fire."""

    side: str
    settled: tuple[tuple[str, str], ...] = ()
    """The batteries that need no more points, and those that have a plan or none."""
    battery: str = ""
    at: str = ""
    turn: int = 0
    planned: tuple[PlannedFire, ...] = ()
    volley: str = ""

    def _own(self, game: Game) -> list[str]:
        return [key for key, one in game.content.batteries.items() if one.side == self.side]

    # Points

    def _registering(self, game: Game) -> str:
        """The next battery for which points may still be registered."""
        for key in self._own(game):
            if points_left(game, key) and ("points", key) not in self.settled:
                return key
        return ""

    @rule("6.5.1.4")
    def begin(self, game: Game) -> Decision | None:
        """Register the points of each battery, one hex after the other."""
        key = self._registering(game)
        if not key:
            game.goto("plan")
            return None
        taken = battery(game, key).registered
        options = [option for at, option in hex_options(game.content, "6.5.1.4").items() if at not in taken]
        args: dict[str, str | int] = {"source": key, "number": points_left(game, key)}
        return Decision(self.side, "register", "6.5.1.4", (*options, SKIP), args, done=SKIP.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.registered-already", "6.5.1.4", {"hex": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        key = self._registering(game)
        if choice.kind == "do":
            game.goto("begin", settled=(*self.settled, ("points", key)))
            return
        change_battery(game, key, registered=(*battery(game, key).registered, choice.name))
        game.say(Registered(rule="6.5.1.4", battery=key, at=choice.name, seen_by=(self.side,)))

    # Plans

    def _planning(self, game: Game) -> str:
        """The next battery for which fire may be planned."""
        for key in self._own(game):
            if planned_turns(game.content, key) and ("plan", key) not in self.settled:
                return key
        return ""

    @rule("6.5.1.11", "6.5.1.11.1")
    def plan(self, game: Game) -> Decision | None:
        """Pick the target point of the planned fire of the next battery, or plan none."""
        key = self._planning(game)
        if not key:
            game.finish()
            return None
        options = hex_options(game.content, "6.5.1.11.1").values()
        return Decision(self.side, "plan", "6.5.1.11.1", (*options, NO_PLAN), {"source": key}, done=NO_PLAN.id)

    def plan_chosen(self, game: Game, choice: Choice) -> None:
        key = self._planning(game)
        if choice.kind == "do":
            game.goto("plan", settled=(*self.settled, ("plan", key)))
        else:
            game.goto("when", battery=key, at=choice.name, planned=())

    @rule("6.5.1.11.1")
    def when(self, game: Game) -> Decision:
        """The turn in which the fire begins."""
        turns = range(1, game.content.last_turn + 1)
        options = tuple(Option(f"turn:{turn}", rule="6.5.1.11.1") for turn in turns)
        args = {"source": self.battery, "hex": self.at}
        return Decision(self.side, "plan-turn", "6.5.1.11.1", options, args, continues=True)

    def when_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("what", turn=int(choice.name))

    @rule("6.5.1.11.1", "6.5.1.6", "6.5.1.5")
    def what(self, game: Game) -> Decision | None:
        """What is fired turn by turn, and in which pattern; both may change, and the plan ends when it is said to."""
        if len(self.planned) == planned_turns(game.content, self.battery):
            self._write_down(game)
            return None
        smoke = battery_weapon(game.content, self.battery).smoke
        options = [
            Option(f"volley:{shell}-{sheaf}", rule="6.5.1.11.1")
            for shell in SHELLS
            if shell != SMOKE or smoke
            for sheaf in patterns(game.content, (self.battery,))
        ]
        if self.planned:
            options.append(PLOTTED)
        args: dict[str, str | int] = {"source": self.battery, "hex": self.at, "turn": self.turn + len(self.planned)}
        return Decision(self.side, "plan-volley", "6.5.1.11.1", tuple(options), args, continues=True, done=PLOTTED.id)

    def what_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "volley":
            return None
        return Refusal("refused.battery-cannot", "6.5.1.6", {"source": self.battery})

    def what_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self._write_down(game)
            return
        shell, _, sheaf = choice.name.partition("-")
        if sheaf == LINEAR:
            game.goto("way", volley=shell)
        else:
            game.goto("what", planned=(*self.planned, PlannedFire(SHELLS[shell], SHEAFS[sheaf])))

    @rule("6.5.1.5", "6.5.1.11.1")
    def way(self, game: Game) -> Decision:
        """The direction of a Closed Linear SHEAF."""
        options = tuple(Option(f"face:{facing_name(game.content, way)}", rule="6.5.1.5") for way in range(6))
        return Decision(self.side, "sheaf-way", "6.5.1.5", options, {"hex": self.at}, continues=True)

    def way_chosen(self, game: Game, choice: Choice) -> None:
        fire = PlannedFire(SHELLS[self.volley], LINEAR, facings_by_name(game.content)[choice.name])
        game.goto("what", planned=(*self.planned, fire), volley="")

    @rule("6.5.1.11.1")
    def _write_down(self, game: Game) -> None:
        game.state.missions[plan_id(self.battery)] = Mission(
            side=self.side, sources=(self.battery,), at=self.at, plotted=self.at, planned=self.planned, due=self.turn
        )
        game.say(Plotted(rule="6.5.1.11.1", battery=self.battery, at=self.at, turn=self.turn, seen_by=(self.side,)))
        game.goto("plan", settled=(*self.settled, ("plan", self.battery)), battery="", at="", planned=(), turn=0)


PROCEDURES: tuple[type[Procedure], ...] = (Plotting,)
