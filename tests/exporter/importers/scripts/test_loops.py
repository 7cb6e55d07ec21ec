"""Loops over constants in sources of the AWS CDK: each turn makes its own index or table."""

from __future__ import annotations

import pytest

from exporter.importers import Imported, import_text

HEAD = """import { Table, AttributeType as T } from 'aws-cdk-lib/aws-dynamodb';
const t = new Table(this, 'Members', { partitionKey: { name: 'pk', type: T.STRING } });
const N = 2;
"""
ADD = "t.addGlobalSecondaryIndex({ indexName: `gsi${n}`, partitionKey: { name: `gsi${n}pk`, type: T.STRING } });"


def _typescript(body: str) -> Imported:
    return import_text((HEAD + body).encode(), "stack.ts")


def _python(body: str) -> Imported:
    return import_text(
        f"""from aws_cdk import aws_dynamodb as d
COUNT = 2
S = d.AttributeType.STRING
class Data:
    def __init__(self):
        self.table = d.Table(self, "Members", partition_key=d.Attribute(name="pk", type=S))
{body}
""".encode(),
        "stack.py",
    )


def _names(made: Imported) -> list[tuple[str, str]]:
    return [(one.name, one.partition_key[0].name) for one in made.design.tables[0].indexes]


@pytest.mark.parametrize(
    "body",
    [
        f"for (const n of [1, 2]) {{ {ADD} }}",
        f"for (let n = 1; n <= N; n++) {{ {ADD} }}",
        f"for (let n = 1; n < N + 1; ++n) {ADD}",
        f"[1, 2].forEach((n) => {{ {ADD} }});",
        f"[1, 2].forEach(function (n) {{ {ADD} }});",
        f"for (const [n, other] of Object.entries({{ 1: 'a', 2: 'b' }})) {{ {ADD} }}",
        f"for (const {{ n }} of [{{ n: 1 }}, {{ n: 2 }}]) {{ {ADD} }}",
        f"const all = [1, 2]; all.map(n => {ADD.removesuffix(';')});",
    ],
)
def test_loops_in_typescript(body):
    assert _names(_typescript(body)) == [("gsi1", "gsi1pk"), ("gsi2", "gsi2pk")]


@pytest.mark.parametrize("head", ["for (const n of names()) {", "for (let n = first(); n < 3; n++) {"])
def test_a_loop_over_what_is_not_in_the_file_is_reported(head):
    made = _typescript(f"{head} {ADD} }}")
    assert [str(one.level) for one in made.report if "partitionKey" in one.path] == ["guessed"]


def test_nested_loops_end():
    loops = "for (const a of [1,2,3,4,5,6,7,8,9]) " * 12
    assert len(_typescript(f"{loops} {{ log(a); }}").design.tables) == 1


@pytest.mark.parametrize(
    "head",
    [
        "for n in range(1, COUNT + 1):",
        "for n in (1, 2):",
        "for n, other in [(1, 'a'), (2, 'b')]:",
        "for n, other in {1: 'a', 2: 'b'}.items():",
    ],
)
def test_loops_in_python(head):
    made = _python(
        f"""        {head}
            self.table.add_global_secondary_index(index_name=f"gsi{{n}}",
                projection_type=d.ProjectionType.KEYS_ONLY if n == 2 else d.ProjectionType.ALL,
                partition_key=d.Attribute(name=f"gsi{{n}}pk", type=S))"""
    )
    assert _names(made) == [("gsi1", "gsi1pk"), ("gsi2", "gsi2pk")]
    if "'a'), " not in head and "items" not in head:
        assert [str(one.projection.type) for one in made.design.tables[0].indexes] == ["ALL", "KEYS_ONLY"]


def test_the_target_of_auto_scaling_is_read_through_a_name():
    made = _typescript(
        """const s = t.autoScaleReadCapacity({ minCapacity: 5, maxCapacity: 90 });
        s.scaleOnUtilization({ targetUtilizationPercent: 55 });
        t.autoScaleWriteCapacity({ minCapacity: 1, maxCapacity: 9 })
          .scaleOnUtilization({ targetUtilizationPercent: 40 });
        t.addGlobalSecondaryIndex({ indexName: 'g', partitionKey: { name: 'g', type: T.STRING } });
        t.autoScaleGlobalSecondaryIndexReadCapacity('g', { minCapacity: 2, maxCapacity: 8 })
          .scaleOnUtilization({ targetUtilizationPercent: 50 });"""
    )
    (table,) = made.design.tables
    assert table.settings["auto_scaling"] == {
        "read": {"target": 55, "min": 5, "max": 90}, "write": {"target": 40, "min": 1, "max": 9},
    }  # fmt: skip
    assert table.indexes[0].capacity.settings["auto_scaling"] == {"read": {"target": 50, "min": 2, "max": 8}}
    assert not [one for one in made.report if "scale" in one.path.lower()]


def test_the_target_of_auto_scaling_in_python():
    made = _python(
        """        scaling = self.table.auto_scale_read_capacity(min_capacity=5, max_capacity=90)
        scaling.scale_on_utilization(target_utilization_percent=55)
        self.table.auto_scale_write_capacity(min_capacity=1, max_capacity=9).scale_on_utilization(
            target_utilization_percent=40)"""
    )
    assert made.design.tables[0].settings["auto_scaling"] == {
        "read": {"target": 55, "min": 5, "max": 90}, "write": {"target": 40, "min": 1, "max": 9},
    }  # fmt: skip
