"""The charts of the system and the figures of its rules, as their files hold them.

Each file of `data/tables` has a Struct here, in the module of the chapter that uses it; `content.table(name, Type)`
reads one. A modifier carries its rule, so that a sum can name it. Movement factors are counted in halves, heights in
quarters of a level, and firepower in fractions.
"""
