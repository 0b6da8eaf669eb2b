# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, auto_pickle=False
"""Movement fields, lines of sight and traces over the flat arrays of a board, compiled.

`reference.py` says in plain Python what each of these computes; the stubs in `_kernels.pyi` carry the documentation.
"""

from array import array

from sandtable.hexgrid.coordinates import DIRECTIONS as _DIRECTIONS

cimport cython
from cpython cimport array as c_array
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from libc.limits cimport INT_MAX, INT_MIN
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int highest_bit(unsigned long long x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    static int lowest_bit(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    #else
    static inline int highest_bit(unsigned long long x) { return 63 - __builtin_clzll(x); }
    static inline int lowest_bit(unsigned long long x) { return __builtin_ctzll(x); }
    #endif
    """
    int highest_bit(uint64_t x) nogil
    int lowest_bit(uint64_t x) nogil

FORBIDDEN = 1_000_000

CLOSED = 1
STOP = 2
TERMINAL = 2
ZOC = 4
NO_END = 8

CLEAR = 0
GROUND = 1
OBSTACLE = 2
HEXSIDE = 3

ALONG_EITHER = 0
ALONG_BOTH = 1
ALONG_BEST = 2

NEVER = 0
ALWAYS = 1
IN_SHADOW = 2

cdef enum:
    _FORBIDDEN = 1_000_000
    _CLOSED = 1
    _STOP = 2
    _ZOC = 4
    _NO_END = 8
    _CLEAR = 0
    _GROUND = 1
    _OBSTACLE = 2
    _HEXSIDE = 3
    _EITHER = 0
    _BOTH = 1
    _BEST = 2
    _IN_SHADOW = 2
    HOP_BITS = 20
    MOST_HEXES = 1_048_576
    WIDEST = 4096
    FARTHEST = 1_000_000

cdef int[6] DQ = [step.q for step in _DIRECTIONS]
cdef int[6] DR = [step.r for step in _DIRECTIONS]
cdef int64_t UNREACHED = (<int64_t>1) << 62
cdef int64_t HOP_MASK = ((<int64_t>1) << HOP_BITS) - 1


# Arguments


cdef c_array.array _integers(object values, str name, int least=INT_MIN, Py_ssize_t length=-1):
    """A private int32 copy of `values`, checked."""
    cdef c_array.array copy
    cdef Py_ssize_t i
    try:
        copy = array("i", values if isinstance(values, array) else list(values))
    except (OverflowError, TypeError) as error:
        raise ValueError(f"{name} must hold integers of 32 bits: {error}") from None
    if length >= 0 and len(copy) != length:
        raise ValueError(f"{name} must have {length} entries, not {len(copy)}")
    for i in range(len(copy)):
        if copy.data.as_ints[i] < least:
            raise ValueError(f"{name}[{i}] is {copy.data.as_ints[i]}; the least allowed is {least}")
    return copy


cdef bytes _octets(object values, str name, Py_ssize_t length):
    """A private copy of a bytes-like object, its length checked."""
    cdef bytes copy = bytes(memoryview(values))
    if len(copy) != length:
        raise ValueError(f"{name} must have {length} bytes, not {len(copy)}")
    return copy


cdef int _borrow_bytes(object values, Py_buffer *view, Py_ssize_t length, str name) except -1:
    PyObject_GetBuffer(values, view, PyBUF_SIMPLE)
    if view.len != length:
        given = view.len
        PyBuffer_Release(view)
        raise ValueError(f"{name} must have {length} bytes, not {given}")
    return 0


cdef int _borrow_ints(object values, Py_buffer *view, Py_ssize_t length, str name) except -1:
    PyObject_GetBuffer(values, view, PyBUF_ND | PyBUF_FORMAT)
    cdef bint integers = view.itemsize == 4 and view.format != NULL and view.format[0] in (c'i', c'l')
    cdef Py_ssize_t given = view.len // 4
    if not integers or given != length:
        PyBuffer_Release(view)
        if not integers:
            raise ValueError(f"{name} must be a buffer of 32-bit integers such as array('i')")
        raise ValueError(f"{name} must have {length} entries, not {given}")
    return 0


cdef int _check_index(Py_ssize_t index, Py_ssize_t size, str name) except -1:
    if index < 0 or index >= size:
        raise ValueError(f"{name} is {index}, but the board has the hexes 0 to {size - 1}")
    return 0


cdef int _check_not_negative(int64_t value, str name) except -1:
    if value < 0:
        raise ValueError(f"{name} must not be negative, but is {value}")
    return 0


cdef int _check_costs(const int32_t *costs, Py_ssize_t length, str name) except -1:
    cdef Py_ssize_t i
    cdef int32_t least = 0
    for i in range(length):
        least = costs[i] if costs[i] < least else least
    if least < 0:
        raise ValueError(f"{name} must not hold negative costs, but holds {least}")
    return 0


cdef int _check_neighbours(const int32_t *neighbours, Py_ssize_t size) except -1:
    cdef Py_ssize_t i
    cdef int32_t least = 0, most = 0
    if size > MOST_HEXES:
        raise ValueError(f"a board has at most {MOST_HEXES} hexes, not {size}")
    for i in range(size * 6):
        least = neighbours[i] if neighbours[i] < least else least
        most = neighbours[i] if neighbours[i] > most else most
    if least < -1 or (most >= size and size > 0):
        raise ValueError(f"neighbours must lie between -1 and {size - 1}, but reach from {least} to {most}")
    return 0


cdef Py_ssize_t _size_of(Py_ssize_t entries) except -1:
    if entries % 6:
        raise ValueError(f"neighbours must have six entries a hex, but has {entries}")
    return entries // 6


# The search that movement and tracing share


cdef struct Entry:
    int64_t key
    int32_t node
    int32_t next


@cython.final
cdef class _Search:
    """Labels and a radix heap, kept between calls so that a search allocates nothing.

    A key is a cost above and a number of hexes below (HOP_BITS): every step makes it larger, so a hex is settled once.
    Keys never fall below the last one popped: bucket b holds the keys whose highest bit that differs from it is b - 1.
    """

    cdef Py_ssize_t capacity
    cdef int64_t *key
    cdef int64_t *sorted
    cdef int32_t *before
    cdef int32_t *order
    cdef int32_t *source
    cdef Entry *pool
    cdef int32_t used
    cdef int32_t settled
    cdef int32_t[64] head
    cdef uint64_t filled
    cdef int64_t last

    def __dealloc__(self):
        self.release()

    cdef void release(self) noexcept:
        free(self.key)
        free(self.sorted)
        free(self.before)
        free(self.order)
        free(self.source)
        free(self.pool)

    cdef int begin(self, Py_ssize_t size) except -1:
        cdef Py_ssize_t i
        if size > self.capacity:
            self.release()
            self.capacity = 0
            self.key = <int64_t *>malloc(size * sizeof(int64_t))
            self.sorted = <int64_t *>malloc(size * sizeof(int64_t))
            self.before = <int32_t *>malloc(size * sizeof(int32_t))
            self.order = <int32_t *>malloc(size * sizeof(int32_t))
            self.source = <int32_t *>malloc(size * sizeof(int32_t))
            # Each hex is pushed once as a start and once for each of its six sides at most.
            self.pool = <Entry *>malloc(7 * size * sizeof(Entry))
            if not (self.key and self.sorted and self.before and self.order and self.source and self.pool):
                self.release()
                self.key = self.sorted = NULL
                self.before = self.order = self.source = NULL
                self.pool = NULL
                raise MemoryError
            for i in range(size):
                self.key[i] = UNREACHED
            self.capacity = size
        self.used = 0
        self.settled = 0
        self.filled = 0
        self.last = 0
        return 0

    cdef void finish(self) noexcept:
        """Forgets every label that this search gave."""
        cdef int32_t e
        for e in range(self.used):
            self.key[self.pool[e].node] = UNREACHED

    cdef inline void place(self, int32_t e) noexcept:
        cdef Entry *entry = &self.pool[e]
        cdef int b = 0
        if entry.key != self.last:
            b = highest_bit(<uint64_t>(entry.key ^ self.last)) + 1
        entry.next = self.head[b] if (self.filled >> b) & 1 else -1
        self.head[b] = e
        self.filled |= (<uint64_t>1) << b

    cdef inline void push(self, int32_t node, int64_t key, int32_t before) noexcept:
        self.key[node] = key
        self.before[node] = before
        self.pool[self.used].node = node
        self.pool[self.used].key = key
        self.place(self.used)
        self.used += 1

    cdef void spill(self, int b) noexcept:
        """Moves on to the least key of the first bucket, and spreads that bucket over those below it.

        Entries that a better way has made stale are dropped.
        """
        cdef int32_t e = self.head[b], following = e
        cdef int64_t least = self.pool[e].key
        self.filled &= ~((<uint64_t>1) << b)
        while following >= 0:
            if self.pool[following].key < least:
                least = self.pool[following].key
            following = self.pool[following].next
        self.last = least
        while e >= 0:
            following = self.pool[e].next
            if self.key[self.pool[e].node] == self.pool[e].key:
                self.place(e)
            e = following

    cdef inline int32_t pop(self) noexcept:
        """The next hex in the order of keys, or -1."""
        cdef int b
        cdef int32_t e
        cdef Entry *entry
        while self.filled:
            b = lowest_bit(self.filled)
            e = self.head[b]
            entry = &self.pool[e]
            if b > 0 and entry.next >= 0:
                self.spill(b)
                continue
            # The first of bucket 0, or the only one of another: the least key of all.
            self.last = entry.key
            self.head[b] = entry.next
            if entry.next < 0:
                self.filled &= ~((<uint64_t>1) << b)
            if self.key[entry.node] == entry.key:
                self.order[self.settled] = entry.node
                self.settled += 1
                return entry.node
        return -1

    cdef inline void offer(self, int32_t node, int64_t key, int32_t before) noexcept:
        """A way to `node`: taken if it is better, or as good and comes from a hex with a smaller index."""
        if key < self.key[node]:
            self.push(node, key, before)
        elif key == self.key[node] and before < self.before[node]:
            self.before[node] = before


cdef _Search _search = _Search()


cdef void _sort(int64_t *values, Py_ssize_t length) noexcept:
    """Shell's sort: the values come nearly sorted and few."""
    cdef Py_ssize_t gap, i, j
    cdef int64_t value
    gap = 1
    while gap < length // 9:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, length):
            value = values[i]
            j = i
            while j >= gap and values[j - gap] > value:
                values[j] = values[j - gap]
                j -= gap
            values[j] = value
        gap //= 3


# Movement


@cython.final
cdef class Field:
    cdef readonly Py_ssize_t start
    cdef Py_ssize_t size
    cdef Py_ssize_t count
    cdef Py_ssize_t end_count
    cdef int32_t *index
    cdef int32_t *spent
    cdef int32_t *before
    cdef char *may_end
    cdef int32_t *position
    cdef tuple numbers

    def __init__(self):
        raise TypeError("a Field is made by Mover.field")

    def __dealloc__(self):
        free(self.index)
        free(self.position)

    cdef int allocate(self, Py_ssize_t count) except -1:
        self.count = count
        self.index = <int32_t *>malloc((count + 1) * (3 * sizeof(int32_t) + 1))
        if not self.index:
            raise MemoryError
        self.spent = self.index + count
        self.before = self.spent + count
        self.may_end = <char *>(self.before + count)
        return 0

    cdef Py_ssize_t find(self, Py_ssize_t index) except -2:
        """Where in the arrays a hex stands, or -1."""
        cdef Py_ssize_t k
        _check_index(index, self.size, "index")
        if not self.position:
            self.position = <int32_t *>malloc(self.size * sizeof(int32_t))
            if not self.position:
                raise MemoryError
            memset(self.position, 0xFF, self.size * sizeof(int32_t))
            for k in range(self.count):
                self.position[self.index[k]] = <int32_t>k
        return self.position[index]

    @property
    def reached(self):
        cdef Py_ssize_t k
        cdef list result = PyList_New(self.count)
        cdef object number
        for k in range(self.count):
            number = self.numbers[self.index[k]]
            Py_INCREF(number)
            PyList_SET_ITEM(result, k, number)
        return result

    @property
    def ends(self):
        cdef Py_ssize_t k, n = 0
        cdef list result = PyList_New(self.end_count)
        cdef object number
        for k in range(self.count):
            if self.may_end[k]:
                number = self.numbers[self.index[k]]
                Py_INCREF(number)
                PyList_SET_ITEM(result, n, number)
                n += 1
        return result

    @property
    def pairs(self):
        cdef Py_ssize_t k, n = 0
        cdef list result = PyList_New(self.end_count)
        cdef tuple pair
        for k in range(self.count):
            if self.may_end[k]:
                pair = (self.numbers[self.index[k]], self.spent[k])
                Py_INCREF(pair)
                PyList_SET_ITEM(result, n, pair)
                n += 1
        return result

    def entries(self, list rows not None):
        cdef Py_ssize_t k, n = 0
        cdef int32_t cost = -1
        cdef list row = None, result = PyList_New(self.end_count)
        cdef object entry
        for k in range(self.count):
            if not self.may_end[k]:
                continue
            if self.spent[k] != cost:
                cost = self.spent[k]
                if cost >= len(rows):
                    raise ValueError(f"rows must go up to the cost of {cost}, but there are {len(rows)}")
                row = rows[cost]
                if len(row) != self.size:
                    raise ValueError(f"rows[{cost}] must have {self.size} entries, not {len(row)}")
            entry = row[self.index[k]]
            Py_INCREF(entry)
            PyList_SET_ITEM(result, n, entry)
            n += 1
        return result

    @property
    def costs(self):
        cdef Py_ssize_t k
        cdef c_array.array result = c_array.clone(array("i"), self.size, False)
        memset(result.data.as_voidptr, 0xFF, self.size * sizeof(int))
        for k in range(self.count):
            result.data.as_ints[self.index[k]] = self.spent[k]
        result.data.as_ints[self.start] = 0
        return result

    def cost(self, Py_ssize_t index):
        cdef Py_ssize_t k = self.find(index)
        if k >= 0:
            return self.spent[k]
        return 0 if index == self.start else None

    def path(self, Py_ssize_t index):
        cdef Py_ssize_t k = self.find(index)
        cdef list result
        if k < 0 and index != self.start:
            raise ValueError(f"hex {index} cannot be reached from hex {self.start}")
        result = [self.numbers[index]]
        while index != self.start:
            index = self.before[self.position[index]]
            result.append(self.numbers[index])
        result.reverse()
        return result


@cython.final
cdef class Mover:
    cdef readonly Py_ssize_t size
    cdef c_array.array neighbours_kept
    cdef c_array.array costs_kept
    cdef const int32_t *neighbours
    cdef const int32_t *edge_cost
    cdef tuple numbers

    def __init__(self, neighbours, edge_cost):
        self.neighbours_kept = _integers(neighbours, "neighbours")
        self.size = _size_of(len(self.neighbours_kept))
        self.costs_kept = _integers(edge_cost, "edge_cost", 0, self.size * 6)
        self.neighbours = <const int32_t *>self.neighbours_kept.data.as_ints
        self.edge_cost = <const int32_t *>self.costs_kept.data.as_ints
        _check_neighbours(self.neighbours, self.size)
        self.numbers = tuple(range(self.size))

    def field(
        self,
        Py_ssize_t start,
        int allowance,
        flags,
        *,
        extra=None,
        int zoc_enter=0,
        int zoc_leave=0,
        int zoc_to_zoc=0,
        bint zoc_stop=False,
        bint minimum_move=False,
    ):
        cdef Py_buffer flag_view, extra_view
        cdef const int32_t *surcharge = NULL
        cdef bint borrowed = False
        _check_index(start, self.size, "start")
        _check_not_negative(allowance, "allowance")
        _check_not_negative(zoc_enter, "zoc_enter")
        _check_not_negative(zoc_leave, "zoc_leave")
        _check_not_negative(zoc_to_zoc, "zoc_to_zoc")
        _borrow_bytes(flags, &flag_view, self.size, "flags")
        try:
            if extra is not None:
                _borrow_ints(extra, &extra_view, self.size, "extra")
                borrowed = True
                surcharge = <const int32_t *>extra_view.buf
                _check_costs(surcharge, self.size, "extra")
            return self.spread(
                <int32_t>start, allowance, <const unsigned char *>flag_view.buf, surcharge,
                zoc_enter, zoc_leave, zoc_to_zoc, zoc_stop, minimum_move,
            )
        finally:
            PyBuffer_Release(&flag_view)
            if borrowed:
                PyBuffer_Release(&extra_view)

    cdef Field spread(
        self, int32_t start, int32_t allowance, const unsigned char *flags, const int32_t *surcharge,
        int64_t zoc_enter, int64_t zoc_leave, int64_t zoc_to_zoc, bint zoc_stop, bint minimum_move,
    ):
        cdef _Search search = _search
        cdef int halting = _STOP | (_ZOC if zoc_stop else 0)
        cdef int32_t node, other
        cdef int32_t[6] forced
        cdef int forced_count = 0, d
        cdef int64_t weight, key, reached_at, limit = ((<int64_t>allowance) << HOP_BITS) | HOP_MASK
        cdef const int64_t *known
        cdef bint from_zoc
        cdef Py_ssize_t i, count
        cdef Field field
        search.begin(self.size)
        known = search.key
        search.push(start, 0, -1)
        while True:
            node = search.pop()
            if node < 0:
                break
            if node != start and flags[node] & halting:
                continue
            from_zoc = flags[node] & _ZOC
            reached_at = known[node]
            for d in range(6):
                other = self.neighbours[node * 6 + d]
                # Most neighbours have been settled on the way here.
                if other < 0 or known[other] <= reached_at or flags[other] & _CLOSED:
                    continue
                weight = self.edge_cost[node * 6 + d]
                if surcharge:
                    weight += surcharge[other]
                if from_zoc:
                    weight += zoc_leave
                if flags[other] & _ZOC:
                    weight += zoc_enter
                    if from_zoc:
                        weight += zoc_to_zoc
                if weight >= _FORBIDDEN:
                    continue
                key = reached_at + (weight << HOP_BITS) + 1
                if key <= limit:
                    search.offer(other, key, node)
                elif minimum_move and node == start:
                    forced[forced_count] = other
                    forced_count += 1

        count = search.settled - 1
        for i in range(count):
            node = search.order[i + 1]
            search.sorted[i] = ((search.key[node] >> HOP_BITS) << HOP_BITS) | node
        for d in range(forced_count):
            if search.key[forced[d]] == UNREACHED:
                # Only its predecessor is needed: the label stays unreached, so there is nothing to forget.
                search.before[forced[d]] = start
                search.sorted[count] = ((<int64_t>allowance) << HOP_BITS) | forced[d]
                count += 1
        _sort(search.sorted, count)

        field = Field.__new__(Field)
        field.start = start
        field.size = self.size
        field.numbers = self.numbers
        try:
            field.allocate(count)
            for i in range(count):
                node = <int32_t>(search.sorted[i] & HOP_MASK)
                field.index[i] = node
                field.spent[i] = <int32_t>(search.sorted[i] >> HOP_BITS)
                field.before[i] = search.before[node]
                field.may_end[i] = not flags[node] & _NO_END
                field.end_count += field.may_end[i]
        finally:
            search.finish()
        return field


# Sight


@cython.final
cdef class Levels:
    cdef readonly int lowest
    cdef readonly int count
    cdef bytes blocks_kept
    cdef bytes bare_kept
    cdef bytes shadow_kept
    cdef const unsigned char *blocks
    cdef const unsigned char *bare
    cdef const unsigned char *shadow
    cdef int drops
    cdef int rises
    cdef int ranges

    def __init__(self, int lowest, int count, blocks, *, bare=None, shadow=None, shape=None):
        if count < 1 or count > 256:
            raise ValueError(f"count must be between 1 and 256 levels, but is {count}")
        self.lowest = lowest
        self.count = count
        self.blocks_kept = self.checked(blocks, "blocks", shadow is not None)
        self.bare_kept = self.blocks_kept if bare is None else self.checked(bare, "bare", shadow is not None)
        self.blocks = self.blocks_kept
        self.bare = self.bare_kept
        if (shadow is None) != (shape is None):
            raise ValueError("shadow and shape are given together or not at all")
        if shadow is not None:
            self.drops, self.rises, self.ranges = shape
            if min(self.drops, self.rises, self.ranges) < 1 or max(self.drops, self.rises, self.ranges) > WIDEST:
                raise ValueError(f"shape must hold three sizes between 1 and {WIDEST}, not {shape}")
            self.shadow_kept = _octets(shadow, "shadow", <Py_ssize_t>self.drops * self.rises * self.ranges)
            self.shadow = self.shadow_kept

    cdef bytes checked(self, object table, str name, bint shadows):
        cdef bytes copy = _octets(table, name, <Py_ssize_t>self.count * self.count * self.count)
        cdef const unsigned char *cells = copy
        cdef int a, b, o, n = self.count
        for a in range(n):
            for b in range(n):
                for o in range(n):
                    if cells[(a * n + b) * n + o] > _IN_SHADOW:
                        raise ValueError(f"{name}[{a}][{b}][{o}] must be NEVER, ALWAYS or IN_SHADOW")
                    if cells[(a * n + b) * n + o] != cells[(b * n + a) * n + o]:
                        raise ValueError(f"{name}[{a}][{b}][{o}] and {name}[{b}][{a}][{o}] must be equal")
                    if cells[(a * n + b) * n + o] == _IN_SHADOW and (a == b or not shadows):
                        raise ValueError(f"{name}[{a}][{b}][{o}]: IN_SHADOW needs a shadow table and a higher end")
        return copy

    cdef inline int clip(self, int64_t height) noexcept:
        height -= self.lowest
        return 0 if height < 0 else self.count - 1 if height >= self.count else <int>height

    cdef bint decide(self, const unsigned char *table, int a, int b, int o, int to_high, int to_low) noexcept:
        cdef int verdict = table[(a * self.count + b) * self.count + o]
        cdef int drop, rise
        if verdict != _IN_SHADOW:
            return verdict
        drop = min(max((a if a > b else b) - o, 0), self.drops - 1)
        rise = min(max(o - (b if a > b else a), 0), self.rises - 1)
        return to_low <= self.shadow[(drop * self.rises + rise) * self.ranges + min(to_high, self.ranges - 1)]


@cython.final
cdef class Line:
    cdef readonly bint clear
    cdef readonly int hindrance
    cdef readonly int blocked_hex
    cdef readonly int blocked_side
    cdef readonly int reason
    cdef readonly int start
    cdef readonly int end
    cdef Sight sight

    def __init__(self):
        raise TypeError("a Line is made by Sight.check")

    @property
    def hexes(self):
        return self.sight.crossed(self.start, self.end, False)

    @property
    def sides(self):
        return self.sight.crossed(self.start, self.end, True)

    def __repr__(self):
        if self.clear:
            return f"<Line {self.start} to {self.end}: clear, hindrance {self.hindrance}>"
        where = f"hexside {self.blocked_side}" if self.reason == _HEXSIDE else f"hex {self.blocked_hex}"
        return f"<Line {self.start} to {self.end}: blocked at {where}>"


cdef struct Step:
    int q
    int r
    int side
    int lane
    int64_t num
    int64_t den


cdef struct Ends:
    int aq
    int ar
    int bq
    int br
    int64_t a
    int64_t b
    int level_a
    int level_b
    bint sides_count
    int axis


cdef struct Verdict:
    int reason
    int spot
    int64_t hindrance


cdef inline int _distance(int aq, int ar, int bq, int br) noexcept:
    cdef int q = abs(aq - bq), r = abs(ar - br), s = abs(aq + ar - bq - br)
    return max(q, max(r, s))


@cython.final
cdef class Sight:
    cdef readonly Py_ssize_t size
    cdef list kept
    cdef Levels levels
    cdef const int32_t *q
    cdef const int32_t *r
    cdef const int32_t *grid
    cdef const int32_t *ground
    cdef const int32_t *top
    cdef const int32_t *hindrance
    cdef const int32_t *hindrance_top
    cdef const int32_t *side_top
    cdef const int32_t *side_hindrance
    cdef const unsigned char *corridors
    cdef int along
    cdef bint touching
    cdef bint end_hindrance
    cdef bint end_sides
    cdef bint adjacent_sides
    cdef int low_q
    cdef int low_r
    cdef int span_q
    cdef int span_r
    cdef Step *steps

    def __dealloc__(self):
        free(self.steps)

    def __init__(
        self,
        q,
        r,
        ground,
        *,
        top=None,
        hindrance=None,
        hindrance_top=None,
        side_top=None,
        side_hindrance=None,
        corridors=None,
        Levels levels=None,
        int along=_EITHER,
        bint touching=False,
        bint end_hindrance=False,
        bint end_sides=True,
        bint adjacent_sides=True,
    ):
        cdef Py_ssize_t n
        cdef bytes opened
        self.kept = []
        self.size = n = len(q)
        self.q = self.keep(q, "q", INT_MIN, n)
        self.r = self.keep(r, "r", INT_MIN, n)
        self.lay_grid()
        self.ground = self.keep(ground, "ground", INT_MIN, n)
        self.top = self.keep(top, "top", 0, n)
        self.hindrance = self.keep(hindrance, "hindrance", 0, n)
        self.hindrance_top = self.keep(hindrance_top, "hindrance_top", 0, n)
        self.side_top = self.keep(side_top, "side_top", 0, n * 6)
        self.side_hindrance = self.keep(side_hindrance, "side_hindrance", 0, n * 6)
        self.check_sides(self.side_top, "side_top")
        self.check_sides(self.side_hindrance, "side_hindrance")
        if corridors is not None:
            opened = _octets(corridors, "corridors", n)
            self.kept.append(opened)
            self.corridors = opened
        if along not in (_EITHER, _BOTH, _BEST):
            raise ValueError("along must be ALONG_EITHER, ALONG_BOTH or ALONG_BEST")
        self.levels = levels
        self.along = along
        self.touching = touching
        self.end_hindrance = end_hindrance
        self.end_sides = end_sides
        self.adjacent_sides = adjacent_sides

    cdef const int32_t *keep(self, object values, str name, int least, Py_ssize_t length) except? NULL:
        cdef c_array.array copy
        if values is None:
            return NULL
        copy = _integers(values, name, least, length)
        self.kept.append(copy)
        return <const int32_t *>copy.data.as_ints

    cdef int lay_grid(self) except -1:
        """A table from coordinates to indices over the rectangle that holds them all."""
        cdef Py_ssize_t i, cell
        cdef c_array.array grid
        cdef int64_t span_q, span_r
        self.low_q = self.low_r = 0
        span_q = span_r = 0
        if self.size:
            self.low_q = min(self.kept[0])
            self.low_r = min(self.kept[1])
            span_q = <int64_t>max(self.kept[0]) - self.low_q + 1
            span_r = <int64_t>max(self.kept[1]) - self.low_r + 1
        if span_q > WIDEST or span_r > WIDEST:
            raise ValueError(f"the coordinates span {span_q} by {span_r}; the most is {WIDEST} by {WIDEST}")
        if max(abs(<int64_t>self.low_q), abs(<int64_t>self.low_r)) > FARTHEST:
            raise ValueError(f"the coordinates begin at {self.low_q}, {self.low_r}; keep within {FARTHEST} of 0, 0")
        self.span_q = <int>span_q
        self.span_r = <int>span_r
        grid = c_array.clone(array("i"), span_q * span_r, False)
        memset(grid.data.as_voidptr, 0xFF, span_q * span_r * sizeof(int))
        for i in range(self.size):
            cell = <Py_ssize_t>(self.q[i] - self.low_q) * self.span_r + self.r[i] - self.low_r
            if grid.data.as_ints[cell] >= 0:
                raise ValueError(f"hexes {grid.data.as_ints[cell]} and {i} have the same coordinates")
            grid.data.as_ints[cell] = <int>i
        self.kept.append(grid)
        self.grid = <const int32_t *>grid.data.as_ints
        # A line of n hexes crosses at most 2n hexsides and as many hexes; along hexsides two hexes make eight steps.
        free(self.steps)
        self.steps = <Step *>malloc((4 * (span_q + span_r) + 16) * sizeof(Step))
        if not self.steps:
            raise MemoryError
        return 0

    cdef inline int at(self, int q, int r) noexcept:
        q -= self.low_q
        r -= self.low_r
        if q < 0 or r < 0 or q >= self.span_q or r >= self.span_r:
            return -1
        return self.grid[<Py_ssize_t>q * self.span_r + r]

    cdef int check_sides(self, const int32_t *values, str name) except -1:
        cdef int i, d, other
        if not values:
            return 0
        for i in range(<int>self.size):
            for d in range(3):
                other = self.at(self.q[i] + DQ[d], self.r[i] + DR[d])
                if other >= 0 and values[i * 6 + d] != values[other * 6 + d + 3]:
                    raise ValueError(f"{name} must be the same from both hexes, but differs between {i} and {other}")
        return 0

    cdef inline Step *emit(self, Step *step, int q, int r, int side, int lane, int64_t num, int64_t den) noexcept:
        step.q = q
        step.r = r
        step.side = side
        step.lane = lane
        step.num = num
        step.den = den
        return step + 1

    cdef Py_ssize_t walk(self, int aq, int ar, int bq, int br) noexcept:
        """Writes the hexes between the ends, and every hexside on the way, into `steps`; returns how many.

        For a direction d, F(p) = p . d in cube coordinates grows by 2 from a hex to its neighbour in d, and by 1 up to
        the hexside between them. So the line leaves a hex by the direction for which that comes first.
        """
        cdef int fq[6]
        cdef int fr[6]
        cdef int64_t rate[6]
        cdef int64_t num, den, least, since_num = 0, since_den = 1, best_num = 0, best_den = 1
        cdef int d, best, tie, q = aq, r = ar
        cdef Step *step = self.steps
        for d in range(6):
            fq[d] = 2 * DQ[d] + DR[d]
            fr[d] = 2 * DR[d] + DQ[d]
            rate[d] = fq[d] * (bq - aq) + fr[d] * (br - ar)
        while q != bq or r != br:
            best = tie = -1
            for d in range(6):
                den = rate[d]
                if den <= 0:
                    continue
                num = fq[d] * (q - aq) + fr[d] * (r - ar) + 1
                least = -1 if best < 0 else num * best_den - best_num * den
                if least < 0:
                    best, tie, best_num, best_den = d, -1, num, den
                elif least == 0:
                    tie = d
            if q != aq or r != ar:
                num = since_num * best_den + best_num * since_den
                step = self.emit(step, q, r, -1, 0, num, 2 * since_den * best_den)
            if tie >= 0 and rate[tie] == rate[best]:
                if best == 0 and tie == 5:
                    best, tie = 5, 0
                step = self.run(step, q, r, best, tie, best_num, best_den)
                q += DQ[best] + DQ[tie]
                r += DR[best] + DR[tie]
                best_num += 1
            else:
                if tie >= 0 and rate[tie] > rate[best]:
                    best = tie
                step = self.emit(step, q, r, best, 0, best_num, best_den)
                q += DQ[best]
                r += DR[best]
            since_num, since_den = best_num, best_den
        return step - self.steps

    cdef Step *run(self, Step *step, int q, int r, int left, int right, int64_t num, int64_t den) noexcept:
        """The steps of a stretch along a hexside: those by either flank, then the hexside itself."""
        cdef int lane, one, other, pq, pr
        for lane in range(1, 3):
            one, other = (left, right) if lane == 1 else (right, left)
            pq = q + DQ[one]
            pr = r + DR[one]
            step = self.emit(step, q, r, one, lane, num, den)
            step = self.emit(step, pq, pr, -1, lane, 2 * num + 1, 2 * den)
            step = self.emit(step, pq, pr, other, lane, num + 1, den)
        return self.emit(step, q + DQ[left], r + DR[left], (left + 2) % 6, 0, 2 * num + 1, 2 * den)

    cdef bint stands_in_way(self, int64_t height, bint bare, Step *step, Ends *ends) noexcept:
        """Whether something so high at this step is in the way of the line."""
        cdef int64_t above
        cdef int q, r, to_a, to_b
        cdef Levels levels = self.levels
        if levels is None:
            above = (height - ends.a) * step.den - (ends.b - ends.a) * step.num
            return above > 0 or (above == 0 and self.touching and not bare)
        q, r = step.q, step.r
        if step.side >= 0 and ends.level_b > ends.level_a:
            q += DQ[step.side]
            r += DR[step.side]
        to_a = _distance(q, r, ends.aq, ends.ar)
        to_b = _distance(q, r, ends.bq, ends.br)
        if ends.level_b > ends.level_a:
            to_a, to_b = to_b, to_a
        return levels.decide(
            levels.bare if bare else levels.blocks, ends.level_a, ends.level_b, levels.clip(height), to_a, to_b
        )

    cdef void judge_hex(self, Step *step, Ends *ends, const int32_t *extra, Verdict *out) noexcept:
        cdef int i = self.at(step.q, step.r)
        out.reason = _CLEAR
        out.hindrance = 0
        if i < 0:
            return
        out.spot = i
        if self.stands_in_way(self.ground[i], True, step, ends):
            out.reason = _GROUND
        elif self.top != NULL and self.top[i] > 0 and (self.corridors == NULL or not self.corridors[i] & ends.axis):
            if self.stands_in_way(<int64_t>self.ground[i] + self.top[i], False, step, ends):
                out.reason = _OBSTACLE
        if self.hindrance and self.hindrance[i]:
            if not self.hindrance_top or self.stands_in_way(
                <int64_t>self.ground[i] + self.hindrance_top[i], False, step, ends
            ):
                out.hindrance = self.hindrance[i]
        if extra:
            out.hindrance += extra[i]

    cdef void judge_side(self, Step *step, Ends *ends, Verdict *out) noexcept:
        cdef int q = step.q + DQ[step.side], r = step.r + DR[step.side]
        cdef int i = self.at(step.q, step.r), other = self.at(q, r), side
        cdef int64_t ground
        out.reason = _CLEAR
        out.hindrance = 0
        if i < 0 and other < 0:
            return
        if not ends.sides_count:
            if (step.q == ends.aq and step.r == ends.ar) or (q == ends.bq and r == ends.br):
                return
        if i >= 0:
            side = i * 6 + step.side
            ground = self.ground[i]
            if other >= 0 and self.ground[other] > ground:
                ground = self.ground[other]
        else:
            side = other * 6 + (step.side + 3) % 6
            ground = self.ground[other]
        out.spot = side
        if self.side_top and self.side_top[side]:
            if self.stands_in_way(ground + self.side_top[side], False, step, ends):
                out.reason = _HEXSIDE
        if self.side_hindrance:
            out.hindrance = self.side_hindrance[side]

    cdef void look(self, int a, int b, int eye_a, int eye_b, const int32_t *extra, Verdict *out) noexcept:
        """Judges the whole line: the first reason that blocks it, or what hinders it."""
        cdef Ends ends
        cdef Verdict found
        cdef Verdict lanes[3]
        cdef Step *step
        cdef Py_ssize_t k
        cdef int lane, d, blocked, n
        ends.aq, ends.ar, ends.bq, ends.br = self.q[a], self.r[a], self.q[b], self.r[b]
        ends.a = <int64_t>self.ground[a] + eye_a
        ends.b = <int64_t>self.ground[b] + eye_b
        ends.level_a = ends.level_b = 0
        if self.levels is not None:
            ends.level_a = self.levels.clip(ends.a)
            ends.level_b = self.levels.clip(ends.b)
        n = _distance(ends.aq, ends.ar, ends.bq, ends.br)
        ends.sides_count = self.adjacent_sides if n == 1 else self.end_sides
        ends.axis = 0
        if self.corridors:
            for d in range(6):
                if n * DQ[d] == ends.bq - ends.aq and n * DR[d] == ends.br - ends.ar:
                    ends.axis = 1 << (d % 3)
        memset(lanes, 0, sizeof(lanes))
        out.reason = _CLEAR
        out.hindrance = 0
        lane = 0
        for k in range(self.walk(ends.aq, ends.ar, ends.bq, ends.br)):
            step = &self.steps[k]
            if lane and not step.lane:
                blocked = self.choose_lane(lanes, out)
                if blocked:
                    out[0] = lanes[blocked]
                    out.hindrance = 0
                    return
                memset(lanes, 0, sizeof(lanes))
            lane = step.lane
            if step.side < 0:
                self.judge_hex(step, &ends, extra, &found)
            else:
                self.judge_side(step, &ends, &found)
            if found.reason and not lanes[lane].reason:
                lanes[lane].reason = found.reason
                lanes[lane].spot = found.spot
                if not lane:
                    out[0] = found
                    out.hindrance = 0
                    return
            if lane:
                lanes[lane].hindrance += found.hindrance
            else:
                out.hindrance += found.hindrance
        if self.end_hindrance:
            out.hindrance += self.standing(a, extra)
            if a != b:
                out.hindrance += self.standing(b, extra)

    cdef int64_t standing(self, int i, const int32_t *extra) noexcept:
        return (self.hindrance[i] if self.hindrance else 0) + (<int64_t>extra[i] if extra else 0)

    cdef int choose_lane(self, Verdict *lanes, Verdict *out) noexcept:
        """Adds the hindrance of a stretch along a hexside; returns the lane that blocks it, or 0."""
        cdef int64_t one = lanes[1].hindrance, other = lanes[2].hindrance
        if self.along == _EITHER and (lanes[1].reason or lanes[2].reason):
            return 1 if lanes[1].reason else 2
        if lanes[1].reason and lanes[2].reason:
            return 1
        if self.along != _BEST:
            out.hindrance += max(one, other)
        elif lanes[1].reason:
            out.hindrance += other
        elif lanes[2].reason:
            out.hindrance += one
        else:
            out.hindrance += min(one, other)
        return 0

    cdef int look_between(self, Py_ssize_t a, Py_ssize_t b, int eye_a, int eye_b, object extra, Verdict *out) except -1:
        cdef Py_buffer view
        _check_index(a, self.size, "a")
        _check_index(b, self.size, "b")
        if extra is None:
            self.look(<int>a, <int>b, eye_a, eye_b, NULL, out)
            return 0
        _borrow_ints(extra, &view, self.size, "extra")
        self.look(<int>a, <int>b, eye_a, eye_b, <const int32_t *>view.buf, out)
        PyBuffer_Release(&view)
        return 0

    def clear(self, Py_ssize_t a, Py_ssize_t b, *, int eye_a=0, int eye_b=0):
        cdef Verdict verdict
        self.look_between(a, b, eye_a, eye_b, None, &verdict)
        return verdict.reason == _CLEAR

    def check(self, Py_ssize_t a, Py_ssize_t b, *, int eye_a=0, int eye_b=0, extra=None):
        cdef Verdict verdict
        cdef Line line
        self.look_between(a, b, eye_a, eye_b, extra, &verdict)
        if verdict.hindrance > INT_MAX or verdict.hindrance < INT_MIN:
            raise ValueError(f"the hindrance between {a} and {b} is too large: {verdict.hindrance}")
        line = Line.__new__(Line)
        line.start = <int>a
        line.end = <int>b
        line.sight = self
        line.clear = verdict.reason == _CLEAR
        line.reason = verdict.reason
        line.hindrance = <int>verdict.hindrance
        line.blocked_hex = verdict.spot if verdict.reason == _GROUND or verdict.reason == _OBSTACLE else -1
        line.blocked_side = verdict.spot if verdict.reason == _HEXSIDE else -1
        return line

    def field(self, Py_ssize_t a, int distance, *, int eye_a=0, int eye_b=0):
        cdef Verdict verdict
        cdef int b
        cdef list result = []
        _check_index(a, self.size, "a")
        _check_not_negative(distance, "distance")
        for b in range(<int>self.size):
            if b != a and _distance(self.q[a], self.r[a], self.q[b], self.r[b]) <= distance:
                self.look(<int>a, b, eye_a, eye_b, NULL, &verdict)
                if verdict.reason == _CLEAR:
                    result.append(b)
        return result

    cdef list crossed(self, int a, int b, bint sides):
        """The hexes on the line with both ends, or the hexsides, in order; those off the map are left out."""
        cdef Step *step
        cdef Py_ssize_t k
        cdef int i
        cdef list result = [] if sides else [a]
        for k in range(self.walk(self.q[a], self.r[a], self.q[b], self.r[b])):
            step = &self.steps[k]
            if (step.side >= 0) != sides:
                continue
            i = self.at(step.q, step.r)
            if not sides:
                if i >= 0:
                    result.append(i)
                continue
            if i >= 0:
                result.append(i * 6 + step.side)
                continue
            i = self.at(step.q + DQ[step.side], step.r + DR[step.side])
            if i >= 0:
                result.append(i * 6 + (step.side + 3) % 6)
        if not sides and a != b:
            result.append(b)
        return result


# Tracing


@cython.final
cdef class Trace:
    cdef readonly Py_ssize_t size
    cdef readonly bytes reached
    cdef c_array.array costs_kept
    cdef c_array.array before_kept
    cdef c_array.array source_kept

    def __init__(self):
        raise TypeError("a Trace is made by trace")

    cdef int64_t spent(self, Py_ssize_t index) except? -1:
        _check_index(index, self.size, "index")
        return (<int64_t *>self.costs_kept.data.as_voidptr)[index]

    @property
    def costs(self):
        return self.costs_kept[:]

    def cost(self, Py_ssize_t index):
        cdef int64_t spent = self.spent(index)
        return None if spent < 0 else spent

    def source(self, Py_ssize_t index):
        return None if self.spent(index) < 0 else self.source_kept.data.as_ints[index]

    def path(self, Py_ssize_t index):
        cdef list result = []
        if self.spent(index) < 0:
            raise ValueError(f"hex {index} cannot be traced to any source")
        while index >= 0:
            result.append(index)
            index = self.before_kept.data.as_ints[index]
        return result


cdef void _spread_network(
    const int32_t *neighbours, const unsigned char *flags, const unsigned char *network, int64_t limit
) noexcept:
    """Settles every hex that the sources reach along the network alone, at no cost: the keys only count hexes."""
    cdef _Search search = _search
    cdef int32_t node, other
    cdef int d
    while True:
        node = search.pop()
        if node < 0:
            return
        if search.before[node] >= 0:
            search.source[node] = search.source[search.before[node]]
            if flags[node] & _STOP:
                continue
        if search.key[node] >= limit:
            continue
        for d in range(6):
            other = neighbours[node * 6 + d]
            if other >= 0 and network[node * 6 + d] and not flags[other] & _CLOSED:
                search.offer(other, search.key[node] + 1, node)


cdef void _spread_by_cost(
    const int32_t *neighbours, const unsigned char *flags, const int32_t *edge_cost, int64_t limit,
    const unsigned char *on_network,
) noexcept:
    """Settles what lies within the limit of the sources, or of the network where there is one."""
    cdef _Search search = _search
    cdef int32_t node, other, k = 0, on_network_count = search.settled
    cdef int64_t weight, key, reached_at, farthest = UNREACHED - 1
    cdef const int64_t *known = search.key
    cdef int d
    if limit < UNREACHED >> HOP_BITS:
        farthest = (limit << HOP_BITS) | HOP_MASK
    # The heap is empty if there is a network, and its hexes may offer keys below the last one popped.
    search.last = 0 if on_network_count else search.last
    while True:
        if k < on_network_count:
            node = search.order[k]
            k += 1
        else:
            node = search.pop()
            if node < 0:
                return
            if search.before[node] >= 0:
                search.source[node] = search.source[search.before[node]]
        if search.before[node] >= 0 and flags[node] & _STOP:
            continue
        reached_at = known[node]
        for d in range(6):
            other = neighbours[node * 6 + d]
            # Most neighbours have been settled on the way here.
            if other < 0 or known[other] <= reached_at or flags[other] & _CLOSED or (on_network and on_network[other]):
                continue
            weight = edge_cost[node * 6 + d] if edge_cost else 1
            key = reached_at + (weight << HOP_BITS) + 1
            if weight < _FORBIDDEN and key <= farthest:
                search.offer(other, key, node)


cdef int _label_sources(
    c_array.array sources, c_array.array start_costs, const unsigned char *flags, int64_t limit
) except -1:
    """Starts the search at every source that is open: the cheapest of a hex, and of equals the first."""
    cdef _Search search = _search
    cdef Py_ssize_t k
    cdef int32_t node
    cdef int64_t cost
    for k in range(len(sources)):
        node = sources.data.as_ints[k]
        cost = 0 if start_costs is None else start_costs.data.as_ints[k]
        if not flags[node] & _CLOSED and cost <= limit and cost << HOP_BITS < search.key[node]:
            search.key[node] = cost << HOP_BITS
            search.source[node] = <int32_t>k
    for k in range(len(sources)):
        node = sources.data.as_ints[k]
        if search.key[node] != UNREACHED and search.source[node] == k:
            search.push(node, search.key[node], -1)
    return 0


cdef Trace _traced(Py_ssize_t size):
    """What the search has settled, as a result of its own."""
    cdef _Search search = _search
    cdef Trace result = Trace.__new__(Trace)
    cdef c_array.array costs = c_array.clone(array("q"), size, False)
    cdef int64_t *spent = <int64_t *>costs.data.as_voidptr
    cdef bytearray reached = bytearray(size)
    cdef unsigned char *mark = reached
    cdef int32_t k, node
    result.size = size
    result.before_kept = c_array.clone(array("i"), size, False)
    result.source_kept = c_array.clone(array("i"), size, False)
    memset(spent, 0xFF, size * sizeof(int64_t))
    for k in range(search.settled):
        node = search.order[k]
        mark[node] = 1
        spent[node] = search.key[node] >> HOP_BITS
        result.before_kept.data.as_ints[node] = search.before[node]
        result.source_kept.data.as_ints[node] = search.source[node]
    result.reached = bytes(reached)
    result.costs_kept = costs
    return result


def trace(
    neighbours,
    sources,
    passable,
    *,
    edge_cost=None,
    limit=None,
    start_costs=None,
    network=None,
    network_limit=None,
):
    cdef c_array.array origins = _integers(sources, "sources", 0)
    cdef c_array.array charges = None if start_costs is None else _integers(start_costs, "start_costs", 0, len(origins))
    cdef int64_t most = UNREACHED if limit is None else min(limit, UNREACHED)
    cdef int64_t most_on_network = UNREACHED if network_limit is None else min(network_limit, UNREACHED)
    cdef Py_buffer neighbour_view, flag_view, cost_view, network_view
    cdef const int32_t *adjoining
    cdef const int32_t *costs = NULL
    cdef const unsigned char *flags
    cdef const unsigned char *on_network = NULL
    cdef Py_ssize_t size, k
    cdef int borrowed = 0
    cdef bytearray marks
    _check_not_negative(most, "limit")
    _check_not_negative(most_on_network, "network_limit")
    if start_costs is not None and network is not None:
        raise ValueError("start_costs cannot be combined with a network")
    if network_limit is not None and network is None:
        raise ValueError("network_limit needs a network")
    size = _size_of(len(neighbours))
    for k in range(len(origins)):
        _check_index(origins.data.as_ints[k], size, "source")
    try:
        _borrow_ints(neighbours, &neighbour_view, size * 6, "neighbours")
        borrowed = 1
        _borrow_bytes(passable, &flag_view, size, "passable")
        borrowed = 2
        adjoining = <const int32_t *>neighbour_view.buf
        flags = <const unsigned char *>flag_view.buf
        _check_neighbours(adjoining, size)
        if edge_cost is not None:
            _borrow_ints(edge_cost, &cost_view, size * 6, "edge_cost")
            borrowed |= 4
            costs = <const int32_t *>cost_view.buf
            _check_costs(costs, size * 6, "edge_cost")
        if network is not None:
            _borrow_bytes(network, &network_view, size * 6, "network")
            borrowed |= 8
        _search.begin(size)
        try:
            _label_sources(origins, charges, flags, most)
            if network is not None:
                _spread_network(adjoining, flags, <const unsigned char *>network_view.buf, most_on_network)
                marks = bytearray(size)
                for k in range(_search.settled):
                    marks[_search.order[k]] = 1
                on_network = marks
            _spread_by_cost(adjoining, flags, costs, most, on_network)
            return _traced(size)
        finally:
            _search.finish()
    finally:
        if borrowed & 3:
            PyBuffer_Release(&neighbour_view)
        if borrowed & 2:
            PyBuffer_Release(&flag_view)
        if borrowed & 4:
            PyBuffer_Release(&cost_view)
        if borrowed & 8:
            PyBuffer_Release(&network_view)


@cython.final
cdef class Tracer:
    """Keeps, for each hex, the hexes that a line may go on to: six, the hex itself in the place of those it may not."""

    cdef readonly Py_ssize_t size
    cdef c_array.array ways_kept
    cdef c_array.array queue_kept
    cdef const int32_t *ways
    cdef int32_t *queue

    def __init__(self, neighbours, open_sides):
        cdef c_array.array ways = _integers(neighbours, "neighbours")
        cdef bytes sides
        cdef Py_ssize_t k
        self.size = _size_of(len(ways))
        _check_neighbours(<const int32_t *>ways.data.as_ints, self.size)
        sides = _octets(open_sides, "open_sides", self.size * 6)
        for k in range(self.size * 6):
            if ways.data.as_ints[k] < 0 or not (<const unsigned char *>sides)[k]:
                ways.data.as_ints[k] = <int>(k // 6)
        self.ways_kept = ways
        self.ways = <const int32_t *>ways.data.as_ints
        self.queue_kept = c_array.clone(array("i"), self.size, False)
        self.queue = <int32_t *>self.queue_kept.data.as_ints

    def reached(self, sources, passable, Py_ssize_t limit):
        cdef c_array.array origins = _integers(sources, "sources", 0)
        cdef Py_buffer flag_view
        cdef Py_ssize_t k
        cdef bytes marks
        _check_not_negative(limit, "limit")
        for k in range(len(origins)):
            _check_index(origins.data.as_ints[k], self.size, "source")
        _borrow_bytes(passable, &flag_view, self.size, "passable")
        try:
            marks = PyBytes_FromStringAndSize(NULL, self.size)
            self.flood(origins, <const unsigned char *>flag_view.buf, limit, <unsigned char *><char *>marks)
            return marks
        finally:
            PyBuffer_Release(&flag_view)

    cdef void flood(
        self, c_array.array origins, const unsigned char *flags, Py_ssize_t limit, unsigned char *marks
    ) noexcept:
        """Marks what can be reached with 1 and everything else with 0, ring by ring."""
        cdef Py_ssize_t k, head = 0, tail = 0, end, source_count
        cdef const int32_t *way
        cdef int32_t node
        cdef int d
        # What is closed looks as if it had been reached, so that one look is enough.
        for k in range(self.size):
            marks[k] = 2 * (flags[k] & _CLOSED)
        for k in range(len(origins)):
            node = origins.data.as_ints[k]
            if not marks[node]:
                marks[node] = 1
                self.queue[tail] = node
                tail += 1
        end = source_count = tail
        while limit > 0 and head < end:
            while head < end:
                node = self.queue[head]
                # A source is traced through, whatever it is.
                if head < source_count or not flags[node] & _STOP:
                    way = self.ways + 6 * node
                    for d in range(6):
                        if not marks[way[d]]:
                            marks[way[d]] = 1
                            self.queue[tail] = way[d]
                            tail += 1
                head += 1
            end = tail
            limit -= 1
        for k in range(self.size):
            marks[k] &= 1


def mark_adjacent(const int[::1] neighbours not None, hexes, int flag, unsigned char[::1] flags not None):
    cdef Py_ssize_t size = flags.shape[0]
    cdef Py_ssize_t at, slot
    cdef int near
    if neighbours.shape[0] != size * 6:
        raise ValueError(f"neighbours has {neighbours.shape[0]} entries, not 6 for each of {size} flags")
    if not 0 <= flag < 256:
        raise ValueError(f"the flag {flag} does not fit into a byte")
    for hex_ in hexes:
        at = hex_
        if not 0 <= at < size:
            raise ValueError(f"hex {at} is off the board")
        for slot in range(6 * at, 6 * at + 6):
            near = neighbours[slot]
            if 0 <= near < size:
                flags[near] |= <unsigned char>flag
