"""`make translations`: brings the files of Qt Linguist up to date with the texts of the program.

New texts are added as unfinished, those that are gone are left out. `--fill` takes translations
from JSON files, as {source: translation}; what is finished already stays.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape

from explorer.core.localization import LANGUAGES
from explorer.core.localization.catalog import read_catalog
from explorer.core.localization.sources import Source, sources
from models.runtime.files import write_text
from models.runtime.resources import resource

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="{}">\n'


def main() -> None:
    """Update each language, and say how much of it is finished."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fill", nargs="*", type=Path, default=[], metavar="FILE")
    new = {}
    for path in parser.parse_args().fill:
        new.update(json.loads(path.read_text(encoding="utf-8")))
    texts = list(sources())
    for path in sorted(resource("languages").glob("*.ts")):
        known = {**new, **read_catalog(path).texts}
        write_text(path, linguist_file(path.stem, texts, known))
        missing = Counter(context for context, text in texts if text not in known)
        finished = len(texts) - missing.total()
        print(f"{LANGUAGES[path.stem]}: {finished:,} of {len(texts):,} texts are translated.")
        for context, count in sorted(missing.items()):
            print(f"  {context}: {count} without a translation")


def linguist_file(language: str, texts: Iterable[Source], known: Mapping[str, str]) -> str:
    """The texts by context, in the format of Qt Linguist."""
    lines = [HEAD.format(language)]
    for context, group in groupby(sorted(texts, key=lambda one: one[0]), key=lambda one: one[0]):
        lines.append(f"<context>\n    <name>{context}</name>\n")
        lines += [_message(text, known.get(text, "")) for _, text in group]
        lines.append("</context>\n")
    return "".join([*lines, "</TS>\n"])


def _message(source: str, translation: str) -> str:
    unfinished = "" if translation else ' type="unfinished"'
    return (
        f"    <message>\n        <source>{escape(source)}</source>\n"
        f"        <translation{unfinished}>{escape(translation)}</translation>\n    </message>\n"
    )


if __name__ == "__main__":
    main()
