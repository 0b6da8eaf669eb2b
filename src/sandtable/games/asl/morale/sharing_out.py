"""A1.31, A19.13: the half-squads of a squad that has come apart share its weapons."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.units import Game, weapons_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule


class ShareOut(Procedure, frozen=True):
    """The owner of a squad that has come apart says which half takes each of its weapons."""

    halves: tuple[str, str]
    weapons: tuple[str, ...]
    because: str = "A1.31"
    """The rule by which it has."""

    @rule("A1.31", "A19.13")
    def begin(self, game: Game) -> Decision | None:
        units = game.state.units
        if not self.weapons or any(half not in units or units[half].guard for half in self.halves):
            game.finish()
            return None
        options = tuple(Option(f"unit:{name}", rule=self.because) for name in self.halves)
        args = {"weapon": self.weapons[0]}
        side = units[self.halves[0]].side
        return Decision(side, "share-out", self.because, options, args, continues=True, default=options[0].id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return Refusal("refused.not-half", self.because, {"unit": choice.name}) if choice.kind == "unit" else None

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        weapon = game.state.weapons[self.weapons[0]]
        game.state.weapons[self.weapons[0]] = replace(weapon, holder=choice.name)
        game.goto("begin", weapons=self.weapons[1:])


def share_out(game: Game, first: str, second: str, because: str) -> None:
    """Ask who takes what the first of two halves has kept so far."""
    weapons = tuple(sorted(weapons_of(game, first)))
    if weapons:
        game.push(ShareOut(halves=(first, second), weapons=weapons, because=because))
