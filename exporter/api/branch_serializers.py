"""Input and output of the API for branches: their state, conflicts, and the steps of a review."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from exporter.api.serializers import Text, Whole
from exporter.api.version_serializers import REVISION_MAX
from modeler.branches.review import Blocker, BranchState
from modeler.branches.services import REASON_MAX
from modeler.core.merging import Side

SIDES = [side.value for side in Side]
STATES = [state.value for state in BranchState]


class BranchListedSerializer(serializers.Serializer[Any]):
    """A branch in a list. `id` is the id of the branch's design."""

    id = serializers.UUIDField(source="design_id")
    name = serializers.CharField(source="design.name")
    began_revision = serializers.IntegerField()
    state = serializers.ChoiceField(STATES)


class MergeConflictSerializer(serializers.Serializer[Any]):
    """A field that both sides changed. The field `removed` is the part itself: one side removed it."""

    part = serializers.CharField()
    field = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    before = serializers.JSONField(allow_null=True)
    main = serializers.JSONField(allow_null=True)
    branch = serializers.JSONField(allow_null=True)
    chosen = serializers.ChoiceField(SIDES, allow_null=True)


class BlockedSerializer(serializers.Serializer[Any]):
    """What blocks the merge, and whether an owner can override it."""

    blocker = serializers.ChoiceField([one.value for one in Blocker])
    message = serializers.CharField()
    can_be_overridden = serializers.BooleanField()


class ServedDifferentlySerializer(serializers.Serializer[Any]):
    """How a pattern is served, as text; null if a side does not have it."""

    pattern = serializers.CharField()
    code = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    served = serializers.BooleanField()
    main = serializers.CharField(allow_null=True)
    branch = serializers.CharField(allow_null=True)
    merged = serializers.CharField()


class ApprovalShownSerializer(serializers.Serializer[Any]):
    """One approval. `stale` says why it no longer counts; it is empty if it does."""

    by = serializers.CharField()
    revision = serializers.IntegerField()
    stale = serializers.CharField(allow_blank=True)


class ReviewSerializer(serializers.Serializer[Any]):
    """The review of a branch: `combined_findings` and `combined_servings` are what neither side had."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    state = serializers.ChoiceField(STATES)
    main_revision = serializers.IntegerField()
    branch_revision = serializers.IntegerField()
    base_revision = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    conflicts = MergeConflictSerializer(many=True)
    combined_findings = serializers.ListField(child=serializers.JSONField())
    combined_servings = ServedDifferentlySerializer(many=True)
    served_differently = ServedDifferentlySerializer(many=True)
    approvals = ApprovalShownSerializer(many=True)
    approvals_needed = serializers.IntegerField()
    approvals_valid = serializers.IntegerField()
    blocked = BlockedSerializer(many=True)


class ChoiceSerializer(serializers.Serializer[Any]):
    """A chosen side for one conflict; for all conflicts with the part `*`. No side takes the choice back."""

    part = Text(min_length=1, max_length=64)
    field = Text(max_length=300, required=False, default="", allow_blank=True)
    side = serializers.ChoiceField(SIDES, required=False)


class MergeSerializer(serializers.Serializer[Any]):
    """The revisions that were reviewed; the merge is refused if a side has changed since. An owner can override what
    blocks it with a reason, which history keeps.
    """

    main_revision = Whole(min_value=1, max_value=REVISION_MAX)
    branch_revision = Whole(min_value=1, max_value=REVISION_MAX)
    reason = Text(max_length=REASON_MAX, required=False, default="", allow_blank=True)


class ArchiveSerializer(serializers.Serializer[Any]):
    """Whether the branch is archived."""

    archived = serializers.BooleanField(default=True)


class ApprovalSerializer(serializers.Serializer[Any]):
    """The revision of the branch that was reviewed."""

    revision = Whole(min_value=1, max_value=REVISION_MAX)


class ReviewerSerializer(serializers.Serializer[Any]):
    """A person who can approve a branch."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class ReviewersSerializer(serializers.Serializer[Any]):
    """The people from whom a review is requested, by their ids."""

    people = serializers.ListField(child=serializers.IntegerField(min_value=1), min_length=1, max_length=100)
