"""What there is to say of a model, field by field, so that two can be laid side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from explorer.core.analysis.differences import Fact
from explorer.core.card_words import (
    SCHEDULE,
    SETTINGS,
    SHARED_OPTIONS,
    TITLE_OF_KEY,
    VALUES,
    in_one_line,
    measured_on,
    metric_title,
    metric_value,
    readable,
    share,
    task_result,
    task_title,
)
from explorer.core.engine import Engine
from explorer.core.errors import UserError
from explorer.core.library import ModelEntry
from explorer.core.readable import longest_text, readable_bytes, size_on_disk
from models.configs import ModelConfig
from models.recipes import Recipe
from models.records import Encoding
from models.specs import ArchSpec, ObjectiveSpec, Option, Paper

if TYPE_CHECKING:
    from models.catalog import Catalog
    from models.checkpoints import Loaded

SIZES = {
    "num_layers": "Layers",
    "width": "Width",
    "num_heads": "Heads of attention",
    "head_width": "Width of a head",
    "inner": "Feed-forward width",
    "num_positions": "Longest text",
}
# What SIZES, or the tokenizer, say already.
TOLD = frozenset(
    """
    vocab_size hidden_size n_embd dim d_model num_hidden_layers n_layer n_layers num_layers
    num_attention_heads n_head n_heads num_heads intermediate_size n_inner hidden_dim d_ff d_inner
    d_kv d_head max_position_embeddings n_positions pad_token_id
    """.split()  # noqa: SIM905 - a word list reads better than twenty quoted strings
)
RECIPE = {
    "data": "Text",
    "data_tokens": "Tokens prepared",
    "single_data": "Single sentences from",
    "start": "Begun from",
    "seed": "Seed",
}
PARTS: Mapping[str, Any] = {  # of a recipe, which holds them in this form
    "objectives": list,
    "options": Mapping,
    "schedule": Mapping,
    "teaching": Mapping,
}
COMPUTED = "float32"
OF_THE_LAST = "of which the last is told, but for steps, tokens and seconds"
SECONDS = "Seconds taken"
OF_THE_MACHINE = "Seconds are those of the machine that trained, whatever else it did."
SAMPLE, SAMPLE_PAIR = "a", "b"  # texts whose special tokens show how texts are framed


def card(engine: Engine, key: str) -> tuple[Fact, ...]:
    """All that the files and the program know of one model. Raises UserError."""
    loaded, catalog, entry = engine.loaded(key), engine.catalog(), engine.entry(key)
    recipe = _recipe(loaded.run)
    return (
        *_family(loaded.spec),
        *_objectives(loaded, catalog, recipe),
        *_tokenizer(engine, key, catalog),
        *_size(engine, key, loaded),
        *_settings(loaded),
        *(Fact("Files", what, names) for what, names in engine.card(key).notes),
        *_learning(loaded.run, recipe),
        *_held_out(entry),
        *(
            Fact("Held-out tasks", task_title(kind), task_result(measured))
            for kind, measured in entry.tasks.items()
        ),
    )


def _held_out(entry: ModelEntry) -> Iterator[Fact]:
    if entry.metrics:
        yield Fact("Held-out text", "Measured on", measured_on(entry.window))
    for name, value in entry.metrics.items():
        told = metric_title(name, entry.architecture), metric_value(name, value)
        yield Fact("Held-out text", *told)


def _family(spec: ArchSpec) -> Iterator[Fact]:
    yield Fact("Architecture", "Family", spec.title)
    yield Fact("Architecture", "Paper", short_paper(spec.paper))
    yield Fact("Architecture", "What it changed", spec.difference)
    yield Fact("Architecture", "Streams", in_one_line(s.title for s in spec.streams))


@dataclass(frozen=True)
class Remarks:
    """What there is to say of an architecture or an objective: where paper and code differ."""

    title: str
    notes: tuple[str, ...]


def remarks(engine: Engine, key: str) -> tuple[Remarks, ...]:
    """Of a model's architecture and its objectives, where there are some. Raises UserError."""
    loaded = engine.loaded(key)
    learned_by = _learned_by(loaded, engine.catalog(), _recipe(loaded.run))
    found = [Remarks(spec.title, spec.notes) for spec in learned_by]
    return tuple(
        one for one in (Remarks(loaded.spec.title, loaded.spec.notes), *found) if one.notes
    )


