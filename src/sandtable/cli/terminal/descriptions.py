"""What the screen says in words: the question, and what a hex holds with the printed values of its counters."""

from __future__ import annotations

from rich.text import Text

from sandtable.board.board import Board
from sandtable.board.scene import Counter, Scene
from sandtable.cli import words
from sandtable.cli.sentences import cited
from sandtable.cli.session import Session
from sandtable.kernel import Texts


def prompt_text(session: Session, heading: str) -> Text:
    """What is asked of the player, or who is thinking, or how the game ended."""
    text = Text(f"{heading}\n" if heading else "", style="dim")
    decision = session.decision
    if session.over:
        return text.append(session.result(), style="bold not dim")
    if decision is None:
        name = session.side_name(session.bot_to_move() or "")
        return text.append(session.say("thinking", side=name), style="italic not dim")
    asked = f"{session.side_name(decision.side)}: {session.texts.prompt(decision)}"
    return text.append(cited(asked, decision.rule), style="bold not dim")


def hex_text(scene: Scene, label: str, texts: Texts) -> Text:
    """The panel of the hex under the cursor."""
    text = Text(_headline(scene.board, label, texts.lang), style="bold")
    for line in _ground(scene.board, label, texts.lang):
        text.append(f"\n{line}", style="not bold")
    for marker in scene.markers:
        if marker.at == label:
            text.append(f"\n{marker.label}", style="not bold")
    for counter in reversed(scene.counters):
        if counter.at == label:
            text.append("\n")
            text.append_text(counter_text(scene, counter, texts))
    return text


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


def _ground(board: Board, label: str, lang: str) -> list[str]:
    """Height, features, and what runs along and across its sides."""
    info, index = board.named(label), board.index[label]
    lines = [words.say(lang, "hex.elevation", level=info.elevation)] if info.elevation else []
    lines += [style.name.text(lang) for name, style in board.legend.features.items() if name in info.features]
    layers = [(board.legend.sides[name].name, marks) for name, marks in board.sides.items()]
    layers += [(board.legend.networks[name].name, marks) for name, marks in board.networks.items()]
    for name, marks in layers:
        where = [board.grid.direction_name(direction) for direction in range(6) if marks[6 * index + direction]]
        if where:
            lines.append(f"{name.text(lang)}: {' '.join(where)}")
    return lines
