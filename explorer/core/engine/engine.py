"""What panels ask of models: tokens, corruptions, traces, texts. Used on the lane's thread.

Nothing here imports torch by itself; `models` brings it in when a model is first loaded, so that
the window stands before that. Tokens come without torch.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from explorer.core.engine.feeds import MAIN_FEED
from explorer.core.errors import UserError, said_to_a_person
from explorer.core.jobs.cache import LeastRecentlyUsed
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import Library, ModelEntry
from explorer.core.library.published import Recognised, recognised
from explorer.core.masking import mask_positions
from explorer.core.masking.masking_overrides import force_spans, override_order
from explorer.core.masking.masks import force
from explorer.core.masking.predictions import NUM_CANDIDATES, Prediction, predict, token_head
from explorer.core.masking.probabilities import sigmoid, softmax
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import Head
from models.checkpoints.folders import (
    CONFIG_FILE,
    INDEX_FILE,
    TOKENIZER_FILES,
    WEIGHTS_FILE,
    names_special_tokens,
)
from models.runtime.files import shortened
from models.runtime.generators import map_progress
from models.schema.configs import parse_object
from models.schema.records import (
    BoolArray,
    Corruption,
    Encoding,
    FloatArray,
    GenerationStep,
    IntArray,
    Trace,
)
from models.schema.specs import ArchSpec, HeadSpec, ObjectiveSpec
from models.training.lineage import lineage

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import Loaded
    from models.data.world.words import SeenWords
    from models.inference.mask_filling import Filling
    from models.schema.registry import Catalog
    from models.tokenization import Tokenizer
    from models.tokenization.base import Vocabulary

ALL_KINDS = ("attention", "hidden", "logits")
TRACE_CACHE_BYTES = 200_000_000  # a trace of 12 x 12 heads at 512 tokens
MAX_OWN_WORDS = 32  # texts for which a decoder's own words are remembered
TIMING_RUNS = 15
TRUSTED_S = 0.05  # for so long files are taken to be as they were; a panel asks a hundred times
NUM_NAMED = 3  # of the tensors that a note is about
# Whose content makes a model what it is, and which may be written again where they stand: then the
# folder does not change. ELECTRA has a second part in a folder of its own.
READ_FILES = (
    *(WEIGHTS_FILE, INDEX_FILE, CONFIG_FILE, *TOKENIZER_FILES, "tokenizer_config.json"),
    f"generator/{WEIGHTS_FILE}",
)


@dataclass(frozen=True)
class ModelCard:
    """What a loaded model can do; panels ask this before they draw."""

    key: str
    title: str
    spec: ArchSpec
    entry: ModelEntry
    heads: tuple[str, ...]  # those in the files that an objective trained
    streams: tuple[str, ...]
    hash: str  # of the weights, for captions
    num_layers: int
    num_heads: int
    num_positions: int
    mask_token: str | None
    objectives: tuple[str, ...] = ()  # names of those that it was trained with, as far as is known
    trained_here: bool = False  # by this program from the first step on, so that its text is known
    notes: tuple[tuple[str, str], ...] = ()  # what in the files did not fit, and the names of it
    untrained: tuple[str, ...] = ()  # heads in the files that no objective trained

    @property
    def writes(self) -> bool:
        """Whether it goes on with a text."""
        return self.spec.generates and "lm" in self.heads

    @property
    def answers(self) -> bool:
        """Whether it writes an answer to a text that an encoder reads, not behind the text."""
        return self.writes and self.spec.stream(self.spec.head("lm").stream).feed != MAIN_FEED

    @property
    def token_head(self) -> HeadSpec | None:
        """The head that predicts tokens, if there is one."""
        return token_head(self.spec, self.heads)

    @property
    def guesses_untrained(self) -> bool:
        """Whether its head for masked tokens was not trained, so that what it predicts is noise."""
        return self.token_head is not None and self.token_head.name in self.untrained

    @property
    def pair_heads(self) -> tuple[HeadSpec, ...]:
        """The heads that judge how two texts stand to each other."""
        heads = (self.spec.head(name) for name in self.heads)
        return tuple(head for head in heads if head.predicts == "class")

    @property
    def fills(self) -> bool:
        """Whether it fills masked places."""
        return self.mask_token is not None and self.token_head is not None and not self.writes


@dataclass(frozen=True, eq=False)
class Detection:
    """What ELECTRA's generator put in, and what its discriminator says of each token."""

    trace: Trace  # with the corruption that the discriminator was fed
    replaced: BoolArray  # (T,) the truth
    probability: FloatArray  # (T,) that the token was replaced, says the discriminator


