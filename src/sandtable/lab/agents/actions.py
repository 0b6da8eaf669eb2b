"""Options as numbers: what agents choose among, the same for every game of a scenario."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sandtable.kernel import AnyTitle, Decision, SandtableError
from sandtable.lab.agents._sight import fill, numbers_of

Mask = npt.NDArray[np.int8]

WAIT = 0
"""The action of a side that has nothing to decide."""
SLOTS = 64
"""How many options that the title does not list a decision may offer."""


class TooManyOptions(SandtableError):
    """A decision offers more options that the title does not list than there are slots for."""


class Actions:
    """The numbering of a scenario's options.

    0 is to wait. Every option that the title lists has the next number of its own. The last numbers are slots for
    options that it does not list: a decision's take them in the order of the alphabet, so that what a slot stands for
    depends on the decision. No two options of a decision ever share a number.
    """

    def __init__(self, title: AnyTitle, content: Any) -> None:
        self._listed = title.option_ids(content)
        self._number = {option_id: number for number, option_id in enumerate(self._listed, WAIT + 1)}
        self._first_slot = WAIT + 1 + len(self._listed)
        self.size = self._first_slot + SLOTS
        self._title = title
        self._asked: Decision | None = None
        self._allowed: list[int] = []

    def name(self, action: int) -> str:
        """The option of a number; slots and waiting have names that no option has. Raises IndexError for no action."""
        if not 0 <= action < self.size:
            raise IndexError(f"there are actions from 0 to {self.size - 1}, but no {action}")
        if action == WAIT:
            return "wait"
        return self._listed[action - 1] if action < self._first_slot else f"slot {action - self._first_slot}"

    def options(self, decision: Decision | None) -> dict[int, str]:
        """What each action that a decision allows stands for, by number; to wait, if there is none.

        Raises TooManyOptions.
        """
        if decision is None:
            return {WAIT: ""}
        ids = decision.ids
        numbers = self._number
        unlisted = sorted(option_id for option_id in ids if option_id not in numbers)
        if len(unlisted) > SLOTS:
            raise TooManyOptions(
                f"{self._title.id} offers {len(unlisted)} options, such as {unlisted[0]!r}, that it does not list: "
                f"more than {SLOTS}. Name their kind in the title's `kinds` and their names in its `ids`"
            )
        slots = {option_id: slot for slot, option_id in enumerate(unlisted, self._first_slot)}
        found = {numbers[option_id] if option_id in numbers else slots[option_id]: option_id for option_id in ids}
        return dict(sorted(found.items()))

    def numbers(self, decision: Decision) -> list[int]:
        """The actions that a decision allows, in the order of its options. Raises TooManyOptions."""
        if decision is not self._asked:
            known = numbers_of(self._number, decision.options)
            if known is None:
                found = {option_id: number for number, option_id in self.options(decision).items()}
                known = [found[option.id] for option in decision.options]
            self._asked, self._allowed = decision, known
        return self._allowed

    def mask(self, decision: Decision | None) -> Mask:
        """1 for each action that is allowed, else 0."""
        mask = np.zeros(self.size, np.int8)
        fill(mask, [WAIT] if decision is None else self.numbers(decision), 1)
        return mask
