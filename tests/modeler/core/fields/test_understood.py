"""What counts as understood is what the typed settings use; anything else is as if absent."""

import dataclasses
from collections.abc import Mapping

import pytest

from exporter.importers import Level, import_text
from modeler.core.design.design_settings import read_design_settings
from modeler.core.design.pattern_facts import read_facts
from modeler.core.design.table_settings import read_table_settings
from modeler.core.documents.reading import dump, from_document, load
from modeler.core.fields.misreading import misread
from modeler.core.fields.open_shapes import Open
from modeler.core.fields.settings import DESIGN_SETTINGS, TABLE_SETTINGS
from modeler.core.fields.table import PATTERN

READERS = (
    ("design", DESIGN_SETTINGS, read_design_settings),
    ("table", TABLE_SETTINGS, read_table_settings),
    ("pattern", PATTERN, read_facts),
)
VALUES = (
    True, False, 0, 0.25, 1, 7, 30, -1, 1e300, "x", "yes", "0.5", "POOL", "silo ", "diurnal", "STRONG", "lambda",
    "cosine", "keys", "localstack", "desc", "count", "up", ["a"], ["a", 3], [1] * 24, [0] * 24, [1] * 168, [1] * 5,
    "on-demand", "standard", {"a": 1}, [{"a": 1}],
    {"shape": "flat"}, {"hours": [2] * 24}, [["descending"]],
)  # fmt: skip
# What its object needs to be understood at all.
BESIDE = {
    "tenant": {"attribute": "t"},
    "skew": {"zipf": 1.1},
    "follows": {"code": "A1"},
    "traffic": {"hours": [2] * 24},
}
# Rules, the bill and the synthesis read these from the document where they need them.
READ_LATER = {
    "ops.existing_alarms", "ops.previous_peak.read", "ops.previous_peak.write", "ops.retention_owner", "gsi_quota",
    "ops.switches_per_day.mode", "ops.switches_per_day.class", "ops.switches_per_day.ttl", "ops.reserved.read",
    "ops.reserved.write", "ops.backups_kept", "prices", "intent.returns.of",
    "intent.returns.group_by", "intent.returns.period", "intent.ranked_by.what", "intent.ranked_by.of",
    "intent.related.entity", "intent.related.given", "intent.related.via", "intent.page", "intent.eventual",
    "intent.unique", "intent.bounds.values",
}  # fmt: skip


def leaves(shape, path=()):
    """Each open value, with the names that lead to it (None: a place in a list)."""
    path = (*path, None) if shape.is_list else path
    for name, member in shape.members.items():
        yield from leaves(member, (*path, name))
    if shape.accepted is not None or not shape.members:
        yield path, shape


LEAVES = [
    pytest.param(read, path, shape, id=f"{owner}-{'.'.join(name for name in path if name)}")
    for owner, fields, read in READERS
    for field in fields
    if isinstance(field.shape, Open)
    for path, shape in leaves(field.shape, (field.name,))
]


def beside(path):
    """The other members that an object needs. Hours count before a shape."""
    needed = BESIDE.get(path[0], {}) if len(path) > 1 else {}
    return {} if path[-1] in needed or path[-1] == "shape" else needed


def built(path, value):
    """Settings with one value at a path."""
    made = value
    for place, name in reversed(list(enumerate(path))):
        made = [made] if name is None else {**(beside(path) if place else {}), name: made}
    return made


def without(path):
    """The same settings without the value."""
    return built(path[:-1], beside(path)) if len(path) > 1 and path[-1] is not None else {}


def typed(read, raw):
    """The typed settings as plain values, without copies of the document."""
    return plain(read(raw))


def plain(value):
    if dataclasses.is_dataclass(value):
        held = {one.name: plain(getattr(value, one.name)) for one in dataclasses.fields(value)}
        return {name: one for name, one in held.items() if name not in ("raw", "raw_roles", "prices")}
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize(("read", "path", "shape"), LEAVES)
def test_what_is_reported_as_ignored_has_no_effect(read, path, shape):
    absent = typed(read, without(path))
    for value in VALUES:
        if any(misread(shape, value)) and not isinstance(value, list):
            assert typed(read, built(path, value)) == absent, value


@pytest.mark.parametrize(("read", "path", "shape"), LEAVES)
def test_an_accepted_value_has_an_effect(read, path, shape):
    if ".".join(name for name in path if name) in READ_LATER:
        return
    absent = typed(read, without(path))
    accepted = [value for value in VALUES if shape.accepted is None or shape.accepted.accepts(value)]
    assert any(typed(read, built(path, value)) != absent for value in accepted)


def test_what_is_read_later_is_declared():
    assert {".".join(name for name in one.values[1] if name) for one in LEAVES} >= READ_LATER


def test_a_correction_is_accepted():
    for one in LEAVES:
        shape = one.values[2]
        for value in VALUES:
            for found in misread(shape, value):
                if found.meant is not None:
                    assert not list(misread(shape, found.corrected(value)))


DOCUMENT = {
    "keysheet": 1,
    "name": "Shop",
    "settings": {"live": "yes", "team": "red"},
    "tables": [{"name": "main", "partition_key": [{"name": "PK"}], "settings": {"live": 1, "stage": {"is": "dev"}}}],
    "access_patterns": [
        {
            "code": "A1",
            "operation": "BatchGetItem",
            "table": "main",
            "intent": {"top": "ten"},
            "steps": [{"operation": "GetItem", "skew": {"hottest": 3}}],
        }
    ],
}


def test_an_import_reports_each_value_once_and_keeps_it():
    imported = import_text(dump(from_document(DOCUMENT)).encode())
    lines = {line.path: line.message for line in imported.report if line.level is Level.NOTE}
    assert lines == {
        path: f"{message}; it is kept and exported"
        for path, message in {
            "settings.live": 'settings.live of Shop is ignored: "yes" is not true or false',
            "tables.main.settings.live": "settings.live of main is ignored: 1 is not true or false",
            "patterns.A1.intent.top": 'intent.top of A1 is ignored: "ten" is not a number of at least 0',
            "patterns.A1.steps[0].skew.hottest": "skew.hottest of A1 GetItem is ignored: 3 is not a number from 0 to 1",
        }.items()
    }
    assert len(imported.report) == len(lines)
    assert isinstance(imported.design.settings, Mapping)
    assert load(dump(imported.design)).settings == {"live": "yes", "team": "red"}
