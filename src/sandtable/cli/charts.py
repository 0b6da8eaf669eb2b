"""Charts in text: the odds of a choice with the sum that they rest on, and what the computer would choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.cli import words
from sandtable.cli.output import bar
from sandtable.cli.sentences import outcome, sums

if TYPE_CHECKING:
    from sandtable.kernel import Decision, Odds, Preview, Texts
    from sandtable.players import Candidate, Thoughts

_BAR = 24
_MOST = 20
_THEN = " → "


def odds_chart(texts: Texts, odds: Odds, preview: Preview, lang: str) -> list[str]:
    """The sum, then a bar for each outcome, likeliest first."""
    lines = sums(texts, preview.lines)
    if lines:
        lines.append("")
    lines += [_outcome_bar(each.probability, outcome(texts, each)) for each in odds.outcomes[:_MOST]]
    rest = odds.outcomes[_MOST:]
    if rest:
        share = sum(each.probability for each in rest)
        lines.append(_outcome_bar(share, words.say(lang, "odds.others", count=len(rest))))
    lines += [f"{label}: {value}" for label, value in assumptions(texts, odds)]
    lines.append(words.say(lang, "odds.exact") if odds.exact else words.say(lang, "odds.sampled", count=odds.samples))
    return lines


def assumptions(texts: Texts, odds: Odds) -> list[tuple[str, str]]:
    """What the odds take for granted, if anything, as a label and a value."""
    passed = [texts.phrase(f"assumed.{prompt}") for prompt in odds.assumed]
    return [(texts.phrase("odds.assumed"), texts.separator.join(passed))] if passed else []


def hint_chart(texts: Texts, decision: Decision, thoughts: Thoughts, lang: str) -> list[str]:
    """What the computer would choose, and a bar for each option that it weighed, the better ones first."""
    best, *others = thoughts.candidates
    lines = [words.say(lang, "hint.best", option=_named(texts, decision, best)), ""]
    if not others:
        return [*lines, words.say(lang, "hint.only")]
    lines += [_advice_bar(each, _named(texts, decision, each), lang) for each in thoughts.candidates[:_MOST]]
    return [*lines, "", words.say(lang, "hint.note")]


def _named(texts: Texts, decision: Decision, candidate: Candidate) -> str:
    """The option, and what would be done with it."""
    option = decision.find(candidate.option)
    picks = (*(() if option is None else (option,)), *candidate.then)
    return _THEN.join(map(texts.option, picks)) or candidate.option


def _advice_bar(each: Candidate, label: str, lang: str) -> str:
    detail = words.say(lang, "hint.detail", visits=each.visits, value=f"{each.value:.1f}")
    return f"{each.prospects * 100:6.0f} {bar(each.prospects, _BAR):<{_BAR}} {label}  ({detail})"


def _outcome_bar(probability: float, label: str) -> str:
    return f"{probability:6.1%} {bar(probability, _BAR):<{_BAR}} {label}"
