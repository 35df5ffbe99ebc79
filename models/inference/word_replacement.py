"""Replaces words of a text by what a masked language model predicts in their place.

Jiao et al. (2019), arXiv:1909.10351, data augmentation. A word of one piece is masked, and its K
most probable other words are candidates. Words of several pieces stay, as the paper takes
neighbours in GloVe for them, which are not here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import torch

from models.checkpoints.checkpoint import Loaded
from models.inference.mask_filling import as_query
from models.schema.batch import as_module, collate, evaluating
from models.schema.records import Corruption, Encoding

Place = tuple[int, int, tuple[str, ...]]  # characters [start, end) of a word, and its candidates


@dataclass(frozen=True, eq=False)
class WordReplacer:
    """Replaces a share of the words of a text by candidates of a masked language model."""

    loaded: Loaded
    share: float  # of the words, p_t
    num_candidates: int  # K
    _known: dict[str, list[Place]] = field(default_factory=dict)

    def replaced(self, text: str, rng: np.random.Generator) -> str:
        """The text with other words; equal numbers of `rng` give equal texts."""
        if not text.strip():
            return text
        for start, end, words in reversed(self.places(text)):  # later words move no earlier ones
            if rng.random() < self.share:
                text = text[:start] + words[int(rng.integers(len(words)))] + text[end:]
        return text

    def places(self, text: str) -> list[Place]:
        """The words of one piece in a text, each with its candidates; computed once."""
        if text not in self._known:
            self._known[text] = self._places(text)
        return self._known[text]

    def _places(self, text: str) -> list[Place]:
        tokenizer = self.loaded.tokenizer
        assert tokenizer is not None
        room = self.loaded.model.config.size.num_positions
        encoding = tokenizer.encode(text, max_length=room)
        positions = _single_pieces(encoding)
        if not positions:
            return []
        logits = self._logits(encoding, positions)  # (N, V)
        logits[torch.arange(len(positions)), encoding.ids[positions].tolist()] = -torch.inf
        best = logits.topk(min(self.num_candidates, logits.shape[1])).indices.tolist()
        places: list[Place] = []
        for position, ids in zip(positions, best, strict=True):
            words = [word for word in map(self._word, ids) if word]
            if words:
                start, end = encoding.offsets[position].tolist()
                places.append((start, end, tuple(words)))
        return places

    def _logits(self, encoding: Encoding, positions: list[int]) -> torch.Tensor:
        """What is predicted at each position while it alone is masked (N, V)."""
        loaded, clean = self.loaded, Corruption.clean(encoding)
        head = loaded.spec.head_for("fill_mask")
        assert head is not None
        assert loaded.tokenizer is not None
        assert loaded.tokenizer.mask_id is not None
        rows = []
        for position in positions:
            ids = encoding.ids.copy()
            ids[position] = loaded.tokenizer.mask_id
            masked = as_query(loaded.spec, replace(clean, input_ids=ids), [position])
            rows.append(loaded.spec.complete(masked, loaded.model.config))
        device = next(as_module(loaded.model).parameters()).device
        with torch.inference_mode(), evaluating(loaded.model):
            states = loaded.model(collate(rows, loaded.tokenizer.pad_id or 0, False).to(device))
            hidden = states[head.read(states)][torch.arange(len(rows)), positions]  # (N, D)
            logits = loaded.model.logits(head.name, hidden).float().cpu()
        size = loaded.tokenizer.vocab_size
        return logits[:, :size].clone()

    def _word(self, id: int) -> str:
        """The text of a token that is a word, or a number; empty for others."""
        tokenizer = self.loaded.tokenizer
        assert tokenizer is not None
        if id in tokenizer.special_ids or tokenizer.vocabulary.continuation[id]:
            return ""
        word = tokenizer.decode([id]).strip()
        return word if word.isalnum() else ""


def _single_pieces(encoding: Encoding) -> list[int]:
    """The positions of words and numbers of one piece."""
    numbers, counts = np.unique(encoding.word, return_counts=True)
    single = set(numbers[counts == 1].tolist())
    return [
        position
        for position in np.flatnonzero(~encoding.special & ~encoding.unknown).tolist()
        if int(encoding.word[position]) in single and encoding.piece(position).strip().isalnum()
    ]
