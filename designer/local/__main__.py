"""`python -m designer.local up` runs everything; `sign-in` prints a new address; `manage ...` runs a Django command."""

import os
import signal
import subprocess
import sys

from designer.local import sign_in
from designer.local.children import StartFailed
from designer.local.services import CHECKOUT
from designer.local.state import of_this_checkout
from designer.local.supervisor import Supervisor
from designer.parent_watch import die_with_parent

USAGE = "usage: up | sign-in | manage COMMAND ..."


def up(*arguments: str) -> None:
    # Without this, the supervisor would outlive a `make` that was killed by kill -9.
    if "--with-parent" in arguments:
        die_with_parent(signal.SIGTERM)
    here().up()


def print_sign_in() -> None:
    supervisor = here()
    supervisor.ports = supervisor.state.known_ports()
    sys.stdout.write(f"{sign_in.new_address(supervisor.state, supervisor.ports['web'])}\n")


def manage(*arguments: str) -> None:
    """Run a Django command against the running copy."""
    supervisor = here()
    supervisor.ports = supervisor.state.known_ports()
    command = [sys.executable, str(CHECKOUT / "manage.py"), *arguments]
    sys.exit(subprocess.run(command, env=supervisor.environment(), check=False).returncode)


def here() -> Supervisor:
    given = dict(os.environ)
    return Supervisor(of_this_checkout(given), given)


COMMANDS = {"up": up, "sign-in": print_sign_in, "manage": manage}


def main() -> None:
    name, *arguments = sys.argv[1:] or [""]
    if name not in COMMANDS:
        sys.exit(USAGE)
    try:
        COMMANDS[name](*arguments)
    except StartFailed as failed:
        sys.exit(f"keysheet: {failed}")


if __name__ == "__main__":
    main()
