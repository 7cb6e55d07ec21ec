"""A file of a stranger names things; the names command neither the terminal of a reviewer nor the log of a pipeline."""

import json
import re
from io import StringIO

import pytest

from exporter.targets import TARGETS
from exporter.terminal import Inert, main
from modeler.core.documents.reading import load, to_document
from modeler.examples import example
from modeler.wording.controls import COMMANDING

HOSTILE = "X\x1b[31m\x9b2J\x07\u202eY\nno findings"


@pytest.fixture(scope="module")
def document():
    made = to_document(example("order-management").design)
    made["name"] = made["access_patterns"][0]["name"] = made["tables"][0]["entities"][0]["name"] = HOSTILE
    return json.dumps(made)


@pytest.mark.parametrize("command", ["check", "requirements", "scenarios", "capacity", "check --format json", "import"])
def test_names_are_shown_and_command_nothing(tmp_path, capsys, document, command):
    file = tmp_path / "hostile.keysheet.json"
    file.write_text(document)
    name, *more = command.split()
    main([name, str(file), *more])
    said = capsys.readouterr()
    assert "\\u202e" in said.out or name == "check"
    assert not COMMANDING.search(said.out + said.err)
    if said.out.startswith("{"):
        json.loads(said.out)
    else:
        assert not re.search("^no findings", said.out, re.MULTILINE)


def test_an_error_about_such_a_file_commands_nothing(tmp_path, capsys):
    file = tmp_path / "hostile\x1b[31m.json"
    file.write_text(json.dumps({"keysheet": 1, "\x1b[2J\u202e": 1}))
    assert main(["check", str(file)]) == 2
    assert not COMMANDING.search(capsys.readouterr().err)


def test_no_file_that_a_person_reads_has_one(document):
    """JSON is data: what reads it shows it."""
    design = load(document.encode())
    found = [
        f"{target.name}: {file.path}"
        for target in TARGETS
        if not target.is_slow
        for file in target.export(design)
        if not file.path.endswith(("json", ".sarif")) and COMMANDING.search(file.text)
    ]
    assert found == []


def test_a_stream_can_outlive_the_one_beneath_it():
    beneath = StringIO()
    stream = Inert(beneath)
    beneath.close()
    stream.close()
