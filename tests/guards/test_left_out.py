"""What `make test` leaves to other commands is listed in tests/README.md, so that nobody takes it for tested."""

import re
from typing import Final

from tests.guards.tree import files, text

MARKED: Final = re.compile(r"pytest\.mark\.(?:doors|conformance)\b")


def test_every_module_with_a_mark_is_listed():
    marked = [path for path in files(".py", under=("tests/",)) if MARKED.search(text(path))]
    listed = text("tests/README.md")
    own = {"tests/guards/test_left_out.py", "tests/ground/test_sweeps.py"}
    assert [path for path in marked if path not in own and path.removeprefix("tests/") not in listed] == []
    assert len(marked) > 5
