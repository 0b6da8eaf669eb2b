# What compiled parts know of how objects keep their attributes, and dicts their versions.

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include "structmember.h"

    /* Where an object of a type keeps an attribute that is a slot; 0 where it is not one. */
    static Py_ssize_t slot_of(PyTypeObject *type, PyObject *name) {
        PyObject *found = _PyType_Lookup(type, name);
        if (found != NULL && Py_IS_TYPE(found, &PyMemberDescr_Type)) {
            PyMemberDef *member = ((PyMemberDescrObject *)found)->d_member;
            if (member->type == T_OBJECT_EX) return member->offset;
        }
        return 0;
    }

    #if PY_VERSION_HEX < 0x030D0000
    #define dict_version(dict) (((PyDictObject *)(dict))->ma_version_tag)
    #else
    #define dict_version(dict) 0
    #endif
    """
    Py_ssize_t slot_of(type type, str name)
    # Differs from that of any other dict and from what it was before any change (PEP 509); 0 where there is none.
    uint64_t dict_version(dict)
