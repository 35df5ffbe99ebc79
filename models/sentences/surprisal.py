"""Surprisal of words: minus their log-probabilities after the words before them, in nats.

A word is what white space divides; its surprisal is the sum over its tokens. Where a token says by
a space in front of it that a word begins, the end of a word is known only with the token after it.
So the sum has the probability that a word begins here, which belongs to the word before, and lacks
that of its own end. Pimentel and Meister (2024), arXiv:2406.14561: with B the tokens that begin a
word, and the end of the text,

    -log P(word | before) = -log P(tokens | before) - log P(B | before, tokens) + log P(B | before)

Where tokens mark the end of a word, as those of GPT-1 do, or are words, the sum is right as it is.

Shapes: W words, T tokens, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.schema.records import BoolArray, Encoding, FloatArray, IntArray, ModelInput
from models.sentences.likelihood import SentenceScorer, word_of_tokens, word_spans
from models.sentences.scoring import target_nats
from models.tokenization import Tokenizer

SPACES = (
    "Ġ",
    "Ċ",
    "ĉ",
    "č",
    "▁",
    " ",
    "\n",
    "\t",
)  # as byte-level BPE and SentencePiece write them


@dataclass(frozen=True, eq=False)
class WordSurprisals:
    """The words of a text: NaN nats where a token of the word is not scored.

    `tokens` (W,) are the numbers of tokens of each; 0 of a word that was cut off.
    """

    words: tuple[str, ...]  # (W,)
    nats: FloatArray  # (W,)
    tokens: IntArray  # (W,)


def begins_words(tokenizer: Tokenizer) -> BoolArray | None:
    """The tokens (V,) that begin a word or end a text; None where no token says so by a space."""
    names = (tokenizer.token(id) for id in range(tokenizer.vocab_size))
    begins = np.array([name.startswith(SPACES) for name in names], dtype=np.bool_)
    special = sorted(tokenizer.special_ids)
    begins[special] = False
    if not begins.any():
        return None
    ends = {one for one in (tokenizer.eos_id, tokenizer.sep_id) if one is not None}
    begins[sorted(ends)] = True
    return begins


def word_surprisals(
    scorer: SentenceScorer, encodings: Sequence[Encoding], corrected: bool = False
) -> list[WordSurprisals]:
    """The surprisal of the words of each text, with the treatment of their ends if `corrected`.

    `corrected` changes nothing for other kinds than "next".
    """
    begins = begins_words(scorer.builder.tokenizer) if corrected else None
    if scorer.kind != "next" or begins is None:
        ends = [np.zeros(len(one) + 1, dtype=np.float32) for one in encodings]
    else:
        ends = _boundary_nats(scorer, encodings, begins)
    found = []
    for encoding, logs, boundary in zip(encodings, scorer.score(encodings), ends, strict=True):
        spans, words = word_spans(encoding.text), word_of_tokens(encoding)
        nats = np.full(len(encoding), np.nan, dtype=np.float64)
        nats[logs.positions] = -logs.logs
        sums, counts = np.full(len(spans), np.nan), np.zeros(len(spans), dtype=np.int64)
        for number in range(len(spans)):
            own = np.flatnonzero(words == number)
            counts[number] = len(own)
            if len(own):
                marked = begins is not None and begins[encoding.ids[own[0]]]
                before = boundary[own[0]] if marked else 0.0
                sums[number] = nats[own].sum() + boundary[own[-1] + 1] - before
        texts = tuple(encoding.text[start:end] for start, end in spans)
        found.append(WordSurprisals(texts, sums.astype(np.float32), counts))
    return found


def _boundary_nats(
    scorer: SentenceScorer, encodings: Sequence[Encoding], begins: BoolArray
) -> list[FloatArray]:
    """Minus the log-probability (T + 1,) that a word begins, or the text ends, before each token.

    The last one is that after the last token; the first is 0 where nothing is before the text.
    """
    builder = scorer.builder
    loaded, head, found = builder.loaded, builder.head, []
    prepared = [scorer.fit_start(one) for one in encodings]
    inputs = [_predict_everywhere(scorer, one) for one in prepared]
    after = target_nats(loaded.model, loaded.spec, builder.tokenizer, head, inputs, begins)
    for encoding, nats in zip(encodings, after, strict=True):
        whole = np.zeros(len(encoding) + 1, dtype=np.float32)
        whole[len(whole) - len(nats) :] = nats
        found.append(whole)
    return found


def _predict_everywhere(scorer: SentenceScorer, encoding: Encoding) -> ModelInput:
    positions = np.arange(len(encoding))
    fed = scorer.builder.prepare_plain(encoding)
    return scorer.builder.add_feeds(
        fed.with_targets(scorer.builder.head.name, positions, encoding.ids.copy())
    )
