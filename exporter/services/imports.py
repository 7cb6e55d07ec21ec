"""A file becomes a design, or nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from exporter.importers import Imported, import_text
from modeler.core.documents import to_document
from modeler.models import Design
from modeler.permissions import Action
from modeler.selectors import require_in
from modeler.services import design_create


def design_import(*, workspace: UUID, by: Any, raw: bytes, filename: str = "") -> tuple[Design, Imported]:
    """Read a file of any known format and make a design of it, in one revision.

    Raises Missing or Forbidden before the file is looked at; DocumentInvalid, and then nothing is stored.
    """
    require_in(by, workspace, Action.CREATE)
    imported = import_text(raw, filename)
    label = f"imported {filename[:120]}" if filename else "imported a file"
    design = design_create(workspace=workspace, by=by, document=to_document(imported.design), label=label)
    return design, imported
