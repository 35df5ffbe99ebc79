"""The card of a model: facts by field, so that models can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from explorer.core.comparison.differences import CardField
from explorer.core.engine.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library.card_words import (
    SCHEDULE,
    join_titles,
    measured_on,
    metric_title,
    metric_value,
    plain_value,
    readable,
    share,
    task_result,
    task_title,
    titles_of_keys,
    words_of_values,
)
from explorer.core.library.library import ModelEntry
from explorer.core.library.published import PublishedMatch
from explorer.core.library.published_cards import (
    NOT_STATED,
    add_remarks,
    family_fields,
    option_fields,
    publication_fields,
    size_fields,
    stated_fields,
    stated_parameters,
)
from explorer.core.localization import message, tr
from explorer.core.readable import readable_bytes, size_on_disk
from models.schema.configs import ModelConfig
from models.schema.records import Encoding
from models.schema.specs import ObjectiveSpec
from models.training.recipe import Recipe

if TYPE_CHECKING:
    from models.checkpoints.checkpoint import LoadedModel
    from models.schema.registry import Catalog
    from models.tokenization import Tokenizer

# What sizes, or the tokenizer, say already, and what published files do not state.
SHOWN_ELSEWHERE = frozenset(
    """
    vocab_size hidden_size n_embd emb_dim projection_size dim d_model
    num_hidden_layers n_layer n_layers num_layers
    num_attention_heads n_head n_heads num_heads intermediate_size n_inner hidden_dim d_ff d_inner
    feed_forward_size ffn_dim ffn_hidden_size attention_head_size d_kv d_head head_dim
    max_position_embeddings n_positions seq_length pad_token_id generator_hidden_size original_head
    """.split()  # noqa: SIM905 - a word list reads better than twenty quoted strings
)
RECIPE = {
    "data": tr("Data"),
    "data_tokens": tr("Tokens prepared"),
    "single_data": tr("Single sentences from"),
    "start": tr("Started from"),
    "seed": tr("Seed"),
}
PARTS: Mapping[str, Any] = {  # of a recipe, which holds them in this form
    "objectives": list,
    "options": Mapping,
    "schedule": Mapping,
    "teaching": Mapping,
}
COMPUTED = "float32"
NOT_IN_FILES = tr("not stated in its files")
OF_THE_LAST = tr("described by the last one, except steps, tokens and seconds")
SECONDS = tr("Seconds taken")
OF_THE_MACHINE = tr(
    "Seconds are those of the machine that trained the model; it may have been busy."
)
SAMPLE, SAMPLE_PAIR = "a", "b"  # texts whose special tokens show how texts are framed


def card(engine: Engine, key: str) -> tuple[CardField, ...]:
    """All that the files and the program know of one model. Raises UserError."""
    loaded, catalog, entry = engine.load_model(key), engine.catalog(), engine.entry(key)
    recipe, published = _recipe(loaded.run), engine.find_published(key)
    paper = published.model.paper if published else None
    whole = (
        *_published_fields(published),
        *family_fields(loaded.spec, loaded.model.config, paper),
        *_objectives(engine, key, recipe, published),
        *_tokenizer(engine, key, catalog),
        *_size(engine, key, loaded, published),
        *_settings(loaded, engine.catalog()),
        *(CardField(tr("Files"), what, names) for what, names in engine.card(key).notes),
        *_learning_fields(loaded.run, recipe),
        *(stated_fields(published.model) if published else ()),
        *_held_out(entry),
        *(
            CardField(tr("Held-out tasks"), task_title(kind), task_result(measured))
            for kind, measured in entry.tasks.items()
        ),
    )
    return whole if published is None else tuple(add_remarks(whole, published.model))


def _held_out(entry: ModelEntry) -> Iterator[CardField]:
    if entry.metrics:
        yield CardField(tr("Held-out text"), tr("Measured on"), measured_on(entry.window))
    for name, value in entry.metrics.items():
        title, text = metric_title(name, entry.architecture), metric_value(name, value)
        yield CardField(tr("Held-out text"), title, text)


def _published_fields(recognised: PublishedMatch | None) -> Iterator[CardField]:
    """Which checkpoint it is; nothing of one that is not in the table."""
    if recognised is None:
        return
    group, model = tr("Published checkpoint"), recognised.model
    yield CardField(group, tr("Name"), model.title)
    yield CardField(group, tr("Recognised by"), recognised.by)
    yield from publication_fields(model)


@dataclass(frozen=True)
class Remarks:
    """What there is to say of an architecture or an objective: where paper and code differ."""

    title: str
    notes: tuple[str, ...]


def remarks(engine: Engine, key: str) -> tuple[Remarks, ...]:
    """Return the remarks on a model's architecture and objectives. Raises UserError."""
    loaded = engine.load_model(key)
    recipe = _recipe(loaded.run)
    learned_by = _learned_by(engine, recipe, engine.find_published(key)) or engine.objectives(key)
    learned = [Remarks(tr(spec.title), tuple(map(message, spec.notes))) for spec in learned_by]
    own = Remarks(loaded.spec.title, tuple(map(message, loaded.spec.notes)))
    return tuple(one for one in (own, *learned) if one.notes)


