"""The panel Side by side; its name in sessions and on the command line is `compare`."""
