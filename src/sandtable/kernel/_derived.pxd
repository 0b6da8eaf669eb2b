# What other compiled parts use of what is derived: attributes read from their slots, and what has changed in a dict.

cimport cython
from libc.stdint cimport uint64_t


@cython.final
cdef class Attribute:
    cdef str name
    cdef type owner
    cdef Py_ssize_t slot
    cdef object of(self, object owner)


@cython.final
cdef class Follower:
    cdef list keys
    cdef list values
    cdef uint64_t version
    cpdef list changes(self, dict now)
    cdef list compare(self, dict now)
    cdef list compare_in_any_order(self, dict now)
