"""What the screen says in words: the question, and what a hex holds with the printed values of its counters."""

from __future__ import annotations

from collections import Counter as Tally

from rich.text import Text

from sandtable.board.board import Board
from sandtable.board.scene import Counter, Scene
from sandtable.cli import words
from sandtable.cli.sentences import cited
from sandtable.cli.session import Session
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact, facts_of_hex
from sandtable.mechanics.title import AnyHexTitle, HexTitle


def prompt_text(session: Session, heading: str) -> Text:
    """What is asked of the player, or who is thinking, or how the game ended; above it how the game stands, and what
    the scenario teaches here."""
    taught = hex_title(session).teaching(session.seen, session.lang)
    text = Text("".join(f"{line}\n" for line in (heading, standing_text(session), *taught) if line), style="dim")
    decision = session.decision
    if session.over:
        return text.append(session.result(), style="bold not dim")
    if decision is None:
        name = session.side_name(session.bot_to_move() or "")
        return text.append(session.say("thinking", side=name), style="italic not dim")
    asked = f"{session.side_name(decision.side)}: {session.texts.prompt(decision)}"
    return text.append(cited(asked, decision.rule), style="bold not dim")


def hex_title(session: Session) -> AnyHexTitle:
    title = session.table.title
    assert isinstance(title, HexTitle)
    return title


def standing_text(session: Session) -> str:
    """How the game stands, in one paragraph; a line that several sides have is told once with all of them."""
    lines = hex_title(session).status(session.seen, session.lang)
    several = Tally(line.label for line in lines)
    told: dict[str, list[str]] = {}
    for line in lines:
        whose = f"{session.side_name(line.side)} " if line.side and several[line.label] > 1 else ""
        told.setdefault(line.label, []).append(f"{whose}{line.value}")
    return " · ".join(f"{label}: {session.texts.separator.join(values)}" for label, values in told.items())


def briefing_text(session: Session) -> str:
    """What a player wants to know before the first choice: what the scenario is about, and which side is his."""
    info = session.table.title.scenario(session.table.header.scenario)
    played = session.texts.separator.join(session.side_name(side) for side in session.humans)
    paragraphs = [(info.briefing or info.description).get(session.lang, ""), session.say("briefing.side", side=played)]
    paragraphs += [standing_text(session), goals_text(session), session.say("briefing.keys")]
    return "\n\n".join(part for part in paragraphs if part)


def goals_text(session: Session) -> str:
    """What the scenario is won by, a line each."""
    lines = hex_title(session).goals(session.table.game.content, session.lang)
    sides = [f"{session.side_name(line.side)} · " if line.side else "" for line in lines]
    return "\n".join(f"{side}{line.label}: {line.value}" for side, line in zip(sides, lines, strict=True))


def ending_text(session: Session) -> str:
    """How the game ended, and what can be done with it now."""
    more = session.say("result.more", seed=session.table.header.seed, path=session.save_name())
    return "\n\n".join((session.result(), standing_text(session), more))


def hex_text(session: Session, scene: Scene, label: str) -> Text:
    """The panel of the hex under the cursor: the map, what lies there, and what the title knows of it."""
    texts = session.texts
    text = Text(style="bold")
    for counter in _in_hand(session, scene):
        text.append_text(counter_text(scene, counter, texts)).append("\n")
    text.append(_headline(scene.board, label, texts.lang))
    for line in _ground(scene.board, label, texts):
        text.append(f"\n{line}", style="not bold")
    for marker in scene.markers:
        if marker.at == label:
            text.append(f"\n{marker.label}", style="not bold")
    for counter in reversed(scene.counters):
        if counter.at == label:
            text.append("\n")
            text.append_text(counter_text(scene, counter, texts))
            text.append(f"\n   {_told(session, counter)}", style="dim not bold")
    for fact in _facts(session, scene.board, label):
        text.append(f"\n{fact.label}: {fact.value}", style="dim not bold")
    return text


def _in_hand(session: Session, scene: Scene) -> list[Counter]:
    """The counters that the question is about and that the map does not show, such as one to be set up."""
    named = {str(name) for name in session.decision.args.values()} if session.decision else set()
    return [counter for counter in scene.counters if counter.id in named and counter.at not in scene.board.index]


def _told(session: Session, counter: Counter) -> str:
    """What the figures of a counter mean, in one line; what has several values is named once."""
    told: dict[str, list[str]] = {}
    for fact in hex_title(session).facts_of_unit(session.seen, counter.id, session.lang):
        told.setdefault(fact.label, []).append(fact.value)
    return " · ".join(f"{label}: {session.texts.separator.join(values)}" for label, values in told.items())


def _facts(session: Session, board: Board, label: str) -> list[Fact]:
    """What the title knows of a hex beyond what is printed on the map."""
    printed = facts_of_hex(board, label, session.lang)
    found = hex_title(session).inspect(session.seen, label, session.lang)
    return [fact for fact in found if fact not in printed]


def boxes_text(scene: Scene, texts: Texts) -> str:
    """The counters beside the map, box by box."""
    lines = []
    for box, heading in scene.boxes.items():
        lines.append(heading or box)
        lines += [f"  {counter_text(scene, counter, texts).plain}" for counter in scene.counters if counter.at == box]
    return "\n".join(lines) or words.say(texts.lang, "boxes.none")


def counter_text(scene: Scene, counter: Counter, texts: Texts) -> Text:
    """A counter in one line: side, name, printed values, steps and what has happened to it."""
    palette = scene.palettes[counter.palette]
    text = Text(" ■ ", style=f"{palette.fill} not bold")
    name = counter.name or texts.name("unit", counter.id)
    kind = texts.name("branch", counter.symbol.branch)
    text.append(" ".join(part for part in (name, counter.values) if part), style="bold default")
    text.append(f" {kind}", style="not bold default")
    if counter.full_steps > 1:
        text.append(f" {counter.steps}/{counter.full_steps}", style="not bold default")
    if counter.states:
        text.append(
            f" {texts.separator.join(texts.name('state', state) for state in counter.states)}",
            style="italic not bold default",
        )
    return text


def _headline(board: Board, label: str, lang: str) -> str:
    info = board.named(label)
    parts = [label, info.name.text(lang) if info.name else "", board.legend.terrain[info.terrain].name.text(lang)]
    return "  ".join(part for part in parts if part)


def _ground(board: Board, label: str, texts: Texts) -> list[str]:
    """Height, features, and what runs along and across its sides."""
    info, index, lang = board.named(label), board.index[label], texts.lang
    compass = [texts.name("compass", board.grid.direction_name(direction)) for direction in range(6)]
    lines = [words.say(lang, "hex.elevation", level=info.elevation)] if info.elevation else []
    lines += [style.name.text(lang) for name, style in board.legend.features.items() if name in info.features]
    layers = [(board.legend.sides[name].name, marks) for name, marks in board.sides.items()]
    layers += [(board.legend.networks[name].name, marks) for name, marks in board.networks.items()]
    for name, marks in layers:
        where = [compass[direction] for direction in range(6) if marks[6 * index + direction]]
        if where:
            lines.append(f"{name.text(lang)}: {' '.join(where)}")
    return lines
