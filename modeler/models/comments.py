"""Comments: rows outside the design document, so that a comment creates no revision and an edit changes no comment."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from modeler.models.designs import Design


class Thread(models.Model):
    """A thread at one place of a design. `part` is a part's id ('' is the design itself) and `field` one of its fields;
    with `rule`, it is about a finding, and `path` is the finding's place. `kind` and `label` describe the place when
    the last comment was written; they are shown if the part was removed.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    design = models.ForeignKey(Design, models.CASCADE, related_name="threads")
    part = models.CharField(max_length=64, blank=True)
    field = models.CharField(max_length=300, blank=True)
    rule = models.CharField(max_length=80, blank=True)
    path = models.CharField(max_length=400, blank=True)
    kind = models.CharField(max_length=20)
    label = models.CharField(max_length=300)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        indexes = (models.Index(fields=["design", "-changed_at"], name="thread_newest"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.label}"


class Comment(models.Model):
    """One comment of one person. A deleted comment has no text; it stays in the thread while it has replies. `key`
    prevents a comment that is sent twice from being stored twice.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    thread = models.ForeignKey(Thread, models.CASCADE, related_name="comments")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    mentions = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+")
    key = models.UUIDField(null=True)

    class Meta:
        ordering = ("at", "id")
        constraints = (models.UniqueConstraint(fields=["by", "key"], name="comment_key_once"),)

    def __str__(self) -> str:
        return f"{self.by_id} at {self.at:%Y-%m-%d %H:%M}"


class NoticeKind(models.TextChoices):
    """The reason for a notice; the label is what comes after the name of the person who caused it."""

    MENTION = "mention", "mentioned you on"
    ANSWER = "answer", "replied on"
    COMMENT = "comment", "commented on your branch:"
    REVIEW = "review", "asks for your review of the branch"
    APPROVED = "approved", "approved the branch"
    MERGED = "merged", "merged the branch"


class Notice(models.Model):
    """A notice about a comment (it mentions a person, replies where the person wrote, or is on the person's branch), or
    about a step of a branch (`branch`): a review is requested, it is approved, it is merged. `by` took that step.
    `mailed_at` is when an email was sent.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    comment = models.ForeignKey(Comment, models.CASCADE, null=True, related_name="notices")
    branch = models.ForeignKey("modeler.Branch", models.CASCADE, null=True, related_name="notices")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=8, choices=NoticeKind)
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "comment"], name="notice_once"),
            models.CheckConstraint(
                name="notice_of_a_comment_or_a_branch",
                condition=models.Q(comment__isnull=False, branch=None) | models.Q(comment=None, branch__isnull=False),
            ),
        )
        indexes = (models.Index(fields=["user", "-at"], name="notice_newest"),)

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"
