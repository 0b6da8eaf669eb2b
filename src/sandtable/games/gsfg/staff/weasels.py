"""What the staff does with Wild Weasels (13.18): they make every ground attack around them likelier to hit.

An aircraft more on a hex adds a sixth to the chance that a step is lost there, a Wild Weasel adds the same to all hexes
under attack that it reaches; so with Wild Weasels at hand the aircraft spread over stacks that stand close together.
"""

from __future__ import annotations

from sandtable.games.gsfg.air.strikes import GroundAttacks
from sandtable.games.gsfg.optional.wild_weasels import WildWeaselFile
from sandtable.games.gsfg.staff import flights
from sandtable.games.gsfg.staff.flights import hexes
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.kernel import Decision

FEWEST = 3
"""How many aircraft there must be for one of them to be exchanged."""
CROWD = 2
"""How many stacks one Wild Weasel must reach to be worth the exchange."""


def exchange(situation: Situation, decision: Decision) -> str:
    """An aircraft is given for them where the others then find several stacks within reach of one."""
    enough = situation.game.state.air.aircraft >= FEWEST
    labels = [label for label, _ in situation.stacks_of(situation.enemy)]
    crowd = max((len(covered(situation, label, labels)) for label in labels), default=0)
    return decision.ids[1] if enough and crowd >= CROWD else decision.ids[0]


def ground_attack(situation: Situation, decision: Decision) -> str:
    """With Wild Weasels one aircraft for each stack of a crowd; without them all on the stack that matters most."""
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, GroundAttacks)
    if flights.keeps_for_interdiction(situation, sum(frame.targets.values())):
        return "do:done"
    if not situation.game.state.air.wild_weasels:
        return flights.bomb(situation, decision)
    labels = hexes(decision)
    centre = max(labels, key=lambda label: (total(situation, covered(situation, label, labels)), label))
    crowd = [label for label in covered(situation, centre, labels) if label not in frame.targets]
    return (
        f"hex:{max(crowd, key=lambda label: (flights.weight(situation, label), label))}"
        if crowd
        else flights.bomb(situation, decision)
    )


def suppress(situation: Situation, decision: Decision) -> str:
    """Each Wild Weasel goes where it reaches the most hexes under attack that none reaches yet."""
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, GroundAttacks)
    helped = {label for weasel in frame.weasels for label in covered(situation, weasel, list(frame.targets))}
    left = [label for label in frame.targets if label not in helped]
    if not left:
        return "do:done"
    around = sorted({near for label in left for near in (label, *situation.content.adjacent[label])})
    offered = [label for label in around if decision.find(f"hex:{label}")]
    return (
        f"hex:{max(offered, key=lambda label: (len(covered(situation, label, left)), label))}" if offered else "do:done"
    )


def escort(situation: Situation, decision: Decision) -> str:
    """Those left over have nothing else to do."""
    return "do:with-weasel"


def covered(situation: Situation, centre: str, labels: list[str]) -> list[str]:
    """Those of some hexes that a Wild Weasel in a hex reaches."""
    board, reach = situation.content.board, situation.content.table("wild-weasel", WildWeaselFile).reach
    at = board.index[centre]
    return [label for label in labels if board.distance(at, board.index[label]) <= reach]


def total(situation: Situation, labels: list[str]) -> float:
    return sum(flights.weight(situation, label) for label in labels)
