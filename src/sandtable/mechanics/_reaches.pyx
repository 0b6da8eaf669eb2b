# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""Zones of control that reach as far as the ground lets them, compiled; `_reaches.pyi` carries the documentation."""

from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject

from sandtable.mechanics._roster import roster

cdef tuple NOBODY = ("", frozenset())


cdef class Reaches:
    cdef object exerting
    cdef object around
    cdef tuple telling
    # What was found to be around a hex, by the hex and those in it.
    cdef dict known
    # The side of those in a hex, and the hexes into which they exert a zone.
    cdef dict at
    # Of each side into how many zones each hex falls.
    cdef dict counts
    cdef dict frozen
    cdef readonly dict of
    cdef readonly dict alone

    def __init__(self, exerting, around, tuple telling not None, sides):
        self.exerting = exerting
        self.around = around
        self.telling = telling
        self.known = {}
        self.at = {}
        self.counts = {side: {} for side in sides}
        self.frozen = {}
        self.of = {side: {} for side in self.counts}
        self.alone = {side: set() for side in self.counts}

    def follow(self, game, list units not None, *others):
        cdef set hexes = set()
        if any(others):
            self.known.clear()
            hexes.update(self.at, roster(game).hexes)
        else:
            for _, old, new in units:
                if old is None:
                    hexes.add(new.at)
                elif new is None:
                    hexes.add(old.at)
                elif self.is_another(old, new):
                    hexes.add(old.at)
                    hexes.add(new.at)
        for label in hexes:
            self.look(game, label)

    cdef bint is_another(self, object old, object new) except -1:
        cdef object before, now
        for name in self.telling:
            before, now = getattr(old, name), getattr(new, name)
            if before is not now and before != now:
                return True
        return False

    cdef int look(self, object game, object label) except -1:
        """Note into which hexes those who are in a hex exert a zone of control now."""
        cdef tuple now = self.reach(game, label) if label else NOBODY
        cdef PyObject *held = PyDict_GetItemWithError(self.at, label)
        cdef tuple before = NOBODY if held is NULL else <tuple>held
        if now is before or now == before:
            return 0
        if before[1]:
            self.spread(before[0], before[1], -1)
            del (<dict>self.of[before[0]])[label]
            del self.at[label]
        if now[1]:
            self.spread(now[0], now[1], 1)
            (<dict>self.of[now[0]])[label] = now[1]
            self.at[label] = now
        return 0

    cdef tuple reach(self, object game, object label):
        cdef object who = self.exerting(game, label)
        cdef object found
        if who is None:
            return NOBODY
        found = self.known.get((label, who))
        if found is None:
            found = self.known[label, who] = (who[0], self.around(game, label, who))
        return <tuple>found

    cdef int spread(self, object side, object reached, Py_ssize_t more) except -1:
        cdef dict counts = self.counts[side]
        cdef Py_ssize_t number
        cdef PyObject *held
        for label in reached:
            held = PyDict_GetItemWithError(counts, label)
            number = more if held is NULL else <Py_ssize_t>(<object>held) + more
            if number:
                counts[label] = number
            else:
                del counts[label]
            if number == 0 or number == more:
                self.frozen.pop(side, None)
                self.divide(side, label, number != 0)
        return 0

    cdef int divide(self, object side, object label, bint is_reached) except -1:
        """Note who is alone in exerting a zone into a hex, into which a side has come to do so or ceased to."""
        cdef object other, rival = None
        cdef Py_ssize_t rivals = 0
        for other in self.counts:
            if other != side and label in <dict>self.counts[other]:
                rival = other
                rivals += 1
        if is_reached and rivals == 0:
            (<set>self.alone[side]).add(label)
        elif not is_reached:
            (<set>self.alone[side]).discard(label)
        if rivals == 1:
            if is_reached:
                (<set>self.alone[rival]).discard(label)
            else:
                (<set>self.alone[rival]).add(label)
        return 0

    def is_in(self, side, label):
        return label in <dict>self.counts[side]

    cpdef object zone(self, side):
        cdef PyObject *held = PyDict_GetItemWithError(self.frozen, side)
        if held is not NULL:
            return <object>held
        found = self.frozen[side] = frozenset(self.counts[side])
        return found

    def facts(self):
        return self.of, {side: self.zone(side) for side in self.counts}, self.alone
