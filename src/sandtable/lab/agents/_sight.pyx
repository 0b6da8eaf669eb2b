# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""One side's observation, kept up to date from state to state, compiled; `_sight.pyi` carries the documentation."""

import typing
from array import array
from enum import Enum

import msgspec

cimport cython
from libc.string cimport memcpy

from sandtable.kernel._derived cimport Attribute, Follower

from sandtable.kernel.errors import SandtableError

cdef int FLAG = 0, NUMBER = 1, WHOSE = 2, PLACE = 3, WORD = 4, WORDS = 5, POINTER = 6, FIGURES = 7, THERE = 8
KINDS = {
    "flag": FLAG, "number": NUMBER, "whose": WHOSE, "place": PLACE, "word": WORD, "words": WORDS, "pointer": POINTER,
    "figures": FIGURES, "there": THERE,
}
cdef int FACT = 10
cdef object Struct = msgspec.Struct
cdef Attribute RESULT = Attribute("result"), STACK = Attribute("stack"), BRANCHES = Attribute("branches")


Leaf = tuple


class Undeclared(SandtableError):
    """A view holds something that the title's `observed` does not know of, or more of it than it makes room for."""


cdef class Sight


cdef inline double squashed(double value, double half):
    return value / (half + (value if value >= 0 else -value))


# How many changes are noted before it is quicker to copy everything.
cdef Py_ssize_t MOST_NOTED = 4096

# Of so many numbers one may differ between two sides who take turns before it is quicker to copy them all.
cdef Py_ssize_t LEAST_ALIKE = 16


@cython.final
cdef class Canvas:
    """The numbers, and which of them have changed since they were last copied."""
    cdef float[::1] data
    cdef int[::1] noted
    cdef Py_ssize_t count

    def __init__(self, float[::1] data):
        self.data = data
        self.noted = array("i", bytes(4 * MOST_NOTED))
        self.count = 0

    cdef inline void put(self, Py_ssize_t place, float value) noexcept:
        if self.data[place] != value:
            self.data[place] = value
            if self.count < MOST_NOTED:
                self.noted[self.count] = <int>place
            self.count += 1


