"""Crossing the Rhine in boats, and going aboard in the last night: additions of this game to chapter 14."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import special
from sandtable.games.gts.engineers.works import ENTRENCHED, leave_works
from sandtable.games.gts.events.moving import Crossed, Stopped, Withdrawn
from sandtable.games.gts.fire.combat_results import cohesion_hit
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire, Timing, is_triggered
from sandtable.games.gts.indirect.radio_contact import is_heavy
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.barred_hexes import leads_into_fire_zone, shuns_fire_zones
from sandtable.games.gts.movement.entry_clearance import forbidden_ground
from sandtable.games.gts.movement.stack_checks import checks_to_leave_barrage
from sandtable.games.gts.movement.stacking import may_stay
from sandtable.games.gts.movement.terrain_chart import Boats, crossings
from sandtable.games.gts.sequence.leaders import follow
from sandtable.games.gts.sequence.troop_quality import Check
from sandtable.games.gts.state import ALLIED, enemy_of
from sandtable.games.gts.units import Game, face, is_night, lose_step, occupy, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import occupier
from sandtable.mechanics.sums import Modifier

BOATS, WITHDRAWAL = "boats", "withdrawal"
ROW, WITHDRAW = "row", "withdraw"
CROSSINGS = (ROW, WITHDRAW)


def figures(game: Game) -> Boats:
    return crossings(game.content).boats


# Who may cross, and who may be withdrawn


def boats_side(game: Game, label: str) -> str:
    """The side that has boats in a hex."""
    owner = game.state.boats[label]
    formation = game.content.formations.get(owner)
    return game.content.divisions[owner if formation is None else formation.division].side


@rule("13.2/7", "14.7/restrictions")
def opposite(game: Game, label: str) -> list[str]:
    """The hexes on the other side of the river from a hex."""
    board = game.content.board
    here = board.index[label]
    return [
        board.labels[there]
        for there in board.adjacent(here)
        if "river" in board.side_features(here, board.direction(here, there))
    ]


@rule("13.2/1", "13.2/7", "14.1", "14.7/limits")
def shores(game: Game, unit_id: str) -> list[str]:
    """The hexes to which boats can take a unit from where it stands: free of enemies, with room for it."""
    side, label = side_of(game, unit_id), game.state.units[unit_id].at
    near_entry = forbidden_ground(game.content)[side]
    return [
        shore
        for shore in opposite(game, label)
        if occupier(game, shore) != enemy_of(side)
        and not near_entry[game.content.board.index[shore]]
        and not (shuns_fire_zones(game) and leads_into_fire_zone(game, (unit_id,), shore))
        and may_stay(game, shore, (unit_id,))
    ]


@rule("13.2/7", "14.4")
def why_no_boats(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot cross the river in boats now; None if it can. Guns with a star do not march, and so stay."""
    unit, args = game.state.units[unit_id], {"unit": unit_id, "hex": game.state.units[unit_id].at}
    if unit.suppressed:
        return Refusal("refused.suppressed", "19.2.2/effects", args)
    if unit.entry or unit.at not in game.state.boats or boats_side(game, unit.at) != side_of(game, unit_id):
        return Refusal("refused.no-boats", "13.2/7", args)
    shown = face(game, unit_id)
    if shown.mobility != "leg" or shown.move is None or unit.column:
        return Refusal("refused.boats-leg", "13.2/7", args)
    if unit.works == ENTRENCHED:
        return Refusal("refused.entrenched", "22.3.3", args)
    if game.state.rowed.get(unit.at, 0) >= figures(game).per_activation:
        return Refusal("refused.boats-used", "13.2/7", args)
    return None if shores(game, unit_id) else Refusal("refused.no-shore", "13.2/7", args)


