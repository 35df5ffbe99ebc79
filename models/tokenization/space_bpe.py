"""BPE as in SentencePiece: a space is a sign before its word, and frequent neighbours are merged.

Papers: Sennrich, Haddow and Birch (2015), arXiv:1508.07909; Kudo and Richardson (2018),
SentencePiece, arXiv:1808.06226. Reference: `SentencePieceBPETokenizer` of
huggingface/tokenizers, as in skt/kogpt2-base-v2, and the tokenizer.json of Llama 2.

A space is written as ▁ and belongs to the word after it; a text begins as if there were a space in
front, unless its file says otherwise. Characters in no piece become their bytes where the
vocabulary has these, else each is unknown by itself. The text is composed (NFKC) where its
tokenizer.json says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import decoders, normalizers, pre_tokenizers
from tokenizers.models import BPE

from models.checkpoints.folders import SENTENCEPIECE_FILES
from models.schema.specs import Paper, SpecialTokenTemplate, TokenizerSpec
from models.tokenization.added import add_listed
from models.tokenization.base import (
    GENERIC_CLASS,
    Tokenizer,
    TokenizerFamily,
    mark_special,
    parse_backend,
)
from models.tokenization.bpe_files import read_bpe_content
from models.tokenization.files import CONFIG_FILE, TOKENIZER_FILE, read_json_if_there
from models.tokenization.sentencepiece import is_bpe
from models.tokenization.sentencepiece_bpe import read_bpe_file
from models.tokenization.special_tokens import (
    fit_template,
    named_roles,
    read_template,
    spelled_roles,
)
from models.tokenization.unigram import ALPHABET_SHARE, NAME_WEIGHT, continues_word, parse_composed
from models.tokenization.unigram_learning import SPACE
from models.tokenization.word_counts import count_words, frequent_characters, learn_merges

FAMILY = TokenizerFamily(
    name="space_bpe",
    template=SpecialTokenTemplate(
        GENERIC_CLASS,
        {"bos": "<s>", "eos": "</s>", "pad": "<pad>", "unk": "<unk>", "mask": "<mask>"},
    ),
    continues=continues_word,
    after_mask=lambda piece: SPACE + piece.removeprefix(SPACE),
    words_by_piece=True,
    word_sign=SPACE,
)


def train(
    texts: Iterable[str],
    vocab_size: int,
    special: Sequence[str] = (),
    *,
    names: Iterable[str] = (),
    template: SpecialTokenTemplate | None = None,
) -> Tokenizer:
    """Learn merges up to `vocab_size` tokens; the same texts give the same ids.

    `special` are tokens in addition to those of `template`. `names` are words that are counted
    often in addition to the texts. The texts are read several times, so they stay in memory. Raises
    ValueError if there is no text, or no room for any piece.
    """
    template = template or FAMILY.template
    tokens = [*dict.fromkeys([*template.roles.values(), *special, *template.extra])]
    backend = _backend({token: id for id, token in enumerate(tokens)}, [], template)
    corpus = [*texts, *(name for name in names for _ in range(NAME_WEIGHT))]
    room = (vocab_size - len(tokens)) // ALPHABET_SHARE
    alphabet = frequent_characters(count_words(backend, corpus), room)
    vocabulary, merges = learn_merges(backend, corpus, vocab_size, tokens, alphabet)
    backend = _backend(vocabulary, merges, template)
    mark_special(backend, special)
    return _finish(backend, template)


def _backend(
    vocabulary: Mapping[str, int],
    merges: Iterable[Sequence[str]],
    template: SpecialTokenTemplate,
) -> tokenizers.Tokenizer:
    """Here no piece has letters and punctuation. Raises ValueError without an unknown token."""
    if "unk" not in template.roles:
        raise ValueError("BPE with signs for spaces needs a template that has an unknown token.")
    pairs = [(left, right) for left, right in merges]
    model = BPE(vocab=dict(vocabulary), merges=pairs, unk_token=template.roles["unk"])
    backend = tokenizers.Tokenizer(model)
    backend.normalizer = normalizers.NFKC()
    steps = [
        pre_tokenizers.WhitespaceSplit(),
        pre_tokenizers.Metaspace(prepend_scheme="always"),
        pre_tokenizers.Punctuation("isolated"),
    ]
    backend.pre_tokenizer = pre_tokenizers.Sequence(steps)
    backend.decoder = decoders.Metaspace(prepend_scheme="always")
    return backend


def open_folder(folder: Path, template: SpecialTokenTemplate | None = None) -> Tokenizer | None:
    """Open tokenizer.json, or a BPE model of SentencePiece; None for files of another family.

    Without a `template` it is that of the post-processor, else the special tokens that
    tokenizer_config.json names or the vocabulary has, none of them around a text. Raises ValueError
    for a broken file, and for one without an unknown token.
    """
    config = read_json_if_there(folder / CONFIG_FILE)
    path = folder / TOKENIZER_FILE
    if path.is_file():
        content = read_bpe_content(path, _has_spaces)
        if content is None:
            return None
        backend = parse_backend(content, path)
        config = {"unk_token": _unknown_token(content["model"], path), **config}
    elif (file := _bpe_model(folder)) is not None:
        content, config = read_bpe_file(file, config)
        backend = parse_composed(content, file)
        add_listed(backend, folder)
    else:
        return None
    vocabulary = backend.get_vocab(with_added_tokens=True)
    roles = {**spelled_roles(vocabulary), **named_roles(config)}
    own = {role: roles[role] for role in FAMILY.template.roles if role in roles}
    chosen = fit_template(template, config, vocabulary) or read_template(
        content, config, vocabulary, GENERIC_CLASS
    )
    return _finish(backend, chosen or SpecialTokenTemplate(GENERIC_CLASS, own))


def _bpe_model(folder: Path) -> Path | None:
    """The BPE model of SentencePiece in a folder, if any."""
    files = [folder / name for name in SENTENCEPIECE_FILES if (folder / name).is_file()]
    return files[0] if files and is_bpe(files[0]) else None


def _has_spaces(content: Mapping[str, Any]) -> bool:
    """Whether a tokenizer.json writes spaces as signs, in a step before or after normalization."""
    if content["model"].get("end_of_word_suffix"):
        return False
    cutting = _steps(content.get("pre_tokenizer"), "pretokenizers")
    kinds = {step.get("type") for step in cutting if not _cuts_at_spaces(step)}
    if "ByteLevel" in kinds:
        return False
    normalizing = _steps(content.get("normalizer"), "normalizers")
    return "Metaspace" in kinds or (not kinds and any(map(_writes_sign, normalizing)))


def _steps(entry: object, several: str) -> list[dict[str, Any]]:
    """One step, or those of a sequence; none for no entry."""
    if not isinstance(entry, dict):
        return []
    steps = entry.get(several, [entry])
    return [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []


def _cuts_at_spaces(step: Mapping[str, Any]) -> bool:
    """Whether a step cuts at spaces, as Gemma's, which has signs in their place before it."""
    return step.get("type") == "Split" and step.get("pattern") == {"String": " "}


