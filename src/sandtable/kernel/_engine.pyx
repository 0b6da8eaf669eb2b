# cython: boundscheck=False, wraparound=False, auto_pickle=False, binding=False
"""The loop of a game, compiled; `_engine.pyi` carries the documentation."""

from cpython.dict cimport PyDict_GetItemWithError
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from cpython.tuple cimport PyTuple_GET_ITEM

from msgspec.structs import replace

from sandtable.kernel._derived cimport Attribute
from sandtable.kernel._options cimport find_in
from sandtable.kernel._slots cimport slot_of

from sandtable.kernel.decisions import CHOICES
from sandtable.kernel.errors import BrokenTitle
from sandtable.kernel.procedures import ANSWERS, RESULTS

cdef extern from "Python.h":
    object PyObject_VectorcallMethod(object name, PyObject **arguments, size_t count, PyObject *names)

cdef Attribute OPTIONS = Attribute("options"), SIDE = Attribute("side")
cdef Attribute RESULT = Attribute("result"), BRANCHES = Attribute("branches"), STACK = Attribute("stack")
cdef object _choices = CHOICES, _answers = ANSWERS, _results = RESULTS

MOST_STEPS = 100_000
cdef Py_ssize_t _most_steps = MOST_STEPS

# Where games keep what the loop needs, for the class of games seen last.
cdef type _games = None
cdef Py_ssize_t _state = 0, _stack = 0, _decisions = 0, _events = 0, _revealed = 0, _phase_ended = 0


cdef int learn(type games) except -1:
    global _games, _state, _stack, _decisions, _events, _revealed, _phase_ended
    _state, _stack, _decisions = slot_of(games, "state"), slot_of(games, "stack"), slot_of(games, "decisions")
    _events, _revealed = slot_of(games, "events"), slot_of(games, "revealed")
    _phase_ended = slot_of(games, "phase_ended")
    if not (_state and _stack and _decisions and _events and _revealed and _phase_ended):
        raise TypeError(f"{games.__name__} does not keep what a game needs in slots")
    _games = games
    return 0


cdef inline object held(Engine game, Py_ssize_t slot):
    return <object>(<PyObject **>(<char *><PyObject *>game + slot))[0]


cdef inline void hold(Engine game, Py_ssize_t slot, object value):
    cdef PyObject **place = <PyObject **>(<char *><PyObject *>game + slot)
    cdef PyObject *before = place[0]
    Py_INCREF(value)
    place[0] = <PyObject *>value
    Py_XDECREF(before)


cdef inline object named(object names, object step):
    """The name of a method that begins with the name of a step."""
    cdef PyObject *found = PyDict_GetItemWithError(<dict>names, step)
    return <object>found if found is not NULL else names[step]


cdef inline object tell(object frame, object method, Engine game, object what):
    """Call a method of a procedure with the game and something else."""
    cdef PyObject *arguments[3]
    arguments[0] = <PyObject *>frame
    arguments[1] = <PyObject *>game
    arguments[2] = <PyObject *>what
    return PyObject_VectorcallMethod(method, arguments, 3, NULL)


cdef inline object run_step(object frame, object step, Engine game):
    cdef PyObject *arguments[2]
    arguments[0] = <PyObject *>frame
    arguments[1] = <PyObject *>game
    return PyObject_VectorcallMethod(step, arguments, 2, NULL)


cdef inline object top(list stack):
    cdef Py_ssize_t size = PyList_GET_SIZE(stack)
    if size == 0:
        raise IndexError("no procedure is left")
    return <object>PyList_GET_ITEM(stack, size - 1)


cdef object run(Engine game):
    """Run the current stack until it asks, or until what is current changes."""
    cdef object state = held(game, _state), branches = BRANCHES.of(state)
    cdef list stack = held(game, _stack)
    cdef object frame, asked, last = None
    cdef Py_ssize_t steps = 0
    while PyList_GET_SIZE(stack) and RESULT.of(state) is None and BRANCHES.of(state) is branches:
        frame = top(stack)
        if frame is last:
            raise BrokenTitle(f"{type(frame).__name__}.{frame.step} neither asked nor moved on")
        if steps == _most_steps:
            raise BrokenTitle(f"{type(frame).__name__} has gone round {MOST_STEPS} steps unasked")
        steps += 1
        asked = run_step(frame, frame.step, game)
        if asked is not None:
            if not OPTIONS.of(asked):
                raise BrokenTitle(f"{type(frame).__name__}.{frame.step} asks but offers nothing")
            return asked
        last = frame
    if not PyList_GET_SIZE(stack) and not branches and RESULT.of(state) is None:
        raise BrokenTitle("the sequence of play ran out before the game had a result")
    return None


