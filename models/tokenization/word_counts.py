"""How often words and characters occur in texts, and the merges of BPE that follow from it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import tokenizers
from tokenizers import trainers

MIN_PAIR_COUNT = 2  # a pair of pieces that occurred once is not merged


def count_words(
    backend: tokenizers.Tokenizer, texts: Iterable[str], weight: int = 1
) -> Counter[str]:
    """How often each word of the texts occurs, as the tokenizer sees it, times a weight."""
    counts: Counter[str] = Counter()
    normalizer = backend.normalizer
    for chunk, count in Counter(chunk for text in texts for chunk in text.split()).items():
        normalized = chunk if normalizer is None else normalizer.normalize_str(chunk)
        for word, _ in backend.pre_tokenizer.pre_tokenize_str(normalized):
            counts[word] += weight * count
    return counts


def frequent_characters(words: Mapping[str, int], room: int) -> list[str]:
    """The characters that occur most often, in the order of their code points."""
    counts: Counter[str] = Counter()
    for word, count in words.items():
        for character in word:
            counts[character] += count
    ranked = sorted(counts, key=lambda character: (-counts[character], character))
    return sorted(ranked[: max(0, room)])


def learn_merges(
    backend: tokenizers.Tokenizer,
    texts: Sequence[str],
    vocab_size: int,
    special: Sequence[str],
    alphabet: Sequence[str],
    **options: Any,
) -> tuple[dict[str, int], list[list[str]]]:
    """Learn the vocabulary and the merges of BPE; `options` are further ones of the trainer.

    Special tokens and the alphabet come first, in the given order. Raises ValueError if there is
    no alphabet.
    """
    if not alphabet:
        raise ValueError(
            "No vocabulary can be learned: there is no text, or no room after the special tokens."
        )
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=MIN_PAIR_COUNT,
        special_tokens=[*special, *alphabet],  # the library has the order of a hash table
        limit_alphabet=0,
        show_progress=False,
        **options,
    )
    backend.train_from_iterator(texts, trainer)
    model = json.loads(backend.to_str())["model"]
    return model["vocab"], model["merges"]
