"""What the product imports is among the packages that `make up` installs: no tool of the tests helps it."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import packages_distributions

from designer.local import bootstrap
from designer.local.services import CHECKOUT
from tests.guards.tree import PRODUCT, files, nodes, text, tree
from tests.present import present

OWN = frozenset({"designer", "exporter", "modeler"})
LATER = {
    "designer/accounts/saml.py": "where a SAML provider is declared; the production group has it",
    "designer/observing/request_spans.py": "where traces are sent; the production group has it",
    "modeler/observing/tracing.py": "the same",
    "designer/selectors.py": "by the type checker alone",
    "modeler/selectors.py": "the same",
}
"""When a file imports what `make up` does not install. At its top level it may not."""
_IMPORT = re.compile(r"^[ \t]*(?:from|import)[ \t]+([A-Za-z_]\w*)", re.MULTILINE)


@cache
def to_run() -> frozenset[str]:
    """Names of the distributions, as the lock has them."""
    exactly = [part for part in bootstrap.TO_RUN if part != "--inexact"]
    command = [*present(bootstrap.found_uv()), "export", "--frozen", "--quiet", "--no-hashes", "--no-emit-project"]
    done = subprocess.run([*command, *exactly], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return frozenset(re.findall(r"^([a-z0-9-]+)==", done.stdout, re.MULTILINE))


@cache
def provided() -> dict[str, set[str]]:
    """The distributions of each module that is installed here, named as in the lock."""
    spelled = packages_distributions().items()
    return {module: {re.sub(r"[-_.]+", "-", one).lower() for one in given} for module, given in spelled}


def missing(modules: Iterable[str]) -> set[str]:
    first = {name.partition(".")[0] for name in modules} - OWN - sys.stdlib_module_names
    return {name for name in first if not provided().get(name, set()) & to_run()}


def imported(found: Iterable[ast.stmt]) -> set[str]:
    names = {alias.name for node in found if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module for node in found if isinstance(node, ast.ImportFrom) and node.module}


def suspects() -> list[str]:
    """Files with a line that looks like the import of what is not installed; only these are parsed."""
    return [path for path in files(".py", under=PRODUCT) if missing(_IMPORT.findall(text(path)))]


def test_no_module_is_loaded_that_running_does_not_install():
    assert "django" in to_run()
    assert {path: lost for path in suspects() if (lost := missing(imported(tree(path).body)))} == {}


def test_what_is_imported_later_has_its_reason():
    later = [path for path in suspects() if missing(imported(nodes(path, ast.Import, ast.ImportFrom)))]
    assert sorted(later) == sorted(LATER)
