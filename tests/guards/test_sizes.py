"""No file, function, view or folder grows beyond what is read at one sitting.

What was longer when this guard came is listed with its size then: it may shrink, and leaves the list when it fits.
"""

from collections import Counter
from functools import cache
from pathlib import PurePosixPath
from typing import Final

from tests.guards.tree import files, functions, may_have_longer, text

FILE: Final = 400
CORE_FILE: Final = 300
FUNCTION: Final = 40
VIEW: Final = 25
FOLDER: Final = 25
LONG_FILES: Final[dict[str, int]] = {}
LONG_FUNCTIONS: Final[dict[str, int]] = {
    # A document is one literal: cut in two it would be harder to read, not easier.
    "tests/factories/documents.py::small_document": 48,
    "tests/modeler/core/strategies.py::design_documents": 45,
}


def most_lines(path: str) -> int:
    return CORE_FILE if path.startswith("modeler/core/") else FILE


@cache
def lines_of_files() -> dict[str, int]:
    return {path: len(text(path).splitlines()) for path in files(".py", ".js", ".css", ".html")}


@cache
def lines_of_functions() -> dict[str, tuple[int, int]]:
    """Lines and the most that are allowed, by path and name, in files where one may have more; of two with one name
    the longer.
    """
    found: dict[str, tuple[int, int]] = {}
    for path in files(".py"):
        most = VIEW if path.startswith(("designer/views/", "exporter/api/views/")) else FUNCTION
        if not may_have_longer(text(path), most):
            continue
        for name, _, lines in functions(path):
            key = f"{path}::{name}"
            found[key] = max(found.get(key, (0, 0)), (lines, most))
    return found


def test_no_file_is_too_long():
    long = {path: n for path, n in lines_of_files().items() if n > LONG_FILES.get(path, most_lines(path))}
    assert long == {}, "split by noun"


def test_no_folder_has_too_many_files():
    code = files(".py", ".js", ".css", ".html")
    counts = Counter(str(PurePosixPath(path).parent) for path in code if not path.startswith("tests/golden/"))
    assert {folder: n for folder, n in counts.items() if n > FOLDER} == {}, "sort them into folders by their subject"


def test_no_function_is_too_long():
    long = {key: n for key, (n, most) in lines_of_functions().items() if n > LONG_FUNCTIONS.get(key, most)}
    assert long == {}


def test_what_fits_by_now_is_no_exception_any_more():
    of_files, of_functions = lines_of_files(), lines_of_functions()
    fit = [path for path in LONG_FILES if of_files.get(path, 0) <= most_lines(path)]
    fit += [key for key in LONG_FUNCTIONS if of_functions.get(key, (0, 0))[0] <= of_functions.get(key, (0, 0))[1]]
    assert fit == [], "take it off the list"


def test_no_exception_grows():
    of_files, of_functions = lines_of_files(), lines_of_functions()
    now = {key: of_files[key] for key in LONG_FILES} | {key: of_functions[key][0] for key in LONG_FUNCTIONS}
    assert {key: n for key, n in now.items() if n < {**LONG_FILES, **LONG_FUNCTIONS}[key]} == {}, (
        "write the smaller size"
    )


def test_a_file_that_may_have_a_longer_function_is_parsed():
    short, long = "def one():\n    return 1\n", "def one():\n" + "    pass\n" * 3
    assert may_have_longer(long, 3) and not may_have_longer(long, 4)
    assert may_have_longer(short + long, 3) and not may_have_longer(f"{short}\n{short}", 3)
    assert may_have_longer("class A:\n    async def one(self):\n" + "        pass\n" * 3 + short, 3)
    assert may_have_longer('def one():\n    return """\ndef two(): ...\n"""\n', 3), "where it ends cannot be seen"
