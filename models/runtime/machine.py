"""What this computer is: numbers are equal to the bit on one kind of processor."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path


def processor_name() -> str:
    """Return the name that the maker gave the processor, where the system tells."""
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.is_file() else ""
    found = re.search(r"^model\s+name\s*:(.*)$", text, re.MULTILINE)
    return found[1].strip() if found else platform.processor() or platform.machine()


def machine_name() -> str:
    """Return system, processor and number of cores, as a result keeps them."""
    return f"{platform.system()}, {processor_name()}, {os.cpu_count()} cores"
