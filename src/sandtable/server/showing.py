"""What a client is shown of a match: everything here is made from the view of its seat."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Mapping, Sequence

from sandtable.board.board import Board
from sandtable.board.scene import Counter as SceneCounter
from sandtable.board.scene import Palette, Scene
from sandtable.kernel import Began, Decision, Event, Formality, Line, Option, Result, Texts, View
from sandtable.mechanics.title import AnyHexTitle, HexTitle, StatusLine
from sandtable.render.contrast import readable
from sandtable.render.counters import badge_of
from sandtable.server import tokens
from sandtable.server.match import Match, Plea
from sandtable.server.protocol import (
    BadgeCard,
    Card,
    Colours,
    FormalityCard,
    FormationCard,
    LogLine,
    Named,
    Narrowing,
    OfferGroup,
    OrderCard,
    OverlayCard,
    Picture,
    PleaCard,
    Position,
    Question,
    Sign,
    Status,
    SumLine,
)
from sandtable.server.seatlog import Heard


class Painter:
    """Draws positions for one view in one language. A counter that looks as it did keeps its card."""

    def __init__(self, lang: str, names: Mapping[str, str]) -> None:
        self.lang = lang
        self._names = names
        self._cards: dict[str, tuple[SceneCounter, int, Card]] = {}
        self._palettes: tuple[dict[str, Palette], dict[str, Colours]] = ({}, {})

    def position(
        self, match: Match, side: str, thinking: Iterable[str], stood_in: Container[str], salt: str,
        lenient: Container[str],
    ) -> Position:  # fmt: skip
        """The game as a seat may know it now; the salt is shown with the seed once the game is over.

        Bots of the sides `thinking` are at work, for the sides `stood_in` a standing order is about to answer, and the
        sides `lenient` let the seat take back whatever it likes.
        """
        result = match.table.result
        view = match.view(side)
        texts = view.game.texts(self.lang)
        scene = match.title.scene(view.game, self.lang)
        shown = self.picture(scene, texts)
        return Position(
            revision=tokens.revision(salt, side, match.latest(side)),
            number=match.number(side),
            side=side,
            turn=match.title.turn(view.state),
            heading=scene.heading,
            phase=match.title.phase(view.game),
            waiting_for=() if result else view.waiting_for,
            thinking=tuple(thinking) if match.secret_since is None else (),
            interrupt=interrupt(match, side, texts),
            picture=shown,
            question=question(view, texts, shown, self._names, stood_in),
            can_undo=match.can_undo(side, lenient),
            can_redo=match.can_redo(side),
            status=statuses(match.title.status(view.game, self.lang)),
            teaching=match.title.teaching(view.game, self.lang),
            result=outcome(result, texts),
            seed=tokens.opening(match.header.own_seed, salt) if result else "",
            orders=tuple(OrderCard(order.name, texts.order(order)) for order in match.table.orders.get(side, ())),
            can_plead=match.can_plead(side, lenient),
            plea=None if match.plea is None else _plea(match.plea),
        )

    def picture(self, scene: Scene, texts: Texts) -> Picture:
        """What lies on the map."""
        palettes = self._readable(scene.palettes)
        heights: dict[str, int] = {}
        cards = []
        for counter in scene.counters:
            place = heights.get(counter.at, 0)
            heights[counter.at] = place + 1
            cards.append(self._card(counter, place, scene, texts))
        return Picture(
            cards=tuple(cards),
            signs=tuple(Sign(sign.at, sign.label, sign.kind, sign.palette, sign.edge) for sign in scene.markers),
            control=dict(scene.control),
            boxes=dict(scene.boxes),
            palettes=palettes,
            lit=scene.lit,
        )

    def _card(self, counter: SceneCounter, place: int, scene: Scene, texts: Texts) -> Card:
        known = self._cards.get(counter.id)
        if known is not None and known[1] == place and (known[0] is counter or known[0] == counter):
            return known[2]
        card = _back(counter, place, scene) if "hidden" in counter.states else _face(counter, texts)
        self._cards[counter.id] = counter, place, card
        return card

    def _readable(self, palettes: dict[str, Palette]) -> dict[str, Colours]:
        if palettes != self._palettes[0]:
            self._palettes = palettes, {name: _colours(palette) for name, palette in palettes.items()}
            self._cards.clear()
        return self._palettes[1]


def _plea(plea: Plea) -> PleaCard:
    return PleaCard(plea.side, plea.kind, plea.asked, plea.granted, plea.declined)


def past_position(title: AnyHexTitle, view: View, number: int, lang: str, lines: int) -> Position:
    """An earlier position as a seat may know it, with how much of its log lay before: to look at, not to play."""
    scene = title.scene(view.game, lang)
    return Position(
        revision="",
        number=number,
        side=view.side,
        turn=title.turn(view.state),
        heading=scene.heading,
        phase=title.phase(view.game),
        waiting_for=view.waiting_for,
        thinking=(),
        interrupt="",
        picture=Painter(lang, {}).picture(scene, view.game.texts(lang)),
        question=None,
        can_undo=False,
        can_redo=False,
        status=statuses(title.status(view.game, lang)),
        teaching=title.teaching(view.game, lang),
        lines=lines,
    )


def names(match: Match, lang: str) -> dict[str, str]:
    """By the ids of options: what hexes and all that has a text are called, if not by their name alone."""
    texts = match.table.game.texts(lang)
    named = [("hex", label) for label in match.title.board(match.table.game.content).labels]
    named += [(kind, name) for kind in match.title.kinds for name in texts.names(kind)]
    called = {f"{kind}:{name}": texts.name(kind, name) for kind, name in named}
    return {option: label for option, label in called.items() if label != option.partition(":")[2]}


def goals(match: Match, lang: str) -> tuple[Status, ...]:
    """What the scenario is won by."""
    return statuses(match.title.goals(match.table.game.content, lang))


def statuses(lines: Iterable[StatusLine]) -> tuple[Status, ...]:
    return tuple(Status(line.label, line.value, line.side) for line in lines)


def badge(state: str) -> BadgeCard:
    """How a state of a counter is drawn."""
    drawn = badge_of(state)
    return BadgeCard(drawn.letter, drawn.fill, drawn.ink)


def overlays(match: Match, lang: str) -> tuple[OverlayCard, ...]:
    """What can be lit up on the map."""
    texts = match.table.game.texts(lang)
    return tuple(
        OverlayCard(
            each.id,
            texts.phrase(f"overlay.{each.text}", each.args),
            each.needs_hex,
            texts.phrase(about, each.args) if texts.has(about := f"overlay.{each.text}.about") else "",
        )
        for each in match.title.overlays(match.table.game.content)
    )


def formations(match: Match, sides: Container[str], lang: str) -> tuple[FormationCard, ...]:
    """How the counters of some sides are listed: what the others have is nobody's business."""
    found = match.title.formations(match.table.game.content, lang)
    return tuple(FormationCard(each.name, each.side, each.units) for each in found if each.side in sides)


