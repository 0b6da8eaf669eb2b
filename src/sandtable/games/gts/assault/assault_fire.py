"""Chapter 18.7, step 5D: the assault fire of one round, all of it resolved before any result is applied."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sandtable.games.gts.fire.combat_results import CombatResult
from sandtable.games.gts.fire.fire_modifiers import ASSAULT, fire_sum, may_have_bonus, value_of
from sandtable.games.gts.fire.fire_procedure import Shot, ShotResult
from sandtable.games.gts.sequence.troop_quality import Check
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, counter, face, side_of
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Modifier, Sum
from sandtable.mechanics.switches import is_on


class AssaultModifier(Strict, frozen=True, kw_only=True):
    """A modifier of assault fire."""

    value: int
    source: str


class AssaultFile(Table, frozen=True, kw_only=True):
    """The figures of assaults."""

    max_rounds: int
    shots: dict[Literal["black", "red", "suppressed", "none"], tuple[Literal["fire", "assault"], ...]]
    modifiers: dict[str, AssaultModifier]
    obstacles: tuple[str, ...]


def figures(game: Game) -> AssaultFile:
    return game.content.table("assault", AssaultFile)


@rule("18.7/5D-shots", "18.7/5D-who", "29.7", "29.8")
def shots_of(game: Game, unit_id: str) -> tuple[str, ...]:
    """The ratings with which a unit fires, one after the other."""
    shown, known = face(game, unit_id), figures(game).shots
    if shown.assault is None:
        return known["none"]
    if game.state.units[unit_id].suppressed:
        return known["suppressed"]
    shots = known["red"] if shown.red else known["black"]
    return tuple(rating for rating in shots if rating == "assault" or shown.fire is not None)


class AssaultFire(Procedure, frozen=True):
    """Both sides, or one, fire once around."""

    attackers: tuple[str, ...]
    target: str
    side: str
    retreats: bool
    charged: bool
    first: bool
    """Whether this is the first round."""
    aimed: tuple[tuple[str, str], ...] = ()
    """Who fires at whom, as declared: the attackers first."""
    bonuses: tuple[str, ...] = ()
    """Those that have the company bonus in this round."""
    checked: int = 0
    """How many have been asked for it."""
    fired: tuple[tuple[str, str], ...] = ()
    """The results so far, each with its target."""
    shot: int = 0
    """How many shots have been fired."""

    @rule("18.7/5D-who", "18.7/5D-after")
    def firers(self, game: Game) -> list[str]:
        """Who may fire, in the order of declaring: attackers that do not charge, then defenders that stand."""
        attackers = [] if self.charged else list(self.attackers)
        defenders = [] if self.retreats else list(units_in(game, self.target))
        return [unit_id for unit_id in (*attackers, *defenders) if shots_of(game, unit_id)]

    @rule("18.7/5D", "18.7/5D-who")
    def begin(self, game: Game) -> Decision | None:
        """Each player declares which unit fires at which enemy unit, the attacker first."""
        done = dict(self.aimed)
        waiting = next((unit_id for unit_id in self.firers(game) if unit_id not in done), None)
        if waiting is None:
            game.goto("bonus")
            return None
        open_targets = self._targets(game, waiting)
        if len(open_targets) == 1:
            game.goto("begin", aimed=(*self.aimed, (waiting, open_targets[0])))
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="18.7/5D") for unit_id in open_targets)
        side, args = side_of(game, waiting), {"unit": waiting}
        return Decision(side, "assault-aim", "18.7/5D", options, args, continues=True, default=options[0].id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-against-us", "18.7/5D", {"unit": choice.name})

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        """The sum of each shot of the unit that is to fire."""
        done = dict(self.aimed)
        firer = next(unit_id for unit_id in self.firers(game) if unit_id not in done)
        if choice.name not in self._targets(game, firer):
            return None
        shots = [replace(self._shot(game, firer, choice.name, rating), bonus="") for rating in shots_of(game, firer)]
        units = game.state.units
        return Preview((units[firer].at, units[choice.name].at), tuple(line for s in shots for line in s.preview(game)))

    @rule("18.7/5D", "18.7/5D-mods")
    def sums(self, game: Game) -> list[Line]:
        """The rating of every shot of the round at the target it hits most easily, and with the company bonus."""
        return [self._best(game, firer, rating) for firer in self.firers(game) for rating in shots_of(game, firer)]

    def _best(self, game: Game, firer: str, rating: str) -> Line:
        shots = [self._shot(game, firer, target, rating) for target in self._targets(game, firer)]
        best = max(shots, key=lambda shot: Sum(fire_sum(game, shot.aim(game))).total)
        plain = Sum(fire_sum(game, best.aim(game))).total
        shown = str(plain)
        if may_have_bonus(game, firer, ASSAULT):
            shown += f" ({Sum(fire_sum(game, replace(best.aim(game), bonus='yes'))).total})"
        names = {"unit": counter(game, firer).short, "target": counter(game, best.target).short}
        return Line(f"shot-{rating}", shown, "18.7/5D", names)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        done = dict(self.aimed)
        waiting = next(unit_id for unit_id in self.firers(game) if unit_id not in done)
        game.goto("begin", aimed=(*self.aimed, (waiting, choice.name)))

    def _targets(self, game: Game, unit_id: str) -> tuple[str, ...]:
        return units_in(game, self.target) if unit_id in self.attackers else self.attackers

    @rule("15.6/6", "18.7/5D-mods", "29.16")
    def bonus(self, game: Game) -> None:
        """One check a unit and round for the company bonus, which holds for both shots."""
        if self.checked == len(self.aimed):
            game.goto("fire")
            return
        unit_id = self.aimed[self.checked][0]
        if may_have_bonus(game, unit_id, ASSAULT):
            game.push(Check(unit=unit_id, kind="company-bonus", by="15.6/6"))
        else:
            game.goto("bonus", checked=self.checked + 1)

    def bonus_done(self, game: Game, passed: bool) -> None:
        won = (self.aimed[self.checked][0],) if passed else ()
        game.goto("bonus", checked=self.checked + 1, bonuses=(*self.bonuses, *won))

    @rule("18.7/5D", "18.7/5D-shots")
    def fire(self, game: Game) -> None:
        """Fire shot after shot, at the targets declared, without doing anything to them yet."""
        shots = self._shots(game)
        if self.shot == len(shots):
            game.goto("apply")
            return
        game.push(self._shot(game, *shots[self.shot]))

    def _shots(self, game: Game) -> list[tuple[str, str, str]]:
        """All shots as declared: who fires at whom, with which rating."""
        return [(firer, target, rating) for firer, target in self.aimed for rating in shots_of(game, firer)]

    def fire_done(self, game: Game, shot: ShotResult) -> None:
        _, target, _ = self._shots(game)[self.shot]
        hit = ((target, shot.result),) if shot.result else ()
        game.goto("fire", shot=self.shot + 1, fired=(*self.fired, *hit))

    @rule("18.7/5D-mods")
    def _shot(self, game: Game, firer: str, target: str, rating: str) -> Shot:
        """A shot without range; terrain and works for defenders only, size for attackers only."""
        attacks = firer in self.attackers
        steps = sum(game.state.units[unit_id].steps for unit_id in self.attackers)
        return Shot(
            firer=firer,
            target=target,
            kind="assault",
            rating=rating,
            extra=tuple(self._extra(game, firer, attacks=attacks)),
            bonus="yes" if firer in self.bonuses else "no",
            terrain=attacks,
            no_works=not attacks,
            size=-1 if attacks else steps,
        )

    @rule("18.7/5D-mods")
    def _extra(self, game: Game, firer: str, *, attacks: bool) -> list[Modifier]:
        found = []
        if self.charged and not attacks:
            found.append(Modifier("charging", value_of(game, "charging"), "18.7/5D-mods"))
        if self.retreats and attacks:
            found.append(Modifier("retreating", value_of(game, "retreating"), "18.7/5D-mods"))
        if attacks and self.first and self._obstacle(game, firer):
            obstacle = figures(game).modifiers["obstacle-first-round"]
            found.append(Modifier("obstacle", obstacle.value, "18.7/5D-mods"))
        return found

    def _obstacle(self, game: Game, firer: str) -> bool:
        """Whether the attackers come across a stream or an embankment."""
        board = game.content.board
        i, j = board.index[game.state.units[firer].at], board.index[self.target]
        return not board.side_features(i, board.direction(i, j)).isdisjoint(figures(game).obstacles)

    @rule("18.7/5D", "18.7/5D-after")
    def apply(self, game: Game) -> None:
        """Apply the results one after the other."""
        if not self.fired:
            game.finish()
            return
        target, result = self.fired[0]
        converts = is_on(game.content, "convert-during-retreat") or not (
            self.retreats and side_of(game, target) == enemy_of(self.side)
        )
        game.push(CombatResult(unit=target, result=result, by="18.7/5D-after", converts=converts))

    def apply_done(self, game: Game, harmed: bool) -> None:
        game.goto("apply", fired=self.fired[1:])


PROCEDURES = (AssaultFire,)
