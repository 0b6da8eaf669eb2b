"""Chapters 22 to 25: engineer actions, under the guns of the enemy, and the Men at Work whom they take."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers.boats_brought_up import BringUpBoats
from sandtable.games.gts.engineers.engineer_tasks import EngineerTask, is_ready, rows_of
from sandtable.games.gts.engineers.field_works import Entrench, ImprovePosition
from sandtable.games.gts.engineers.rearguards import FormRearguard
from sandtable.games.gts.engineers.roadblocks import PlaceRoadblock, RemoveRoadblock
from sandtable.games.gts.events.engineers import WorkFailed
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing, is_triggered
from sandtable.games.gts.sequence.troop_quality import Check, MarkersFile, quality_sum
from sandtable.games.gts.sequence.unit_action import UnitAction, Units
from sandtable.games.gts.units import Game, is_engineer, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, of_content, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.sums import Modifier, Sum

TASKS: dict[str, EngineerTask] = {
    task.name: task
    for task in (
        ImprovePosition(),
        Entrench(),
        PlaceRoadblock(),
        RemoveRoadblock(),
        FormRearguard(),
        BringUpBoats(),
    )
}
"""All engineer actions, by their names."""


@of_content
@rule("22.2.2", "22.3.2", "23.1", "23.3", "24.2")
def common_tasks(content: Content) -> tuple[EngineerTask, ...]:
    """The engineer actions that are not for engineers alone."""
    return tuple(task for task in TASKS.values() if any(row.who != "engineer" for row in rows_of(content, task.rows)))


class EngineerAction(UnitAction):
    """Work on the ground; a unit does so by itself."""

    name = "engineer"
    ids = tuple(task.option.id for task in TASKS.values())

    @rule("13.2/5", "29.23")
    def offers(self, game: Game, units: Units) -> list[Option]:
        """The engineer actions that a unit can perform; units do not perform them together."""
        if len(units) > 1 or not is_ready(game, units[0]):
            return []
        tasks = TASKS.values() if is_engineer(game, units[0]) else common_tasks(game.content)
        return [task.option for task in tasks if task.targets(game, units[0])]

    @rule("14.6.2", "29.23")
    def refuse(self, game: Game, units: Units, choice: Choice) -> Refusal | None:
        """Why units cannot perform an engineer action."""
        unit, args = game.state.units[units[0]], {"unit": units[0]}
        if len(units) > 1:
            return Refusal("refused.not-as-stack", "29.23", args)
        if unit.column or unit.mounted:
            return Refusal("refused.no-works-in-column", "14.6.2", args)
        if not is_ready(game, units[0]):
            return Refusal("refused.not-ready-to-work", "29.23", args)
        return TASKS[choice.name].why_not(game, units[0])

    def preview(self, game: Game, units: Units, choice: Choice) -> Preview | None:
        """The sum of the check, where the action takes one."""
        work = EngineerWork(unit=units[0], task=choice.name)
        if not work.takes_check(game):
            return None
        return Preview(lines=tuple(Sum([*quality_sum(game, units[0]), *work.modifiers(game)]).lines))

    def start(self, game: Game, units: Units, choice: Choice) -> None:
        game.push(EngineerWork(unit=units[0], task=choice.name))


class EngineerWork(Procedure, frozen=True):
    """A unit performs an engineer action."""

    unit: str
    task: str
    target: str = ""
    """The unit or hex for which it is done."""

    @property
    def _task(self) -> EngineerTask:
        return TASKS[self.task]

    @rule("22.2.1", "22.2.2", "22.3.1", "24.3")
    def begin(self, game: Game) -> Decision | None:
        """Where there is a choice, ask for which unit, or where."""
        task, names = self._task, self._task.targets(game, self.unit)
        if len(names) == 1:
            self._declare(game, names[0])
            return None
        options = tuple(Option(f"{task.kind}:{name}", rule=task.by) for name in names)
        side = side_of(game, self.unit)
        return Decision(side, f"labour-{task.name}", task.by, options, {"unit": self.unit}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != self._task.kind:
            return None
        if choice.kind == "hex":
            return Refusal("refused.rearguard-hex", "24.3", {"hex": choice.name})
        if choice.name not in game.state.units:
            return None
        return Refusal(f"refused.{self.task}-for", self._task.by, {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._declare(game, choice.name)

    @rule("17.2/4", "22.2.1", "22.3.1", "23.1", "23.3", "24.2", "25.0", "29.23")
    def _declare(self, game: Game, target: str) -> None:
        """The action triggers opportunity fire at the unit; markers of another work are gone."""
        if game.state.units[self.unit].task != self.task:
            change(game, self.unit, task="", men_at_work=0)
        game.goto("under_fire" if is_triggered(game, (self.unit,)) else "work", target=target)

    @rule("17.2/4")
    def under_fire(self, game: Game) -> None:
        game.push(OpportunityFire(trigger="engineer", units=(self.unit,)))

    def under_fire_done(self, game: Game, timing: Timing) -> None:
        game.goto("work")

    @rule("17.7", "22.2.1", "22.3.1", "23.1", "23.3", "24.2", "29.23")
    def work(self, game: Game) -> None:
        """A unit that is still able checks, where the action takes one; no command point can help."""
        unit = game.state.units.get(self.unit)
        if unit is None or unit.suppressed:
            game.finish()
        elif self.takes_check(game):
            modifiers = tuple(self.modifiers(game))
            game.push(Check(unit=self.unit, kind="engineer", by=self._task.by, extra=modifiers))
        else:
            self._complete(game)

    @rule("22.2.1", "23.3")
    def takes_check(self, game: Game) -> bool:
        """Engineers build improved positions and remove roadblocks without a check."""
        row = self._task.row_for(game, self.unit)
        return row is not None and row.check

    @rule("25.0")
    def modifiers(self, game: Game) -> list[Modifier]:
        """+1 for each Men at Work marker of the same action, and what the action itself brings."""
        unit = game.state.units[self.unit]
        found = []
        if unit.task == self.task and unit.men_at_work:
            each = game.content.table("markers", MarkersFile).men_at_work
            found.append(Modifier("men-at-work", each * unit.men_at_work, "25.0"))
        return found + self._task.modifiers(game, self.unit)

    @rule("25.0")
    def work_done(self, game: Game, passed: bool) -> None:
        """A failed action leaves a Men at Work marker."""
        if passed:
            self._complete(game)
            return
        unit = game.state.units[self.unit]
        change(game, self.unit, task=self.task, men_at_work=unit.men_at_work + 1)
        game.say(WorkFailed(rule="25.0", unit=self.unit, deed=self.task, markers=unit.men_at_work + 1))
        game.finish()

    @rule("22.2.1", "22.3.1", "23.1", "23.3", "25.0")
    def _complete(self, game: Game) -> None:
        change(game, self.unit, task="", men_at_work=0)
        game.finish()
        self._task.complete(game, self.unit, self.target)


PROCEDURES = (EngineerWork,)
