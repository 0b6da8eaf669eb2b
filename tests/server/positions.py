"""Positions by lot, one following on another, with the update between them: what tests of both languages follow.

    python tests/server/positions.py

writes those that the tests of the browser client follow to `web/tests/updates.json`.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from sandtable.server import changes
from sandtable.server.protocol import (
    Card,
    Colours,
    OfferGroup,
    OrderCard,
    Picture,
    PleaCard,
    Position,
    Question,
    Sign,
    Status,
)

FIXTURE = Path(__file__).parents[2] / "web" / "tests" / "updates.json"
NAMES = {"hex:0102": "Holm 0102", "do:done": "Done"}
GAMES, LENGTH = 5, 6
_PLACES = [f"{column:02}{row:02}" for column in range(1, 4) for row in range(1, 3)] + ["reserve"]
_STATES = ("moved", "fired", "disrupted")


def random_card(rng: random.Random, number: int) -> Card:
    return Card(
        id=f"u{number}", at=rng.choice(_PLACES), side=rng.choice(("blue", "red")), palette="blue", branch="infantry",
        size="company", name=str(number), title=f"Unit {number}", values="3-4", tints=(), corner="", states=(),
        steps=rng.randint(1, 2), full_steps=2, facing=None, edge=rng.choice((None, 3)), mount="",
    )  # fmt: skip


def covered(card: Card, place: int) -> Card:
    """The back of a counter."""
    return Card(
        id=f"hidden-{card.at}-{place}", at=card.at, side=card.side, palette=card.side, branch="unknown", size="",
        name="", title="", values="", tints=(), corner="", states=("hidden",), steps=1, full_steps=1, facing=None,
        edge=None, mount="",
    )  # fmt: skip


class Course:
    """A game that makes no sense but goes through everything that can change."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.cards = [random_card(rng, number) for number in range(8)]
        self.hidden = {card.id for card in self.cards if rng.random() < 0.3}
        self.signs = [Sign(rng.choice(_PLACES), "A", "disc", "blue") for _ in range(2)]
        self.control: dict[str, str] = {}
        self.status = [Status("Points", str(number)) for number in range(3)]
        self.number = 0

    def go_on(self) -> None:
        """Change a few things."""
        happenings = (
            self._move, self._turn_over, self._shuffle, self._mark, self._conquer, self._lose, self._come, self._score,
        )  # fmt: skip
        for _ in range(self.rng.randint(0, 4)):
            self.rng.choice(happenings)()
        self.number += 1

    def _any(self) -> int:
        return self.rng.randrange(len(self.cards))

    def _move(self) -> None:
        card = self.cards.pop(self._any())
        states = (self.rng.choice(_STATES),)
        moved = replace(card, at=self.rng.choice(_PLACES), states=states, facing=self.rng.randrange(6))
        self.cards.insert(self.rng.randint(0, len(self.cards)), moved)

    def _turn_over(self) -> None:
        self.hidden ^= {self.cards[self._any()].id}

    def _shuffle(self) -> None:
        self.rng.shuffle(self.cards)

    def _mark(self) -> None:
        if self.signs and self.rng.random() < 0.4:
            self.signs.pop(self.rng.randrange(len(self.signs)))
        self.signs.append(Sign(self.rng.choice(_PLACES), self.rng.choice("AB"), "flag", "red"))

    def _conquer(self) -> None:
        place = self.rng.choice(_PLACES)
        if self.control.pop(place, None) is None:
            self.control[place] = self.rng.choice(("blue", "red"))

    def _lose(self) -> None:
        if len(self.cards) > 3:
            self.cards.pop(self._any())

    def _come(self) -> None:
        taken = {card.id for card in self.cards}
        self.cards.append(next(c for c in (random_card(self.rng, n) for n in range(100)) if c.id not in taken))

    def _score(self) -> None:
        self.status = [Status("Points", str(self.rng.randint(0, 9))) for _ in range(self.rng.randint(2, 4))]

    @property
    def position(self) -> Position:
        rng = self.rng
        places: dict[str, int] = {}
        shown = []
        for card in self.cards:
            place = places[card.at] = places.get(card.at, -1) + 1
            shown.append(covered(card, place) if card.id in self.hidden else card)
        return Position(
            revision=f"r{self.number}", number=self.number, side="blue", turn=1 + self.number // 3,
            heading=f"Turn {1 + self.number // 3}", phase=f"phase-{self.number // 2}", thinking=(),
            waiting_for=rng.choice((("blue",), ("blue", "red"))),
            interrupt="", question=self._question(shown), can_undo=rng.random() < 0.5, can_redo=False,
            status=tuple(self.status), orders=self._orders(), can_plead=self.number % 5 == 0, plea=self._plea(),
            picture=Picture(
                cards=tuple(shown), signs=tuple(self.signs), control=dict(self.control),
                boxes={"reserve": "Reserve"} if self.number % 3 else {},
                palettes={"blue": Colours("#00f", "#fff", "#ccc")},
            ),
        )  # fmt: skip

    def _orders(self) -> tuple[OrderCard, ...]:
        return tuple(OrderCard(f"order-{n}", f"Hold fire {n}") for n in range(self.number % 3))

    def _plea(self) -> PleaCard | None:
        return PleaCard("red", "undo", ("blue",), (), declined=self.number % 2 == 0) if self.number % 7 > 4 else None

    def _question(self, shown: list[Card]) -> Question | None:
        if self.rng.random() < 0.3:
            return None
        units = tuple(card.id for card in shown if "hidden" not in card.states)
        groups = (
            OfferGroup(kind="unit", names=units),
            OfferGroup(kind="hex", names=("0101", "0102"), costs=(1, None), rule="4.2"),
            OfferGroup(kind="do", names=("done", "pass"), labels={"pass": "Pass on"}),
        )
        about = tuple(card.at for card in shown[:1])
        return Question(side="blue", prompt="Choose", rule="4.1", options=groups, about=about, done="do:done")


def course(seed: int, length: int) -> list[Position]:
    """Positions of a game, one after the other."""
    going = Course(random.Random(seed))
    positions = [going.position]
    for _ in range(length):
        going.go_on()
        positions.append(going.position)
    return positions


def fixture() -> bytes:
    """Games as the client is told of them: the first position, then each update with the position that it leads to."""
    games: list[Any] = []
    for seed in range(GAMES):
        positions = course(seed, LENGTH)
        steps = [
            {"update": changes.between(before, after), "position": after}
            for before, after in itertools.pairwise(positions)
        ]
        games.append({"start": positions[0], "steps": steps})
    return msgspec.json.encode({"names": NAMES, "games": games}) + b"\n"


if __name__ == "__main__":
    sys.stdout.write(f"{FIXTURE}: {FIXTURE.write_bytes(fixture())} bytes\n")
