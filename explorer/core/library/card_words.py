"""Titles on a model card for the keys of configurations, schedules and tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from explorer.core.localization import mark, tr
from models.schema import registry
from models.schema.specs import ArchSpec

# Published configurations give the same thing different names. In the order of a card. What an
# architecture calls its entries itself follows, or replaces these (`ArchSpec.config_titles`).
SETTINGS = {
    tr("Activation"): (
        "hidden_act activation_function activation afn gelu_activation ff_activation "
        "feed_forward_proj hidden_activation"
    ),
    tr("Norm epsilon"): "layer_norm_eps layer_norm_epsilon norm_eps rms_norm_eps",
    tr("Standard deviation of initial weights"): "initializer_range init_std",
    tr("Dropout"): (
        "hidden_dropout_prob resid_pdrop dropout dropout_rate hidden_dropout resid_dropout"
    ),
    tr("Attention dropout"): "attention_probs_dropout_prob attn_pdrop attention_dropout",
    tr("Embedding dropout"): "embd_pdrop embedding_dropout embed_dropout",
    tr("Segments"): "type_vocab_size",
    tr("Causal attention"): "causal is_decoder",
    tr("Entities in its table"): "num_entities",
    tr("Width of the token table"): "embedding_size",
    tr("Head shares the token table"): "tie_word_embeddings",
    tr("Relative positions"): "relative_attention",
    tr("Relative-position buckets"): "relative_attention_num_buckets position_buckets",
    tr("Longest distance"): "relative_attention_max_distance max_relative_positions clamp_len",
    tr("Positions added to the input"): "position_biased_input",
    tr("Heads of keys and values"): "num_key_value_heads",
    tr("Base of the rotary angles"): "rope_theta",
    tr("Rotary angles for longer texts"): "rope_scaling",
    tr("Layers can see a sliding window"): "use_sliding_window",
    tr("Sliding window, in tokens"): "sliding_window",
    tr("Layers before those that slide"): "max_window_layers",
    tr("Kinds of layers"): "layer_types",
    tr("Biases in attention"): "attention_bias",
    tr("Biases in feed-forward networks"): "mlp_bias",
}

# Values that are no size but have a meaning, such as "all".
VALUES: Mapping[str, Mapping[Any, str]] = {
    "type_vocab_size": {0: tr("none")},
    "copies": {0: tr("none, sampled again each time")},
    "num_key_value_heads": {None: tr("as many as heads")},
    "rope_scaling": {None: tr("the same")},
    "sliding_window": {None: tr("none, all before")},
    "layer_types": {None: tr("by their number")},
}

# Options of objectives that are one thing under several names: its title and its format.
SHARED_OPTIONS = {
    "noise_density": (tr("Tokens chosen"), "{}"),
    "one_in": (tr("Tokens chosen"), tr("one in {}")),
}

SCHEDULE = {
    "steps": tr("Steps"),
    "batch_size": tr("Batch size"),
    "length": tr("Sequence length"),
    "long_length": tr("Sequence length of long examples"),
    "long_share": tr("Share of long examples"),
    "long_last": tr("Long examples come last"),
    "single_share": tr("Share of single sentences"),
    "loose_share": tr("Of these, endings cut off"),
    "task_share": tr("Share of tasks"),
    "learning_rate": tr("Learning rate"),
    "relative_rate": tr("Learning rate scaled by the RMS of the weights"),
    "warmup_steps": tr("Warm-up steps"),
    "weight_decay": tr("Weight decay"),
    "beta1": tr("Adam's beta 1"),
    "beta2": tr("Adam's beta 2"),
    "clip_norm": tr("Gradients clipped at norm"),
    "precision": tr("Precision of products"),
    "evaluate_every": tr("Steps between measurements"),
    "save_every": tr("Steps between checkpoints"),
}

MEASURES = {"loss": mark("loss"), "accuracy": mark("acc."), "auc": "AUC"}

TASKS = {
    "translate": tr("Translate {} to {}"),
    "question": tr("Answer questions in {}"),
    "acceptable": tr("Judge sentences in {}"),
    "similarity": tr("Score the likeness of sentences in {}"),
}


def titles_of_keys(spec: ArchSpec, architectures: Iterable[ArchSpec]) -> dict[str, str]:
    """The title of each key of an architecture's configuration, in the order of a card."""
    shared = {key: title for title, keys in SETTINGS.items() for key in keys.split()}
    declaring = _with_ancestors(spec, architectures)
    return shared | {
        key: tr(title) for one in declaring for key, title in one.config_titles.items()
    }


