"""Chapters 6.5.1, 6.5.1.8 and 6.5.1.9: the Indirect Fire Step of a player."""

from __future__ import annotations

from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.indirect.called_fire import (
    SHELLS,
    CallFire,
    adjusted_hexes,
    call_hexes,
    commit,
)
from sandtable.games.panzer.indirect.events import Continued
from sandtable.games.panzer.indirect.missions import (
    able_sources,
    change_mission,
    check,
    cut_off,
    end_by_themselves,
    left_out,
    may_continue,
    missions_of,
    standing,
)
from sandtable.games.panzer.indirect.observers import commanded_by, might_observe, spend_overwatch, why_no_observer
from sandtable.games.panzer.indirect.planned_fire import (
    PlannedTurn,
    end_plans,
    may_begin,
    might_have_plan,
    must_begin,
    must_go_on,
)
from sandtable.games.panzer.indirect.salvo import Salvo
from sandtable.games.panzer.indirect.sheafs import sheaf_hexes
from sandtable.games.panzer.indirect.sources import all_sources, range_to_point, weapon_reaching
from sandtable.games.panzer.state import Mission, Shell
from sandtable.games.panzer.units import Game, with_passengers
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule

DONE = Option("do:done", rule="6.5.1")
CONTINUE = Option("do:continue", rule="6.5.1.8.1")
ADJUST = Option("do:adjust", rule="6.5.1.8.2")
CHECK = Option("do:check", rule="6.5.1.9")


class IndirectFireStep(Phase, frozen=True):
    """A player keeps up, adjusts or checks his missions, fires what he has planned, and calls more, in any order."""

    side: str
    barred: tuple[str, ...] = ()
    """The observers and sources of missions that were checked in this turn."""

    @rule("6.5.1", "6.5.1.9", "6.5.1.11.1")
    def begin(self, game: Game) -> None:
        """Missions that are cut off end before anything new is called."""
        barred = end_by_themselves(game, self.side)
        end_plans(game, self.side)
        game.goto("choose", barred=barred)

    def _observers(self, game: Game) -> list[str]:
        """The units that may call fire on something now."""
        return [
            unit_id
            for unit_id in with_passengers(game, self.side)
            if why_no_observer(game, unit_id, self.side, self.barred) is None and call_hexes(game, unit_id, self.barred)
        ]

    def _might_fire(self, game: Game) -> bool:
        """Whether others must think that the side may have something to fire: it is asked then, which tells nothing.

        Of a side without batteries, mortars and the like everybody knows that it has nothing.
        """
        if not all_sources(game, self.side):
            return False
        spotters = [unit_id for unit_id in with_passengers(game, self.side) if might_observe(game, unit_id)]
        return bool(spotters) or any(
            one.side == self.side and might_have_plan(game, battery_id)
            for battery_id, one in game.content.batteries.items()
        )

    @rule("6.5.1", "6.5.1.1", "6.5.1.8", "6.5.1.9", "6.5.1.11.2")
    def choose(self, game: Game) -> Decision | None:
        """Pick what is fired next; the step ends when nothing is left, or nothing must be done and the side is done."""
        if any(cut_off(game, each) for each in standing(game, self.side).values()):
            game.goto("choose", barred=(*self.barred, *end_by_themselves(game, self.side)))
            return None
        own = missions_of(game, self.side)
        due = list(standing(game, self.side))
        due += [key for key, each in own.items() if must_go_on(game, each) or must_begin(game, each)]
        may = [key for key, each in own.items() if may_begin(game, each) and key not in due]
        options = [Option(f"mission:{key}", rule="6.5.1.8") for key in due]
        options += [Option(f"mission:{key}", rule="6.5.1.11.2") for key in may]
        options += [Option(f"unit:{unit_id}", rule="6.5.1.1") for unit_id in self._observers(game)]
        if not options and not self._might_fire(game):
            game.finish()
            return None
        if not due:
            options.append(DONE)
        return Decision(self.side, "indirect-fire", "6.5.1", tuple(options))

    def choose_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(DONE.id):
            return Refusal("refused.missions-stand", "6.5.1.8")
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        refusal = why_no_observer(game, choice.name, self.side, self.barred)
        return refusal or Refusal("refused.no-source-for-observer", "6.5.1.7", {"unit": choice.name})

    def choose_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
        elif choice.kind == "unit":
            game.push(CallFire(observer=choice.name, barred=self.barred))
        elif game.state.missions[choice.name].planned:
            game.push(PlannedTurn(mission=choice.name))
        else:
            game.push(StandingMission(mission=choice.name, barred=self.barred))

    @rule("6.5.1.9")
    def choose_done(self, game: Game, checked: tuple[str, ...]) -> None:
        """Nobody of a mission that was checked takes part in another one in this turn."""
        game.goto("choose", barred=(*self.barred, *checked))


