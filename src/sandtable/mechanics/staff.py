"""A staff: a computer player that answers each kind of question by a rule of thumb.

```python
class StaffPlayer(Staff[Plans]):
    answers = {"move-to": move_to, "attack-hex": attack_hex}
    quiet = ("do:stop", "do:done")

    def situation(self, game: Game, decision: Decision) -> Plans:
        return Plans(game, decision.side)
```

An answer is given the situation and the decision, and gives the id of an option, or nothing where nothing comes to
mind. A staff plays a seat, where it sees a view, and plays on in worlds that a search makes up.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.kernel import Decision, Game, View

T = TypeVar("T")
"""What the answers are given: a position as the staff sees it."""
Answer = Callable[[T, Decision], str | None]


class Staff(ABC, Generic[T]):
    """Plays by rules of thumb; the same seed makes the same choices."""

    answers: Mapping[str, Answer[T]]
    """What answers each question, by its prompt."""
    quiet: ClassVar[tuple[str, ...]] = ()
    """What is chosen, where it is offered, when nothing comes to mind; the first of them first."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self._kept: Game[Any, Any] | None = None

    @abstractmethod
    def situation(self, game: Game[Any, Any], decision: Decision) -> T:
        """A position as the answers want it."""

    def choose(self, view: View, decision: Decision) -> str:
        """The answer of a seat, from what its side may know."""
        if len(decision.options) == 1:
            return decision.options[0].id
        return self.answer(self._seen(view), decision)

    def answer(self, game: Game[Any, Any], decision: Decision) -> str:
        """The answer in a world that is known whole."""
        answer = self.answers.get(decision.prompt)
        chosen = answer(self.situation(game, decision), decision) if answer else None
        for option in (chosen, decision.default, *self.quiet):
            if option and decision.find(option) is not None:
                return option
        return self.rng.choice(decision.options).id

    def _seen(self, view: View) -> Game[Any, Any]:
        """The view as a game to ask; what was worked out for the last one is kept as far as it still holds."""
        if self._kept is None or self._kept.content is not view.content:
            self._kept = view.game
        else:
            self._kept.look_at(view.state)
        return self._kept
