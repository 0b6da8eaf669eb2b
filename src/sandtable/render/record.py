"""A page that tells what happened in a game that cannot be played again, from what was stored of it."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel import AnyTitle, Event, SandtableError, Texts, title
from sandtable.kernel.journal import Header
from sandtable.render.svg import text

_WORDS = {
    "en": {
        "record": "What happened",
        "why": "The title has changed since: this game can be read, but not played again.",
        "chose": "{side} chose {option}",
        "others": "Choices of others: {n}",
        "untold": "What these choices led to was not kept:",
    },
    "ja": {
        "record": "経過の記録",
        "why": "保存後にタイトルが変更された。このゲームは読めるが、再現はできない。",
        "chose": "{side}の選択: {option}",
        "others": "他の陣営の選択: {n}件",
        "untold": "以下の選択の結果は保存されていない。",
    },
}
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:56rem;padding:0 1rem;color:#222;background:#faf8f2}
h1{font-family:Georgia,serif}.rule{color:#665;font-size:.85em}li{margin:.15rem 0}
"""


class Kept(msgspec.Struct, frozen=True):
    """What there is of a game."""

    header: Header
    name: str
    events: list[dict[str, Any]]
    """As they were stored, whether or not the title still knows them."""
    choices: list[tuple[str, str]]
    """The sides and the options that they took after that, of which nothing else was kept."""


def record(kept: Kept, side: str | None, lang: str) -> str:
    """What a side may know of a game, or, where no side is given, all of it."""
    words = _WORDS[lang]
    found = _title(kept.header.title)
    texts = None if found is None else found.texts(lang)
    heading = f"{kept.header.title if found is None else found.name[lang]}: {kept.header.scenario}"
    lines = [_line(event, found, texts) for event in kept.events if side is None or _may_know(event, side)]
    known = [words["chose"].format(side=who, option=what) for who, what in _known(kept, side)]
    unknown = len(kept.choices) - len(known)
    known += [words["others"].format(n=unknown)] if unknown else []
    chosen = [f"<li>{text(each)}</li>" for each in known]
    parts = [
        f"<h1>{text(heading)}</h1>",
        f"<p>{text(kept.name)}</p>" if kept.name else "",
        f"<p><strong>{text(words['why'])}</strong></p>",
        f"<h2>{text(words['record'])}</h2><ol>{''.join(lines)}</ol>",
        f"<p>{text(words['untold'])}</p><ol>{''.join(chosen)}</ol>" if chosen else "",
    ]
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{text(heading)}</title>'
        f"<style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _title(title_id: str) -> AnyTitle | None:
    try:
        return title(title_id)
    except SandtableError:
        return None


def _may_know(event: dict[str, Any], side: str) -> bool:
    seen_by = event.get("seen_by")
    return seen_by is None or side in seen_by


def _known(kept: Kept, side: str | None) -> list[tuple[str, str]]:
    """Choices can be secret: of those of others nobody is told before the end."""
    return [choice for choice in kept.choices if side is None or choice[0] == side]


def _line(event: dict[str, Any], found: AnyTitle | None, texts: Texts | None) -> str:
    rule = event.get("rule")
    cited = f' <span class="rule">[{text(str(rule))}]</span>' if rule else ""
    return f"<li>{text(_sentence(event, found, texts))}{cited}</li>"


def _sentence(event: dict[str, Any], found: AnyTitle | None, texts: Texts | None) -> str:
    """An event in the words of its title; where the title no longer knows it, its name and what stands in it."""
    if found is not None and texts is not None:
        try:
            return " ".join(texts.event(_typed(event, found)).split())
        except (msgspec.ValidationError, LookupError, ValueError, SandtableError):
            pass
    facts = (f"{name} {value}" for name, value in event.items() if name not in ("event", "rule", "seen_by"))
    return f"{event.get('event', '')}: {', '.join(facts)}"


def _typed(event: dict[str, Any], found: AnyTitle) -> Event:
    kinds = {each.__struct_config__.tag: each for each in found.all_events}
    return msgspec.convert(event, kinds[event["event"]])
