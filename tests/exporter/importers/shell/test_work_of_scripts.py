"""Scripts whose commands, functions or variables repeat: the work is in proportion to the script, or it is refused."""

import pytest

from exporter.importers import import_text
from exporter.importers.described.tables import Unresolved
from exporter.importers.shell import words
from exporter.importers.shell.options import CliScript
from exporter.importers.shell.words import ShellReader, ShellVariables
from modeler.core.errors import DocumentInvalid

CREATE = (
    "aws dynamodb create-table --table-name {} --billing-mode PAY_PER_REQUEST "
    "--attribute-definitions AttributeName=PK,AttributeType=S --key-schema AttributeName=PK,KeyType=HASH\n"
)


def refused(text: str) -> str:
    with pytest.raises(DocumentInvalid) as error:
        import_text(text.encode(), "a.sh")
    assert error.value.code == "document.too_large"
    return str(error.value)


def test_commands_that_all_go_to_the_end_of_one_line_are_refused(monkeypatch):
    monkeypatch.setattr(words, "_READ_MORE", 10_000)
    assert "too long" in refused("aws dynamodb create-table " * 500)


def test_a_function_that_is_called_too_often_is_refused(monkeypatch):
    monkeypatch.setattr(words, "_READ_MORE", 10_000)
    assert "too often" in refused("tables() {\n" + CREATE.format("$1") * 20 + "}\n" + "tables a\n" * 500)


def test_values_are_read_once_for_all_commands(monkeypatch):
    monkeypatch.setattr(words, "_READ_MORE", 0)
    text = "".join(f"v{number}=orders-{number}\n" for number in range(20)) + CREATE.format("$v19") * 20
    variables = ShellVariables(ShellReader(text))
    assert [variables.before(len(text))["v19"] for _ in range(20)] == ["orders-19"] * 20


def test_a_value_that_doubles_with_each_line_is_unknown_when_it_is_too_long():
    text = "a=orders\n" + "a=$a$a\n" * 60 + CREATE.format("$a")
    values = ShellVariables(ShellReader(text))
    value = values.before(text.index("aws"))["a"]
    assert isinstance(value, Unresolved)
    assert len(value) < 100


def test_files_that_are_not_ended_and_functions_that_are_not_closed_are_none():
    text = "cat > a.json <<END\n" * 3 + "f {\n" * 3 + CREATE.format("orders")
    script = CliScript(text, None, None)
    assert (script._functions, script._written) == ([], {})


def test_the_files_and_functions_of_a_script_are_found_line_by_line():
    text = 'cat >> "dir/a.json" <<-\'END\'\n{\n}\n  END\nfunction f() { # why\nf a\n}\ncat > b <<E\nx\nE\nf "b"\n'
    script = CliScript(text, None, None)
    assert script._written == {"a.json": "{\n}", "b": "x"}
    assert [(one.name, text[one.start : one.end][-3:]) for one in script._functions] == [("f", "a\n}")]
