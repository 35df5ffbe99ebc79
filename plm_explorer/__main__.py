"""Runs the program: `python -m plm_explorer`, which is what the command `plm-explorer` does."""

import sys
from multiprocessing import freeze_support

from explorer.cli import main

if __name__ == "__main__":
    freeze_support()  # a process that a packaged program starts begins here as well
    sys.exit(main())
