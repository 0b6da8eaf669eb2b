# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""What is derived from a state and kept while it holds, compiled; `_derived.pyi` carries the documentation."""

import functools

cimport cython
from cpython.dict cimport PyDict_GetItemWithError, PyDict_Next, PyDict_SetItem
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.object cimport PyObject, PyTypeObject
from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_New, PyTuple_SET_ITEM
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from sandtable.kernel._slots cimport dict_version, slot_of

cdef extern from *:
    """
    /* Let objects of a type be called without packing their arguments (PEP 590), by what they hold at an offset. */
    static void call_unpacked(PyTypeObject *type, Py_ssize_t offset) {
        type->tp_vectorcall_offset = offset;
        type->tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
        PyType_Modified(type);
    }

    /* A field as it was when it was looked at last: where states of a type keep it, the version of a dict, or the value
       itself, and how often it has been found changed. */
    typedef struct {
        PyTypeObject *owner;
        Py_ssize_t slot;
        uint64_t version;
        PyObject *value;
        Py_ssize_t count;
    } Seen;

    /* How often these fields have been found changed, all in all, if one look at each tells that none has changed since;
       -1 if a closer look must tell. A list is altered where it is, and what is kept of it is a copy, never itself. */
    static Py_ssize_t count_unchanged(Seen **fields, Py_ssize_t size, PyObject *state) {
        Py_ssize_t count = 0;
        for (Py_ssize_t k = 0; k < size; k++) {
            Seen *seen = fields[k];
            if (Py_TYPE(state) != seen->owner) return -1;
            PyObject *now = *(PyObject **)((char *)state + seen->slot);
            if (now == NULL) return -1;
            if (PyDict_CheckExact(now)) {
                if (dict_version(now) != seen->version || seen->version == 0) return -1;
            } else if (now != seen->value) return -1;
            count += seen->count;
        }
        return count;
    }
    """
    bint Py_IS_TYPE(object owner, PyTypeObject *type)
    ctypedef struct Seen:
        PyTypeObject *owner
        Py_ssize_t slot
        uint64_t version
        PyObject *value
        Py_ssize_t count
    Py_ssize_t count_unchanged(Seen **fields, Py_ssize_t size, PyObject *state)
    void call_unpacked(type type, Py_ssize_t offset)
    object PyObject_Vectorcall(object function, PyObject **arguments, size_t count, PyObject *names)
    Py_ssize_t PyVectorcall_NARGS(size_t count)
    object PyVectorcall_Call(object function, object arguments, PyObject *names)


@cython.final
cdef class Attribute:
    """An attribute by its name, read from its slot where the type of its owner has one."""

    def __init__(self, str name):
        self.name = name

    cdef object of(self, object owner):
        cdef PyObject *found
        if type(owner) is not self.owner:
            self.owner = type(owner)
            self.slot = slot_of(self.owner, self.name)
        if self.slot:
            found = (<PyObject **>(<char *><PyObject *>owner + self.slot))[0]
            if found is not NULL:
                return <object>found
        return getattr(owner, self.name)


cdef inline object value_of(Attribute attribute, object owner):
    """An attribute of an object, most often of the type that was seen last."""
    cdef PyObject *found
    if attribute.slot and Py_IS_TYPE(owner, <PyTypeObject *>attribute.owner):
        found = (<PyObject **>(<char *><PyObject *>owner + attribute.slot))[0]
        if found is not NULL:
            return <object>found
    return attribute.of(owner)


cdef Attribute KEPT = Attribute("kept")
cdef Attribute STATE = Attribute("state")
cdef Attribute DERIVED = Attribute("derived")

# How many derived functions and indexes there are.
cdef Py_ssize_t _numbered = 0

# How many values of one function, and how many changes for one index, are kept before it begins anew.
cdef Py_ssize_t MOST_KNOWN = 4096


