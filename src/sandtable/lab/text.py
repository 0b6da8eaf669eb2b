"""A seat for agents that read and write: the view in words, the options with their rules, odds and facts on request.

Nothing that is said depends on more than the side may know. Bots play the other sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sandtable.board import Board
from sandtable.board.scene import Counter
from sandtable.kernel import AnyTitle, Decision, Event, Line, Table, Texts
from sandtable.kernel import title as title_of
from sandtable.kernel.game import RESIGN
from sandtable.lab import ground, wording
from sandtable.lab.wording import NotNow, Offer, Piece, Ruled, cited
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.title import HexTitle, StatusLine
from sandtable.players import Player, player


class Seat(Ruled):
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
        return f"{winner}: {texts.name('level', result.level)}{cited(result.rule)}"

    def look(self) -> str:
        """The whole position as the side knows it, and what it is asked."""
        return "\n\n".join([*self._position(), self.question()])

    def map(self) -> str:
        """The ground, hex by hex: what does not change in a game."""
        return ground.told(self._hexes().board(self.table.game.content), self.lang)

    def _position(self) -> list[str]:
        if not isinstance(self.title, HexTitle):
            return []
        game = self.table.view(self.side).game
        scene = self.title.scene(game, self.lang)
        pieces = [self._piece(counter, scene.board) for counter in scene.counters]
        status = [f"{self._whose(line)}{line.label}: {line.value}" for line in self.title.status(game, self.lang)]
        return wording.position(scene.heading, pieces, {each.at: self._place(each.at) for each in pieces}, status)

    def _piece(self, counter: Counter, board: Board) -> Piece:
        texts = self._texts
        return Piece(
            id=counter.id,
            at=counter.at,
            side=texts.name("side", counter.side),
            name=counter.name,
            kind=" ".join(filter(None, (counter.symbol.branch, counter.symbol.size))),
            values=counter.values,
            steps=counter.steps,
            full_steps=counter.full_steps,
            facing="" if counter.facing is None else board.grid.facing_name(counter.facing),
            states=tuple(texts.name("state", state) for state in counter.states),
            hidden="hidden" in counter.states,
        )

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
        return wording.asked(self._words().prompt(decision), decision.rule, self.offers())

    def offers(self) -> list[Offer]:
        """Everything that may be chosen now."""
        decision = self._decision
        if decision is None:
            return []
        words = self._words()
        return [Offer(each.id, words.answer(decision, each), each.cost, each.rule) for each in decision.options]

    # What can be asked

    def about(self, option_id: str) -> str:
        """What an option would do: its way and its sum. Raises IllegalChoice where it is not offered."""
        self._asked()
        found = self.table.preview(option_id, self.side)
        told = [*wording.way([*map(self._place, found.path)]), *_sum(found.lines, self._words())]
        return "\n".join(told) or "Nothing more is known of it."

    def odds(self, option_id: str) -> str:
        """The outcomes of an option with their probabilities, exact where it says so. Raises IllegalChoice."""
        self._asked()
        odds, texts = self.table.odds(option_id, self.side), self._words()
        outcomes = [(each.probability, texts.separator.join(map(texts.result, each.results))) for each in odds.outcomes]
        granted = [f"Taken for granted: {texts.phrase(f'assumed.{prompt}')}" for prompt in odds.assumed]
        certain = "These are exact." if odds.exact else f"Estimated from {odds.samples} tries."
        return wording.chances(outcomes, [*granted, certain])

    def why_not(self, option_id: str) -> str:
        """Why something cannot be chosen, with its rule; an empty text if it can."""
        refusal = self.table.explain(option_id, self.side)
        return "" if refusal is None else f"{self._words().refusal(refusal)}{cited(refusal.rule)}"

    def hex(self, label: str) -> str:
        """What is to be known of a hex. Raises LabelError for one that is not on the map."""
        return self._facts(self._hexes().inspect(self.table.view(self.side).game, label, self.lang))

    def unit(self, unit_id: str) -> str:
        """What is to be known of a counter: an empty text for one that is not in play."""
        return self._facts(self._hexes().facts_of_unit(self.table.view(self.side).game, unit_id, self.lang))

    def _rules(self) -> Iterable[tuple[str, str, str]]:
        for each in self.title.rules():
            yield each.id, each.title[self.lang], wording.remarked(each.summary[self.lang], self._texts.note(each))

    # Playing

    def choose(self, option_id: str) -> str:
        """Choose, let the others play until the side is asked again, and tell what happened. Raises IllegalChoice."""
        self._asked()
        self.table.choose(option_id, self.side)
        self._play_on()
        return self.news()

    def resign(self) -> str:
        """Give the game up. Raises NotNow where it is over."""
        self._asked()
        self.table.choose(RESIGN, self.side)
        return self.result

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
        return self.title.texts(self.lang, self.table.game.content)

    def _words(self) -> Texts:
        """The same, which call things as the side knows them now."""
        return self.table.view(self.side).game.texts(self.lang)

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
        lines, words = [], self._words()
        for event in events:
            lines.append(" ".join(words.event(event).split()) + cited(event.rule))
            lines += [f"    {line}" for line in _sum(event.arithmetic(), words)]
        return lines

    def _facts(self, facts: Iterable[Fact]) -> str:
        return "\n".join(wording.sum_lines((fact.label, fact.value, fact.rule) for fact in facts))


def _sum(lines: Iterable[Line], words: Texts) -> list[str]:
    return wording.sum_lines((words.line(line), line.value, line.rule) for line in lines)
