"""Chapter 4.4.1: the Direct Fire Step of a player, with AP and GP fire of all units in the Advanced Game."""

from __future__ import annotations

from sandtable.games.panzer.combat.aims import direct_aims
from sandtable.games.panzer.combat.ap_fire import weapons_on
from sandtable.games.panzer.combat.declared_fire import Declared, DeclaredFire, preview_of
from sandtable.games.panzer.combat.promises import usual
from sandtable.games.panzer.combat.weapons import Aim, aims_at
from sandtable.games.panzer.command.shared_fire import why_not_shared
from sandtable.games.panzer.events import NoTarget, Shown
from sandtable.games.panzer.indirect.direct_smoke import DirectSmoke, can_fire_smoke
from sandtable.games.panzer.units import Game, command_chart, order, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Procedure, Refusal, derived, rule

DONE = Option("do:done", rule="4.2.1")


@derived("units", "spotted")
@rule("3.5.2", "4.1", "4.4.1", "4.4.3")
def targets(game: Game, unit_id: str) -> tuple[str, ...]:
    """The enemies at which a unit may aim direct fire: those that it spotted itself in the Spotting Phase, still there,
    within range and in its field of fire. Where it stands, and SPOT counters placed since, do not matter.
    """
    units, spotted = game.state.units, game.state.spotted.get(unit_id, ())
    return tuple([target for target in spotted if target in units and weapons_on(game, unit_id, target)])


@rule("4.2", "4.4.1")
def must_fire(game: Game, side: str) -> list[str]:
    """The units of a side with a command to fire that they have not carried out: each fires once in a turn."""
    chart, content = command_chart(game.content), game.content
    return [
        unit_id
        for unit_id, command in game.state.commands.items()
        if content.side_of[unit_id] == side and not command.fired and chart[command.order].fires == "direct"
    ]


@derived("units", "spotted", "commands")
@rule("4.4.1", "6.5.2", "6.5.4")
def all_targets(game: Game, unit_id: str) -> tuple[str, ...]:
    """The same of all fire of the Advanced Game."""
    units, spotted = game.state.units, game.state.spotted.get(unit_id, ())
    return tuple([target for target in spotted if target in units and aims_at(game, unit_id, target)])


def direct_targets(game: Game, unit_id: str) -> tuple[str, ...]:
    """The enemies at which a unit may aim direct fire, in either game."""
    return targets(game, unit_id) if game.content.game == "basic" else all_targets(game, unit_id)


@rule("6.2.1.1.4/fire")
def may_choose(game: Game, firer: str, target: str) -> bool:
    """Whether those who share the command of a unit leave it a target."""
    return why_not_shared(game, firer, target, game.state.units[target].at) is None


@rule("4.2.1", "6.6.7.2")
def must_have_fired(game: Game, unit_id: str) -> bool:
    """Whether a unit must fire if it can: passengers, who act on the command of their vehicle, may let it be."""
    return not game.state.units[unit_id].carrier


