"""Chapters 6.6.1.1 and 6.6.1.2: attacks declared on one target, those of each hex combined, and then resolved."""

from __future__ import annotations

from sandtable.games.panzer.assault import close_assault, hand_to_hand
from sandtable.games.panzer.assault.attackers import hexes_in_command, points_of_advance, why_not
from sandtable.games.panzer.assault.attacks import Assault, is_close_assault, note_attack, size_of
from sandtable.games.panzer.assault.close_assault import CloseAssault
from sandtable.games.panzer.assault.footwork import Advance
from sandtable.games.panzer.assault.hand_to_hand import HandToHand
from sandtable.games.panzer.assault.modifiers import close_assault_modifiers
from sandtable.games.panzer.combat.claims import ClaimMove
from sandtable.games.panzer.combat.grades import unit_grade
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.units import Game, mark, order, side_of
from sandtable.kernel import Choice, Decision, Option, Preview, Procedure, Refusal, rule
from sandtable.mechanics.switches import is_on

ATTACK = Option("do:assault", rule="6.6.1.1/combining")


@rule("6.6.1.1.1", "6.6.1.1.1b")
def attack_on(game: Game, assault: Assault) -> CloseAssault | HandToHand:
    """The combat that an assault comes to."""
    return CloseAssault(assault=assault) if is_close_assault(game, assault.target) else HandToHand(assault=assault)


def preview_of(game: Game, assault: Assault) -> Preview:
    """An attack before it is made."""
    if is_close_assault(game, assault.target):
        lines = close_assault.lines_of(game, assault, close_assault_modifiers(game, assault))
    else:
        lines = hand_to_hand.lines_of(game, assault)
    return Preview((assault.at, game.state.units[assault.target].at), tuple(lines))


@rule("6.6.1.1.1")
def strongest_first(game: Game, units: list[str]) -> list[str]:
    """Units as one would pick them to lead: by their size, then by their grade."""
    sizes = ("squad", "half-squad", "section")
    return sorted(units, key=lambda each: (sizes.index(size_of(game, each)), -unit_grade(game, each).close_combat))


