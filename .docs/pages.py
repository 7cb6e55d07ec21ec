"""Pages made from the registries, links between pages, and scripts that the CSP allows, for the documentation site.

MkDocs calls the functions named `on_...` while it builds the site (`make docs`).
"""

from __future__ import annotations

import hashlib
import inspect
import posixpath
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from exporter.importers import IMPORTERS
from exporter.targets import TARGETS
from modeler.core import decisions, procedures
from modeler.core.migration import CHANGE_RULES, CODES, ChangeCode
from modeler.core.rules import RULES
from modeler.core.rules.support.rule import Rule

ROOT: Final = Path(__file__).resolve().parent.parent
CITATION: Final = re.compile(r"(?:docs/|facts/)[\w/-]+(?:\.md)?#[\w-]+")
_BLOCK: Final = re.compile(r'^\| <a id="([px]\d+)"></a>(\S+) (.+?) \|(.*)\|$', re.MULTILINE)
_INLINE: Final = re.compile(r"<script>(.+?)</script>", re.DOTALL)
_NAME: Final = re.compile(r"(?<![\[`])`([a-z]+\.[a-z0-9_]+)`(?![\]`(])")
_LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_SCRIPTS: Final[dict[str, str]] = {}
_RULES: Final = {rule.id: rule for rule in reversed((*RULES, *CHANGE_RULES))}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that come from the registries."""
    _SCRIPTS.clear()
    for path, text in generated():
        files.append(File.generated(config, path, content=text))
    return files


def generated() -> Iterator[tuple[str, str]]:
    """Each page that no file of docs/ holds: its path and its Markdown."""
    for rule in _RULES.values():
        yield f"rules/{rule.id}.md", rule_page(rule)
    for code in CODES:
        yield f"changes/{code.id}.md", code_page(code)
    rows = {part: dict(_rows(part)) for part in ("In", "Out")}
    for importer in IMPORTERS:
        yield f"importers/{importer.name}.md", f"# Importer {importer.name}\n\nReads {rows['In'][importer.name][0]}.\n"
    for target in TARGETS:
        output, missing = rows["Out"][target.name]
        names = ", ".join(f"`{name}`" for name in target.filenames)
        yield (
            f"targets/{target.name}.md",
            f"# Target {target.name}: {target.title}\n\n{_sentence(output)}\n\n"
            f"- Kind: {target.kind.value}\n- Files: {names}\n"
            f"- Not represented: {missing}\n- Command: `keysheet export FILE --target {target.name} --out DIR`\n",
        )
    blocks = (ROOT / "docs" / "facts" / "building-blocks.md").read_text("utf-8")
    for anchor, number, name, cells in _BLOCK.findall(blocks):
        yield f"blocks/{anchor}.md", _block_page(anchor, number, name, [cell.strip() for cell in cells.split(" | ")])
    for package in (decisions, procedures):
        for module, function in _choices(package):
            yield (
                f"{package.__name__.rpartition('.')[2]}-in-code/{function.__name__}.md",
                _choice_page(module, function),
            )


def rule_page(rule: Rule) -> str:
    """The page of a rule, with links to the facts that support it."""
    lines = [
        f"# {rule.title}\n",
        f"`{rule.id}` · {rule.severity.value}\n",
        f"## Why\n\n{_sentence(rule.why)}\n",
        f"## Fix\n\n{_sentence(rule.fix)}\n",
    ]
    if rule.hides:
        lines.append("At the same place it hides " + ", ".join(f"`{name}`" for name in rule.hides) + ".\n")
    lines.append("## Facts\n\n" + "\n".join(f"- {_cited(one)}" for one in CITATION.findall(rule.sources)) + "\n")
    return "\n".join(lines)


def code_page(code: ChangeCode) -> str:
    """The page of a code of changes, with links to the facts that support it."""
    lines = [
        f"# {code.title}\n",
        f"`{code.id}` · [{code.effect.label}](../change-codes.md#{code.effect.label.replace(' ', '-')})\n",
        f"{code.effect.says}.\n",
        f"## Why\n\n{_sentence(code.why)}\n",
        f"## How\n\n{_sentence(code.how)}\n",
        "## Facts\n\n" + "\n".join(f"- {_cited(one)}" for one in code.sources.split(", ")) + "\n",
    ]
    return "\n".join(lines)


def _cited(citation: str) -> str:
    """A citation as a link from a page one folder below docs/."""
    page, _, anchor = citation.partition("#")
    path = page.removeprefix("docs/").removesuffix(".md") + ".md"
    shown = f"{path.removesuffix('.md').rpartition('/')[2]}: {anchor}".replace("-", " ")
    return f"[{shown[0].upper()}{shown[1:]}](../{path}#{anchor})"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _rows(part: str) -> Iterator[tuple[str, list[str]]]:
    """The rows of a table in docs/formats.md by the name in their first cell."""
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    below = text.partition(f"\n## {part}\n")[2].partition("\n## ")[0].replace("](../", "](../../")
    for line in below.split("\n"):
        if line.startswith("| `"):
            name, *cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            yield name.strip(" `"), [re.sub(r"\]\((?!\.\.|https?:)", "](../", cell) for cell in cells]


def _block_page(anchor: str, number: str, name: str, cells: list[str]) -> str:
    keys, indexes, patterns, watch = [*cells, "", "", ""][:4]
    parts = {"Keys": keys, "Indexes": indexes, "Access patterns": patterns, "Watch for": watch}
    told = "\n".join(f"## {title}\n\n{_sentence(text)}\n" for title, text in parts.items() if text)
    return f"# {number} {name}\n\n{told}\n[All building blocks](../facts/building-blocks.md#{anchor})\n"


def _choices(package: ModuleType) -> Iterable[tuple[ModuleType, type]]:
    for found in iter_modules(package.__path__, f"{package.__name__}."):
        module = import_module(found.name)
        for name, value in vars(module).items():
            if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_"):
                yield module, value


def _choice_page(module: ModuleType, function: type) -> str:
    said = inspect.getdoc(function) or ""
    cited = dict.fromkeys(CITATION.findall(f"{said} {module.__doc__}"))
    facts = "\n".join(f"- {_cited(one)}" for one in cited)
    told = CITATION.sub("", said).strip(" .;,\n")
    return (
        f"# {function.__name__.replace('_', ' ').capitalize()}\n\n{_sentence(told)}\n\n"
        f"```python\n{module.__name__}.{function.__name__}{inspect.signature(function)}\n```\n\n## Facts\n\n{facts}\n"
    )


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Link ids of rules to their pages, and name files outside docs/ without a link to nowhere."""
    here = posixpath.dirname(page.file.src_uri)

    def rule_link(match: re.Match[str]) -> str:
        if match[1] not in _RULES or page.file.src_uri == f"rules/{match[1]}.md":
            return match[0]
        return f"[`{match[1]}`]({posixpath.relpath(f'rules/{match[1]}.md', here or '.')})"

    def outside(match: re.Match[str]) -> str:
        mark, shown, target, _ = match.groups()
        if re.match(r"[a-z]+:", target):
            return match[0]
        place = posixpath.normpath(posixpath.join(here, target))
        return match[0] if not place.startswith("..") else f"{mark and ''}{shown} (`{place.lstrip('./')}`)"

    return _LINK.sub(outside, _NAME.sub(rule_link, markdown))


def on_post_page(output: str, page: Page, config: MkDocsConfig) -> str:
    """Move inline scripts to files: `script-src 'self'` refuses them in the page."""
    root = posixpath.relpath(".", posixpath.dirname(page.file.dest_uri) or ".")

    def moved(match: re.Match[str]) -> str:
        return f'<script src="{root}/{_script(match[1])}"></script>'

    return _INLINE.sub(moved, output)


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """The same for pages that belong to no file, such as 404.html."""
    return _INLINE.sub("", output_content) if template_name.endswith(".html") else output_content


def _script(text: str) -> str:
    path = f"assets/inline/{hashlib.sha256(text.encode()).hexdigest()[:16]}.js"
    _SCRIPTS[path] = text
    return path


def on_post_build(config: MkDocsConfig) -> None:
    """Write the scripts that pages share."""
    for path, text in _SCRIPTS.items():
        file = Path(config.site_dir) / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
