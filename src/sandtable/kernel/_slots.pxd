# What compiled parts know of how objects keep their attributes.

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
    """
    Py_ssize_t slot_of(type type, str name)
