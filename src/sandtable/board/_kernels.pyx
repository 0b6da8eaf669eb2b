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
from libc.string cimport memcmp, memcpy, memset

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
    FINEST = 1024

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


cdef bint _borrow_either_ints(object values, Py_buffer *view, Graph graph, str name) except -1:
    """Borrows one integer a place, or a hex; returns whether they go by the hex."""
    cdef Py_ssize_t given
    PyObject_GetBuffer(values, view, PyBUF_ND | PyBUF_FORMAT)
    given = view.len // 4
    if view.itemsize != 4 or view.format == NULL or view.format[0] not in (c'i', c'l'):
        PyBuffer_Release(view)
        raise ValueError(f"{name} must be a buffer of 32-bit integers such as array('i')")
    if given != graph.size and given != graph.hexes:
        PyBuffer_Release(view)
        raise ValueError(f"{name} must have {_sizes(graph)} entries, not {given}")
    return given != graph.size


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


cdef int _check_neighbours(const int32_t *neighbours, Py_ssize_t size, Py_ssize_t edges) except -1:
    cdef Py_ssize_t i
    cdef int32_t least = 0, most = 0
    if size > MOST_HEXES:
        raise ValueError(f"a board has at most {MOST_HEXES} hexes, not {size}")
    for i in range(edges):
        least = neighbours[i] if neighbours[i] < least else least
        most = neighbours[i] if neighbours[i] > most else most
    if least < -1 or (most >= size and size > 0):
        raise ValueError(f"neighbours must lie between -1 and {size - 1}, but reach from {least} to {most}")
    return 0


cdef Py_ssize_t _size_of(Py_ssize_t entries) except -1:
    if entries % 6:
        raise ValueError(f"neighbours must have six entries a hex, but has {entries}")
    return entries // 6


# The graph that movement and tracing share


@cython.final
cdef class Graph:
    """Places and the steps that lead from each: six a place without `first`, else those from `first[place]` on."""

    cdef readonly Py_ssize_t size
    cdef readonly Py_ssize_t hexes
    cdef readonly Py_ssize_t edges
    cdef c_array.array to_kept
    cdef c_array.array first_kept
    cdef c_array.array hexes_kept
    cdef const int32_t *to
    cdef const int32_t *first
    cdef const int32_t *hex_of
    # Whether a step leads from one part of a hex to another.
    cdef bint joins_parts
    cdef tuple numbers
    cdef Py_buffer view
    cdef bint borrowed

    def __dealloc__(self):
        if self.borrowed:
            PyBuffer_Release(&self.view)

    def __init__(self, neighbours, *, first=None, hex_of=None):
        self.to_kept = _integers(neighbours, "neighbours")
        self.to = <const int32_t *>self.to_kept.data.as_ints
        self.edges = len(self.to_kept)
        if first is None:
            self.size = _size_of(self.edges)
        else:
            self.keep_first(first)
        _check_neighbours(self.to, self.size, self.edges)
        self.hexes = self.size
        if hex_of is not None:
            self.keep_hexes(hex_of)

    cdef int keep_first(self, object first) except -1:
        cdef Py_ssize_t i
        self.first_kept = _integers(first, "first", 0)
        self.first = <const int32_t *>self.first_kept.data.as_ints
        self.size = len(self.first_kept) - 1
        if self.size < 0 or self.first[0] != 0 or self.first[self.size] != self.edges:
            raise ValueError(f"first must run from 0 to the number of steps, which is {self.edges}")
        for i in range(self.size):
            if self.first[i] > self.first[i + 1]:
                raise ValueError(f"first[{i + 1}] is less than first[{i}]")
        return 0

    cdef int keep_hexes(self, object hex_of) except -1:
        cdef Py_ssize_t i, edge
        self.hexes_kept = _integers(hex_of, "hex_of", 0, self.size)
        self.hex_of = <const int32_t *>self.hexes_kept.data.as_ints
        self.hexes = 0
        while self.hexes < self.size and self.hex_of[self.hexes] == self.hexes:
            self.hexes += 1
        for i in range(self.hexes, self.size):
            if self.hex_of[i] >= self.hexes:
                raise ValueError(f"hex_of[{i}] is {self.hex_of[i]}, but the hexes are the places 0 to {self.hexes - 1}")
        if self.hexes == self.size:
            self.hex_of = NULL
            return 0
        for i in range(self.size):
            for edge in range(self.begin(i), self.end(i)):
                if self.to[edge] >= 0 and self.hex_of[self.to[edge]] == self.hex_of[i]:
                    self.joins_parts = True
        return 0

    cdef tuple counted(self):
        """The numbers of all places as objects, made once for the fields that hand them out."""
        if self.numbers is None:
            self.numbers = tuple(range(self.size))
        return self.numbers

    cdef inline Py_ssize_t begin(self, Py_ssize_t place) noexcept:
        return self.first[place] if self.first else place * 6

    cdef inline Py_ssize_t end(self, Py_ssize_t place) noexcept:
        return self.first[place + 1] if self.first else place * 6 + 6


cdef Graph _graph(object ways):
    return ways if isinstance(ways, Graph) else Graph(ways)


cdef Graph _lent(object neighbours):
    """A graph of plain hexes for as long as a call lasts: the array is not copied."""
    cdef Graph graph = Graph.__new__(Graph)
    graph.size = graph.hexes = _size_of(len(neighbours))
    graph.edges = graph.size * 6
    _borrow_ints(neighbours, &graph.view, graph.edges, "neighbours")
    graph.borrowed = True
    graph.to = <const int32_t *>graph.view.buf
    _check_neighbours(graph.to, graph.size, graph.edges)
    return graph


cdef class _Marks:
    """A byte a place, borrowed from an argument that has one, or spread from one that has a byte a hex."""

    cdef Py_buffer view
    cdef bint borrowed
    cdef unsigned char *spread
    cdef const unsigned char *at
    cdef const int32_t *hex_of

    def __dealloc__(self):
        if self.borrowed:
            PyBuffer_Release(&self.view)
        free(self.spread)


