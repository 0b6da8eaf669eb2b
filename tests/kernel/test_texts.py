"""Words: sentences with names put in, in both languages."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kernel.toybox import begin
from sandtable.kernel import Decision, Line, Option, Refusal, Result, Rolled, Texts, title, titles
from sandtable.kernel.rules import Confidence, Rule, Status
from sandtable.kernel.text import counted, event_fields
from sandtable.kernel.title import AnyTitle


@pytest.fixture
def texts() -> Texts:
    catalog = {
        "event.Rolled": "{why:roll}: {dice} gives {total:d}",
        "event.Rolled.rally": "Rally of {of}: {total:d}",
        "path": "{path:hex} in {hours:.1f} hours",
        "roll.shot": "Shot",
        "line.odds": "{odds}:1",
        "no": "{unit:unit} cannot",
        "option.crawl": "Crawl to {crawl:hex}",
        "answer.rally.hex": "Rally in {hex:hex}",
    }
    return Texts(
        "en", [{"no": "replaced below"}, catalog], lambda kind, ident, lang: f"<{ident}>" if kind == "hex" else None
    )


def test_an_event_is_a_sentence_with_names(texts: Texts) -> None:
    event = Rolled(rule="3.1", dice="2d6", faces=(3, 4), total=7, why="shot")
    assert texts.event(event) == "Shot: 2d6 gives 7"


def test_a_roll_may_name_whom_it_is_for_in_a_sentence_of_its_own(texts: Texts) -> None:
    event = Rolled(rule="3.1", dice="2d6", faces=(3, 4), total=7, why="rally", of="tank")
    assert texts.event(event) == "Rally of tank: 7"


def test_a_roll_tells_the_faces_of_several_dice() -> None:
    one = Rolled(rule="3.1", dice="d6", faces=(3,), total=3, why="shot")
    two = Rolled(rule="3.1", dice="2d6", faces=(3, 4), total=7, why="shot")
    assert (one.thrown, two.thrown) == ("3", "7 (3, 4)")


def test_a_question_about_several_counters_in_hand_names_all_of_them() -> None:
    catalog = {"prompt.move-to": "Where does {unit} go?", "prompt.move-to.several": "Where do {hand:unit} go?"}
    texts = Texts("en", [catalog], lambda kind, ident, lang: ident.upper())
    one = Decision("blue", "move-to", "3.1", (Option("hex:0101"),), {"unit": "b1"}, hand=("b1",))
    assert texts.prompt(one) == "Where does b1 go?"
    assert texts.prompt(replace(one, hand=("b1", "b2"))) == "Where do B1, B2 go?"


def test_a_question_that_cannot_be_done_with_yet_may_say_so() -> None:
    catalog = {"prompt.move": "Who moves?", "prompt.move.due": "Who moves? Somebody must.", "prompt.fire": "Who fires?"}
    texts, one = Texts("en", [catalog], lambda kind, ident, lang: ident), Option("unit:b1")

    def said(prompt: str, *options: Option) -> str:
        return texts.prompt(Decision("blue", prompt, "3.1", options))

    assert said("move", one) == "Who moves? Somebody must."
    assert said("move", one, Option("do:done")) == "Who moves?"
    assert said("fire", one) == "Who fires?"


def test_several_things_are_listed_and_numbers_formatted(texts: Texts) -> None:
    assert texts.phrase("path", {"path": ("0101", "0102"), "hours": 1.25}) == "<0101>, <0102> in 1.2 hours"


def test_a_single_hex_is_named(texts: Texts) -> None:
    assert texts.phrase("path", {"path": "0101", "hours": 2.0}) == "<0101> in 2.0 hours"


def test_later_catalogs_take_the_place_of_earlier_ones(texts: Texts) -> None:
    assert texts.refusal(Refusal("no", args={"unit": "tank"})) == "tank cannot"


def test_lines_and_options_have_words(texts: Texts) -> None:
    assert texts.line(Line("odds", "3", args={"odds": 3})) == "3:1"
    assert texts.option(Option("hex:0101")) == "<0101>"


def test_an_option_of_a_kind_with_words_says_what_comes_of_it(texts: Texts) -> None:
    assert texts.option(Option("crawl:0101")) == "Crawl to <0101>"


def test_a_question_may_say_for_itself_what_comes_of_an_option_of_a_kind(texts: Texts) -> None:
    here, option = Option("hex:0101"), Option("crawl:0101")
    rallying, going = (Decision("blue", prompt, "3.1", (here,)) for prompt in ("rally", "go"))
    assert (texts.answer(rallying, here), texts.answer(going, here)) == ("Rally in <0101>", "<0101>")
    assert texts.answer(rallying, option) == texts.option(option)


@pytest.mark.parametrize(
    ("status", "confidence", "note"),
    [
        (Status.ENFORCED, Confidence.HIGH, ""),
        (Status.ENFORCED, Confidence.MEDIUM, "fairly sure"),
        (Status.ENFORCED, Confidence.LOW, "unsure"),
        (Status.MISSING, Confidence.LOW, "not in play"),
        (Status.NOT_APPLICABLE, Confidence.HIGH, ""),
    ],
)
def test_a_reader_is_told_what_is_not_in_play_and_how_sure_a_rule_is(
    status: Status, confidence: Confidence, note: str
) -> None:
    catalog = {
        "rule.missing": "not in play",
        "rule.confidence.medium": "fairly sure",
        "rule.confidence.low": "unsure",
    }
    texts = Texts("en", [catalog], lambda kind, ident, lang: None)
    assert texts.note(Rule("1.1", {}, {}, status, confidence=confidence)) == note


def test_what_has_no_words_is_shown_as_it_is_and_noted(texts: Texts) -> None:
    assert texts.phrase("nothing") == "nothing"
    assert texts.name("unit", "tank") == "tank"
    assert texts.missing == {"nothing", "unit.tank"}
    assert not texts.has("nothing")


@pytest.mark.parametrize("title_id", titles())
def test_concessions_are_told_alike_whatever_words_a_title_has_for_its_victories(title_id: str) -> None:
    found = title(title_id)
    side = found.scenario().sides[0]
    for lang, resigned, agreed in (
        ("en", "The game is over: {} wins: the other side has resigned", "The game is over: draw by agreement"),
        ("ja", "ゲーム終了：{}の勝ち（相手の投了）", "ゲーム終了：合意による引き分け"),
    ):
        texts = found.texts(lang)
        assert texts.ending(Result(side, "resigned", "")) == resigned.format(texts.name("side", side))
        assert texts.ending(Result(None, "agreed", "")) == agreed


def test_a_title_speaks_both_languages(toy: AnyTitle) -> None:
    decision = begin(toy).decision
    assert decision is not None
    assert toy.texts("en").prompt(decision) == "Move a counter"
    assert toy.texts("ja").prompt(decision) == "駒を動かす"
    assert toy.texts("en").option(Option("do:pass")) == "Pass"


def test_an_event_as_plain_data_names_its_kind() -> None:
    event = Rolled(rule="3.1", dice="d6", faces=(3,), total=3, why="shot")
    assert event_fields(event)["event"] == "Rolled"


def test_what_is_counted_has_a_form_for_one_and_one_for_many() -> None:
    assert [counted(1, "hex|hexes"), counted(0, "hex|hexes"), counted("2", "hex|hexes")] == [
        "1 hex",
        "0 hexes",
        "2 hexes",
    ]


@pytest.mark.parametrize(
    ("forms", "told"),
    [("hex|hexes", ["1 hex", "3 hexes"]), ("|, # in all", ["", ", 3 in all"]), ("one|all #", ["one", "all 3"])],
)
def test_what_is_counted_is_told_for_one_and_for_many(forms: str, told: list[str]) -> None:
    assert [counted(number, forms) for number in (1, 3)] == told