@cython.final
cdef class Follower:
    def __init__(self):
        self.keys = []
        self.values = []

    cpdef list changes(self, dict now):
        cdef Py_ssize_t place = 0, k = 0, known = len(self.keys)
        cdef PyObject *key
        cdef PyObject *value
        cdef list found = []
        cdef uint64_t version
        if now is None:
            raise TypeError("a dict is followed, not None")
        version = dict_version(now)
        if version and version == self.version:
            return found
        self.version = version
        if known > len(now):
            return self.compare(now)
        while k < known:
            PyDict_Next(now, &place, &key, &value)
            if key != PyList_GET_ITEM(self.keys, k):
                return found + self.compare(now)
            if value != PyList_GET_ITEM(self.values, k):
                found.append((<object>key, self.values[k], <object>value))
                self.values[k] = <object>value
            k += 1
        while PyDict_Next(now, &place, &key, &value):
            found.append((<object>key, None, <object>value))
            self.keys.append(<object>key)
            self.values.append(<object>value)
        return found

    cdef list compare(self, dict now):
        """The same where keys no longer stand where they did, most often since one before them has gone."""
        cdef Py_ssize_t place = 0, k = 0, known = len(self.keys)
        cdef PyObject *key
        cdef PyObject *value
        cdef list gone = [], new = [], keys = [], values = []
        while PyDict_Next(now, &place, &key, &value):
            while k < known and key != PyList_GET_ITEM(self.keys, k) and self.keys[k] not in now:
                gone.append((self.keys[k], self.values[k], None))
                k += 1
            if k == known:
                new.append((<object>key, None, <object>value))
            elif key != PyList_GET_ITEM(self.keys, k):
                return self.compare_in_any_order(now)
            else:
                if value != PyList_GET_ITEM(self.values, k):
                    new.append((<object>key, self.values[k], <object>value))
                k += 1
            keys.append(<object>key)
            values.append(<object>value)
        for k in range(k, known):
            gone.append((self.keys[k], self.values[k], None))
        self.keys = keys
        self.values = values
        return gone + new

    cdef list compare_in_any_order(self, dict now):
        """The same whatever has happened; whoever stands behind one that has come, or elsewhere, comes and goes."""
        cdef dict before = dict(zip(self.keys, self.values))
        cdef list left = [key for key in before if key in now]
        cdef Py_ssize_t k = 0
        self.keys = list(now)
        self.values = list(now.values())
        while k < len(left) and left[k] == self.keys[k]:
            k += 1
        cdef set staying = set(left[:k])
        gone = [(key, value, None) for key, value in before.items() if key not in staying]
        new = [(key, before[key] if key in staying else None, value) for key, value in now.items()]
        return gone + [change for change in new if change[1] is not change[2]]


@cython.final
cdef class Watched:
    """One field of the states of a game: how often it has been found changed, and who waits for its changes."""
    cdef str name
    cdef Attribute attribute
    cdef Follower follower
    cdef object value
    cdef list waiting
    cdef Seen seen

    def __init__(self, str name):
        self.name = name
        self.attribute = Attribute(name)
        self.follower = Follower()
        self.waiting = []

    cdef Py_ssize_t look(self, object state) except -1:
        cdef object now = self.attribute.of(state)
        cdef uint64_t version
        cdef list found
        if self.attribute.slot:
            self.seen.owner = <PyTypeObject *>self.attribute.owner
            self.seen.slot = self.attribute.slot
        else:
            self.seen.owner = NULL
        if type(now) is dict:
            version = dict_version(now)
            if version and version == self.seen.version:
                return self.seen.count
            self.seen.version = version
            found = self.follower.changes(<dict>now)
            if not found:
                return self.seen.count
        elif type(now) is list:
            if now == self.value:
                return self.seen.count
            found = [(self.name, self.value, now[:])]
            self.keep(now[:])
        else:
            if now is self.value or now == self.value:
                return self.seen.count
            found = [(self.name, self.value, now)]
            self.keep(now)
        self.seen.count += 1
        for pending in self.waiting:
            (<list>pending).extend(found)
        return self.seen.count

    cdef void keep(self, object value):
        self.value = value
        self.seen.value = <PyObject *>value

    cdef list everything(self, object state):
        """All that the field holds, as if it had just come."""
        cdef object now = self.attribute.of(state)
        if type(now) is dict:
            return [(key, None, value) for key, value in (<dict>now).items()]
        return [(self.name, None, now[:] if type(now) is list else now)]


@cython.final
cdef class Watching:
    """Several fields on which something depends."""
    cdef list fields
    cdef Seen **seen
    cdef Py_ssize_t size

    def __init__(self, list fields):
        cdef Py_ssize_t k
        self.fields = fields
        self.size = len(fields)
        self.seen = <Seen **>malloc((self.size + 1) * sizeof(Seen *))
        if self.seen is NULL:
            raise MemoryError
        for k in range(self.size):
            self.seen[k] = &(<Watched>fields[k]).seen

    def __dealloc__(self):
        free(self.seen)

    cdef Py_ssize_t look(self, object state) except -1:
        """How often they have been found changed, all in all."""
        cdef Py_ssize_t k, count = count_unchanged(self.seen, self.size, <PyObject *>state)
        if count >= 0:
            return count
        count = 0
        for k in range(self.size):
            count += (<Watched>PyList_GET_ITEM(self.fields, k)).look(state)
        return count


