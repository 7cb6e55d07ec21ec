"""Terraform without a network: one AWS provider for the whole session, which every command attaches to.

A command that starts the provider itself takes three times as long (17 s against 5 s on two busy cores).
"""

from __future__ import annotations

import atexit
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from designer.local.children import Program, wait_until

ROOTS = (Path("/opt"), Path("/usr/local"), Path("/usr/share"), Path.home())
ATTACH = re.compile(r"TF_REATTACH_PROVIDERS='(.*)'")

# What a plan needs where there is no account: an override file is laid over the blocks of the others.
OFFLINE = """
provider "aws" {
  access_key                  = "test"
  secret_key                  = "test"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_region_validation      = true
  skip_requesting_account_id  = true
}
"""


def has_terraform() -> bool:
    return bool(shutil.which("terraform") and provider_binary())


@cache
def provider_binary() -> Path | None:
    """The newest AWS provider, wherever this machine keeps it."""
    for root in ROOTS:
        found = sorted(root.glob("**/registry.terraform.io/hashicorp/aws/*/*/terraform-provider-aws*"))
        if found:
            return found[-1]
    return None


@cache
def environment() -> Mapping[str, str]:
    """Of every command: with the address of a provider that runs until this session ends."""
    binary = provider_binary()
    assert binary is not None
    # Nothing of this machine's own account; and the provider, configured a second time, stumbles over AWS_CA_BUNDLE.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    given = kept | {"TF_CLI_CONFIG_FILE": os.devnull, "TF_IN_AUTOMATION": "1", "CHECKPOINT_DISABLE": "1"}
    program = Program("terraform-provider-aws", (str(binary), "-debug"), given, binary.parent)
    # A file, not a pipe: it goes on talking, and would stand still when nobody listens.
    with tempfile.NamedTemporaryFile(prefix="keysheet-terraform-", suffix=".log") as log:
        process = program.start(output=log.file)
        atexit.register(program.end, process)
        wait_until(lambda: ATTACH.search(Path(log.name).read_text("utf-8")) is not None, process, program.name)
        said = ATTACH.search(Path(log.name).read_text("utf-8"))
    assert said is not None
    return given | {"TF_REATTACH_PROVIDERS": said.group(1)}


def run(folder: Path, *arguments: str) -> str:
    """What terraform says; an assertion fails where it refuses."""
    done = subprocess.run(
        ["terraform", *arguments],
        cwd=folder, env=environment(), capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def plan(folder: Path, override: str = OFFLINE) -> list[Mapping[str, Any]]:
    """The resources that terraform would make of the files in a folder."""
    (folder / "offline_override.tf").write_text(override, "utf-8")
    run(folder, "init", "-backend=false", "-input=false")
    run(folder, "plan", "-input=false", "-refresh=false", "-lock=false", "-out=plan.bin")
    shown = json.loads(run(folder, "show", "-json", "plan.bin"))
    made = [one for one in shown["planned_values"]["root_module"].get("resources", []) if one["mode"] == "managed"]
    names = {one["name"]: one["values"]["name"] for one in made if one["type"] == "aws_dynamodb_table"}
    for one in made:
        if one["type"] == "aws_dynamodb_resource_policy":
            # An ARN is not known before the table is there; the labels tell which table it is.
            one["values"]["resource_arn"] = f"table/{names[one['name']]}"
    return made
