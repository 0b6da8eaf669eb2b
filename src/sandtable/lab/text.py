"""A seat for agents that read and write: the view in words, the options with their rules, odds and facts on request.

Nothing that is said depends on more than the side may know. Bots play the other sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sandtable.board import Board
from sandtable.board.scene import Counter
from sandtable.kernel import AnyTitle, Choice, Decision, Event, Line, Option, Resolved, SandtableError, Table, Texts
from sandtable.kernel import title as title_of
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.title import HexTitle, StatusLine
from sandtable.players import Player, player

_MOST_OUTCOMES = 12


class NotNow(SandtableError):
    """What was asked for makes no sense at this point; the message says what does."""


class Offer(msgspec.Struct, frozen=True):
    """An option as it can be chosen: its id, what it says, what it costs, and its rule."""

    id: str
    words: str
    cost: float | None = None
    rule: str = ""

    def __str__(self) -> str:
        cost = "" if self.cost is None else f" (cost {self.cost:g})"
        return f"{self.id}: {self.words}{cost}{_cited(self.rule)}"


class Seat:
    """One side of a game, for somebody who plays by words."""

    def __init__(
        self,
        title: str | AnyTitle,
        scenario: str | None = None,
        side: str = "",
        *,
        bots: str | Mapping[str, str] = "greedy",
        options: Sequence[str] = (),
        seed: int | None = None,
        lang: str = "en",
        packs: Sequence[Path] = (),
    ) -> None:
        """`bots` plays all other sides, or names who plays each. Raises SandtableError for what does not exist."""
        found = title_of(title, packs) if isinstance(title, str) else title
        self.table = Table.new(found, scenario, options, seed)
        self.title, self.lang = found, lang
        sides = found.scenario(self.table.header.scenario).sides
        self.side = side or sides[0]
        if self.side not in sides:
            raise NotNow(f"there is no side {side!r} in this scenario; the sides are {', '.join(sides)}")
        others = [each for each in sides if each != self.side]
        named = dict.fromkeys(others, bots) if isinstance(bots, str) else bots
        missing = [each for each in others if each not in named]
        if missing:
            raise NotNow(f"nobody plays {', '.join(missing)}; name a bot for each")
        start = self.table.header.seed
        self._bots: dict[str, Player] = {
            each: player(named[each], start + number, found) for number, each in enumerate(others, 1)
        }
        self._told = 0
        self._play_on()

    # What there is to see

    @property
    def is_over(self) -> bool:
        return self.table.result is not None

    @property
    def result(self) -> str:
        """Who has won and how clearly; an empty text while the game goes on."""
        result, texts = self.table.result, self._texts
        if result is None:
            return ""
        winner = "Nobody" if result.winner is None else texts.name("side", result.winner)
        return f"{winner}: {texts.name('level', result.level)}{_cited(result.rule)}"

    def look(self) -> str:
        """The whole position as the side knows it, and what it is asked."""
        parts = [*self._position(), self.question()]
        return "\n\n".join(part for part in parts if part)

    def _position(self) -> list[str]:
        if not isinstance(self.title, HexTitle):
            return []
        game = self.table.view(self.side).game
        scene = self.title.scene(game, self.lang)
        places: dict[str, list[str]] = {}
        for counter in scene.counters:
            places.setdefault(counter.at, []).append(self._counter(counter, scene.board))
        listed = [f"- {self._place(at)}: {'; '.join(there)}" for at, there in places.items()]
        status = [f"- {self._whose(line)}{line.label}: {line.value}" for line in self.title.status(game, self.lang)]
        return [
            scene.heading,
            "\n".join(["Counters:", *listed]),
            "\n".join(["How it stands:", *status]) if status else "",
        ]

    def _counter(self, counter: Counter, board: Board) -> str:
        """A counter in words; of one that is hidden from the side no more than whose it is."""
        texts = self._texts
        side = texts.name("side", counter.side)
        if "hidden" in counter.states:
            return f"{side}, hidden"
        kind = " ".join(filter(None, (counter.symbol.branch, counter.symbol.size)))
        parts = [" ".join(f"{side} {counter.name or counter.id} [{counter.id}] {kind} {counter.values}".split())]
        if counter.full_steps > 1:
            parts.append(f"{counter.steps} of {counter.full_steps} steps")
        if counter.facing is not None:
            parts.append(f"facing {board.grid.facing_name(counter.facing)}")
        return ", ".join([*parts, *(texts.name("state", state) for state in counter.states)])

    def _whose(self, line: StatusLine) -> str:
        return f"{self._texts.name('side', line.side)}, " if line.side else ""

    def _place(self, at: str) -> str:
        assert isinstance(self.title, HexTitle)
        board = self.title.board(self.table.game.content)
        return self.title.hex_name(at, self.lang, self.table.game.content) if at in board.index else at

    def question(self) -> str:
        """What the side is asked, with everything that it may answer."""
        decision = self._decision
        if decision is None:
            return self.result or "Others are to decide."
        return "\n".join([f"{self._texts.prompt(decision)}{_cited(decision.rule)}", *_listed(self.offers())])

    def offers(self) -> list[Offer]:
        """Everything that may be chosen now."""
        decision = self._decision
        return [] if decision is None else [self._offer(option) for option in decision.options]

    def _offer(self, option: Option) -> Offer:
        return Offer(option.id, self._texts.option(option), option.cost, option.rule)

    # What can be asked

    def about(self, option_id: str) -> str:
        """What an option would do: its way and its sum. Raises IllegalChoice where it is not offered."""
        self._asked()
        found = self.table.preview(option_id, self.side)
        way = [f"By way of {', '.join(map(self._place, found.path))}."] if found.path else []
        return "\n".join([*way, *self._sum(found.lines)]) or "Nothing more is known of it."

    def odds(self, option_id: str) -> str:
        """The outcomes of an option with their probabilities, exact where it says so. Raises IllegalChoice."""
        self._asked()
        odds, texts = self.table.odds(option_id, self.side), self._texts
        lines = [
            f"- {each.probability:.1%}: {texts.separator.join(map(texts.result, each.results)) or 'nothing happens'}"
            for each in odds.outcomes[:_MOST_OUTCOMES]
        ]
        rest = sum(each.probability for each in odds.outcomes[_MOST_OUTCOMES:])
        lines += [f"- {rest:.1%}: others"] if rest else []
        lines += [f"Taken for granted: {texts.phrase(f'assumed.{prompt}')}" for prompt in odds.assumed]
        return "\n".join([*lines, "These are exact." if odds.exact else f"Estimated from {odds.samples} tries."])

    def why_not(self, option_id: str) -> str:
        """Why something cannot be chosen, with its rule; an empty text if it can."""
        refusal = self.table.explain(option_id, self.side)
        return "" if refusal is None else f"{self._texts.refusal(refusal)}{_cited(refusal.rule)}"

    def hex(self, label: str) -> str:
        """What is to be known of a hex. Raises LabelError for one that is not on the map."""
        return self._facts(self._hexes().inspect(self.table.view(self.side).game, label, self.lang))

    def unit(self, unit_id: str) -> str:
        """What is to be known of a counter: an empty text for one that is not in play."""
        return self._facts(self._hexes().facts_of_unit(self.table.view(self.side).game, unit_id, self.lang))

    def rule(self, rule_id: str) -> str:
        """What a rule says, in short. Raises NotNow where the title has none of that number."""
        for each in self.title.rules():
            if each.id == rule_id:
                return f"{each.id} {each.title[self.lang]}: {each.summary[self.lang]}"
        raise NotNow(f"there is no rule {rule_id!r}; options and events name those that they rest on")

    def rules(self, word: str) -> str:
        """The rules in whose title or summary a word stands."""
        wanted = word.casefold()
        found = [
            f"{each.id} {each.title[self.lang]}"
            for each in self.title.rules()
            if wanted in f"{each.title[self.lang]} {each.summary[self.lang]}".casefold()
        ]
        return "\n".join(found) or f"No rule speaks of {word!r}."

    # Playing

    def choose(self, option_id: str) -> str:
        """Choose, let the others play until the side is asked again, and tell what happened. Raises IllegalChoice."""
        self._asked()
        self.table.choose(option_id, self.side)
        self._play_on()
        return self.news()

    def news(self) -> str:
        """What has happened since this was last told, as far as the side may know."""
        events = [event for event in self.table.events if event.visible_to(self.side)]
        fresh, self._told = events[self._told :], len(events)
        return "\n".join(self._sentences(fresh))

    def _play_on(self) -> None:
        while not self.is_over and self._decision is None:
            decision = self.table.decisions[0]
            option = self._bots[decision.side].choose(self.table.view(decision.side), decision)
            self.table.choose(option, decision.side)

    # Words

    @property
    def _texts(self) -> Texts:
        return self.table.game.texts(self.lang)

    @property
    def _decision(self) -> Decision | None:
        return next((each for each in self.table.decisions if each.side == self.side), None)

    def _asked(self) -> None:
        if self._decision is None:
            raise NotNow(f"the game is over: {self.result}" if self.is_over else "others are to decide")

    def _hexes(self) -> HexTitle[Any, Any]:
        if not isinstance(self.title, HexTitle):
            raise NotNow("this title has no map")
        return self.title

    def _sentences(self, events: Iterable[Event]) -> list[str]:
        lines = []
        for event in events:
            lines.append(" ".join(self._texts.event(event).split()) + _cited(event.rule))
            if isinstance(event, Resolved):
                lines += [f"    {line}" for line in self._sum(event.lines)]
        return lines

    def _sum(self, lines: Iterable[Line]) -> list[str]:
        return [f"{self._texts.line(line)}: {line.value}{_cited(line.rule)}" for line in lines]

    def _facts(self, facts: Iterable[Fact]) -> str:
        return "\n".join(f"{fact.label}: {fact.value}{_cited(fact.rule)}" for fact in facts)


def _cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def _listed(offers: Sequence[Offer]) -> list[str]:
    """Options line by line; those that say nothing but their name, such as hexes, stand together."""
    bare: dict[tuple[float | None, str], list[str]] = {}
    for each in offers:
        if each.words == Choice.of(each.id).name:
            bare.setdefault((each.cost, each.rule), []).append(each.id)
    lines = [f"- {each}" for each in offers if each.words != Choice.of(each.id).name]
    for (cost, rule), ids in bare.items():
        lines.append(f"- {', '.join(ids)}{'' if cost is None else f' (cost {cost:g})'}{_cited(rule)}")
    return lines
