"""Chapters 6.1.4.2 and 6.8.2: the Adjust Full Cover Step."""

from __future__ import annotations

from sandtable.games.panzer.adjustment.pivot import dismounted, whole_platoons, whom_to_adjust, why_not_adjusted
from sandtable.games.panzer.events import LeftFullCover, TookFullCover
from sandtable.games.panzer.spotting.cover import may_take_full_cover
from sandtable.games.panzer.spotting.hiders import kinds
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule
from sandtable.mechanics.roster import change

DONE = Option("do:done", rule="6.8.2")


def can_take_full_cover(game: Game, unit_id: str) -> bool:
    """Whether a unit may be in Full Cover where it is now."""
    kind, at = kinds(game.content)[unit_id], game.state.units[unit_id].at
    return may_take_full_cover(game.content, changes(game), kind, at)


class FullCoverStep(Phase, frozen=True):
    """Men and guns of a side outside vehicles enter Full Cover or leave it, whatever their commands; each once.

    A platoon that is told so takes cover, or leaves it where all of it is in Full Cover.
    """

    side: str
    told: tuple[str, ...] = ()

    def _left(self, game: Game) -> list[str]:
        """Those who may still change: everybody in Full Cover may leave it, others may need another terrain."""
        told = set(self.told)
        return [
            unit_id
            for unit_id in dismounted(game, self.side)
            if unit_id not in told and (game.state.units[unit_id].full_cover or can_take_full_cover(game, unit_id))
        ]

    @rule("6.8.2", "6.1.4.2")
    def begin(self, game: Game) -> Decision | None:
        left = self._left(game)
        if not left:
            game.finish()
            return None
        whom = whom_to_adjust(game.content, "6.8.2")
        options = [whom[name] for name in (*whole_platoons(game, left), *left)]
        return Decision(self.side, "full-cover", "6.8.2", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        on_foot = choice.kind == "unit" and choice.name in dismounted(game, self.side)
        if on_foot and not can_take_full_cover(game, choice.name):
            return Refusal("refused.no-full-cover-here", "6.1.4.2", {"unit": choice.name})
        return why_not_adjusted(game, choice, self.side, "6.8.2")

    @rule("6.8.2", "6.1.4.2")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        whole = choice.kind == "platoon"
        picked = whole_platoons(game, self._left(game))[choice.name] if whole else [choice.name]
        enters = not all(game.state.units[unit_id].full_cover for unit_id in picked)
        for unit_id in picked:
            if game.state.units[unit_id].full_cover != enters:
                change(game, unit_id, full_cover=enters)
                told = TookFullCover if enters else LeftFullCover
                game.say(told(rule="6.8.2", unit=unit_id))
        game.goto("begin", told=(*self.told, *picked))