def _objectives(
    engine: Engine, key: str, recipe: Mapping[str, Any], published: PublishedMatch | None
) -> Iterator[CardField]:
    specs = _learned_by(engine, recipe, published)
    unsaid = NOT_IN_FILES if published is None else NOT_STATED
    learned_by = join_titles(tr(spec.title) for spec in specs) if specs else unsaid
    source = published.model.objectives_source if published is not None else ""
    yield CardField(tr("Objective"), tr("Trained on"), learned_by, source)
    model_card = engine.card(key)
    heads = (tr(model_card.spec.head(head).title) for head in model_card.heads)
    yield CardField(tr("Objective"), tr("Heads"), join_titles(heads))
    held = engine.load_model(key).heads
    absent = [head for head in model_card.spec.heads if head.name not in held and not head.config]
    if absent:
        titles = (tr(head.title) for head in absent)
        yield CardField(tr("Objective"), tr("Heads not in the files"), join_titles(titles))
    if model_card.untrained:
        titles = (tr(model_card.spec.head(head).title) for head in model_card.untrained)
        yield CardField(tr("Objective"), tr("Not trained"), join_titles(titles))
    for spec in specs:
        yield from _options(spec, recipe, published)


def _options(
    spec: ObjectiveSpec, recipe: Mapping[str, Any], published: PublishedMatch | None
) -> Iterator[CardField]:
    """What was set in the run, or is stated of a published checkpoint."""
    source, options = "", recipe.get("options", {}).get(spec.name)
    if published is not None:
        source, options = published.model.objectives_source, published.model.options.get(spec.name)
    chosen = options if isinstance(options, Mapping) else {}
    return option_fields(spec, chosen, source, only_stated=published is not None)


def _learned_by(
    engine: Engine, recipe: Mapping[str, Any], published: PublishedMatch | None
) -> list[ObjectiveSpec]:
    """The objectives of the run, else those that are stated of a published checkpoint."""
    stated = () if published is None else published.model.objectives
    known = engine.catalog().objectives
    names = recipe.get("objectives") or stated
    return [known[name] for name in names if isinstance(name, str) and name in known]


def _tokenizer(engine: Engine, key: str, catalog: Catalog) -> Iterator[CardField]:
    if engine.load_model(key).tokenizer is None:
        yield CardField(tr("Tokenizer"), tr("Kind"), tr("none in the folder"))
        return
    tokenizer = engine.tokenizer(key)
    family = catalog.tokenizers.get(tokenizer.family)
    yield CardField(tr("Tokenizer"), tr("Kind"), tr(family.title) if family else tokenizer.family)
    yield CardField(tr("Tokenizer"), tr("Vocabulary"), plain_value(tokenizer.vocab_size))
    yield CardField(tr("Tokenizer"), tr("Capital letters"), _capitals(tokenizer))
    try:
        alone, both = engine.encode(key, SAMPLE), engine.encode(key, SAMPLE, SAMPLE_PAIR)
    except UserError as error:  # positions for less than two words
        yield CardField(tr("Tokenizer"), tr("A text is fed as"), error.message)
        return
    yield CardField(tr("Tokenizer"), tr("A text is fed as"), special_token_template(alone))
    yield CardField(tr("Tokenizer"), tr("A pair is fed as"), special_token_template(both))


def _capitals(tokenizer: Tokenizer) -> str:
    """Whether a capital letter is another token than its small one."""
    capital, small = (tokenizer.encode(text).ids.tolist() for text in (SAMPLE.upper(), SAMPLE))
    return tr("lower-cased") if capital == small else tr("kept")


def special_token_template(encoding: Encoding) -> str:
    """The special tokens by name, and each text as one letter."""
    parts: list[str] = []
    second = False
    for at, token in enumerate(encoding.tokens):
        if encoding.special[at]:
            parts.append(token)
            second = "A" in parts
        elif (letter := "B" if _is_second(encoding, at, second) else "A") not in parts:
            parts.append(letter)
    return " ".join(parts)


def _is_second(encoding: Encoding, at: int, after_special: bool) -> bool:
    """By the segment, or without segments by the special tokens between the texts."""
    if encoding.pair is None:
        return False
    return bool(encoding.segment[at] == 1) or after_special


def _size(
    engine: Engine, key: str, loaded: LoadedModel, published: PublishedMatch | None
) -> Iterator[CardField]:
    entry = engine.entry(key)
    yield from size_fields(loaded.model.config)
    parts = loaded.model.config.parts()
    for name, part in parts.items():
        if name and name in loaded.streams and len(parts) > 1:
            yield from size_fields(part, f"{tr(loaded.spec.stream(name).title)}: ")
    yield CardField(tr("Size"), tr("Parameters"), plain_value(entry.parameters))
    if published is not None:
        yield CardField(
            tr("Size"), tr("Parameters of the base model"), plain_value(published.model.parameters)
        )
        yield stated_parameters(published.model)
    if entry.parameters is not None:
        yield CardField(tr("Size"), tr("As 32-bit numbers"), readable_bytes(4 * entry.parameters))
    yield CardField(tr("Size"), tr("On disk"), size_on_disk(entry.size_bytes, entry.parameters))
    yield CardField(tr("Size"), tr("Numbers"), _numbers(loaded.stored))


