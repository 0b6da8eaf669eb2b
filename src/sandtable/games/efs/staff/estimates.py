"""What the Combat Results Table promises."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.efs.combat.results import Result, read_result
from sandtable.games.efs.combat.strengths import results_table
from sandtable.games.efs.content import Content
from sandtable.kernel import of_content

FACES = range(1, 11)


class Stake(NamedTuple):
    """What a combat is about, in victory points."""

    step: float
    """An enemy step."""
    own_step: float
    taken: float
    """Driving the enemy out."""
    defenders: int
    """Their steps."""
    attackers: int
    more: int = 0
    """The further steps that an asterisk costs the attackers."""
    stands: bool = False
    """The defenders do not retreat."""


@of_content
def outlook(content: Content, column: int, drm: int) -> tuple[tuple[Result, Result], ...]:
    """The results of a column, each as likely as the others."""
    crt = results_table(content)
    return tuple(read_result(crt.result(column, face + drm)) for face in FACES)


def expected(content: Content, column: int, drm: int, stake: Stake) -> float:
    """What a combat promises the attacker."""
    total = 0.0
    for own, theirs in outlook(content, column, drm):
        lost = stake.defenders if theirs.eliminated else theirs.number + (theirs.retreats and stake.stands)
        gone = lost >= stake.defenders or (theirs.retreats and not stake.stands)
        paid = stake.attackers if own.eliminated else own.number + (stake.more if own.asterisk else 0)
        followed = gone and paid < stake.attackers
        total += stake.step * min(lost, stake.defenders) + (stake.taken if followed else 0.0)
        total -= stake.own_step * (min(paid, stake.attackers) + 0.5 * own.retreats)
    return total / len(FACES)
