"""Write one comment on a pull request: what its changes of design files do. A later run updates the same comment. Each
finding that is introduced is an annotation of its line.

It reads the event of GitHub Actions (GITHUB_EVENT_PATH), compares each design file of the head with the merge base by
`keysheet diff`, and calls GitHub's REST API at GITHUB_API_URL. Exit code 1 if a change introduces a finding that is at
least as severe as KEYSHEET_FAIL_ON; 2 if a file cannot be read. Only the standard library is needed beside `keysheet`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

MARK = "<!-- keysheet review -->"
"""The first line of the comment, by which a later run finds it."""

MOST = 60_000
"""Characters of a comment; GitHub allows 65,536."""

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
"""Levels of SARIF, and the annotations of GitHub."""

ANNOTATIONS = 10
"""Annotations of each level; GitHub shows no more of one step."""

FAIL_ON = ("--fail-on", os.environ.get("KEYSHEET_FAIL_ON", "error"))
PER_PAGE = 100
SECONDS = 30
REFUSED = 400


def main() -> int:
    """Review the pull request of the event. Returns the exit code."""
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text("utf-8"))
    request = event.get("pull_request")
    if request is None:
        print("This is not a pull request: there is nothing to review.")
        return 0
    base = git("merge-base", request["base"]["sha"], "HEAD").strip()
    reviews = [review(base, old, new) for old, new in changed(base)]
    texts = [text for text, _ in reviews]
    body = "\n".join(texts) if texts else "No design file is changed.\n"
    comment(event["repository"]["full_name"], int(request["number"]), f"{MARK}\n{shortened(body)}", bool(texts))
    return max((code for _, code in reviews), default=0)


def git(*words: str) -> str:
    """The output of a git command. Raises CalledProcessError."""
    command = ["git", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def changed(base: str) -> list[tuple[str, str]]:
    """The design files that differ from the base: the name there and the name now, '' where there is none."""
    patterns = [one for one in os.environ.get("KEYSHEET_FILES", "*.keysheet.json").splitlines() if one.strip()]
    words = iter(git("diff", "--name-status", "--find-renames", "-z", base, "--", *patterns).split("\0"))
    found = []
    for status in words:
        if status.startswith(("R", "C")):
            old, new = next(words), next(words)
            found.append((old if status.startswith("R") else "", new))
        elif status:
            name = next(words)
            found.append(("" if status == "A" else name, "" if status == "D" else name))
    return found


def review(base: str, old: str, new: str) -> tuple[str, int]:
    """The Markdown about one file, and its exit code."""
    name = new or old
    if not new:
        return f"### Keysheet: {code(name)}\n\nThe design is removed.\n", 0
    if not old:
        return checked(name, "A new design.")
    done = keysheet("diff", "--format", "markdown", *FAIL_ON, "--", f"{base}:{old}", name)
    if done.returncode <= 1:
        annotate(name, "diff", "--format", "sarif", *FAIL_ON, "--", f"{base}:{old}", name)
        moved = f" It was {code(old)}." if old != new else ""
        return f"{done.stdout}\nFile: {code(name)}{'.' if moved else ''}{moved}\n", done.returncode
    # A base that cannot be read must not stop the change that mends it.
    return checked(name, f"It cannot be compared: {code(done.stderr.strip())}")


def checked(name: str, about: str) -> tuple[str, int]:
    """The Markdown about a file as it is now, without a comparison, and its exit code."""
    done = keysheet("check", *FAIL_ON, "--", name)
    if done.returncode > 1:
        return f"### Keysheet: {code(name)}\n\n{code(done.stderr.strip())}\n", done.returncode
    annotate(name, "check", "--format", "sarif", *FAIL_ON, "--", name)
    lines = "\n".join(f"- {code(line)}" for line in done.stdout.splitlines() if line.strip())
    return f"### Keysheet: {code(name)}\n\n{about}\n\n{lines}\n", done.returncode


def annotate(name: str, *words: str) -> None:
    """Print the results of a command as annotations of a file, without the muted ones."""
    done = keysheet(*words)
    results = json.loads(done.stdout)["runs"][0]["results"] if done.returncode <= 1 else []
    shown = [one for one in results if not one.get("suppressions")]
    for level, kind in LEVELS.items():
        for one in [one for one in shown if one["level"] == level][:ANNOTATIONS]:
            region = one["locations"][0]["physicalLocation"].get("region", {})
            where = f"file={escaped(name)},line={region.get('startLine', 1)},title={escaped(one['ruleId'])}"
            print(f"::{kind} {where}::{escaped(one['message']['text'], is_property=False)}")


def escaped(text: str, *, is_property: bool = True) -> str:
    """Text in a workflow command: no line of it can begin another command."""
    for character in "%\r\n" + (":," if is_property else ""):
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def keysheet(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command of Keysheet says."""
    command = ["keysheet", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def code(text: str) -> str:
    """A code span that holds any text."""
    line = " ".join(text.split())
    fence = "`"
    while fence in line:
        fence += "`"
    return f"{fence} {line} {fence}"


def shortened(body: str) -> str:
    """The comment within GitHub's limit; where it was cut is said."""
    if len(body) <= MOST:
        return body
    kept = body[:MOST].rpartition("\n")[0]
    said = f"The rest is left out, because a comment has at most {MOST:,} characters. Run `keysheet diff` to see it."
    return f"{kept}\n\n{said}\n"


def comment(repository: str, number: int, body: str, is_wanted: bool) -> None:
    """Update our comment, or write one if there is something to say."""
    comments = f"repos/{repository}/issues/{number}/comments"
    known = next((one["id"] for one in listed(comments) if str(one.get("body", "")).startswith(MARK)), None)
    if known is not None:
        call("PATCH", f"repos/{repository}/issues/comments/{known}", {"body": body})
    elif is_wanted:
        call("POST", comments, {"body": body})


def listed(path: str) -> Iterator[dict[str, Any]]:
    """Every comment of a pull request, page by page."""
    page = 1
    while found := call("GET", f"{path}?per_page={PER_PAGE}&page={page}", None):
        yield from found
        if len(found) < PER_PAGE:
            return
        page += 1


def call(method: str, path: str, body: Any) -> Any:
    """One call of GitHub's REST API. Raises OSError with GitHub's answer if it is refused."""
    address = urlsplit(os.environ.get("GITHUB_API_URL", "https://api.github.com"))
    kind = HTTPConnection if address.scheme == "http" else HTTPSConnection
    headers = {
        "Accept": "application/vnd.github+json",
        "Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}",
        "User-Agent": "keysheet",
        "X-GitHub-Api-Version": "2022-11-28",
    }
    raw = None if body is None else json.dumps(body).encode()
    with closing(kind(address.netloc, timeout=SECONDS)) as connection:
        connection.request(method, f"{address.path}/{path}", raw, headers)
        answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
    if answer.status >= REFUSED:
        raise OSError(f"GitHub refused to {method} {path}: {answer.status} {text[:500]}")
    return json.loads(text)


if __name__ == "__main__":
    sys.exit(main())
