"""The charts of the game cards and the figures of the rules, as their files hold them.

Each file of `data/tables` has a Struct here, in the module of the chapter that uses it; `content.table(name, File)`
reads one. A modifier carries its rule, so that a sum can name it. A chart that lacks a row is refused when it is read.
"""
