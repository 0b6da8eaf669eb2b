"""A duel of two sides with a little of everything that the kernel supports: the title of its tests."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from sandtable.kernel import (
    Choice,
    Decision,
    Event,
    Formality,
    Game,
    GameState,
    Line,
    Option,
    Phase,
    Preview,
    Procedure,
    Refusal,
    Resolved,
    ScenarioInfo,
    Switch,
    Title,
    rule,
)
from sandtable.kernel.standing import ASK

SIDES = ("red", "blue")
SPACES = 3
HIT = 9
UNKNOWN = "unknown"
CARDS = ("sun", "moon", "moon")


class Unit(msgspec.Struct, frozen=True):
    """A counter on a space of the one and only track."""

    side: str
    at: int = 0


class ToyState(GameState, kw_only=True):
    """Counters, hidden cards, secret bids and the score."""

    turn: int = 1
    units: dict[str, Unit] = {}
    cards: dict[str, str] = {}
    bids: dict[str, int] = {}
    score: dict[str, int] = {}


class ToyContent(msgspec.Struct, frozen=True):
    """How long a scenario lasts and whether anybody may shoot."""

    turns: int
    shooting: bool


class Moved(Event, frozen=True, kw_only=True):
    """A counter arrived on a space."""

    unit: str
    to: str


ToyGame = Game[ToyState, ToyContent]


def enemy(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


class Play(Procedure, frozen=True, kw_only=True):
    """Rule 1: cards once, then turns of a bid and one move a side."""

    order: tuple[str, ...] = SIDES

    def begin(self, game: ToyGame) -> None:
        for side in SIDES:
            game.state.cards[side] = game.draw(CARDS, "card", "1.1", seen_by=(side,))
        game.goto("bid")

    def bid(self, game: ToyGame) -> None:
        game.state.bids = {}
        game.simultaneously({side: Bid(side=side) for side in SIDES})
        game.goto("compare")

    @rule("1.2")
    def compare(self, game: ToyGame) -> None:
        bids = game.state.bids
        first = "blue" if bids["blue"] > bids["red"] else "red"
        game.goto("first", order=(first, enemy(first)))

    def first(self, game: ToyGame) -> None:
        game.goto("second")
        game.push(Turn(side=self.order[0]))

    def second(self, game: ToyGame) -> None:
        game.goto("close")
        game.push(Turn(side=self.order[1]))

    def close(self, game: ToyGame) -> None:
        state = game.state
        if state.turn < game.content.turns:
            state.turn += 1
            game.goto("bid")
            return
        totals = {side: state.score.get(side, 0) + (state.cards[side] == "sun") for side in SIDES}
        ahead = max(SIDES, key=lambda side: totals[side])
        drawn = totals["red"] == totals["blue"]
        game.end(None if drawn else ahead, "draw" if drawn else "win", "1.3")


class Bid(Procedure, frozen=True, kw_only=True):
    """Rule 1.2: a secret bid, of one pick if meek and of two if bold."""

    side: str

    def begin(self, game: ToyGame) -> Decision:
        return Decision(self.side, "bid", "1.2", (Option("do:meek"), Option("do:bold")))

    def begin_chosen(self, game: ToyGame, choice: Choice) -> None:
        if choice.name == "bold":
            game.goto("amount")
            return
        self._settle(game, 1)

    def amount(self, game: ToyGame) -> Decision:
        options = (Option("bid:2", cost=2), Option("bid:3", cost=3))
        return Decision(self.side, "amount", "1.2", options, continues=True)

    def amount_chosen(self, game: ToyGame, choice: Choice) -> None:
        self._settle(game, int(choice.name))

    def _settle(self, game: ToyGame, amount: int) -> None:
        game.state.bids[self.side] = amount
        game.finish()


class Turn(Phase, frozen=True, kw_only=True):
    """Rule 2: one counter moves; the enemy may shoot on its way."""

    step: str = "pick"
    side: str
    unit: str = ""
    to: int = 0

    @rule("2.1")
    def pick(self, game: ToyGame) -> Decision:
        own = [ident for ident, unit in game.state.units.items() if unit.side == self.side and unit.at < SPACES]
        options = (*(Option(f"unit:{ident}", rule="2.1") for ident in own), Option("do:pass"))
        return Decision(self.side, "move", "2.1", options)

    def pick_chosen(self, game: ToyGame, choice: Choice) -> None:
        if choice.name == "pass":
            game.finish()
        else:
            game.goto("where", unit=choice.name)

    def pick_refused(self, game: ToyGame, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name)
        if unit is None:
            return None
        if unit.side != self.side:
            return Refusal("refused.not-yours", "2.1", {"unit": choice.name})
        return Refusal("refused.at-the-end", "2.1", {"unit": choice.name})

    def where(self, game: ToyGame) -> Decision:
        ahead = range(game.state.units[self.unit].at + 1, SPACES + 1)
        options = tuple(Option(f"space:{to}", cost=to) for to in ahead)
        return Decision(self.side, "where", "2.2", options, {"unit": self.unit}, continues=True)

    def where_chosen(self, game: ToyGame, choice: Choice) -> None:
        game.goto("arrive", to=int(choice.name))
        if game.content.shooting:
            game.push(Reaction(side=enemy(self.side), target=self.unit))

    def where_preview(self, game: ToyGame, choice: Choice) -> Preview:
        return Preview(path=(choice.name,), lines=(Line("gain", choice.name, "2.2"),))

    @rule("2.2")
    def arrive(self, game: ToyGame) -> None:
        state = game.state
        game.finish()
        if self.unit in state.units:
            state.units[self.unit] = replace(state.units[self.unit], at=self.to)
            state.score[self.side] = state.score.get(self.side, 0) + self.to
            game.say(Moved(rule="2.2", unit=self.unit, to=str(self.to)))


class Reaction(Procedure, frozen=True, kw_only=True):
    """Rule 3: the enemy of a moving counter may shoot at it."""

    side: str
    target: str

    def begin(self, game: ToyGame) -> Decision:
        return Decision(self.side, "react", "3.1", (Option("do:shoot"), Option("do:hold")), {"unit": self.target})

    @rule("3.1")
    def begin_chosen(self, game: ToyGame, choice: Choice) -> None:
        game.finish()
        if choice.name == "hold":
            return
        total = game.roll("2d6", "shot", "3.1", bands=(HIT,))
        result = "hit" if total >= HIT else "miss"
        lines = (Line("needed", str(HIT), "3.1"),)
        game.say(Resolved(rule="3.1", what="shot", result=result, lines=lines, subject=self.target))
        if total >= HIT:
            del game.state.units[self.target]


class Toy(Title[ToyState, ToyContent]):
    """The title."""

    id = "toy"
    name = {"en": "Toy", "ja": "おもちゃ"}
    state_type = ToyState
    procedures = (Play, Bid, Turn, Reaction)
    event_types = (Moved,)
    formalities = {"react": Formality(("do:hold", "do:shoot", ASK), hopes={"hit": (("hit",),)}, narrowed_by=("unit",))}
    alarms = (Moved,)

    def scenarios(self) -> dict[str, ScenarioInfo]:
        peace = Switch("9.1", {"en": "Peace", "ja": "平和"})
        turns = {"short": 1, "long": 3}
        return {
            ident: ScenarioInfo(ident, {"en": ident, "ja": ident}, length, SIDES, switches=(peace,))
            for ident, length in turns.items()
        }

    def load(self, scenario: str, switches: tuple[str, ...]) -> ToyContent:
        return ToyContent(self.scenarios()[scenario].turns, "9.1" not in switches)

    def start(self, content: ToyContent) -> ToyState:
        units = {f"{side}-{n}": Unit(side) for side in SIDES for n in (1, 2)}
        return ToyState(scenario="", stack=[Play()], units=units)

    def mask(self, state: ToyState, content: ToyContent, side: str) -> None:
        state.cards = {owner: card if owner == side else UNKNOWN for owner, card in state.cards.items()}
        if state.branches:
            state.bids = {owner: bid for owner, bid in state.bids.items() if owner == side}

    def fill(self, state: ToyState, content: ToyContent, side: str, rng: random.Random) -> None:
        for owner, card in state.cards.items():
            if card == UNKNOWN:
                state.cards[owner] = rng.choice(CARDS)

    def evaluate(self, state: ToyState, content: ToyContent, side: str) -> float:
        if state.result is not None and state.result.winner is not None:
            return 1000.0 if state.result.winner == side else -1000.0
        return float(state.score.get(side, 0) - state.score.get(enemy(side), 0))

    def turn(self, state: ToyState) -> int:
        return state.turn

    def named(self, kind: str, ident: str, lang: str, content: object) -> str | None:
        return ident if kind == "unit" and ident.startswith(SIDES) else None

    def ids(self, kind: str, content: ToyContent) -> Iterable[str]:
        if kind == "unit":
            return self.start(content).units
        return map(str, range(SPACES + 2)) if kind == "space" else ()


TITLE = Toy
