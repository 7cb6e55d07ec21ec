"""`Values.java` and `Changes.java`: values between Java and DynamoDB, and updates with the keys of indexes."""

from __future__ import annotations

from typing import Final

from exporter.targets.runtime_files import runtime_file

VALUES: Final = runtime_file("java/Values.java")
CHANGES: Final = runtime_file("java/Changes.java")