def _writes_sign(step: Mapping[str, Any]) -> bool:
    return step.get("type") == "Replace" and step.get("content") == SPACE


def _unknown_token(model: Mapping[str, Any], path: Path) -> str:
    token = model.get("unk_token")
    if not isinstance(token, str):
        raise ValueError(
            f"{path} names no unknown token, which this program needs. Choose another model."
        )
    return token


def _finish(backend: tokenizers.Tokenizer, template: SpecialTokenTemplate) -> Tokenizer:
    """Mark the special tokens; Tokenizer rejects a vocabulary without a required one."""
    vocabulary = backend.get_vocab(with_added_tokens=True)
    tokens = [*template.roles.values(), *template.extra]
    present = [token for token in tokens if token in vocabulary]
    mark_special(backend, present, mask=template.roles.get("mask"))
    return Tokenizer(backend, FAMILY, template, {"tokenizer_class": GENERIC_CLASS})


SPEC = TokenizerSpec(
    name=FAMILY.name,
    title="BPE with signs for spaces",
    summary="Merges the most frequent neighbours in a word; a space is a sign before its word.",
    paper=Paper(
        "Sennrich, Haddow, Birch",
        "Neural Machine Translation of Rare Words with Subword Units",
        2015,
        "1508.07909",
    ),
    continuation=f"no {SPACE} in front",
    train=train,
    open=open_folder,
)
