"""The conformance suite: silent on a sound title, and it finds each thing that a title can get wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from kernel.toybox import toy_module
from sandtable.kernel import Choice, Decision, Event, Formality, Option, Refusal, StandingOrder, Table, titles
from sandtable.kernel import title as title_of
from sandtable.kernel.standing import parse
from sandtable.kernel.table import is_order
from sandtable.kernel.title import AnyTitle
from sandtable.lab.playing import seed_for
from sandtable.testing import FuzzReport, check_data, check_game, conform, fuzz, walking
from sandtable.testing.chance import OtherFaces, far_off
from sandtable.testing.fuzzing import variant
from sandtable.testing.position import Position, Problems
from sandtable.testing.sources import faults_of_sources
from sandtable.testing.walking import FAMILIAR

Turn, Bid, Reaction, Toy = toy_module.Turn, toy_module.Bid, toy_module.Reaction, toy_module.Toy


@pytest.mark.parametrize("title_id", titles())
def test_the_words_of_every_installed_title_are_there(title_id: str) -> None:
    assert check_data(title_of(title_id)) == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("title_id", titles())
def test_every_installed_title_conforms(title_id: str, number: int) -> None:
    scenario, switches = variant(title_of(title_id), number, seed=20)
    assert check_game(title_id, scenario, switches, seed_for(20, number), familiar=FAMILIAR).failures == ()


def test_a_sound_title_conforms(toy: AnyTitle) -> None:
    conform(toy, games=8)
    conform("toy", games=4, seed=9, thorough=True)


def test_the_seed_settles_the_game_and_not_how_closely_it_is_checked(toy: AnyTitle) -> None:
    glance = check_game(toy, "long", seed=6)
    again = check_game(toy, "long", seed=6)
    close = check_game(toy, "long", seed=6, thorough=True)
    assert glance == again == close
    assert glance.decisions > 10


def test_what_is_rare_is_looked_at_always_and_what_is_common_ever_more_rarely(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    goes_on_for_ever(monkeypatch)
    looked: dict[str, list[int]] = {}

    def look(position: Position) -> Problems:
        for decision in position.table.decisions:
            looked.setdefault(decision.prompt, []).append(len(position.table.entries))
        yield from ()

    monkeypatch.setattr(walking, "CHECKS", ((look, 1.0),))
    walking.Walk(toy, "long", (), 3, None, tmp_path).run(cap=800, thorough=False, familiar=6)
    assert all(6 <= len(places) < 60 for places in looked.values())
    for common in ("amount", "bid", "move"):
        assert any(place > 400 for place in looked[common])


def problems(toy: AnyTitle, games: int = 4, cap: int = 200) -> str:
    """What the suite finds amiss in a title that was broken on purpose."""
    found = [check_game(toy, "long", seed=seed, thorough=True, cap=cap).failures for seed in range(games)]
    return "\n".join(str(failure) for failures in found for failure in failures)


Break = Callable[[pytest.MonkeyPatch], None]


def asks_with_effect(patch: pytest.MonkeyPatch) -> None:
    sound = Turn.pick

    def pick(self: Any, game: Any) -> Decision:
        game.state.score["red"] = game.state.score.get("red", 0) + 1
        decision: Decision = sound(self, game)
        return decision

    patch.setattr(Turn, "pick", pick)


def offers_twice(patch: pytest.MonkeyPatch) -> None:
    twice = (Option("do:shoot"), Option("do:shoot"), Option("do:hold"))
    patch.setattr(
        Reaction, "begin", lambda self, game: Decision(self.side, "react", "3.1", twice, {"unit": self.target})
    )


def asks_a_stranger(patch: pytest.MonkeyPatch) -> None:
    options = (Option("do:shoot"), Option("do:hold"))
    patch.setattr(
        Reaction, "begin", lambda self, game: Decision("green", "react", "3.1", options, {"unit": self.target})
    )


def has_no_prompt(patch: pytest.MonkeyPatch) -> None:
    options = (Option("do:shoot"), Option("do:hold"))
    patch.setattr(Reaction, "begin", lambda self, game: Decision(self.side, "fire", "3.1", options))


def cites_no_rule(patch: pytest.MonkeyPatch) -> None:
    options = (Option("do:shoot", rule="77.7"), Option("do:hold"))
    patch.setattr(
        Reaction, "begin", lambda self, game: Decision(self.side, "react", "3.9", options, {"unit": self.target})
    )


def refuses_wordlessly(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Turn, "pick_refused", lambda self, game, choice: Refusal("refused.because"))


def refuses_with_effect(patch: pytest.MonkeyPatch) -> None:
    def refused(self: Any, game: Any, choice: Choice) -> None:
        game.state.turn += 1

    patch.setattr(Turn, "pick_refused", refused)


def shows_cards(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "mask", lambda self, state, content, side: None)


def shows_bids(patch: pytest.MonkeyPatch) -> None:
    def mask(self: Any, state: Any, content: Any, side: str) -> None:
        state.cards = {owner: card if owner == side else "unknown" for owner, card in state.cards.items()}

    patch.setattr(Toy, "mask", mask)


def imagines_ones_own_card(patch: pytest.MonkeyPatch) -> None:
    def fill(self: Any, state: Any, content: Any, side: str, rng: random.Random) -> None:
        state.cards = {owner: rng.choice(("sun", "moon")) for owner in state.cards}

    patch.setattr(Toy, "fill", fill)


def asks_by_hidden_card(patch: pytest.MonkeyPatch) -> None:
    sound = Turn.pick

    def pick(self: Any, game: Any) -> Decision:
        decision: Decision = sound(self, game)
        if game.state.cards[toy_module.enemy(self.side)] == "sun":
            return Decision(self.side, "move", "2.1", decision.options[-1:])
        return decision

    patch.setattr(Turn, "pick", pick)


def names_too_few_bands(patch: pytest.MonkeyPatch) -> None:
    def chosen(self: Any, game: Any, choice: Choice) -> None:
        game.finish()
        game.state.score["red"] = game.roll("2d6", "shot", "3.1", bands=(9,))

    patch.setattr(Reaction, "begin_chosen", chosen)


def speaks_of_no_rule(patch: pytest.MonkeyPatch) -> None:
    def chosen(self: Any, game: Any, choice: Choice) -> None:
        game.finish()
        game.say(toy_module.Moved(rule="5.5", unit="red-1", to="9"))

    patch.setattr(Reaction, "begin_chosen", chosen)


def tells_of_bids(patch: pytest.MonkeyPatch) -> None:
    def settle(self: Any, game: Any, amount: int) -> None:
        game.state.bids[self.side] = amount
        game.say(toy_module.Moved(rule="1.2", unit="red-1", to="1"))
        game.finish()

    patch.setattr(Bid, "_settle", settle)


def prefers_the_first_bid(patch: pytest.MonkeyPatch) -> None:
    def settle(self: Any, game: Any, amount: int) -> None:
        game.state.bids[self.side] = amount + len(game.state.bids)
        game.finish()

    patch.setattr(Bid, "_settle", settle)


def goes_on_for_ever(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(toy_module.Play, "close", lambda self, game: game.goto("bid"))


def fails_in_play(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Turn, "arrive", lambda self, game: {}["no such unit"])


def goes_back_in_time(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "turn", lambda self, state: -state.turn)


def misjudges(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Toy, "evaluate", lambda self, state, content, side: float("nan"))


def judges_the_loser_better(patch: pytest.MonkeyPatch) -> None:
    sound = Toy.evaluate
    patch.setattr(Toy, "evaluate", lambda self, state, content, side: -sound(self, state, content, side))


def plays_by_a_counter_of_its_own(patch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def chosen(self: Any, game: Any, choice: Choice) -> None:
        calls.append(1)
        game.state.score["red"] = len(calls)
        game.finish()

    patch.setattr(Turn, "pick_chosen", chosen)


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (asks_with_effect, "asking changes the state"),
        (offers_twice, "an option is offered twice"),
        (asks_a_stranger, "'green' is no side of the scenario"),
        (has_no_prompt, "there is no text 'prompt.fire' in ja"),
        (cites_no_rule, "the decision 'react' cites the rule '3.9'"),
        (cites_no_rule, "the option do:shoot cites the rule '77.7'"),
        (refuses_wordlessly, "there is no text 'refused.because' in en"),
        (refuses_with_effect, "changes the game"),
        (shows_bids, "can see that"),
        (imagines_ones_own_card, "looks different to red"),
        (asks_by_hidden_card, "depends on something that"),
        (names_too_few_bands, "dice of the same band lead to another state"),
        (names_too_few_bands, "where the odds do not"),
        (speaks_of_no_rule, "the event Moved cites the rule '5.5'"),
        (speaks_of_no_rule, "there is no text 'space.9' in en"),
        (tells_of_bids, "hears of"),
        (prefers_the_first_bid, "the order of the secret choices"),
        (goes_on_for_ever, "the game has no end after 200 choices"),
        (fails_in_play, "KeyError: 'no such unit'"),
        (goes_back_in_time, "leads to an earlier turn"),
        (misjudges, "evaluate gives nan for red"),
        (judges_the_loser_better, "won, but evaluate sees another side ahead"),
        (plays_by_a_counter_of_its_own, "leads elsewhere in a fork"),
        (plays_by_a_counter_of_its_own, "the replay departs at|replay says other"),
    ],
)
def test_a_broken_title_is_found_out(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch, broken: Break, complaint: str
) -> None:
    broken(monkeypatch)
    found = problems(toy)
    assert any(part in found for part in complaint.split("|")), found


def test_a_view_that_hides_nothing_gives_secret_bids_away(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    shows_cards(monkeypatch)
    assert "can see that" in problems(toy)


def test_each_failure_is_saved_as_a_game_that_shows_it(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fails_in_play(monkeypatch)
    report = fuzz(toy, 6, 1, folder=tmp_path / "found")
    failed = [failure for failure in report.failures if failure.check == "play"]
    assert failed
    for failure in failed:
        table = Table.load(failure.save)
        assert (table.header.seed, table.header.scenario) == (failure.seed, failure.scenario)
        assert len(table.entries) == failure.choice
        with pytest.raises(KeyError):
            table.choose(failure.problem.split(": ")[0])


def test_conform_raises_with_all_that_is_amiss(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    cites_no_rule(monkeypatch)
    with pytest.raises(AssertionError) as raised:
        conform(toy, games=4)
    assert "'3.9'" in str(raised.value)
    assert "'77.7'" in str(raised.value)


def test_a_search_visits_all_scenarios_without_with_all_and_with_some_switches(toy: AnyTitle) -> None:
    seen = [variant(toy, number, 0) for number in range(40)]
    assert seen[:4] == [("short", ()), ("long", ()), ("short", ("9.1",)), ("long", ("9.1",))]
    assert {switches for _, switches in seen[4:]} == {(), ("9.1",)}


def test_a_search_tells_how_far_it_is_and_can_be_stopped(toy: AnyTitle) -> None:
    told: list[int] = []

    def progress(done: int, games: int) -> None:
        told.append(done)
        if done == 3:
            raise KeyboardInterrupt

    report = fuzz(toy, 10, 1, progress)
    assert told == [1, 2, 3]
    assert isinstance(report, FuzzReport)
    assert (report.games, report.failures) == (3, ())
    assert report.decisions > 10


def test_data_without_words_is_found(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_data(toy) == []
    monkeypatch.setattr(Toy, "name", {"en": "Toy"})
    rules = toy.rules()
    monkeypatch.setattr(Toy, "rules", lambda self: [*rules[:-1], rules[0]])
    assert [failure.problem for failure in check_data(toy)] == [
        "the rule 1.1 is listed twice",
        "the switch 9.1 is no rule of the rule list",
        "the title has no words in ja",
    ]


def test_counters_of_the_same_name_are_found(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "ids", lambda self, kind, content: ("red-1", "red-2") if kind == "unit" else ())
    monkeypatch.setattr(Toy, "named", lambda self, kind, ident, lang, content: "Guards" if kind == "unit" else None)
    assert "two counters of short are called 'Guards' in en" in [failure.problem for failure in check_data(toy)]


def test_a_count_without_a_form_for_one_is_found(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = toy.texts("en")
    monkeypatch.setattr(
        texts, "_catalog", dict(texts.templates) | {"line.far": "{n} hexes", "line.near": "{n:hex|hexes}"}
    )
    assert [failure.problem for failure in check_data(toy)] == ["the text 'line.far' has no form for one: {n} hexes"]


def test_formalities_without_words_are_found(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    wordless = Formality(("do:hold", "do:duck"), {"luck": (("hit",),)}, narrowed_by=("unit", "space"))
    monkeypatch.setattr(Toy, "formalities", {"react": wordless, "rest": Formality(("do:pass",))})
    missing = ["formality.react.space", "hope.luck", "do.duck", "prompt.rest", "formality.rest"]
    found = [failure.problem for failure in check_data(toy)]
    assert sorted(found) == sorted(f"there is no text {key!r} in {lang}" for key in missing for lang in ("en", "ja"))


def test_orders_are_given_and_carried_out_on_the_way(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(walking, "ORDER_RATE", 0.5)
    walks = [walking.Walk(toy, "long", (), seed, None, tmp_path) for seed in range(6)]
    for walk in walks:
        walk.run(cap=200, thorough=True)
    assert [walk.failures for walk in walks] == [{}] * 6
    given = [parse(option.partition(":")[2]) for walk in walks for _, option in walk.choices if is_order(option)]
    assert {order.answer for order in given} == {"do:ask", "do:hold", "do:shoot"}
    assert {order.until for order in given} == {"", "turn", "alarm"}
    assert {bool(order.only) for order in given} == {bool(order.unless) for order in given} == {False, True}


def test_an_order_that_others_can_see_is_found(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "ORDER_RATE", 0.5)
    sound = Table.give

    def give(self: Table, order: StandingOrder, side: str) -> None:
        sound(self, order, side)
        self.state.score["red"] = self.state.score.get("red", 0) + 1

    monkeypatch.setattr(Table, "give", give)
    assert "others can tell that" in problems(toy)


def test_an_event_seen_by_a_stranger_is_found(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    def arrive(self: Any, game: Any) -> None:
        game.finish()
        event: Event = toy_module.Moved(rule="2.2", unit=self.unit, to=str(self.to), seen_by=("green",))
        game.say(event)

    monkeypatch.setattr(Turn, "arrive", arrive)
    assert "is seen by green: no side of the scenario" in problems(toy)


def test_counts_far_from_their_odds_are_told_from_counts_near_them() -> None:
    even = {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert not far_off(even, {"a": 60, "b": 40})
    assert far_off(even, {"a": 90, "b": 10})
    rare = {"a": Fraction(99, 100), "b": Fraction(1, 100)}
    assert not far_off(rare, {"a": 97, "b": 3})
    assert far_off(rare, {"a": 80, "b": 20})


def test_other_faces_keep_to_the_band() -> None:
    dice = OtherFaces(random.Random(1))
    seeded = [sum(toy_dice) for toy_dice in (dice._seeded.faces(1, n, "2d6", None) for n in range(200))]
    others = [sum(dice.faces(1, n, "2d6", (9,))) for n in range(200)]
    assert [total >= 9 for total in seeded] == [total >= 9 for total in others]
    assert all(one != other for one, other in zip(seeded, others, strict=True))


def test_sources_and_rules_of_data_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "fire.yaml"
    file.write_text(
        'source: guessed\nrules: ["1.1", "9.9"]\nrows:\n  - {shift: 1, source: seed}\n  - {source: hearsay}\n'
    )
    assert [str(fault) for fault in faults_of_sources(file, ["1.1"])] == [
        f"{file}:1: source: expected seed or derived or authored, found 'guessed'",
        f"{file}:5: rows[1].source: expected seed or derived or authored, found 'hearsay'",
        f"{file}:2: rules[1]: '9.9' is not in the rule list",
    ]
