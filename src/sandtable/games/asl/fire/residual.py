"""A8.2 and A8.26: Residual FP."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from sandtable.games.asl.events.fire import LeftResidual
from sandtable.games.asl.fire.firepower import Share
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.tables.fire import Firepower, Ift, Residual
from sandtable.games.asl.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.sums import Sum

if TYPE_CHECKING:
    from sandtable.games.asl.fire.attack import Attack, Group

LESSENING = frozenset({"hindrance", "cx", "encircled", "leadership", "tem.hedge", "tem.wall"})
"""The modifiers, where they are positive, each point of which makes Residual FP a column lower (A8.26)."""


@rule("A8.26")
def lessening(drm: Sum, target: str) -> int:
    """By how many columns what modified an attack lowers its Residual FP; SMOKE in the target's hex does not."""
    return sum(
        part.value
        for part in drm
        if part.label in LESSENING
        and part.value > 0
        and not (part.args.get("what") == "smoke" and part.args.get("hex") == hex_of(target))
    )


@rule("A8.2", "A8.26")
def residual_of(
    game: Game, attack: Attack, groups: Sequence[Group], back: int, shares: Sequence[Share], nothing: Collection[str]
) -> int:
    """The Residual FP that First Fire leaves: half of its column, less for what hindered it.

    A weapon that broke down adds `nothing`, and neither does one that keeps its rate of fire. The column is that which
    was used: fire at none but concealed men was halved.
    """
    if not groups:
        return 0
    ift = game.content.table("ift", Ift)
    values = [share.value for share in shares if share.piece.weapon not in nothing]
    value = sum(values[1:], values[0]) if values else Fraction(0)
    if all(group.concealed for group in groups):
        value *= game.content.table("firepower", Firepower).factors["concealed-target"].value
    column = ift.left(ift.column(value), back)
    less = lessening(groups[0].drm, attack.target)
    return game.content.table("residual", Residual).left_by(ift, column, less)


@rule("A8.2")
def leave_residual(game: Game, location: str, left: int) -> None:
    """Residual FP lies in a Location from now on; only the highest of one counts."""
    if left > game.state.residual.get(location, 0):
        game.state.residual[location] = left
        game.say(LeftResidual(rule="A8.2", at=location, fp=left))
