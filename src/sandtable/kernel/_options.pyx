# cython: boundscheck=False, wraparound=False, auto_pickle=False
"""Options looked up among those of a decision, compiled; `_options.pyi` carries the documentation."""

from cpython.object cimport PyObject
from cpython.tuple cimport PyTuple_GET_ITEM

from sandtable.kernel._slots cimport slot_of

# The kind of options seen last, and where such an option keeps its id.
cdef type _kind = None
cdef Py_ssize_t _slot = 0


cdef object find_in(tuple options, object option_id):
    global _kind, _slot
    cdef Py_ssize_t k
    cdef PyObject *option
    for k in range(len(options)):
        option = <PyObject *>PyTuple_GET_ITEM(options, k)
        if type(<object>option) is not _kind:
            _kind = type(<object>option)
            _slot = slot_of(_kind, "id")
        # Computer players answer with the very text that they were offered, which is faster found than an equal one.
        if _slot and (<PyObject **>(<char *>option + _slot))[0] == <PyObject *>option_id:
            return <object>option
    for each in options:
        if each.id == option_id:
            return each
    return None


def find(tuple options not None, option_id):
    return find_in(options, option_id)
