"""YAML is read with lines and short tags; whatever is hostile in it gets a sentence with line and column."""

from __future__ import annotations

import tracemalloc

import pytest
import yaml

from exporter.importers.support.yaml_reading import NODES_MAX, YAML_BYTES_MAX, read_yaml
from modeler.core.errors import DocumentInvalid


def refused(text: str) -> DocumentInvalid:
    with pytest.raises(DocumentInvalid) as caught:
        read_yaml(text.encode())
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: !Ref b", {"a": {"Ref": "b"}}),
        ("a: !GetAtt b.c.d", {"a": {"Fn::GetAtt": ["b", "c.d"]}}),
        ("a: !GetAtt [b, c]", {"a": {"Fn::GetAtt": ["b", "c"]}}),
        ("a: !Sub\n  - x${b}\n  - {b: 1}", {"a": {"Fn::Sub": ["x${b}", {"b": 1}]}}),
        ("a: !If [c, !Ref x, 2]", {"a": {"Fn::If": ["c", {"Ref": "x"}, 2]}}),
        ("a: !Condition c", {"a": {"Condition": "c"}}),
        ("a: 2010-09-09", {"a": "2010-09-09"}),
        ("a: yes\nb: No\nc: ~\nd: 1.5\ne: -3", {"a": True, "b": False, "c": None, "d": 1.5, "e": -3}),
        ("a: 012345678901", {"a": "012345678901"}),
        ("a: 'yes'\nb: !!str 5\nc: ! 5", {"a": "yes", "b": "5", "c": "5"}),
        ("a: 0x1F\nb: 1_000\nc: 1e5\nd: .inf\ne: 12:30:45", {"a": "0x1F", "b": "1_000", "c": "1e5", "d": ".inf",
                                                             "e": "12:30:45"}),
        ("a: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3", {"a": {"b": 1, "c": 2}, "d": {"c": 3, "b": 1}}),
        ("a: &x {b: 1}\nd:\n  <<: [*x, {b: 2, e: 5}]", {"a": {"b": 1}, "d": {"b": 1, "e": 5}}),
        ("'<<': {a: 1}", {"<<": {"a": 1}}),
        ("a: &x !Ref b\nc: *x", {"a": {"Ref": "b"}, "c": {"Ref": "b"}}),
        ("a: &x !Sub [b, {}]\nc: *x", {"a": {"Fn::Sub": ["b", {}]}, "c": {"Fn::Sub": ["b", {}]}}),
        ("", None),
    ],
)  # fmt: skip
def test_values(text, value):
    if text:
        assert read_yaml(text.encode()).value == value
    else:
        assert refused(text).code == "document.empty"


def test_lines_of_members():
    located = read_yaml(b"a:\n  - x\n  - b: 1\n    c: {d: 2}\n# note\ne: 5\n")
    top = located.value
    assert [located.lines.of(top, key) for key in ("a", "e")] == [1, 6]
    assert [located.lines.of(top["a"], number) for number in (0, 1)] == [2, 3]
    assert located.lines.of(top["a"][1], "c") == 4
    assert located.lines.of(top["a"][1]["c"], "nothing") == 4


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("a: *b", "line 1, column 4", "*b"),
        ("a: &a [*a]", "line 1, column 8", "contains itself"),
        ("a: &a {b: *a}", "line 1, column 11", "contains itself"),
        ("x: 1\na: !!python/object/apply:os.system ['id']", "line 2, column 4", "!!python/object/apply:os.system"),
        ("a: !python/name:os.system x", "line 1, column 4", "tag"),
        ("a: !<tag:example.org,2000:x> y", "line 1, column 4", "tag"),
        ("a: !!binary aGk=", "line 1, column 4", "!!binary"),
        ("a: !!set {x}", "line 1, column 4", "!!set"),
        ("a: !!timestamp 2001-01-01", "line 1, column 4", "!!timestamp"),
        ("? [a, b]\n: c", "line 1, column 3", "key"),
        ("a: &x [1]\n? *x\n: c", "line 2, column 3", "key"),
        ("a: [", "line 2, column 1", "not YAML"),
        ("a: 'x", "line 1", "not YAML"),
        ("a: b: c", "line 1, column 5", "not YAML"),
        ("\ta: 1", "line 1, column 1", "not YAML"),
        ("a: 1\n---\nb: 2", "line 2, column 1", "second document"),
        ("x: 1\na: \x07", "line 2, column 4", "U+0007"),
        ("a:\n  <<: 5", "line 2", "<<"),
        ("\n".join(" " * depth + "a:" for depth in range(60)), "line 41, column 41", "40 levels"),
        ("a: " + "- " * 3 + "b", "line 1", "not YAML"),
    ],
)
def test_what_is_wrong_has_its_line_and_column(text, place, words):
    error = refused(text)
    assert error.message.startswith(place)
    assert error.path.startswith(place)
    assert words in error.message


def test_a_key_that_stands_twice_is_said_and_the_last_counts():
    located = read_yaml(b"a: 1\nb:\n  c: 1\n  c: 2\na: 3\n")
    assert located.value == {"a": 3, "b": {"c": 2}}
    assert [(line.path, line.line) for line in located.report] == [("c", 4), ("a", 5)]
    assert "line 4, column 3" in located.report[0].message


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]\n" for level in range(1, 30)
)


def test_an_alias_bomb_is_refused_where_it_goes_off_and_takes_no_memory():
    tracemalloc.start()
    error = refused(BOMB)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert error.code == "document.too_large"
    assert error.message.startswith("line 6, column")
    assert peak < 5_000_000


def test_aliases_do_not_nest_deeper_than_what_stands_there():
    chain = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 300))
    assert refused(chain).code == "document.too_deep"


def test_merges_of_merges_are_counted():
    wide = ", ".join(f"k{number}: 1" for number in range(1000))
    text = f"a: &a {{{wide}}}\n" + "".join(f"b{number}: {{<<: *a}}\n" for number in range(500))
    assert refused(text).code == "document.too_large"


@pytest.mark.slow
def test_too_many_values_and_too_many_bytes():
    assert refused("- 1\n" * (NODES_MAX + 1)).code == "document.too_large"
    assert refused("a: " + "x" * YAML_BYTES_MAX).code == "document.too_large"


def test_no_object_is_made_of_a_tag(monkeypatch):
    made = []
    monkeypatch.setattr(yaml.SafeLoader, "construct_object", lambda *_, **__: made.append(1))
    with pytest.raises(DocumentInvalid):
        read_yaml(b"a: !!python/object/new:os.system [x]")
    assert made == []


def test_without_libyaml_the_same_is_read(monkeypatch):
    from exporter.importers.support import yaml_reading

    monkeypatch.setattr(yaml_reading, "_LOADER", yaml.SafeLoader)
    assert read_yaml(b"a: !Ref b\nc: [1, 'x', !Sub y]").value == {"a": {"Ref": "b"}, "c": [1, "x", {"Fn::Sub": "y"}]}
    assert refused("a: \x07").message.startswith("line 1, column 4")
    assert refused("a: !x y").message.startswith("line 1, column 4")


def test_marks_of_a_template_engine_are_named():
    text = "Resources:\n  T:\n    Units: {{ units }}\n"
    with pytest.raises(DocumentInvalid, match=r"line 3, column \d+: \{\{ units \}\} is replaced by a template engine"):
        read_yaml(text.encode())