def short_paper(paper: Paper) -> str:
    """The first author and the year, as papers are cited."""
    first, *others = paper.authors.split(",")
    return f"{first}{' et al.' if others else ''} {paper.year}"


def _objectives(loaded: Loaded, catalog: Catalog, recipe: Mapping[str, Any]) -> Iterator[Fact]:
    specs = _learned_by(loaded, catalog, recipe)
    yield Fact("Objective", "Learned by", in_one_line(spec.title for spec in specs))
    heads = in_one_line(loaded.spec.head(head).title for head in loaded.heads)
    yield Fact("Objective", "Heads", heads)
    for spec in specs:
        told = recipe.get("options", {}).get(spec.name)
        chosen = told if isinstance(told, Mapping) else {}
        for option in spec.options:
            value = chosen.get(option.name, option.default)
            title, written = SHARED_OPTIONS.get(option.name, (option.title, "{}"))
            said = written.format(_set(option, value))
            yield Fact("Objective", title[:1].upper() + title[1:], said)


def _set(option: Option, value: Any) -> str:
    """What an option of an objective is set to."""
    if isinstance(value, float) and option.maximum is not None and option.maximum <= 1:
        return share(value)
    said = VALUES.get(option.name, {}).get(value) if isinstance(value, int) else None
    return said or _plain(value)


def _learned_by(loaded: Loaded, catalog: Catalog, recipe: Mapping[str, Any]) -> list[ObjectiveSpec]:
    """The objectives of the run, else those that the architecture was published with."""
    names = recipe.get("objectives") or loaded.spec.objectives
    return [
        catalog.objectives[name]
        for name in names
        if isinstance(name, str) and name in catalog.objectives
    ]


def _tokenizer(engine: Engine, key: str, catalog: Catalog) -> Iterator[Fact]:
    if engine.loaded(key).tokenizer is None:
        yield Fact("Tokenizer", "Kind", "none in the folder")
        return
    tokenizer = engine.tokenizer(key)
    family = catalog.tokenizers.get(tokenizer.family)
    yield Fact("Tokenizer", "Kind", family.title if family else tokenizer.family)
    yield Fact("Tokenizer", "Vocabulary", _plain(tokenizer.vocab_size))
    try:
        alone, both = engine.encode(key, SAMPLE), engine.encode(key, SAMPLE, SAMPLE_PAIR)
    except UserError as error:  # positions for less than two words
        yield Fact("Tokenizer", "A text is fed as", error.message)
        return
    yield Fact("Tokenizer", "A text is fed as", framed(alone))
    yield Fact("Tokenizer", "A pair is fed as", framed(both))


def framed(encoding: Encoding) -> str:
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
    """By the segment, or where a family has none, by what stands between the texts."""
    if encoding.pair is None:
        return False
    return bool(encoding.segment[at] == 1) or after_special


def _size(engine: Engine, key: str, loaded: Loaded) -> Iterator[Fact]:
    entry = engine.entry(key)
    yield from _sizes(loaded.model.config, "")
    parts = loaded.model.config.parts()
    for name, part in parts.items():
        if name and name in loaded.streams and len(parts) > 1:
            yield from _sizes(part, f"{name}: ")
    yield Fact("Size", "Parameters", _plain(entry.parameters))
    if entry.parameters is not None:
        yield Fact("Size", "As 32-bit numbers", readable_bytes(4 * entry.parameters))
    yield Fact("Size", "On disk", size_on_disk(entry.size_bytes, entry.parameters))
    yield Fact("Size", "Numbers", _numbers(loaded.stored))


def _numbers(stored: Sequence[str]) -> str:
    """How the files hold them, and how they are computed with where that is another format."""
    return ", ".join(stored) + ("" if stored == (COMPUTED,) else f", computed in {COMPUTED}")


def _sizes(config: ModelConfig, of: str) -> Iterator[Fact]:
    """Also what only some families have as a key, so that it does not seem to differ."""
    size = config.size
    told = {
        **{name: _plain(value) for name, value in asdict(size).items()},
        "head_width": _plain(_head_width(config)),
        "num_positions": longest_text(size.num_positions),
    }
    for name, title in SIZES.items():
        yield Fact("Size", (of + title).capitalize(), told[name])


