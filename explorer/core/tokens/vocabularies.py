"""Vocabularies that a person trains, and how finely each of several cuts the same texts.

Each has a folder of its own beside the runs, with the files of a published tokenizer and one that
says how it was made. One that is removed can be put back until another one is removed.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from explorer.core.engine.engine import Engine
from explorer.core.engine.feeding import mask_tokens
from explorer.core.engine.groups import TokenCounts, count_tokens
from explorer.core.errors import UserError, as_user_errors
from explorer.core.jobs.jobs import Partial, Progress, Work
from explorer.core.localization import tr
from explorer.core.state.choices import FormChoice
from explorer.core.state.settings import home
from explorer.core.tokens.tokenized import (
    TokenizedText,
    cut_text,
    cut_with,
    family_title,
    tokenizer_specs,
)
from models.checkpoints.folders import tokenizer_files
from models.data.texts.named import written_at
from models.runtime.background import run_in_background
from models.runtime.files import read_object, temporary_path, write_text
from models.tokenization import open_tokenizer

if TYPE_CHECKING:
    from models.tokenization import Tokenizer

FOLDER = "tokenizers"
REMOVED = ".removed"  # inside FOLDER: what was removed last
ABOUT_FILE = "vocabulary.json"
MAX_VOCABULARIES = 4  # as many as colours can distinguish
DOCUMENTS = 4000  # that a vocabulary is learned from
MAX_CHARACTERS = 4_000_000  # so that a long text takes seconds
CHUNK = 100  # documents between two reports
HELD_OUT_DOCUMENTS = 200
HELD_OUT_CHARACTERS = 60_000
SHORTFALL = tr("{actual:,} of {wanted:,} tokens: further ones would be too rare in its text.")
MAX_PIECES = 512  # of the sentence that are shown; a model has its own limit


@dataclass(frozen=True)
class VocabularyChoice(FormChoice):
    """A vocabulary to train; `text` is a source as models.data.sources names it."""

    family: str = "unigram"
    size: int = 1000
    text: str = "village"


@dataclass(frozen=True)
class OwnVocabulary:
    """A vocabulary that was trained here."""

    name: str  # of its folder
    folder: Path
    choice: VocabularyChoice
    made: float  # seconds since 1970
    vocab_size: int | None = None  # None of one that an older version made

    @property
    def is_smaller(self) -> bool:
        """Whether the text gave fewer tokens than the maximum."""
        return self.vocab_size is not None and self.vocab_size < self.choice.size


@dataclass(frozen=True, eq=False)
class ComparedVocabulary:
    """A vocabulary among others, of a model or trained here. A text is None until it is counted."""

    key: str  # of the model, or the name of an own one
    own: OwnVocabulary | None
    cut: TokenizedText | None  # of the sentence, if there is one
    family: str  # title
    vocab_size: int
    file_bytes: int
    sentence: TokenCounts | None = None
    held_out: TokenCounts | None = None


@dataclass(frozen=True, eq=False)
class Comparison:
    """Vocabularies of models first, then own ones; `problems` by key for those that do not open."""

    rows: tuple[ComparedVocabulary, ...]
    problems: dict[str, str]


# ---- the folder


def vocabularies_folder() -> Path:
    return home() / FOLDER


def own_vocabularies() -> tuple[OwnVocabulary, ...]:
    """Return the vocabularies that were trained here and not removed, the oldest first."""
    parent = vocabularies_folder()
    folders = [path for path in parent.iterdir() if path.is_dir()] if parent.is_dir() else []
    vocabularies = [_read(folder) for folder in folders if folder.name[0] != "."]
    return tuple(sorted((one for one in vocabularies if one), key=lambda one: (one.made, one.name)))


def _read(folder: Path) -> OwnVocabulary | None:
    """None of a folder that this program has not written."""
    try:
        about = read_object(folder / ABOUT_FILE)
        made = float(about["made"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    size = about.get("pieces")
    vocab_size = size if isinstance(size, int) else None
    return OwnVocabulary(folder.name, folder, VocabularyChoice.from_json(about), made, vocab_size)


def remove(name: str) -> None:
    """Take a vocabulary out of the comparison; `restore_removed` undoes the last removal."""
    removed = vocabularies_folder() / REMOVED
    with as_user_errors():
        shutil.rmtree(removed, ignore_errors=True)
        removed.mkdir(parents=True)
        (vocabularies_folder() / name).rename(removed / name)


def last_removed() -> OwnVocabulary | None:
    """What can be put back."""
    parent = vocabularies_folder() / REMOVED
    folders = sorted(parent.iterdir()) if parent.is_dir() else []
    return _read(folders[0]) if folders else None


def restore_removed() -> None:
    """Undo the last removal, under another name where one was trained since then that has its own.

    Raises UserError where there is no room for it.
    """
    lost = last_removed()
    if lost is None:
        return
    _check_room()
    with as_user_errors():
        lost.folder.rename(vocabularies_folder() / _free_name(lost.name))


def _check_room() -> None:
    if len(own_vocabularies()) >= MAX_VOCABULARIES:
        raise UserError(
            tr(
                "At most {max_vocabularies} vocabularies of your own can be compared.",
                max_vocabularies=MAX_VOCABULARIES,
            ),
            tr("Remove one first."),
        )


# ---- training


def train_vocabulary(choice: VocabularyChoice, seed: int) -> Work:
    """Learn a vocabulary from a text and keep it; returns the OwnVocabulary. Raises UserError."""
    _check_room()
    spec = tokenizer_specs().get(choice.family)
    if spec is None:
        raise UserError(
            tr("There is no tokenizer family {choice!r}.", choice=choice.family),
            tr("Choose another family."),
        )
    texts = yield from _read_texts(choice.text, seed)
    learning = Progress(tr("Learning at most {choice:,} tokens", choice=choice.size))
    with as_user_errors():
        tokenizer: Tokenizer = yield from run_in_background(
            lambda: spec.train(texts, choice.size), learning
        )
        return _keep(tokenizer, choice)


def _read_texts(name: str, seed: int) -> Generator[Progress | Partial, None, list[str]]:
    from models.data.sources import open_source

    texts: list[str] = []
    num_characters = 0
    with as_user_errors():
        documents = open_source(name).once("train", seed)
    while len(texts) < DOCUMENTS and num_characters < MAX_CHARACTERS:
        yield Progress(tr("Reading the text"), len(texts), DOCUMENTS, unit="documents")
        with as_user_errors():
            chunk = [" ".join(sentences) for sentences in islice(documents, CHUNK)]
        if not chunk:
            break
        texts += chunk
        num_characters += sum(map(len, chunk))
    return texts


def _keep(tokenizer: Tokenizer, choice: VocabularyChoice) -> OwnVocabulary:
    """Write into a temporary folder, then rename it: there is a whole vocabulary or none."""
    parent, name = vocabularies_folder(), _free_name(f"{choice.family}-{choice.size}")
    temporary = temporary_path(parent)
    tokenizer.save(temporary)
    about = {"made": time.time(), "pieces": tokenizer.vocab_size, **choice.to_json()}
    write_text(temporary / ABOUT_FILE, json.dumps(about, ensure_ascii=False, indent=2) + "\n")
    vocabulary = _read(temporary.rename(parent / name))
    assert vocabulary is not None
    return vocabulary


def _free_name(stem: str) -> str:
    """A name that no vocabulary has: the stem, else with a number after it."""
    name, number = stem, 2
    while (vocabularies_folder() / name).exists():
        name, number = f"{stem}-{number}", number + 1
    return name


# ---- comparing


def compare(
    engine: Engine,
    keys: Sequence[str],
    own: Sequence[OwnVocabulary],
    texts: tuple[str, str],
    held_out: str,
    seed: int,
) -> Work:
    """Count the tokens of a sentence, or a pair, and of held-out documents of a source.

    Yields a Comparison of the sentence as Partial and returns the whole one.
    """
    compared: list[tuple[Tokenizer, ComparedVocabulary]] = []
    problems: dict[str, str] = {}
    for done, key in enumerate([*keys, *(one.name for one in own)]):
        yield Progress(tr("Tokenizing the text"), done, len(keys) + len(own), unit="vocabularies")
        try:
            if done < len(keys):
                compared.append(_compare_model(engine, key, texts))
            else:
                compared.append(_compare_own(own[done - len(keys)], texts))
        except UserError as error:
            problems[key] = str(error)
    yield Partial(Comparison(tuple(row for _, row in compared), problems))
    documents = held_out_texts(held_out, seed)
    rows = []
    for tokenizer, row in compared:
        rows.append(replace(row, held_out=count(tokenizer, documents)))
        yield Progress(tr("Counting tokens"), len(rows), len(compared), unit="vocabularies")
    return Comparison(tuple(rows), problems)


def _compare_model(
    engine: Engine, key: str, texts: tuple[str, str]
) -> tuple[Tokenizer, ComparedVocabulary]:
    tokenizer = engine.tokenizer(key)
    cut = cut_text(engine, key, *texts) if texts[0].strip() else None
    return tokenizer, _compare_vocabulary(tokenizer, key, None, engine.entry(key).folder, cut)


def _compare_own(
    own: OwnVocabulary, texts: tuple[str, str]
) -> tuple[Tokenizer, ComparedVocabulary]:
    with as_user_errors():
        tokenizer = _open_tokenizer(own.folder, own.made)
        text, pair = texts
        cut = None
        if text.strip():
            encoding = mask_tokens.encode(tokenizer, text, pair or None, MAX_PIECES)
            cut = cut_with(tokenizer, own.name, encoding)
    return tokenizer, _compare_vocabulary(tokenizer, own.name, own, own.folder, cut)


@lru_cache(maxsize=2 * MAX_VOCABULARIES)
def _open_tokenizer(folder: Path, made: float) -> Tokenizer:
    return open_tokenizer(folder)


def _compare_vocabulary(
    tokenizer: Tokenizer,
    key: str,
    own: OwnVocabulary | None,
    folder: Path,
    cut: TokenizedText | None,
) -> ComparedVocabulary:
    return ComparedVocabulary(
        key=key,
        own=own,
        cut=cut,
        family=family_title(tokenizer.family),
        vocab_size=tokenizer.vocab_size,
        file_bytes=sum(path.stat().st_size for path in tokenizer_files(folder)),
        sentence=None if cut is None else cut.counts,
    )


def count(tokenizer: Tokenizer, texts: Sequence[str]) -> TokenCounts:
    """How finely texts are cut, without the special tokens around them."""
    ids = [id for one in tokenizer.encode_ids(texts) for id in one]
    return count_tokens(
        texts, len(ids), ids.count(-1 if tokenizer.unk_id is None else tokenizer.unk_id)
    )


def held_out_texts(name: str, seed: int) -> tuple[str, ...]:
    """Documents of a source that no vocabulary was learned from. Raises UserError."""
    with as_user_errors():
        return _held_out(name, seed, written_at(name))


@lru_cache(maxsize=8)
def _held_out(name: str, seed: int, version: int) -> tuple[str, ...]:
    from models.data.sources import open_source

    texts: list[str] = []
    room = HELD_OUT_CHARACTERS
    for sentences in islice(open_source(name).once("held_out", seed), HELD_OUT_DOCUMENTS):
        text = " ".join(sentences)[:room]
        room -= len(text)
        if text:
            texts.append(text)
    return tuple(texts)
