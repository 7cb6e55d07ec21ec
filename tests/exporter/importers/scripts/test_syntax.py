"""The syntax tree of a source: its work is in proportion to the source, or the source is refused."""

import pytest
import tree_sitter

from exporter.importers.scripts import syntax
from exporter.importers.scripts.files import program_of
from exporter.importers.scripts.syntax import ParsingTime, nodes, parsed, text_of_node
from exporter.importers.support.folders import Folder
from exporter.importers.support.source import Source
from modeler.core.errors import DocumentInvalid

FAULTS = "a{" * 20_000
"""The parser knows this is wrong at once, and takes a hundred times as long for it as for a source."""


@pytest.mark.slow
def test_a_source_whose_faults_take_too_long_is_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(syntax, "SECONDS_MORE", 0.0)
    with pytest.raises(DocumentInvalid, match="too many faults to be read; give one that compiles") as refused:
        parsed(FAULTS, "ts")
    assert refused.value.code == "document.not_script"


def test_the_files_of_a_program_share_the_time_of_the_parser():
    time = ParsingTime.of(0)
    parsed("const a = f(1);\n" * 5_000, "ts", time=time)
    assert 0 < time.left < syntax.SECONDS_MORE
    with pytest.raises(DocumentInvalid, match="too many faults"):
        parsed(FAULTS, "ts", time=ParsingTime(0.0))


def test_a_program_whose_files_take_too_long_together_is_refused(monkeypatch):
    monkeypatch.setattr(syntax, "SECONDS_MORE", 0.0)
    monkeypatch.setattr(syntax, "SECONDS_A_BYTE", 0.0)
    folder = Folder(("a.ts",), lambda path, most: b"f(1);\n" * 5_000)
    with pytest.raises(DocumentInvalid, match="too many faults"):
        program_of(Source(b"", "a.ts", None, folder, ("a.ts",)))


def test_the_text_of_a_node_is_its_bytes_of_the_source_however_long_it_is():
    text = f"const é = 'ö{'äß€x' * 300}';\nconst b = `x${{f('{'€' * 600}')}}`;\n" + "const a = f(1);\n" * 20
    for one in nodes(parsed(text, "ts")):
        assert text_of_node(one) == text.encode()[one.start_byte : one.end_byte].decode()


def test_the_text_of_a_name_does_not_copy_the_source(monkeypatch):
    handed = []
    real = tree_sitter.Parser

    class Counted:
        """A parser that writes down how much of the source it is given."""

        def __init__(self, language):
            self.parser = real(language)

        def parse(self, read, **options):
            def counted(offset, point):
                handed.append(len(part := read(offset, point)))
                return part

            return self.parser.parse(counted, **options)

    monkeypatch.setattr(tree_sitter, "Parser", Counted)
    root = parsed("const a = f(1);\n" * 10_000, "ts")
    handed.clear()
    names = [text_of_node(one) for one in nodes(root) if one.type == "identifier"]
    assert len(names) == 20_000
    assert sum(handed) <= len(names) * 512