def _colours(palette: Palette) -> Colours:
    can_be_read = readable(palette)
    return Colours(can_be_read.fill, can_be_read.ink, can_be_read.symbol)


def _face(counter: SceneCounter, texts: Texts) -> Card:
    return Card(
        id=counter.id,
        at=counter.at,
        side=counter.side,
        palette=counter.palette,
        branch=counter.symbol.branch,
        size=counter.symbol.size,
        name=counter.name,
        title=texts.name("unit", counter.id),
        values=counter.values,
        tints=counter.tints,
        corner=counter.corner,
        states=counter.states,
        steps=counter.steps,
        full_steps=counter.full_steps,
        facing=counter.facing,
        mount=counter.mount,
        edge=counter.edge,
    )


def _back(counter: SceneCounter, place: int, scene: Scene) -> Card:
    """A hidden counter: its side and its place, and nothing else."""
    return Card(
        id=f"hidden-{counter.at}-{place}",
        at=counter.at,
        side=counter.side,
        palette=counter.side if counter.side in scene.palettes else counter.palette,
        branch="unknown",
        size="",
        name="",
        title="",
        values="",
        tints=(),
        corner="",
        states=("hidden",),
        steps=1,
        full_steps=1,
        facing=None,
        mount="",
        edge=counter.edge,
    )


def question(
    view: View, texts: Texts, shown: Picture, names: Mapping[str, str], stood_in: Container[str]
) -> Question | None:
    """What a seat is asked, with where on the map that is; `names` are those that the client has been told."""
    decision = view.decision
    if decision is None:
        return None
    assert isinstance(view.title, HexTitle)
    groups = view.title.groups(view.content)
    bearers = _bearers(view, decision, shown)
    named = {value for value in decision.args.values() if isinstance(value, str)}
    named.update(unit for kind, value in decision.args.items() for unit in groups.get(f"{kind}:{value}", ()))
    named.update(decision.hand)
    named.update(bearers.get(thing, "") for thing in tuple(named))
    hexes = sorted(named & view.title.board(view.content).index.keys())
    about = dict.fromkeys([*(card.at for card in shown.cards if card.id in named), *hexes])
    return Question(
        side=decision.side,
        prompt=texts.prompt(decision),
        rule=decision.rule,
        options=offers(decision, texts, shown, names),
        continues=decision.continues,
        about=tuple(about),
        done=decision.done if decision.find(decision.done) else "",
        default=decision.default,
        formality=_formality(view.title.formalities.get(decision.prompt), decision, texts),
        stood_in=decision.side in stood_in,
        gathers=decision.gathers,
        turns=bool(decision.turns_to),
        hand=tuple(card.id for card in shown.cards if card.id in named and card.side == decision.side),
        bearers={option: bearers[name] for option in decision.ids if (name := option.partition(":")[2]) in bearers},
        sends=decision.prompt in view.title.sends,
    )


