"""How the program was started, for the commands that its messages name."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

INSTALLED = "plm-explorer"  # the command that pyproject.toml declares
SCRIPT = "main.py"  # of a checkout


def program() -> str:
    """The part of the command line before the name of a command."""
    return f"python {shlex.quote(sys.argv[0])}" if _from_checkout() else INSTALLED


def torchrun() -> str:
    """The same on two processes."""
    started = shlex.quote(sys.argv[0]) if _from_checkout() else f"--no-python {INSTALLED}"
    return f"torchrun --nproc_per_node=2 {started}"


def _from_checkout() -> bool:
    return Path(sys.argv[0]).name == SCRIPT
