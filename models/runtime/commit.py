"""The commit of the program, where it runs from a repository."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def program_commit() -> str:
    """Return the short hash of the commit, with "+" behind it for changed files; "" if unknown."""
    if not (ROOT / ".git").exists():
        return ""
    commit = _git("rev-parse", "--short=12", "HEAD")
    changed = commit and _git("status", "--porcelain", "--untracked-files=no")
    return f"{commit}+" if changed else commit


def _git(*words: str) -> str:
    """Return what git prints; "" where it is missing or fails."""
    try:
        made = subprocess.run(
            ("git", *words), cwd=ROOT, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return made.stdout.strip()
