"""Chapters 4.4.2 and 4.5: overwatch fire, and the overwatch fire that it triggers in turn."""

from __future__ import annotations

from sandtable.games.panzer.combat import claims, declared_fire
from sandtable.games.panzer.combat.aims import could_watch, overwatch_aims
from sandtable.games.panzer.combat.declared_fire import Declared, DeclaredFire, preview_of
from sandtable.games.panzer.combat.promises import usual
from sandtable.games.panzer.combat.weapons import Aim
from sandtable.games.panzer.spotting.spotting_phase import is_out_of_sight, who_sees
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, command_chart, side_of, with_passengers
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, derived, rule

PASS = Option("do:pass", rule="4.4.2")


@derived("units", "commands", "wrecks", "works", "smoke", "missions")
@rule("4.1", "4.4.2", "4.5")
def watchers(game: Game, target: str) -> list[str]:
    """The enemies of a unit that might fire overwatch at it, as far as others can tell: their command lies face down,
    and they spot it now and can reach it. It need not have been spotted before.
    """
    commands, enemy = game.state.commands, enemy_of(side_of(game, target))
    if is_out_of_sight(game, target, enemy):
        return []
    unseen = [firer for firer in with_passengers(game, enemy) if not (commands[firer].shown or commands[firer].known)]
    return [firer for firer in who_sees(game, target, unseen) if could_watch(game, firer, target)]


@rule("4.2", "4.4.2")
def is_on_overwatch(game: Game, unit_id: str) -> bool:
    """Whether a unit really has an overwatch command."""
    return command_chart(game.content)[game.state.commands[unit_id].order].fires == "overwatch"


class OverwatchExchange(Procedure, frozen=True):
    """Both sides may fire overwatch at units that have fired or move, in turn, until both let it be.

    Whoever fires may be fired at himself. Comes to whether anybody has fired. A side is asked wherever others might
    think that it could fire, so that the question tells nothing.
    """

    side: str
    """Who is asked."""
    triggers: tuple[str, ...]
    """The units of both sides that may be fired at."""
    engaged: tuple[str, ...] = ()
    """Those at which fire has been resolved: all fire at one of them was declared before."""
    waiting: tuple[Aim, ...] = ()
    """What second weapons have been declared to fire at others, whose turn comes next."""
    passed: bool = False
    """Whether the other side has let it be."""
    fired: bool = False

    def _watched(self, game: Game) -> dict[str, list[str]]:
        """The units at which the side might fire, each with those who might."""
        found = {}
        for target in self.triggers:
            if target in game.state.units and target not in self.engaged and side_of(game, target) != self.side:
                firers = watchers(game, target)
                if firers:
                    found[target] = firers
        return found

    @rule("4.4.2", "4.5")
    def begin(self, game: Game) -> Decision | None:
        watched = self._watched(game)
        if not watched:
            self._pass(game)
            return None
        options = [
            Option(f"unit:{target}", rule="4.4.2")
            for target, firers in watched.items()
            if any(is_on_overwatch(game, firer) for firer in firers)
        ]
        args = {"unit": next(iter(watched)), "hex": game.state.units[next(iter(watched))].at}
        return Decision(self.side, "overwatch", "4.4.2", (*options, PASS), args, default=PASS.id, done=PASS.id)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        firer = next(each for each in watchers(game, choice.name) if is_on_overwatch(game, each))
        return preview_of(game, usual(game, overwatch_aims(game, firer, choice.name)))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) == self.side:
            return Refusal("refused.own-unit", "4.4.2", args)
        if choice.name in self.engaged:
            return Refusal("refused.engaged", "4.4.1", args)
        if choice.name not in self.triggers:
            return Refusal("refused.no-trigger", "4.4.2", args)
        return Refusal("refused.no-overwatch", "4.4.2", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            self._pass(game)
        else:
            self._declare(game, choice.name, ())

    @rule("4.4.2", "5.14", "6.5.3")
    def _declare(self, game: Game, target: str, waiting: tuple[Aim, ...]) -> None:
        """Declare all fire at a target, beside what second weapons fire at it; these may fire at the other triggers."""
        game.goto(
            "shots",
            engaged=(*self.engaged, target),
            waiting=tuple(aim for aim in waiting if aim.target != target),
        )
        game.push(
            DeclaredFire(
                target=target,
                able=_on_overwatch(game, target),
                others=tuple(each for each in self._watched(game) if each != target),
                overwatch=True,
                aims=tuple(aim for aim in waiting if aim.target == target),
            )
        )

    def _pass(self, game: Game) -> None:
        if self.passed:
            game.finish(self.fired)
        else:
            game.goto("begin", side=enemy_of(self.side), passed=True)

    @rule("4.4.2", "4.5", "6.5.3", "5.14")
    def shots_done(self, game: Game, declared: Declared) -> None:
        """Those who have fired may be fired at in turn, once what second weapons fire at others is resolved."""
        game.goto("others", triggers=(*self.triggers, *declared.firers), waiting=(*self.waiting, *declared.elsewhere))

    @rule("4.4.1", "4.4.2", "5.14")
    def others(self, game: Game) -> None:
        """What second weapons fire at others is resolved with all other fire at those; then the other side is asked."""
        left = tuple(aim for aim in self.waiting if aim.target in game.state.units)
        if left:
            self._declare(game, left[0].target, left)
        else:
            game.goto("begin", side=enemy_of(self.side), waiting=(), passed=False, fired=True)


def _on_overwatch(game: Game, target: str) -> tuple[str, ...]:
    """The units that fire overwatch at a target if they like."""
    return tuple(each for each in watchers(game, target) if is_on_overwatch(game, each))


@rule("4.4.2", "4.5")
def is_watched(game: Game, unit_id: str) -> bool:
    """Whether the enemy might fire overwatch at a unit, as far as others can tell."""
    return bool(watchers(game, unit_id))


@rule("4.2.1", "4.4.2", "6.5.1.7/response")
def have_fired(game: Game) -> tuple[str, ...]:
    """The units that have fired in this phase: not those whose targets were gone, or who did not respond to a call."""
    chart = command_chart(game.content)
    return tuple(
        unit_id
        for unit_id, command in game.state.commands.items()
        if command.fired and not command.silent and chart[command.order].fires != "never"
    )


class OverwatchStep(Procedure, frozen=True):
    """After all direct fire: overwatch fire at those who fired, the First Player first."""

    @rule("4.4.2")
    def begin(self, game: Game) -> None:
        fired = have_fired(game)
        game.goto("end")
        if fired:
            game.push(OverwatchExchange(side=game.state.first, triggers=fired))

    def end(self, game: Game) -> None:
        game.finish()

    def end_done(self, game: Game, fired: bool) -> None:
        """Nothing else follows from overwatch fire here."""


PROCEDURES: tuple[type[Procedure], ...] = (
    *declared_fire.PROCEDURES, *claims.PROCEDURES, OverwatchExchange, OverwatchStep,
)  # fmt: skip
