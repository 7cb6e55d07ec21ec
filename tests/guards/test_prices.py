"""A price is input: it stands in modeler/core/data/prices.json with its source, and nowhere in code or on a page."""

import ast
import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from tests.guards.tree import PRODUCT, files, nodes, text

LIST: Final = "modeler/core/data/prices.json"
DOLLARS: Final = re.compile(r"\$\s?\d|\bUSD\s?\d|\d\s?USD\b")
FRACTION: Final = re.compile(r"\d[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?")
DIGITS_MIN: Final = 3
"""Fewer digits say nothing: 0.25 is a price, and a quarter of anything."""


def numbers(value: Any) -> set[Decimal]:
    """Every fraction in the price list that is long enough to be known again."""
    match value:
        case dict():
            return set().union(*map(numbers, value.values()))
        case list():
            return set().union(*map(numbers, value))
        case Decimal() if value % 1 and len(value.normalize().as_tuple().digits) >= DIGITS_MIN:
            return {value.normalize()}
    return set()


def prices() -> set[Decimal]:
    return numbers(json.loads(text(LIST), parse_float=Decimal))


def as_number(constant: Any) -> Decimal | None:
    if isinstance(constant, bool) or not isinstance(constant, int | float | str):
        return None
    try:
        return Decimal(str(constant)).normalize()
    except InvalidOperation:
        return None


def constants(path: str) -> list[tuple[int, Any]]:
    return [(node.lineno, node.value) for node in nodes(path, ast.Constant)]


def test_the_price_list_is_read():
    assert Decimal("0.625") in prices()


def test_no_price_is_written_in_code():
    listed = prices()
    written = [
        f"{path}:{line} {value!r}"
        for path in files(".py", under=PRODUCT)
        # Only files with such a number are parsed, in code or not.
        if any(as_number(one.replace("_", "")) in listed for one in set(FRACTION.findall(text(path))))
        for line, value in constants(path)
        if as_number(value) in listed
    ]
    assert written == []


# What is said of an amount that is not nothing, and of how amounts look: sums, not prices.
SHOWN: Final = {"designer/templatetags/keysheet.py", "modeler/wording/numbers.py"}


def test_no_sum_of_money_is_written_in_a_sentence():
    in_code = [
        f"{path}:{line} {value!r}"
        for path in files(".py", under=PRODUCT)
        if path not in SHOWN and DOLLARS.search(text(path))
        for line, value in constants(path)
        if isinstance(value, str) and DOLLARS.search(value)
    ]
    on_pages = [path for path in files(".html", ".js", under=("templates/", "static/")) if DOLLARS.search(text(path))]
    assert in_code + on_pages == []
