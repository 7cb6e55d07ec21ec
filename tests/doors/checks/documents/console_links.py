"""Console links: every address is one of the console, and names the table and a Region of it."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from tests.doors.checks import Door


def check(door: Door) -> str:
    text = door.file(".console.md").read_text("utf-8")
    links = re.findall(r"\]\((https://[^)]+)\)", text)
    legal = [one.name for one in door.design.tables if re.fullmatch(r"[A-Za-z0-9_.-]{3,255}", one.name)]
    named = set()
    for link in links:
        parts = urlsplit(link)
        (region,) = parse_qs(parts.query)["region"]
        assert parts.netloc in {
            f"{region}.console.aws.amazon.com",
            "console.amazonaws.cn",
            "console.amazonaws-us-gov.com",
        }
        page, _, asked = parts.fragment.partition("?")
        assert page in {"table", "item-explorer", "alarmsV2:"}
        found = parse_qs(asked)
        named.add((found.get("name") or found.get("table") or found["search"])[0])
    assert sorted(named) == sorted(legal)
    return f"{len(links)} links to {len(legal)} tables"