cdef _Marks _marks(Graph graph, object values, str name):
    cdef _Marks marks = _Marks.__new__(_Marks)
    cdef const unsigned char *given
    cdef Py_ssize_t i
    PyObject_GetBuffer(values, &marks.view, PyBUF_SIMPLE)
    marks.borrowed = True
    given = <const unsigned char *>marks.view.buf
    if marks.view.len == graph.size:
        marks.at = given
        return marks
    if marks.view.len != graph.hexes:
        raise ValueError(f"{name} must have {_sizes(graph)} bytes, not {marks.view.len}")
    marks.spread = <unsigned char *>malloc(graph.size)
    if not marks.spread:
        raise MemoryError
    memcpy(marks.spread, given, graph.hexes)
    for i in range(graph.hexes, graph.size):
        marks.spread[i] = given[graph.hex_of[i]]
    marks.at = marks.spread
    marks.hex_of = graph.hex_of
    return marks


cdef str _sizes(Graph graph):
    return str(graph.size) if graph.size == graph.hexes else f"{graph.hexes} or {graph.size}"


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
    cdef Py_ssize_t pool_capacity
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

    cdef int begin(self, Py_ssize_t size, Py_ssize_t edges) except -1:
        cdef Py_ssize_t i
        # Each place is pushed once as a start and once for each step that leads to it at most.
        if size > self.capacity or size + edges > self.pool_capacity:
            self.release()
            self.capacity = self.pool_capacity = 0
            self.key = <int64_t *>malloc(size * sizeof(int64_t))
            self.sorted = <int64_t *>malloc(size * sizeof(int64_t))
            self.before = <int32_t *>malloc(size * sizeof(int32_t))
            self.order = <int32_t *>malloc(size * sizeof(int32_t))
            self.source = <int32_t *>malloc(size * sizeof(int32_t))
            self.pool = <Entry *>malloc((size + edges) * sizeof(Entry))
            if not (self.key and self.sorted and self.before and self.order and self.source and self.pool):
                self.release()
                self.key = self.sorted = NULL
                self.before = self.order = self.source = NULL
                self.pool = NULL
                raise MemoryError
            for i in range(size):
                self.key[i] = UNREACHED
            self.capacity = size
            self.pool_capacity = size + edges
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


cdef void _sort_by_cost(int64_t *values, Py_ssize_t length) noexcept:
    """The same for values whose costs come in order already: only those of one cost are sorted."""
    cdef Py_ssize_t begin = 0, end
    cdef int64_t most
    while begin < length:
        most = values[begin] | HOP_MASK
        end = begin + 1
        while end < length and values[end] <= most:
            end += 1
        if end - begin > 1:
            _sort(values + begin, end - begin)
        begin = end


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
    cdef int32_t *first_ends
    cdef Py_ssize_t first_end_count
    cdef Graph graph
    cdef tuple numbers

    def __init__(self):
        raise TypeError("a Field is made by Mover.field")

    def __dealloc__(self):
        free(self.index)
        free(self.position)
        free(self.first_ends)

    def __eq__(self, other):
        cdef Field them
        if not isinstance(other, Field):
            return NotImplemented
        them = <Field>other
        if self.start != them.start or self.size != them.size or self.count != them.count:
            return False
        return memcmp(self.index, them.index, self.count * (3 * sizeof(int32_t) + 1)) == 0

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
                row = self.row(rows, cost, self.size)
            entry = row[self.index[k]]
            Py_INCREF(entry)
            PyList_SET_ITEM(result, n, entry)
            n += 1
        return result

    cdef list row(self, list rows, int32_t cost, Py_ssize_t length):
        cdef list row
        if cost >= len(rows):
            raise ValueError(f"rows must go up to the cost of {cost}, but there are {len(rows)}")
        row = rows[cost]
        if len(row) != length:
            raise ValueError(f"rows[{cost}] must have {length} entries, not {len(row)}")
        return row

    cdef int find_first_ends(self) except -1:
        """Find out once where in the arrays the cheapest end of each hex stands, without the hex of the start."""
        cdef Py_ssize_t k
        cdef int32_t hex_
        cdef const int32_t *hex_of = self.graph.hex_of
        cdef bytearray seen
        cdef unsigned char *mark
        if self.first_ends:
            return 0
        self.first_ends = <int32_t *>malloc((self.end_count + 1) * sizeof(int32_t))
        if not self.first_ends:
            raise MemoryError
        seen = bytearray(self.graph.hexes)
        mark = seen
        mark[hex_of[self.start]] = 1
        for k in range(self.count):
            hex_ = hex_of[self.index[k]]
            if self.may_end[k] and not mark[hex_]:
                mark[hex_] = 1
                self.first_ends[self.first_end_count] = <int32_t>k
                self.first_end_count += 1
        return 0

    @property
    def hexes(self):
        cdef Py_ssize_t n
        if not self.graph.hex_of:
            return self.ends
        self.find_first_ends()
        return [
            self.numbers[self.graph.hex_of[self.index[self.first_ends[n]]]] for n in range(self.first_end_count)
        ]

    @property
    def hex_pairs(self):
        cdef Py_ssize_t k, n
        cdef list result = []
        if not self.graph.hex_of:
            return self.pairs
        self.find_first_ends()
        for n in range(self.first_end_count):
            k = self.first_ends[n]
            result.append((self.numbers[self.graph.hex_of[self.index[k]]], self.spent[k]))
        return result

    def hex_entries(self, list rows not None):
        cdef Py_ssize_t k, n
        cdef int32_t cost = -1
        cdef list row = None, result
        cdef object entry
        if not self.graph.hex_of:
            return self.entries(rows)
        self.find_first_ends()
        result = PyList_New(self.first_end_count)
        for n in range(self.first_end_count):
            k = self.first_ends[n]
            if self.spent[k] != cost:
                cost = self.spent[k]
                row = self.row(rows, cost, self.graph.hexes)
            entry = row[self.graph.hex_of[self.index[k]]]
            Py_INCREF(entry)
            PyList_SET_ITEM(result, n, entry)
        return result

    def goal(self, Py_ssize_t index):
        cdef Py_ssize_t k
        _check_index(index, self.graph.hexes, "index")
        for k in range(self.count):
            if self.may_end[k] and (self.graph.hex_of[self.index[k]] if self.graph.hex_of else self.index[k]) == index:
                return self.numbers[self.index[k]]
        return None

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


