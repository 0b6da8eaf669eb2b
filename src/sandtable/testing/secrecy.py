"""Checks of secrecy: a view is all that a side may know, and no more."""

from __future__ import annotations

from sandtable.kernel import PUBLIC, View, determinise
from sandtable.kernel.views import laid_open, masked
from sandtable.testing.position import Position, Problems


def views_hide_what_they_must(position: Position) -> Problems:
    """A world made up from a view looks the same to that side and to the public, and asks the side the same."""
    game, codec = position.game, position.title.codec
    in_public = codec.canonical(masked(game, PUBLIC))
    for side in (*position.sides, PUBLIC):
        who = side or "the public"
        view = View(game, side)
        known = codec.canonical(view.state)
        if codec.canonical(codec.decode(codec.encode(view.state))) != known:
            yield f"what {who} knows cannot be sent and read again"
        world = determinise(view, position.rng)
        if codec.canonical(masked(world, side)) != known:
            yield f"a world made up to fit what {who} knows looks different to {who}"
        if codec.canonical(masked(world, PUBLIC)) != in_public:
            yield f"a world made up to fit what {who} knows looks different to the public"
        if View(world, side).decision != view.decision:
            yield f"what {who} is asked depends on something that {who} may not know"


def all_lies_open_at_the_end(position: Position) -> Problems:
    """Once a game is over, everybody sees everything."""
    if position.table.result is None:
        return
    codec = position.title.codec
    truth = codec.canonical(laid_open(position.game))
    for side in (*position.sides, PUBLIC):
        if codec.canonical(View(position.game, side).state) != truth:
            yield f"{side or 'the public'} does not see everything once the game is over"


def secret_choices_commute(position: Position) -> Problems:
    """Where sides choose in secret at once, the order is of no account and none sees what another chose."""
    decisions = position.table.decisions
    if len(decisions) < 2:
        return
    picks = [(decision.side, position.rng.choice(decision.ids)) for decision in decisions]
    there, back = position.game.fork(), position.game.fork()
    codec = position.title.codec
    for number, (side, option_id) in enumerate(picks, 1):
        known = {other: codec.canonical(masked(there, other)) for other in position.sides if other != side}
        there.events = []
        there.choose(option_id, side)
        if number == len(picks):
            break
        for other, before in known.items():
            if codec.canonical(masked(there, other)) != before:
                yield f"{other} can see that {side} chose {option_id} in secret"
            if any(event.visible_to(other) for event in there.events):
                yield f"{other} hears of {option_id}, which {side} chose in secret"
    for side, option_id in reversed(picks):
        back.choose(option_id, side)
    if codec.canonical(there.state) != codec.canonical(back.state) or there.decisions != back.decisions:
        yield f"the order of the secret choices {' and '.join(option for _, option in picks)} matters"