cdef class Store
cdef class Cells
cdef class Derived


@cython.final
cdef class Kept:
    cdef dict fields
    # What is kept for each function, by its number: the store of its values, or the cells of an index.
    cdef list kept

    def __init__(self):
        self.fields = {}
        self.kept = [None] * _numbered

    cdef Watched field(self, str name):
        cdef object found = self.fields.get(name)
        if found is None:
            found = self.fields[name] = Watched(name)
        return <Watched>found

    cdef Watching watch(self, tuple names):
        return Watching([self.field(name) for name in names])

    cdef inline object kept_for(self, Py_ssize_t number):
        """What is kept for the function of a number; None if it was never asked."""
        if number >= len(self.kept):
            self.kept.extend([None] * (_numbered - len(self.kept)))
        return <object>PyList_GET_ITEM(self.kept, number)

    def holding(self, object game):
        """Everything that still holds of the state of a game: what was asked for, and with which arguments."""
        cdef list found = []
        cdef object state = value_of(STATE, game)
        for each in self.kept:
            if type(each) is Store:
                (<Store>each).refresh(state)
                found.extend([((<Store>each).function, arguments_of(key)) for key in (<Store>each).keys(game)])
            elif each is not None:
                found.extend([((<Cells>each).function, arguments_of(key)) for key in (<Cells>each).known])
        return found


@cython.final
cdef class Store:
    """The values of one derived function in one game, and how often its fields had changed then, all in all."""
    cdef object function
    cdef Watching fields
    cdef Py_ssize_t count
    cdef dict known

    def __init__(self, function, Watching fields):
        self.function = function
        self.fields = fields
        self.count = -1
        self.known = {}

    cdef int refresh(self, object state) except -1:
        """Drop all values if a field has changed."""
        cdef Py_ssize_t count = self.fields.look(state)
        if count != self.count or len(self.known) > MOST_KNOWN:
            self.count = count
            self.known.clear()
        return 0

    cdef list keys(self, object game):
        """What values are kept under; of a function of entries only those that still hold."""
        cdef Derived function = <Derived>self.function
        if function.entries is None:
            return list(self.known)
        field = function.entries.of(value_of(STATE, game))
        return [
            key
            for key, (entry, inputs, _) in list(self.known.items())
            if field.get(arguments_of(key)[0]) is entry
            and (inputs is None or function.same(inputs, function.inputs_of((game, *arguments_of(key)))))
        ]


@cython.final
cdef class Cells:
    """The indexes that one function has made in one game, by their arguments."""
    cdef object function
    cdef dict known

    def __init__(self, function):
        self.function = function
        self.known = {}


cdef object key_of(PyObject **arguments, Py_ssize_t count):
    """What a value is kept under: the only argument after the first if it is no tuple, else all of them as a tuple."""
    cdef Py_ssize_t k
    cdef tuple key
    if count == 2 and not isinstance(<object>arguments[1], tuple):
        return <object>arguments[1]
    if count == 1:
        return ()
    key = PyTuple_New(count - 1)
    for k in range(1, count):
        Py_INCREF(<object>arguments[k])
        PyTuple_SET_ITEM(key, k - 1, <object>arguments[k])
    return key


cdef tuple arguments_of(object key):
    return <tuple>key if isinstance(key, tuple) else (key,)


cdef class _Function:
    """What decorated functions have in common: they look like what they decorate, and take arguments by their order."""
    cdef object function
    cdef void *unpacked
    cdef dict __dict__

    def __init__(self, function):
        self.function = function
        functools.update_wrapper(self, function, updated=())

    def __call__(self, *arguments):
        return PyVectorcall_Call(self, arguments, NULL)

    cdef int check(self, Py_ssize_t count, PyObject *names) except -1:
        if count < 1 or names is not NULL:
            raise TypeError(f"{self!r} takes its arguments by their order, at least one")
        return 0

    def __repr__(self):
        return f"<{type(self).__name__} {self.__module__}.{self.__qualname__}>"


