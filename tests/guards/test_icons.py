"""Every icon that a template or script names is in the sprite that the build makes, and none is there for nothing."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ICONS = set((ROOT / "static" / "icons.txt").read_text().split())
USED = re.compile(r"""{%\s*icon\s+"([\w-]+)"\s*%}|icons\.svg#([\w-]+)""")


def used() -> set[str]:
    files = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static" / "js").rglob("*.js")]
    return {name for path in files for found in USED.findall(path.read_text()) for name in found if name}


def test_every_icon_that_is_named_is_there():
    assert used() - ICONS == set()


def test_the_sprite_that_the_build_made_holds_what_the_list_names():
    sprite = (ROOT / "static" / "vendor" / "icons.svg").read_text()
    assert set(re.findall(r'<symbol id="([\w-]+)"', sprite)) == ICONS
