"""What `bench` measures of the window."""

from collections.abc import Callable, Iterator


def measurements():
    return {}
