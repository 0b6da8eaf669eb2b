"""Clocks for those who want them: days a move, or minutes a game, as plain arithmetic on the time of day."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec
from msgspec.structs import replace

from sandtable.server.protocol import ClockPlan, Clocks

_SECONDS = {"days": 86_400.0, "minutes": 60.0}


class Hand(msgspec.Struct, frozen=True):
    """The clock of one side, in seconds since 1970."""

    left: float
    """What was left when it was last set or stopped."""
    due: float = 0.0
    """When it runs out, or would have run out if it had not been stopped."""
    runs: bool = False


class Clock(msgspec.Struct, frozen=True):
    """What was agreed on, and how much time each of the people has; bots have no clock."""

    plan: ClockPlan
    hands: dict[str, Hand]
    farthest: int = -1
    """The most choices that were ever made; what is done again after an undo gives no time."""

    @property
    def runs(self) -> bool:
        return any(hand.runs for hand in self.hands.values())

    @property
    def strikes(self) -> float | None:
        """When the game is lost by itself, if nothing happens: only where there are minutes for the whole of it."""
        if self.plan.kind == "days":
            return None
        return min((hand.due for hand in self.hands.values() if hand.runs), default=None)

    def late(self, now: float) -> list[str]:
        """The sides that have no time left, the one that ran out first before the others."""
        found = [(hand.due, side) for side, hand in self.hands.items() if hand.runs and hand.due <= now]
        return [side for _, side in sorted(found)]

    def turned(self, now: float, asked: Collection[str], made: int, by: str = "") -> Clock:
        """After somebody has done something: the clocks of those who are asked run, and nobody else's.

        With days a move, who has just chosen or is newly asked has all of them, unless the game has only come back
        to where it was.
        """
        is_new = self.plan.kind == "days" and made > self.farthest
        hands = {}
        for side, hand in self.hands.items():
            left = hand.due - now if hand.runs else hand.left
            if side not in asked:
                hands[side] = Hand(left, hand.due) if hand.runs else hand
            elif is_new and (side == by or not hand.runs):
                hands[side] = Hand(full := length(self.plan), now + full, runs=True)
            else:
                hands[side] = hand if hand.runs else Hand(left, now + left, runs=True)
        return replace(self, hands=hands, farthest=max(made, self.farthest))

    def told(self, now: float, waiting: Collection[str]) -> Clocks:
        """What those may be told who know of some sides that they are waited for."""
        running = waiting if self.runs else ()
        return Clocks(
            plan=self.plan,
            now=now,
            due={side: hand.due for side, hand in self.hands.items() if side in running},
            left={side: max(0.0, hand.left) for side, hand in self.hands.items() if side not in running},
        )


def length(plan: ClockPlan) -> float:
    """How many seconds a side has at first."""
    return plan.amount * _SECONDS[plan.kind]


def set_up(plan: ClockPlan, sides: Iterable[str]) -> Clock:
    """Clocks that do not run yet."""
    return Clock(plan, {side: Hand(length(plan)) for side in sides})
