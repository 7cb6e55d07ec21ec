"""Public functions and classes of the product are named by the product, its templates or its documents. A class has a
name of its own: one name has one meaning.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from typing import Final

from tests.guards.tree import PRODUCT, files, nodes, outline, text, tree

NAMED_BY_OTHERS: Final = {
    "DesignerConfig": "Django finds an application's configuration by its base class",
    "ExporterConfig": "the same",
    "ModelerConfig": "the same",
    "create_superuser": "Django's createsuperuser calls it",
    "get_by_natural_key": "Django's authentication calls it",
    "get_full_name": "replaces a method of Django's AbstractUser",
    "get_short_name": "the same",
    "process_exception": "Django's middleware",
    "process_view": "the same",
    "HashedStorage": "the settings put its name together",
    "get_login_stages": "django-allauth calls it",
    "add_message": "the same",
    "send_notification_mail": "the same",
    "get_client_ip": "the same",
    "is_open_for_signup": "the same",
    "is_reauthentication_required": "the same",
    "respond_user_inactive": "the same",
    "post_login": "the same",
    "get_requests_session": "the same",
    "list_apps": "the same",
    "pre_social_login": "the same",
    "populate_user": "the same",
    "save_user": "the same",
    "encrypt": "the same",
    "decrypt": "the same",
    "get_totp_issuer": "the same",
    "form_valid": "the same",
    "get_callback_url": "the same",
    "openid_config": "the same",
    "run_from_argv": "Django's commands",
    "serves_new": "applications ask it of a generated migration's gate",
    "member_checked": "Channels calls the method that a message's type names, with a dot",
    "member_closed": "the same",
    "TokenScheme": "drf-spectacular finds its extensions by their base class",
    "SessionScheme": "the same",
    "get_base64": "a field of a serializer",
    "get_outcome": "the same",
    "get_versions": "the same",
    "get_cache_key": "the REST framework's throttles",
    "get_throttles": "the REST framework's views",
    "ignore_aliases": "PyYAML's dumpers",
    "lex": "lark's lexers",
    "as_images": "what a PDF looks like, compared by tests",
    "auto_scaled_unit_hours": "a worked number of facts/pricing#examples",
    "bulk_load": "the measured rows of facts/partitions#measurements",
    "fat_wins_below": "a worked number of facts/check-values",
    "read_terraform": "one module without a folder, as the round trips write it",
    "reserved_month": "worked numbers of facts/pricing#examples",
}
"""Why a name that only its definition has stays, in a few words."""

_STORED: Final = "a row of the database, and what is computed with: one thing, stored and loaded"
_SHIPPED: Final = "`runtime` is the code of exported packages, where no other of our modules is"
SEVERAL_TIMES: Final = {
    **dict.fromkeys(("AccessPattern", "Analysis", "Attribute", "Design", "Entity", "Index"), _STORED),
    **dict.fromkeys(("Relation", "SampleItem"), _STORED),
    **dict.fromkeys(("StillUnprocessed",), _SHIPPED),
    **dict.fromkeys(("Overload", "Table"), f"{_STORED}; {_SHIPPED}"),
    "Command": "Django finds a command by this name",
}
"""Why several modules define a class of this name."""

_WORD: Final = re.compile(r"\w+")
SHIPPED_PROGRAMS: Final = ("exporter/targets/python/engine/",)
"""Programs of their own, which are read by people who do not have our other modules."""
_DEFINED: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_READERS: Final = (".py", ".html", ".txt", ".js", ".toml", ".yml", ".yaml", ".md")
_PLACES: Final = (*PRODUCT, "templates/", "static/", "docs/", "pyproject.toml", "README.md", "Makefile", ".docker/")


def public(found: Iterable[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]) -> Iterator[str]:
    """Names that are neither private nor registered by a decorator that is given a signal or an event."""
    return (one.name for one in found if not one.name.startswith("_") and not any(map(_registers, one.decorator_list)))


def _registers(decorator: ast.expr) -> bool:
    name = ast.unparse(decorator)
    return name.endswith(".connect") or name.startswith(("on_", "before_"))


def unreached(defined: Iterable[str], texts: Iterable[str]) -> set[str]:
    """Names that appear once in all texts: where they are defined."""
    words: Counter[str] = Counter()
    for one in texts:
        words.update(_WORD.findall(one))
    return {name for name in defined if words[name] <= 1}


def defined(wanted: Set[str]) -> set[str]:
    """Which of these names the product defines for others. Only files that seem to define one are parsed."""
    places = [path for path in files(".py", under=PRODUCT) if any(row.name in wanted for row in outline(path))]
    return {name for path in places for name in public(nodes(path, *_DEFINED)) if name in wanted}


def found() -> set[str]:
    outlined = {row.name for path in files(".py", under=PRODUCT) for row in outline(path)}
    return defined(unreached(outlined, map(text, files(*_READERS, under=_PLACES))))


def test_what_only_tests_call_is_removed_or_has_a_reason():
    assert sorted(found() - NAMED_BY_OTHERS.keys()) == [], (
        "call it, remove it, or write into NAMED_BY_OTHERS who calls it"
    )


def test_every_reason_is_about_something_that_exists():
    assert sorted(NAMED_BY_OTHERS.keys() - defined(NAMED_BY_OTHERS.keys())) == []


def test_a_function_without_a_caller_is_found():
    lines = ("def alone(): ...", "def called(): ...", "@job.connect", "def signalled(): ...", "called()")
    code = "\n".join(lines)
    names = list(public(one for one in ast.parse(code).body if isinstance(one, _DEFINED)))
    assert names == ["alone", "called"]
    assert unreached(names, [code]) == {"alone"}


def defined_twice(classes: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names of classes that several modules define, with these modules."""
    modules = defaultdict(list)
    for name, path in classes:
        modules[name].append(path)
    return {name: paths for name, paths in modules.items() if len(paths) > 1}


def classes() -> Iterator[tuple[str, str]]:
    """Public classes of modules whose names several modules seem to define, by name and path; not those of the
    programs that exports carry. Only such modules are parsed.
    """
    own = [path for path in files(".py", under=PRODUCT) if not path.startswith(SHIPPED_PROGRAMS)]
    outlined = [(row.name, path) for path in own for row in outline(path) if row.kind == "class" and row.indent == 0]
    twice = defined_twice(outlined)
    for path in sorted({path for paths in twice.values() for path in paths}):
        for one in tree(path).body:
            if isinstance(one, ast.ClassDef) and one.name in twice and not one.name.startswith("_"):
                yield one.name, path


def test_a_class_has_a_name_of_its_own():
    twice = defined_twice(classes())
    assert {name: paths for name, paths in twice.items() if name not in SEVERAL_TIMES} == {}, (
        "rename one of them; SEVERAL_TIMES is for what others name"
    )
    assert sorted(SEVERAL_TIMES.keys() - twice.keys()) == []


def test_a_name_of_two_modules_is_seen():
    assert defined_twice([("Load", "a.py"), ("Meter", "a.py"), ("Load", "b.py")]) == {"Load": ["a.py", "b.py"]}
