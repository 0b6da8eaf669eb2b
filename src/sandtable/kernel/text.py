"""Words: the sentences of events, prompts and refusals, in English and in Japanese."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Mapping, Sequence
from copy import copy

import msgspec

from sandtable.kernel.decisions import Decision, Line, Option, Refusal
from sandtable.kernel.events import Ended, Event, Rolled
from sandtable.kernel.rules import Confidence, Rule, Status
from sandtable.kernel.standing import StandingOrder
from sandtable.kernel.state import Result

LANGUAGES = ("en", "ja")

_KIND = re.compile(r"[a-z][a-z-]+")
"""A kind of things to be named, such as `hex`; the formats of numbers are shorter or hold other signs."""

Namer = Callable[[str, str, str], str | None]
"""Given a kind (unit, hex, side...), an id and a language: the name to show, or None if there is no such thing."""


def counted(number: object, forms: str) -> str:
    """A number with what it counts, which is given for one and for many: `hex|hexes`. It stands where a `#` is, so that
    one need not be counted at all: `|, # in all`.
    """
    one, _, many = forms.partition("|")
    form = one if str(number) == "1" else many
    return form.replace("#", str(number)) if "#" in forms else f"{number} {form}"


class _Formatter(string.Formatter):
    """`{attacker:unit}` shows the name of a unit, `{path:hex}` those of several hexes, `{far:hex|hexes}` how many."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" in format_spec:
            return counted(value, format_spec)
        if _KIND.fullmatch(format_spec) is None:
            return str(format(value, format_spec))
        if isinstance(value, tuple | list):
            return self._texts.separator.join(self._texts.name(format_spec, str(item)) for item in value)
        return self._texts.name(format_spec, str(value))


def _fields(template: str) -> set[str]:
    """The arguments that a text needs."""
    return {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}


