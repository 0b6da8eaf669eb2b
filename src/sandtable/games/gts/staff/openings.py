"""How units come and go: set-up, arrivals, landings, and the withdrawal."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import special
from sandtable.games.gts.arnhem.withdrawal import NORTH
from sandtable.games.gts.sequence import setup
from sandtable.games.gts.sequence.setup import FreePlacing
from sandtable.games.gts.staff import moves
from sandtable.games.gts.staff.plans import Plans, names
from sandtable.kernel import Decision

BETTER = 0.3
"""How much better another hex must be for a unit to be set up there."""
COVER = 0.15
"""What a point of cover is worth at the set-up."""
HOME = 1.5
"""What a step at the river is worth when the withdrawal is ordered: two points, less those who fail."""


def arrive(plans: Plans, decision: Decision) -> str:
    return "do:arrive"


def arrive_in_column(plans: Plans, decision: Decision) -> str:
    return "do:all-column"


def land(plans: Plans, decision: Decision) -> str:
    """Where no enemy covers the ground and the units do not crowd, towards the own goals."""
    situation = plans.situation

    def worth(label: str) -> tuple[float, str]:
        near = situation.near_enemy(label)
        return -2.0 * len(situation.watchers(label)) - 0.5 * len(situation.there(label)) - 0.05 * near, label

    return f"hex:{max(names(decision, 'hex'), key=worth)}"


# Set-up, returning and going home


def set_up(plans: Plans, decision: Decision) -> str:
    """Units that would be better off elsewhere are placed anew, the strongest first."""
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, FreePlacing)
    best: tuple[float, str] = (BETTER, "")
    for unit_id in names(decision, "unit"):
        labels = setup.places(plans.game, unit_id, frame.region)
        gain = best_place(plans, unit_id, labels)[0] if labels else 0.0
        if gain > BETTER:
            best = max(best, (gain, unit_id))
    return f"unit:{best[1]}" if best[1] else "do:done"


def set_up_hex(plans: Plans, decision: Decision) -> str:
    gain, label = best_place(plans, str(decision.args["unit"]), names(decision, "hex"))
    return f"hex:{label}" if gain > BETTER else "do:stay"


def best_place(plans: Plans, unit_id: str, labels: list[str]) -> tuple[float, str]:
    """The best of some hexes for a unit, and by how much it is better than where it is."""
    outlook, cover = moves.Outlook(plans, unit_id), COVER * plans.situation.doctrine.cover

    def worth(label: str) -> float:
        return outlook.value(label, column=False) - cover * moves.terrain(plans, label)

    here = worth(plans.situation.units[unit_id].at)
    return max(((worth(label) - here, label) for label in labels), default=(0.0, ""))


def come_back(plans: Plans, decision: Decision) -> str:
    return decision.options[0].id


def order_withdrawal(plans: Plans, decision: Decision) -> str:
    """The withdrawal is ordered when it saves more than it abandons."""
    situation = plans.situation
    row = special(plans.game, "berlin")
    assert row is not None
    river, north = situation.content.region(row.region), situation.content.region(NORTH)
    own = [situation.units[unit_id] for unit_id in situation.own()]
    gain = sum(HOME * unit.steps for unit in own if unit.at in river)
    left = sum(unit.steps for unit in own if unit.at in north and unit.at not in river)
    lost = left * situation.step_points[plans.side]
    return "do:order-withdrawal" if gain > lost else "do:hold-out"
