"""Chapter 9.8: US divisions that two counters can form."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.events.reinforcements import LinkedUp
from sandtable.games.gsfg.files import Link
from sandtable.games.gsfg.state import NATO, Unit
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure, of_content, rule

YES = Option("do:yes", rule="9.8")
NO = Option("do:no", rule="9.8")


def offer(game: Game, unit_ids: tuple[str, ...]) -> None:
    """After units have moved, push the question whether two counters that now share a hex form a division."""
    if parts(game.content).isdisjoint(unit_ids):
        return
    for link in together(game):
        if link.brigade in unit_ids or link.rest in unit_ids:
            game.push(LinkUp(whole=link.whole))


@of_content
def parts(content: Content) -> frozenset[str]:
    """The counters of which divisions are formed."""
    return frozenset(unit_id for link in content.links for unit_id in (link.brigade, link.rest))


@rule("9.8")
def options(game: Game, group: str) -> list[Option]:
    """`link:ID` for each division that can be formed in this movement phase where its counters stand together."""
    return [Option(f"link:{link.whole}", rule="9.8") for link in together(game)] if group == "nato" else []


@rule("9.8")
def together(game: Game) -> list[Link]:
    """The divisions whose two counters, both still in play, are in one hex."""
    units = game.state.units
    return [
        link
        for link in game.content.links
        if link.brigade in units and link.rest in units and units[link.brigade].at == units[link.rest].at
    ]


@rule("9.8")
def form(game: Game, whole: str) -> None:
    """Replace the two counters of a division by the whole, which moves no further in this turn."""
    link = next(link for link in game.content.links if link.whole == whole)
    units = game.state.units
    brigade, rest = units.pop(link.brigade), units.pop(link.rest)
    units[whole] = Unit(
        at=brigade.at,
        steps=game.content.counters[whole].steps,
        start=brigade.at,
        moved=True,
        spent=max(brigade.spent, rest.spent),
        marched=brigade.marched or rest.marched,
        flew=brigade.flew or rest.flew,
        arrived=brigade.arrived and rest.arrived,
        attacked=brigade.attacked or rest.attacked,
        fought=brigade.fought or rest.fought,
        acted=True,
        retreated=brigade.retreated or rest.retreated,
        ew=min(brigade.ew, rest.ew, key=("collapsed", "degraded", "").index),
    )
    game.say(LinkedUp(rule="9.8", brigade=link.brigade, rest=link.rest, whole=whole, at=brigade.at))


class LinkUp(Procedure, frozen=True):
    """NATO decides whether two counters that have come together form a division at once."""

    whole: str

    @rule("9.8")
    def begin(self, game: Game) -> Decision:
        return Decision(NATO, "link-up", "9.8", (YES, NO), {"unit": self.whole}, continues=True)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "yes":
            form(game, self.whole)
            game.finish(self.whole)
        else:
            game.finish()


PROCEDURES = (LinkUp,)
