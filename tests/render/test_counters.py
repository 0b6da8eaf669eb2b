"""Counters: what is printed on them, how they stack, and what a hidden one gives away."""

from __future__ import annotations

import msgspec
import pytest

from render.drawing import by_class, by_id, ids, shift, texts
from sandtable.board.scene import Counter, Scene, Symbol
from sandtable.render import RenderError, scene_svg
from sandtable.render.symbols import BRANCHES, SIZES


def drawn(scene: Scene, *counters: Counter) -> str:
    return scene_svg(msgspec.structs.replace(scene, counters=counters), legend=False)


def with_states(counter: Counter, *states: str) -> Counter:
    return msgspec.structs.replace(counter, states=states)


def test_a_counter_is_one_group_with_its_id(scene: Scene, guards: Counter) -> None:
    svg = drawn(scene, guards)
    assert ids(svg).count("unit-3-guards") == 1
    assert by_id(svg, "unit-3-guards").get("data-at") == "0302"


def test_a_counter_prints_values_name_and_corner(scene: Scene, guards: Counter) -> None:
    assert set(texts(by_id(drawn(scene, guards), "unit-3-guards"))) == {"6-4-8", "3 Gds", "XI"}


def test_a_figure_in_the_corner_leaves_the_name_room_below_it(scene: Scene, guards: Counter) -> None:
    def heights(corner: str) -> float:
        counter = msgspec.structs.replace(guards, name="51 Army", corner=corner)
        group = by_id(drawn(scene, counter), "unit-3-guards")
        name = next(each for each in group.iter() if each.text == "51 Army")
        return float(name.attrib["font-size"])

    assert heights("2") < heights("")


def test_a_long_name_is_split_over_both_edges(scene: Scene, guards: Counter) -> None:
    counter = msgspec.structs.replace(guards, name="Grenadier Regiment")
    assert {"Grenadier", "Regiment"} <= set(texts(by_id(drawn(scene, counter), "unit-3-guards")))


def test_a_name_that_cannot_fit_is_shortened_and_told_in_full(scene: Scene, guards: Counter) -> None:
    group = by_id(drawn(scene, msgspec.structs.replace(guards, name="Donaudampfschiffahrt")), "unit-3-guards")
    assert any(line.startswith("Donau") and line.endswith("…") for line in texts(group))
    assert "Donaudampfschiffahrt" in "".join(group.itertext())


@pytest.mark.parametrize("branch", sorted(BRANCHES))
def test_every_branch_has_a_pictogram(scene: Scene, guards: Counter, branch: str) -> None:
    svg = drawn(scene, msgspec.structs.replace(guards, symbol=Symbol(branch)))
    assert f"symbol-{branch}" in ids(svg)


@pytest.mark.parametrize("size", sorted(filter(None, SIZES)))
def test_every_size_has_a_mark(scene: Scene, guards: Counter, size: str) -> None:
    marked, bare = (
        drawn(scene, msgspec.structs.replace(guards, symbol=Symbol("infantry", shown))) for shown in (size, "")
    )
    assert len(marked) > len(bare)


def test_a_counter_may_be_bare(scene: Scene) -> None:
    svg = drawn(scene, Counter("bare", "0101", "red", "red", Symbol("supply")))
    assert texts(by_id(svg, "unit-bare")) == []


def test_no_two_branches_look_alike() -> None:
    glyphs = list(BRANCHES.values())
    assert all(a != b for place, a in enumerate(glyphs) for b in glyphs[place + 1 :])


def test_no_two_sizes_look_alike() -> None:
    assert len(set(SIZES.values())) == len(SIZES)


def test_an_unknown_branch_is_refused_with_those_there_are(scene: Scene, guards: Counter) -> None:
    with pytest.raises(RenderError, match=r"'dragons'.*infantry"):
        drawn(scene, msgspec.structs.replace(guards, symbol=Symbol("dragons")))


def test_an_unknown_size_is_refused_with_those_there_are(scene: Scene, guards: Counter) -> None:
    with pytest.raises(RenderError, match=r"'horde'.*battalion"):
        drawn(scene, msgspec.structs.replace(guards, symbol=Symbol("infantry", "horde")))


def test_an_unknown_palette_is_refused(scene: Scene, guards: Counter) -> None:
    with pytest.raises(RenderError, match="no palette 'blue': it has guards, red"):
        drawn(scene, msgspec.structs.replace(guards, palette="blue"))


def test_a_stack_rises_up_and_right_with_the_last_on_top(scene: Scene, guards: Counter) -> None:
    stack = [msgspec.structs.replace(guards, id=name) for name in ("low", "mid", "top")]
    svg = drawn(scene, *stack)
    places = [shift(by_id(svg, f"unit-{counter.id}")) for counter in stack]
    assert places[0][0] < places[1][0] < places[2][0]
    assert places[0][1] > places[1][1] > places[2][1]
    assert [name for name in ids(svg) if name.startswith("unit-")] == ["unit-low", "unit-mid", "unit-top"]