cdef struct Surcharges:
    const unsigned char *flags
    const int32_t *flag_hexes
    const int32_t *extra
    const int32_t *extra_hexes
    int64_t zoc_enter
    int64_t zoc_leave
    int64_t zoc_to_zoc


cdef inline int64_t _zones(int32_t there, bint from_zoc, const Surcharges *on) noexcept:
    """What zones of control add to a step."""
    cdef int64_t added = on.zoc_leave if from_zoc else 0
    if on.flags[there] & _ZOC:
        added += on.zoc_enter
        if from_zoc:
            added += on.zoc_to_zoc
    return added


cdef int64_t _surcharge(int32_t here, int32_t there, bint from_zoc, const Surcharges *on) noexcept:
    """All that is added to the cost of a step; what is given by the hex, where another hex is entered."""
    cdef int64_t added = 0
    if on.extra:
        if not on.extra_hexes:
            added += on.extra[there]
        elif on.extra_hexes[here] != on.extra_hexes[there]:
            added += on.extra[on.extra_hexes[there]]
    if on.flag_hexes and on.flag_hexes[here] == on.flag_hexes[there]:
        return added
    return added + _zones(there, from_zoc, on)


@cython.final
cdef class Mover:
    cdef readonly Graph graph
    cdef readonly int scale
    cdef c_array.array costs_kept
    cdef const int32_t *edge_cost

    def __init__(self, ways, edge_cost, *, int scale=1):
        cdef Py_ssize_t i
        cdef int *costs
        if scale < 1 or scale > FINEST:
            raise ValueError(f"scale must be between 1 and {FINEST}, but is {scale}")
        self.graph = _graph(ways)
        self.scale = scale
        self.take(_integers(edge_cost, "edge_cost", 0, self.graph.edges))
        if scale > 1:
            costs = self.costs_kept.data.as_ints
            for i in range(self.graph.edges):
                costs[i] = self.parts(costs[i])

    def __eq__(self, other):
        cdef Mover them
        if not isinstance(other, Mover):
            return NotImplemented
        them = <Mover>other
        return self.graph is them.graph and self.scale == them.scale and self.costs_kept == them.costs_kept

    cdef void take(self, c_array.array costs):
        self.costs_kept = costs
        self.edge_cost = <const int32_t *>costs.data.as_ints

    cdef inline int parts(self, int64_t points) noexcept:
        points *= self.scale
        return _FORBIDDEN if points > _FORBIDDEN else <int>points

    cdef inline int points(self, int parts) noexcept:
        return _FORBIDDEN if parts >= _FORBIDDEN else parts // self.scale

    @property
    def size(self):
        return self.graph.size

    def price(self, Py_ssize_t edge):
        if edge < 0 or edge >= self.graph.edges:
            raise ValueError(f"edge is {edge}, but there are the steps 0 to {self.graph.edges - 1}")
        return self.points(self.edge_cost[edge])

    def step(self, Py_ssize_t here, Py_ssize_t there):
        cdef Py_ssize_t edge
        cdef int least = _FORBIDDEN
        _check_index(here, self.graph.size, "here")
        _check_index(there, self.graph.size, "there")
        for edge in range(self.graph.begin(here), self.graph.end(here)):
            if self.graph.to[edge] == there and self.edge_cost[edge] < least:
                least = self.edge_cost[edge]
        return self.points(least)

    def changed(self, dict prices not None):
        cdef Mover other = Mover.__new__(Mover)
        cdef Py_ssize_t edge
        cdef int price
        other.graph = self.graph
        other.scale = self.scale
        other.take(c_array.copy(self.costs_kept))
        for edge, price in prices.items():
            if edge < 0 or edge >= self.graph.edges:
                raise ValueError(f"edge is {edge}, but there are the steps 0 to {self.graph.edges - 1}")
            _check_not_negative(price, "a price")
            other.costs_kept.data.as_ints[edge] = self.parts(price)
        return other

    def dearest(self, *others):
        cdef Mover found = Mover.__new__(Mover), other
        cdef Py_ssize_t edge
        cdef int *costs
        cdef int32_t cost
        found.graph = self.graph
        found.scale = self.scale
        found.take(c_array.copy(self.costs_kept))
        costs = found.costs_kept.data.as_ints
        for each in others:
            other = <Mover?>each
            if other.graph is not self.graph or other.scale != self.scale:
                raise ValueError("movers of one map, with one scale, are compared")
            for edge in range(self.graph.edges):
                cost = other.edge_cost[edge]
                if cost > costs[edge]:
                    costs[edge] = cost
        return found

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
        cdef Py_buffer extra_view
        cdef Graph graph = self.graph
        cdef Surcharges on
        cdef _Marks marks
        cdef bint by_hex
        _check_index(start, graph.size, "start")
        _check_not_negative(allowance, "allowance")
        _check_not_negative(zoc_enter, "zoc_enter")
        _check_not_negative(zoc_leave, "zoc_leave")
        _check_not_negative(zoc_to_zoc, "zoc_to_zoc")
        marks = _marks(graph, flags, "flags")
        on.flags = marks.at
        on.flag_hexes = marks.hex_of
        on.extra = on.extra_hexes = NULL
        on.zoc_enter, on.zoc_leave, on.zoc_to_zoc = zoc_enter, zoc_leave, zoc_to_zoc
        if extra is None:
            return self.spread(<int32_t>start, allowance, &on, zoc_stop, minimum_move)
        by_hex = _borrow_either_ints(extra, &extra_view, graph, "extra")
        try:
            on.extra = <const int32_t *>extra_view.buf
            on.extra_hexes = graph.hex_of if by_hex else NULL
            _check_costs(on.extra, extra_view.len // 4, "extra")
            return self.spread(<int32_t>start, allowance, &on, zoc_stop, minimum_move)
        finally:
            PyBuffer_Release(&extra_view)

    cdef Field spread(
        self, int32_t start, int32_t allowance, const Surcharges *on, bint zoc_stop, bint minimum_move
    ):
        cdef _Search search = _search
        cdef Graph graph = self.graph
        cdef const int32_t *to = graph.to
        cdef const int32_t *first = graph.first
        cdef const int32_t *edge_cost = self.edge_cost
        cdef const unsigned char *flags = on.flags
        cdef int halting = _STOP | (_ZOC if zoc_stop else 0)
        cdef int32_t node, other
        cdef int64_t weight, key, reached_at, most = (<int64_t>allowance) * self.scale + self.scale - 1
        cdef int64_t limit = (most << HOP_BITS) | HOP_MASK, into_zoc, into_no_zoc
        cdef const int64_t *known
        cdef unsigned char flag
        cdef bint halts, from_zoc, apart = not on.extra and not (on.flag_hexes and graph.joins_parts)
        # No sum of costs within the allowance is as high as a step that nobody takes.
        cdef bint may_pay_forbidden = most >= _FORBIDDEN
        cdef Py_ssize_t i, count, edge, end
        cdef Field field
        search.begin(graph.size, graph.edges)
        known = search.key
        search.push(start, 0, -1)
        while True:
            node = search.pop()
            if node < 0:
                break
            halts = flags[node] & halting and node != start
            if halts and on.flag_hexes:
                halts = on.flag_hexes[node] != on.flag_hexes[start]
            if halts and (apart or not on.flag_hexes):
                continue
            from_zoc = flags[node] & _ZOC
            reached_at = known[node]
            edge, end = node * 6, node * 6 + 6
            if first:
                edge, end = first[node], first[node + 1]
            if apart:
                # Every step leads to another hex. Few jumps: which steps are worth taking nobody can foresee.
                into_no_zoc = on.zoc_leave if from_zoc else 0
                into_zoc = into_no_zoc + on.zoc_enter + (on.zoc_to_zoc if from_zoc else 0)
                for edge in range(edge, end):
                    other = to[edge]
                    if other < 0:
                        continue
                    flag = flags[other]
                    weight = edge_cost[edge] + (into_zoc if flag & _ZOC else into_no_zoc)
                    key = reached_at + (weight << HOP_BITS) + 1
                    if (key > limit) | (key > known[other]) | (flag & _CLOSED):
                        continue
                    if may_pay_forbidden and weight >= _FORBIDDEN:
                        continue
                    search.offer(other, key, node)
                continue
            for edge in range(edge, end):
                other = to[edge]
                if other < 0 or known[other] <= reached_at or flags[other] & _CLOSED:
                    continue
                if halts and on.flag_hexes[node] != on.flag_hexes[other]:
                    continue
                weight = edge_cost[edge] + _surcharge(node, other, from_zoc, on)
                if weight >= _FORBIDDEN:
                    continue
                key = reached_at + (weight << HOP_BITS) + 1
                if key <= limit:
                    search.offer(other, key, node)

        count = search.settled - 1
        for i in range(count):
            node = search.order[i + 1]
            search.sorted[i] = ((search.key[node] >> HOP_BITS) << HOP_BITS) | node
        if minimum_move:
            for edge in range(graph.begin(start), graph.end(start)):
                other = to[edge]
                if other < 0 or known[other] != UNREACHED or flags[other] & _CLOSED:
                    continue
                if edge_cost[edge] + _surcharge(start, other, flags[start] & _ZOC, on) < _FORBIDDEN:
                    search.push(other, most << HOP_BITS, start)
                    search.sorted[count] = (most << HOP_BITS) | other
                    count += 1
        _sort_by_cost(search.sorted, count)

        field = Field.__new__(Field)
        field.start = start
        field.size = graph.size
        field.graph = graph
        field.numbers = graph.counted()
        try:
            field.allocate(count)
            for i in range(count):
                node = <int32_t>(search.sorted[i] & HOP_MASK)
                field.index[i] = node
                field.spent[i] = <int32_t>(search.sorted[i] >> HOP_BITS)
                field.before[i] = search.before[node]
                field.may_end[i] = not flags[node] & _NO_END
                field.end_count += field.may_end[i]
            if self.scale > 1:
                for i in range(count):
                    field.spent[i] = <int32_t>((search.sorted[i] >> HOP_BITS) // self.scale)
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

    cdef int decide(self, const unsigned char *table, int a, int b, int o, int to_high, int to_low) noexcept:
        """NEVER or ALWAYS; IN_SHADOW if the obstacle blocks because the lower end lies in its shadow."""
        cdef int verdict = table[(a * self.count + b) * self.count + o]
        cdef int drop, rise
        if verdict != _IN_SHADOW:
            return verdict
        drop = min(max((a if a > b else b) - o, 0), self.drops - 1)
        rise = min(max(o - (b if a > b else a), 0), self.rises - 1)
        if to_low <= self.shadow[(drop * self.rises + rise) * self.ranges + min(to_high, self.ranges - 1)]:
            return _IN_SHADOW
        return 0


@cython.final
cdef class SightLine:
    cdef readonly bint clear
    cdef readonly int hindrance
    cdef readonly int blocked_hex
    cdef readonly int blocked_side
    cdef readonly int reason
    cdef readonly bint in_shadow
    cdef readonly int start
    cdef readonly int end
    cdef int eye_a
    cdef int eye_b
    cdef Sight sight

    def __init__(self):
        raise TypeError("a SightLine is made by Sight.check")

    @property
    def steps(self):
        return self.sight.told(
            self.sight.hex_at(self.start, "start"), self.sight.hex_at(self.end, "end"), self.eye_a, self.eye_b
        )

    @property
    def hexes(self):
        return self.sight.crossed(self.sight.hex_at(self.start, "start"), self.sight.hex_at(self.end, "end"), False)

    @property
    def sides(self):
        return self.sight.crossed(self.sight.hex_at(self.start, "start"), self.sight.hex_at(self.end, "end"), True)

    def __repr__(self):
        if self.clear:
            return f"<SightLine {self.start} to {self.end}: clear, hindrance {self.hindrance}>"
        where = f"hexside {self.blocked_side}" if self.reason == _HEXSIDE else f"hex {self.blocked_hex}"
        return f"<SightLine {self.start} to {self.end}: blocked at {where}>"


cdef struct Step:
    int q
    int r
    int side
    int lane
    int64_t num
    int64_t den


cdef struct Walk:
    int aq
    int ar
    int bq
    int br
    int q
    int r
    int64_t since_num
    int64_t since_den
    int fq[6]
    int fr[6]
    int64_t rate[6]


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
    int how
    int64_t hindrance


cdef inline int _distance(int aq, int ar, int bq, int br) noexcept:
    cdef int q = abs(aq - bq), r = abs(ar - br), s = abs(aq + ar - bq - br)
    return max(q, max(r, s))


@cython.final
cdef class Sight:
    cdef readonly Py_ssize_t size
    cdef readonly Py_ssize_t hexes
    cdef const int32_t *stands
    cdef const int32_t *eyes
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
    cdef bint corners
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
        bint corners=False,
        stands=None,
        eyes=None,
    ):
        cdef Py_ssize_t n
        cdef bytes opened
        self.kept = []
        self.size = self.hexes = n = len(q)
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
        self.corners = corners
        self.place_ends(stands, eyes)

    cdef int place_ends(self, object stands, object eyes) except -1:
        cdef Py_ssize_t p
        if stands is not None:
            self.size = len(stands)
            self.stands = self.keep(stands, "stands", -1, self.size)
            for p in range(self.size):
                if self.stands[p] >= self.hexes:
                    raise ValueError(f"stands[{p}] is {self.stands[p]}, but the terrain has {self.hexes} hexes")
        self.eyes = self.keep(eyes, "eyes", INT_MIN, self.size)
        return 0

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
        if self.hexes:
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
        for i in range(self.hexes):
            cell = <Py_ssize_t>(self.q[i] - self.low_q) * self.span_r + self.r[i] - self.low_r
            if grid.data.as_ints[cell] >= 0:
                raise ValueError(f"hexes {grid.data.as_ints[cell]} and {i} have the same coordinates")
            grid.data.as_ints[cell] = <int>i
        self.kept.append(grid)
        self.grid = <const int32_t *>grid.data.as_ints
        # A line of n hexes crosses at most 2n hexsides and as many hexes; along hexsides two hexes make eight steps,
        # and a hex behind a corner five.
        free(self.steps)
        self.steps = <Step *>malloc((10 * (span_q + span_r) + 16) * sizeof(Step))
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
        for i in range(<int>self.hexes):
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

    cdef void set_out(self, int aq, int ar, int bq, int br, Walk *walk) noexcept:
        """Begins a walk along the line between two hexes.

        For a direction d, F(p) = p . d in cube coordinates grows by 2 from a hex to its neighbour in d, and by 1 up to
        the hexside between them. So the line leaves a hex by the direction for which that comes first.
        """
        cdef int d
        walk.aq, walk.ar, walk.bq, walk.br = aq, ar, bq, br
        walk.q, walk.r = aq, ar
        walk.since_num, walk.since_den = 0, 1
        for d in range(6):
            walk.fq[d] = 2 * DQ[d] + DR[d]
            walk.fr[d] = 2 * DR[d] + DQ[d]
            walk.rate[d] = walk.fq[d] * (bq - aq) + walk.fr[d] * (br - ar)

    cdef Step *stride(self, Walk *walk, Step *step) noexcept:
        """Writes the hex where the walk stands, unless it is the first, and what lies between it and the next."""
        cdef int64_t num, den, least, best_num = 0, best_den = 1
        cdef int d, best = -1, tie = -1, q = walk.q, r = walk.r
        for d in range(6):
            den = walk.rate[d]
            if den <= 0:
                continue
            num = walk.fq[d] * (q - walk.aq) + walk.fr[d] * (r - walk.ar) + 1
            least = -1 if best < 0 else num * best_den - best_num * den
            if least < 0:
                best, tie, best_num, best_den = d, -1, num, den
            elif least == 0:
                tie = d
        if q != walk.aq or r != walk.ar:
            num = walk.since_num * best_den + best_num * walk.since_den
            step = self.emit(step, q, r, -1, 0, num, 2 * walk.since_den * best_den)
        if tie >= 0 and walk.rate[tie] == walk.rate[best]:
            if best == 0 and tie == 5:
                best, tie = 5, 0
            step = self.run(step, q, r, best, tie, best_num, best_den)
            walk.q += DQ[best] + DQ[tie]
            walk.r += DR[best] + DR[tie]
            best_num += 1
        else:
            if tie >= 0 and walk.rate[tie] > walk.rate[best]:
                best, tie = tie, best
            if tie >= 0 and self.corners:
                step = self.brush(step, q, r, best, tie, best_num, best_den)
            else:
                step = self.emit(step, q, r, best, 0, best_num, best_den)
            walk.q += DQ[best]
            walk.r += DR[best]
        walk.since_num, walk.since_den = best_num, best_den
        return step

    cdef Py_ssize_t walk(self, int aq, int ar, int bq, int br) noexcept:
        """Writes the hexes between the ends, and every hexside on the way, into `steps`; returns how many."""
        cdef Walk walk
        cdef Step *step = self.steps
        self.set_out(aq, ar, bq, br, &walk)
        while walk.q != bq or walk.r != br:
            step = self.stride(&walk, step)
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

    cdef Step *brush(self, Step *step, int q, int r, int into, int by, int64_t num, int64_t den) noexcept:
        """The steps through a corner: across the hexside into the next hex, or by the hex that the corner touches."""
        cdef int pq = q + DQ[by], pr = r + DR[by]
        cdef int onward = (into + 5) % 6 if by == (into + 1) % 6 else (into + 1) % 6
        step = self.emit(step, q, r, into, 1, num, den)
        step = self.emit(step, q, r, by, 2, num, den)
        step = self.emit(step, pq, pr, -1, 2, num, den)
        return self.emit(step, pq, pr, onward, 2, num, den)

    cdef int stands_in_way(self, int64_t height, bint bare, Step *step, Ends *ends) noexcept:
        """Whether something so high at this step is in the way of the line: 0, or else how, as `Levels.decide`."""
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
        out.how = self.stands_in_way(self.ground[i], True, step, ends)
        if out.how:
            out.reason = _GROUND
        elif self.top != NULL and self.top[i] > 0 and (self.corridors == NULL or not self.corridors[i] & ends.axis):
            out.how = self.stands_in_way(<int64_t>self.ground[i] + self.top[i], False, step, ends)
            if out.how:
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
            out.how = self.stands_in_way(ground + self.side_top[side], False, step, ends)
            if out.how:
                out.reason = _HEXSIDE
        if self.side_hindrance:
            out.hindrance = self.side_hindrance[side]

    cdef void face(self, int a, int b, int eye_a, int eye_b, Ends *ends) noexcept:
        """Notes where the ends of a line are and how high, and which of their hexsides and corridors count."""
        cdef int d, n
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

    cdef void look(self, int a, int b, int eye_a, int eye_b, const int32_t *extra, Verdict *out) noexcept:
        """Judges the whole line: the first reason that blocks it, or what hinders it."""
        cdef Ends ends
        cdef Verdict found
        cdef Verdict lanes[3]
        cdef Walk walk
        cdef Step *step
        cdef Step *last
        cdef int lane, blocked
        self.face(a, b, eye_a, eye_b, &ends)
        memset(lanes, 0, sizeof(lanes))
        out.reason = _CLEAR
        out.hindrance = 0
        lane = 0
        self.set_out(ends.aq, ends.ar, ends.bq, ends.br, &walk)
        while walk.q != walk.bq or walk.r != walk.br:
            step, last = self.steps, self.stride(&walk, self.steps)
            while step < last:
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
                    lanes[lane].how = found.how
                    if not lane:
                        out[0] = found
                        out.hindrance = 0
                        return
                if lane:
                    lanes[lane].hindrance += found.hindrance
                else:
                    out.hindrance += found.hindrance
                step += 1
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

    cdef int hex_at(self, Py_ssize_t end, str name) except -1:
        """The hex in which an end of a line stands."""
        _check_index(end, self.size, name)
        if not self.stands:
            return <int>end
        if self.stands[end] < 0:
            raise ValueError(f"{name} is {end}, a place that lies in no hex of the terrain")
        return self.stands[end]

    cdef inline int eye(self, Py_ssize_t end, int more) noexcept:
        return more + self.eyes[end] if self.eyes else more

    cdef int look_between(self, Py_ssize_t a, Py_ssize_t b, int eye_a, int eye_b, object extra, Verdict *out) except -1:
        cdef Py_buffer view
        cdef int from_hex = self.hex_at(a, "a"), to_hex = self.hex_at(b, "b")
        eye_a, eye_b = self.eye(a, eye_a), self.eye(b, eye_b)
        if extra is None:
            self.look(from_hex, to_hex, eye_a, eye_b, NULL, out)
            return 0
        _borrow_ints(extra, &view, self.hexes, "extra")
        self.look(from_hex, to_hex, eye_a, eye_b, <const int32_t *>view.buf, out)
        PyBuffer_Release(&view)
        return 0

    def clear(self, Py_ssize_t a, Py_ssize_t b, *, int eye_a=0, int eye_b=0):
        cdef Verdict verdict
        self.look_between(a, b, eye_a, eye_b, None, &verdict)
        return verdict.reason == _CLEAR

    def check(self, Py_ssize_t a, Py_ssize_t b, *, int eye_a=0, int eye_b=0, extra=None):
        cdef Verdict verdict
        cdef SightLine line
        self.look_between(a, b, eye_a, eye_b, extra, &verdict)
        if verdict.hindrance > INT_MAX or verdict.hindrance < INT_MIN:
            raise ValueError(f"the hindrance between {a} and {b} is too large: {verdict.hindrance}")
        line = SightLine.__new__(SightLine)
        line.start = <int>a
        line.end = <int>b
        line.eye_a = self.eye(a, eye_a)
        line.eye_b = self.eye(b, eye_b)
        line.sight = self
        line.clear = verdict.reason == _CLEAR
        line.reason = verdict.reason
        line.in_shadow = verdict.reason != _CLEAR and verdict.how == _IN_SHADOW
        line.hindrance = <int>verdict.hindrance
        line.blocked_hex = verdict.spot if verdict.reason == _GROUND or verdict.reason == _OBSTACLE else -1
        line.blocked_side = verdict.spot if verdict.reason == _HEXSIDE else -1
        return line

    def field(self, Py_ssize_t a, int distance, *, int eye_a=0, int eye_b=0):
        cdef Verdict verdict
        cdef int b, from_hex = self.hex_at(a, "a"), to_hex
        cdef list result = []
        _check_not_negative(distance, "distance")
        eye_a = self.eye(a, eye_a)
        for b in range(<int>self.size):
            to_hex = self.stands[b] if self.stands else b
            if b == a or to_hex < 0:
                continue
            if _distance(self.q[from_hex], self.r[from_hex], self.q[to_hex], self.r[to_hex]) <= distance:
                self.look(from_hex, to_hex, eye_a, self.eye(b, eye_b), NULL, &verdict)
                if verdict.reason == _CLEAR:
                    result.append(b)
        return result

    cdef list told(self, int a, int b, int eye_a, int eye_b):
        """Every step on the line with how it is judged on its own; those off the map are left out."""
        cdef Ends ends
        cdef Verdict found
        cdef Step *step
        cdef Py_ssize_t k
        cdef int i, side
        cdef list result = []
        self.face(a, b, eye_a, eye_b, &ends)
        for k in range(self.walk(ends.aq, ends.ar, ends.bq, ends.br)):
            step = &self.steps[k]
            i = self.at(step.q, step.r)
            side = step.side
            if side < 0:
                self.judge_hex(step, &ends, NULL, &found)
            else:
                self.judge_side(step, &ends, &found)
                if i < 0:
                    i = self.at(step.q + DQ[side], step.r + DR[side])
                    side = (side + 3) % 6
            if i >= 0:
                result.append((
                    i, side, step.lane, <double>step.num / <double>step.den, found.reason,
                    found.reason != _CLEAR and found.how == _IN_SHADOW,
                ))
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
    cdef Graph graph
    cdef c_array.array costs_kept
    cdef c_array.array before_kept
    cdef c_array.array source_kept

    def __init__(self):
        raise TypeError("a Trace is made by trace")

    cdef int64_t spent(self, Py_ssize_t index) except? -1:
        _check_index(index, self.size, "index")
        return (<int64_t *>self.costs_kept.data.as_voidptr)[index]

    @property
    def reached_hexes(self):
        cdef bytearray hexes
        cdef Py_ssize_t i
        if self.graph is None:
            return self.reached
        hexes = bytearray(self.reached[:self.graph.hexes])
        for i in range(self.graph.hexes, self.size):
            hexes[self.graph.hex_of[i]] |= self.reached[i]
        return bytes(hexes)

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


cdef struct Roads:
    const unsigned char *flags
    const int32_t *flag_hexes
    const int32_t *hex_of
    const int32_t *origins
    const int32_t *edge_cost
    const unsigned char *network


cdef inline bint _ends_here(_Search search, int32_t node, const Roads *roads) noexcept:
    """Whether nothing is traced on from a place to another hex; in the hex of its source it always is."""
    if not roads.flags[node] & _STOP or search.before[node] < 0:
        return False
    if not roads.flag_hexes:
        return True
    return roads.flag_hexes[node] != roads.flag_hexes[roads.origins[search.source[node]]]


cdef inline bint _is_in_hex(int32_t node, int32_t other, const Roads *roads) noexcept:
    return roads.flag_hexes != NULL and roads.flag_hexes[node] == roads.flag_hexes[other]


cdef void _spread_network(Graph graph, const Roads *roads, int64_t limit) noexcept:
    """Settles every place that the sources reach along the network alone, at no cost: the keys only count steps."""
    cdef _Search search = _search
    cdef int32_t node, other
    cdef Py_ssize_t edge
    cdef bint ends
    while True:
        node = search.pop()
        if node < 0:
            return
        if search.before[node] >= 0:
            search.source[node] = search.source[search.before[node]]
        ends = _ends_here(search, node, roads)
        if search.key[node] >= limit:
            continue
        for edge in range(graph.begin(node), graph.end(node)):
            other = graph.to[edge]
            if other < 0 or not roads.network[edge] or roads.flags[other] & _CLOSED:
                continue
            if not ends or _is_in_hex(node, other, roads):
                search.offer(other, search.key[node] + 1, node)


cdef void _spread_by_cost(Graph graph, const Roads *roads, int64_t limit, const unsigned char *on_network) noexcept:
    """Settles what lies within the limit of the sources, or of the network where there is one."""
    cdef _Search search = _search
    cdef const int32_t *to = graph.to
    cdef const int32_t *first = graph.first
    cdef int32_t node, other, k = 0, on_network_count = search.settled
    cdef int64_t weight, key, reached_at, farthest = UNREACHED - 1
    cdef const int64_t *known = search.key
    cdef const unsigned char *flags = roads.flags
    cdef const int32_t *edge_cost = roads.edge_cost
    cdef Py_ssize_t edge, end
    cdef bint ends
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
        ends = _ends_here(search, node, roads)
        if ends and not roads.flag_hexes:
            continue
        reached_at = known[node]
        edge, end = node * 6, node * 6 + 6
        if first:
            edge, end = first[node], first[node + 1]
        for edge in range(edge, end):
            other = to[edge]
            # Most neighbours have been settled on the way here.
            if other < 0 or known[other] <= reached_at or flags[other] & _CLOSED or (on_network and on_network[other]):
                continue
            if ends and not _is_in_hex(node, other, roads):
                continue
            weight = 1
            if edge_cost:
                weight = edge_cost[edge]
            elif roads.hex_of:
                weight = roads.hex_of[node] != roads.hex_of[other]
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


cdef Trace _traced(Graph graph):
    """What the search has settled, as a result of its own."""
    cdef Py_ssize_t size = graph.size
    cdef _Search search = _search
    cdef Trace result = Trace.__new__(Trace)
    cdef c_array.array costs = c_array.clone(array("q"), size, False)
    cdef int64_t *spent = <int64_t *>costs.data.as_voidptr
    cdef bytearray reached = bytearray(size)
    cdef unsigned char *mark = reached
    cdef int32_t k, node
    result.size = size
    result.graph = graph if graph.hex_of else None
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
    ways,
    sources,
    passable,
    *,
    edge_cost=None,
    limit=None,
    start_costs=None,
    network=None,
    network_limit=None,
):
    cdef Graph graph = ways if isinstance(ways, Graph) else _lent(ways)
    cdef c_array.array origins = _integers(sources, "sources", 0)
    cdef c_array.array charges = None if start_costs is None else _integers(start_costs, "start_costs", 0, len(origins))
    cdef int64_t most = UNREACHED if limit is None else min(limit, UNREACHED)
    cdef int64_t most_on_network = UNREACHED if network_limit is None else min(network_limit, UNREACHED)
    cdef Py_buffer cost_view, network_view
    cdef Roads roads
    cdef _Marks marks
    cdef int borrowed = 0
    cdef Py_ssize_t k
    _check_not_negative(most, "limit")
    _check_not_negative(most_on_network, "network_limit")
    if start_costs is not None and network is not None:
        raise ValueError("start_costs cannot be combined with a network")
    if network_limit is not None and network is None:
        raise ValueError("network_limit needs a network")
    for k in range(len(origins)):
        _check_index(origins.data.as_ints[k], graph.size, "source")
    marks = _marks(graph, passable, "passable")
    roads.flags, roads.flag_hexes = marks.at, marks.hex_of
    roads.hex_of = graph.hex_of
    roads.origins = <const int32_t *>origins.data.as_ints
    roads.edge_cost, roads.network = NULL, NULL
    try:
        if edge_cost is not None:
            _borrow_ints(edge_cost, &cost_view, graph.edges, "edge_cost")
            borrowed |= 1
            roads.edge_cost = <const int32_t *>cost_view.buf
            _check_costs(roads.edge_cost, graph.edges, "edge_cost")
        if network is not None:
            _borrow_bytes(network, &network_view, graph.edges, "network")
            borrowed |= 2
            roads.network = <const unsigned char *>network_view.buf
        return _spread_trace(graph, origins, charges, &roads, most, most_on_network)
    finally:
        if borrowed & 1:
            PyBuffer_Release(&cost_view)
        if borrowed & 2:
            PyBuffer_Release(&network_view)


