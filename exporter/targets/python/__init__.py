"""Access code in Python: a typed package of a design, and the tests that prove it.

`runtime/` is part of every generated package: plain modules, tested here as they are shipped.
"""
