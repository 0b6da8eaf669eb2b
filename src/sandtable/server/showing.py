"""What a client is shown of a match: everything here is made from the view of its seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sandtable.board.board import Board
from sandtable.board.scene import Counter as SceneCounter
from sandtable.board.scene import Palette, Scene
from sandtable.kernel import Began, Decision, Ended, Event, Line, Resolved, Result, Texts, View
from sandtable.mechanics.title import AnyHexTitle, StatusLine
from sandtable.render.contrast import readable
from sandtable.server import tokens
from sandtable.server.match import Match
from sandtable.server.protocol import (
    Card,
    Colours,
    LogLine,
    Offer,
    OverlayCard,
    Picture,
    Position,
    Question,
    Sign,
    Status,
    SumLine,
)
from sandtable.server.seatlog import Heard


def position(match: Match, side: str, lang: str, thinking: Iterable[str], salt: str) -> Position:
    """The game as a seat may know it now; the salt is shown with the seed once the game is over."""
    result = match.table.result
    view = match.view(side)
    texts = match.table.game.texts(lang)
    scenery = _scenery(match.title, view, lang)
    return Position(
        revision=tokens.revision(salt, side, match.latest(side)),
        number=match.number(side),
        side=side,
        waiting_for=() if result else view.waiting_for,
        thinking=tuple(thinking) if match.secret_since is None else (),
        question=question(view.decision, texts, scenery["picture"]),
        interrupt=interrupt(match, side, texts),
        can_undo=match.can_undo(side),
        can_redo=match.can_redo(side),
        result=outcome(result, texts),
        seed=tokens.opening(match.header.seed, salt) if result else "",
        **scenery,
    )


def past_position(title: AnyHexTitle, view: View, number: int, lang: str) -> Position:
    """An earlier position as a seat may know it: to look at, not to play."""
    return Position(
        revision="",
        number=number,
        side=view.side,
        waiting_for=view.waiting_for,
        thinking=(),
        interrupt="",
        question=None,
        can_undo=False,
        can_redo=False,
        **_scenery(title, view, lang),
    )


def _scenery(title: AnyHexTitle, view: View, lang: str) -> dict[str, Any]:
    scene = title.scene(view.game, lang)
    return {
        "turn": title.turn(view.state),
        "heading": scene.heading,
        "picture": picture(scene, view.game.texts(lang)),
        "status": statuses(title.status(view.game, lang)),
    }


def goals(match: Match, lang: str) -> tuple[Status, ...]:
    """What the scenario is won by."""
    return statuses(match.title.goals(match.table.game.content, lang))


def statuses(lines: Iterable[StatusLine]) -> tuple[Status, ...]:
    return tuple(Status(line.label, line.value, line.side) for line in lines)


def overlays(match: Match, lang: str) -> tuple[OverlayCard, ...]:
    """What can be lit up on the map."""
    texts = match.table.game.texts(lang)
    return tuple(
        OverlayCard(each.id, texts.phrase(f"overlay.{each.text}", each.args), each.needs_hex)
        for each in match.title.overlays(match.table.game.content)
    )


def picture(scene: Scene, texts: Texts) -> Picture:
    """What lies on the map."""
    places: Counter[str] = Counter()
    cards = []
    for counter in scene.counters:
        cards.append(_card(counter, places[counter.at], scene, texts))
        places[counter.at] += 1
    return Picture(
        cards=tuple(cards),
        signs=tuple(Sign(sign.at, sign.label, sign.kind, sign.palette) for sign in scene.markers),
        control=dict(scene.control),
        boxes=dict(scene.boxes),
        palettes={name: _colours(palette) for name, palette in scene.palettes.items()},
    )


def _colours(palette: Palette) -> Colours:
    can_be_read = readable(palette)
    return Colours(can_be_read.fill, can_be_read.ink, can_be_read.symbol)


def _card(counter: SceneCounter, place: int, scene: Scene, texts: Texts) -> Card:
    if "hidden" in counter.states:
        return _back(counter, place, scene)
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
        corner=counter.corner,
        states=counter.states,
        steps=counter.steps,
        full_steps=counter.full_steps,
        facing=counter.facing,
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
        corner="",
        states=("hidden",),
        steps=1,
        full_steps=1,
        facing=None,
    )


def question(decision: Decision | None, texts: Texts, shown: Picture) -> Question | None:
    """What a seat is asked, with where on the map that is."""
    if decision is None:
        return None
    options = tuple(
        Offer(option.id, texts.option(option), option.cost, option.rule or decision.rule) for option in decision.options
    )
    named = {value for value in decision.args.values() if isinstance(value, str)}
    about = dict.fromkeys(card.at for card in shown.cards if card.id in named)
    return Question(
        side=decision.side,
        prompt=texts.prompt(decision),
        rule=decision.rule,
        options=options,
        continues=decision.continues,
        about=tuple(about),
        done=decision.done if decision.find(decision.done) else "",
        default=decision.default,
    )


def interrupt(match: Match, side: str, texts: Texts) -> str:
    """What another side decides now, in the words `waiting.<prompt>` that a title has for what is no secret."""
    others = [decision for decision in match.table.decisions if decision.side != side]
    if match.secret_since is not None or len(others) != 1 or not texts.has(f"waiting.{others[0].prompt}"):
        return ""
    return texts.phrase(f"waiting.{others[0].prompt}", others[0].args)


def outcome(result: Result | None, texts: Texts) -> str:
    """How a game ended, in words."""
    if result is None:
        return ""
    return tidy(texts.event(Ended(rule=result.rule, winner=result.winner or "", level=result.level)))


def log_lines(entries: Sequence[Heard], start: int, board: Board, texts: Texts) -> tuple[LogLine, ...]:
    """The lines of a log from one on."""
    return tuple(
        LogLine(
            index=index,
            kind="Began" if isinstance(entry.event, Began) else type(entry.event).__name__,
            text=tidy(texts.event(entry.event)),
            rule=entry.event.rule,
            turn=entry.turn,
            lines=sums(entry.event.lines, texts) if isinstance(entry.event, Resolved) else (),
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
