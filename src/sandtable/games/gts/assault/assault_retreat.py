"""Chapter 18.7, step 5E: the retreat of the defenders from an assault."""

from __future__ import annotations

from sandtable.games.gts.engineers.works import leave_works
from sandtable.games.gts.events.assault import Retreated
from sandtable.games.gts.fire.combat_results import cohesion_hit, suppress
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.costs import may_enter_deployed
from sandtable.games.gts.movement.entering_hexes import may_fight_into
from sandtable.games.gts.movement.stacking import column_in, in_combat_formation, limits
from sandtable.games.gts.sequence.leaders import retreat_with
from sandtable.games.gts.sequence.troop_quality import Check
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, eliminate, face, occupy, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, occupier, units_in
from sandtable.mechanics.switches import is_on

HEAVY = "heavy-barrage"


class Retreat(Procedure, frozen=True):
    """The defenders of a hex leave it for an adjacent one, those that can."""

    hex: str
    attackers: tuple[str, ...]
    """All that took part in the assault: they do not fire at the retreat."""
    asked: tuple[str, ...] = ()
    """The units that have yet to make their checks to get away."""
    checks: tuple[str, ...] = ()
    """The checks that the first of them has yet to make."""
    goal: str = ""

    @rule("18.7/5E", "14.4", "18.7/5A")
    def begin(self, game: Game) -> None:
        """Immobile and suppressed defenders are eliminated."""
        for unit_id in units_in(game, self.hex):
            unit, shown = game.state.units[unit_id], face(game, unit_id)
            if unit.suppressed or (shown.move is None and not shown.star):
                eliminate(game, unit_id, "18.7/5E")
        game.goto("get_away", asked=units_in(game, self.hex))

    @rule("14.11", "16.4.2.2/leave", "18.7/5E")
    def get_away(self, game: Game) -> None:
        """A heavy barrage and a star each call for a check; who fails is eliminated."""
        if not self.asked:
            game.goto("under_fire")
            return
        game.goto("check", checks=tuple(self._checks(game, self.asked[0])))

    def _checks(self, game: Game, unit_id: str) -> list[str]:
        needed = []
        if game.state.barrages.get(self.hex) == HEAVY:
            needed.append("leave-barrage")
        if face(game, unit_id).star:
            needed.append("emergency-displacement")
        return needed

    def check(self, game: Game) -> None:
        if not self.checks or self.asked[0] not in game.state.units:
            game.goto("get_away", asked=self.asked[1:])
            return
        by = "16.4.2.2/leave" if self.checks[0] == "leave-barrage" else "14.11"
        game.push(Check(unit=self.asked[0], kind=self.checks[0], by=by))

    def check_done(self, game: Game, passed: bool) -> None:
        if passed:
            self._barrage_hit(game)
            game.goto("check", checks=self.checks[1:])
            return
        eliminate(game, self.asked[0], "18.7/5E")
        game.goto("get_away", asked=self.asked[1:])

    def _barrage_hit(self, game: Game) -> None:
        """By one reading of the rules leaving a heavy barrage costs a hit here too."""
        if self.checks[0] == "leave-barrage" and is_on(game.content, "retreat-from-barrage-hits"):
            cohesion_hit(game, self.asked[0], "16.4.2.2/leave")

    @rule("13.4", "17.2/3", "17.6/3", "18.7/5E")
    def under_fire(self, game: Game) -> None:
        """Every unit of the other side with a fire zone on the hex may fire, but not the attackers."""
        units = units_in(game, self.hex)
        if units:
            game.push(OpportunityFire(trigger="retreat", units=units, barred=self.attackers))
        else:
            game.goto("go")

    @rule("18.7/5E")
    def under_fire_done(self, game: Game, timing: Timing) -> None:
        """A unit that this fire has suppressed is eliminated."""
        for unit_id in units_in(game, self.hex):
            if game.state.units[unit_id].suppressed:
                eliminate(game, unit_id, "18.7/5E")
        game.goto("go")

    @rule("18.7/5E", "14.1")
    def hexes(self, game: Game) -> list[str]:
        """Where the survivors can retreat to, all together: hexes that at least one of them can enter."""
        units = units_in(game, self.hex)
        return [
            label
            for label in game.content.adjacent[self.hex]
            if any(self._can_go(game, unit_id, label) for unit_id in units)
        ]

    @rule("14.6", "14.11", "18.7/5E")
    def _can_go(self, game: Game, unit_id: str, label: str) -> bool:
        """Whether a unit can retreat to a hex; where a column is in the way of a column, in combat formation."""
        side = side_of(game, unit_id)
        if occupier(game, label) == enemy_of(side) or not may_fight_into(game, unit_id, self.hex, label):
            return False
        blocked = game.state.units[unit_id].column and column_in(game, label)
        if blocked and not may_enter_deployed(game, unit_id, self.hex, label):
            return False
        return not (face(game, unit_id).star and in_enemy_zone(game, label, side))

    @rule("18.7/5E")
    def go(self, game: Game) -> Decision | None:
        """All retreat to one hex, which their owner picks; without one they are eliminated."""
        units = units_in(game, self.hex)
        if not units:
            game.finish()
            return None
        open_hexes = self.hexes(game)
        if not open_hexes:
            for unit_id in units:
                eliminate(game, unit_id, "18.7/5E")
            game.finish()
            return None
        options = tuple(Option(f"hex:{label}", rule="18.7/5E") for label in open_hexes)
        args = {"hex": self.hex}
        side = side_of(game, units[0])
        return Decision(side, "retreat-to", "18.7/5E", options, args, default=options[0].id)

    def go_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex":
            return None
        return Refusal("refused.no-retreat", "18.7/5E", {"hex": choice.name})

    @rule("18.7/5E", "21.2", "22.3.3")
    def go_chosen(self, game: Game, choice: Choice) -> None:
        units = units_in(game, self.hex)
        retreat_with(game, units, choice.name)
        for unit_id in units:
            if not self._can_go(game, unit_id, choice.name):
                eliminate(game, unit_id, "18.7/5E")
                continue
            leave_works(game, unit_id)
            self._mind_column(game, unit_id, choice.name)
        game.goto("fit", goal=choice.name)

    @rule("14.6", "18.7/5E")
    def _mind_column(self, game: Game, unit_id: str, label: str) -> None:
        """A unit in column drops it for a cohesion hit where another column is in its way."""
        if game.state.units[unit_id].column and column_in(game, label):
            change(game, unit_id, column=False)
            cohesion_hit(game, unit_id, "14.6")

    @rule("14.7/limits", "18.7/5E")
    def fit(self, game: Game) -> Decision | None:
        """Stacking limits hold at once: the owner picks those for whom there is no room."""
        units = units_in(game, self.hex)
        formed = [unit_id for unit_id in units if not game.state.units[unit_id].column]
        if len(formed) + len(in_combat_formation(game, self.goal)) > limits(game).combat:
            options = tuple(Option(f"unit:{unit_id}", rule="14.7/limits") for unit_id in formed)
            args = {"hex": self.goal}
            side = side_of(game, units[0])
            return Decision(side, "no-room", "18.7/5E", options, args, continues=True, default=options[0].id)
        for unit_id in units:
            occupy(game, unit_id, self.goal)
            suppress(game, unit_id, "18.7/5E")
        if units:
            game.say(Retreated(rule="18.7/5E", units=units, start=self.hex, at=self.goal))
            bridges_and_ferries.reached(game, self.goal)
        game.finish()
        return None

    def fit_chosen(self, game: Game, choice: Choice) -> None:
        eliminate(game, choice.name, "18.7/5E")
        game.goto("fit")


PROCEDURES = (Retreat,)
