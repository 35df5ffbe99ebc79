"""`python -m explorer.bench`, which knows a few more options than `main.py bench`."""

import sys

from explorer.bench import main

if __name__ == "__main__":
    sys.exit(main())
