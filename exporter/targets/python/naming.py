"""The names of a generated Python package that are not those of an entity plan."""

from __future__ import annotations

import sys

from exporter.targets.access_code.entity_plan import EntityPlan
from exporter.targets.support.literals import Language, Style, identifier
from modeler.core.design.model import Design


def package_name(design: Design) -> str:
    """Return the package name of a design."""
    taken = (
        *sys.stdlib_module_names,
        "boto3",
        "botocore",
        "conftest",
        "mcp",
        "proving",
        "server",
        "serving",
        "pynamodb",
        "pytest",
        "tests",
    )
    return identifier(design.name, Style.SNAKE, Language.PYTHON, taken, otherwise="design")


def item_class(plan: EntityPlan) -> str:
    """The TypedDict of an entity's stored item."""
    return f"{plan.name}Item"
