"""The review of a pull request by the GitHub Action: a real repository, a recorded event, and a server that keeps
comments as GitHub does.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from modeler.core.documents import reading
from modeler.examples import example

FOLDER = Path(__file__).parents[2] / ".ci" / "review"
COMMANDS = Path(sys.executable).parent
DESIGN = "orders.keysheet.json"
COMMENTS = "/repos/team/shop/issues/7/comments"


class Comments(BaseHTTPRequestHandler):
    """The comments of one pull request: listed by pages, created and edited, with a token only."""

    kept: list[dict[str, object]]

    def log_message(self, *words: object) -> None:
        """Nothing is logged."""

    def do_GET(self) -> None:
        page = int(re.findall(r"[?&]page=(\d+)", self.path)[0])
        self._answer(200, self.kept[(page - 1) * 100 : page * 100])

    def do_POST(self) -> None:
        assert self.path == COMMENTS
        self.kept.append({"id": len(self.kept) + 1, "body": self._body()})
        self._answer(201, self.kept[-1])

    def do_PATCH(self) -> None:
        known = self.kept[int(self.path.rpartition("/")[2]) - 1]
        known["body"] = self._body()
        self._answer(200, known)

    def _body(self) -> object:
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

    def _answer(self, status: int, said: object) -> None:
        is_known = self.headers["Authorization"] == "Bearer made-up-token"
        self.send_response(status if is_known else 401)
        self.end_headers()
        self.wfile.write(json.dumps(said if is_known else {"message": "Bad credentials"}).encode())


@pytest.fixture
def comments():
    """The server's comments, and its address."""
    handler = type("Kept", (Comments,), {"kept": [{"id": one + 1, "body": f"talk {one}"} for one in range(120)]})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield handler.kept, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def git(folder, *words):
    who = ["-c", "user.name=ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def save(folder, name=DESIGN, change=lambda made: None, of="order-management"):
    made = reading.to_document(example(of).design)
    change(made)
    (folder / name).write_text(json.dumps(made, indent=2), "utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "A change")


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    git(folder, "init", "--quiet")
    save(folder)
    return folder


def run(folder, address, base, token="made-up-token"):
    event = folder.parent / "event.json"
    request = {"number": 7, "base": {"sha": base}, "head": {"sha": "0" * 40}}
    event.write_text(json.dumps({"pull_request": request, "repository": {"full_name": "team/shop"}}), "utf-8")
    own = {"GITHUB_EVENT_PATH": str(event), "GITHUB_API_URL": address, "GITHUB_TOKEN": token}
    path = {"PATH": f"{COMMANDS}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, str(FOLDER / "review.py")]
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **path, **own}, capture_output=True, text=True, check=False, timeout=120
    )


def broken(made):
    made["tables"][0]["entities"][0]["overloads"][0]["keys"]["PK"] = "CUST#{nobody}"


@pytest.mark.conformance
def test_one_comment_is_written_and_then_kept_up_to_date(repository, comments):
    kept, address = comments
    base = git(repository, "rev-parse", "HEAD")
    save(repository, change=broken)
    done = run(repository, address, base)
    assert done.returncode == 1, done.stderr
    (line,) = map(
        int, re.findall(rf"(?m)^::error file={DESIGN},line=(\d+),title=keys.unknown_attribute::", done.stdout)
    )
    assert "CUST#{nobody}" in "".join((repository / DESIGN).read_text("utf-8").splitlines()[line - 1 : line + 20])
    (ours,) = kept[120:]
    assert ours["body"].startswith("<!-- keysheet review -->\n### Keysheet: `Order management`")
    assert "keys.unknown_attribute" in ours["body"]
    save(repository, change=lambda made: made.update(description="Now described"))
    done = run(repository, address, base)
    assert done.returncode == 0, done.stderr
    assert len(kept) == 121
    assert "keys.unknown_attribute" not in kept[120]["body"] + done.stdout
    assert "Now described" in kept[120]["body"]


@pytest.mark.conformance
def test_a_new_a_removed_and_an_unreadable_design_are_said(repository, comments):
    kept, address = comments
    base = git(repository, "rev-parse", "HEAD")
    git(repository, "rm", "--quiet", DESIGN)
    save(repository, "new `name`.keysheet.json", of="leaderboard")
    (repository / "ill.keysheet.json").write_text("{", "utf-8")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "-m", "More")
    assert run(repository, address, base).returncode == 2
    body = kept[120]["body"]
    assert "The design is removed." in body
    assert "### Keysheet: `` new `name`.keysheet.json ``\n\nA new design." in body
    assert "ill.keysheet.json" in body


def test_no_name_begins_another_workflow_command():
    text = "a%b\n::error::c, d"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import review; print(review.escaped({text!r}), review.escaped({text!r}, is_property=False))",
        ],
        cwd=FOLDER,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "a%25b%0A%3A%3Aerror%3A%3Ac%2C d a%25b%0A::error::c, d\n"


@pytest.mark.conformance
def test_a_renamed_design_is_compared_with_itself_and_a_base_that_cannot_be_read_stops_nothing(repository, comments):
    kept, address = comments
    (repository / "ill.keysheet.json").write_text("{", "utf-8")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "-m", "Not a design yet")
    base = git(repository, "rev-parse", "HEAD")
    (repository / "designs").mkdir()
    git(repository, "mv", DESIGN, f"designs/{DESIGN}")
    save(repository, f"designs/{DESIGN}", change=lambda made: made.update(description="Now described"))
    save(repository, "ill.keysheet.json")
    done = run(repository, address, base)
    assert done.returncode == 0, done.stderr
    body = kept[120]["body"]
    assert "Now described" in body
    assert f"File: ` designs/{DESIGN} `. It was ` {DESIGN} `." in body
    assert "The design is removed." not in body
    assert "It cannot be compared" in body


def test_without_a_changed_design_nothing_is_written(repository, comments):
    kept, address = comments
    base = git(repository, "rev-parse", "HEAD")
    (repository / "README").write_text("More", "utf-8")
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "-m", "More")
    assert run(repository, address, base).returncode == 0
    assert len(kept) == 120


@pytest.mark.conformance
def test_a_token_that_may_not_write_fails(repository, comments):
    kept, address = comments
    base = git(repository, "rev-parse", "HEAD")
    save(repository, change=broken)
    assert run(repository, address, base, token="other").returncode == 1
    assert len(kept) == 120


def test_the_action_gives_the_script_what_it_reads():
    action = yaml.safe_load((FOLDER / "action.yml").read_text("utf-8"))
    given = action["runs"]["steps"][-1]
    read = set(re.findall(r"environ(?:\.get\(|\[)[\"'](\w+)", (FOLDER / "review.py").read_text("utf-8")))
    assert read - {"GITHUB_EVENT_PATH", "GITHUB_API_URL"} == set(given["env"])
    assert "${{" not in given["run"]