def words_of_values(
    spec: ArchSpec, architectures: Iterable[ArchSpec]
) -> dict[str, Mapping[Any, str]]:
    """Values of an architecture's configuration in words, by the key that has them."""
    return {
        **VALUES,
        **{
            key: {value: tr(word) for value, word in words.items()}
            for one in _with_ancestors(spec, architectures)
            for key, words in one.config_values.items()
        },
    }


def _with_ancestors(spec: ArchSpec, architectures: Iterable[ArchSpec]) -> list[ArchSpec]:
    """The architectures whose entries this one inherits, the nearest last, and itself."""
    line = spec.config_of("").__mro__
    others = (one for one in architectures if one.name != spec.name and one.config_of("") in line)
    return [*sorted(others, key=lambda one: -line.index(one.config_of(""))), spec]


def task_title(kind: str) -> str:
    """`translate_en_ko` as Translate English to Korean; an unknown kind as words."""
    from models.data.tasks import TITLES

    titles = {str(language): tr(title) for language, title in TITLES.items()}
    name, *languages = kind.split("_")
    pattern = TASKS.get(name, "")
    known = all(language in titles for language in languages)
    if not known or pattern.count("{}") != len(languages):
        return readable(kind)
    return pattern.format(*(titles[language] for language in languages))


def task_result(measured: Mapping[str, float]) -> str:
    """The scores of a task: "exact match 88 % of 200, F1 of words 0.93"."""
    exact, overlap = measured.get("exact_match"), measured.get("token_f1")
    parts = []
    if exact is not None and "num_tasks" in measured:
        count = measured["num_tasks"]
        parts.append(
            tr("exact match {exact:.3g} % of {count:,.0f}", exact=100 * exact, count=count)
        )
    elif exact is not None:
        parts.append(tr("exact match {exact:.3g} %", exact=100 * exact))
    if overlap is not None and overlap != exact:
        parts.append(tr("F1 of words {overlap:.2f}", overlap=overlap))
    if "pearson" in measured:
        parts.append(tr("correlation of scores {measured:.2f}", measured=measured["pearson"]))
    return ", ".join(parts)


def measured_on(window: int | None) -> str:
    """The text of the metrics of run.json: windows as long and cut as in training.

    So they cannot be compared between models with different objectives.
    """
    if window is None:
        return tr("text")
    return tr("windows of {window:,} tokens, cut as in its training", window=window)


def metric_title(name: str, architecture: str) -> str:
    """The title of a metric, such as "Masked tokens loss" for `mlm_loss`."""
    head, _, measure = name.partition("_")
    title = tr(MEASURES.get(measure, measure.replace("_", " ")))
    return f"{head_title(head, architecture)} {title}".strip()


def metric_value(name: str, value: float) -> str:
    """The number with its unit: losses in nats, accuracy in percent."""
    if name.endswith("accuracy"):
        return f"{value:.1%}"
    digits = f"{value:#.3g}".rstrip(".")
    return f"{digits} {tr('nats')}" if name.endswith("loss") else digits


def head_title(name: str, model_type: str) -> str:
    """What a head predicts, in words, also before torch is imported."""
    return tr(registry.head_title(name, model_type))


def share(value: float) -> str:
    """A share in percent, as many digits as it was written with: 15%, 2.5%."""
    return f"{100 * value:.4g}%"


def join_titles(titles: Iterable[str]) -> str:
    """Titles as one phrase: Masked language modelling, next sentence prediction."""
    first, *others = list(titles) or [tr("none")]
    return ", ".join([first, *(title[:1].lower() + title[1:] for title in others)])


def readable(key: str) -> str:
    """A key of a file as words."""
    return tr(key.replace("_", " ").strip().capitalize())


def plain_value(value: Any) -> str:
    """A value as text."""
    if value is None or value == "":
        return tr("none")
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(plain_value(item) for item in value) or tr("none")
    return str(value)