@cython.final
cdef class Derived(_Function):
    cdef tuple names
    cdef tuple sources
    cdef object only_source
    cdef Attribute entries
    cdef Py_ssize_t number

    def __init__(self, function, tuple names, tuple sources, str entries_of=None):
        global _numbered
        _Function.__init__(self, function)
        self.unpacked = <void *>call_derived
        if entries_of is not None:
            self.unpacked = <void *>call_derived_of_entry
            self.entries = Attribute(entries_of)
        self.number = _numbered
        _numbered += 1
        self.names = names
        self.sources = sources
        self.only_source = sources[0] if len(sources) == 1 else None

    cdef Store store(self, object game):
        """Where the values are kept in a game."""
        cdef Kept kept = <Kept>value_of(KEPT, game)
        cdef object found = kept.kept_for(self.number)
        if found is None:
            found = kept.kept[self.number] = Store(self, kept.watch(self.names))
        return <Store>found

    cdef object inputs(self, PyObject **arguments, Py_ssize_t count):
        """What the sources are now."""
        if self.only_source is not None:
            return PyObject_Vectorcall(self.only_source, arguments, count, NULL)
        return tuple([PyObject_Vectorcall(source, arguments, count, NULL) for source in self.sources])

    cdef object inputs_of(self, tuple arguments):
        """The same, of arguments that are packed."""
        if self.only_source is not None:
            return self.only_source(*arguments)
        return tuple([source(*arguments) for source in self.sources])

    cdef bint same(self, object before, object now) except -1:
        cdef Py_ssize_t k
        if before is now:
            return True
        if self.only_source is not None:
            return before == now
        for k in range(len(<tuple>now)):
            if (<tuple>before)[k] is not (<tuple>now)[k] and (<tuple>before)[k] != (<tuple>now)[k]:
                return False
        return True


cdef object call_derived(Derived self, PyObject **arguments, size_t flags, PyObject *names):
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef Store store
    cdef object game, key, known, inputs, entry
    cdef PyObject *held
    self.check(count, names)
    game = <object>arguments[0]
    store = self.store(game)
    key = key_of(arguments, count)
    if not self.sources:
        store.refresh(value_of(STATE, game))
        held = PyDict_GetItemWithError(store.known, key)
        if held is not NULL:
            return <object>held
        known = PyObject_Vectorcall(self.function, arguments, count, NULL)
        store.known[key] = known
        return known
    inputs = self.inputs(arguments, count)
    if self.names or len(store.known) > MOST_KNOWN:
        store.refresh(value_of(STATE, game))
    entry = store.known.get(key)
    if entry is not None and self.same((<tuple>entry)[0], inputs):
        return (<tuple>entry)[1]
    known = PyObject_Vectorcall(self.function, arguments, count, NULL)
    store.known[key] = (inputs, known)
    return known


cdef object call_derived_of_entry(Derived self, PyObject **arguments, size_t flags, PyObject *names):
    """The same for a function that depends on one entry of a field, that under its first argument after the game."""
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef Store store
    cdef object game, state, key, known, entry, inputs = None
    cdef PyObject *held
    cdef PyObject *kept
    self.check(count, names)
    if count < 2:
        raise TypeError(f"{self!r} takes the key of an entry after the game")
    game = <object>arguments[0]
    store = self.store(game)
    state = value_of(STATE, game)
    store.refresh(state)
    key = key_of(arguments, count)
    held = PyDict_GetItemWithError(<dict>value_of(self.entries, state), <object>arguments[1])
    entry = None if held is NULL else <object>held
    if self.sources:
        inputs = self.inputs(arguments, count)
    kept = PyDict_GetItemWithError(store.known, key)
    if kept is not NULL and <PyObject *>(<tuple>kept)[0] == <PyObject *>entry:
        if inputs is None or self.same((<tuple>kept)[1], inputs):
            return (<tuple>kept)[2]
    known = PyObject_Vectorcall(self.function, arguments, count, NULL)
    store.known[key] = (entry, inputs, known)
    return known


@cython.final
cdef class Cell:
    """An index in a game, and the changes that it has not followed yet."""
    cdef object index
    cdef Watching fields
    cdef list pending

    cdef bint is_behind(self, object state) except -1:
        """Whether there is anything that it has not followed yet."""
        cdef Py_ssize_t k
        self.fields.look(state)
        for k in range(self.fields.size):
            if PyList_GET_SIZE(<list>PyList_GET_ITEM(self.pending, k)):
                return True
        return False

    cdef object follow(self, object game):
        cdef list taken = []
        for changes in self.pending:
            taken.append((<list>changes)[:])
            (<list>changes).clear()
        self.index.follow(game, *taken)
        return self.index

    cdef bint is_far_behind(self):
        for pending in self.pending:
            if len(<list>pending) > MOST_KNOWN:
                return True
        return False

    cdef void drop(self):
        cdef Py_ssize_t k
        for k in range(self.fields.size):
            waiting = (<Watched>self.fields.fields[k]).waiting
            (<Watched>self.fields.fields[k]).waiting = [one for one in waiting if one is not self.pending[k]]


