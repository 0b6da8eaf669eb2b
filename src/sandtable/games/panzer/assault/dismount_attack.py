"""Chapters 6.6.1.1 and 6.6.1.2: dismount attacks, in which a passenger gets out during movement and attacks at once."""

from __future__ import annotations

from sandtable.games.panzer.assault.attackers import MOST_LEVELS, why_no_target
from sandtable.games.panzer.assault.attacks import Assault, is_close_assault, level_of, note_attack
from sandtable.games.panzer.assault.declared_assaults import attack_on, preview_of
from sandtable.games.panzer.cards import Leg
from sandtable.games.panzer.combat.claims import ClaimMove
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage
from sandtable.games.panzer.mines.minefields import blow_up_men
from sandtable.games.panzer.movement.modes import modes
from sandtable.games.panzer.movement.reach import direction_to
from sandtable.games.panzer.movement.transport import dismount, hexes_to_dismount
from sandtable.games.panzer.units import Game, card_of, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import change, enemy_hexes, units_in

STORM = "storm"
"""The kind of the options by which a passenger gets out and attacks."""
RULE = "6.6.1.1/dismount-attack"


@rule("6.6.1.1/dismount-attack", "6.6.1.2/dismount-attack", "6.6.2")
def why_no_storming(game: Game, unit_id: str) -> Refusal | None:
    """Why a passenger cannot attack as it gets out; None if it can."""
    args = {"unit": unit_id}
    if not isinstance(card_of(game, unit_id), Leg):
        return Refusal("refused.only-men-assault", RULE, args)
    if is_suppressed(game, unit_id):
        return Refusal("refused.suppressed-does-not-assault", "6.6.2", args)
    return None if targets_outside(game, unit_id) else Refusal("refused.nobody-to-storm", RULE, args)


@rule("6.6.1.1/dismount-attack", "6.6.1.2/dismount-attack", "6.6.7.1.1/passenger-dismounting")
def targets_outside(game: Game, unit_id: str) -> dict[str, list[str]]:
    """The targets that a passenger can attack as it gets out, each with the hexes from which it can."""
    found: dict[str, list[str]] = {}
    if unit_id in game.state.assaults:
        return found
    enemies, content = enemy_hexes(game, side_of(game, unit_id)), game.content
    for at in hexes_to_dismount(game, unit_id):
        for target in [each for near in content.adjacent[at] if near in enemies for each in units_in(game, near)]:
            level = abs(level_of(game, target) - content.level(at)) <= MOST_LEVELS
            if level and why_no_target(game, unit_id, target) is None:
                found.setdefault(target, []).append(at)
    return found


def storming_options(game: Game, riders: list[str], cost: float | None) -> list[Option]:
    """The passengers who can get out and attack at once."""
    return [Option(f"{STORM}:{each}", cost, RULE) for each in riders if why_no_storming(game, each) is None]


class DismountAttack(Procedure, frozen=True):
    """A passenger picks its target and the hex in which it gets out, and attacks alone.

    Once it is out nobody fires overwatch at it; a barrage asks nobody.
    """

    unit: str
    target: str = ""
    at: str = ""

    def _assault(self, target: str, at: str) -> Assault:
        return Assault(target=target, attackers=(self.unit,), at=at, dismounts=True)

    @rule("6.6.1.1/dismount-attack", "6.6.1.2/dismount-attack")
    def begin(self, game: Game) -> Decision:
        options = tuple(Option(f"unit:{each}", rule=RULE) for each in targets_outside(game, self.unit))
        args = {"unit": self.unit}
        return Decision(side_of(game, self.unit), "storm-target", RULE, options, args, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": self.unit, "target": choice.name}
        barred = why_no_target(game, self.unit, choice.name)
        return barred or Refusal("refused.cannot-come-adjacent", RULE, args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(game, self._assault(choice.name, targets_outside(game, self.unit)[choice.name][0]))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("place", target=choice.name)

    @rule("6.6.7.1.1/passenger-dismounting")
    def place(self, game: Game) -> Decision | None:
        """Pick the hex in which it gets out."""
        hexes = targets_outside(game, self.unit)[self.target]
        if len(hexes) == 1:
            self._get_out(game, hexes[0])
            return None
        options = tuple(Option(f"hex:{at}", rule=RULE) for at in hexes)
        args = {"unit": self.unit, "target": self.target}
        return Decision(side_of(game, self.unit), "storm-from", RULE, options, args, continues=True)

    def place_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        args = {"unit": self.unit, "hex": choice.name}
        return Refusal("refused.no-dismounting-there", "6.6.7.1.1/passenger-dismounting", args)

    def place_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(game, self._assault(self.target, choice.name))

    def place_chosen(self, game: Game, choice: Choice) -> None:
        self._get_out(game, choice.name)

    @rule("6.6.1.1/dismount-attack", "6.6.1.2/dismount-attack", "6.6.6", "7.31.2")
    def _get_out(self, game: Game, at: str) -> None:
        before, index = game.state.units[self.unit].at, game.content.board.index
        dismount(game, self.unit, at)
        there = index[game.state.units[self.target].at]
        change(game, self.unit, facing=direction_to(game.content, index[at], there))
        note_attack(game, self.unit, self.target, "assault")
        game.goto("claim", at=at)
        if at != before:
            game.push(EnterBarrage(unit=self.unit))
        blow_up_men(game, self.unit, modes(game.content)[self.unit])

    def claim_done(self, game: Game, attacked: bool) -> None:
        """A barrage may have struck it."""

    def _is_fit(self, game: Game) -> bool:
        return self.unit in game.state.units and not is_suppressed(game, self.unit)

    @rule("6.6.1.1.2/moving-vehicle")
    def claim(self, game: Game) -> None:
        """The owner of a vehicle may show that it moves."""
        game.goto("attack")
        if self._is_fit(game) and is_close_assault(game, self.target):
            game.push(ClaimMove(unit=self.target, by="6.6.1.1.2/moving-vehicle"))

    @rule("6.6.1.1/dismount-attack", "6.6.1.2/dismount-attack")
    def attack(self, game: Game) -> None:
        """Whom a barrage has suppressed does not attack."""
        game.goto("end")
        if self._is_fit(game):
            game.push(attack_on(game, self._assault(self.target, self.at)))

    def end(self, game: Game) -> None:
        game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (DismountAttack,)
