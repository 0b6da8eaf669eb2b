"""What scores in a scenario, and where on the map: for players to read before they plan."""

from __future__ import annotations

from sandtable.games.gts.arnhem.special_rules import SpecialRulesFile
from sandtable.games.gts.content import Award, Content, Grade
from sandtable.kernel import Texts
from sandtable.mechanics.title import StatusLine


def goals(content: Content, texts: Texts) -> tuple[StatusLine, ...]:
    """Everything that scores, the lead in points that each degree of victory asks for, and the special rules."""
    scenario = content.scenario
    return (
        *(StatusLine(award.name[texts.lang], price(content, award, texts), award.side) for award in scenario.victory),
        *(StatusLine(texts.name("level", grade.level), lead(grade, texts)) for grade in scenario.levels),
        *special_rules(content, texts.lang),
    )


def special_rules(content: Content, lang: str) -> list[StatusLine]:
    """The special rules of the scenario, in a sentence each."""
    rows = content.table("special-rules", SpecialRulesFile).special
    return [StatusLine(rows[name].name[lang], rows[name].text[lang]) for name in content.scenario.special]


def price(content: Content, award: Award, texts: Texts) -> str:
    """The points of an award, for what they are given, and in which turns."""
    found = texts.phrase(f"goal.per-{award.per}", {"points": award.points})
    if award.turns is None:
        return found
    first, last = (turn - content.first_turn + 1 for turn in award.turns)
    whole = first <= 1 and award.turns[1] >= content.last_turn
    when = "goal.in-turn" if first == last else "goal.in-turns"
    return found if whole else found + texts.phrase(when, {"first": first, "last": last})


def lead(grade: Grade, texts: Texts) -> str:
    """The least lead of the Allies for a degree of victory."""
    return texts.phrase("goal.rest") if grade.lead is None else texts.phrase("goal.lead", {"points": grade.lead})


def hexes_of_goals(content: Content, side: str) -> frozenset[str]:
    """The hexes in which a side scores."""
    awards = [award for award in content.scenario.victory if award.side == side]
    regions = [content.region(award.region) for award in awards if award.region]
    return frozenset().union(*regions, *(award.hexes for award in awards))
