"""Whatever a description holds, it gives a design or a sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.test_described_import import ORDERS, SIBLINGS

pytestmark = pytest.mark.slow

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**20) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*ORDERS, "Key", "AttributeName", "KeyType", "RegionName", "x"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@given(
    changed=st.dictionaries(st.sampled_from(sorted(ORDERS)), VALUES, max_size=4),
    beside=st.dictionaries(st.sampled_from(sorted(SIBLINGS)), VALUES, max_size=3),
    is_list=st.booleans(),
)
@settings(max_examples=500, deadline=None)
def test_any_description_gives_a_design_or_a_sentence(changed, beside, is_list):
    value = {"Table": {**ORDERS, **changed}, **SIBLINGS, **beside}
    try:
        imported = import_text(json.dumps([value] if is_list else value).encode())
    except DocumentInvalid as error:
        assert error.message
    else:
        assert imported.design.tables


@given(value=VALUES)
@settings(max_examples=200, deadline=None)
def test_any_table_gives_a_design_or_a_sentence(value):
    try:
        import_text(json.dumps({"Table": value}).encode())
    except DocumentInvalid as error:
        assert error.message
