"""Chapters 4.4.1 and 5.14: fire that is declared at one enemy, weapon by weapon, and then resolved, shot by shot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from sandtable.games.panzer.combat import advanced_ap_fire, basic_shot, gp_fire
from sandtable.games.panzer.combat.advanced_ap_fire import ApFire, ShotResult
from sandtable.games.panzer.combat.aims import direct_aims, overwatch_aims
from sandtable.games.panzer.combat.basic_shot import BasicShot
from sandtable.games.panzer.combat.claims import ClaimMove
from sandtable.games.panzer.combat.dual_fire import why_not_beside, with_dual_fire
from sandtable.games.panzer.combat.gp_fire import GpFire, GpResult
from sandtable.games.panzer.combat.promises import usual
from sandtable.games.panzer.combat.weapons import Aim, Load, weapon_of
from sandtable.games.panzer.command.shared_fire import must_join, note_aim, why_not_shared
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.spotting.spotting_phase import spots
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, mark, order, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule

FIRE = Option("do:fire", rule="4.4.1")
ENOUGH = Option("do:enough-weapons", rule="5.14")


def why_not_declared(
    game: Game, choice: Choice, target: str, must: Sequence[str], firers: Sequence[str]
) -> Refusal | None:
    """Why somebody is not picked to fire at a target now, or why picking cannot be ended."""
    args = {"unit": choice.name, "target": target}
    if choice == Choice.of(FIRE.id):
        missing = [unit_id for unit_id in must if unit_id not in firers]
        if missing:
            return Refusal("refused.must-fire", "4.2.1", {"unit": missing[0], "target": target})
        return Refusal("refused.no-firer-yet", "4.4.1")
    if choice.kind != "unit" or choice.name not in game.state.units:
        return None
    if choice.name in firers:
        return Refusal("refused.declared", "4.4.1", args)
    return Refusal("refused.cannot-fire-at", "4.4.3", args)


class Declared(msgspec.Struct, frozen=True):
    """What has come of fire at a target: who fired, and what they have declared at others beside it."""

    firers: tuple[str, ...]
    elsewhere: tuple[Aim, ...] = ()


class DeclaredFire(Procedure, frozen=True):
    """Units that fire at one target are picked with their weapons, and then fire one after another.

    Comes to a `Declared`; what a second weapon fires at another target is resolved when that target's turn comes.
    """

    target: str
    able: tuple[str, ...]
    """The units that may fire at it, and those of them that must, since they have no other target left."""
    must: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """The other targets at which second weapons may fire."""
    overwatch: bool = False
    aims: tuple[Aim, ...] = ()
    """What is declared at the target, beginning with second weapons of units that have fired at others."""
    elsewhere: tuple[Aim, ...] = ()
    picking: tuple[Aim, ...] = ()
    """What the unit that is being picked has declared so far."""
    firers: tuple[str, ...] = ()
    picked: str = ""
    beside: str = ""
    """The second weapon whose target is being picked, as its option has it."""
    number: int = 0
    """How many shots have been resolved."""

    def _at(self, game: Game, firer: str, target: str) -> list[Aim]:
        usable = overwatch_aims if self.overwatch else direct_aims
        return usable(game, firer, target)

    def _ask(
        self, game: Game, prompt: str, rule_id: str, options: Sequence[Option], default: str = "", gathers: str = ""
    ) -> Decision:
        args = {"unit": self.picked or self.target, "target": self.target}
        side = enemy_of(side_of(game, self.target))
        return Decision(side, prompt, rule_id, tuple(options), args, continues=True, default=default, gathers=gathers)

    # Who fires

    @rule("4.4.1", "4.4.3.2", "6.5.4")
    def begin(self, game: Game) -> Decision | None:
        """Pick who fires; all fire at one unit is declared before any of it is resolved.

        Where several are picked the last word is to fire, so that nothing goes off with the last of them.
        """
        left = [unit_id for unit_id in self.able if unit_id not in self.firers]
        if not left and len(self.able) < 2:
            game.goto("declare")
            return None
        if not self.firers and not self.aims and len(left) == 1:
            game.goto("arm", picked=left[0])
            return None
        options = [Option(f"unit:{unit_id}", rule="4.4.1") for unit_id in left]
        if (self.firers or self.aims) and not set(self._all_must(game)) - set(self.firers):
            options.append(FIRE)
        return self._ask(game, "firers", "4.4.1", options, gathers=FIRE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return why_not_declared(game, choice, self.target, self._all_must(game), self.firers)

    @rule("4.2.1", "6.2.1.1.4/overwatch")
    def _all_must(self, game: Game) -> tuple[str, ...]:
        """Those who must fire now: they have no other target, or watch together with one who fires."""
        return (*self.must, *must_join(game, self.able, self.firers)) if self.overwatch else self.must

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        return preview_of(game, usual(game, self._at(game, choice.name, self.target)))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("declare")
        else:
            game.goto("arm", picked=choice.name)

    # With what

    @rule("4.4.3.2.1", "6.5.2", "6.5.4", "5.16.2")
    def arm(self, game: Game) -> Decision | None:
        """Pick the weapon of a unit, and in the Advanced Game what it fires."""
        found = self._at(game, self.picked, self.target)
        if len(found) == 1:
            game.goto("second", picking=(found[0],))
            return None
        best = usual(game, found)
        if game.content.game == "basic":
            weapons = [Option(f"weapon:{aim.weapon}", rule="4.4.3.2.1") for aim in found]
            return self._ask(game, "weapon", "4.4.3.2.1", weapons, default=f"weapon:{best.weapon}")
        loads = [Option(option_id(aim), rule="6.5.2") for aim in found]
        return self._ask(game, "load", "6.5.2", loads, default=option_id(best))

    def arm_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(game, self._chosen(choice.name, self.target))

    def arm_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("second", picking=(self._chosen(choice.name, self.target),))

    def _chosen(self, name: str, target: str) -> Aim:
        weapon, _, load = name.partition("/")
        shell = cast(Load, load or "AP")
        return Aim(firer=self.picked, target=target, weapon=weapon, load=shell, overwatch=self.overwatch)

    def _beside(self, game: Game) -> dict[str, list[str]]:
        """What the unit may fire beside what it has declared, each with the targets that it has spotted for it."""
        found: dict[str, list[str]] = {}
        if game.content.game == "basic":
            return found
        others = [other for other in self.others if self._has_spotted(game, other) and self._is_near(game, other)]
        for target in (self.target, *others):
            for aim in self._at(game, self.picked, target):
                if why_not_beside(game, aim, self.picking) is None:
                    found.setdefault(option_id(aim), []).append(target)
        return found

    @rule("4.4.1", "4.4.2", "5.14")
    def _has_spotted(self, game: Game, other: str) -> bool:
        """Whether the unit has spotted another target itself: in the Spotting Phase, for overwatch fire now."""
        if self.overwatch:
            return spots(game, self.picked, other)
        return other in game.state.spotted.get(self.picked, ())

    @rule("5.14", "6.2.1.1.4/fire")
    def _is_near(self, game: Game, other: str) -> bool:
        """Whether a unit that shares a command may fire at another target beside this one."""
        units = game.state.units
        first = ((self.target, units[self.target].at),)
        return why_not_shared(game, self.picked, other, units[other].at, first) is None

    @rule("5.14", "5.1.1")
    def second(self, game: Game) -> Decision | None:
        """A unit with several weapons may fire some of them at once, at one target or at several."""
        found = self._beside(game)
        if not found:
            self._put_down(game)
            return None
        options = [*(Option(each, rule="5.14") for each in found), ENOUGH]
        here = [each for each, targets in found.items() if self.target in targets]
        return self._ask(game, "second-weapon", "5.14", options, default=here[0] if here else ENOUGH.id)

    def second_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "load":
            return None
        return self._preview_beside(game, choice.name, self._beside(game)[f"load:{choice.name}"][0])

    def _preview_beside(self, game: Game, name: str, target: str) -> Preview:
        """A weapon as it would fire beside those that are declared."""
        return preview_of(game, with_dual_fire(game, (*self.picking, self._chosen(name, target)))[-1])

    def second_refused(self, game: Game, choice: Choice) -> Refusal | None:
        weapon, _, _ = choice.name.rpartition("/")
        if choice.kind != "load" or weapon not in [each.weapon for each in self.picking]:
            return None
        return why_not_beside(game, self._chosen(choice.name, self.target), self.picking)

    def second_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self._put_down(game)
            return
        targets = self._beside(game)[f"load:{choice.name}"]
        if len(targets) == 1:
            game.goto("second", picking=(*self.picking, self._chosen(choice.name, targets[0])))
        else:
            game.goto("whom", beside=choice.name)

    @rule("5.14")
    def whom(self, game: Game) -> Decision:
        """Pick the target of a second weapon, which is as a rule that of the first."""
        targets = self._beside(game)[f"load:{self.beside}"]
        options = [Option(f"unit:{each}", rule="5.14") for each in targets]
        return self._ask(game, "second-target", "5.14", options, default=options[0].id)

    def whom_preview(self, game: Game, choice: Choice) -> Preview:
        return self._preview_beside(game, self.beside, choice.name)

    def whom_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("second", picking=(*self.picking, self._chosen(self.beside, choice.name)), beside="")

    def _put_down(self, game: Game) -> None:
        """The unit has declared all that it fires."""
        found = with_dual_fire(game, self.picking) if len(self.picking) > 1 else self.picking
        game.goto(
            "begin",
            firers=(*self.firers, self.picked),
            aims=(*self.aims, *(aim for aim in found if aim.target == self.target)),
            elsewhere=(*self.elsewhere, *(aim for aim in found if aim.target != self.target)),
            picked="",
            picking=(),
        )

    @rule("3.4", "4.4.1", "4.4.3.2", "6.1.3", "6.6.7.2")
    def declare(self, game: Game) -> None:
        """Show the commands of those who fire: they have fired now, whatever becomes of the target.

        They get SPOT/FIRE counters, which direct fire of this turn does not look at.
        """
        for firer in self.firers:
            if not game.state.commands[firer].shown:
                game.say(Shown(rule="4.4.3.2", unit=firer, order=game.state.commands[firer].order))
            order(game, firer, shown=True, fired=True)
        for aim in (*self.aims, *self.elsewhere):
            betray(game, aim)
            note_aim(game, aim.firer, aim.target, game.state.units[aim.target].at)
        game.reveal()
        game.goto("claim")

    # The target

    @rule("4.4.3.2.2/target-moving", "6.5.4.3/target-moving")
    def claim(self, game: Game) -> None:
        """The owner of a vehicle may show that it moves."""
        game.goto("shoot")
        game.push(ClaimMove(unit=self.target, by="4.4.3.2.2/target-moving"))

    # Resolving

    @rule("4.4.1", "6.5.2", "6.5.4", "5.14")
    def shoot(self, game: Game) -> None:
        """Resolve the next shot; once the target is gone the others have fired for nothing."""
        if self.number == len(self.aims) or self.target not in game.state.units:
            game.finish(Declared(self.firers, self.elsewhere))
            return
        aim = self.aims[self.number]
        game.goto("shoot", number=self.number + 1)
        game.push(shot_by(game, aim))

    def shoot_done(self, game: Game, result: ShotResult | GpResult | None) -> None:
        """A shot is resolved, and the next one follows."""


def option_id(aim: Aim) -> str:
    """What a unit fires, as it is offered."""
    return f"load:{aim.weapon}/{aim.load}"


def shot_by(game: Game, aim: Aim) -> Procedure:
    """What resolves a shot."""
    if game.content.game == "basic":
        return BasicShot(aim=aim)
    return GpFire(aim=aim) if aim.load == "GP" else ApFire(aim=aim)


def preview_of(game: Game, aim: Aim) -> Preview:
    """A shot before it is fired."""
    if game.content.game == "basic":
        return basic_shot.preview_of(game, aim)
    return gp_fire.preview_of(game, aim) if aim.load == "GP" else advanced_ap_fire.preview_of(game, aim)


@rule("4.4.1", "5.7", "6.1.3", "6.6.7.2")
def betray(game: Game, aim: Aim) -> None:
    """Give a firer its SPOT/FIRE counter, sideways for small arms, which takes nothing from one that lies straight.

    Passengers cannot be spotted by themselves: their vehicle is marked.
    """
    carrier = game.state.units[aim.firer].carrier
    marked = carrier or aim.firer
    if not carrier and not weapon_of(game, aim.firer, aim.weapon).betrays_little(aim.load):
        mark(game, marked, "fire")
    elif game.state.units[marked].spot != "fire":
        mark(game, marked, "small-arms")


PROCEDURES: tuple[type[Procedure], ...] = (DeclaredFire, BasicShot)