cdef int go_on(Engine game) except -1:
    """Run until a decision is open or the game is over."""
    cdef object state = held(game, _state), asked, side
    cdef list open_now
    while RESULT.of(state) is None:
        branches = BRANCHES.of(state)
        if not branches:
            hold(game, _stack, STACK.of(state))
            asked = run(game)
            if asked is not None:
                hold(game, _decisions, (asked,))
                return 0
            continue
        open_now = []
        for side in state.branches:
            hold(game, _stack, state.branches[side])
            asked = run(game)
            if asked is not None:
                open_now.append(asked)
        if open_now and state.result is None:
            hold(game, _decisions, tuple(open_now))
            return 0
        state.branches = {}
        state.branch_starts = {}
        hold(game, _revealed, True)
    hold(game, _decisions, ())
    return 0


cdef class Engine:
    __slots__ = ()

    def push(self, procedure):
        if type(self) is not _games:
            learn(type(self))
        (<list>held(self, _stack)).append(procedure)

    def finish(self, result=None):
        cdef list stack
        cdef object frame, name
        if type(self) is not _games:
            learn(type(self))
        stack = <list>held(self, _stack)
        if stack.pop().is_phase:
            self.end_phase()
        if result is not None:
            frame = top(stack)
            name = named(_results, frame.step)
            if not hasattr(frame, name):
                raise BrokenTitle(f"{type(frame).__name__} is given {result!r} but has no {name}")
            tell(frame, name, self, result)

    def goto(self, step, **changes):
        cdef list stack
        if type(self) is not _games:
            learn(type(self))
        stack = <list>held(self, _stack)
        frame = top(stack)
        stack[PyList_GET_SIZE(stack) - 1] = (
            replace(frame, step=step, **changes) if changes else replace(frame, step=step)
        )

    def become(self, procedure):
        cdef list stack
        if type(self) is not _games:
            learn(type(self))
        stack = <list>held(self, _stack)
        if top(stack).is_phase:
            self.end_phase()
        stack[PyList_GET_SIZE(stack) - 1] = procedure

    def hand_down(self, choice):
        cdef object frame
        self.finish()
        frame = top(<list>held(self, _stack))
        tell(frame, named(_answers, frame.step), self, choice)

    cpdef int end_phase(self) except -1:
        if type(self) is not _games:
            learn(type(self))
        if not BRANCHES.of(held(self, _state)):
            hold(self, _phase_ended, True)
        return 0

    def say(self, event):
        if type(self) is not _games:
            learn(type(self))
        (<list>held(self, _events)).append(event)

    def advance(self):
        if type(self) is not _games:
            learn(type(self))
        go_on(self)

    cpdef answer(self, side, option_id):
        cdef object state, branches, frame, choice
        cdef list stack
        cdef PyObject *known
        if type(self) is not _games:
            learn(type(self))
        state = held(self, _state)
        branches = BRANCHES.of(state)
        stack = branches[side] if branches else STACK.of(state)
        hold(self, _stack, stack)
        frame = top(stack)
        known = PyDict_GetItemWithError(<dict>_choices, option_id)
        choice = <object>known if known is not NULL else _choices[option_id]
        tell(frame, named(_answers, frame.step), self, choice)
        go_on(self)

    def choose(self, option_id, side=None):
        cdef tuple decisions
        cdef object decision, asked
        cdef Py_ssize_t k
        if type(self) is not _games:
            learn(type(self))
        decisions = held(self, _decisions)
        for k in range(len(decisions)):
            decision = <object>PyTuple_GET_ITEM(decisions, k)
            asked = SIDE.of(decision)
            if side is None or asked is side or asked == side:
                if find_in(OPTIONS.of(decision), option_id) is not None:
                    self.answer(asked, option_id)
                    return
                break
        self.choose_instead(option_id, side)


def copied(state, tuple names not None):
    cdef object new = state.__copy__(), value
    for name in names:
        value = getattr(new, name)
        setattr(new, name, (<dict>value).copy() if type(value) is dict else value.copy())
    return new
