"""Chapter 18.7, step 2: the bravery checks of the attackers."""

from __future__ import annotations

from typing import Literal

from sandtable.games.gts.units import Game, counter, face
from sandtable.kernel import rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.sums import Modifier


class BraveryCase(Strict, frozen=True, kw_only=True):
    """What makes attackers check their bravery, and how it modifies the check."""

    value: int
    source: str


class BraveryFile(Table, frozen=True, kw_only=True):
    """Bravery checks."""

    cases: dict[Literal["entrenched-defender", "across-bridge", "flame-defender"], BraveryCase]


@rule("18.7/2", "22.3.6")
def bravery_modifiers(game: Game, attackers: tuple[str, ...], label: str) -> list[Modifier] | None:
    """What the bravery checks of attackers are modified by, or None where none is needed.

    Of the reasons that apply the one that is worst for the attackers counts; the armour of one attacker helps them.
    """
    reasons = bravery_reasons(game, attackers, label)
    if not reasons:
        return None
    found = [min(reasons, key=lambda reason: reason.value)]
    armour = [face(game, unit_id).defense for unit_id in attackers if face(game, unit_id).armored]
    if armour:
        found.append(Modifier("armored-attacker", -min(armour), "18.7/2"))
    return found


def bravery_reasons(game: Game, attackers: tuple[str, ...], label: str) -> list[Modifier]:
    cases = game.content.table("bravery", BraveryFile).cases
    defenders = units_in(game, label)
    found = []
    armour = [face(game, unit_id).defense for unit_id in defenders if face(game, unit_id).armored]
    if armour:
        found.append(Modifier("armored-defender", min(armour), "18.7/2"))
    if any(game.state.units[unit_id].works == "entrenched" for unit_id in defenders):
        found.append(Modifier("entrenched-defender", cases["entrenched-defender"].value, "22.3.6"))
    if crosses(game, game.state.units[attackers[0]].at, label, "bridge"):
        found.append(Modifier("across-bridge", cases["across-bridge"].value, "18.7/2"))
    if any("flame" in counter(game, unit_id).abilities for unit_id in defenders) and all(
        face(game, unit_id).mobility == "leg" and not face(game, unit_id).armored for unit_id in attackers
    ):
        found.append(Modifier("flame-defender", cases["flame-defender"].value, "18.7/2"))
    return found


def crosses(game: Game, start: str, label: str, feature: str) -> bool:
    """Whether the hexside between two adjacent hexes has a feature."""
    board = game.content.board
    i, j = board.index[start], board.index[label]
    return feature in board.side_features(i, board.direction(i, j))
