"""Which files of a folder are the training, dev and test part of one set, by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from models.tasks.examples import DataError, Split

SPLITS: tuple[Split, ...] = ("train", "dev", "test")
SUFFIXES = {".tsv", ".csv", ".jsonl", ".json", ".txt"}
WORDS: dict[str, Split] = {
    **dict.fromkeys(("train", "training"), "train"),
    **dict.fromkeys(("dev", "val", "valid", "validation"), "dev"),
    "test": "test",
}
_WORD = re.compile(rf"(?<![a-z])({'|'.join(sorted(WORDS, key=len, reverse=True))})(?![a-z])")


def split_of(path: Path) -> Split | None:
    """The split that a file's name says, as in "dev_matched.tsv"; None if it says none."""
    word = _WORD.search(path.stem.lower())
    return WORDS[word[1]] if word else None


def pattern(path: Path) -> str:
    """A file's name without its split; the parts of a set mostly have the same one."""
    return _WORD.sub("*", path.name.lower(), count=1)


def siblings(path: Path) -> Iterator[Path]:
    """The other files with data in the folder of a file, in alphabetical order."""
    try:
        files = sorted(path.parent.iterdir())
    except OSError:
        return
    yield from (one for one in files if one != path and one.suffix == path.suffix and one.is_file())


def main_file(folder: Path) -> Path:
    """The training file of a folder, or its dev or test file. Raises DataError if unclear.

    "train.tsv" is preferred to names that say more.
    """
    try:
        files = [
            one for one in sorted(folder.iterdir()) if one.suffix in SUFFIXES and one.is_file()
        ]
    except OSError as error:
        raise DataError(str(folder), f"cannot be read ({error.strerror})") from error
    for split in SPLITS:
        candidates = [one for one in files if split_of(one) == split]
        plain = [one for one in candidates if one.stem.lower() in WORDS]
        chosen = plain if len(plain) == 1 else candidates
        if len(chosen) == 1 or (split != "train" and chosen):
            return chosen[0]
        if chosen:
            raise DataError(
                str(folder), f"has several {split} files. Open one of them: {_names(chosen)}"
            )
    if len(files) == 1:
        return files[0]
    if not files:
        raise DataError(str(folder), f"has no file that ends with {', '.join(sorted(SUFFIXES))}")
    raise DataError(str(folder), f"has no train, dev or test file. Open one of: {_names(files)}")


def _names(files: list[Path]) -> str:
    names = [one.name for one in files[:10]]
    return ", ".join(names) + (" …" if len(files) > 10 else "")
