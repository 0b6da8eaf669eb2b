"""Chapter 22: improved positions and entrenchments."""

from __future__ import annotations

from sandtable.games.gts.engineers.engineer_tasks import EngineerTask, figures
from sandtable.games.gts.engineers.works import ENTRENCHED, IMPROVED
from sandtable.games.gts.events.engineers import Built
from sandtable.games.gts.units import Game, is_engineer
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.sums import Modifier


class ImprovePosition(EngineerTask):
    """Build an improved position."""

    name = "improve"
    by = "22.2.1"
    rows = ("improved-position-engineer", "improved-position")
    kind = "unit"

    @rule("22.1", "22.2.1", "22.2.2", "22.2.3")
    def targets(self, game: Game, unit_id: str) -> list[str]:
        """A unit builds for itself, and engineers for any unit in their hex."""
        if self.row_for(game, unit_id) is None:
            return []
        units = game.state.units
        there = units_in(game, units[unit_id].at) if is_engineer(game, unit_id) else (unit_id,)
        return [other for other in there if not units[other].works and not units[other].column]

    @rule("22.1", "22.2.2")
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        if self.row_for(game, unit_id) is None:
            return self.refusal(game, unit_id, "refused.improve-class", "22.2.2")
        return self.refusal(game, unit_id, "refused.in-works", "22.1")

    @rule("22.2.1")
    def modifiers(self, game: Game, unit_id: str) -> list[Modifier]:
        """Houses help where the scenario says so."""
        house, at = figures(game).house_bonus, game.state.units[unit_id].at
        if "street-lines" in game.content.special and game.content.terrain[at] in house.terrain:
            return [Modifier("houses", house.value, "22.2.1")]
        return []

    @rule("22.2.1")
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        change(game, target, works=IMPROVED)
        game.say(Built(rule=self.by, what=self.name, unit=target))


class Entrench(EngineerTask):
    """Turn an improved position into an entrenchment."""

    name = "entrench"
    by = "22.3.1"
    rows = ("entrenchment",)
    kind = "unit"

    @rule("22.3.1", "22.3.2")
    def targets(self, game: Game, unit_id: str) -> list[str]:
        """The units in the hex of engineers that are in an improved position."""
        if self.row_for(game, unit_id) is None:
            return []
        there = units_in(game, game.state.units[unit_id].at)
        return [other for other in there if game.state.units[other].works == IMPROVED]

    @rule("22.3.1", "22.3.2")
    def why_not(self, game: Game, unit_id: str) -> Refusal | None:
        if self.row_for(game, unit_id) is None:
            return self.refusal(game, unit_id, "refused.only-engineers", "22.3.2")
        return self.refusal(game, unit_id, "refused.no-improved", "22.3.1")

    @rule("22.3.1", "22.3.4")
    def complete(self, game: Game, unit_id: str, target: str) -> None:
        """A unit whose improved position becomes an entrenchment is in it at once."""
        change(game, target, works=ENTRENCHED)
        game.say(Built(rule=self.by, what=self.name, unit=target))
