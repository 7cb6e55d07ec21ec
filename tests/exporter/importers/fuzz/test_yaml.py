"""Whatever stands in a YAML file, it is read or refused with a sentence; it gives what YAML's own loader gives."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from exporter.importers.support.yaml_reading import read_yaml
from modeler.core.errors import DocumentInvalid

pytestmark = pytest.mark.slow

PIECES = st.sampled_from(
    ["a", "b: ", ": ", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "&a ", "*a", "!Ref ", "!Sub ", "!!str ",
     "!!python/name:x ", "'", '"', "|\n", ">\n", "# ", "? ", "<<: ", "---\n", "...\n", "%YAML 1.1\n", "\t", "\\", "~",
     "\u2028", "\x85", "\u202e", "\x00", "😀", "@", "`", "1.5", "yes", "!", "!<x>", "&", "*"]
)  # fmt: skip


@given(text=st.lists(PIECES, max_size=30).map("".join))
@settings(max_examples=400, deadline=None)
def test_pieces_of_yaml_are_read_or_refused_with_a_sentence(text):
    try:
        read_yaml(text.encode())
    except DocumentInvalid as error:
        assert error.message


@given(raw=st.binary(max_size=100))
@settings(max_examples=200, deadline=None)
def test_bytes_are_read_or_refused_with_a_sentence(raw):
    try:
        read_yaml(raw)
    except DocumentInvalid as error:
        assert error.message


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(10**9), 10**9), st.floats(-1e6, 1e6), TEXTS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc<& *!:#'\"", max_size=6), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(value=VALUES, flow=st.booleans(), wide=st.booleans())
@settings(max_examples=300, deadline=None)
def test_what_is_dumped_is_read_again(value, flow, wide):
    text = yaml.safe_dump(value, default_flow_style=flow, allow_unicode=wide)
    if text.strip():
        assert read_yaml(text.encode()).value == yaml.safe_load(text)
