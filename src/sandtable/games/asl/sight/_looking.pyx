# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, auto_pickle=False
"""Lines of sight followed from hex to hex and judged on the way, compiled; `_looking.pyi` carries the documentation.

`geometry.py` and `judging.py` say in plain Python, with their rules, what is done here; functions of the same names
belong together.
"""

cimport cython
from cpython.dict cimport PyDict_GetItemWithError
from cpython.object cimport PyObject
from libc.stdlib cimport abs, free, malloc

from sandtable.board.outlines import CORNERS as _CORNERS
from sandtable.games.asl.sight.lines import Block, Hindrance, Line, Passed
from sandtable.games.asl.sight.lines import End as Told
from sandtable.hexgrid import DIRECTIONS as _DIRECTIONS

cdef enum:
    LEVEL = 4
    REACH = 200
    CROSSED = 0
    BESIDE = 1
    OVER = 2
    THROUGH = 3

cdef enum:
    # The mark of a hex where something hinders lines that end in it as well.
    CLOUDED = 2

cdef enum Stop:
    # What blocks; all but the last three are in a hex, then two at a hexside.
    FLOOR
    GROUND
    BLIND_GROUND
    INDOORS
    AS_HIGH
    HALF_AS_HIGH
    BLIND
    SUM
    WALL
    WALL_BEFORE_THE_LOW
    STOPS
    OPEN = -1

cdef enum Veil:
    # What hinders in a hex.
    NOTHING
    FACTORY
    FIELD
    TREES

cdef int[6] DQ = [step.q for step in _DIRECTIONS]
cdef int[6] DR = [step.r for step in _DIRECTIONS]
cdef int[6] CORNER_X = [x for x, _ in _CORNERS["flat"]]
cdef int[6] CORNER_Y = [y for _, y in _CORNERS["flat"]]
# The hexsides through which each measure of a point in a hex leaves it: at its highest value, and at its lowest.
cdef int[6] WAYS = [3, 0, 1, 4, 2, 5]
cdef tuple RULES = ("A6.8", "B10.2", "A6.4", "A6.8", "A6.2", "A6.21", "A6.4", "A6.7", "B9.2", "B9.21")
cdef tuple VEILS = ("", "B23.74", "A6.7", "B14.2")


cdef struct Edge:
    int q
    int r
    int direction


cdef struct Meeting:
    int kind
    int hexes
    int[2] q
    int[2] r
    int edges
    Edge[3] edge
    bint by_end


cdef struct Feature:
    bint stands
    bint is_obstacle
    bint is_factory
    int height
    int hindrance
    int building
    int edges
    int points
    int first


cdef struct End:
    int hex
    int q
    int r
    int level
    int height
    int floor
    bint low
    bint rises
    bint outside


@cython.final
cdef class Place:
    """A Location, or a vertex of a hex, from or to which somebody looks."""
    cdef int hex
    cdef int floor
    cdef bint low
    cdef int corner


cdef inline int center_x(int q, int r) noexcept:
    return 150 * q


cdef inline int center_y(int q, int r) noexcept:
    return 200 * r + 100 * q


cdef inline int apart(int q, int r, int p, int s) noexcept:
    cdef int dq = abs(q - p), dr = abs(r - s), both = abs(q - p + r - s)
    cdef int most = dq if dq > dr else dr
    return most if most > both else both


cdef inline int around(int vertex) noexcept:
    """The two hexsides that meet in a vertex."""
    return 1 << vertex % 6 | 1 << (vertex + 1) % 6


