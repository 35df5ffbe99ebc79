"""Prepares the data of a recipe: a tokenizer and tokenized documents of both splits."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from models.data.cache import TokenCache
from models.data.ngram import NGram, ngram_name
from models.data.sources import TextSource, open_source, text_hash
from models.data.tasks import WithTasks, open_tasks
from models.data.textfile import LineText, Sentences
from models.data.texts.named import file_versions, files_of, written_at
from models.data.world.split import Split
from models.runtime.background import run_in_background
from models.runtime.generators import map_progress
from models.runtime.resources import checkpoint_folder
from models.schema.records import ModelInput, Targets
from models.schema.registry import catalog
from models.schema.roles import TaskLearning
from models.schema.specs import ArchSpec, HeadSpec, SpecialTokenTemplate
from models.tokenization import open_tokenizer
from models.tokenization.base import Tokenizer, end_id
from models.training.recipe import Recipe, TokenizerRecipe

VOCABULARY_DOCUMENTS = 4000  # from which a vocabulary is learned
HELD_OUT_TOKENS = 200_000
NGRAM_ORDER = 5
COUNTED_TOKENS = 4_000_000  # by n-gram models, which take 0.7 GB of memory for a million
FINGERPRINT_DIGITS = 12
NAME_CHARACTERS = 40  # of a text in its cache's name, which has 255 bytes at most; four each


@dataclass(frozen=True)
class PreparationProgress:
    """A report of work before the first step."""

    message: str
    done: int
    total: int


@dataclass(frozen=True)
class PreparedData:
    """The data of a run."""

    tokenizer: Tokenizer
    train: TokenCache
    held_out: TokenCache
    singles: TokenCache  # documents whose first sentences become examples of one sentence
    tasks: TokenCache | None = None  # documents of two sentences: a task, and its answer
    share_read: float = 1.0  # of the training documents of a text file; `data_tokens` limits it


def make_tokenizer(
    recipe: TokenizerRecipe,
    source: TextSource,
    seed: int,
    template: SpecialTokenTemplate | None = None,
) -> Tokenizer:
    """The tokenizer of a recipe: that of another checkpoint, or one learned from the source.

    `template` is that of the architecture.
    """
    if recipe.folder:
        return open_tokenizer(checkpoint_folder(recipe.folder), template=template)
    spec = catalog().tokenizers.get(recipe.family)
    if spec is None:
        known = ", ".join(catalog().tokenizers)
        raise ValueError(f"unknown tokenizer family {recipe.family!r}; known are {known}")
    documents = islice(source.once("train", seed), VOCABULARY_DOCUMENTS)
    texts = [" ".join(sentences) for sentences in documents]
    tokenizer: Tokenizer = spec.train(
        texts, recipe.vocab_size, names=source.names(), template=template
    )
    return tokenizer


def tasks_of(recipe: Recipe) -> TextSource | None:
    """The tasks that a recipe's objectives learn from; None where no step reads any."""
    if not recipe.schedule.task_share:
        return None
    known = catalog().objectives
    roles = (known[name].role(TaskLearning) for name in recipe.objectives if name in known)
    own = next((one.open for one in roles if one is not None and one.open is not None), None)
    source: TextSource = (own or open_tasks)(recipe.data)
    return source


def prepare(
    recipe: Recipe, cache_folder: Path, tokenizer: Tokenizer | None = None
) -> Generator[PreparationProgress, None, PreparedData]:
    """Make the tokenizer, if none is given, and tokenize both splits, unless they are cached."""
    source = open_source(recipe.data)
    alone = open_source(recipe.single_data) if recipe.single_data else None
    tasks = tasks_of(recipe)
    if tokenizer is None:
        template = catalog().architectures[recipe.architecture].template
        read = source if tasks is None else WithTasks(source, tasks)
        made = partial(make_tokenizer, recipe.tokenizer, read, recipe.seed, template)
        tokenizer = yield from run_in_background(
            made, PreparationProgress("learning the vocabulary", 0, 1)
        )
    train = yield from _cache(recipe, source, tokenizer, cache_folder, "train")
    held_out = yield from _cache(recipe, source, tokenizer, cache_folder, "held_out")
    singles = train
    if alone is not None:
        singles = yield from _cache(recipe, alone, tokenizer, cache_folder, "train")
    answered: TokenCache | None = None
    if tasks is not None:
        answered = yield from _cache(recipe, tasks, tokenizer, cache_folder, "train")
    share = _share_read(source, train, recipe.data_tokens)
    return PreparedData(tokenizer, train, held_out, singles, answered, share)


def _share_read(source: TextSource, train: TokenCache, most: int) -> float:
    """The share of the training documents of a text that were prepared; 1 for a sampled one.

    Documents without tokens are left out of the cache, so only one that is full can be a part.
    """
    if not isinstance(source, LineText) or train.num_tokens < most:
        return 1.0
    return min(1.0, train.num_documents / source.num_documents("train"))