@rule("13.2/7")
def why_no_withdrawal(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot be withdrawn across the river now; None if it can."""
    unit, row, args = game.state.units[unit_id], special(game, "berlin"), {"unit": unit_id}
    if row is None or not game.state.withdrawing or side_of(game, unit_id) != ALLIED:
        return Refusal("refused.no-withdrawal", "13.2/7", args)
    if unit.suppressed:
        return Refusal("refused.suppressed", "19.2.2/effects", args)
    if unit.entry or unit.at not in game.content.region(row.region) or _has_advanced(game, unit_id):
        return Refusal("refused.not-at-the-river", "13.2/7", args)
    return Refusal("refused.entrenched", "22.3.3", args) if unit.works == ENTRENCHED else None


def _has_advanced(game: Game, unit_id: str) -> bool:
    """Whether a unit may have come to its hex only in this activation, by an assault."""
    return game.state.acted.get(unit_id) == "assault"


def options(game: Game, unit_id: str) -> list[Option]:
    """What of this a unit may do as its movement action."""
    found = []
    if game.state.boats and why_no_boats(game, unit_id) is None:
        found.append(Option(f"do:{ROW}", rule="13.2/7"))
    if game.state.withdrawing and why_no_withdrawal(game, unit_id) is None:
        found.append(Option(f"do:{WITHDRAW}", rule="13.2/7"))
    return found


def refuse(game: Game, units: tuple[str, ...], activity: str) -> Refusal | None:
    """Why units may not do it."""
    if len(units) > 1:
        return Refusal("refused.not-as-stack", "13.2/7", {"unit": units[0]})
    return why_no_boats(game, units[0]) if activity == ROW else why_no_withdrawal(game, units[0])


def preview(game: Game, unit_id: str, activity: str) -> Preview:
    """The sum of the check that it takes."""
    shown = Embark(unit=unit_id, by_boat=activity == ROW).crossing_check(game)
    return Preview(lines=shown.begin_preview(game, Choice("do", activity)).lines)


class Embark(Procedure, frozen=True):
    """A unit goes down to the river, to be rowed to the other bank or taken off the map."""

    unit: str
    by_boat: bool
    goal: str = ""
    """The hex to which it is rowed."""

    @rule("13.2/7")
    def begin(self, game: Game) -> Decision | None:
        """Where boats can land in several hexes, ask for one."""
        goals = shores(game, self.unit) if self.by_boat else [""]
        if len(goals) == 1:
            self._declare(game, goals[0])
            return None
        found = tuple(Option(f"hex:{label}", rule="13.2/7") for label in goals)
        side = side_of(game, self.unit)
        return Decision(side, "shore", "13.2/7", found, {"unit": self.unit}, continues=True, default=found[0].id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-a-shore", "13.2/7", {"hex": choice.name}) if choice.kind == "hex" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self._declare(game, choice.name)

    @rule("16.4.2.2/leave")
    def _declare(self, game: Game, goal: str) -> None:
        """A heavy barrage must be braved first."""
        at = game.state.units[self.unit].at
        if self.by_boat:
            game.state.rowed[at] = game.state.rowed.get(at, 0) + 1
        game.goto("leave_barrage" if is_heavy(game, game.state.barrages.get(at)) else "under_fire", goal=goal)

    @rule("16.4.2.2/leave")
    def leave_barrage(self, game: Game) -> None:
        game.push(checks_to_leave_barrage(game, (self.unit,)))

    @rule("16.4.2.2/leave")
    def leave_barrage_done(self, game: Game, through: tuple[str, ...]) -> None:
        if through:
            game.goto("under_fire")
        else:
            self._stop(game, "16.4.2.2/leave")

    @rule("17.2/1", "17.2/5")
    def under_fire(self, game: Game) -> None:
        """Leaving the hex triggers opportunity fire as usual."""
        if is_triggered(game, (self.unit,)):
            game.push(OpportunityFire(trigger="leave-hex", units=(self.unit,), into=self.goal))
        else:
            game.goto("embark")

    def under_fire_done(self, game: Game, timing: Timing) -> None:
        game.goto("embark")

    @rule("13.2/7", "17.7")
    def embark(self, game: Game) -> None:
        """A unit that is still able checks; a command point may help it."""
        unit = game.state.units.get(self.unit)
        if unit is None or unit.suppressed:
            self._stop(game, "17.7")
            return
        game.push(self.crossing_check(game))

    def crossing_check(self, game: Game) -> Check:
        """The check: boats are easier by night, and the withdrawal was well prepared."""
        row = special(game, "berlin")
        if not self.by_boat:
            extra = Modifier("withdrawal", row.quality if row is not None else 0, "13.2/7")
        else:
            extra = Modifier("night-boats", figures(game).night if is_night(game) else 0, "13.2/7")
        kind = BOATS if self.by_boat else WITHDRAWAL
        return Check(unit=self.unit, kind=kind, by="13.2/7", extra=(extra,) if extra.value else ())

    @rule("13.2/7")
    def embark_done(self, game: Game, passed: bool) -> None:
        """Passed, the unit is across or away; failed, it stays, and takes a cohesion hit or loses a step."""
        if not passed:
            self._fail(game)
        elif self.by_boat:
            self._row(game)
        else:
            self._withdraw(game)

    def _fail(self, game: Game) -> None:
        row = special(game, "berlin")
        if self.by_boat:
            _hit(game, self.unit, figures(game).failure_hits)
        else:
            for _ in range(row.failure_steps if row is not None else 0):
                if self.unit in game.state.units:
                    lose_step(game, self.unit, "13.2/7")
        self._stop(game, "13.2/7")

    @rule("13.2/7", "21.2/with-units", "22.2.5")
    def _row(self, game: Game) -> None:
        """Day, or an enemy fire zone on either bank, costs a cohesion hit."""
        start, side = game.state.units[self.unit].at, side_of(game, self.unit)
        watched = any(in_enemy_zone(game, label, side) for label in (start, self.goal))
        by_day = 0 if is_night(game) else figures(game).day_hits
        leave_works(game, self.unit)
        occupy(game, self.unit, self.goal)
        game.say(Crossed(rule="13.2/7", unit=self.unit, at=self.goal))
        bridges_and_ferries.reached(game, self.goal)
        game.finish()
        follow(game, (self.unit,), start)
        _hit(game, self.unit, max(by_day, figures(game).fire_zone_hits if watched else 0))

    @rule("13.2/7")
    def _withdraw(self, game: Game) -> None:
        """Take the unit off the map; its steps are saved."""
        unit = game.state.units.pop(self.unit)
        game.state.withdrawn[self.unit] = unit.steps
        game.state.acted.pop(self.unit, None)
        game.say(Withdrawn(rule="13.2/7", unit=self.unit, at=unit.at))
        game.finish()

    def _stop(self, game: Game, rule_id: str) -> None:
        if self.unit in game.state.units:
            game.say(Stopped(rule=rule_id, unit=self.unit, at=game.state.units[self.unit].at))
        game.finish()


def _hit(game: Game, unit_id: str, number: int) -> None:
    for _ in range(number):
        if unit_id in game.state.units:
            cohesion_hit(game, unit_id, "13.2/7")


PROCEDURES: tuple[type[Procedure], ...] = (Embark,)