class Texts:
    """The words of one title in one language."""

    def __init__(self, lang: str, catalogs: Sequence[Mapping[str, str]], namer: Namer) -> None:
        self.lang = lang
        self.separator = "、" if lang == "ja" else ", "
        self._catalog: dict[str, str] = {}
        for catalog in catalogs:
            self._catalog.update(catalog)
        prefix = "option."
        options = {key.removeprefix(prefix): text for key, text in self._catalog.items() if key.startswith(prefix)}
        self._deeds = {kind for kind, text in options.items() if _fields(text) == {kind}}
        """The kinds of options that have a text which needs no more than what the option names."""
        self.missing: set[str] = set()
        """The keys that were asked for and not found."""
        self._namer = namer
        self._formatter = _Formatter(self)

    def with_names(self, namer: Namer) -> Texts:
        """The same words with other names for things."""
        found = copy(self)
        found._namer = namer
        found._formatter = _Formatter(found)
        return found

    @property
    def templates(self) -> Mapping[str, str]:
        """Every text by its key, before its arguments are put in."""
        return self._catalog

    def has(self, key: str) -> bool:
        return key in self._catalog

    def phrase(self, key: str, args: Mapping[str, object] | None = None) -> str:
        """The text of a key with its arguments put in; the key itself where no text is known."""
        template = self._catalog.get(key)
        if template is None:
            self.missing.add(key)
            return key
        return self._formatter.vformat(template, (), args or {})

    def name(self, kind: str, ident: str) -> str:
        """What a thing is called: by the title's own names, else by the text `kind.id`, else by its id.

        An `option` is called what it names, unless a text `option.kind` says what comes of it ("Drop {drop:weapon}").
        """
        if kind == "option":
            kind, _, ident = ident.partition(":")
            if kind in self._deeds:
                return self.phrase(f"option.{kind}", {kind: ident})
        if kind == "standing-answer":
            return self.standing_answer(ident)
        given = self._namer(kind, ident, self.lang)
        if given is not None:
            return given
        key = f"{kind}.{ident}"
        if key not in self._catalog:
            self.missing.add(key)
            return ident
        return self._catalog[key]

    def standing_answer(self, option_id: str) -> str:
        """What is ordered by an option, which may say more there than beside the question: "None" for "Done"."""
        return self._catalog.get(f"standing-answer.{option_id}") or self.name("option", option_id)

    def names(self, kind: str) -> list[str]:
        """Everything of a kind that has a text, in the order of the alphabet."""
        return sorted(key.removeprefix(f"{kind}.") for key in self._catalog if key.startswith(f"{kind}."))

    def prompt(self, decision: Decision) -> str:
        """What is asked; in words of its own, where the title has them, of several counters in hand, and where a side
        cannot be done with it yet."""
        key = f"prompt.{decision.prompt}"
        if len(decision.hand) > 1 and f"{key}.several" in self._catalog:
            return self.phrase(f"{key}.several", {**decision.args, "hand": decision.hand})
        if f"{key}.due" in self._catalog and decision.find(decision.done) is None:
            key = f"{key}.due"
        return self.phrase(key, decision.args)

    def option(self, option: Option) -> str:
        return self.name("option", option.id)

    def answer(self, decision: Decision, option: Option) -> str:
        """An option as the answer to a question, which may say of a kind what comes of it: `answer.<prompt>.<kind>`."""
        kind, _, ident = option.id.partition(":")
        key = f"answer.{decision.prompt}.{kind}"
        return self.phrase(key, {kind: ident}) if key in self._catalog else self.option(option)

    def refusal(self, refusal: Refusal) -> str:
        if not refusal.asked:
            return self.phrase(refusal.reason, refusal.args)
        return self.phrase(refusal.reason, {"question": self.phrase(f"prompt.{refusal.asked}", refusal.args)})

    def line(self, line: Line) -> str:
        return self.phrase(f"line.{line.label}", line.args)

    def event(self, event: Event) -> str:
        """The event as a sentence; each `what`, `why` or `level` that it says may have a sentence of its own."""
        args = {field: getattr(event, field) for field in event.__struct_fields__}
        if isinstance(event, Rolled):
            args["thrown"] = event.thrown
        key = f"event.{type(event).__name__}"
        special = f"{key}.{args.get('what', args.get('why', args.get('level', '')))}"
        return self.phrase(special if special in self._catalog else key, args)

    def ending(self, result: Result) -> str:
        """How a game ended, as the sentence of the event that told it."""
        told = Ended(rule=result.rule, winner=result.winner or "", level=result.level)
        return " ".join(self.event(told).split())

    def note(self, rule: Rule) -> str:
        """What is to be known of a rule beside its summary: that it is not in play, how sure it is; mostly nothing."""
        if rule.status is Status.MISSING:
            return self.phrase("rule.missing")
        return "" if rule.confidence is Confidence.HIGH else self.phrase(f"rule.confidence.{rule.confidence.value}")

    def result(self, key: str) -> str:
        return self.phrase(f"result.{key}")

    def order(self, order: StandingOrder) -> str:
        """A standing order as a sentence: what about, the answer, where, unless what, and for how long."""
        about = f"formality.{order.prompt}"
        parts = [self.standing_answer(order.answer)]
        parts += [self.phrase(f"{about}.{name}", order.only) for name in order.only]
        if order.unless:
            hopes = self.separator.join(self.name("hope", hope) for hope in order.hopes)
            parts.append(self.phrase("standing.unless", {"chance": f"{order.unless:.0%}", "hopes": hopes}))
        parts.append(self.phrase(f"standing.until.{order.until or 'withdrawn'}"))
        return self.phrase("standing", {"about": self.phrase(about), "parts": self.separator.join(parts)})


def event_fields(event: Event) -> dict[str, object]:
    """An event as plain data, for programs."""
    fields = msgspec.to_builtins(event)
    assert isinstance(fields, dict)
    return fields
