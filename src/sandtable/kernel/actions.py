"""Menus of actions: each thing that can be done, with its offer, its refusal, its preview and its start."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, TypeVar

from sandtable.kernel.decisions import Choice, Option, Preview, Refusal

G = TypeVar("G")
"""The title's game."""
T = TypeVar("T")
"""What acts: the id of a unit, a stack, a procedure that asks."""


class Action(ABC, Generic[G, T]):
    """One thing that can be done. Its options are those of its `kinds`, and single ones by their `ids`."""

    rule: ClassVar[str]
    kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of options that are this action's, such as hex."""
    ids: ClassVar[tuple[str, ...]] = ()
    """Single options that are this action's, such as do:dig."""

    _single: ClassVar[frozenset[Choice]] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._single = frozenset(map(Choice.of, cls.ids))

    def all_kinds(self) -> set[str]:
        """The kinds of all options that it names."""
        return {*self.kinds, *[choice.kind for choice in self._single]}

    def takes(self, game: G, choice: Choice) -> bool:
        """Whether an option is this action's, offered or not."""
        return choice.kind in self.kinds or choice in self._single

    @abstractmethod
    def offers(self, game: G, subject: T) -> Sequence[Option]:
        """What is offered now: everything legal and nothing else."""

    def refuse(self, game: G, subject: T, choice: Choice) -> Refusal | None:
        """Why an option of this action is not offered; None where it cannot tell, or always is."""
        return None

    def preview(self, game: G, subject: T, choice: Choice) -> Preview | None:
        """What an offered option would do first."""
        return None

    @abstractmethod
    def start(self, game: G, subject: T, choice: Choice) -> None:
        """Carry out an offered option, or begin to."""


class Menu(Generic[G, T]):
    """Several actions in the order in which they are offered."""

    def __init__(self, *actions: Action[G, T]) -> None:
        self.actions = actions
        self._offers = tuple(action.offers for action in actions)
        """Looked up once, since they are asked at every question."""
        self._particular = tuple(action for action in actions if type(action).takes is not Action.takes)
        """Those that say themselves what is theirs, and so may take an option of any kind."""
        kinds = {kind for action in actions for kind in action.all_kinds()}
        self._of_kind = {
            kind: tuple(each for each in actions if each in self._particular or kind in each.all_kinds())
            for kind in kinds
        }
        self._only = {
            kind: each[0]
            for kind, each in self._of_kind.items()
            if len(each) == 1 and kind in each[0].kinds and each[0] not in self._particular
        }
        """Those that take every option of a kind, which is nobody else's."""

    def __iter__(self) -> Iterable[Action[G, T]]:
        return iter(self.actions)

    def options(self, game: G, subject: T) -> list[Option]:
        """Everything that is offered."""
        found: list[Option] = []
        for offers in self._offers:
            found += offers(game, subject)
        return found

    def offers_any(self, game: G, subject: T) -> bool:
        """Whether anything is offered."""
        return any(offers(game, subject) for offers in self._offers)

    def of(self, game: G, choice: Choice) -> Action[G, T] | None:
        """The action to which an option belongs."""
        only = self._only.get(choice.kind)
        if only is not None:
            return only
        for action in self._of_kind.get(choice.kind, self._particular):
            if action.takes(game, choice):
                return action
        return None

    def refuse(self, game: G, subject: T, choice: Choice) -> Refusal | None:
        """Why an option is not offered: the reason of the first action that has one."""
        for action in self._of_kind.get(choice.kind, self._particular):
            if action.takes(game, choice):
                found = action.refuse(game, subject, choice)
                if found is not None:
                    return found
        return None

    def preview(self, game: G, subject: T, choice: Choice) -> Preview | None:
        action = self.of(game, choice)
        return None if action is None else action.preview(game, subject, choice)

    def start(self, game: G, subject: T, choice: Choice) -> None:
        """Carry out an offered option. Raises LookupError for one that belongs to no action."""
        action = self.of(game, choice)
        if action is None:
            raise LookupError(f"no action takes {choice.kind}:{choice.name}")
        action.start(game, subject, choice)
