"""How static files are served: by content hash in production; in local mode straight from the checkout, under an
address that changes as soon as one of them changes.
"""

import logging
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, get_finders
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import FileSystemStorage, Storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from whitenoise.storage import CompressedManifestStaticFilesStorage

log = logging.getLogger(__name__)

STYLES: Final = (
    "tokens", "base", "parts", "layout", "sheet", "grid", "pages", "doors", "patterns", "requirements", "guide",
    "editors", "cost", "traffic", "history", "alternatives", "together", "reach",
)  # fmt: skip
"""The style sheets of static/css, in the order in which later ones override earlier ones."""
JOINED: Final = "css/keysheet.css"
"""All of them in one file, because a request for each would delay the first paint."""

SCRIPT: Final = "js/keysheet.js"
"""All modules of static/js/main.js in one file: a page that asks for each makes more than a hundred requests."""

_SOURCES: Final = settings.BASE_DIR / "static" / "css"
_MODULES: Final = settings.BASE_DIR / "static" / "js"
_TOOLS: Final = settings.BASE_DIR / "static" / "node_modules" / "@esbuild"
_MADE: Final = settings.BASE_DIR / ".keysheet" / "static"
_LOOKED_AT_SECONDS: Final = 1.0
_VERSIONED: Final = re.compile(r"v/([0-9a-f]{16})/(.+)", re.DOTALL)


class StyleFinder(BaseFinder):
    """Finds the combined style sheet, which is built from the others on each request."""

    def find(self, path: str, find_all: bool = False) -> Any:
        """Return the path of the file; an empty list, as Django's finders do, for any other file."""
        if path != JOINED:
            return []
        made = str(_joined())
        return [made] if find_all else made

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Return what collectstatic collects."""
        _joined()
        yield JOINED, FileSystemStorage(_MADE)


def _joined() -> Path:
    text = "\n".join((_SOURCES / f"{name}.css").read_text() for name in STYLES)
    path = _MADE / JOINED
    if not path.is_file() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Several processes can write it at the same time, while another reads it.
        beside = path.with_suffix(f".{threading.get_ident()}-{time.monotonic_ns()}")
        beside.write_text(text)
        beside.replace(path)
    return path


class ScriptFinder(BaseFinder):
    """Finds the combined module and its source map, which are built again as soon as a module changes."""

    def find(self, path: str, find_all: bool = False) -> Any:
        """Return the path of the file; an empty list, as Django's finders do, for any other file."""
        if path not in (SCRIPT, f"{SCRIPT}.map"):
            return []
        made = str(_bundled().with_name(Path(path).name))
        return [made] if find_all else made

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, Storage]]:
        """Return what collectstatic collects."""
        folder = _bundled().parent
        for name in (SCRIPT, f"{SCRIPT}.map"):
            if (folder / Path(name).name).is_file():
                yield name, FileSystemStorage(_MADE)


def _bundled() -> Path:
    made, state = _MADE / SCRIPT, f"/* {_state(_MODULES)} */\n"
    if not made.is_file() or not made.read_text("utf-8").startswith(state):
        made.parent.mkdir(parents=True, exist_ok=True)
        # Several processes can write it at the same time, while another reads it.
        with tempfile.TemporaryDirectory(dir=made.parent) as beside:
            for file in _bundle(Path(beside) / made.name, state):
                file.replace(made.with_name(file.name))
    return made


def _bundle(to: Path, state: str) -> list[Path]:
    """The module, which is written last, after its source map. Without an esbuild that runs, and where it refuses a
    module, it imports the modules one by one: a page is slower, and still there.
    """
    tool = next(
        (file for file in (*_TOOLS.glob("*/bin/esbuild"), *_TOOLS.glob("*/esbuild.exe")) if file.is_file()), None
    )
    options = (
        "--bundle",
        "--format=esm",
        "--minify",
        "--sourcemap",
        "--log-level=warning",
        f"--banner:js={state.strip()}",
    )
    try:
        if tool is not None:
            subprocess.run([tool, str(_MODULES / "main.js"), f"--outfile={to}", *options], check=True)
            return [to.with_name(f"{to.name}.map"), to]
    except (OSError, subprocess.CalledProcessError):
        log.exception("esbuild did not combine the scripts: pages load them one by one")
    to.write_text(f'{state}import "./main.js";\n', "utf-8")
    return [to]


def _state(folder: Path) -> str:
    """A digest of the names, sizes and times of the files in a folder."""
    digest = blake2b(digest_size=8)
    for path in sorted(folder.rglob("*.js")):
        lying = path.stat()
        digest.update(f"{path.relative_to(folder)}\0{lying.st_size}\0{lying.st_mtime_ns}\0".encode())
    return digest.hexdigest()


class HashedStorage(CompressedManifestStaticFilesStorage):
    """Names carry a hash of the content; the imports of our JavaScript modules are rewritten to match."""

    support_js_module_import_aggregation = True
    # Each pass settles the names of the modules whose imports are settled: as many as the longest chain of imports.
    max_post_process_passes = 20


class VersionedStorage(StaticFilesStorage):
    """Addresses begin with the version of all files together, so that the imports of a module use the same version."""

    def url(self, name: str | None) -> str:
        """Return the address of the current file."""
        return super().url(f"v/{_versions.now()}/{name}")


class _Versions:
    """Return a digest of the names, sizes and times of all static files, at most one second old."""

    def __init__(self) -> None:
        self._found, self._until = "", 0.0

    def now(self) -> str:
        """Return the version of the current files."""
        if time.monotonic() >= self._until:
            self._found = self._digest()
            self._until = time.monotonic() + _LOOKED_AT_SECONDS
        return self._found

    def _digest(self) -> str:
        digest = blake2b(digest_size=8)
        for finder in get_finders():
            for name, storage in finder.list([]):
                lying = Path(storage.path(name)).stat()
                digest.update(f"{name}\0{lying.st_size}\0{lying.st_mtime_ns}\0".encode())
        return digest.hexdigest()


_versions = _Versions()


class FreshStaticFilesHandler(ASGIStaticFilesHandler):
    """Serves straight from the checkout. The browser caches a file that is requested under the current version; without
    a version, or with an outdated one, it does not, so that an update never mixes old files with new ones.
    """

    def file_path(self, url: str) -> str:
        """Return the file in an address, with or without a version."""
        path = super().file_path(url).replace("\\", "/")
        versioned = _VERSIONED.fullmatch(path)
        return versioned[2] if versioned else path

    def serve(self, request: HttpRequest) -> HttpResponse | FileResponse:
        try:
            response = super().serve(request)
        except SuspiciousFileOperation as error:
            raise Http404("this path is outside the static files") from error
        asked = _VERSIONED.fullmatch(super().file_path(request.path).replace("\\", "/"))
        is_current = asked is not None and asked[1] == _versions.now()
        response["Cache-Control"] = "public, max-age=31536000, immutable" if is_current else "no-cache"
        return response