class DeclaredAssaults(Procedure, frozen=True):
    """Units that attack one target are picked with the hexes that they attack from, and then do so, hex by hex."""

    target: str
    able: tuple[str, ...]
    """The units that may attack it."""
    attackers: tuple[str, ...] = ()
    """Those who do; the first from each hex is its primary attacker."""
    hexes: tuple[str, ...] = ()
    """The hex from which each of them attacks."""
    picked: str = ""
    advancing: tuple[str, ...] = ()
    """Those who spend movement to come adjacent, and those of them who have yet to set out."""
    waiting: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """The hexes from which attacks have yet to be resolved."""

    def _side(self, game: Game) -> str:
        return side_of(game, self.able[0])

    def _assault(self, game: Game, at: str) -> Assault:
        """The combined attack from a hex."""
        there = tuple(each for each, where in zip(self.attackers, self.hexes, strict=True) if where == at)
        units = game.state.units
        count = there[:1] if is_on(game.content, "only-primary-advance-counts") else there
        advancing = any(each in self.advancing or (each in units and units[each].at != at) for each in count)
        return Assault(target=self.target, attackers=there, at=at, advancing=advancing)

    def _with(self, unit_id: str, at: str) -> DeclaredAssaults:
        return DeclaredAssaults(
            target=self.target,
            able=self.able,
            attackers=(*self.attackers, unit_id),
            hexes=(*self.hexes, at),
            advancing=self.advancing,
        )

    # Who attacks

    @rule("6.6.1.1", "6.6.1.1/combining", "6.6.1.2", "6.6.1.2/combining")
    def begin(self, game: Game) -> Decision | None:
        """Pick who attacks; all attacks on one target are declared before any of them is resolved."""
        left = [unit_id for unit_id in self.able if unit_id not in self.attackers]
        if not left:
            game.goto("declare")
            return None
        if not self.attackers and len(left) == 1:
            game.goto("place", picked=left[0])
            return None
        options = [Option(f"unit:{unit_id}", rule="6.6.1.1/combining") for unit_id in left]
        if self.attackers:
            options.append(ATTACK)
        args = {"target": self.target}
        return Decision(
            self._side(game), "attackers", "6.6.1.1/combining", tuple(options), args, continues=True, gathers=ATTACK.id
        )

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(ATTACK.id):
            return Refusal("refused.nobody-picked", "6.6.1.1/combining")
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        if choice.name in self.attackers:
            return Refusal("refused.is-picked", "6.6.1.1/combining", {"unit": choice.name})
        if side_of(game, choice.name) != self._side(game):
            return Refusal("refused.not-yours", "6.6.1.1", {"unit": choice.name})
        return why_not(game, choice.name, self.target)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        if choice.kind == "unit":
            at = hexes_in_command(game, choice.name, self.target)[0]
            return preview_of(game, self._with(choice.name, at)._assault(game, at))
        return preview_of(game, self._assault(game, self.hexes[0]))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("declare")
        else:
            game.goto("place", picked=choice.name)

    @rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack")
    def place(self, game: Game) -> Decision | None:
        """Pick the hex from which a unit attacks that has to advance."""
        found = hexes_in_command(game, self.picked, self.target)
        if len(found) == 1:
            self._put_down(game, found[0])
            return None
        options = tuple(Option(f"hex:{at}", rule="6.6.1.1/advancing-attack") for at in found)
        args = {"unit": self.picked, "target": self.target}
        return Decision(self._side(game), "advance-to", "6.6.1.1/advancing-attack", options, args, continues=True)

    def place_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.cannot-advance-there", "6.6.1.1/advancing-attack", {"unit": self.picked})

    def place_preview(self, game: Game, choice: Choice) -> Preview:
        return preview_of(game, self._with(self.picked, choice.name)._assault(game, choice.name))

    def place_chosen(self, game: Game, choice: Choice) -> None:
        self._put_down(game, choice.name)

    def _put_down(self, game: Game, at: str) -> None:
        game.goto("begin", attackers=(*self.attackers, self.picked), hexes=(*self.hexes, at), picked="")

    @rule("6.6.1.1/combining", "6.6.1.2/combining", "6.6.11", "3.4", "4.2.1")
    def declare(self, game: Game) -> None:
        """Show the commands of those who attack; they get SPOT/MOVE counters, though they fight."""
        pairs = list(zip(self.attackers, self.hexes, strict=True))
        advancing = tuple(each for each, at in pairs if game.state.units[each].at != at)
        for unit_id in self.attackers:
            if not game.state.commands[unit_id].shown:
                game.say(Shown(rule="6.6.1.1", unit=unit_id, order=game.state.commands[unit_id].order))
            spent = points_of_advance(game, unit_id) if unit_id in advancing else 0
            note_attack(game, unit_id, self.target, "assault", spent)
            order(game, unit_id, shown=True)
            mark(game, unit_id, "move")
        game.reveal()
        game.goto("advance", advancing=advancing, waiting=advancing, left=tuple(dict.fromkeys(self.hexes)))

    # How they come there

    @rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack")
    def advance(self, game: Game) -> None:
        """Who has to advance does so, one after another, before any attack."""
        if not self.waiting:
            game.goto("claim")
            return
        unit_id, *waiting = self.waiting
        game.goto("advance", waiting=tuple(waiting))
        if unit_id in game.state.units:
            game.push(Advance(unit=unit_id, to=self.hexes[self.attackers.index(unit_id)]))

    @rule("6.6.1.1.2/moving-vehicle")
    def claim(self, game: Game) -> None:
        """The owner of a vehicle may show that it moves."""
        game.goto("order")
        if self.target in game.state.units and is_close_assault(game, self.target):
            game.push(ClaimMove(unit=self.target, by="6.6.1.1.2/moving-vehicle"))

    # Resolving

    def _fit(self, game: Game, at: str) -> Assault | None:
        """The attack from a hex with those who are there and not suppressed; None if there is nobody."""
        units = game.state.units
        there = [each for each in self._assault(game, at).attackers if each in units and units[each].at == at]
        fit = tuple(each for each in there if not is_suppressed(game, each))
        advancing = any(each in self.advancing for each in fit)
        return Assault(target=self.target, attackers=fit, at=at, advancing=advancing) if fit else None

    @rule("6.6.1.1", "6.6.1.1/combining", "6.6.1.2", "6.6.1.2/combining")
    def order(self, game: Game) -> Decision | None:
        """Attacks from several hexes are resolved one by one, as their owner likes; a target that is gone ends them.

        Those who have not come to blows may still move, but attack nobody else.
        """
        left = [at for at in self.left if self._fit(game, at) is not None]
        if not left or self.target not in game.state.units:
            game.finish()
            return None
        if len(left) == 1:
            self._resolve(game, left[0])
            return None
        options = tuple(Option(f"hex:{at}", rule="6.6.1.1/combining") for at in left)
        args = {"target": self.target}
        return Decision(
            self._side(game), "next-assault", "6.6.1.1/combining", options, args, continues=True, default=options[0].id
        )

    def order_preview(self, game: Game, choice: Choice) -> Preview | None:
        assault = self._fit(game, choice.name)
        return None if assault is None else preview_of(game, assault)

    def order_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-attack-from-there", "6.6.1.1/combining", {"hex": choice.name, "target": self.target})

    def order_chosen(self, game: Game, choice: Choice) -> None:
        self._resolve(game, choice.name)

    @rule("6.6.1.1.1", "6.6.1.1.1b")
    def _resolve(self, game: Game, at: str) -> None:
        """Make the attack from a hex: with it the move of the attackers is over."""
        assault = self._fit(game, at)
        assert assault is not None
        for unit_id in assault.attackers:
            order(game, unit_id, moved=True)
        game.goto("order", left=tuple(each for each in self.left if each != at))
        game.push(attack_on(game, assault))


PROCEDURES: tuple[type[Procedure], ...] = (DeclaredAssaults,)
