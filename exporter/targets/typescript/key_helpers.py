"""`keys.ts`: the formats of key templates in TypeScript, byte for byte what modeler.core.keys.key_formats gives.

It depends on nothing but Node. `KEYS` is the text of the file; test_key_helpers.py runs it beside the core. Two things
that Python reads are not read: week dates, and digits that are not of ASCII.
"""

from __future__ import annotations

from typing import Final

from exporter.targets.runtime_files import runtime_file

KEYS_FILE: Final = "src/keys.ts"
KEYS: Final = runtime_file("typescript/keys.ts")
