"""pyproject.toml of generated Python: its name, its oldest Python, and its dependencies."""

from __future__ import annotations

import json
from collections.abc import Sequence

from exporter.targets.base import ExportFile


def project_file(package: str, oldest: str, dependencies: Sequence[str]) -> ExportFile:
    """Return the file: installers refuse a Python that is older than `oldest`."""
    lines = [
        "[build-system]",
        'requires = ["setuptools>=77"]',
        'build-backend = "setuptools.build_meta"',
        "",
        "[project]",
        f"name = {json.dumps(package.replace('_', '-').strip('-'))}",
        'version = "1.0.0"',
        f"requires-python = {json.dumps(f'>={oldest}')}",
        f"dependencies = {json.dumps(list(dependencies))}",
        "",
        "[tool.setuptools.packages.find]",
        f"include = [{json.dumps(f'{package}*')}]",
        "",
        "[tool.setuptools.package-data]",
        '"*" = ["py.typed"]',
    ]
    return ExportFile("pyproject.toml", "\n".join(lines) + "\n")
