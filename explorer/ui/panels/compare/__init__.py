"""The panel Model differences; its name in sessions and on the command line is `compare`."""
