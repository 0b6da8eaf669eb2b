"""Chapter 4.4.1: the Direct Fire Step of a player."""

from __future__ import annotations

from sandtable.games.panzer.combat.ap_fire import Shot, weapons_on
from sandtable.games.panzer.combat.declared_fire import DeclaredFire, preview_of
from sandtable.games.panzer.events import NoTarget, Shown
from sandtable.games.panzer.units import Game, command_chart, order, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Refusal, derived, rule


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
    """The vehicles of a side with a command to fire that they have not carried out: each fires once in a turn."""
    chart, content = command_chart(game.content), game.content
    return [
        unit_id
        for unit_id, command in game.state.commands.items()
        if content.side_of[unit_id] == side and not command.fired and chart[command.order].fires == "direct"
    ]


class DirectFireStep(Phase, frozen=True):
    """A player shows his Fire and Short Halt commands and resolves them, target by target in the order he likes."""

    side: str
    engaged: tuple[str, ...] = ()
    """The targets at which fire has been resolved: all fire at one of them was declared before."""

    @rule("4.4.1", "4.2.1")
    def begin(self, game: Game) -> None:
        for unit_id in must_fire(game, self.side):
            command = order(game, unit_id, shown=True)
            game.say(Shown(rule="4.4.1", unit=unit_id, order=command.order))
            game.reveal()
        game.goto("aim")

    def _open(self, game: Game) -> dict[str, list[str]]:
        """The targets that are left, each with the vehicles that may fire at it."""
        found: dict[str, list[str]] = {}
        for firer in must_fire(game, self.side):
            for target in targets(game, firer):
                if target not in self.engaged:
                    found.setdefault(target, []).append(firer)
        return found

    @rule("4.4.1", "4.3.2", "4.2.1")
    def aim(self, game: Game) -> Decision | None:
        """Pick the next target; the step ends when everybody who can has fired."""
        found = self._open(game)
        if not found:
            for unit_id in must_fire(game, self.side):
                order(game, unit_id, order="no-command")
                game.say(NoTarget(rule="4.2.1", unit=unit_id))
            game.finish()
            return None
        options = tuple(Option(f"unit:{target}", rule="4.4.1") for target in found)
        return Decision(self.side, "target", "4.4.1", options)

    def aim_preview(self, game: Game, choice: Choice) -> Preview:
        firer = self._open(game)[choice.name][0]
        return preview_of(game, Shot(firer, choice.name, weapons_on(game, firer, choice.name)[0], overwatch=False))

    def aim_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) == self.side:
            return Refusal("refused.own-unit", "4.4.1", args)
        if choice.name in self.engaged:
            return Refusal("refused.engaged", "4.4.1", args)
        return Refusal("refused.no-target", "4.4.1", args)

    @rule("4.2.1", "4.4.1")
    def aim_chosen(self, game: Game, choice: Choice) -> None:
        """Declare who fires at it; those who have no other target left must."""
        found = self._open(game)
        able = found[choice.name]
        others = {firer for target, firers in found.items() if target != choice.name for firer in firers}
        must = tuple(firer for firer in able if firer not in others)
        game.goto("aim", engaged=(*self.engaged, choice.name))
        game.push(DeclaredFire(target=choice.name, able=tuple(able), must=must))

    def aim_done(self, game: Game, firers: tuple[str, ...]) -> None:
        """All that has been declared at the target is resolved."""
