"""Branches: designs that began as a copy of another design's revision and are merged back into it; their approvals."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.models.designs import Design


class Branch(models.Model):
    """`design` is the branch, `main` its main line. `began_revision` is the revision of the main line from which it was
    created. `updates` are its updates from the main line, oldest first: ``[revision of the branch, revision of the
    main line]``, the first 0 if the update changed nothing.

    `choices` are the sides chosen in conflicts (`modeler.branches.review.Choice`): each counts for the values that the
    person saw. `merged_revision` is the revision of the main line that merged the branch; if that
    change is undone, the branch is open again. `overridden` is the reason of an owner who merged it despite blockers.
    """

    design = models.OneToOneField(Design, models.CASCADE, related_name="branch")
    main = models.ForeignKey(Design, models.CASCADE, related_name="branches")
    began_revision = models.PositiveIntegerField()
    updates = models.JSONField(default=list)
    choices = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    merged_revision = models.PositiveIntegerField(null=True, blank=True)
    merged_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    merged_at = models.DateTimeField(null=True, blank=True)
    overridden = models.CharField(max_length=500, blank=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"branch {self.design_id} of {self.main_id}"


class Approval(models.Model):
    """One person's approval of one revision of a branch, merged into a revision of the main line.

    `merge` is what the person saw of the merge (`modeler.branches.reviewed_merge`). An edit of the branch makes the
    approval stale, and a main line with which the merge brings something else; approvals without `merge` are older, and
    stale once the main line has changed: it is not known what they approved.
    """

    branch = models.ForeignKey(Branch, models.CASCADE, related_name="approvals")
    revision = models.PositiveIntegerField()
    # With a value of the database: processes of the release before insert neither column.
    main_revision = models.PositiveIntegerField(default=0, db_default=0)
    merge = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["branch", "by"], name="approval_once"),)

    def __str__(self) -> str:
        return f"approval of revision {self.revision} by {self.by_id}"
