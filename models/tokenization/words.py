"""Whole words: a text is cut at spaces and punctuation, and a word is in the vocabulary or not.

For models that read the characters of a word, so that an unknown word differs from another one in
their input and only cannot be predicted. Reference: allenai/bilm-tf, data.py (`Vocabulary`), whose
texts were cut into words beforehand; the special tokens are theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tokenizers
from tokenizers import pre_tokenizers
from tokenizers.models import WordLevel

from models.schema.specs import FIRST, SECOND, Paper, SpecialTokenTemplate, TokenizerSpec
from models.tokenization.base import (
    GENERIC_CLASS,
    Tokenizer,
    TokenizerFamily,
    mark_special,
    parse_backend,
)
from models.tokenization.files import CONFIG_FILE, TOKENIZER_FILE, read_json, read_json_if_there
from models.tokenization.special_tokens import fit_template, read_template, rename_tokens

NAME_SHARE = 2  # at most half of the vocabulary are words of names

TEMPLATE = SpecialTokenTemplate(
    published_class=GENERIC_CLASS,
    roles={"bos": "<S>", "eos": "</S>", "unk": "<UNK>"},
    single=(("bos", 0), (FIRST, 0), ("eos", 0)),
    pair=(("bos", 0), (FIRST, 0), ("eos", 0), (SECOND, 1), ("eos", 1)),
)
# For an architecture without a template of its own, which may fill masks.
WITH_MASK = replace(TEMPLATE, roles={**TEMPLATE.roles, "mask": "[MASK]"})
FAMILY = TokenizerFamily(
    name="words",
    template=WITH_MASK,
    continues=lambda piece: False,
    after_mask=lambda piece: piece,
    optional_roles=("pad", "mask", "cls", "sep"),
)


def train(
    texts: Iterable[str],
    vocab_size: int,
    special: Sequence[str] = (),
    *,
    names: Iterable[str] = (),
    template: SpecialTokenTemplate | None = None,
) -> Tokenizer:
    """The most frequent words, at most `vocab_size` tokens; the same texts give the same ids.

    `special` are tokens in addition to those of `template`. The words of `names` come first, up to
    half of the vocabulary. Raises ValueError if there is no text, or no room for any word.
    """
    template = template or WITH_MASK
    tokens = [*dict.fromkeys([*template.roles.values(), *special, *template.extra])]
    backend = _backend({token: id for id, token in enumerate(tokens)}, template)
    counts = _word_counts(backend, texts)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    named = sorted(_word_counts(backend, names))[: vocab_size // NAME_SHARE]
    chosen = [word for word in dict.fromkeys([*named, *ranked]) if word not in tokens]
    learned = {*chosen[: max(0, vocab_size - len(tokens))]}
    if not learned:
        raise ValueError(
            "No vocabulary can be learned: there is no text, or no room after the special tokens."
        )
    by_count = sorted(learned, key=lambda word: (-counts[word], word))
    vocabulary = {word: id for id, word in enumerate([*tokens, *by_count])}
    return _finish(_backend(vocabulary, template), template, special)


def _word_counts(backend: tokenizers.Tokenizer, texts: Iterable[str]) -> Counter[str]:
    """How often each word of the texts occurs."""
    counts: Counter[str] = Counter()
    for chunk, count in Counter(chunk for text in texts for chunk in text.split()).items():
        for word, _ in backend.pre_tokenizer.pre_tokenize_str(chunk):
            counts[word] += count
    return counts


def open_folder(folder: Path, template: SpecialTokenTemplate | None = None) -> Tokenizer | None:
    """Open a tokenizer.json of whole words; None for files of another family.

    It is another's if a special token is missing. Raises ValueError for broken files.
    """
    path = folder / TOKENIZER_FILE
    if not path.is_file():
        return None
    content = read_json(path)
    model = content.get("model")
    if not isinstance(model, dict) or model.get("type") != "WordLevel":
        return None
    backend = parse_backend(content, path)
    vocabulary = backend.get_vocab(with_added_tokens=True)
    config = read_json_if_there(folder / CONFIG_FILE)
    found = _template_of(content, config, vocabulary, template)
    return _finish(backend, found) if set(found.roles.values()) <= set(vocabulary) else None


def _template_of(
    content: Mapping[str, Any],
    config: Mapping[str, Any],
    vocabulary: Collection[str],
    declared: SpecialTokenTemplate | None,
) -> SpecialTokenTemplate:
    """The declared one, else that of the post-processor, else that of the family."""
    if found := fit_template(declared, config, vocabulary, FAMILY.optional_roles):
        return found
    found = read_template(content, config, vocabulary, TEMPLATE.published_class)
    return found or rename_tokens(WITH_MASK, config, FAMILY.optional_roles)


def _backend(vocabulary: Mapping[str, int], template: SpecialTokenTemplate) -> tokenizers.Tokenizer:
    """Cuts at white space and around every sign of punctuation; letter case stays."""
    if "unk" not in template.roles:
        raise ValueError("A vocabulary of words needs a template that has an unknown token.")
    backend = tokenizers.Tokenizer(WordLevel(dict(vocabulary), template.roles["unk"]))
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return backend


def _finish(
    backend: tokenizers.Tokenizer, template: SpecialTokenTemplate, special: Sequence[str] = ()
) -> Tokenizer:
    """Mark the special tokens; Tokenizer rejects a vocabulary without a required one."""
    vocabulary = backend.get_vocab(with_added_tokens=True)
    tokens = [*template.roles.values(), *special, *template.extra]
    mark_special(backend, [token for token in tokens if token in vocabulary])
    return Tokenizer(backend, FAMILY, template, {"tokenizer_class": GENERIC_CLASS})


SPEC = TokenizerSpec(
    name=FAMILY.name,
    title="Words",
    summary="Each word and each sign of punctuation is one token; other words are unknown.",
    paper=Paper("Bengio, Ducharme, Vincent, Jauvin", "A Neural Probabilistic Language Model", 2003),
    continuation="none, as every token is a whole word",
    train=train,
    open=open_folder,
)