class DirectFireStep(Phase, frozen=True):
    """A player shows his Fire and Short Halt commands and resolves them, target by target in the order he likes."""

    side: str
    engaged: tuple[str, ...] = ()
    """The targets at which fire has been resolved: all fire at one of them was declared before."""
    waiting: tuple[Aim, ...] = ()
    """What second weapons have been declared to fire at targets whose turn has not come."""

    @rule("4.4.1", "4.2.1")
    def begin(self, game: Game) -> None:
        for unit_id in must_fire(game, self.side):
            if not game.state.commands[unit_id].shown:
                command = order(game, unit_id, shown=True)
                game.say(Shown(rule="4.4.1", unit=unit_id, order=command.order))
                game.reveal()
        game.goto("aim")

    def _open(self, game: Game) -> dict[str, list[str]]:
        """The targets that are left, each with the units that may fire at it."""
        found: dict[str, list[str]] = {
            aim.target: [] for aim in self.waiting if aim.target in game.state.units and aim.target not in self.engaged
        }
        for firer in must_fire(game, self.side):
            for target in direct_targets(game, firer):
                if target not in self.engaged and may_choose(game, firer, target):
                    found.setdefault(target, []).append(firer)
        return found

    @rule("6.1.4.3.10")
    def _with_smoke(self, game: Game) -> list[str]:
        """Those who may fire smoke instead."""
        if game.content.game == "basic":
            return []
        return [unit_id for unit_id in must_fire(game, self.side) if can_fire_smoke(game, unit_id)]

    @rule("4.4.1", "4.3.2", "4.2.1", "6.1.4.3.10")
    def aim(self, game: Game) -> Decision | None:
        """Pick the next target, or a unit that fires smoke instead; the step ends when everybody who must has fired."""
        found = self._open(game)
        smoke = self._with_smoke(game)
        if not found and not smoke:
            self._end(game)
            return None
        options = [Option(f"unit:{each}", rule="4.4.1") for each in found]
        options += [Option(f"smoke:{each}", rule="6.1.4.3.10") for each in smoke]
        if all(firers and not any(must_have_fired(game, each) for each in firers) for firers in found.values()):
            options.append(DONE)
        return Decision(self.side, "target", "4.4.1", tuple(options))

    @rule("4.2.1")
    def _end(self, game: Game) -> None:
        """Who has nothing left to fire at counts as having no command."""
        for unit_id in must_fire(game, self.side):
            order(game, unit_id, order="no-command", fired=True)
            if must_have_fired(game, unit_id):
                game.say(NoTarget(rule="4.2.1", unit=unit_id))
        game.finish()

    def aim_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind != "unit":
            return None
        waiting = [aim for aim in self.waiting if aim.target == choice.name]
        firers = self._open(game)[choice.name]
        return preview_of(game, usual(game, direct_aims(game, firers[0], choice.name)) if firers else waiting[0])

    def aim_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "smoke" and choice.name in game.state.units:
            return Refusal("refused.cannot-fire-smoke", "6.1.4.3.10", {"unit": choice.name})
        if choice == Choice.of(DONE.id):
            return Refusal("refused.targets-left", "4.2.1")
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) == self.side:
            return Refusal("refused.own-unit", "4.4.1", args)
        if choice.name in self.engaged:
            return Refusal("refused.engaged", "4.4.1", args)
        for firer in must_fire(game, self.side):
            if choice.name in direct_targets(game, firer):
                shared = why_not_shared(game, firer, choice.name, game.state.units[choice.name].at)
                if shared is not None:
                    return shared
        return Refusal("refused.no-target", "4.4.1", args)

    @rule("4.2.1", "4.4.1", "5.14")
    def aim_chosen(self, game: Game, choice: Choice) -> None:
        """Declare who fires at it; those who have no other target left must."""
        if choice.kind == "do":
            self._end(game)
            return
        if choice.kind == "smoke":
            game.goto("smoke")
            game.push(DirectSmoke(firer=choice.name))
            return
        found, target = self._open(game), choice.name
        able = found[target]
        free = {firer for other, firers in found.items() if other != target for firer in firers}
        game.goto("aim", engaged=(*self.engaged, target))
        game.push(
            DeclaredFire(
                target=target,
                able=tuple(able),
                must=tuple(firer for firer in able if firer not in free and must_have_fired(game, firer)),
                others=tuple(other for other in found if other != target),
                aims=tuple(aim for aim in self.waiting if aim.target == target),
            )
        )

    def smoke_done(self, game: Game, laid: bool) -> None:
        """Smoke has been fired, with success or without."""
        game.goto("aim")

    def aim_done(self, game: Game, declared: Declared) -> None:
        """All that was declared at the target is resolved; what was declared at others waits for their turn."""
        game.goto("aim", waiting=(*self.waiting, *declared.elsewhere))


PROCEDURES: tuple[type[Procedure], ...] = (DirectFireStep,)