def _head_width(config: ModelConfig) -> int:
    """As the configuration says, else the width by the heads."""
    said = [getattr(config, key, None) for key in ("d_kv", "d_head")]
    return next(filter(None, said), config.size.width // config.size.num_heads)


def _settings(loaded: Loaded) -> Iterator[Fact]:
    """What is left of config.json, under names that several families share."""
    main = next(iter(loaded.model.config.parts().values()))
    fixed = {key: allowed[0] for key, allowed in main.FIXED.items() if key in TITLE_OF_KEY}
    values = fixed | {k: v for k, v in asdict(main).items() if k not in TOLD}
    said = {key: VALUES.get(key, {}).get(value) or _plain(value) for key, value in values.items()}
    shared = {TITLE_OF_KEY[key]: text for key, text in said.items() if key in TITLE_OF_KEY}
    unsaid = _unsaid(loaded, main, values)
    shared |= {TITLE_OF_KEY[key]: _plain(value) for key, value in unsaid.items()}
    for title in SETTINGS:
        if title in shared:
            yield Fact("Settings", title, shared[title])
    for key in sorted(said.keys() - TITLE_OF_KEY.keys()):
        yield Fact("Settings", readable(key), said[key])


def _unsaid(loaded: Loaded, config: ModelConfig, values: Mapping[str, Any]) -> dict[str, Any]:
    """What only some families have a key for, though all have the thing."""
    has_table = config.first_position is not None
    titles = {TITLE_OF_KEY.get(key) for key in values}
    found: dict[str, Any] = {}
    if "Norm epsilon" not in titles:  # DistilBERT's stands in its code
        found["layer_norm_eps"] = _epsilon(loaded)
    if "Attention dropout" not in titles:  # one rate for both, as T5 and XLNet have it
        rates = [value for key, value in values.items() if TITLE_OF_KEY.get(key) == "Dropout"]
        found["attention_dropout"] = next(iter(rates), None)
    return found | {
        "embedding_size": values.get("embedding_size") or config.size.width,
        "relative_attention": values.get("relative_attention", not has_table),
        "position_biased_input": values.get("position_biased_input", has_table),
    }


def _epsilon(loaded: Loaded) -> float | None:
    """That of the norms, as the model computes them."""
    from models.batch import as_module

    found = (getattr(module, "eps", None) for module in as_module(loaded.model).modules())
    return next((eps for eps in found if eps is not None), None)


def _learning(run: Mapping[str, Any], recipe: Mapping[str, Any]) -> Iterator[Fact]:
    """The last recipe, and of the stages before it the steps, which add up as tokens do."""
    for name, title in RECIPE.items():
        if name in recipe:
            yield Fact("Learning", title, _plain(recipe[name]))
    teaching = recipe.get("teaching") or {}
    if recipe:
        yield Fact("Learning", "Teacher", _plain(teaching.get("teacher")))
    before = _stages_before(run)
    if before:
        yield Fact("Learning", "Stages", f"{len(before) + 1}, {OF_THE_LAST}")
    for name, value in recipe.get("schedule", {}).items():
        in_turn = [stage[name] for stage in before if name == "steps" and name in stage]
        written = share if name.endswith("_share") and isinstance(value, float) else _plain
        said = ", then ".join(map(written, [*in_turn, value]))
        yield Fact("Learning", SCHEDULE.get(name) or readable(name), said)
    for name, title in (("tokens", "Tokens seen"), ("seconds", SECONDS)):
        spent = [stage.get(name, 0) for stage in [*before, run]]
        if name in run and all(isinstance(value, int | float) for value in spent):
            yield Fact("Learning", title, _plain(sum(spent)))


def _stages_before(run: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a run says of those that it went on from, the first one first."""
    told = run.get("before")
    listed = told if isinstance(told, list) else ()
    return [stage for stage in listed if isinstance(stage, Mapping)]


def _recipe(run: Mapping[str, Any]) -> Mapping[str, Any]:
    """The recipe of a run with its defaults; empty where the folder tells of no run."""
    told = run.get("recipe")
    if not isinstance(told, Mapping):
        return {}
    try:
        return Recipe.from_dict(told).to_dict()
    except ValueError:  # of another version of the program: what it says is still true
        return {k: value for k, value in told.items() if isinstance(value, PARTS.get(k, object))}


def _plain(value: Any) -> str:
    """A value as a person reads it."""
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_plain(item) for item in value) or "none"
    return str(value)
