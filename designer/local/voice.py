"""Terminal output: the lines of each process with its name."""

import sys
import threading
from dataclasses import dataclass, field
from typing import IO, Final

COLORS: Final = {"web": 36, "worker": 35, "postgres": 34, "valkey": 31, "sandbox": 33, "keysheet": 32}
WIDTH: Final = max(map(len, COLORS))


@dataclass(slots=True)
class Voice:
    """One terminal shared by many processes; a line is written whole."""

    stream: IO[str] = field(default_factory=lambda: sys.stdout)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def say(self, name: str, line: str) -> None:
        label = f"{name:<{WIDTH}} |"
        if self.stream.isatty():
            label = f"\x1b[{COLORS.get(name, 37)}m{label}\x1b[0m"
        with self.lock:
            print(label, line, file=self.stream, flush=True)

    def follow(self, name: str, output: IO[bytes]) -> None:
        """Write every line of a process until it closes its output."""
        threading.Thread(target=self.relay, args=(name, output), daemon=True).start()

    def relay(self, name: str, output: IO[bytes]) -> None:
        with output:
            for line in output:
                self.say(name, line.decode(errors="replace").rstrip())