@cython.final
cdef class Looking:
    # The map.
    cdef int size, left, top, wide, high_
    cdef int *grid
    cdef int *q
    cdef int *r
    cdef int *levels
    cdef int *points
    cdef int *walls
    cdef unsigned char *slopes
    cdef Feature *features
    cdef int rise, limit, blind_every, least_blind, factory
    cdef object place_of
    cdef object board_side
    cdef list labels, kinds, side_labels
    cdef tuple wall_kinds
    # What has been made so far.
    cdef dict places, sides, blocks, blocked, hindrances, same
    cdef readonly dict lines
    cdef dict to_sides
    # The line that is followed.
    cdef Meeting *met
    cdef int count
    cdef int start_q, start_r, here_q, here_r, leaves, enters
    cdef int spot_x, spot_y, origin_x, origin_y, way_x, way_y, end_q, end_r
    cdef bint has_end
    cdef int ways
    cdef int[3] way_side
    cdef int[3] way_speed
    cdef int[3] way_sign
    cdef int[3] way_measure
    # Its judge.
    cdef End viewer, target, high, low
    cdef int own_first, own_second
    cdef bint is_next
    cdef int stop, stop_at

    def __dealloc__(self):
        free(self.grid)
        free(self.q)
        free(self.r)
        free(self.levels)
        free(self.points)
        free(self.walls)
        free(self.slopes)
        free(self.features)
        free(self.met)

    def __init__(self, ground, place_of):
        cdef int i, k, count
        figures, board = ground.figures, ground.board
        spots = [board.hex(i) for i in range(board.size)]
        self.place_of = place_of
        self.labels = list(board.labels)
        self.side_labels = ground.side_labels
        self.rise, self.limit = figures.rise, figures.sight.hindrance_blocks
        self.blind_every, self.least_blind = figures.sight.blind_every, figures.sight.least_blind
        self.factory = figures.terrain.factory.hindrance
        self.places, self.sides, self.blocks, self.blocked = {}, {}, {}, {}
        self.hindrances, self.same, self.lines, self.to_sides = {}, {}, {}, {}
        self.size = len(spots)
        self.left, self.top = min([q for q, _ in spots]), min([r for _, r in spots])
        self.wide, self.high_ = max([q for q, _ in spots]) - self.left + 1, max([r for _, r in spots]) - self.top + 1
        self.take_room(sum([len(feature.shape) for feature in ground.features if feature is not None]))
        for i in range(self.wide * self.high_):
            self.grid[i] = -1
        for i in range(self.size):
            self.q[i], self.r[i] = spots[i]
            self.grid[(self.q[i] - self.left) * self.high_ + self.r[i] - self.top] = i
            self.levels[i] = ground.levels[i]
        for i in range(6 * self.size):
            self.walls[i] = 0
            self.slopes[i] = ground.slopes[i]
        self.wall_kinds = ("", *dict.fromkeys(ground.walls.values()))
        for i, kind in ground.walls.items():
            self.walls[i] = self.wall_kinds.index(kind)
        self.take_features(ground.features)

    cdef int take_room(self, int points) except -1:
        cdef int most = 4 * (2 * self.wide + 2 * self.high_) + 32
        self.grid = <int *>malloc(self.wide * self.high_ * sizeof(int))
        self.q = <int *>malloc(self.size * sizeof(int))
        self.r = <int *>malloc(self.size * sizeof(int))
        self.levels = <int *>malloc(self.size * sizeof(int))
        self.points = <int *>malloc((2 * points + 1) * sizeof(int))
        self.walls = <int *>malloc(6 * self.size * sizeof(int))
        self.slopes = <unsigned char *>malloc(6 * self.size)
        self.features = <Feature *>malloc(self.size * sizeof(Feature))
        self.met = <Meeting *>malloc(most * sizeof(Meeting))
        if not (self.grid and self.q and self.r and self.levels and self.points and self.walls and self.slopes):
            raise MemoryError
        if not (self.features and self.met):
            raise MemoryError
        return 0

    cdef int take_features(self, list features) except -1:
        cdef int i, at = 0
        cdef dict buildings = {"": 0}
        self.kinds = ["" if feature is None else feature.kind for feature in features]
        for i, feature in enumerate(features):
            self.features[i].stands = feature is not None
            self.features[i].building = 0
            if feature is None:
                continue
            self.features[i].is_obstacle = feature.is_obstacle
            self.features[i].is_factory = feature.is_factory
            self.features[i].height = feature.height
            self.features[i].hindrance = feature.hindrance
            self.features[i].building = buildings.setdefault(feature.building, len(buildings))
            self.features[i].edges = sum([1 << direction for direction in feature.edges])
            self.features[i].points, self.features[i].first = len(feature.shape), at
            for x, y in feature.shape:
                self.points[at], self.points[at + 1] = x, y
                at += 2
        return 0

    # What is asked

    cpdef object line(self, str a, str b):
        cdef PyObject *held
        cdef dict row
        if a is None or b is None:
            raise TypeError("a line goes from a Location to another")
        held = PyDict_GetItemWithError(self.lines, a)
        if held is NULL:
            row = self.lines[a] = {}
        else:
            row = <dict>held
            held = PyDict_GetItemWithError(row, b)
            if held is not NULL:
                return <object>held
        found = row[b] = self.followed(self.place(a), self.place(b))
        return found

    def line_to_side(self, str a not None, str side not None, int first, int second, int direction):
        cdef PyObject *held = PyDict_GetItemWithError(self.to_sides, (a, side))
        if held is not NULL:
            return <object>held
        cdef Place here = self.place(a)
        if self.aim_at_side(here, first, second, direction):
            found = self.judged((side,))
        else:
            found = Line(sides=(side,))
        found = self.to_sides[a, side] = self.same.setdefault(found, found)
        return found

    def passed(self, str a not None, str b not None, const unsigned char[::1] marked not None):
        cdef Place here = self.place(a), there = self.place(b)
        self.check(marked)
        if here.hex == there.hex:
            raise ValueError(f"{a} and {b} are of one hex")
        self.follow(here, there)
        if not (marked[here.hex] or marked[there.hex] or self.meets_marked(marked)):
            return None
        self.look_from_ends(here, there)
        own = (there.hex,)
        return self.all_passed(marked, own)

    def passed_to_side(
        self, str a not None, int first, int second, int direction, const unsigned char[::1] marked not None
    ):
        cdef Place here = self.place(a)
        self.check(marked)
        if not self.aim_at_side(here, first, second, direction):
            raise ValueError(f"{a} is at the hexside")
        if not (marked[here.hex] or marked[first] or marked[second] or self.meets_marked(marked)):
            return None
        own = (first, second)
        return self.all_passed(marked, own)

    cdef int check(self, const unsigned char[::1] marked) except -1:
        if marked.shape[0] != self.size:
            raise ValueError(f"there must be a mark for each of the {self.size} hexes, not for {marked.shape[0]}")
        return 0

    cdef int check_hex(self, int i) except -1:
        if i < 0 or i >= self.size:
            raise ValueError(f"there is no hex {i}")
        return 0

    cdef bint changed_since(self, Place here, Place there, long *changed, long then) noexcept:
        """Whether anything has changed since on the way of a line, its ends included."""
        cdef int k, n, hex_
        if changed[here.hex] > then or changed[there.hex] > then:
            return True
        if here.hex == there.hex:
            return False
        self.follow(here, there)
        for k in range(self.count):
            for n in range(self.met[k].hexes):
                hex_ = self.at(self.met[k].q[n], self.met[k].r[n])
                if hex_ >= 0 and changed[hex_] > then:
                    return True
        return False

    cdef bint meets_marked(self, const unsigned char[::1] marked) noexcept:
        cdef int k, n, hex_
        for k in range(self.count):
            for n in range(self.met[k].hexes):
                hex_ = self.at(self.met[k].q[n], self.met[k].r[n])
                if hex_ >= 0 and marked[hex_]:
                    return True
        return False

    cdef object all_passed(self, const unsigned char[::1] marked, tuple own):
        """What the line that has been followed passes of the hexes that are marked."""
        cdef int k, n, i, other
        cdef bint is_between
        cdef Edge *edge
        cdef list steps = []
        cdef set sides = set()
        for k in range(self.count):
            step, is_between = [], False
            for n in range(self.met[k].hexes):
                i = self.at(self.met[k].q[n], self.met[k].r[n])
                if i >= 0:
                    is_between = is_between or not self.is_own(i)
                    if marked[i]:
                        step.append(i)
            if step and is_between:
                steps.append(tuple(step))
            for n in range(self.met[k].edges):
                edge = &self.met[k].edge[n]
                i = self.at(edge.q, edge.r)
                if i < 0:
                    continue
                other = self.next_to(i, edge.direction)
                if marked[i]:
                    sides.add(6 * i + edge.direction)
                if other >= 0 and marked[other]:
                    sides.add(6 * other + (edge.direction + 3) % 6)
        viewer = self.told(&self.viewer, (self.viewer.hex,))
        return Passed(tuple(steps), frozenset(sides), viewer, self.told(&self.target, own))

    cdef object told(self, End *end, tuple own):
        """An end of the line for whoever looks closer."""
        cdef bint low = end.low, rises = end.rises, outside = end.outside
        return Told(end.hex, end.level, end.height, bool(low), bool(rises), end.floor, own, bool(outside))

    cdef Place place(self, str label):
        """What a label says, kept once it has been read."""
        cdef PyObject *held = PyDict_GetItemWithError(self.places, label)
        cdef Place found
        if held is not NULL:
            return <Place>held
        found = Place.__new__(Place)
        found.hex, found.floor, found.low, found.corner = self.place_of(label)
        self.places[label] = found
        return found

    cdef object followed(self, Place here, Place there):
        if here.hex == there.hex:
            if abs(here.floor - there.floor) <= 1:
                return self.same.setdefault(Line(), Line())
            self.stop, self.stop_at = FLOOR, here.hex
            return self.blocked_line(())
        return self.judged(self.aim(here, there))

    # The way of a line (geometry.py)

    cdef inline int at(self, int q, int r) noexcept:
        """The hex so far from that of the viewer; -1 off the map."""
        q += self.start_q - self.left
        r += self.start_r - self.top
        if q < 0 or r < 0 or q >= self.wide or r >= self.high_:
            return -1
        return self.grid[q * self.high_ + r]

    cdef void begin(self, int i, int spot_x, int spot_y, int origin_x, int origin_y) noexcept:
        cdef int k, speed
        cdef int[3] motion
        self.start_q, self.start_r = self.q[i], self.r[i]
        self.spot_x, self.spot_y, self.origin_x, self.origin_y = spot_x, spot_y, origin_x, origin_y
        self.way_x, self.way_y = spot_x - origin_x, spot_y - origin_y
        motion[0], motion[1], motion[2] = 2 * self.way_y, 2 * self.way_x - self.way_y, 2 * self.way_x + self.way_y
        self.ways = self.count = self.here_q = self.here_r = self.leaves = self.enters = 0
        self.has_end = False
        for k in range(3):
            speed = motion[k]
            if speed:
                self.way_side[self.ways] = WAYS[2 * k + (speed < 0)]
                self.way_speed[self.ways] = abs(speed)
                self.way_sign[self.ways] = 1 if speed > 0 else -1
                self.way_measure[self.ways] = k
                self.ways += 1

    cdef void follow(self, Place here, Place there) noexcept:
        """The thread between two places; to a vertex with the hex in which it gets there."""
        cdef int q = self.q[there.hex] - self.q[here.hex], r = self.r[there.hex] - self.r[here.hex]
        cdef int x = center_x(q, r), y = center_y(q, r)
        if there.corner >= 0:
            x += CORNER_X[there.corner]
            y += CORNER_Y[there.corner]
        if here.corner >= 0:
            self.begin(here.hex, x, y, CORNER_X[here.corner], CORNER_Y[here.corner])
        else:
            self.begin(here.hex, x, y, 0, 0)
        if here.corner >= 0 or there.corner >= 0:
            self.has_end, self.end_q, self.end_r = True, q, r
        if here.corner >= 0:
            self.thread_from(here.corner)
        else:
            self.thread()
        if there.corner >= 0:
            self.with_last()

    cdef void thread(self) noexcept:
        if self.spot_x or self.spot_y:
            while self.go():
                pass
        self.found()

    cdef void thread_from(self, int vertex) noexcept:
        """The line from a vertex of the first hex: into one of the three hexes that meet there, or along a hexside."""
        cdef int k, q, r, x, y, at, side, speed
        cdef bint goes_on = False, inward
        for k in range(3):
            q = 0 if k == 0 else DQ[(vertex + k - 1) % 6]
            r = 0 if k == 0 else DR[(vertex + k - 1) % 6]
            x, y = self.origin_x - center_x(q, r), self.origin_y - center_y(q, r)
            at = 0
            while CORNER_X[at] != x or CORNER_Y[at] != y:
                at += 1
            inward = self.is_inward(2 * y, 2 * self.way_y) and self.is_inward(2 * x - y, 2 * self.way_x - self.way_y)
            if inward and self.is_inward(2 * x + y, 2 * self.way_x + self.way_y):
                self.into(q, r, around(at))
                goes_on = True
                break
            if self.leans(at) == 0 and CORNER_X[at] * self.way_x + CORNER_Y[at] * self.way_y > 0:
                self.here_q, self.here_r = q, r
                self.leaves = around(vertex)
                goes_on = self.along_hexside(at, (at + 1) % 6)
                break
        if self.here_q or self.here_r:
            self.leaves = around(vertex)
        while goes_on and self.go():
            pass
        self.found()

    cdef inline bint is_inward(self, int bound, int speed) noexcept:
        """Whether the line leads into the hex where a point lies on its edge by one of its measures."""
        return abs(bound) != REACH or speed * bound < 0

    cdef void found(self) noexcept:
        if self.count and self.met[self.count - 1].kind == CROSSED:
            self.count -= 1

    cdef void with_last(self) noexcept:
        """Take the hex in which the line ends on a hexside among those that it crosses."""
        if self.count and self.met[self.count - 1].kind == BESIDE:
            return
        if self.here_q or self.here_r or self.origin_x or self.origin_y:
            self.meet_hex(self.here_q, self.here_r)

    cdef inline long leans(self, int vertex) noexcept:
        return <long>CORNER_X[vertex] * self.way_y - <long>CORNER_Y[vertex] * self.way_x

    cdef Meeting *meet(self, int kind) noexcept:
        cdef Meeting *meeting = &self.met[self.count]
        self.count += 1
        meeting.kind = kind
        meeting.hexes = meeting.edges = 0
        meeting.by_end = False
        return meeting

    cdef void meet_hex(self, int q, int r) noexcept:
        cdef Meeting *meeting = self.meet(CROSSED)
        meeting.hexes = 1
        meeting.q[0], meeting.r[0] = q, r

    cdef inline void add_edge(self, Meeting *meeting, int q, int r, int direction) noexcept:
        meeting.edge[meeting.edges].q = q
        meeting.edge[meeting.edges].r = r
        meeting.edge[meeting.edges].direction = direction
        meeting.edges += 1

    cdef void into(self, int q, int r, int sides) noexcept:
        self.here_q, self.here_r, self.enters = q, r, sides
        self.meet_hex(q, r)

    cdef bint go(self) noexcept:
        """Follow the line out of the hex that it is in; whether it goes on from there."""
        cdef int k, first = -1, second = -1, low
        cdef long long time = 1, scale = 0, found, order
        cdef int[3] start
        cdef int x = self.origin_x - center_x(self.here_q, self.here_r)
        cdef int y = self.origin_y - center_y(self.here_q, self.here_r)
        start[0], start[1], start[2] = 2 * y, 2 * x - y, 2 * x + y
        for k in range(self.ways):
            found = REACH - self.way_sign[k] * start[self.way_measure[k]]
            order = found * scale - time * self.way_speed[k]
            if first < 0 or order < 0:
                first, second, time, scale = self.way_side[k], -1, found, self.way_speed[k]
            elif order == 0:
                second = self.way_side[k]
        if time >= scale:
            return False
        if second >= 0:
            low = first if first < second else second
            second = second if first < second else first
            first = low
            if first == 0 and second == 5:
                first, second = 5, 0
        if not self.leaves:
            self.leaves = 1 << first if second < 0 else 1 << first | 1 << second
        if second >= 0:
            return self.through_vertex(first, second)
        self.add_edge(self.meet(OVER), self.here_q, self.here_r, first)
        self.into(self.here_q + DQ[first], self.here_r + DR[first], 1 << (first + 3) % 6)
        return True

    cdef bint through_vertex(self, int first, int second) noexcept:
        cdef int q = self.here_q, r = self.here_r
        cdef long lean = self.leans(first)
        cdef Meeting *meeting = self.meet(THROUGH)
        self.add_edge(meeting, q, r, first)
        self.add_edge(meeting, q, r, second)
        if not lean:
            return self.along_hexside(first, second)
        self.add_edge(meeting, q + DQ[first], r + DR[first], (second + 1) % 6)
        if lean < 0:
            self.into(q + DQ[first], r + DR[first], 1 << (first + 3) % 6 | 1 << (second + 1) % 6)
        else:
            self.into(q + DQ[second], r + DR[second], 1 << (second + 3) % 6 | 1 << (second + 4) % 6)
        return True

    cdef bint along_hexside(self, int first, int second) noexcept:
        """Follow the line along the hexside that begins where two hexsides of the hex before it meet."""
        cdef int q = self.here_q, r = self.here_r
        cdef int left_q = q + DQ[first], left_r = r + DR[first], right_q = q + DQ[second], right_r = r + DR[second]
        cdef int beyond_q = left_q + DQ[second], beyond_r = left_r + DR[second]
        cdef long long x = center_x(q, r) + 2 * CORNER_X[first] - self.origin_x
        cdef long long y = center_y(q, r) + 2 * CORNER_Y[first] - self.origin_y
        cdef long long length = <long long>self.way_x * self.way_x + <long long>self.way_y * self.way_y
        cdef bint is_last = x * self.way_x + y * self.way_y >= length
        cdef bint swapped = right_q < left_q or (right_q == left_q and right_r < left_r)
        cdef Meeting *meeting = self.meet(BESIDE)
        meeting.hexes = 2
        meeting.q[swapped], meeting.r[swapped] = left_q, left_r
        meeting.q[not swapped], meeting.r[not swapped] = right_q, right_r
        self.add_edge(meeting, left_q, left_r, (second + 1) % 6)
        meeting.by_end = (
            (q == 0 and r == 0)
            or (left_q == 0 and left_r == 0)
            or (right_q == 0 and right_r == 0)
            or is_last
            or (self.has_end and beyond_q == self.end_q and beyond_r == self.end_r)
            or (center_x(beyond_q, beyond_r) == self.spot_x and center_y(beyond_q, beyond_r) == self.spot_y)
        )
        if is_last:
            return False
        meeting = self.meet(THROUGH)
        self.add_edge(meeting, left_q, left_r, second)
        self.add_edge(meeting, right_q, right_r, first)
        self.into(beyond_q, beyond_r, 1 << (second + 3) % 6 | 1 << (first + 3) % 6)
        return True

    # Its ends (ground.py)

    cdef void end(self, End *end, Place place, int over) noexcept:
        cdef int direction
        end.hex, end.floor, end.low = place.hex, place.floor, place.low
        end.q, end.r = self.q[place.hex], self.r[place.hex]
        end.outside = place.corner >= 0
        end.level = self.levels[place.hex] + (place.floor if place.floor > 0 else 0)
        end.rises = False
        for direction in range(6):
            if over >> direction & 1 and self.slopes[6 * place.hex + direction]:
                end.rises = True
        end.height = LEVEL * end.level + (self.rise if end.rises else 0)

    cdef tuple aim(self, Place here, Place there):
        """Follow the line between two places of different hexes; the hexsides by which it enters that of the second."""
        self.follow(here, there)
        cdef int enters = self.look_from_ends(here, there)
        return self.entered(there.hex, enters, here.corner >= 0 or there.corner >= 0, there.corner == 5)

    cdef int look_from_ends(self, Place here, Place there) noexcept:
        """Look at the ends of a line that has been followed; the hexsides by which it enters the hex of the second."""
        cdef int enters = self.enters
        if there.corner >= 0 and self.at(self.here_q, self.here_r) != there.hex:
            enters = around(there.corner)
        self.end(&self.viewer, here, self.leaves)
        self.end(&self.target, there, enters)
        self.own_first = self.own_second = there.hex
        self.is_next = apart(self.viewer.q, self.viewer.r, self.target.q, self.target.r) == 1
        return enters

    cdef tuple entered(self, int j, int over, bint by_corner, bint last_first):
        """The hexsides as they are called; those at the edge of the map are none for whoever comes to a vertex."""
        cdef int direction
        cdef bint turned = last_first and over == around(5)
        cdef long key = (j * 64 + over) * 4 + 2 * by_corner + turned
        found = self.sides.get(key)
        if found is None:
            directions = [direction for direction in range(6) if over >> direction & 1]
            if turned:
                directions.reverse()
            if by_corner:
                directions = [
                    direction
                    for direction in directions
                    if self.next_to(j, direction) >= 0
                ]
            found = self.sides[key] = tuple([self.side_labels[6 * j + direction] for direction in directions])
        return <tuple>found

    cdef int next_to(self, int i, int direction) noexcept:
        """The hex next to another; -1 off the map."""
        cdef int q = self.q[i] + DQ[direction] - self.left, r = self.r[i] + DR[direction] - self.top
        if q < 0 or r < 0 or q >= self.wide or r >= self.high_:
            return -1
        return self.grid[q * self.high_ + r]

    cdef bint aim_at_side(self, Place here, int first, int second, int direction) noexcept:
        """Follow the line to the middle of a hexside; not if it is one of the hex of the viewer."""
        cdef int q, r, far, near, x, y
        if here.hex == first or here.hex == second:
            return False
        q, r = self.q[first] - self.q[here.hex], self.r[first] - self.r[here.hex]
        x = 2 * center_x(q, r) + CORNER_X[(direction + 5) % 6] + CORNER_X[direction]
        y = 2 * center_y(q, r) + CORNER_Y[(direction + 5) % 6] + CORNER_Y[direction]
        self.begin(here.hex, x // 2, y // 2, 0, 0)
        self.thread()
        self.with_last()
        self.end(&self.viewer, here, self.leaves)
        near = apart(self.viewer.q, self.viewer.r, self.q[first], self.r[first])
        far = apart(self.viewer.q, self.viewer.r, self.q[second], self.r[second])
        self.target.hex = first if near < far or (near == far and first < second) else second
        self.target.q, self.target.r = self.q[self.target.hex], self.r[self.target.hex]
        self.target.level = self.levels[first] if self.levels[first] > self.levels[second] else self.levels[second]
        self.target.height = LEVEL * self.target.level
        self.target.floor = 0
        self.target.low = self.target.rises = False
        self.target.outside = True
        self.own_first, self.own_second = first, second
        self.is_next = False
        return True

    # What stands on it (judging.py)

    cdef object judged(self, tuple sides):
        """What the line comes to."""
        cdef int k, total = 0, veil, hex_ = -1, value = 0
        cdef list found = None
        cdef bint is_viewer_high = self.viewer.height >= self.target.height
        self.high = self.viewer if is_viewer_high else self.target
        self.low = self.target if is_viewer_high else self.viewer
        self.stop = OPEN
        if self.viewer.floor > 0 or self.target.floor > 0:
            self.indoors()
        if self.stop != OPEN:
            return self.blocked_line(sides)
        for k in range(self.count):
            veil = self.meets(&self.met[k], &hex_, &value)
            if self.stop != OPEN:
                return self.blocked_line(sides)
            if veil:
                found = [] if found is None else found
                found.append(self.hindrance(veil, hex_, value))
                total += value
                if total >= self.limit:
                    self.stop, self.stop_at = SUM, hex_
                    return self.blocked_line(sides)
        if found is None:
            line = self.blocked.get(sides)
            if line is None:
                line = self.blocked[sides] = Line(None, (), sides)
            return line
        line = Line(None, tuple(found), sides)
        return self.same.setdefault(line, line)

    cdef object blocked_line(self, tuple sides):
        cdef object at = self.stop_at * <int>STOPS + self.stop
        line = self.blocked.get((at, sides))
        if line is None:
            line = self.blocked[at, sides] = Line(self.block(), (), sides)
        return line

    cdef object block(self):
        """What blocks, and where, in words."""
        if self.stop == WALL or self.stop == WALL_BEFORE_THE_LOW:
            label, what = self.side_labels[self.stop_at], f"side:{self.wall_kinds[self.walls[self.stop_at]]}"
        else:
            label = self.labels[self.stop_at]
            if self.stop == FLOOR:
                what = "floor"
            elif self.stop == SUM:
                what = "hindrance"
            elif self.stop == GROUND or self.stop == BLIND_GROUND:
                what = "ground"
            else:
                what = f"terrain:{self.kinds[self.stop_at]}"
        return Block(RULES[self.stop], label, what)

    cdef object hindrance(self, int veil, int hex_, int value):
        """What hinders, and where, in words."""
        cdef object key = hex_ * 4 + veil
        found = self.hindrances.get(key)
        if found is None:
            what = "factory" if veil == FACTORY else f"terrain:{self.kinds[hex_]}"
            found = self.hindrances[key] = Hindrance(self.labels[hex_], value, VEILS[veil], what)
        return found

    cdef int meets(self, Meeting *meeting, int *where, int *value) noexcept:
        """What hinders the line where it meets something, and where; what stops it is noted."""
        cdef int k, hex_, veil, amount, best = NOTHING
        for k in range(meeting.hexes):
            hex_ = self.at(meeting.q[k], meeting.r[k])
            if hex_ < 0:
                continue
            veil = self.meets_hex(hex_, meeting, &amount)
            if self.stop != OPEN:
                self.stop_at = hex_
                return NOTHING
            if veil and (not best or amount > value[0]):
                best, where[0], value[0] = veil, hex_, amount
        for k in range(meeting.edges):
            hex_ = self.at(meeting.edge[k].q, meeting.edge[k].r)
            if hex_ >= 0 and self.walls[6 * hex_ + meeting.edge[k].direction]:
                self.meets_wall(hex_, meeting.edge[k].direction, meeting.by_end)
                if self.stop != OPEN:
                    self.stop_at = 6 * hex_ + meeting.edge[k].direction
                    return NOTHING
        return best

    cdef inline bint is_own(self, int hex_) noexcept:
        return hex_ == self.viewer.hex or hex_ == self.own_first or hex_ == self.own_second

    cdef int meets_hex(self, int hex_, Meeting *meeting, int *value) noexcept:
        if LEVEL * self.levels[hex_] > self.low.height and not self.is_own(hex_):
            self.ground(hex_)
            if self.stop != OPEN:
                return NOTHING
        if not self.features[hex_].stands:
            return NOTHING
        self.obstacle(hex_, &self.features[hex_], meeting)
        if self.stop != OPEN:
            return NOTHING
        return self.veil(hex_, &self.features[hex_], value)

    cdef void indoors(self) noexcept:
        self.indoors_from(&self.viewer, &self.target, self.leaves)
        if self.stop == OPEN:
            self.indoors_from(&self.target, &self.viewer, self.enters)

    cdef void indoors_from(self, End *end, End *other, int over) noexcept:
        cdef int direction
        cdef bint is_within = False
        if end.floor <= 0:
            return
        for direction in range(6):
            if over >> direction & 1 and self.is_one_building(end.hex, self.next_to(end.hex, direction)):
                is_within = True
        if is_within and (end.level != other.level or not self.is_one_building(end.hex, other.hex)):
            self.stop, self.stop_at = FLOOR, end.hex

    cdef bint is_one_building(self, int i, int j) noexcept:
        return j >= 0 and self.features[i].building and self.features[i].building == self.features[j].building

    cdef bint is_inside(self, Feature *feature) noexcept:
        """Whether both ends are on one floor of the building of which something is a part."""
        if self.viewer.outside or self.target.outside or not feature.building:
            return False
        if self.viewer.level != self.target.level:
            return False
        return (
            self.features[self.viewer.hex].building == feature.building
            and self.features[self.target.hex].building == feature.building
        )

    cdef inline int from_high(self, int hex_) noexcept:
        return apart(self.high.q, self.high.r, self.q[hex_], self.r[hex_])

    cdef inline int from_low(self, int hex_) noexcept:
        return apart(self.low.q, self.low.r, self.q[hex_], self.r[hex_])

    cdef void ground(self, int hex_) noexcept:
        cdef int level = self.levels[hex_], blind
        if LEVEL * level >= self.high.height:
            self.stop = GROUND
            return
        if self.high.rises and self.high.level == level:
            return
        blind = 2 * level + self.from_high(hex_) // self.blind_every - self.high.level - self.low.level
        if self.from_low(hex_) <= (blind if blind > 0 else 0):
            self.stop = BLIND_GROUND

    cdef void obstacle(self, int hex_, Feature *feature, Meeting *meeting) noexcept:
        cdef int base = self.levels[hex_], top, full, level, blind
        if not feature.is_obstacle or not self.crosses_shape(hex_, feature, meeting):
            return
        if self.is_inside(feature):
            self.stop = OPEN if feature.is_factory else INDOORS
            return
        if feature.height < LEVEL:
            self.stop = HALF_AS_HIGH if self.high.height <= LEVEL * base else OPEN
            return
        top = LEVEL * base + feature.height
        if top <= self.low.height:
            return
        if top >= self.high.height:
            self.stop = AS_HIGH
            return
        full = base + feature.height // LEVEL
        level = self.high.level + (self.high.rises and self.high.level == full)
        blind = 2 * full + self.from_high(hex_) // self.blind_every - level - self.low.level + 1
        if self.from_low(hex_) <= (blind if blind > self.least_blind else self.least_blind):
            self.stop = BLIND

    cdef bint crosses_shape(self, int hex_, Feature *feature, Meeting *meeting) noexcept:
        cdef int k, direction, x, y
        cdef long long turn
        cdef bint is_left = False, is_right = False
        if meeting.kind == BESIDE:
            direction = meeting.edge[0].direction
            if self.at(meeting.edge[0].q, meeting.edge[0].r) != hex_:
                direction = (direction + 3) % 6
            return feature.edges >> direction & 1
        if not feature.points:
            return True
        x = center_x(self.start_q, self.start_r) + self.origin_x
        y = center_y(self.start_q, self.start_r) + self.origin_y
        for k in range(feature.first, feature.first + 2 * feature.points, 2):
            turn = <long long>self.way_x * (self.points[k + 1] - y) - <long long>self.way_y * (self.points[k] - x)
            is_left = is_left or turn < 0
            is_right = is_right or turn > 0
            if is_left and is_right:
                return True
        return False

    cdef void meets_wall(self, int hex_, int direction, bint by_end) noexcept:
        cdef int other = self.next_to(hex_, direction), base = self.levels[hex_]
        if other >= 0 and self.levels[other] > base:
            base = self.levels[other]
        if self.hides(&self.viewer, &self.target, base) or self.hides(&self.target, &self.viewer, base):
            self.stop = WALL_BEFORE_THE_LOW
            return
        if by_end or self.is_own(hex_) or (other >= 0 and self.is_own(other)):
            return
        if self.high.height <= LEVEL * base:
            self.stop = WALL

    cdef bint hides(self, End *end, End *other, int base) noexcept:
        """Whether a wall at a level hides an entrenched end, or one in a cellar, from the other."""
        if not end.low or base < end.level or other.level > end.level:
            return False
        return not (self.is_next and self.viewer.floor == 0 and self.target.floor == 0)

    cdef int veil(self, int hex_, Feature *feature, int *value) noexcept:
        """What hinders the line in a hex between its ends, and how much."""
        cdef int base = LEVEL * self.levels[hex_]
        if self.is_own(hex_):
            return NOTHING
        if feature.is_factory and self.is_inside(feature):
            value[0] = self.factory
            return FACTORY
        if feature.is_obstacle or not feature.hindrance:
            return NOTHING
        value[0] = feature.hindrance
        if feature.height < LEVEL:
            return FIELD if self.high.height <= base else NOTHING
        if self.high.height <= base + feature.height:
            return TREES
        return TREES if self.low.height < base + feature.height and self.from_low(hex_) == 1 else NOTHING


@cython.final
cdef class Way:
    """A line that the map does not block: its ends, what it came to with all that was in its way, and when."""
    cdef Place here
    cdef Place there
    cdef object line
    cdef long then


@cython.final
cdef class LinesNow:
    cdef Looking looking
    cdef object hindered
    cdef bint is_hazy, is_open
    cdef dict rows
    cdef const unsigned char[::1] marked
    # How often something has changed, and at which of these times it last did in each hex.
    cdef long now
    cdef long *changed

    def __dealloc__(self):
        free(self.changed)

    def __init__(self, Looking looking not None, hindered, bint is_hazy):
        cdef int i
        self.looking, self.hindered, self.is_hazy = looking, hindered, is_hazy
        self.is_open = not is_hazy
        self.rows = {}
        self.marked = bytes(looking.size)
        self.changed = <long *>malloc(looking.size * sizeof(long))
        if not self.changed:
            raise MemoryError
        for i in range(looking.size):
            self.changed[i] = 0

    def change(self, list hexes not None, const unsigned char[::1] marked not None):
        cdef int i
        self.looking.check(marked)
        self.now += 1
        self.marked = marked
        for i in hexes:
            self.looking.check_hex(i)
            self.changed[i] = self.now
        self.is_open = not self.is_hazy
        for i in range(self.looking.size):
            if marked[i]:
                self.is_open = False

    def sees(self, game, str a, str b):
        return (<tuple>self.line(game, a, b))[0] is None

    def seen(self, game, str a, places):
        return [b for b in places if (<tuple>self.line(game, a, b))[0] is None]

    def sees_any(self, game, str a, places):
        for b in places:
            if (<tuple>self.line(game, a, b))[0] is None:
                return True
        return False

    cpdef line(self, game, str a, str b):
        cdef PyObject *held
        cdef dict row
        cdef Way way
        cdef object line = self.looking.line(a, b)
        if self.is_open or (<tuple>line)[0] is not None:
            return line
        held = PyDict_GetItemWithError(self.rows, a)
        if held is NULL:
            row = self.rows[a] = {}
        else:
            row = <dict>held
            held = PyDict_GetItemWithError(row, b)
            if held is not NULL:
                way = <Way>held
                if way.then == self.now:
                    return way.line
                if not self.looking.changed_since(way.here, way.there, self.changed, way.then):
                    way.then = self.now
                    return way.line
        way = Way.__new__(Way)
        way.here, way.there, way.then = self.looking.place(a), self.looking.place(b), self.now
        way.line = self.hindered(game, line, a, b) if self.may_hinder(way.here, way.there) else line
        row[b] = way
        return way.line

    cdef bint may_hinder(self, Place here, Place there) noexcept:
        """Whether anything that the map does not show is in the way between two places."""
        if self.is_hazy or self.marked[here.hex] & CLOUDED or self.marked[there.hex] & CLOUDED:
            return True
        if here.hex == there.hex:
            return False
        self.looking.follow(here, there)
        return self.looking.meets_marked(self.marked)