cdef Trace _spread_trace(
    Graph graph, c_array.array origins, c_array.array charges, const Roads *roads, int64_t most, int64_t most_on_network
):
    cdef bytearray marks
    cdef const unsigned char *on_network = NULL
    cdef Py_ssize_t k
    _search.begin(graph.size, graph.edges)
    try:
        _label_sources(origins, charges, roads.flags, most)
        if roads.network:
            _spread_network(graph, roads, most_on_network)
            marks = bytearray(graph.size)
            for k in range(_search.settled):
                marks[_search.order[k]] = 1
            on_network = marks
        _spread_by_cost(graph, roads, most, on_network)
        return _traced(graph)
    finally:
        _search.finish()


@cython.final
cdef class Tracer:
    """Keeps, for each hex, the hexes that a line may go on to: six, the hex itself in the place of those it may not."""

    cdef readonly Py_ssize_t size
    cdef c_array.array neighbours_kept
    cdef c_array.array ways_kept
    cdef c_array.array queue_kept
    cdef const int32_t *ways
    cdef int32_t *queue

    def __init__(self, neighbours, open_sides):
        cdef c_array.array around = _integers(neighbours, "neighbours")
        cdef c_array.array ways = c_array.copy(around)
        cdef bytes sides
        cdef Py_ssize_t k
        self.size = _size_of(len(ways))
        _check_neighbours(<const int32_t *>ways.data.as_ints, self.size, self.size * 6)
        sides = _octets(open_sides, "open_sides", self.size * 6)
        for k in range(self.size * 6):
            if ways.data.as_ints[k] < 0 or not (<const unsigned char *>sides)[k]:
                ways.data.as_ints[k] = <int>(k // 6)
        self.neighbours_kept = around
        self.take(ways)

    cdef void take(self, c_array.array ways):
        self.ways_kept = ways
        self.ways = <const int32_t *>ways.data.as_ints
        self.queue_kept = c_array.clone(array("i"), self.size, False)
        self.queue = <int32_t *>self.queue_kept.data.as_ints

    def changed(self, dict sides not None):
        cdef Tracer other = Tracer.__new__(Tracer)
        cdef Py_ssize_t side
        cdef bint is_open
        cdef int there
        other.size = self.size
        other.neighbours_kept = self.neighbours_kept
        other.take(c_array.copy(self.ways_kept))
        for side, is_open in sides.items():
            if side < 0 or side >= self.size * 6:
                raise ValueError(f"side is {side}, but there are the sides 0 to {self.size * 6 - 1}")
            there = self.neighbours_kept.data.as_ints[side]
            other.ways_kept.data.as_ints[side] = there if is_open and there >= 0 else <int>(side // 6)
        return other

    def reached(self, sources, passable, Py_ssize_t limit):
        cdef c_array.array origins = _integers(sources, "sources", 0)
        cdef Py_ssize_t k
        for k in range(len(origins)):
            _check_index(origins.data.as_ints[k], self.size, "source")
        return self.traced(origins, passable, limit)

    def reached_from(self, passable, Py_ssize_t limit, *marked):
        cdef c_array.array origins = c_array.clone(array("i"), self.size, False)
        cdef Py_ssize_t k, count = 0
        cdef bytes marks
        cdef list given = [_octets(each, "marks", self.size) for each in marked]
        for k in range(self.size):
            for marks in given:
                if (<const unsigned char *>marks)[k]:
                    origins.data.as_ints[count] = <int>k
                    count += 1
                    break
        c_array.resize(origins, count)
        return self.traced(origins, passable, limit)

    cdef bytes traced(self, c_array.array origins, object passable, Py_ssize_t limit):
        cdef Py_buffer flag_view
        cdef bytes marks
        _check_not_negative(limit, "limit")
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


@cython.final
cdef class Compass:
    cdef const int[::1] q, r
    cdef dict index

    def __init__(self, const int[::1] q not None, const int[::1] r not None, dict index not None):
        cdef int i
        if q.shape[0] != r.shape[0]:
            raise ValueError(f"{q.shape[0]} and {r.shape[0]} coordinates are not of the same hexes")
        for i in index.values():
            if not 0 <= i < q.shape[0]:
                raise ValueError(f"hex {i} has no coordinates")
        self.q, self.r, self.index = q, r, index

    def distance(self, str a not None, str b not None):
        cdef int i = self.index[a], j = self.index[b]
        return hexes_between(self.q[i] - self.q[j], self.r[i] - self.r[j])

    def nearer(self, str a not None, str b not None):
        cdef int i = self.index[a], j = self.index[b]
        cdef int dq = self.q[i] - self.q[j], dr = self.r[i] - self.r[j]
        cdef int far = hexes_between(dq, dr), found = 0, direction
        for direction in range(6):
            if hexes_between(dq + DQ[direction], dr + DR[direction]) < far:
                found |= 1 << direction
        return found


cdef inline int hexes_between(int dq, int dr) noexcept:
    """How many hexes are to be crossed to get so far."""
    cdef int both = dq + dr
    return max(dq if dq >= 0 else -dq, dr if dr >= 0 else -dr, both if both >= 0 else -both)


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
