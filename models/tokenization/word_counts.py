"""How often words and characters occur in texts, for tokenizers that learn their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import tokenizers


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
