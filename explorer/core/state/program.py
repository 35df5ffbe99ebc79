"""The program: its version, and how it was started, for the commands that its messages name."""

from __future__ import annotations

import shlex
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

INSTALLED = "plm-explorer"  # the distribution, and the command that pyproject.toml declares
SCRIPT = "main.py"  # of a checkout


def software() -> str:
    """The program and its version."""
    return f"PLM Explorer {program_version()}"


def program_version() -> str:
    try:
        return version(INSTALLED)
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "development"


def program() -> str:
    """The part of the command line before the name of a command."""
    return f"python {shlex.quote(sys.argv[0])}" if _from_checkout() else INSTALLED


def torchrun() -> str:
    """Return the part of the command line that starts two processes with torchrun."""
    started = shlex.quote(sys.argv[0]) if _from_checkout() else f"--no-python {INSTALLED}"
    return f"torchrun --nproc_per_node=2 {started}"


def _from_checkout() -> bool:
    return Path(sys.argv[0]).name == SCRIPT
