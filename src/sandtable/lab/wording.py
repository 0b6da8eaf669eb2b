"""How a seat is told in words: its options, the position, chances and rules, each in one way wherever it comes from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from sandtable.kernel import Choice, SandtableError

_MOST_OUTCOMES = 12


class Offer(msgspec.Struct, frozen=True):
    """An option as it can be chosen: its id, what it says, what it costs, and its rule."""

    id: str
    words: str
    cost: float | None = None
    rule: str = ""

    def __str__(self) -> str:
        cost = "" if self.cost is None else f" (cost {self.cost:g})"
        return f"{self.id}: {self.words}{cost}{cited(self.rule)}"


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter as a seat may know it."""

    id: str
    at: str
    side: str
    """The name of the side."""
    name: str
    kind: str
    values: str
    steps: int
    full_steps: int
    facing: str = ""
    states: tuple[str, ...] = ()
    hidden: bool = False

    def __str__(self) -> str:
        if self.hidden:
            return f"{self.side}, hidden"
        parts = [" ".join(f"{self.side} {self.name or self.id} [{self.id}] {self.kind} {self.values}".split())]
        if self.full_steps > 1:
            parts.append(f"{self.steps} of {self.full_steps} steps")
        if self.facing:
            parts.append(f"facing {self.facing}")
        return ", ".join([*parts, *self.states])


def cited(rule: str) -> str:
    return f" [{rule}]" if rule else ""


def asked(prompt: str, rule: str, offers: Sequence[Offer]) -> str:
    """A question with everything that it may be answered with."""
    return "\n".join([f"{prompt}{cited(rule)}", *_listed(offers)])


def _listed(offers: Sequence[Offer]) -> list[str]:
    """Options line by line; those that say nothing but their name, such as hexes, stand together."""
    bare: dict[tuple[float | None, str], list[str]] = {}
    for each in offers:
        if each.words == Choice.of(each.id).name:
            bare.setdefault((each.cost, each.rule), []).append(each.id)
    lines = [f"- {each}" for each in offers if each.words != Choice.of(each.id).name]
    for (cost, rule), ids in bare.items():
        lines.append(f"- {', '.join(ids)}{'' if cost is None else f' (cost {cost:g})'}{cited(rule)}")
    return lines


def position(heading: str, pieces: Iterable[Piece], places: Mapping[str, str], status: Sequence[str]) -> list[str]:
    """A position, part by part; `places` has the names of those that are not called by their label alone."""
    lying: dict[str, list[str]] = {}
    for piece in pieces:
        lying.setdefault(piece.at, []).append(str(piece))
    counters = [f"- {places.get(at, at)}: {'; '.join(there)}" for at, there in lying.items()]
    standing = ["\n".join(["How it stands:", *(f"- {line}" for line in status)])] if status else []
    return [heading, "\n".join(["Counters:", *counters]), *standing]


def chances(outcomes: Sequence[tuple[float, str]], notes: Sequence[str]) -> str:
    """Outcomes with their probabilities, the likelier first and those beyond the dozen taken together, and notes."""
    lines = [f"- {chance:.1%}: {words or 'nothing happens'}" for chance, words in outcomes[:_MOST_OUTCOMES]]
    rest = sum(chance for chance, _ in outcomes[_MOST_OUTCOMES:])
    return "\n".join([*lines, *([f"- {rest:.1%}: others"] if rest else []), *notes])


def sum_lines(lines: Iterable[tuple[str, str, str]]) -> list[str]:
    """A sum line by line, each a label, a value and a rule."""
    return [f"{label}: {value}{cited(rule)}" for label, value, rule in lines]


def way(names: Sequence[str]) -> list[str]:
    return [f"By way of {', '.join(names)}."] if names else []


class NotNow(SandtableError):
    """What was asked for makes no sense at this point; the message says what does."""


def remarked(summary: str, note: str) -> str:
    """What a rule says, with what is to be known beside it."""
    return f"{summary} ({note})" if note else summary


class Ruled(ABC):
    """A seat that can look up the rules of its title."""

    @abstractmethod
    def _rules(self) -> Iterable[tuple[str, str, str]]:
        """All rules, each an id, a title and a summary."""

    def rule(self, rule_id: str) -> str:
        """What a rule says, in short. Raises NotNow where the title has none of that number."""
        for number, title, summary in self._rules():
            if number == rule_id:
                return f"{number} {title}: {summary}"
        raise NotNow(f"there is no rule {rule_id!r}; options and events name those that they rest on")

    def rules(self, word: str) -> str:
        """The rules in whose title or summary a word stands."""
        wanted = word.casefold()
        told = ((f"{number} {title}", f"{title} {summary}") for number, title, summary in self._rules())
        return "\n".join(name for name, words in told if wanted in words.casefold()) or f"No rule speaks of {word!r}."
