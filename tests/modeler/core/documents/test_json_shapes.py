"""The quick answer is never kinder than the slow one."""

from __future__ import annotations

import copy
from typing import Any, Final

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modeler.core.design.parts import Json
from modeler.core.documents.json_shapes import JsonShape
from modeler.core.fields.schema import schema
from tests.fields import full_designs

SHAPE = JsonShape(schema())
ODD: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1.0, 1.5, -0.0, 10**18, 10**30, -(10**400), 1e308, float("inf"), float("nan"), "", "a\n",
    "x" * 300, "é" * 64, "\U0001f600" * 64, "\ud800", "2026-13-45", [], [[]], {}, {"": 0}, {"id": "a b"}, [True, 1],
)  # fmt: skip


def places(value: Json, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place of a document below its top."""
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [one for name, member in members for one in ((*path, name), *places(member, (*path, name)))]


@st.composite
def odd_documents(draw: st.DrawFn) -> Json:
    """Documents of designs in which up to three values are others."""
    document = copy.deepcopy(draw(full_designs()))
    for _ in range(draw(st.integers(0, 3))):
        path = draw(st.sampled_from(places(document)))
        held: Any = document
        for step in path[:-1]:
            held = held[step]
        odd = draw(st.sampled_from(ODD))
        if isinstance(held, dict) and draw(st.booleans()):
            held[draw(st.sampled_from(("name", "x", "", "id")))] = odd
        else:
            held[path[-1]] = odd
    return document


def really_fits(value: Json) -> bool:
    return jsonschema.Draft202012Validator(SHAPE.schema).is_valid(value)


@given(odd_documents())
def test_what_fits_quickly_fits(document):
    assert not SHAPE.fits(document) or really_fits(document)
    assert (SHAPE.error(document) is None) == really_fits(document)


@pytest.mark.parametrize("shape", [one for one in schema()["$defs"].values() if isinstance(one, dict)][:60])
@pytest.mark.parametrize("value", ODD, ids=repr)
def test_an_odd_value_fits_no_part_that_it_would_not_fit(shape, value):
    whole = JsonShape({**shape, "$defs": schema()["$defs"]})
    slow = jsonschema.Draft202012Validator(whole.schema)
    assert not whole.fits(value) or slow.is_valid(value)


def test_what_the_quick_one_cannot_take_is_left_to_the_slow_one():
    text = JsonShape({"type": "string"})
    assert not text.fits("\ud800")
    assert text.error("\ud800") is None


def test_the_error_is_that_of_jsonschema():
    error = JsonShape({"properties": {"a": {"type": "integer"}}}).error({"a": "x"})
    assert error is not None
    assert (error.message, list(error.absolute_path)) == ("'x' is not of type 'integer'", ["a"])
