"""What is kept for speed about weapons: what each unit possesses, and who mans which Gun, from change to change.

No rule lives here: who may possess and use what is said by the chapters on weapons.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sandtable.games.asl.state import Weapon

if TYPE_CHECKING:
    from sandtable.games.asl.units import Game


class Arms:
    """The weapons that somebody possesses, by who does, in order, each with what has become of it."""

    def __init__(self, game: Game) -> None:
        self._guns = game.content.guns
        self.of: dict[str, tuple[tuple[str, Weapon], ...]] = {}
        self.crews: Mapping[str, str] = {}
        """The units that man a Gun, each with its Gun."""

    def follow(self, game: Game, weapons: Sequence[tuple[str, Weapon | None, Weapon | None]]) -> None:
        for name, old, new in weapons:
            if old is not None and old.holder:
                left = tuple([each for each in self.of[old.holder] if each[0] != name])
                if left:
                    self.of[old.holder] = left
                else:
                    del self.of[old.holder]
            if new is not None and new.holder:
                self.of[new.holder] = tuple(sorted([*self.of.get(new.holder, ()), (name, new)], key=_name))
        if any(self._changes_hands(old, new) for _, old, new in weapons):
            now = game.state.weapons.items()
            self.crews = {each.holder: name for name, each in now if each.holder and each.kind in self._guns}

    def _changes_hands(self, old: Weapon | None, new: Weapon | None) -> bool:
        """Whether a Gun comes to be manned by somebody else."""
        if old is not None and new is not None:
            return old.holder != new.holder and new.kind in self._guns
        one = new if old is None else old
        return one is not None and one.holder != "" and one.kind in self._guns

    def facts(self) -> object:
        return self.of, self.crews


def _name(weapon: tuple[str, Weapon]) -> str:
    return weapon[0]
