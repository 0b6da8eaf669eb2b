"""Chapter 4.4.3.2: a shot of the Basic Game, and which armor it strikes."""

from __future__ import annotations

from sandtable.games.panzer.combat.ap_fire import Hit, Shot, lines_of, roll_to_hit, settle, weapon_of, worked_out
from sandtable.games.panzer.combat.hit_angle import Aspect
from sandtable.games.panzer.combat.penetration import armor
from sandtable.games.panzer.combat.weapons import Aim
from sandtable.games.panzer.units import Game, side_of, vehicle
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, rule

ASPECTS = {"do:front": "front", "do:rear": "rear"}


def shot_of(game: Game, aim: Aim) -> Shot:
    """A shot that is declared."""
    return Shot(aim.firer, aim.target, weapon_of(game, aim.firer, aim.weapon), aim.overwatch)


def preview_of(game: Game, aim: Aim) -> Preview:
    """A shot before it is fired: its sum, its chance, and what a hit would do."""
    units, shot = game.state.units, shot_of(game, aim)
    return Preview((units[shot.firer].at, units[shot.target].at), tuple(lines_of(game, shot, worked_out(game, shot))))


class BasicShot(Procedure, frozen=True):
    """A shot at a vehicle is rolled for and settled."""

    aim: Aim

    @rule("4.4.1", "4.4.3.2.3", "4.4.3.2.4")
    def begin(self, game: Game) -> None:
        shot = shot_of(game, self.aim)
        hit = worked_out(game, shot)
        roll = roll_to_hit(game, hit)
        if roll <= hit.number and len(hit.effects) > 1 and self._differs(game, hit):
            game.goto("struck")
            return
        settle(game, shot, hit, roll, None if roll > hit.number else next(iter(hit.effects)))
        game.finish()

    def _differs(self, game: Game, hit: Hit) -> bool:
        """Whether it matters which armor is struck."""
        card = vehicle(game, self.aim.target)
        return len({armor(card, aspect) for aspect in hit.effects}) > 1

    @rule("4.4.3.2.4")
    def struck(self, game: Game) -> Decision:
        """Where the line of fire runs along the border of front and rear, the owner of the target chooses."""
        options = tuple(Option(name, rule="4.4.3.2.4") for name in ASPECTS)
        card = vehicle(game, self.aim.target)
        best = max(ASPECTS, key=lambda name: armor(card, self._aspect(name)))
        args = {"unit": self.aim.target, "firer": self.aim.firer}
        return Decision(side_of(game, self.aim.target), "struck", "4.4.3.2.4", options, args, default=best)

    def _aspect(self, option_id: str) -> Aspect:
        return "front" if option_id == "do:front" else "rear"

    def struck_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(game, self.aim)

    def struck_chosen(self, game: Game, choice: Choice) -> None:
        shot = shot_of(game, self.aim)
        settle(game, shot, worked_out(game, shot), None, self._aspect(f"{choice.kind}:{choice.name}"))
        game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (BasicShot,)
