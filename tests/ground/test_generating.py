"""What a test generates depends on nothing but the test."""

import importlib.util
from string import ascii_lowercase

from hypothesis import given, settings
from hypothesis import strategies as st


def test_examples_are_the_same_whatever_was_imported_before(tmp_path):
    first = examples()
    strange = tmp_path / "strange.py"
    strange.write_text(
        "\n".join(f"{letter} = '{letter} alone', 77{at:03}" for at, letter in enumerate(ascii_lowercase))
    )
    spec = importlib.util.spec_from_file_location("strange", strange)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    assert examples() == first


def examples():
    """What one law is given."""
    given_to_it = []

    @settings(max_examples=300)
    @given(text=st.text(), number=st.integers())
    def law(text, number):
        given_to_it.append((text, number))

    law()
    return given_to_it
