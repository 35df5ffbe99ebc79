"""More labelled examples: words replaced by what a masked language model predicts in their place.

Jiao et al. (2019), arXiv:1909.10351, data augmentation. A word of one piece is masked, and its K
most probable other words are candidates. Words of several pieces stay, as the paper takes
neighbours in GloVe for them, which are not here.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch

from models.checkpoints.checkpoint import Loaded, load
from models.data.prepare import Preparing
from models.finetuning.taught import task_method
from models.inference.mask_filling import as_query
from models.runtime.resources import checkpoint_folder
from models.schema.batch import as_module, collate, evaluating
from models.schema.records import Corruption, Encoding
from models.tasks.examples import Example, LabelledSet, ScoreExample, TextExample
from models.training.recipe import Teaching

COPY_STREAM = 4 * 10**9  # random numbers of the copies of an example
Place = tuple[int, int, tuple[str, ...]]  # characters [start, end) of a word, and its candidates


def augmented(
    data: LabelledSet, teaching: Teaching, seed: int
) -> Generator[Preparing, None, LabelledSet]:
    """The data with copies of each training example; they depend on seed and example alone.

    Copies that are equal to another one are left out. Raises ValueError for examples that are no
    texts, and for a model that fills no masks.
    """
    known = task_method(teaching).task_options
    options = {one.name: teaching.options.get(one.name, one.default) for one in known}
    if not options.get("copies"):
        return data
    replacer = _replacer(options)
    train: list[Example] = []
    examples = data.examples("train")
    for index, example in enumerate(examples):
        if not isinstance(example, TextExample | ScoreExample):
            raise ValueError(f"examples of {data.task!r} cannot be copied; set copies to 0")
        if index % 50 == 0:
            yield Preparing("making more examples", index, len(examples))
        rng = np.random.default_rng((seed, COPY_STREAM, index))
        train += copies_of(example, replacer, int(options["copies"]), rng)
    return replace(data, splits={**data.splits, "train": train})


def copies_of(
    example: TextExample | ScoreExample,
    replacer: WordReplacer,
    count: int,
    rng: np.random.Generator,
) -> list[TextExample | ScoreExample]:
    """The example, and up to so many others with the same answer."""
    texts = dict.fromkeys([(example.text, example.pair)])
    for _ in range(count):
        texts[replacer.replaced(example.text, rng), replacer.replaced(example.pair, rng)] = None
    return [
        replace(example, id=f"{example.id}-{n}" if n else example.id, text=text, pair=pair)
        for n, (text, pair) in enumerate(texts)
    ]


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


def _replacer(options: Mapping[str, Any]) -> WordReplacer:
    """Raises ValueError for a model that fills no masks."""
    name = str(options["augment_with"])
    if not name:
        raise ValueError(
            "copies need a masked language model: name one as augment_with, or set copies to 0"
        )
    loaded = load(checkpoint_folder(name))
    head = loaded.spec.head_for("fill_mask", loaded.heads)
    if head is None or loaded.tokenizer is None or loaded.tokenizer.mask_id is None:
        raise ValueError(f"{name} fills no masked words: choose a masked language model")
    return WordReplacer(loaded, float(options["replaced"]), int(options["candidates"]))
