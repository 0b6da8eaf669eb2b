# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""Finding what has changed in a state, compiled; the stubs in `_following.pyi` carry the documentation."""

cimport cython
from cpython.dict cimport PyDict_Next
from cpython.list cimport PyList_GET_ITEM
from cpython.object cimport PyObject
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if PY_VERSION_HEX < 0x030D0000
    #define dict_version(dict) (((PyDictObject *)(dict))->ma_version_tag)
    #else
    #define dict_version(dict) 0
    #endif
    """
    # Differs from that of any other dict and from what it was before any change (PEP 509); 0 where there is none.
    uint64_t dict_version(dict)


@cython.final
cdef class Follower:
    cdef list keys
    cdef list values
    cdef uint64_t version

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
            if value != PyList_GET_ITEM(self.values, k):
                if key != PyList_GET_ITEM(self.keys, k):
                    return found + self.compare(now)
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
        """The same whatever has happened; what has changed its place comes and goes."""
        cdef dict before = dict(zip(self.keys, self.values))
        cdef list kept = [key for key in before if key in now]
        self.keys = list(now)
        self.values = list(now.values())
        if kept != [key for key in now if key in before]:
            kept = []
        cdef set staying = set(kept)
        gone = [(key, value, None) for key, value in before.items() if key not in staying]
        new = [(key, before[key] if key in staying else None, value) for key, value in now.items()]
        return gone + [change for change in new if change[1] is not change[2]]


@cython.final
cdef class Watch:
    cdef list followers
    cdef tuple counts

    def __init__(self):
        self.followers = []
        self.counts = ()

    def times_changed(self, *dicts):
        cdef Py_ssize_t k
        cdef list counts = None
        while len(self.followers) < len(dicts):
            self.followers.append(Follower())
            self.counts += (0,)
        for k in range(len(dicts)):
            if (<Follower>self.followers[k]).changes(dicts[k]):
                if counts is None:
                    counts = list(self.counts)
                counts[k] += 1
        if counts is not None:
            self.counts = tuple(counts)
        return self.counts
