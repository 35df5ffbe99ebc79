"""The models that are in use: loaded, described by cards, fed and traced. On the worker's thread.

Nothing here imports torch by itself; `models` brings it in when a model is first loaded, so that
the window is there before that. Tokens come without torch.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from explorer.core.engine.cards import ModelCard, notes_of, prompts_of
from explorer.core.engine.device import WITHOUT_BOTH, check_device, wanted_device
from explorer.core.engine.feeding import mask_tokens
from explorer.core.engine.model_files import ModelFiles
from explorer.core.engine.pretraining import Pretraining
from explorer.core.engine.tracing import TraceCache
from explorer.core.errors import UserError, as_user_errors, drop_traceback
from explorer.core.jobs.cache import BudgetedCache, LeastRecentlyUsed, MemoryBudget, num_bytes
from explorer.core.jobs.jobs import Progress, Work
from explorer.core.library.library import Library, ModelEntry
from explorer.core.library.published import PublishedMatch, recognise
from explorer.core.localization import tr
from explorer.core.readable import model_name
from explorer.core.state.defaults import MAX_MODELS
from explorer.core.state.state import Head
from models.checkpoints.folders import CONFIG_FILE, names_special_tokens
from models.checkpoints.lineage import lineage
from models.schema.parsing import parse_object
from models.schema.records import Encoding, ModelInput, Trace
from models.schema.registry import title_of
from models.schema.specs import ArchSpec, ObjectiveSpec

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.data.world.words import SeenWords
    from models.schema.batch import LanguageModel
    from models.schema.registry import Catalog
    from models.tokenization import Tokenizer, Vocabulary
    from models.tokenization.chat_template import Message

ALL_KINDS = ("attention", "hidden", "logits")
MAX_GENERATED = 32  # texts for which the own words of a decoder are cached
MADE_HERE = ("recipe", "finetuning")  # keys of run.json of what this program trained
MANY_RESULTS = 3 * MAX_MODELS  # such as three views of all chosen models
CACHED_BYTES = 50_000_000  # of models, traces and results together
COPIES = 2  # of a weight: its own, and one in the order that is quickest to multiply with


class Engine:
    """Holds the models that are in use, and the latest traces. For one thread."""

    def __init__(self, library: Library, device: str = "") -> None:
        """On a device of `DEVICES`; empty: that of the variable, else the CPU."""
        self._files = ModelFiles(library)
        self._wanted_device = device or wanted_device()
        memory = MemoryBudget(CACHED_BYTES)
        self._models: BudgetedCache[LoadedModel] = memory.cache(_bytes_of_model, MAX_MODELS)
        self._tokenizers: LeastRecentlyUsed[Tokenizer] = LeastRecentlyUsed(MAX_MODELS)
        self._published: LeastRecentlyUsed[PublishedMatch | None] = LeastRecentlyUsed(
            2 * MAX_MODELS
        )
        self._traces = TraceCache(memory)
        self.generated: LeastRecentlyUsed[tuple[int, ...]] = LeastRecentlyUsed(MAX_GENERATED)
        self.results: BudgetedCache[Any] = memory.cache(num_bytes, MANY_RESULTS)  # of panels
        self.untrained: BudgetedCache[LanguageModel] = memory.cache(num_bytes)  # by what they are
        self._families: dict[str, ArchSpec] = {}  # by model_type, once torch is imported
        self._broken: dict[str, str] = {}

    # ---- what there is

    def family(self, entry: ModelEntry) -> str:
        """The name of a model's family as people write it."""
        return title_of(entry.architecture)

    @property
    def broken(self) -> Mapping[str, str]:
        """Files of the catalog that cannot be imported, and why, once torch is imported."""
        return self._broken

    def catalog(self) -> Catalog:
        """Every architecture, objective, tokenizer and method that there is."""
        from models.schema.registry import catalog

        return catalog()

    def _read_families(self) -> None:
        """The specs are in the files of the architectures, which import torch."""
        catalog = self.catalog()
        self._families = {
            kind: spec for spec in catalog.architectures.values() for kind in spec.model_types
        }
        self._broken = {f"{name.replace('.', '/')}.py": why for name, why in catalog.broken.items()}

    def entry(self, key: str) -> ModelEntry:
        """What the library says of a model, looked up again when its files change."""
        return self._files.current_version(key)[1]

    def with_file_snapshot(self, work: Work) -> Work:
        """Run a job that sees each model's files as they were at its first request for them."""
        return self._files.run_with_snapshot(work)

    def version(self, key: str) -> tuple[str, object]:
        """The folder of a model and the version of its files, to cache what follows from them."""
        version, entry = self._files.current_version(key)
        return str(entry.folder), version

    # ---- loading

    @cached_property
    def device(self) -> str:
        """The device of the models as torch names it. Raises UserError for one that is not here."""
        return check_device(self._wanted_device, WITHOUT_BOTH)

    def load_model(self, key: str) -> LoadedModel:
        """The model itself, a large one with the 16 bits of its files. Raises UserError."""

        def make() -> LoadedModel:
            loaded = self._load(key, large_in_half=True)
            self._read_families()
            return loaded

        return self._models.get(self.version(key), make)

    def load_changeable(self, key: str) -> LoadedModel:
        """A model of the caller's own, whose weights can be changed. Raises UserError."""
        return self._load(key, large_in_half=False)

    def _load(self, key: str, *, large_in_half: bool) -> LoadedModel:
        from models.checkpoints.checkpoint import CheckpointError, load

        entry = self.entry(key)
        kind = entry.architecture
        try:
            return load(entry.folder, self.device, kind, large_in_half=large_in_half)
        except CheckpointError as error:
            raise UserError(error.message, error.hint) from error

    def preload(self, keys: Sequence[str]) -> Work:
        """Load models before anybody waits for them; returns cards, or why not, by key."""
        cards: dict[str, ModelCard | UserError] = {}
        for done, key in enumerate(keys):
            yield Progress(tr("Loading {key}", key=model_name(key)), done, len(keys), unit="models")
            try:
                cards[key] = self.card(key)
            except UserError as error:
                cards[key] = drop_traceback(error)
        self._read_families()
        yield Progress(tr("Models are ready"), len(keys), len(keys), unit="models")
        return cards

    def tokenizer(self, key: str) -> Tokenizer:
        """The tokenizer alone, which mostly needs no torch. Raises UserError.

        Which special tokens the family puts around a text is known with torch only; before, the
        files say it, unless they are SentencePiece's own.
        """
        from models.tokenization import open_tokenizer

        entry = self.entry(key)
        if not self._families and not names_special_tokens(entry.tokenizer_folder):
            self._read_families()
        spec = self._families.get(entry.architecture)
        template = None if spec is None else spec.template

        def make() -> Tokenizer:
            with as_user_errors():
                return open_tokenizer(entry.tokenizer_folder, template=template)

        return self._tokenizers.get((*self.version(key), spec is None), make)

    def card(self, key: str) -> ModelCard:
        """What a model can do. Raises UserError."""
        from models.tokenization.chat_template import has_chat_template

        loaded, entry = self.load_model(key), self.entry(key)
        size, tokenizer = loaded.model.config.size, loaded.tokenizer
        pretraining, published = self.find_pretraining(key), self.find_published(key)
        objectives, trained_here = pretraining.objectives, lineage(loaded.run) is not None
        return ModelCard(
            key=key,
            title=entry.title,
            spec=loaded.spec,
            entry=entry,
            heads=pretraining.trained_heads,
            streams=loaded.streams,
            hash=loaded.hash,
            num_layers=size.num_layers,
            num_heads=size.num_heads,
            num_positions=size.num_positions,
            mask_token=tokenizer.mask_token if tokenizer else None,
            objectives=tuple(spec.name for spec in objectives),
            trained_here=trained_here,
            notes=notes_of(loaded),
            untrained=pretraining.find_untrained_heads(
                () if published is None else published.model.untrained
            ),
            prompts=prompts_of(objectives, trained_here=trained_here),
            chats=loaded.spec.generates and has_chat_template(entry.tokenizer_folder),
        )

    def find_published(self, key: str) -> PublishedMatch | None:
        """Which published checkpoint a model is, if any. Raises UserError."""
        loaded = self.load_model(key)

        def find() -> PublishedMatch | None:
            if any(isinstance(loaded.run.get(key), Mapping) for key in MADE_HERE):
                return None
            try:
                text = (loaded.folder / CONFIG_FILE).read_text(encoding="utf-8")
                return recognise(loaded.folder.resolve(), parse_object(text))
            except (OSError, ValueError):  # written again since it was loaded
                return None

        return self._published.get(self.version(key), find)

    def parameters(self, key: str) -> dict[str, int]:
        """Sizes of the parameters that the files hold, by name, tied ones once."""
        return {name: tensor.numel() for name, tensor in self.load_model(key).weights.items()}

    # ---- training

    def find_pretraining(self, key: str) -> Pretraining:
        """Return the pretraining recipes and objectives of a model. Raises UserError."""
        return Pretraining(self.load_model(key), self.catalog().objectives)

    def objectives(self, key: str) -> tuple[ObjectiveSpec, ...]:
        """The objectives that the model was trained with, as far as it still has their heads."""
        return self.find_pretraining(key).objectives

    def corruption_options(self, key: str, spec: ObjectiveSpec) -> dict[str, Any]:
        """Return the sampling options of an objective in the model's recipes; none if published."""
        return self.find_pretraining(key).corruption_options(spec)

    def seen_words(self, key: str) -> SeenWords | None:
        """The words of the texts that a model was trained on; None where these are not known."""
        return self.find_pretraining(key).seen_words()

    # ---- feeding and tracing

    def encode(self, key: str, text: str, pair: str = "", literal: bool = False) -> Encoding:
        """The text as the model is fed it, cut to its positions. Raises UserError.

        A mask in it is the model's own in whichever spelling, unless it is taken `literal`ly.
        """
        tokenizer, room = self.tokenizer(key), self.entry(key).num_positions
        with as_user_errors():
            if literal:
                return tokenizer.encode(text, pair or None, room)
            return mask_tokens.encode(tokenizer, text, pair or None, room)

    def as_message(self, key: str, said: str | Sequence[Message]) -> str:
        """The prompt by which a model is asked to answer a conversation. Raises UserError.

        A text of several turns is read as `read_turns` does. The prompt begins with the tokens that
        the tokenizer adds, so the template's are left out there.
        """
        from models.tokenization.chat_template import read_chat_template, read_turns

        tokenizer = self.tokenizer(key)
        with as_user_errors():
            template = read_chat_template(self.entry(key).tokenizer_folder)
            if template is not None:
                prompt = template.render(read_turns(said) if isinstance(said, str) else said)
                ids = tokenizer.encode(prompt).ids[:2].tolist()
                is_twice = len(ids) == 2 and ids[0] == ids[1] == tokenizer.bos_id
                return prompt.removeprefix(tokenizer.token(ids[0])) if is_twice else prompt
        raise UserError(
            tr("{key} has no chat template.", key=model_name(key)),
            tr("Choose a model that learned from conversations, or leave the prompt as it is."),
        )

    def link_entities(self, key: str, model_input: ModelInput) -> ModelInput:
        """Add the entities that the model knows in the text, if it reads entities."""
        loaded = self.load_model(key)
        return loaded.spec.link_entities(model_input, loaded.model)

    def vocabulary(self, key: str) -> Vocabulary:
        """What objectives need to know of the tokenizer, and of what a decoder begins with."""
        loaded = self.load_model(key)
        vocabulary: Vocabulary = loaded.spec.add_starts(
            self.tokenizer(key).vocabulary, loaded.model.config
        )
        return vocabulary

    def apply_all_feeds(self, key: str, model_input: ModelInput) -> ModelInput:
        """Add the feeds that the architecture needs even where nothing is predicted.

        Those of a task decide which tokens are global.
        """
        loaded = self.load_model(key)
        fed, task = loaded.spec.apply_all_feeds(model_input, loaded.model), loaded.task_model
        if task is None:
            return fed
        return loaded.spec.add_global_tokens(fed, task.kind, loaded.model.config)

    def trace(
        self,
        key: str,
        model_input: ModelInput,
        kinds: Collection[str] = ALL_KINDS,
        ablate: Collection[Head] = (),
        ablate_extras: Collection[str] = (),
        without: Collection[str] = (),
    ) -> Trace:
        """What the model does with a model input; the latest are remembered. Raises UserError.

        `ablate`, `ablate_extras` and `without` switch off heads, terms of the scores and streams.
        """
        from models.inference.trace import trace

        version = self.version(key)  # read first: files that change are newer, never older
        loaded, tokenizer = self.load_model(key), self.tokenizer(key)
        model_input = self.apply_all_feeds(key, model_input)
        options = (frozenset(each) for each in (kinds, ablate, ablate_extras, without))

        def make() -> Trace:
            with as_user_errors():
                return trace(
                    loaded.model,
                    loaded.spec,
                    model_input,
                    kinds=kinds,
                    heads=loaded.heads,
                    tokens=tokenizer.tokens,
                    ablate=list(ablate),
                    ablate_extras=ablate_extras,
                    without=without,
                )

        return self._traces.get(model_input, (*version, *options), make)


def _bytes_of_model(loaded: LoadedModel) -> int:
    return COPIES * sum(tensor.nbytes for tensor in loaded.weights.values())