@cython.final
cdef class Index(_Function):
    cdef tuple names
    cdef Py_ssize_t number

    def __init__(self, make, tuple names):
        global _numbered
        _Function.__init__(self, make)
        self.unpacked = <void *>call_index
        self.number = _numbered
        _numbered += 1
        self.names = names

    cdef Cell made(self, object game, Kept kept, PyObject **arguments, Py_ssize_t count):
        cdef Cell cell = Cell()
        cell.fields = kept.watch(self.names)
        cell.pending = [[] for _ in self.names]
        cell.index = PyObject_Vectorcall(self.function, arguments, count, NULL)
        for field, pending in zip(cell.fields.fields, cell.pending):
            (<Watched>field).look(game.state)
            (<Watched>field).waiting.append(pending)
        cell.index.follow(game, *[(<Watched>field).everything(game.state) for field in cell.fields.fields])
        return cell


cdef object call_index(Index self, PyObject **arguments, size_t flags, PyObject *names):
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef Kept kept
    cdef Cell cell
    cdef dict known
    cdef object game, key, cells
    cdef PyObject *held
    self.check(count, names)
    game = <object>arguments[0]
    kept = <Kept>value_of(KEPT, game)
    cells = kept.kept_for(self.number)
    if cells is None:
        cells = kept.kept[self.number] = Cells(self)
    known = (<Cells>cells).known
    key = key_of(arguments, count)
    held = PyDict_GetItemWithError(known, key)
    if held is not NULL:
        cell = <Cell>held
        if not cell.is_behind(value_of(STATE, game)):
            return cell.index
        if not cell.is_far_behind():
            try:
                return cell.follow(game)
            except BaseException:
                cell.drop()
                known.pop(key, None)
                raise
        cell.drop()
    cell = self.made(game, kept, arguments, count)
    known[key] = cell
    return cell.index


@cython.final
cdef class OfContent(_Function):
    def __init__(self, function):
        _Function.__init__(self, function)
        self.unpacked = <void *>call_of_content


cdef object call_of_content(OfContent self, PyObject **arguments, size_t flags, PyObject *names):
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    cdef dict derived, known
    cdef object key, value
    cdef PyObject *held
    self.check(count, names)
    derived = <dict>value_of(DERIVED, <object>arguments[0])
    key = key_of(arguments, count)
    held = PyDict_GetItemWithError(derived, self)
    if held is NULL:
        known = derived[self] = {}
    else:
        known = <dict>held
        held = PyDict_GetItemWithError(known, key)
        if held is not NULL:
            return <object>held
    value = PyObject_Vectorcall(self.function, arguments, count, NULL)
    if len(known) > MOST_KNOWN:
        known.clear()
    known[key] = value
    return value


@cython.final
cdef class Filled(dict):
    cdef object find

    def __init__(self, find):
        self.find = find

    def __getitem__(self, key):
        cdef PyObject *held = PyDict_GetItemWithError(self, key)
        if held is not NULL:
            return <object>held
        value = self.find(key)
        PyDict_SetItem(self, key, value)
        return value


@cython.final
cdef class Remembered(_Function):
    cdef dict known

    def __init__(self, function):
        _Function.__init__(self, function)
        self.unpacked = <void *>call_remembered
        self.known = {}


cdef object call_remembered(Remembered self, PyObject **arguments, size_t flags, PyObject *names):
    cdef object value
    cdef PyObject *held
    if PyVectorcall_NARGS(flags) != 1 or names is not NULL:
        raise TypeError(f"{self!r} takes one argument by its place")
    held = PyDict_GetItemWithError(self.known, <object>arguments[0])
    if held is not NULL:
        return <object>held
    value = PyObject_Vectorcall(self.function, arguments, 1, NULL)
    self.known[<object>arguments[0]] = value
    return value


cdef void call_without_packing():
    cdef _Function any_function = _Function.__new__(_Function)
    cdef Py_ssize_t offset = <char *>&any_function.unpacked - <char *><PyObject *>any_function
    call_unpacked(Derived, offset)
    call_unpacked(Index, offset)
    call_unpacked(OfContent, offset)
    call_unpacked(Remembered, offset)


call_without_packing()
