# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""The roster of units, compiled; `_roster.pyi` carries the documentation."""

from sandtable.kernel._derived import Index


cdef class Roster:
    cdef readonly object content
    cdef readonly dict hexes
    cdef readonly dict held
    cdef readonly dict crowds
    cdef readonly dict places
    cdef dict sides
    cdef dict rank
    cdef dict frozen
    cdef dict against
    cdef dict forces
    cdef Py_ssize_t ranks
    cdef bint tells_place
    cdef bint tells_side
    cdef bint tells_order

    def __class_getitem__(cls, item):
        return cls

    def __init__(self, game):
        self.content = game.content
        self.hexes = {}
        self.held = {}
        self.crowds = {}
        self.places = {}
        self.sides = {}
        self.rank = {}
        self.frozen = {}
        self.against = {}
        self.forces = {}
        # What a subclass does not say otherwise is looked up without asking it.
        self.tells_place = type(self).place_of is not Roster.place_of
        self.tells_side = type(self).side_of is not Roster.side_of
        self.tells_order = type(self).joined is not Roster.joined

    def place_of(self, unit):
        return unit.at

    def side_of(self, unit_id, unit):
        return unit.side

    def joined(self, tuple there, unit_id):
        return tuple(sorted((*there, unit_id), key=self.rank.__getitem__))

    def follow(self, game, list units):
        cdef str before, now, side
        cdef object unit_id, old, new
        cdef set own = set()
        for unit_id, old, new in units:
            if old is None:
                self.rank[unit_id] = self.ranks
                self.ranks += 1
                self.enlist(unit_id, new)
            side = self.sides[unit_id]
            before = self.places.get(unit_id, "")
            if new is None:
                now = ""
            else:
                now = self.place_of(new) if self.tells_place else new.at
            if self.forces:
                self.muster(unit_id, new if before and now else None, side, own)
            if before is not now and before != now:
                if before:
                    self.leave(unit_id, before, side)
                if now:
                    self.arrive(unit_id, now, side)
            if new is None:
                del self.rank[unit_id]
                del self.sides[unit_id]

    cdef int muster(self, object unit_id, object unit, str side, set own) except -1:
        """A unit of a side has changed: where it stays on the map, in a copy of what was given out, which is this look's
        own from then on; where it comes or goes the side's units are looked for when they are asked for.
        """
        cdef dict force = self.forces.get(side)
        if force is None:
            return 0
        if unit is None:
            del self.forces[side]
            return 0
        if side not in own:
            force = self.forces[side] = force.copy()
            own.add(side)
        force[unit_id] = unit
        return 0

    cdef int enlist(self, object unit_id, object unit) except -1:
        cdef str side = self.side_of(unit_id, unit) if self.tells_side else unit.side
        self.sides[unit_id] = side
        if side not in self.held:
            self.held[side] = {}
            self.crowds[side] = {}
        return 0

    cdef int arrive(self, object unit_id, str label, str side) except -1:
        cdef object there = self.hexes.get(label)
        self.places[unit_id] = label
        if there is None:
            self.hexes[label] = (unit_id,)
        elif self.tells_order:
            self.hexes[label] = self.joined(there, unit_id)
        else:
            self.hexes[label] = self.by_rank(<tuple>there, unit_id)
        return self.count(label, side, 1)

    cdef tuple by_rank(self, tuple there, object unit_id):
        cdef list found = list(there)
        cdef Py_ssize_t k = len(found), rank = self.rank[unit_id]
        while k > 0 and <Py_ssize_t>self.rank[found[k - 1]] > rank:
            k -= 1
        found.insert(k, unit_id)
        return tuple(found)

    cdef int leave(self, object unit_id, str label, str side) except -1:
        cdef tuple there = self.hexes[label]
        del self.places[unit_id]
        if len(there) == 1:
            del self.hexes[label]
        else:
            self.hexes[label] = tuple([other for other in there if other != unit_id])
        return self.count(label, side, -1)

    cdef int count(self, str label, str side, Py_ssize_t more) except -1:
        cdef dict held = self.held[side], crowds = self.crowds[side]
        cdef Py_ssize_t before = held.get(label, 0)
        cdef Py_ssize_t now = before + more
        if now == 0:
            del held[label]
        else:
            held[label] = now
        if now > 1:
            crowds[label] = now
        elif before > 1:
            del crowds[label]
        if now == 0 or before == 0:
            self.frozen.pop(side, None)
            unchanged = self.against.get(side)
            self.against.clear()
            if unchanged is not None:
                self.against[side] = unchanged
        return 0

    def facts(self):
        held = {side: hexes for side, hexes in self.held.items() if hexes}
        return self.hexes, held, {side: self.crowds[side] for side in held}, self.places

    def occupier(self, label):
        there = self.hexes.get(label)
        return None if there is None else self.sides[there[0]]

    def hexes_of(self, side):
        found = self.frozen.get(side)
        if found is None:
            found = self.frozen[side] = frozenset(self.held.get(side, ()))
        return found

    def enemy_hexes(self, side):
        found = self.against.get(side)
        if found is None:
            found = frozenset().union(*[hexes for other, hexes in self.held.items() if other != side])
            self.against[side] = found
        return found

    def units_of(self, side, dict units):
        cdef dict sides, places
        found = self.forces.get(side)
        if found is None:
            sides, places = self.sides, self.places
            found = {unit_id: unit for unit_id, unit in units.items() if unit_id in places and sides[unit_id] == side}
            self.forces[side] = found
        return found

    def is_adjacent_to_enemy(self, label, side):
        return not self.enemy_hexes(side).isdisjoint(self.content.adjacent[label])


def _of_title(game):
    return game.title.roster_type(game)


roster = Index(_of_title, ("units",))


def units_in(game, label):
    return (<Roster>roster(game)).hexes.get(label, ())


def occupier(game, label):
    return (<Roster>roster(game)).occupier(label)


def hexes_of(game, side):
    cdef Roster kept = roster(game)
    cdef object found = kept.frozen.get(side)
    return kept.hexes_of(side) if found is None else found


def enemy_hexes(game, side):
    return (<Roster>roster(game)).enemy_hexes(side)


def units_of(game, side):
    cdef Roster kept = roster(game)
    cdef object found = kept.forces.get(side)
    return kept.units_of(side, game.state.units) if found is None else found


def is_adjacent_to_enemy(game, label, side):
    return (<Roster>roster(game)).is_adjacent_to_enemy(label, side)
