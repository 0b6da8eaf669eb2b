"""Zones of control that reach as far as the ground lets them."""

import msgspec

from sandtable.mechanics.reaches import Reaches


class Piece(msgspec.Struct, frozen=True):
    at: str
    asleep: bool = False


class Board:
    """A row of hexes, 1 to 9, in which those next to a wall do not look over it."""

    def __init__(self, **pieces: Piece) -> None:
        self.pieces = pieces

    def exerting(self, _: object, label: str) -> tuple[str, str] | None:
        awake = [name for name, piece in self.pieces.items() if piece.at == label and not piece.asleep]
        return (awake[0][:-1], label) if awake else None


def around(_: object, label: str, who: tuple[str, str]) -> frozenset[str]:
    return frozenset({str(int(label) - 1), str(int(label) + 1)}) - {"5"}


def watched(board: Board) -> Reaches:
    found = Reaches(board.exerting, around, ("at", "asleep"), ("red", "blue"))
    found.follow(None, [(name, None, piece) for name, piece in board.pieces.items()])
    return found


def moved(board: Board, found: Reaches, name: str, now: Piece | None) -> None:
    before = board.pieces.pop(name)
    if now is not None:
        board.pieces[name] = now
    found.follow(None, [(name, before, now)])


def test_zones_reach_into_the_hexes_around() -> None:
    found = watched(Board(red1=Piece("2"), red2=Piece("4"), blue1=Piece("7")))
    assert found.of == {"red": {"2": {"1", "3"}, "4": {"3"}}, "blue": {"7": {"6", "8"}}}
    assert (found.zone("red"), found.zone("blue")) == ({"1", "3"}, {"6", "8"})


def test_a_hex_in_two_zones_stays_in_the_other() -> None:
    board = Board(red1=Piece("2"), red2=Piece("4"))
    found = watched(board)
    moved(board, found, "red1", None)
    assert found.zone("red") == {"3"}


def test_a_zone_is_another_set_only_when_it_changes() -> None:
    board = Board(red1=Piece("2"), blue1=Piece("7"))
    found = watched(board)
    before = found.zone("red")
    moved(board, found, "blue1", Piece("8"))
    assert found.zone("red") is before
    moved(board, found, "red1", Piece("2", asleep=True))
    assert found.zone("red") == frozenset()


def test_what_is_followed_step_by_step_is_what_is_worked_out_from_nothing() -> None:
    board = Board(red1=Piece("2"), red2=Piece("2"), blue1=Piece("7"))
    found = watched(board)
    for now in (Piece("3"), Piece("3", asleep=True), Piece("6"), Piece("2")):
        moved(board, found, "red1", now)
        assert found.facts() == watched(board).facts()


def test_a_side_is_alone_where_no_other_reaches() -> None:
    board = Board(red1=Piece("2"), blue1=Piece("4"))
    found = watched(board)
    assert found.alone == {"red": {"1"}, "blue": set()}
    moved(board, found, "blue1", Piece("9"))
    assert found.alone == {"red": {"1", "3"}, "blue": {"8", "10"}}
    moved(board, found, "red1", None)
    assert found.alone["red"] == set()
    assert (found.is_in("blue", "8"), found.is_in("red", "3")) == (True, False)
