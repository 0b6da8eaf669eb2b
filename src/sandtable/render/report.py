"""After-action reports: one HTML file that needs nothing else, with a map for each turn, the losses and the log."""

from __future__ import annotations

import base64
import functools
from collections.abc import Sequence

from sandtable.board.board import Board
from sandtable.board.scene import Scene
from sandtable.kernel import Event, Texts
from sandtable.kernel.journal import Header
from sandtable.render.chronicle import Chronicle, Frame, chronicle
from sandtable.render.map import terrain_svg
from sandtable.render.plot import Curve, plot
from sandtable.render.scene import overlay_svg
from sandtable.render.svg import text

_WORDS = {
    "en": {
        "report": "After-action report",
        "heading": "{title}: {scenario}",
        "setup": "Set-up",
        "turn": "Turn {turn}",
        "losses": "Losses: steps by turn",
        "log": "What happened",
        "running": "The game is not over yet",
        "known": "As {side} may know it",
        "public": "As everybody may know it",
    },
    "ja": {
        "report": "戦闘詳報",
        "heading": "{title}：{scenario}",
        "setup": "初期配置",
        "turn": "第{turn}ターン",
        "losses": "損害（累計ステップ数）",
        "log": "経過",
        "running": "ゲームはまだ続いている",
        "known": "{side}の知りうる範囲",
        "public": "公開情報の範囲",
    },
}
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#222;background:#faf8f2}
h1,h2{font-family:Georgia,serif}figure{margin:1rem 0}svg.plot{max-width:40rem;height:auto}
.map{width:100%;background:url(TERRAIN) 0 0/100% 100% no-repeat;display:block}
table{border-collapse:collapse}td,th{padding:.1rem .8rem .1rem 0;text-align:left}
.rule{color:#665;font-size:.85em}details{margin-left:1rem}ol{list-style:none;padding-left:0}
@media print{section{break-before:page}}
"""


def report(header: Header, choices: Sequence[tuple[str, str]], side: str | None, name: str, lang: str) -> str:
    """The report of a game as a side may know it, or, where no side is given, of all that happened.

    `choices` are the sides and the options that they took. Raises RenderError for a title without a map.
    """
    told = chronicle(header, choices, side, lang)
    texts, words = told.texts, _WORDS[lang]
    scenario = told.title.scenario(header.scenario)
    heading = words["heading"].format(
        title=told.title.name[lang], scenario=scenario.name.get(lang, scenario.name["en"])
    )
    terrain = _terrain(told.frames[0].scene.board, lang)
    parts = [
        f"<h1>{text(heading)}</h1>",
        f"<p>{text(name)}</p>" if name else "",
        f"<p><strong>{text(_outcome(told, texts, words))}</strong></p>",
        f"<p>{text(_whose(side, texts, words))}</p>" if side is not None else "",
        f"<h2>{text(words['losses'])}</h2><figure>{_losses(told, scenario.sides, texts)}</figure>",
        *(_section(frame, told, texts, words) for frame in told.frames),
    ]
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        f"<title>{text(words['report'])}: {text(heading)}</title>"
        f"<style>{_STYLE.replace('TERRAIN', terrain)}</style></head><body>{''.join(parts)}</body></html>\n"
    )


@functools.lru_cache(4)
def _terrain(board: Board, lang: str) -> str:
    """The map as an address: one game is often reported to each of its sides."""
    return _data(terrain_svg(board, lang))


def _data(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _outcome(told: Chronicle, texts: Texts, words: dict[str, str]) -> str:
    if told.result is None:
        return words["running"]
    return texts.ending(told.result)


def _whose(side: str, texts: Texts, words: dict[str, str]) -> str:
    return words["known"].format(side=texts.name("side", side)) if side else words["public"]


def _losses(told: Chronicle, sides: Sequence[str], texts: Texts) -> str:
    curves = [
        Curve(
            texts.name("side", side),
            side_colour(told.frames[0].scene, side),
            tuple((frame.turn, frame.losses.get(side, 0)) for frame in told.frames),
        )
        for side in sides
    ]
    return plot(curves)


def side_colour(scene: Scene, side: str) -> str:
    """The colour of a side: its own, or that of its first counter."""
    if side in scene.palettes:
        return scene.palettes[side].fill
    names = [counter.palette for counter in scene.counters if counter.side == side]
    return scene.palettes[names[0]].fill if names else "#555555"


def _section(frame: Frame, told: Chronicle, texts: Texts, words: dict[str, str]) -> str:
    heading = words["setup"] if frame is told.frames[0] else words["turn"].format(turn=frame.turn)
    events = told.events.get(frame.turn, [])
    lines = "".join(_line(event, texts) for event in events)
    log = f"<details open><summary>{text(words['log'])}</summary><ol>{lines}</ol></details>" if lines else ""
    drawing = f'<img class="map" alt="{text(heading)}" src="{_data(overlay_svg(frame.scene))}">'
    return f"<section><h2>{text(heading)}</h2>{drawing}{_standing(frame, texts)}{log}</section>"


def _standing(frame: Frame, texts: Texts) -> str:
    rows = "".join(
        f"<tr><th>{text(texts.name('side', line.side))}</th><td>{text(line.label)}</td><td>{text(line.value)}</td></tr>"
        for line in frame.status
    )
    return f"<table>{rows}</table>" if rows else ""


def _line(event: Event, texts: Texts) -> str:
    said = text(" ".join(texts.event(event).split())) + _rule(event.rule)
    lines = event.arithmetic()
    if not lines:
        return f"<li>{said}</li>"
    sums = "".join(
        f"<tr><td>{text(texts.line(line))}</td><td>{text(line.value)}</td><td>{_rule(line.rule)}</td></tr>"
        for line in lines
    )
    return f"<li><details><summary>{said}</summary><table>{sums}</table></details></li>"


def _rule(rule: str) -> str:
    return f' <span class="rule">[{text(rule)}]</span>' if rule else ""
