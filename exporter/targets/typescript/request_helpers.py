"""`requests.ts`: batches of any size, and updates as DynamoDB takes them, with the keys of indexes that follow."""

from __future__ import annotations

from typing import Final

from exporter.targets.runtime_files import runtime_file

REQUESTS_FILE: Final = "src/requests.ts"
REQUESTS: Final = runtime_file("typescript/requests.ts")