def _cache(
    recipe: Recipe,
    source: TextSource,
    tokenizer: Tokenizer,
    folder: Path,
    split: Split,
) -> Generator[PreparationProgress, None, TokenCache]:
    name = "".join(c if c.isalnum() else "_" for c in Path(source.name).name[:NAME_CHARACTERS])
    name += fingerprint(source.name)
    begins_anywhere = isinstance(source, LineText)
    if tokenizer.keeps_space:
        source, name = _Spaced(source), f"{name}-spaced"
    build = TokenCache.build(
        source,
        tokenizer.encode_ids,
        folder,
        f"{name}-{tokenizer.hash}",
        vocab_size=tokenizer.vocab_size,
        split=split,
        max_tokens=recipe.data_tokens if split == "train" else HELD_OUT_TOKENS,
        seed=recipe.seed,
        begins_anywhere=begins_anywhere,
    )
    return (
        yield from map_progress(
            build, lambda done: PreparationProgress("tokenizing", done.num_tokens, done.max_tokens)
        )
    )


@dataclass(frozen=True)
class _Spaced:
    """A source whose sentences begin with the space that separates them from the one before.

    Sentences are tokenized one by one, and in byte-level BPE a word has other tokens after a space.
    """

    source: TextSource

    @property
    def name(self) -> str:
        return self.source.name

    def documents(self, split: Split, seed: int) -> Iterator[Sentences]:
        return map(_add_spaces, self.source.documents(split, seed))

    def once(self, split: Split, seed: int) -> Iterator[Sentences]:
        return map(_add_spaces, self.source.once(split, seed))

    def names(self) -> tuple[str, ...]:
        return self.source.names()


def _add_spaces(sentences: Sentences) -> Sentences:
    first, *others = sentences
    return (first, *(f" {sentence}" for sentence in others))


def fingerprint(name: str) -> str:
    """A key that differs for files of one name, and for a file after a change."""
    if written_at(name):
        versions = file_versions(files_of(name))
        content = " ".join(f"{path} {size} {written}" for path, size, written in versions)
    else:
        content = text_hash(Path(name).name)
    return "-" + hashlib.sha256(content.encode()).hexdigest()[:FINGERPRINT_DIGITS]


def baselines(
    prepared: PreparedData,
    spec: ArchSpec,
    model_inputs: Sequence[ModelInput],
    answers: Sequence[ModelInput] = (),
    num_tokens: int | None = None,
) -> dict[str, float]:
    """Cross-entropy in nats of the n-gram baselines, at the positions that the model must predict.

    They are fitted on the training documents, each with its end token, up to COUNTED_TOKENS, and
    see the left context; a
    masked model sees both sides, and the comparison shows what that gains. For an encoder-decoder
    they are fitted on `answers`, training examples of its outputs, and so show how well the outputs
    can be predicted without the input.
    """
    tokenizer = prepared.tokenizer
    train = [
        targets.labels.tolist() for answer in answers for _, targets in _token_targets(answer, spec)
    ]
    train = train or [
        _close_document(prepared, index) for index in range(_num_counted(prepared.train))
    ]
    places = [one for model_input in model_inputs for one in _places(model_input, spec, tokenizer)]
    losses_by_name: dict[str, float] = {}
    for order in (1, NGRAM_ORDER):
        model = NGram.fit(train, order, tokenizer.vocab_size)
        losses = [-math.log(model.probability(token, context)) for context, token in places]
        losses_by_name[ngram_name(order)] = sum(losses) / max(1, len(losses))
    return losses_by_name


def _num_counted(train: TokenCache) -> int:
    """How many documents have COUNTED_TOKENS in all, or all of them."""
    within = int((train.lengths.cumsum() <= COUNTED_TOKENS).sum())
    return max(1, within)


def _close_document(prepared: PreparedData, index: int) -> list[int]:
    """A training document with the token that ends it."""
    ids = [int(token) for sentence in prepared.train.document(index) for token in sentence]
    end = end_id(prepared.tokenizer)
    return ids if end is None else [*ids, end]


def _places(
    model_input: ModelInput, spec: ArchSpec, tokenizer: Tokenizer
) -> Iterator[tuple[list[int], int]]:
    """What is to the left of each token to predict, and the token itself."""
    ids = model_input.encoding.ids.tolist()
    start = 1 if ids[0] == tokenizer.cls_id else 0
    for head, targets in _token_targets(model_input, spec):
        if spec.is_decoder_input(spec.stream(head.stream).feed):
            written = targets.labels.tolist()
            yield from ((written[:at], token) for at, token in enumerate(written))
            continue
        shift = 1 if head.task == "next_token" else 0
        for position in (targets.positions + shift).tolist():
            yield ids[start:position], ids[position]


def _token_targets(model_input: ModelInput, spec: ArchSpec) -> list[tuple[HeadSpec, Targets]]:
    """The targets of the first head that predicts tokens and has some, with that head."""
    targets = model_input.targets
    heads = [head for head in spec.heads if head.predicts == "token" and head.name in targets]
    return [(head, targets[head.name]) for head in heads[:1]]
