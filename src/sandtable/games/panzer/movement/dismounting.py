"""Chapter 6.6.7.1.1: a passenger gets out of its vehicle."""

from __future__ import annotations

from sandtable.games.panzer.combat.overwatch import OverwatchExchange, is_watched
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage
from sandtable.games.panzer.mines.minefields import blow_up_men
from sandtable.games.panzer.movement.modes import modes
from sandtable.games.panzer.movement.reach import facings_by_name
from sandtable.games.panzer.movement.transport import dismount, hexes_to_dismount
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on


class Dismounting(Procedure, frozen=True):
    """A passenger picks the hex and the facing in which it gets out; then it is shelled and fired at as any mover."""

    unit: str
    at: str = ""

    @rule("6.6.7.1.1/passenger-dismounting")
    def begin(self, game: Game) -> Decision | None:
        hexes = hexes_to_dismount(game, self.unit)
        if len(hexes) == 1:
            game.goto("face", at=hexes[0])
            return None
        options = tuple([Option(f"hex:{label}", rule="6.6.7.1.1/passenger-dismounting") for label in hexes])
        args = {"unit": self.unit}
        return Decision(side_of(game, self.unit), "dismount-where", "6.6.7.1.1", options, args, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"unit": self.unit, "hex": choice.name}
        return Refusal("refused.no-dismounting-there", "6.6.7.1.1/passenger-dismounting", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("face", at=choice.name)

    @rule("6.6.7.1.1/passenger-dismounting")
    def face(self, game: Game) -> Decision:
        """It faces any direction."""
        names = facings_by_name(game.content)
        options = tuple([Option(f"face:{name}", rule="6.6.7.1.1/passenger-dismounting") for name in names])
        args = {"unit": self.unit, "hex": self.at}
        return Decision(side_of(game, self.unit), "dismount-facing", "6.6.7.1.1", options, args, continues=True)

    @rule("6.6.6", "6.6.7.1.1/passenger-dismounting", "7.31.2")
    def face_chosen(self, game: Game, choice: Choice) -> None:
        """Mines attack it at once, and a barrage strikes it where it comes into another hex."""
        before = game.state.units[self.unit].at
        dismount(game, self.unit, self.at)
        change(game, self.unit, facing=facings_by_name(game.content)[choice.name])
        game.goto("struck")
        if self.at != before:
            game.push(EnterBarrage(unit=self.unit))
        blow_up_men(game, self.unit, modes(game.content)[self.unit])

    def struck_done(self, game: Game, attacked: bool) -> None:
        """Nothing else follows from a barrage here."""

    @rule("4.4.2", "4.5", "6.6.7.1.1")
    def struck(self, game: Game) -> None:
        """To get out is to move: it may draw overwatch fire (ruling)."""
        game.goto("watched")
        unseen = is_on(game.content, "dismounting-draws-no-fire")
        if self.unit in game.state.units and not unseen and is_watched(game, self.unit):
            game.push(OverwatchExchange(side=enemy_of(side_of(game, self.unit)), triggers=(self.unit,)))

    def watched_done(self, game: Game, fired: bool) -> None:
        """Nothing else follows from overwatch fire here."""

    def watched(self, game: Game) -> None:
        game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (Dismounting,)
