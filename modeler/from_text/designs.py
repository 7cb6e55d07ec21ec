"""Creates designs for requirements as text: empty ones, because the text is read and confirmed on their board."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from modeler.core.errors import Invalid
from modeler.core.requirements.english.reading import read
from modeler.models import Design
from modeler.services import design_create


def design_from_lines(*, workspace: UUID, text: str, by: Any, name: str = "") -> Design:
    """Create an empty design for lines of text; nothing of the text is stored. Raises as `design_create` does; Invalid
    if no line has a word.
    """
    reading = read(text)
    if not (reading.rows or reading.not_understood or reading.volumes or reading.descriptions):
        raise Invalid("write at least one requirement, such as: orders of a customer, newest first", path="text")
    return design_create(workspace=workspace, by=by, name=name or "Untitled")