@dataclass(frozen=True)
class Fillings:
    """The same gaps filled all at once and one after the other."""

    independent: Filling
    in_turn: Filling


@dataclass(frozen=True)
class ContinuedText:
    """What a model wrote behind a prompt, or as an answer to it."""

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    text: str  # without the prompt
    num_cut: int = 0  # tokens of the prompt that did not fit


Writing = Generator[GenerationStep, None, ContinuedText]
Timing = Generator[Progress, None, dict[str, float]]
Filled = Generator[Progress, None, Fillings]
Answered = Generator[Progress, None, tuple[GenerationStep, ...]]


class Engine:
    """Keeps the models that are in use, and the latest traces. For one thread."""

    def __init__(self, library: Library, device: str = "cpu") -> None:
        self._library = library
        self._device = device
        self._models: LeastRecentlyUsed[Loaded] = LeastRecentlyUsed(MAX_MODELS)
        self._tokenizers: LeastRecentlyUsed[Tokenizer] = LeastRecentlyUsed(2 * MAX_MODELS)
        self._traces: LeastRecentlyUsed[Trace] = LeastRecentlyUsed(TRACE_CACHE_BYTES, _num_bytes)
        self._published: LeastRecentlyUsed[Recognised | None] = LeastRecentlyUsed(2 * MAX_MODELS)
        self._own_words: LeastRecentlyUsed[tuple[int, ...]] = LeastRecentlyUsed(MAX_OWN_WORDS)
        self._entries: dict[str, tuple[object, ModelEntry]] = {}
        self._looked_at: dict[str, float] = {}  # when the files of an entry were, seconds
        self._held: dict[str, tuple[object, ModelEntry]] | None = None  # by the job that runs
        self._families: dict[str, ArchSpec] = {}  # by model_type, once torch is there to ask
        self._broken: dict[str, str] = {}

    # ---- models

    def family(self, entry: ModelEntry) -> str:
        """The name of a model's family as people write it, once torch is there to ask."""
        spec = self._families.get(entry.architecture)
        return entry.architecture if spec is None else spec.title

    @property
    def broken(self) -> Mapping[str, str]:
        """Files of the catalog that cannot be imported, and why, once torch is there to ask."""
        return self._broken

    def _learn_families(self) -> None:
        """What is said of them stands beside their code, which imports torch."""
        found = self.catalog()
        self._families = {
            kind: spec for spec in found.architectures.values() for kind in spec.model_types
        }
        self._broken = {f"{name.replace('.', '/')}.py": why for name, why in found.broken.items()}

    def entry(self, key: str) -> ModelEntry:
        """What the library says of a model, looked up again when its files change."""
        return self._current(key)[1]

    def _current(self, key: str) -> tuple[object, ModelEntry]:
        """A model's entry behind the version of its files. Raises UserError."""
        if self._held is None:
            return self._newest(key)
        if key not in self._held:
            self._held[key] = self._newest(key)
        return self._held[key]

    def _newest(self, key: str) -> tuple[object, ModelEntry]:
        known, now = self._entries.get(key), time.monotonic()
        if known is not None and now - self._looked_at[key] < TRUSTED_S:
            return known
        if known is None or known[0] != _version(known[1].folder):
            entry = self._library.usable(key)
            self._entries[key] = known = (_version(entry.folder), entry)
        self._looked_at[key] = now
        return known

    def with_file_snapshot(self, work: Work) -> Work:
        """The same job, to whose end a model is what it was when the job first asked for it.

        Else a card and a trace could be of two versions of the files. Jobs take turns between their
        steps, so each holds its own.
        """
        held: dict[str, tuple[object, ModelEntry]] = {}
        with closing(work):
            while True:
                before, self._held = self._held, held
                try:
                    event = next(work)
                except StopIteration as end:
                    return end.value
                finally:
                    self._held = before
                yield event

    def loaded(self, key: str) -> Loaded:
        """The model itself. Raises UserError."""
        from models.checkpoints.checkpoint import CheckpointError, load

        entry = self.entry(key)

        def make() -> Loaded:
            try:
                loaded = load(entry.folder, self._device, entry.architecture)
            except CheckpointError as error:
                raise UserError(error.message, error.hint) from error
            self._learn_families()
            return loaded

        return self._models.get(self._model_key(key), make)

    def preload(self, keys: Sequence[str]) -> Work:
        """Load models before anybody waits for them; returns cards, or why not, by key."""
        cards: dict[str, ModelCard | UserError] = {}
        for done, key in enumerate(keys):
            yield Progress(f"Loading {key}", done, len(keys), unit="models")
            try:
                cards[key] = self.card(key)
            except UserError as error:
                cards[key] = error
        self._learn_families()
        yield Progress("Models are ready", len(keys), len(keys), unit="models")
        return cards

    def card(self, key: str) -> ModelCard:
        """What a model can do. Raises UserError."""
        loaded = self.loaded(key)
        size = loaded.model.config.size
        entry = self.entry(key)
        tokenizer = loaded.tokenizer
        return ModelCard(
            key=key,
            title=entry.title,
            spec=loaded.spec,
            entry=entry,
            heads=self._trained_heads(key),
            streams=loaded.streams,
            hash=loaded.hash,
            num_layers=size.num_layers,
            num_heads=size.num_heads,
            num_positions=size.num_positions,
            mask_token=tokenizer.mask_token if tokenizer else None,
            objectives=tuple(spec.name for spec in self.objectives(key)),
            trained_here=lineage(loaded.run) is not None,
            notes=_notes(loaded),
            untrained=self._untrained(key),
        )

    def published(self, key: str) -> Recognised | None:
        """Which published checkpoint a model is, if any. Raises UserError."""
        loaded = self.loaded(key)

        def find() -> Recognised | None:
            if isinstance(loaded.run.get("recipe"), Mapping):  # trained by this program
                return None
            try:
                text = (loaded.folder / CONFIG_FILE).read_text(encoding="utf-8")
                return recognised(loaded.folder.resolve(), parse_object(text))
            except (OSError, ValueError):  # written again since it was loaded
                return None

        return self._published.get(self._model_key(key), find)

    def _untrained(self, key: str) -> tuple[str, ...]:
        """By the tensors in the files, its recipes, or what is published of the checkpoint."""
        loaded, published = self.loaded(key), self.published(key)
        stated = () if published is None else published.model.untrained
        untrained = {*loaded.heads} - {*self._trained_heads(key)}
        untrained.update(loaded.untrained or stated)
        return tuple(head for head in loaded.heads if head in untrained)

    def tokenizer(self, key: str) -> Tokenizer:
        """The tokenizer alone, which mostly needs no torch. Raises UserError.

        Which special tokens the family puts around a text is known with torch only; before, the
        files say it, unless they are SentencePiece's own.
        """
        from models.tokenization import open_tokenizer

        entry = self.entry(key)
        if not self._families and not names_special_tokens(entry.folder):
            self._learn_families()
        spec = self._families.get(entry.architecture)
        template = None if spec is None else spec.template

        def make() -> Tokenizer:
            with said_to_a_person():
                return open_tokenizer(entry.folder, template=template)

        return self._tokenizers.get((*self._model_key(key), spec is None), make)

    def _model_key(self, key: str) -> tuple[str, object]:
        version, entry = self._current(key)
        return str(entry.folder), version

    def catalog(self) -> Catalog:
        """Every architecture, objective, tokenizer and method that there is."""
        from models.schema.registry import catalog

        return catalog()

    # ---- text to corruption

    def encode(self, key: str, text: str, pair: str = "", literal: bool = False) -> Encoding:
        """The text as the model is fed it, cut to its positions. Raises UserError.

        A mask in it is the model's own in whichever spelling, unless it is taken `literal`ly.
        """
        tokenizer, room = self.tokenizer(key), self.entry(key).num_positions
        with said_to_a_person():
            if literal:
                return tokenizer.encode(text, pair or None, room)
            return mask_positions.encode(tokenizer, text, pair or None, room)

    def objectives(self, key: str) -> tuple[ObjectiveSpec, ...]:
        """The objectives that the model was trained with, as far as it still has their heads.

        Those of its recipes; of a published checkpoint those that its architecture was published
        with.
        """
        loaded, known = self.loaded(key), self.catalog().objectives
        recipes = lineage(loaded.run)
        names = (
            [*loaded.spec.objectives]
            if recipes is None
            else [name for recipe in recipes for name in recipe.objectives]
        )
        found: list[ObjectiveSpec] = []
        for spec in (known[name] for name in dict.fromkeys(names) if name in known):
            replaced = any(spec.excludes(later) for later in found)  # by one of a later stage
            if spec.trains <= set(loaded.heads) and not replaced:
                found.append(spec)
        return tuple(found)

    def _trained_heads(self, key: str) -> tuple[str, ...]:
        """The heads in the files, without those whose objectives were all left out of training."""
        loaded, known = self.loaded(key), self.catalog().objectives
        published = [known[name] for name in loaded.spec.objectives if name in known]
        trained = {head for spec in self.objectives(key) for head in spec.trains}
        untrained = {head for spec in published for head in spec.trains} - trained
        return tuple(head for head in loaded.heads if head not in untrained)

    def seen_words(self, key: str) -> SeenWords | None:
        """The words of the texts that a model was trained on; None where these are not known.

        Raises UserError.
        """
        from models.data.seen_words import seen_words

        recipes = lineage(self.loaded(key).run)
        return None if recipes is None else seen_words(recipes)

    def corruption(
        self,
        key: str,
        encoding: Encoding,
        seed: int = 0,
        options: Mapping[str, Mapping[str, Any]] | None = None,
        forced: Mapping[int, bool] | None = None,
        draw: bool = True,
        epoch: int = 0,
        order: Sequence[int] | None = None,
    ) -> Corruption:
        """What the model's objectives make of an encoding in one epoch.

        `options` are settings by objective. `forced` says by position what a person decided: True
        hides the token, False leaves it alone. `draw=False` hides nothing but that, and the gaps
        of the text. `order` (T,) holds turns from 1, for a model that predicts in an order; then
        nothing else is forced. Objectives of training draw from (seed, number of the example);
        here the epoch is that number. Raises UserError for impossible options.
        """
        rng = np.random.default_rng((seed, epoch))
        vocabulary = _without_used_sentinels(self.tokenizer(key).vocabulary, encoding)
        found = Corruption.clean(encoding)
        with said_to_a_person():
            for spec in self.objectives(key):
                if draw or not spec.hides:
                    if spec.needs_mask_token and vocabulary.mask_id is None:
                        raise UserError(
                            f"{spec.title} needs a tokenizer that has a mask token.",
                            "Put the tokenizer beside the model that belongs to it.",
                        )
                    chosen = (options or {}).get(spec.name, {})
                    found = spec.corrupt(found, rng, vocabulary, **chosen)
            if order is not None and self.loaded(key).spec.ordered:
                found = _in_order(found, order, options or {})
            else:
                found = self._overridden(key, found, forced or {}, vocabulary)
        return self.completed(key, self._with_noise(key, found, rng))

    def _overridden(
        self,
        key: str,
        found: Corruption,
        forced: Mapping[int, bool],
        vocabulary: Vocabulary,
    ) -> Corruption:
        """What a person decided, over what was drawn. Raises ValueError."""
        if self.loaded(key).spec.ordered:
            left_open = self.gaps(key, found)
            return override_order(found, forced, left_open) if forced or left_open else found
        if not forced:
            return found
        if any(spec.needs_sentinels for spec in self.objectives(key)):
            return force_spans(found, forced, vocabulary)
        head = self.card(key).token_head
        if head is None or vocabulary.mask_id is None:
            return found
        return force(found, forced, head.name, vocabulary.mask_id)

    def completed(self, key: str, found: Corruption) -> Corruption:
        """With the feeds that the architecture needs even where nothing is asked."""
        loaded = self.loaded(key)
        complete = loaded.spec.add_default_feeds
        return found if complete is None else complete(found, loaded.model.config)

    def epochs(
        self,
        key: str,
        encoding: Encoding,
        seed: int,
        count: int = 10,
        options: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> list[Corruption]:
        """The same encoding as the objectives draw it in `count` epochs."""
        return [
            self.corruption(key, encoding, seed, options, epoch=epoch) for epoch in range(count)
        ]

    def _with_noise(self, key: str, found: Corruption, rng: np.random.Generator) -> Corruption:
        """What ELECTRA's generator samples by, also where nothing was drawn."""
        from models.objectives.replaced_token import NOISE_RANGE

        names = [spec.name for spec in self.objectives(key)]
        if "replaced_token" not in names or "noise" in found.feeds or not found.targets:
            return found
        return found.with_feed("noise", rng.integers(0, NOISE_RANGE, len(found)))

    def gaps(self, key: str, corruption: Corruption) -> list[int]:
        """Places that hold the mask token, written by a person or drawn."""
        mask_id = self.tokenizer(key).mask_id
        return [] if mask_id is None else np.flatnonzero(corruption.input_ids == mask_id).tolist()

    def open_places(self, key: str, encoding: Encoding) -> list[int]:
        """Places that the text itself leaves open: mask tokens and sentinels."""
        vocabulary = self.tokenizer(key).vocabulary
        mask_ids = () if vocabulary.mask_id is None else (vocabulary.mask_id,)
        open_ids = [*vocabulary.sentinel_ids, *mask_ids]
        return np.flatnonzero(np.isin(encoding.ids, open_ids)).tolist()

    # ---- what the model does

    def trace(
        self,
        key: str,
        corruption: Corruption,
        kinds: Collection[str] = ALL_KINDS,
        ablate: Collection[Head] = (),
        silence: Collection[str] = (),
        without: Collection[str] = (),
    ) -> Trace:
        """What the model does with a corruption; the latest are remembered. Raises UserError.

        `ablate`, `silence` and `without` switch off heads, terms of the scores and streams.
        """
        from models.inference.trace import trace

        version = self._model_key(key)  # asked first: files that change are newer, never older
        loaded, tokenizer = self.loaded(key), self.tokenizer(key)
        options = (frozenset(each) for each in (kinds, ablate, silence, without))
        content = (*version, *_fed(corruption), *options)

        def make() -> Trace:
            with said_to_a_person():
                return trace(
                    loaded.model,
                    loaded.spec,
                    corruption,
                    kinds=kinds,
                    heads=loaded.heads,
                    tokens=tokenizer.tokens,
                    ablate=list(ablate),
                    silence=silence,
                    without=without,
                )

        found = self._traces.get(content, make)
        if found.corruption is corruption:
            return found
        return replace(found, corruption=corruption)  # fed alike, perhaps with other targets

    def predictions(
        self,
        key: str,
        trace: Trace,
        positions: Collection[int] | None = None,
        count: int = NUM_CANDIDATES,
    ) -> list[Prediction]:
        """What the token head predicts: at its targets and at gaps, or at the given positions.

        `positions` are places of the logits; in a causal model they predict the place after them.
        """
        with said_to_a_person():
            spec = self.loaded(key).spec
            return predict(trace, spec, self.tokenizer(key), positions, count)

    def detect(self, key: str, corruption: Corruption) -> Detection:
        """What ELECTRA's generator puts in, and how its discriminator judges it.

        Raises UserError where the folder does not hold both.
        """
        card = self.card(key)
        if not {"mlm", "rtd"} <= set(card.heads):
            raise UserError(
                f"{card.title} does not hold a generator and a discriminator.",
                "Choose an ELECTRA with the subfolder `generator`.",
            )
        from models.objectives.replaced_token import show

        if "mlm" not in corruption.targets:
            fed, replaced = corruption, np.zeros(len(corruption), dtype=bool)
        else:
            written = self.trace(key, corruption, ("logits",)).logits["mlm"]
            fed, replaced = show(corruption, written, self.tokenizer(key).vocabulary)
        trace = self.trace(key, fed)
        return Detection(
            trace=trace,
            replaced=replaced,
            probability=sigmoid(trace.logits["rtd"]),
        )

    def judge_pair(self, key: str, encoding: Encoding) -> dict[str, FloatArray]:
        """What the heads that judge whole texts say of a pair: probabilities (C,) by head.

        Raises UserError.
        """
        card = self.card(key)
        if not card.pair_heads:
            raise UserError(
                f"{card.title} does not judge how two texts stand to each other.",
                "Choose a model with such a head, such as BERT or ALBERT.",
            )
        if encoding.pair is None:
            raise UserError("There is no second sentence.", "Write one below the first.")
        logits = self.trace(key, Corruption.clean(encoding), ("logits",)).logits
        return {head.name: softmax(logits[head.name]) for head in card.pair_heads}

    def fill(self, key: str, encoding: Encoding, positions: Collection[int]) -> Filled:
        """Fill places all at once and one after the other; yields before each pass of the model.

        Raises UserError.
        """
        card = self.card(key)
        if not card.fills or card.token_head is None:
            raise UserError(f"{card.title} fills no gaps.", "Choose a masked model such as BERT.")
        if not positions:
            raise UserError(
                "Nothing is masked.",
                f"Click a token, or write {card.mask_token} into the sentence.",
            )
        from models.inference.mask_filling import (
            MaskedPositions,
            fill_independent,
            steps_one_by_one,
        )

        loaded, said = self.loaded(key), f"{card.title} fills gaps"
        tokenizer = self.tokenizer(key)
        with said_to_a_person():
            masked = MaskedPositions(
                loaded.model, loaded.spec, tokenizer, encoding, list(positions)
            )
            independent = fill_independent(masked)
            in_turn = yield from map_progress(
                steps_one_by_one(masked),
                lambda done: Progress(said, done, len(positions), unit="gaps"),
            )
            return Fillings(independent, in_turn)

    def generate(
        self, key: str, prompt: str, written: Sequence[int] = (), **settings: Any
    ) -> Writing:
        """Go on with a prompt, or answer it, behind what was written before; yields each step.

        `settings` are those of models.decoding.Sampling: method ("greedy", "sample", "beam"),
        max_new_tokens, temperature, top_k, top_p, num_beams, seed, num_candidates.
        Raises UserError.
        """
        self.must_write(key)
        from models.inference.generation import Sampling, generate
        from models.schema.batch import CausalModel

        loaded, tokenizer = self.loaded(key), self.tokenizer(key)
        encoding = self.encode(key, prompt)
        assert isinstance(loaded.model, CausalModel)
        with said_to_a_person():
            steps = generate(
                loaded.model, tokenizer, encoding.ids, Sampling(**settings), written=written
            )
            ids = [*written, *(yield from steps)]
        if self.card(key).answers:
            text = self.answer_text(key, ids)
        else:
            before = tokenizer.decode(encoding.ids)
            text = tokenizer.decode([*encoding.ids, *ids]).removeprefix(before)
        return ContinuedText(tuple(ids), tuple(tokenizer.tokens(ids)), text, encoding.num_cut)

    def answer_text(self, key: str, ids: Sequence[int]) -> str:
        """An answer without its end, but with sentinels: they say which gap a part belongs to."""
        tokenizer = self.tokenizer(key)
        silent = (tokenizer.eos_id, tokenizer.pad_id)
        return tokenizer.decode([id for id in ids if id not in silent])

    def answer_start(self, key: str, prompt: Encoding) -> tuple[int, ...]:
        """What the decoder of a model that answers is fed before its first token."""
        spec = self.card(key).spec
        feed = spec.stream(spec.head("lm").stream).feed
        return tuple(self.completed(key, Corruption.clean(prompt)).feeds[feed].tolist())

    def own_words(
        self, key: str, corruption: Corruption, limit: int
    ) -> Generator[Progress, None, tuple[int, ...]]:
        """What a decoder writes by itself, the most probable token each time, without the end.

        At most `limit` tokens; yields behind each, and never for the latest, which are remembered.
        Raises UserError.
        """
        content = (*self._model_key(key), corruption.input_ids.tobytes(), limit)
        if content in self._own_words:
            return self._own_words.get(content, tuple)
        steps = yield from self.answer(key, corruption.input_ids, limit)
        end = self.tokenizer(key).eos_id
        ids = tuple(step.id for step in steps if step.id != end)
        return self._own_words.get(content, lambda: ids)

    def answer(self, key: str, input_ids: IntArray, max_new_tokens: int) -> Answered:
        """What a writing model writes greedily when it reads these ids (T,).

        Yields behind each token. Raises UserError.
        """
        self.must_write(key)
        from models.inference.generation import Sampling, generate
        from models.schema.batch import CausalModel

        model = self.loaded(key).model
        assert isinstance(model, CausalModel)
        settings = Sampling(max_new_tokens=max_new_tokens)
        said, steps = f"{self.card(key).title} writes", []
        with said_to_a_person():
            for step in generate(model, self.tokenizer(key), input_ids, settings):
                steps.append(step)
                yield Progress(said, len(steps), max_new_tokens, unit="tokens")
        return tuple(steps)

    def must_write(self, key: str) -> None:
        """Raises UserError where a model writes nothing, and says what it does instead."""
        card = self.card(key)
        if card.writes:
            return
        if card.fills:
            raise UserError(
                f"{card.title} cannot go on with a text: {_instead(card.spec)}.",
                f"Let it fill {card.mask_token} in a sentence, or choose a GPT or a T5.",
            )
        self.tokenizer(key)  # without one, that is what is to be told
        raise UserError(f"{card.title} cannot write.", "Choose a GPT, or a T5, which answers.")

    def parameters(self, key: str) -> dict[str, int]:
        """Sizes of the parameters that the files hold, by name, tied ones once."""
        return {name: tensor.numel() for name, tensor in self.loaded(key).weights.items()}

    def seconds_per_sentence(
        self, keys: Sequence[str], encoding: Encoding, runs: int = TIMING_RUNS
    ) -> Timing:
        """How long a forward pass of each model takes, nothing recorded but the logits.

        The shortest of several, in which the models take turns: what else the machine does makes a
        pass longer and never shorter, and does so to all of them. Yields before each turn; returns
        seconds by key. Raises UserError.
        """
        from models.inference.trace import trace

        clean = Corruption.clean(encoding)
        shortest = dict.fromkeys(keys, math.inf)
        for turn in range(runs):
            yield Progress("Timing the models", turn, runs, unit="turns")
            for key in keys:
                loaded = self.loaded(key)
                with said_to_a_person():
                    found = trace(loaded.model, loaded.spec, clean, ("logits",), heads=loaded.heads)
                shortest[key] = min(shortest[key], found.seconds)
        return shortest


def _instead(spec: ArchSpec) -> str:
    """What a model that fills gaps does, in place of going on with a text."""
    if spec.ordered:
        return "it learned to fill positions amid a text that is given"
    return "it looks at both sides of a gap"


def _version(folder: Path) -> object:
    """Changes when a file comes, goes or is replaced, or one of `READ_FILES` is written again."""
    return tuple(_written_at(f"{folder}/{name}") for name in ("", *READ_FILES))


def _written_at(path: str) -> int | None:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:  # not there
        return None


def _in_order(
    found: Corruption, order: Sequence[int], options: Mapping[str, Mapping[str, Any]]
) -> Corruption:
    """The order that a person gave; how many are predicted follows from the options."""
    from models.objectives.permutation import ONE_IN, SPEC, with_order

    return with_order(found, order, options.get(SPEC.name, {}).get("one_in", ONE_IN))


def _without_used_sentinels(vocabulary: Vocabulary, encoding: Encoding) -> Vocabulary:
    """So that a sentinel in the text stands for one gap only."""
    used = set(vocabulary.sentinel_ids) & set(encoding.ids.tolist())
    if not used:
        return vocabulary
    free = tuple(id for id in vocabulary.sentinel_ids if id not in used)
    return replace(vocabulary, sentinel_ids=free)


def _fed(corruption: Corruption) -> Iterator[object]:
    """All that a model reads of a corruption, to be compared by value."""
    yield corruption.input_ids.tobytes()
    yield corruption.segment.tobytes()
    for name in sorted(corruption.feeds):
        yield name, corruption.feeds[name].tobytes()


def _num_bytes(trace: Trace) -> int:
    arrays = [
        *(s.attention for s in trace.streams.values() if s.attention is not None),
        *(s.hidden for s in trace.streams.values() if s.hidden is not None),
        *(array for s in trace.streams.values() for array in s.extra.values()),
        *trace.logits.values(),
    ]
    return sum(array.nbytes for array in arrays)


def _notes(loaded: Loaded) -> tuple[tuple[str, str], ...]:
    report = loaded.report
    said = {
        "Tensors that the files lack": report.missing,
        "Tensors without a place": report.unexpected,
        "Tensors of the wrong shape": report.wrong_shape,
        "Unknown in config.json": report.unknown_config_keys,
    }
    return tuple((what, _first_of(names)) for what, names in said.items() if names)


def _first_of(names: Sequence[str]) -> str:
    more = len(names) - NUM_NAMED
    return shortened(", ".join(names[:NUM_NAMED])) + (f" and {more:,} more" if more > 0 else "")
