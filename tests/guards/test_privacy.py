"""Nothing that is committed names a path of somebody's machine, a private host, or a person."""

import re
from functools import cache
from typing import Final

from tests.guards.tree import ROOT, known, text

PATHS: Final = re.compile(r"(?<![\w.$}])/(?:home|Users|root|work|mnt|builds)/[\w.-]+|[A-Z]:\\\\Users\\\\")
PRIVATE: Final = re.compile(
    r"\b(?:10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+)\b"
    r"|(?:https?:|@|://)(?://)?[\w-]+(?:\.[\w-]+)*\.(?:internal|intranet|corp|lan|local)\b"
)
ADDRESS: Final = re.compile(r"\b[\w.+-]+@([\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,})\b")
NOBODYS: Final = re.compile(r"(?i)(?:^|\.)example(?:\.com|\.org|\.net)?$|^localhost|\.(?:invalid|test)$|^localdomain")
SECRETS: Final = re.compile(r"\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----|\bgh[pousr]_\w{30,}")
HERE: Final = "tests/guards/test_privacy.py"


@cache
def texts() -> dict[str, str]:
    """Every text file; lock files hold package names only."""
    skipped = (HERE, ".lock", "-lock.json")
    paths = [path for path in known() if not path.endswith(skipped)]
    return {path: text(path) for path in paths if b"\0" not in (ROOT / path).read_bytes()[:8192]}


def matches(pattern: re.Pattern[str]) -> list[tuple[str, re.Match[str]]]:
    """Every match with its file and line."""
    return [
        (f"{path}:{content.count('\n', 0, found.start()) + 1}", found)
        for path, content in texts().items()
        for found in pattern.finditer(content)
    ]


def hits(pattern: re.Pattern[str]) -> list[str]:
    return [f"{where} {found.group()}" for where, found in matches(pattern)]


def test_no_path_of_a_machine_is_named():
    assert hits(PATHS) == []


def test_no_private_host_is_named():
    """Tests of what a server must never be sent to name private ranges, and a name that every cloud guest knows."""
    in_tests = re.compile(r"tests/\S+ [\d.]+$|metadata\.google\.internal$")
    assert [hit for hit in hits(PRIVATE) if not in_tests.search(hit)] == []


def test_no_secret_is_committed():
    assert hits(SECRETS) == []


def test_an_address_is_nobodys():
    real = [f"{where} {found.group()}" for where, found in matches(ADDRESS) if not NOBODYS.search(found.group(1))]
    assert real == []
