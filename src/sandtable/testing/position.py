"""A game under examination, as every check is given it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sandtable.kernel import AnyTitle, Choice, Decision, Game, Table

Problems = Iterator[str]
"""What a check finds amiss, in a sentence each."""


class Position:
    """The table, and what the checks share: a generator of their own, the rule list and everything met so far."""

    def __init__(self, table: Table, rng: random.Random, folder: Path) -> None:
        self.table = table
        self.rng = rng
        self.folder = folder
        self.rules = {rule.id for rule in table.title.rules()}
        self.sides = table.title.scenario(table.header.scenario).sides
        self.met: dict[str, set[str]] = {"do": set()}
        """The names met so far in options, by kind."""
        self.asked: dict[str, Decision] = {}
        """The latest question of each kind."""
        self.refused = 0
        """How often somebody clicked on what is not offered."""
        self.unreasoned = 0
        """How often no reason was given for that."""
        self._names: dict[str, list[str]] = {}

    @property
    def game(self) -> Game[Any, Any]:
        return self.table.game

    @property
    def title(self) -> AnyTitle:
        return self.table.title

    def any_decision(self) -> Decision:
        return self.rng.choice(self.table.decisions)

    def names(self, kind: str) -> list[str]:
        """Everything of a kind that the title knows of."""
        if kind not in self._names:
            self._names[kind] = list(self.title.ids(kind, self.game.content))
        return self._names[kind]

    def meet(self, decision: Decision) -> None:
        """Remember what is asked and offered, to try it later when it is not."""
        self.asked[decision.prompt] = decision
        for option_id in decision.ids:
            kind, name = Choice.of(option_id)
            self.met.setdefault(kind, set()).add(name)