class StandingMission(Procedure, frozen=True):
    """A called mission of an earlier turn goes on, is adjusted, or is checked."""

    mission: str
    barred: tuple[str, ...] = ()

    def _mission(self, game: Game) -> Mission:
        return game.state.missions[self.mission]

    def _args(self, game: Game) -> dict[str, str]:
        mission = self._mission(game)
        return {"unit": mission.observer, "hex": mission.at}

    @rule("6.5.1.8", "6.5.1.8.1", "6.5.1.8.2", "6.5.1.9")
    def begin(self, game: Game) -> Decision:
        mission = self._mission(game)
        options = [CHECK]
        if adjusted_hexes(game, mission):
            options.insert(0, ADJUST)
        if may_continue(game, mission) and self._shells(game):
            options.insert(0, CONTINUE)
        return Decision(
            mission.side,
            "mission",
            "6.5.1.8",
            tuple(options),
            self._args(game),
            continues=True,
            turns_to="IndirectFireStep",
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(CONTINUE.id):
            return Refusal("refused.no-target-to-continue", "6.5.1.8.1", self._args(game))
        if choice == Choice.of(ADJUST.id):
            return Refusal("refused.nothing-to-adjust-to", "6.5.1.8.2", self._args(game))
        return None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        mission = self._mission(game)
        if choice.name == "continue":
            game.goto("load")
        elif choice.name == "adjust":
            game.become(CallFire(observer=mission.observer, mission=self.mission, barred=self.barred))
        else:
            game.finish(check(game, self.mission))

    def _shells(self, game: Game) -> dict[Shell, tuple[str, ...]]:
        """What the mission may go on with, each with the sources that can fire it."""
        mission, found = self._mission(game), {}
        for shell in SHELLS.values():
            able = tuple(
                source
                for source in able_sources(game, mission, mission.at)
                if weapon_reaching(game, source, range_to_point(game, mission.observer, source, mission.at), shell)
            )
            if able:
                found[shell] = able
        return found

    @rule("6.5.1.8.1", "6.5.1.6")
    def load(self, game: Game) -> Decision | None:
        """Fire that goes on may change freely between GP and smoke."""
        found = self._shells(game)
        if len(found) == 1:
            self._go_on(game, next(iter(found)))
            return None
        options = tuple(Option(f"shell:{shell}", rule="6.5.1.8.1") for shell in found)
        return Decision(
            self._mission(game).side,
            "shell",
            "6.5.1.8.1",
            options,
            self._args(game),
            continues=True,
            default=f"shell:{self._mission(game).shell}",
            turns_to="IndirectFireStep",
        )

    def load_chosen(self, game: Game, choice: Choice) -> None:
        self._go_on(game, SHELLS[choice.name])

    @rule("6.5.1.8", "6.5.1.8.1")
    def _go_on(self, game: Game, shell: Shell) -> None:
        """The mission is fired again, without a response, by those of its sources that still can."""
        mission, turn = self._mission(game), game.state.turn
        holder = commanded_by(game, mission.observer)
        game.say(Shown(rule="6.5.1.8", unit=holder, order=game.state.commands[holder].order))
        spend_overwatch(game, mission.observer)
        able = self._shells(game)[shell]
        for source in able:
            commit(game, source, mission.at)
        bands = tuple(mission.bands[mission.sources.index(source)] for source in able)
        checked = left_out(game, mission, able)
        hexes = sheaf_hexes(game.content, mission.sheaf, mission.at, mission.direction)
        since = mission.since if shell == mission.shell else game.state.step
        change_mission(
            game, self.mission, sources=able, bands=bands, hexes=hexes, shell=shell, turn=turn, since=since, attacked=()
        )
        game.say(Continued(rule="6.5.1.8.1", unit=mission.observer, at=mission.at, shell=shell))
        game.become(Salvo(mission=self.mission, checked=checked))


PROCEDURES: tuple[type[Procedure], ...] = (IndirectFireStep, StandingMission)
