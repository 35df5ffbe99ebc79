"""The panel Differences; its name in sessions and on the command line is `compare`."""
