"""A design's own row, the log of its changes, its snapshots, and its analyses."""

from __future__ import annotations

import json
import uuid
import zlib
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import models
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce
from django.utils import timezone

from modeler.core.design.parts import ROOT, Part, PartKind
from modeler.core.edits.changes import Delta, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PACKED_FROM_BYTES: Final = 8 * 1024
"""Deltas whose JSON is longer than this are stored compressed."""

EVERYTHING: Final = "*"
"""Replaces the ids in `touched` if there are too many: the page requests everything."""

TOUCHED_MAX: Final = 500


class Design(models.Model):
    """One design. `root` contains the fields of the root part; `items_revision` is the last revision that changed an
    item. `origin` of a copy or a branch is the design and revision from which it was created.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey("designer.Workspace", models.CASCADE, related_name="designs")
    root = models.JSONField(default=dict)
    name = models.GeneratedField(
        expression=Coalesce(KT("root__name"), models.Value(""), output_field=models.TextField()),
        output_field=models.TextField(),
        db_persist=True,
    )
    revision = models.PositiveIntegerField(default=0)
    items_revision = models.PositiveIntegerField(default=0)
    is_example = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)
    origin = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")
    origin_revision = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        indexes = (models.Index(fields=["workspace", "-updated_at"], name="design_newest"),)

    def __str__(self) -> str:
        return f"{self.name} at revision {self.revision}"

    def as_part(self) -> Part:
        """The root part."""
        return Part(ROOT, PartKind.DESIGN, "", self.root)


class ChangeKind(models.TextChoices):
    """The kind of a change."""

    CREATE = "create"
    EDIT = "edit"
    IMPORT = "import"
    UNDO = "undo"
    REDO = "redo"
    RESTORE = "restore"
    UPDATE = "update"
    MERGE = "merge"


class Change(models.Model):
    """One revision: author, time, a label as text, and the deltas, compressed if there are many. `undoes` is the change
    that an undo reverts, or the undo that a redo reverts. `touched` names parts by id, or is ``["*"]``.
    """

    design = models.ForeignKey(Design, models.CASCADE, related_name="changes")
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=ChangeKind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    label = models.CharField(max_length=300)
    plain = models.JSONField(null=True)
    packed = models.BinaryField(null=True)
    touched = models.JSONField(default=list)
    idempotency_key = models.CharField(max_length=80, null=True)
    base_revision = models.PositiveIntegerField(null=True)
    undoes = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["design", "revision"], name="change_once"),
            models.UniqueConstraint(fields=["design", "idempotency_key"], name="change_key_once"),
        )
        indexes = (models.Index(fields=["design", "by", "-revision"], name="change_newest_own"),)

    def __str__(self) -> str:
        return f"revision {self.revision}: {self.label}"

    @property
    def deltas(self) -> tuple[Delta, ...]:
        """Its deltas, in order."""
        raw: Any = self.plain if self.packed is None else unpack(self.packed)
        return tuple(Delta.from_json(one) for one in raw)

    @deltas.setter
    def deltas(self, deltas: Iterable[Delta]) -> None:
        raw = [delta.as_json() for delta in deltas]
        text = json.dumps(raw, separators=(",", ":"))
        is_large = len(text) > PACKED_FROM_BYTES
        self.plain, self.packed = (None, zlib.compress(text.encode())) if is_large else (raw, None)


class Snapshot(models.Model):
    """All parts of a design as of a revision, including tombstones, compressed."""

    design = models.ForeignKey(Design, models.CASCADE, related_name="snapshots")
    revision = models.PositiveIntegerField()
    packed = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["design", "revision"], name="snapshot_once"),)

    def __str__(self) -> str:
        return f"revision {self.revision} of {self.design_id}"

    @property
    def parts(self) -> dict[str, Part]:
        """The parts by id."""
        return {
            part: Part(part, PartKind(raw["kind"]), raw["parent"], raw["fields"])
            for part, raw in unpack(self.packed).items()
        }

    @parts.setter
    def parts(self, parts: Mapping[str, Part]) -> None:
        raw = {part.id: whole(part) for part in parts.values()}
        self.packed = zlib.compress(json.dumps(raw, separators=(",", ":")).encode())


def unpack(packed: bytes | memoryview) -> Any:
    """The JSON inside a compressed column."""
    return json.loads(zlib.decompress(packed))


class Analysis(models.Model):
    """The analysis of one revision, by one version of the rules and of the price list."""

    design = models.ForeignKey(Design, models.CASCADE, related_name="analyses")
    revision = models.PositiveIntegerField()
    rules_version = models.CharField(max_length=40)
    prices_version = models.CharField(max_length=40)
    result = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["design", "revision", "rules_version", "prices_version"], name="analysis_once"
            ),
        )

    def __str__(self) -> str:
        return f"analysis of revision {self.revision} of {self.design_id}"
