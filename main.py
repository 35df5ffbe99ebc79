"""Opens the window, or runs one of the commands that `python main.py --help` lists."""

import sys

from explorer.cli import main

if __name__ == "__main__":
    sys.exit(main())
