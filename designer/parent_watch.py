"""Child processes that never outlive their parent."""

import ctypes
import os
import signal
import sys
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def die_with_parent(sign: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `sign` when its parent dies, even by kill -9. Only Linux supports this.

    A change of user drops the request, so it must come after one. The request survives exec.
    """
    if sys.platform != "linux":
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, sign)
    # The parent can die between the fork and the request; then the signal would never be sent.
    if os.getppid() != parent:
        os.kill(os.getpid(), sign)