def test_a_tall_stack_still_shows_every_counter(scene: Scene, guards: Counter) -> None:
    stack = [msgspec.structs.replace(guards, id=f"n{place}") for place in range(12)]
    svg = drawn(scene, *stack)
    assert len({shift(by_id(svg, f"unit-{counter.id}")) for counter in stack}) == 12


def test_a_lone_counter_lies_in_the_middle(scene: Scene, guards: Counter) -> None:
    assert shift(by_id(drawn(scene, guards), "unit-3-guards")) == (0, 0)


@pytest.mark.parametrize(("state", "letter"), [("out-of-supply", "U"), ("suppressed", "S"), ("disrupted", "D")])
def test_a_state_is_a_badge(scene: Scene, guards: Counter, state: str, letter: str) -> None:
    group = by_id(drawn(scene, with_states(guards, state)), "unit-3-guards")
    assert letter in texts(group)
    assert state in group.attrib["class"].split()


def test_a_state_nobody_foresaw_is_a_badge_too(scene: Scene, guards: Counter) -> None:
    assert "Q" in texts(by_id(drawn(scene, with_states(guards, "quarantined")), "unit-3-guards"))


@pytest.mark.parametrize("state", ["moved", "selected"])
def test_moved_and_selected_change_the_look(scene: Scene, guards: Counter, state: str) -> None:
    assert len(drawn(scene, with_states(guards, state))) > len(drawn(scene, guards)) + 100


def test_steps_are_counted_in_pips(scene: Scene, guards: Counter) -> None:
    group = by_id(drawn(scene, msgspec.structs.replace(guards, steps=1, full_steps=3)), "unit-3-guards")
    fills = [circle.get("fill") for circle in group.iter("{http://www.w3.org/2000/svg}circle")]
    assert fills == ["#fff0e0", "none", "none"]


def test_many_steps_are_written(scene: Scene, guards: Counter) -> None:
    counter = msgspec.structs.replace(guards, steps=5, full_steps=8)
    assert "5/8" in texts(by_id(drawn(scene, counter), "unit-3-guards"))


def test_the_pointer_of_a_facing_tells_a_turret_from_a_gun_that_cannot_be_turned(scene: Scene, guards: Counter) -> None:
    plain, turret, fixed = (
        drawn(scene, msgspec.structs.replace(guards, facing=2, mount=mount)) for mount in ("", "turret", "fixed")
    )
    assert len({plain, turret, fixed}) == 3
    assert turret.count("<circle") == plain.count("<circle") + 1
    assert fixed.count("<circle") == plain.count("<circle")


@pytest.mark.parametrize(("facing", "angle"), [(0, "-90"), (1, "-60"), (6, "90")])
def test_a_facing_counts_twelfths_of_a_turn_from_north(scene: Scene, guards: Counter, facing: int, angle: str) -> None:
    assert f"rotate({angle})" in drawn(scene, msgspec.structs.replace(guards, facing=facing))


def test_ids_and_texts_are_escaped(scene: Scene, guards: Counter) -> None:
    counter = msgspec.structs.replace(guards, id='a "b" <c>', name="<&>", values='"1"\x00')
    group = by_id(drawn(scene, counter), 'unit-a_"b"_<c>')
    assert {"<&>", '"1"'} <= set(texts(group))


@pytest.fixture
def hidden(guards: Counter) -> Counter:
    return msgspec.structs.replace(
        with_states(guards, "hidden", "moved", "disrupted"), facing=4, steps=1, full_steps=2, values="77-4-8"
    )


def test_a_hidden_counter_shows_a_back_in_the_colour_of_its_side(scene: Scene, hidden: Counter) -> None:
    (group,) = by_class(drawn(scene, hidden), "hidden")
    assert texts(group) == ["?"]
    assert any(rect.get("fill") == "#d9a18f" for rect in group.iter())


@pytest.mark.parametrize("secret", ["3-guards", "3 Gds", "77-4-8", "armour", "#aa2211", "moved", "disrupted", "XI"])
def test_a_hidden_counter_gives_nothing_away(scene: Scene, hidden: Counter, secret: str) -> None:
    assert secret not in drawn(scene, hidden)


def test_two_counters_that_differ_in_what_is_hidden_look_the_same(scene: Scene, hidden: Counter) -> None:
    other = Counter("9-recon", "0302", "red", "red", Symbol("reconnaissance"), "9", "1-1", states=("hidden",))
    assert drawn(scene, hidden) == drawn(scene, other)
