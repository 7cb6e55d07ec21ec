"""Every key that the sheet of keys names is one that some element listens to, and every page has its letter."""

import re
from typing import Final

from tests.guards.tree import files, text

HELP: Final = "templates/designer/parts/shell/key_groups.html"
FRAME: Final = "templates/designer/design/frame.html"
SCRIPTS: Final = "\n".join(text(path) for path in files(".js", under=("static/js/",)))
WORDS: Final = {
    "Arrows": ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"),
    "Up": ("ArrowUp",),
    "Down": ("ArrowDown",),
    "Left": ("ArrowLeft",),
    "Right": ("ArrowRight",),
    "Page": (),
    "Esc": ("Escape",),
    "Ctrl": ("ctrlKey",),
    "Shift": ("shiftKey",),
    "Alt": ("altKey",),
    "Space": (" ",),
}
# What the browser itself makes of keys: events of the clipboard.
CLIPBOARD: Final = {"Ctrl C": "copy", "Ctrl X": "cut", "Ctrl V": "paste"}


def named() -> list[str]:
    return re.findall(r"<kbd>([^<]+)</kbd>", text(HELP))


def is_heard(word: str) -> bool:
    """Is a key compared with, or is there an act under its name?"""
    if word == " ":
        return '" ":' in SCRIPTS
    letter = re.escape(word.lower() if len(word) == 1 else word)
    return re.search(rf'"{letter}"|[{{\s]{letter}:', SCRIPTS) is not None


def wanted(keys: str) -> list[str]:
    if keys in CLIPBOARD:
        return [CLIPBOARD[keys]]
    if keys.startswith("Page "):
        return [keys.replace(" ", "")]
    return [one for word in keys.split() for one in WORDS.get(word, (word,))]


def test_each_key_of_the_sheet_is_listened_to():
    letters = [keys for keys in named() if not keys.startswith("g ")]
    assert len(letters) > 25
    missing = [
        keys
        for keys in letters
        for one in wanted(keys)
        if one not in SCRIPTS or not (one.endswith("Key") or is_heard(one))
    ]
    assert missing == []


def test_each_page_that_two_letters_lead_to_is_a_tab():
    told = {keys.removeprefix("g ") for keys in named() if keys.startswith("g ")}
    assert told == set(re.findall(r'data-go-key="(\w)"', text(FRAME)))
