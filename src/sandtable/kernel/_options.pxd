# What other compiled parts use to look up an option of a decision.

cdef object find_in(tuple options, object option_id)
