"""Input and output of the API for a design's history: changes, versions, comparisons, branches, the trash."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from exporter.api.serializers import FileSerializer, LossSerializer, Text, Whole
from exporter.targets.migration.ordered import ORDERED
from modeler.core.migration import ChangeEffect
from modeler.history.versions import NAME_MAX

REVISION_MAX = 999_999_999


class ChangesAskedSerializer(serializers.Serializer[Any]):
    """Where a page of changes begins."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`from` is a Python keyword, so it cannot be an attribute."""
        return {
            "from": serializers.IntegerField(
                min_value=1, max_value=REVISION_MAX, required=False, help_text="The newest revision that is listed"
            )
        }


class ChangeSerializer(serializers.Serializer[Any]):
    """One change: the revision that it created, how it came about, and what it did as text."""

    revision = serializers.IntegerField()
    kind = serializers.CharField()
    label: Any = serializers.CharField()
    by = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    versions = serializers.ListField(child=serializers.CharField())


class ChangesSerializer(serializers.Serializer[Any]):
    """A page of changes; `older` is the revision that the next one begins at."""

    changes = ChangeSerializer(many=True)
    older = serializers.IntegerField(allow_null=True)


class VersionSerializer(serializers.Serializer[Any]):
    """A name of a revision."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    revision = serializers.IntegerField()
    at = serializers.DateTimeField()


class VersionNameSerializer(serializers.Serializer[Any]):
    """A name for a version."""

    name = Text(min_length=1, max_length=NAME_MAX)


class NewVersionSerializer(VersionNameSerializer):
    """A revision to name: the newest if none is given."""

    revision = Whole(min_value=1, max_value=REVISION_MAX, required=False)


class CompareAskedSerializer(serializers.Serializer[Any]):
    """Two sides: `before` of this design, or of `other`, and `after` of this design."""

    before = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=80,
        help_text="A revision or a version; '' is the current state",
    )
    after = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=80,
        help_text="A revision or a version; '' is the current state",
    )
    other = serializers.UUIDField(
        required=False, help_text="The design that `before` belongs to, if it is a different one"
    )


class OrderedAskedSerializer(CompareAskedSerializer):
    """Two sides, and the targets; none: all that have ordered templates."""

    target = serializers.MultipleChoiceField(choices=ORDERED, required=False, help_text="Can be repeated")


class OrderedSerializer(serializers.Serializer[Any]):
    """The templates of each deployment, in a folder per target and deployment, and README.md."""

    files = FileSerializer(many=True)
    report = LossSerializer(many=True)


class SideSerializer(serializers.Serializer[Any]):
    """One side of a comparison."""

    design = serializers.UUIDField()
    name = serializers.CharField()
    revision = serializers.IntegerField()
    versions = serializers.ListField(child=serializers.CharField())


class DifferenceSerializer(serializers.Serializer[Any]):
    """One difference to DynamoDB. `fates` are shares of stored items by what happens to them; 0 if a
    share is not known.
    """

    what = serializers.CharField()
    path = serializers.CharField()
    message = serializers.CharField()
    part = serializers.CharField(allow_blank=True)
    table = serializers.CharField(allow_blank=True)
    index = serializers.CharField(allow_blank=True)
    entity = serializers.CharField(allow_blank=True)
    setting = serializers.CharField(allow_blank=True)
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    fates = serializers.JSONField()
    code = serializers.CharField(help_text="The kind of change, such as change.index_removed")
    effect = serializers.ChoiceField([one.value for one in ChangeEffect], help_text="What the change does")
    title = serializers.CharField()
    fingerprint = serializers.CharField(help_text="Stays the same while names and values change")
    page = serializers.CharField(help_text="The page of the code on the documentation site")


class ToldSerializer(serializers.Serializer[Any]):
    """One line of what differs, as text."""

    part = serializers.CharField()
    kind = serializers.CharField()
    title = serializers.CharField()
    verb = serializers.CharField()
    field = serializers.CharField(allow_blank=True)
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    sentence = serializers.CharField()


class SumSerializer(serializers.Serializer[Any]):
    """One figure on both sides, as text; null if a side has none."""

    what = serializers.CharField()
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)
    change = serializers.CharField(allow_null=True)


class SampleMovesSerializer(serializers.Serializer[Any]):
    """Sample items of an entity that get another key in a table or index (moves), enter it or leave it."""

    entity = serializers.CharField()
    place = serializers.CharField(help_text="The table or index")
    moving = serializers.ChoiceField(("moves", "enters", "leaves"))
    count = serializers.IntegerField(help_text="How many of the compared sample items")
    compared = serializers.IntegerField(help_text="Sample items of the entity that both sides have")
    samples = serializers.JSONField(
        help_text="The first three: key values before and after by the names of key attributes; null if not there"
    )


class ComparisonSerializer(serializers.Serializer[Any]):
    """What differs between two sides, and what it means.

    `uncounted` says what the cost of a side does not include, so that it is a lower bound. `pattern_units` (per call)
    and `pattern_dollars` (per month) are those of access patterns whose figures differ.
    `moving` are sample items that get another key, enter an index or leave one.
    `appearing` and `going` are findings of one side only, `at_once` those of deploying the `after` side in one step,
    `steps` the migration plan, and `of_plan` its findings.
    """

    before = SideSerializer()
    after = SideSerializer()
    differences = DifferenceSerializer(many=True)
    words = ToldSerializer(many=True)
    appearing = serializers.JSONField()
    going = serializers.JSONField()
    staying = serializers.IntegerField()
    cost = SumSerializer(many=True)
    uncounted = serializers.ListField(child=serializers.CharField())
    capacity = SumSerializer(many=True)
    pattern_units = SumSerializer(many=True)
    pattern_dollars = SumSerializer(many=True)
    moving = SampleMovesSerializer(many=True)
    at_once = serializers.JSONField()
    steps = serializers.JSONField()
    of_plan = serializers.JSONField()


class BranchSerializer(serializers.Serializer[Any]):
    """A design to create from another: from the current state unless a revision is given; in the same
    workspace unless one is given.
    """

    revision = Whole(min_value=1, max_value=REVISION_MAX, required=False)
    name = Text(min_length=1, max_length=255, required=False)
    workspace = serializers.UUIDField(required=False)


class RemovedSerializer(serializers.Serializer[Any]):
    """A design in the trash."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    workspace = serializers.UUIDField(source="workspace_id")
    revision = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
