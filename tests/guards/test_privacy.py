"""Nothing that is committed names a path of somebody's machine, a private host, or a person."""

import re
from functools import cache
from typing import Final

from tests.guards.tree import ROOT, known, text

# A pattern that begins with a letter of its own is found a hundred times faster than one that begins with a border.
PATHS: Final = re.compile(r"/(?<![\w.$}]/)(?:home|Users|root|work|mnt|builds)/[\w.-]+")
PATHS_OF_WINDOWS: Final = re.compile(r":(?<=[A-Z]:)\\\\Users\\\\")
NUMBERS: Final = re.compile(r"1(?<!\w1)(?:0\.\d+\.\d+\.\d+|92\.168\.\d+\.\d+|72\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+)\b")
ENDS: Final = re.compile(r"\.(?:internal|intranet|corp|lan|local)\b")
HOSTS: Final = re.compile(rf"(?:https?:|@|://)(?://)?[\w-]+(?:\.[\w-]+)*{ENDS.pattern}")
ADDRESS: Final = re.compile(r"@(?<=[\w.+-]@)([\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,})\b")
NOBODYS: Final = re.compile(r"(?i)(?:^|\.)example(?:\.com|\.org|\.net)?$|^localhost|\.(?:invalid|test)$|^localdomain")
KEYS: Final = re.compile(r"A(?<!\wA)(?:KIA|SIA)[A-Z0-9]{16}\b")
PRIVATE_KEYS: Final = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----")
TOKENS: Final = re.compile(r"gh(?<!\wgh)[pousr]_\w{30,}")
HERE: Final = "tests/guards/test_privacy.py"


@cache
def texts() -> dict[str, str]:
    """Every text file; lock files hold package names only."""
    skipped = (HERE, ".lock", "-lock.json")
    paths = [path for path in known() if not path.endswith(skipped)]
    return {path: text(path) for path in paths if b"\0" not in (ROOT / path).read_bytes()[:8192]}


def matches(pattern: re.Pattern[str], where: re.Pattern[str] | None = None) -> list[tuple[str, re.Match[str]]]:
    """Every match with its file and line; of the files alone in which another pattern is found, if one is given."""
    return [
        (f"{path}:{content.count('\n', 0, found.start()) + 1}", found)
        for path, content in texts().items()
        if where is None or where.search(content)
        for found in pattern.finditer(content)
    ]


def hits(pattern: re.Pattern[str], where: re.Pattern[str] | None = None) -> list[str]:
    return [f"{place} {found.group()}" for place, found in matches(pattern, where)]


def test_no_path_of_a_machine_is_named():
    assert hits(PATHS) + hits(PATHS_OF_WINDOWS) == []


def test_no_private_host_is_named():
    """Tests of what a server must never be sent to name private ranges, and a name that every cloud guest knows."""
    in_tests = re.compile(r"tests/\S+ [\d.]+$|metadata\.google\.internal$")
    found = hits(NUMBERS) + hits(HOSTS, where=ENDS)
    assert [hit for hit in found if not in_tests.search(hit)] == []


def test_no_secret_is_committed():
    assert hits(KEYS) + hits(PRIVATE_KEYS) + hits(TOKENS) == []


def test_an_address_is_nobodys():
    real = [f"{where} {found.group()}" for where, found in matches(ADDRESS) if not NOBODYS.search(found.group(1))]
    assert real == []


def test_what_is_nobodys_business_is_seen():
    secrets = ("AKIA" + "A" * 16, "ASIA" + "0" * 16, "-----BEGIN RSA PRIVATE" + " KEY-----", "ghp_" + "a" * 36)
    for seen, patterns in {
        **dict.fromkeys(("see /ho" + "me/anna/x", '"/ro' + 'ot/.ssh"'), (PATHS,)),
        **dict.fromkeys(("10.1" + ".2.3", "at 192.168" + ".0.1", "(172.16" + ".0.9)"), (NUMBERS,)),
        **dict.fromkeys(("https://pypi.our." + "corp/simple", "git@code" + ".internal"), (HOSTS, ENDS)),
        **dict.fromkeys(secrets, (KEYS, PRIVATE_KEYS, TOKENS)),
        "anna@firm" + ".de": (ADDRESS,),
        "C:" + r"\\Users\\anna": (PATHS_OF_WINDOWS,),
    }.items():
        assert any(pattern.search(seen) for pattern in patterns), seen
    for unseen in ("a/home/x", "210.1" + ".2.3", "XAKIA" + "A" * 16, "xghp_" + "a" * 36):
        assert not any(pattern.search(unseen) for pattern in (PATHS, NUMBERS, KEYS, TOKENS)), unseen