def _numbers(stored: Sequence[str]) -> str:
    """How the files hold them, and how they are computed with where that is another format."""
    return ", ".join(stored) + (
        "" if stored == (COMPUTED,) else tr(", computed in {computed}", computed=COMPUTED)
    )


def _settings(loaded: LoadedModel, catalog: Catalog) -> Iterator[CardField]:
    """The other keys of config.json, under titles that several families share."""
    title_of = titles_of_keys(loaded.spec, catalog.architectures.values())
    words = words_of_values(loaded.spec, catalog.architectures.values())
    main = next(iter(loaded.model.config.parts().values()))
    fixed = {key: allowed[0] for key, allowed in main.FIXED.items() if key in title_of}
    own = {item.name: getattr(main, item.name) for item in fields(main)}
    values = fixed | {k: v for k, v in own.items() if k not in SHOWN_ELSEWHERE}
    texts = {
        key: words.get(key, {}).get(value) or plain_value(value) for key, value in values.items()
    }
    shared = {title_of[key]: text for key, text in texts.items() if key in title_of}
    unsaid = _unsaid(loaded, main, values, title_of)
    shared |= {title_of[key]: plain_value(value) for key, value in unsaid.items()}
    for title in dict.fromkeys(title_of.values()):
        if title in shared:
            yield CardField(tr("Settings"), title, shared[title])
    for key in sorted(texts.keys() - title_of.keys()):
        yield CardField(tr("Settings"), readable(key), texts[key])


def _unsaid(
    loaded: LoadedModel, config: ModelConfig, values: Mapping[str, Any], title_of: Mapping[str, str]
) -> dict[str, Any]:
    """What only some families have a key for, though all have the thing."""
    has_table = config.first_position is not None
    titles = {title_of.get(key) for key in values}
    defaults: dict[str, Any] = {}
    if tr("Norm epsilon") not in titles:  # DistilBERT's is in its code
        defaults["layer_norm_eps"] = _epsilon(loaded)
    if tr("Attention dropout") not in titles:  # one rate for both, as T5 and XLNet have it
        rates = [value for key, value in values.items() if title_of.get(key) == tr("Dropout")]
        defaults["attention_dropout"] = next(iter(rates), None)
    if tr("Width of the token table") not in titles:
        defaults["embedding_size"] = config.size.width
    return defaults | {
        "relative_attention": values.get("relative_attention", not has_table),
        "position_biased_input": values.get("position_biased_input", has_table),
    }


def _epsilon(loaded: LoadedModel) -> float | None:
    """Return the epsilon of the first norm of the model; None where there is none."""
    from models.schema.batch import as_module

    epsilons = (getattr(module, "eps", None) for module in as_module(loaded.model).modules())
    return next((eps for eps in epsilons if eps is not None), None)


def _learning_fields(run: Mapping[str, Any], recipe: Mapping[str, Any]) -> Iterator[CardField]:
    """The last recipe, and of the stages before it the steps, which add up as tokens do."""
    for name, title in RECIPE.items():
        if name in recipe:
            yield CardField(tr("Learning"), title, plain_value(recipe[name]))
    teaching = recipe.get("teaching") or {}
    if recipe:
        yield CardField(tr("Learning"), tr("Teacher"), plain_value(teaching.get("teacher")))
    before = _stages_before(run)
    if before:
        yield CardField(tr("Learning"), tr("Stages"), f"{len(before) + 1}, {OF_THE_LAST}")
    for name, value in recipe.get("schedule", {}).items():
        in_turn = [stage[name] for stage in before if name == "steps" and name in stage]
        written = share if name.endswith("_share") and isinstance(value, float) else plain_value
        text = tr(", then ").join(map(written, [*in_turn, value]))
        yield CardField(tr("Learning"), SCHEDULE.get(name) or readable(name), text)
    for name, title in (("tokens", tr("Tokens seen")), ("seconds", SECONDS)):
        spent = [stage.get(name, 0) for stage in [*before, run]]
        if name in run and all(isinstance(value, int | float) for value in spent):
            yield CardField(tr("Learning"), title, plain_value(sum(spent)))


def _stages_before(run: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a run says of those that it went on from, the first one first."""
    before = run.get("before")
    listed = before if isinstance(before, list) else ()
    return [stage for stage in listed if isinstance(stage, Mapping)]


def _recipe(run: Mapping[str, Any]) -> Mapping[str, Any]:
    """The recipe of a run with its defaults; empty for a folder without a run."""
    recipe = run.get("recipe")
    if not isinstance(recipe, Mapping):
        return {}
    try:
        return Recipe.from_dict(recipe).to_dict()
    except ValueError:  # of another version of the program, but its facts still hold
        return {k: value for k, value in recipe.items() if isinstance(value, PARTS.get(k, object))}
