"""`Keys.java`: the formats of key templates in Java, byte for byte what modeler.core.keys.key_formats gives.

It depends on the JDK alone. tests/exporter/targets/test_key_helpers.py compiles it and runs it beside the core. Two
things that Python reads are not read: week dates, and digits that are not of ASCII.
"""

from __future__ import annotations

from typing import Final

from exporter.targets.runtime_files import runtime_file

KEYS: Final = runtime_file("java/Keys.java")
