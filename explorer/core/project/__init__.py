"""Project files: a window, its report and its results in one file, and how it is opened."""

ENDING = ".plmx"
