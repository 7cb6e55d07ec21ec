"""A child that never outlives its parent."""

import ctypes
import os
import signal
import sys
from typing import Final

PR_SET_PDEATHSIG: Final = 1


def die_with_parent(sign: int = signal.SIGKILL) -> None:
    """Ask the kernel to send this process `sign` when its parent dies, even by kill -9. Only Linux can do that.

    The request is dropped by a change of user, so it comes after one, and is kept over exec.
    """
    if sys.platform != "linux":
        return
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, sign)
    # The parent may have died between the fork and the request; then nobody would ever send the signal.
    if os.getppid() != parent:
        os.kill(os.getpid(), sign)
