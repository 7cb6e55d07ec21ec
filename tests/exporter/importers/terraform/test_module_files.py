"""Several Terraform files as one module: a zip, and what is no such zip."""

from __future__ import annotations

import io
import zipfile

import pytest

from exporter.command_line import main
from exporter.importers import import_text
from modeler.core.errors import DocumentInvalid
from tests.exporter.importers.terraform.test_terraform_import import table


def zipped(files: dict[str, str]) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return held.getvalue()


FILES = {
    "shop/variables.tf": 'variable "name" {\n  default = "or ders"\n}\n',
    "shop/main.tf": "\n\n" + table("wings = 2", "var.name"),
    "shop/modules/other/main.tf": "this is never read {",
    "shop/.terraform/modules/x/main.tf": "nor is this {",
    "shop/readme.md": "nor this",
}


def test_a_zip_is_one_module_and_each_line_says_of_which_file_it_is():
    imported = import_text(zipped(FILES), "shop.zip")
    assert (imported.design.name, imported.design.tables[0].name) == ("shop", "or ders")
    (said,) = [line for line in imported.report if "wings" in line.path]
    assert said.path.startswith("shop/main.tf: ")
    assert "wings" in FILES["shop/main.tf"].split("\n")[said.line - 1]


def test_the_command_line_reads_a_zip_and_names_the_file_of_a_finding(tmp_path, capsys):
    path = tmp_path / "shop.zip"
    path.write_bytes(zipped(FILES))
    assert main(["check", str(path)]) == 1
    assert f"({path}:shop/main.tf:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (zipped({"a.txt": "x"}), "contains no Terraform file"),
        (zipped(FILES)[:-40], "the zip cannot be read"),
        (zipped({"main.tf": "\n" * 25_000_000}), "over 20 MB"),
        (zipped({"a.tf": "\n\n", "main.tf": "\nx {{\n"}), "main.tf, line 2, column"),
        (b"PK\x03\x04" + b"\0" * 3_000_000, "a zip can have at most 2 MB"),
    ],
)
def test_what_is_no_module_gets_a_sentence(raw, words):
    with pytest.raises(DocumentInvalid) as caught:
        import_text(raw, "x.zip")
    assert words in caught.value.message


@pytest.mark.parametrize(("name", "function"), [("tables.json", "jsondecode"), ("tables.yaml", "yamldecode")])
@pytest.mark.parametrize("folder", ["", "infra/"])
def test_a_file_that_was_given_is_read_where_an_expression_asks_for_it(name, function, folder):
    each = f'for_each = {{ for one in {function}(file("${{path.module}}/{name}")) : one.name => one }}'
    files = {
        f"{folder}main.tf": table(each, '"app-${each.key}"'),
        f"{folder}{name}": '[{"name": "a"}, {"name": "b"}]',
    }
    imported = import_text(zipped(files), "app.zip")
    assert [one.name for one in imported.design.tables] == ["app-a", "app-b"]
    assert imported.report == ()


def test_a_file_that_was_not_given_is_not_read():
    outside = table("", 'file("/etc/hostname")')
    imported = import_text(zipped({"main.tf": outside, "x/main.tf": ""}), "app.zip")
    assert "not among the files that were given" in str(imported.report)
