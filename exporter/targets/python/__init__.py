"""Access code in Python: a typed package of a design, and the tests that prove it.

`runtime/` is what every generated package brings along: plain modules, tested here as they are shipped.
"""
