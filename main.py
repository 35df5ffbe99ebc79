"""Opens the window, or runs one of the commands that `python main.py --help` lists."""

import sys
from multiprocessing import freeze_support

from explorer.cli import main

if __name__ == "__main__":
    freeze_support()  # a process that a packaged program starts begins here as well
    sys.exit(main())
