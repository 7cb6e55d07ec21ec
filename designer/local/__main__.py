"""`python -m designer.local up` runs everything; `sign-in` prints a new address; `manage ...` is Django's own."""

import json
import os
import signal
import sys

from designer.lifeline import die_with_parent
from designer.local import sign_in
from designer.local.children import StartFailed
from designer.local.services import CHECKOUT
from designer.local.state import of_this_checkout
from designer.local.supervisor import Supervisor, environment_given

USAGE = "say one of: up, sign-in, manage COMMAND ..."


def up(*arguments: str) -> None:
    # `make` killed by -9 would leave its supervisor running.
    if "--with-parent" in arguments:
        die_with_parent(signal.SIGTERM)
    Supervisor(of_this_checkout(), environment_given()).up()


def print_sign_in() -> None:
    state = of_this_checkout()
    sys.stdout.write(f"{sign_in.new_address(state, known_ports()['web'])}\n")


def manage(*arguments: str) -> None:
    """Run a Django command against the running copy."""
    supervisor = Supervisor(of_this_checkout(), environment_given(), ports=known_ports())
    os.execve(  # noqa: S606
        sys.executable, [sys.executable, str(CHECKOUT / "manage.py"), *arguments], supervisor.environment()
    )


def known_ports() -> dict[str, int]:
    path = of_this_checkout().folder / "ports.json"
    if not path.is_file():
        raise StartFailed("this copy has never been started: `make up` starts it")
    return dict(json.loads(path.read_text()))


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
