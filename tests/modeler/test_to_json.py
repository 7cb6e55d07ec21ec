"""Values of the core as JSON that Postgres keeps."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

import pytest

from modeler.to_json import to_json


class Size(StrEnum):
    SMALL = "small"


@dataclass(frozen=True)
class Shape:
    name: str
    parts: tuple["Shape", ...] = ()


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Decimal("1E+3"), "1000"),
        (Decimal("0.10"), "0.1"),
        ({Size.SMALL: [1, 2.5, None, True]}, {"small": [1, 2.5, None, True]}),
        (frozenset({"b", "a"}), ["a", "b"]),
        (Shape("a", (Shape("b"),)), {"name": "a", "parts": [{"name": "b", "parts": []}]}),
        ("a\0b", "a\ufffdb"),
        ("\ud800é", "\ufffdé"),
    ],
)
def test_values_are_written_field_by_field(value, written):
    assert to_json(value) == written
    assert type(to_json(value)) is type(written)


@pytest.mark.parametrize("value", [object(), Shape, b"bytes"])
def test_what_has_no_form_is_refused(value):
    with pytest.raises(TypeError, match="cannot be represented in JSON"):
        to_json(value)
