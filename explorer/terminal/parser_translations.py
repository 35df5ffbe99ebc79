"""argparse's own words in the language of the interface: it looks them up by gettext's names."""

import argparse

from explorer.core.localization import mark, tr

# As argparse writes them, with its %-signs; what only a programmer can cause is left out.
WORDS = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("unrecognized arguments: %s"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("not allowed with argument %s"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("invalid %(type)s value: %(value)r"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("expected %s argument"),
    mark("expected %s arguments"),
    mark("ignored explicit argument %r"),
)


def translate_parsers() -> None:
    """Let every parser of this process speak the language of the interface."""
    vars(argparse).update(_=_word, ngettext=_plural)


def _word(text: str | None) -> str | None:
    """A description may be missing."""
    return text and tr(text)


def _plural(one: str, many: str, count: int) -> str:
    return tr(one if count == 1 else many)