def _bearers(view: View, decision: Decision, shown: Picture) -> dict[str, str]:
    """By the names of things that a question speaks of and that are not drawn: the counters that have them."""
    assert isinstance(view.title, HexTitle)
    drawn = {card.id for card in shown.cards}
    args = (value for value in decision.args.values() if isinstance(value, str))
    things = dict.fromkeys((*args, *(option.partition(":")[2] for option in decision.ids)))
    found = {thing: view.title.bearer(view.game, thing) for thing in things if thing not in drawn}
    return {thing: bearer for thing, bearer in found.items() if bearer in drawn}


def _formality(formality: Formality | None, decision: Decision, texts: Texts) -> FormalityCard | None:
    """How a question can be answered in advance, in words."""
    if formality is None:
        return None
    about = f"formality.{decision.prompt}"
    return FormalityCard(
        prompt=decision.prompt,
        name=texts.phrase(about),
        answers=tuple(Named(each, texts.standing_answer(each)) for each in formality.answers),
        hopes=tuple(Named(each, texts.name("hope", each)) for each in formality.hopes),
        narrowings=tuple(
            Narrowing(name, decision.args[name], texts.phrase(f"{about}.{name}", decision.args))
            for name in formality.narrowed_by
        ),
        alarm=texts.phrase("standing.until.alarm"),
    )


def offers(decision: Decision, texts: Texts, shown: Picture, names: Mapping[str, str]) -> tuple[OfferGroup, ...]:
    """The options of a decision in their order, those of one kind and rule that follow on one another as a group."""
    asked = {option.id.partition(":")[2] for option in decision.options if _kind(option) == "unit"}
    titles = {card.id: card.title for card in shown.cards if card.id in asked and "hidden" not in card.states}
    groups = itertools.groupby(decision.options, lambda option: (_kind(option), option.rule or decision.rule))
    return tuple(
        _group(decision, kind, "" if rule == decision.rule else rule, list(options), texts, titles, names)
        for (kind, rule), options in groups
    )


def _kind(option: Option) -> str:
    return option.id.partition(":")[0]


def _group(
    decision: Decision, kind: str, rule: str, options: list[Option], texts: Texts, titles: Mapping[str, str],
    names: Mapping[str, str],
) -> OfferGroup:  # fmt: skip
    labels = {}
    for option in options:
        name, label = option.id.partition(":")[2], texts.answer(decision, option)
        told = titles.get(name) if kind == "unit" else None
        if label != (told or names.get(option.id, name)):
            labels[name] = label
    return OfferGroup(
        kind=kind,
        names=tuple(option.id.partition(":")[2] for option in options),
        costs=_costs(options),
        rule=rule,
        labels=labels,
        grave=tuple(option.id.partition(":")[2] for option in options if option.grave),
    )


def _costs(options: Iterable[Option]) -> tuple[float | None, ...]:
    costs = tuple(_short(option.cost) for option in options)
    return () if all(cost is None for cost in costs) else costs


def _short(cost: float | None) -> float | None:
    """A whole number as such, which is shorter to write."""
    return cost if cost is None or cost % 1 else int(cost)


def interrupt(match: Match, side: str, texts: Texts) -> str:
    """What another side decides now, in the words `waiting.<prompt>` that a title has for what is no secret."""
    others = [decision for decision in match.table.decisions if decision.side != side]
    if match.secret_since is not None or len(others) != 1 or not texts.has(f"waiting.{others[0].prompt}"):
        return ""
    return texts.phrase(f"waiting.{others[0].prompt}", others[0].args)


def outcome(result: Result | None, texts: Texts) -> str:
    """How a game ended, in words."""
    return "" if result is None else texts.ending(result)


def log_lines(entries: Sequence[Heard], start: int, board: Board, texts: Texts) -> tuple[LogLine, ...]:
    """The lines of a log from one on."""
    return tuple(
        LogLine(
            index=index,
            kind="Began" if isinstance(entry.event, Began) else type(entry.event).__name__,
            text=tidy(texts.event(entry.event)),
            rule=entry.event.rule,
            turn=entry.turn,
            lines=sums(entry.event.arithmetic(), texts),
            hexes=_hexes(entry.event, board),
        )
        for index, entry in enumerate(entries[start:], start)
    )


def sums(lines: Iterable[Line], texts: Texts) -> tuple[SumLine, ...]:
    return tuple(SumLine(texts.line(line), line.value, line.rule) for line in lines)


def tidy(sentence: str) -> str:
    """A sentence without the blanks that an empty name leaves in it."""
    return " ".join(sentence.split())


def _hexes(event: Event, board: Board) -> tuple[str, ...]:
    """The hexes that an event names, each once."""
    found: dict[str, None] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, str) and item in board.index:
                found[item] = None
    return tuple(found)
