"""Whatever stands in Terraform's files, it gives a design or a sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.importers import import_text
from exporter.importers.terraform.importer import read_terraform
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.terraform.test_terraform_import import HEAD, PLAN, table
from tests.exporter.importers.test_round_trips import module
from tests.exporter.targets.designs.all_designs import everything

pytestmark = pytest.mark.slow

PIECES = st.sampled_from([
    "var.env", "local.tags", "local.prefix", '"a"', "1", "-1", "2.5", "null", "true", "[", "]", "{", "}", "(", ")", ",",
    " = ", " : ", " ? ", " + ", "==", "!", "&&", "${", "%{", '"', "<<A\n", "A\n", "join(", "format(", "merge(", "file(",
    "for x in ", ".*", "[*]", "[0]", ".name",
    "aws_dynamodb_table.orders.name", "each.key", "\n", "# x\n", "/*", "*/", "=>",
    "...", "\\", "\u202e", "ü", "jsonencode(", "lookup(", "element(", "values(", "distinct(", "tonumber(",
])  # fmt: skip


def outcome(text: str) -> None:
    try:
        read_terraform(text)
    except DocumentInvalid as error:
        assert error.message


@given(expression=st.lists(PIECES, max_size=12).map("".join), where=st.sampled_from(["name", "tags", "count", "ttl"]))
@settings(max_examples=500, deadline=None)
def test_any_expression_gives_a_design_or_a_sentence(expression, where):
    text = table("", expression) if where == "name" else table(f"{where} = {expression}")
    outcome(HEAD + text)


CALLS = st.recursive(
    st.sampled_from(["var.env", "local.tags", '"a"', "1", "null", "true", "[]", "{}", "local.prefix", "var.sizes"]),
    lambda inner: st.one_of(
        st.builds(
            lambda name, arguments: f"{name}({', '.join(arguments)})",
            st.sampled_from(["join", "format", "merge", "concat", "coalesce", "lookup", "element", "jsonencode",
                             "tonumber",
                             "replace", "lower", "length", "keys", "values", "toset", "tomap", "distinct", "try"]),
            st.lists(inner, max_size=3),
        ),
        st.lists(inner, max_size=3).map(lambda listed: f"[{', '.join(listed)}]"),
        inner.map(lambda one: f"{{ a = {one} }}"),
        inner.map(lambda one: f'"x${{{one}}}"'),
        inner.map(lambda one: f"({one})"),
        st.tuples(inner, inner, inner).map(lambda three: "{} ? {} : {}".format(*three)),
    ),
    max_leaves=8,
)  # fmt: skip


@given(
    expression=CALLS, where=st.sampled_from(["name", "tags", "hash_key", "attribute", "stream_view_type", "for_each"])
)
@settings(max_examples=300, deadline=None)
def test_any_call_gives_a_design_or_a_sentence(expression, where):
    text = table("", expression) if where == "name" else table(f"{where} = {expression}")
    outcome(HEAD + text)


@given(expression=CALLS)
@settings(max_examples=60, deadline=None)
def test_any_dynamic_block_gives_a_design_or_a_sentence(expression):
    content = "content {\n name = attribute.value\n type = attribute.value.x\n }"
    outcome(HEAD + table(f'dynamic "attribute" {{\n for_each = {expression}\n {content}\n }}'))


WRITTEN = module(everything())


@given(
    cut=st.integers(0, len(WRITTEN)),
    taken=st.integers(0, 30),
    put=st.sampled_from(["", "{", "}", '"', "\n", "${", "<<A\n"]),
)
@settings(max_examples=80, deadline=None)
def test_files_that_were_cut_give_a_design_or_a_sentence(cut, taken, put):
    outcome(WRITTEN[:cut] + put + WRITTEN[cut + taken :])


VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-2, 99), st.floats(0, 9), st.sampled_from(["PK", "S", "", "ALL", "x"])
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "type", "enabled", "hash_key", "region_name"]), inner, max_size=3)
    ),
    max_leaves=6,
)
ARGUMENTS = st.sampled_from([
    "name", "hash_key", "range_key", "billing_mode", "read_capacity", "attribute", "global_secondary_index", "tags",
    "local_secondary_index", "ttl", "point_in_time_recovery", "server_side_encryption", "replica", "stream_view_type",
    "on_demand_throughput", "warm_throughput", "table_class", "deletion_protection_enabled", "global_table_witness",
])  # fmt: skip


@given(values=st.dictionaries(ARGUMENTS, VALUES, max_size=6))
@settings(max_examples=300, deadline=None)
def test_any_values_of_a_plan_give_a_design_or_a_sentence(values):
    resource = {"address": "aws_dynamodb_table.a", "type": "aws_dynamodb_table", "values": values}
    shown = {**PLAN, "planned_values": {"root_module": {"resources": [resource]}}}
    try:
        import_text(json.dumps(shown).encode())
    except DocumentInvalid as error:
        assert error.message