@cython.final
cdef class Page:
    cdef Canvas shown, before
    # Where those two differ, or have differed since they last took turns; how many such places, -1 where there are
    # too many to be listed, and how many that would be; and for each place whether it is listed.
    cdef int[::1] unlike
    cdef Py_ssize_t count, most
    cdef signed char[::1] is_listed
    # The row that is written, and the numbers in it.
    cdef object target
    cdef float[::1] numbers

    def __init__(self):
        self.count = -1

    def show(self, Sight sight, object written):
        cdef Canvas row = sight.row
        cdef float[::1] target
        if written is not self.target:
            self.numbers = written
            self.target = written
        target = self.numbers
        cdef Py_ssize_t size = row.data.shape[0]
        if target.shape[0] != size:
            raise ValueError(f"a row of {size} numbers is written, not of {target.shape[0]}")
        if row is self.shown:
            if row.count > MOST_NOTED:
                memcpy(&target[0], &row.data[0], size * sizeof(float))
                self.count = -1
            else:
                self.follow(row, target)
        else:
            self.note_all(row)
            if self.shown is not None:
                self.note_all(self.shown)
                self.shown.count = 0
            if row is self.before and self.count >= 0:
                self.turn(row, target)
            else:
                memcpy(&target[0], &row.data[0], size * sizeof(float))
                if self.shown is not None:
                    self.compare(row, self.shown)
            self.before = self.shown
            self.shown = row
        row.count = 0

    cdef inline void note(self, Py_ssize_t place) noexcept:
        if self.count >= 0 and not self.is_listed[place]:
            if self.count < self.most:
                self.is_listed[place] = 1
                self.unlike[self.count] = <int>place
                self.count += 1
            else:
                self.count = -1

    cdef void note_all(self, Canvas row) noexcept:
        """Note what has changed of one of the two since it was last shown."""
        cdef Py_ssize_t k
        if row.count > MOST_NOTED:
            self.count = -1
            return
        for k in range(row.count):
            self.note(row.noted[k])

    cdef void follow(self, Canvas row, float[::1] target) noexcept:
        """Write what has changed of the one that is shown."""
        cdef Py_ssize_t k, place
        for k in range(row.count):
            place = row.noted[k]
            target[place] = row.data[place]
            self.note(place)

    cdef void turn(self, Canvas row, float[::1] target) noexcept:
        """Write the other one, of which only some places differ."""
        cdef Py_ssize_t k, place, kept = 0
        for k in range(self.count):
            place = self.unlike[k]
            target[place] = row.data[place]
            if row.data[place] != self.shown.data[place]:
                self.unlike[kept] = <int>place
                kept += 1
            else:
                self.is_listed[place] = 0
        self.count = kept

    cdef int compare(self, Canvas row, Canvas other) except -1:
        """Find out where two differ."""
        cdef Py_ssize_t place
        cdef Py_ssize_t size = row.data.shape[0]
        if self.most == 0:
            self.most = max(MOST_NOTED, size // LEAST_ALIKE)
            self.unlike = array("i", bytes(4 * self.most))
        self.is_listed = array("b", bytes(size))
        self.count = 0
        for place in range(size):
            if row.data[place] != other.data[place]:
                self.note(place)
                if self.count < 0:
                    break
        return 0


def numbers_of(dict known, tuple options):
    cdef list found = []
    cdef object option, number
    for option in options:
        number = known.get(option.id)
        if number is None:
            return None
        found.append(number)
    return found


def fill(signed char[::1] mask, list numbers, signed char value):
    cdef Py_ssize_t place
    for number in numbers:
        place = number
        mask[place] = value


@cython.final
cdef class Column:
    cdef int kind
    cdef readonly Py_ssize_t at, width
    cdef list path
    cdef Attribute attribute, when
    cdef double half
    cdef dict known
    cdef readonly str name

    def __init__(self, str kind, str name, Py_ssize_t at, Py_ssize_t width, tuple path, double half, dict known,
                 str when=None):
        self.kind = KINDS[kind]
        self.name = name
        self.at = at
        self.width = width
        self.path = [Attribute(part) for part in path]
        self.attribute = self.path[0] if len(path) == 1 else None
        self.half = half
        self.known = known
        self.when = None if when is None else Attribute(when)

    cdef inline bint is_same(self, object old, object new) except -1:
        """Whether two values that are both there say the same here."""
        cdef object was, now
        if self.kind == THERE:
            return True
        if self.kind == FIGURES and not self.path:
            return self.when is None or bool(self.when.of(old)) == bool(self.when.of(new))
        was = self.read(old)
        now = self.read(new)
        return was is now or was == now

    cdef inline object read(self, object value):
        cdef Attribute part
        if self.attribute is not None:
            return self.attribute.of(value)
        for part in self.path:
            if value is None:
                return None
            value = part.of(value)
        return value

    cdef int write(self, Canvas row, Py_ssize_t start, Py_ssize_t step, object key, object whole) except -1:
        cdef Py_ssize_t first = start + self.at * step, k
        cdef object value, found
        if self.kind == THERE:
            row.put(first, 0.0 if whole is None else 1.0)
            return 0
        value = None if whole is None else (key if self.kind == FIGURES and not self.path else self.read(whole))
        if self.when is not None and value is not None and not self.when.of(whole):
            value = None
        if self.kind == FLAG:
            row.put(first, 1.0 if value else 0.0)
        elif self.kind == NUMBER:
            row.put(first, 0.0 if value is None else squashed(value, self.half))
        elif self.kind == WHOSE or self.kind == POINTER:
            row.put(first, 0.0)
            if value is not None and value != "":
                found = self.known.get(value)
                if found is None:
                    if self.kind == POINTER:
                        raise Undeclared(f"{self.name} is {value!r}, which is none of its words")
                else:
                    row.put(first, found)
        elif self.kind == PLACE:
            found = None if value is None else self.known.get(value)
            if found is None:
                for k in range(3):
                    row.put(first + k * step, 0.0)
            else:
                row.put(first, 1.0)
                row.put(first + step, (<tuple>found)[0])
                row.put(first + 2 * step, (<tuple>found)[1])
        elif self.kind == FIGURES:
            found = None if value is None else self.known.get(value)
            for k in range(self.width):
                row.put(first + k * step, 0.0 if found is None else <double>((<tuple>found)[k]))
        else:
            for k in range(self.width):
                row.put(first + k * step, 0.0)
            if value is not None and value != "":
                if self.kind == WORD:
                    self.mark(row, first, step, value, 1.0)
                else:
                    if isinstance(value, str):
                        value = value.split("+")
                    k = 0
                    for each in value:
                        k += 1
                        self.mark(row, first, step, each, 1.0 / k)
        return 0

    cdef int mark(self, Canvas row, Py_ssize_t first, Py_ssize_t step, object word, float value) except -1:
        found = self.known.get(word)
        if found is None:
            raise Undeclared(f"{self.name} is {word!r}, which is none of its words")
        row.put(first + <Py_ssize_t>found * step, value)
        return 0


@cython.final
cdef class Pile:
    """What things of a table come to in each hex: for each side, how many there are and sums of their numbers."""
    cdef Attribute at, side, by
    cdef dict sides, cells, figures, signs
    cdef list paths
    cdef Py_ssize_t own, others, step, width
    cdef list halves, read
    cdef double[::1] sums

    def __init__(self, str at, object side, dict signs, dict cells, list paths, dict figures, str by, list halves,
                 Py_ssize_t own, Py_ssize_t others, Py_ssize_t step, Py_ssize_t size):
        self.at, self.signs, self.cells = Attribute(at), signs, cells
        self.side, self.sides = (Attribute(side), {}) if isinstance(side, str) else (None, side)
        self.figures, self.halves = figures, halves
        self.by = Attribute(by) if by else None
        self.paths = [Attribute(path) if isinstance(path, str) else path for path in paths]
        self.own, self.others, self.step = own, others, step
        self.width = len(halves)
        self.read = [each for each in (self.at, self.side, self.by, *self.paths) if isinstance(each, Attribute)]
        self.sums = array("d", bytes(8 * 2 * self.width * size))

    cdef bint is_same(self, object old, object new) except -1:
        """Whether a thing counts where it did and for what it did."""
        cdef Attribute each
        for each in self.read:
            was = each.of(old)
            now = each.of(new)
            if was is not now and was != now:
                return False
        return True

    cdef int add(self, Canvas row, object key, object unit, double sign) except -1:
        cdef Py_ssize_t cell, k, place, first
        cdef object found = self.cells.get(self.at.of(unit)), side, path
        cdef tuple figures
        cdef double value
        if found is None:
            return 0
        cell = found
        side = self.sides.get(key) if self.side is None else self.side.of(unit)
        is_own = self.signs.get(side) == 1.0
        first = self.own if is_own else self.others
        figures = self.figures.get(key if self.by is None else self.by.of(unit), ())
        for k in range(self.width):
            if k == 0:
                value = 1.0
            else:
                path = self.paths[k - 1]
                if type(path) is Attribute:
                    value = (<Attribute>path).of(unit)
                else:
                    value = figures[path] if figures else 0.0
            if value == 0.0:
                continue
            place = (cell * 2 + (0 if is_own else 1)) * self.width + k
            value = self.sums[place] + sign * value
            self.sums[place] = value
            row.put(first + k * self.step + cell, squashed(value, self.halves[k]))
        return 0


cdef list net(list changes):
    """What changes come to: whoever only stands elsewhere goes and comes, and a view makes anew what it hides."""
    cdef dict found
    if not changes:
        return changes
    found = {}
    for key, old, new in changes:
        found[key] = (key, found[key][1] if key in found else old, new)
    return [change for change in found.values() if change[1] != change[2]]


@cython.final
cdef class Source:
    """A field of the state, and the columns of a table that it fills: by id, as one row, or as a list of ids."""
    cdef readonly str field
    cdef bint by_id
    cdef dict starts
    cdef Py_ssize_t start, step
    cdef list columns
    cdef Pile pile
    cdef Attribute attribute
    cdef Follower follower
    cdef object last
    cdef list before

    def __init__(self, str field, dict starts, Py_ssize_t start, Py_ssize_t step, list columns, Pile pile):
        self.field = field
        self.attribute = Attribute(field)
        self.by_id = starts is not None
        self.starts = starts
        self.start, self.step = start, step
        self.columns = columns
        self.pile = pile
        self.follower = Follower()
        self.last = self
        self.before = []

    cdef int look(self, Canvas row, object state) except -1:
        cdef object now = self.attribute.of(state), place
        cdef Column column
        cdef Py_ssize_t start
        if not self.by_id:
            if now is not self.last:
                self.last = now
                for column in self.columns:
                    column.write(row, self.start, self.step, None, now)
            return 0
        if type(now) is list:
            return self.count(row, now)
        for key, old, new in net(self.follower.changes(now)):
            place = self.starts.get(key)
            if place is None:
                raise Undeclared(f"{self.field} speaks of {key!r}, which is no row of its table")
            start = place
            if old is not None and new is not None:
                for column in self.columns:
                    if not column.is_same(old, new):
                        column.write(row, start, self.step, key, new)
                if self.pile is None or self.pile.is_same(old, new):
                    continue
            else:
                for column in self.columns:
                    column.write(row, start, self.step, key, new)
            if self.pile is not None:
                if old is not None:
                    self.pile.add(row, key, old, -1.0)
                if new is not None:
                    self.pile.add(row, key, new, 1.0)
        return 0

    cdef int count(self, Canvas row, list now) except -1:
        """A list: how often each id stands in it, and the place of its first."""
        cdef Py_ssize_t start, k = 0
        cdef Column often = self.columns[0], first = self.columns[1]
        if now == self.before:
            return 0
        for key in self.before:
            start = self.starts[key]
            row.put(start + often.at * self.step, 0.0)
            row.put(start + first.at * self.step, 0.0)
        counts = {}
        for key in now:
            k += 1
            if key not in self.starts:
                raise Undeclared(f"{self.field} has {key!r}, which is no row of its table")
            start = self.starts[key]
            counts[key] = counts.get(key, 0) + 1
            row.put(start + often.at * self.step, squashed(counts[key], often.half))
            if counts[key] == 1:
                row.put(start + first.at * self.step, squashed(k, first.half))
        self.before = now.copy()
        return 0


@cython.final
cdef class Leaves:
    """What the texts of facts stand for: numbers, sides, things, hexes, words."""
    cdef dict known
    cdef dict signs

    def __init__(self, dict known, dict signs):
        self.known = dict(known)
        self.signs = signs

    cdef list of(self, str text):
        found = self.known.get(text)
        if found is None:
            found = self.known[text] = self.taken_apart(text)
        return <list>found

    cdef list taken_apart(self, str text):
        if text.lstrip("-").isdigit():
            return [(squashed(int(text), 10.0), 0.0, 0.0, 0.0, 0.0, 0.0, -1, -1)]
        for sign in ("/", ">", "+", ",", "-", " "):
            parts = text.split(sign)
            if len(parts) > 1 and all(self.is_known(part) for part in parts):
                return [leaf for part in parts for leaf in self.of(part)]
        # What nobody has named is spelled out, a fact for each letter.
        return [(squashed(ord(letter), 128.0), 0.0, 0.0, 0.0, 0.0, 1.0, -1, -1) for letter in text]

    cdef bint is_known(self, str text):
        return text in self.known or text.isdigit()


cdef Canvas SCRATCH = None


cdef Canvas scratch(Py_ssize_t facts):
    """Room to put facts together, for so many at least."""
    global SCRATCH
    if SCRATCH is None or SCRATCH.data.shape[0] < facts * FACT:
        SCRATCH = Canvas(array("f", bytes(4 * FACT * facts)))
    SCRATCH.count = 0
    return SCRATCH


@cython.final
cdef class Facts:
    """A list of facts: a row for each number, text or flag in a value of any shape."""
    cdef readonly str name
    cdef Py_ssize_t start, most, used, written
    cdef dict paths, types
    cdef Leaves leaves
    cdef bint marks
    cdef Py_ssize_t unit_mark, unit_step, hex_mark
    cdef list marked
    cdef Canvas row

    def __init__(self, str name, Py_ssize_t start, Py_ssize_t most, dict paths, Leaves leaves, bint marks):
        self.name, self.start, self.most, self.paths, self.leaves, self.marks = name, start, most, paths, leaves, marks
        self.types = {}
        self.marked = []

    cdef int begin(self, Canvas row) except -1:
        cdef Py_ssize_t k
        self.row = row
        self.used = self.written
        self.written = 0
        for place in self.marked:
            k = place
            row.put(k, 0.0)
        self.marked = []
        return 0

    cdef int go_back(self, Canvas row, Py_ssize_t written, Py_ssize_t marked) except -1:
        """Begin again after the first facts, which still hold."""
        cdef Py_ssize_t k, place
        self.row = row
        self.used = self.written
        self.written = written
        for k in range(marked, len(self.marked)):
            place = self.marked[k]
            row.put(place, 0.0)
        del self.marked[marked:]
        for k in range(marked):
            place = self.marked[k]
            row.put(place, 1.0)
        return 0

    cdef int end(self) except -1:
        cdef Py_ssize_t k
        for k in range(self.written * FACT, self.used * FACT):
            self.row.put(self.start + k, 0.0)
        return 0

    cdef float[::1] entry(self, object key, object value, float path):
        """The facts of one entry of a dict, by themselves."""
        cdef Py_ssize_t start = self.start, written = self.written
        cdef Canvas row = self.row
        cdef float[::1] found
        self.row, self.start, self.written = scratch(self.most), 0, 0
        try:
            self.value(key, path, 0, 0)
            self.value(value, path, 0, 1)
            found = array("f", bytes(4 * FACT * self.written))
            if self.written:
                memcpy(&found[0], &self.row.data[0], FACT * self.written * sizeof(float))
        finally:
            self.row, self.start, self.written = row, start, written
        return found

    cdef Py_ssize_t fact(self, float path, Py_ssize_t entry, Py_ssize_t position) except -1:
        cdef Py_ssize_t first = self.start + self.written * FACT
        if self.written >= self.most:
            raise self.overflow()
        self.written += 1
        self.row.put(first, 1.0)
        self.row.put(first + 1, path)
        self.row.put(first + 2, squashed(entry, 10.0))
        self.row.put(first + 3, squashed(position, 10.0))
        self.row.put(first + 4, 0.0)
        self.row.put(first + 5, 0.0)
        self.row.put(first + 6, 0.0)
        self.row.put(first + 7, 0.0)
        self.row.put(first + 8, 0.0)
        self.row.put(first + 9, 0.0)
        return first

    cdef object overflow(self):
        return Undeclared(f"{self.name} holds more than {self.most} facts: make room for more in `observed`")

    cdef int text(self, str value, float path, Py_ssize_t entry, Py_ssize_t position) except -1:
        cdef Py_ssize_t first, k, place
        cdef tuple leaf
        for leaf in self.leaves.of(value):
            first = self.fact(path, entry, position)
            for k in range(6):
                self.row.put(first + 4 + k, <double>leaf[k])
            if self.marks:
                for k in (6, 7):
                    place = leaf[k]
                    if place >= 0:
                        self.row.put(place, 1.0)
                        self.marked.append(place)
        return 0

    cdef float path(self, str name) except? -2:
        found = self.paths.get(name)
        if found is None:
            raise Undeclared(f"there is no {name!r} among what facts are about")
        return found

    cdef int value(self, object value, float path, Py_ssize_t entry, Py_ssize_t position) except -1:
        cdef Py_ssize_t first, k = 0
        if value is None or value is False:
            return 0
        if value is True:
            first = self.fact(path, entry, position)
            self.row.put(first + 4, 1.0)
        elif isinstance(value, str):
            if value:
                self.text(value, path, entry, position)
        elif isinstance(value, (int, float)):
            first = self.fact(path, entry, position)
            self.row.put(first + 4, squashed(value, 10.0))
        elif isinstance(value, Struct):
            self.fact(path, entry, position)
            self.struct(value, entry)
        elif isinstance(value, Enum):
            self.value(value.value, path, entry, position)
        elif isinstance(value, dict):
            for key in sorted(value):
                self.value(key, path, entry, k)
                self.value(value[key], path, entry, k)
                k += 1
        else:
            for each in value:
                k += 1
                if isinstance(each, (tuple, list)):
                    self.fact(path, entry, k)
                self.value(each, path, entry, k)
        return 0

    cdef int struct(self, object value, Py_ssize_t entry) except -1:
        cdef object kind = type(value), named = self.types.get(kind)
        if named is None:
            hints = typing.get_type_hints(kind)
            named = self.types[kind] = [
                (Attribute(name), self.path(f"{kind.__name__}.{name}"), hints[name] is int)
                for name in kind.__struct_fields__
                if name != "step"
            ]
        for name, path, whole in <list>named:
            found = (<Attribute>name).of(value)
            # What is not listed is none, nothing, false, or 0 where it could not be lacking.
            if found is not None and found is not False and not (whole and found == 0):
                self.value(found, path, entry, 0)
        return 0


@cython.final
cdef class Entry:
    """The facts of one entry of a dict, and where they stand in the list: as which entry, from which fact on."""
    cdef object value
    cdef float[::1] facts
    cdef Py_ssize_t number, first


@cython.final
cdef class Listed:
    """A field of no fixed shape, listed fact by fact whenever it has changed."""
    cdef str field, part
    cdef Attribute attribute, fact
    cdef Facts facts
    cdef Follower follower
    cdef object last
    cdef dict entries
    cdef list keys

    def __init__(self, str field, Facts facts):
        self.field, _, self.part = field.partition(".")
        self.attribute, self.fact = Attribute(self.field), Attribute(self.part)
        self.facts = facts
        self.last = self
        self.follower = Follower()
        self.entries = {}
        self.keys = []

    cdef int look(self, Canvas row, object state) except -1:
        cdef object now = self.attribute.of(state)
        if type(now) is dict:
            return self.look_at_entries(row, now)
        if now == self.last:
            return 0
        self.last = now.copy() if type(now) is list else now
        facts = self.facts
        facts.begin(row)
        facts.value(now, facts.path(self.field), 1, 0)
        facts.end()
        return 0

    cdef int look_at_entries(self, Canvas row, dict now) except -1:
        """A dict, or one fact of each of its things, which few have: only entries that have changed are taken apart."""
        cdef Entry entry
        cdef bint has_come = False, has_gone = False, has_changed = False
        cdef float path
        for key, _, new in self.follower.changes(now):
            if self.part and new is not None:
                new = self.fact.of(new) or None
            entry = self.entries.get(key)
            if new is None:
                # Whoever only stands elsewhere goes and comes.
                if entry is not None and (self.part or key not in now):
                    del self.entries[key]
                    has_gone = True
                continue
            if entry is None:
                entry = self.entries[key] = Entry()
                has_come = True
            elif entry.value == new:
                continue
            path = self.facts.path(f"{self.field}.{self.part}" if self.part else self.field)
            entry.value, entry.facts, entry.first = new, self.facts.entry(key, new, path), -1
            has_changed = True
        if has_come:
            self.keys = sorted(self.entries)
        elif has_gone:
            self.keys = [key for key in self.keys if key in self.entries]
        if has_changed or has_gone:
            self.write(row)
        return 0

    cdef int write(self, Canvas row) except -1:
        """Write the entries that have changed, or stand elsewhere than they did."""
        cdef Facts facts = self.facts
        cdef Entry entry
        cdef Py_ssize_t number = 0, first, k, size
        facts.begin(row)
        for key in self.keys:
            entry = self.entries[key]
            number += 1
            size = entry.facts.shape[0]
            if entry.first != facts.written or entry.number != number:
                entry.first, entry.number = facts.written, number
                if (facts.written + size // FACT) > facts.most:
                    raise facts.overflow()
                for k in range(2, size, FACT):
                    entry.facts[k] = squashed(number, 10.0)
                first = facts.start + facts.written * FACT
                for k in range(size):
                    row.put(first + k, entry.facts[k])
            facts.written += size // FACT
        facts.end()
        return 0


@cython.final
cdef class Sight:
    cdef readonly object array
    cdef Canvas row
    cdef list sources, listed
    cdef int[::1] marked
    cdef Py_ssize_t marks_set
    cdef Facts frames
    cdef list stack, heights, marks
    cdef dict branches
    cdef dict prompts, places, levels, seats, steps
    cdef Py_ssize_t asked, over
    cdef object decision, result
    cdef int[::1] cells

    def __init__(self, object numbers, list sources, list listed, Facts frames, dict prompts, dict places,
                 int[::1] cells, Py_ssize_t asked, Py_ssize_t over, dict seats, dict levels):
        self.array = numbers
        self.row = Canvas(numbers)
        self.sources, self.listed, self.frames = sources, listed, frames
        self.prompts, self.places, self.cells = prompts, places, cells
        self.asked, self.over, self.seats, self.levels = asked, over, seats, levels
        self.marked = array("i", bytes(4 * (len(cells) + len(prompts) + len(places) + 1)))
        self.marks_set = 0
        self.stack = []
        self.heights = [0]
        self.marks = [0]
        self.branches = {}
        self.steps = {}
        self.decision = self
        self.result = None

    def look(self, object state, object decision, object offered):
        cdef Source source
        cdef Listed listed
        cdef Canvas row = self.row
        for source in self.sources:
            source.look(row, state)
        for listed in self.listed:
            listed.look(row, state)
        self.procedures(state)
        result = RESULT.of(state)
        if result is not self.result:
            self.end(result)
        if decision is not self.decision:
            self.question(decision, offered)
        return self.array

    cdef int procedures(self, object state) except -1:
        cdef list now = STACK.of(state)
        cdef dict branches = BRANCHES.of(state)
        cdef Py_ssize_t k = 0, known = len(self.stack)
        cdef Facts facts = self.frames
        while k < known and k < len(now) and now[k] is self.stack[k]:
            k += 1
        if k == known and k == len(now) and (not (branches or self.branches) or branches == self.branches):
            return 0
        if branches or self.branches:
            k = 0
            self.branches = {side: stack.copy() for side, stack in branches.items()}
        facts.go_back(self.row, self.heights[k], self.marks[k])
        del self.stack[k:], self.heights[k + 1:], self.marks[k + 1:]
        while k < len(now):
            frame = now[k]
            k += 1
            self.frame(frame, k)
            self.stack.append(frame)
            self.heights.append(facts.written)
            self.marks.append(len(facts.marked))
        for side in sorted(branches) if branches else ():
            facts.text(side, facts.path("side"), k, 0)
            for frame in branches[side]:
                k += 1
                self.frame(frame, k)
        facts.end()
        return 0

    cdef int frame(self, object frame, Py_ssize_t depth) except -1:
        cdef Facts facts = self.frames
        cdef object kind = type(frame), step = frame.step
        found = self.steps.get((kind, step))
        if found is None:
            found = self.steps[kind, step] = facts.path(f"{kind.__name__}:{step}")
        facts.fact(found, depth, 0)
        facts.struct(frame, depth)
        return 0

    cdef int end(self, object result) except -1:
        cdef Canvas row = self.row
        cdef Py_ssize_t over = self.over, k
        self.result = result
        for k in range(3):
            row.put(over + k, 0.0)
        if result is not None:
            row.put(over, 1.0)
            row.put(over + 1, self.seats.get(result.winner, 0.0))
            row.put(over + 2, self.levels.get(result.level, 0.0))
        return 0

    cdef inline void mark(self, Py_ssize_t place) noexcept:
        if self.row.data[place] == 0.0:
            self.row.put(place, 1.0)
            self.marked[self.marks_set] = <int>place
            self.marks_set += 1

    cdef int question(self, object decision, object offered) except -1:
        cdef Py_ssize_t k
        cdef Canvas row = self.row
        cdef int[::1] cells = self.cells
        self.decision = decision
        for k in range(self.marks_set):
            row.put(self.marked[k], 0.0)
        self.marks_set = 0
        if decision is None:
            return 0
        self.mark(self.asked)
        found = self.prompts.get(decision.prompt)
        if found is not None:
            self.mark(found)
        for value in decision.args.values():
            found = self.places.get(value)
            if found is not None:
                self.mark(found)
        for value in decision.hand:
            found = self.places.get(value)
            if found is not None:
                self.mark(found)
        for number in offered:
            k = number
            k = cells[k]
            if k >= 0:
                self.mark(k)
        return 0
