"""Longformer, RoBERTa for texts of 4,096 tokens: a window for each token, and a few global tokens.

Beltagy, Peters, Cohan (2020), Longformer: The Long-Document Transformer, arXiv:2004.05150;
reference: allenai/longformer, and `LongformerForMaskedLM` of transformers for names and details.
The task decides which tokens are global, as the heads of the reference do: the first one for a
class of the text, those of the question for an answer, those of the choice; in pretraining none.

Shapes: B batch, T tokens, D width.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as short
from typing import Any, ClassVar

import numpy as np
from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    LARGE,
    SPAN,
    OneEncoder,
    bert_layer_rules,
    embedding_rules,
    encoder_span_head,
    encoder_token_head,
    tied_head,
)
from models.arch.roberta import RobertaConfig, RobertaEmbeddings, dense_head
from models.inference.taps import Tap
from models.layers.attention import padding_mask
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward
from models.layers.long_texts.global_window import GlobalTokens, GlobalWindowAttention
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import TaskHead
from models.schema.batch import Batch
from models.schema.configs import MAX_LAYERS, MAX_NUMBER
from models.schema.records import BoolArray, ModelInput
from models.schema.roles import TaskWeights
from models.schema.specs import (
    GLOBAL_FEED,
    TOKENS,
    ArchSpec,
    HeadSpec,
    InputSpec,
    InputVariant,
    Paper,
    Preset,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)
from models.tokenization.byte_bpe import ANGLE_BRACKETS

Windows = int | tuple[int, ...]


def check_windows(key: str, value: Any) -> Windows:
    """The windows of config.json, one number of tokens for all layers or one for each.

    Raises ValueError for one that is not even, half of it on each side.
    """
    each = value if isinstance(value, list | tuple) else [value]
    if not 1 <= len(each) <= MAX_LAYERS or not all(type(one) is int for one in each):
        raise ValueError(
            f"{key} must be a whole number or a list of one for each layer, not {short(value)}"
        )
    wrong = next((one for one in each if one % 2 or not 0 < one <= MAX_NUMBER), None)
    if wrong is not None:
        raise ValueError(f"{key} must be even and above 0, half on each side, not {short(wrong)}")
    return tuple(each) if isinstance(value, list | tuple) else each[0]


def reach_of(windows: Windows, layer: int) -> int:
    """How many tokens on each side a layer sees."""
    return (windows if isinstance(windows, int) else windows[layer]) // 2


def check_number_of_windows(windows: Windows, num_layers: int) -> None:
    """Raise ValueError for a list of another length than there are layers."""
    if not isinstance(windows, int) and len(windows) != num_layers:
        raise ValueError(f"attention_window has {len(windows)} numbers for {num_layers} layers")


@dataclass(frozen=True)
class LongformerConfig(RobertaConfig):
    """The fields of a published config.json; defaults are longformer-base-4096.

    `attention_window` is the width of the window, half of it on each side; a list has one for each
    layer. `sep_token_id` ends the question, whose tokens are global.
    """

    max_position_embeddings: int = 4098
    attention_window: int | tuple[int, ...] = 512
    sep_token_id: int = 2

    MAY_BE_NOTHING: ClassVar[frozenset[str]] = RobertaConfig.MAY_BE_NOTHING | {"sep_token_id"}
    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        **RobertaConfig.FIXED,
        "tie_word_embeddings": (True,),
        "attention_mode": ("longformer", "sliding_chunks", "tvm"),  # of one mathematics
        "autoregressive": (False,),
        "ignore_attention_mask": (False,),
        "onnx_export": (False, True),
    }

    def __post_init__(self) -> None:
        windows = check_windows("attention_window", self.attention_window)
        object.__setattr__(self, "attention_window", windows)
        check_number_of_windows(windows, self.num_hidden_layers)

    @classmethod
    def check_entry(cls, key: str, value: Any) -> Any:
        if key == "attention_window":
            return check_windows(key, value)
        return super().check_entry(key, value)


# Which tokens are global --------------------------------------------------------------------------


def mark_global_tokens(model_input: ModelInput, flags: BoolArray) -> ModelInput:
    """The model input with these tokens (T,) as global ones."""
    return model_input.with_feed(GLOBAL_FEED, flags.astype(np.int64))


def mark_first_token(model_input: ModelInput, config: Any = None) -> ModelInput:
    """The first token sees all, and all see it."""
    return mark_global_tokens(model_input, np.arange(len(model_input)) == 0)


def _mark_question(model_input: ModelInput, config: LongformerConfig) -> ModelInput:
    """All tokens before the first that separates, as `LongformerForQuestionAnswering` has it."""
    end = _first_separator(model_input, config)
    return mark_global_tokens(model_input, np.arange(len(model_input)) < end)


def _mark_choice(model_input: ModelInput, config: LongformerConfig) -> ModelInput:
    """All tokens after the two that separate, as `LongformerForMultipleChoice` has it."""
    end = _first_separator(model_input, config)
    return mark_global_tokens(model_input, np.arange(len(model_input)) > end + 1)


def _first_separator(model_input: ModelInput, config: LongformerConfig) -> int:
    """The place of the first token that separates; the end of a text without one."""
    places = np.flatnonzero(model_input.input_ids == config.sep_token_id)
    return int(places[0]) if len(places) else len(model_input)


def mark_first_text(model_input: ModelInput) -> ModelInput:
    """The tokens of the first text see all, and all see them."""
    places = np.arange(len(model_input))
    ends = np.flatnonzero(model_input.encoding.special & (places > 0))
    return mark_global_tokens(model_input, places < (ends[0] if len(ends) else len(places)))


GLOBAL_INPUT = InputSpec(
    GLOBAL_FEED,
    "Global tokens",
    "global_tokens",
    variants=(
        InputVariant(
            "first_token",
            "First token is global",
            "As for a class of the whole text: the first token sees all, and all see it",
            mark_first_token,
        ),
        InputVariant(
            "first_text",
            "First text is global",
            "As for a question: its tokens see all, and all see them",
            mark_first_text,
        ),
    ),
)


def find_visible_tokens(model_input: ModelInput, reach: int) -> BoolArray:
    """Which tokens each token sees (T, T): those in its window and global ones, which see all."""
    places = np.arange(len(model_input))
    seen: BoolArray = np.abs(places[:, None] - places) <= reach
    if GLOBAL_FEED not in model_input.feeds:
        return seen
    is_global = model_input.feeds[GLOBAL_FEED] != 0
    both: BoolArray = seen | is_global | is_global[:, None]
    return both


def visibility(model_input: ModelInput, config: LongformerConfig, layer: int) -> BoolArray:
    """Which tokens each token sees in a layer (T, T)."""
    return find_visible_tokens(model_input, reach_of(config.attention_window, layer))


# The model ----------------------------------------------------------------------------------------


class LongformerBlock(nn.Module):
    """LayerNorm(x + attention(x)), then LayerNorm(x + feed-forward(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(self, config: LongformerConfig, layer: int) -> None:
        super().__init__()
        width, eps, rate = config.hidden_size, config.layer_norm_eps, config.hidden_dropout_prob
        self.attention = GlobalWindowAttention(
            width,
            config.num_attention_heads,
            reach_of(config.attention_window, layer),
            config.attention_probs_dropout_prob,
        )
        self.attention_norm = ResidualNorm(width, eps, rate)
        self.feed_forward = FeedForward(width, config.intermediate_size, config.hidden_act)
        self.feed_forward_norm = ResidualNorm(width, eps, rate)
        self.state = Tap()

    def forward(
        self, x: Tensor, padding: Tensor | None, global_tokens: GlobalTokens | None
    ) -> Tensor:
        """x (B, T, D), additive mask (B, 1, 1, T) -> (B, T, D)."""
        x = self.attention_norm(x, self.attention(x, padding, global_tokens))
        return self.state(self.feed_forward_norm(x, self.feed_forward(x)))


class Longformer(OneEncoder):
    """The encoder with the head `mlm`. Without the feed of global tokens there are none."""

    def __init__(self, config: LongformerConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = RobertaEmbeddings(config)
        layers = range(config.num_hidden_layers)
        self.layers = nn.ModuleList(LongformerBlock(config, layer) for layer in layers)
        # The reference has GELU here whatever `hidden_act` says.
        self.mlm = MaskedHead(config.hidden_size, config.vocab_size, "gelu", config.layer_norm_eps)
        initialise(self, config.initializer_range)
        for block in self.layers:
            attention: Any = block.attention
            attention.copy_projections()
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        usable = self.config.max_position_embeddings - self.config.first_position
        positions_fit(batch.input_ids.shape[1], usable)
        x = self.embeddings(batch.input_ids)  # (B, T, D)
        padding = padding_mask(batch.present, x.dtype)
        tokens = GlobalTokens.find(batch.feeds.get(GLOBAL_FEED), batch.present)
        for layer in self.layers:
            x = layer(x, padding, tokens)
        return {"encoder": x}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V)."""
        return self.mlm(hidden)


def global_rules(ours: str, theirs: str) -> tuple[WeightRule, ...]:
    """The table of the projections of global tokens in one attention."""
    pair = [f"{theirs}.{name}_global" for name in ("key", "value")]
    return (
        *layer_rules(f"{ours}.global_query", f"{theirs}.query_global"),
        *layer_rules(f"{ours}.global_key_value", *pair),
    )


_LAYER = "longformer.encoder.layer.{i}"
TABLE = WeightTable(
    architectures=("LongformerForMaskedLM", "LongformerModel"),
    rules=(
        *embedding_rules("longformer.embeddings"),
        *bert_layer_rules(_LAYER),
        *global_rules("layers.{i}.attention", f"{_LAYER}.attention.self"),
        *layer_rules("mlm.dense", "lm_head.dense"),
        *layer_rules("mlm.norm", "lm_head.layer_norm"),
        WeightRule("mlm.decoder.bias", "lm_head.bias"),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"longformer.\1."),
        *tied_head("lm_head", "longformer.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$", r"^longformer\.pooler\."),
    optional=("mlm.",),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)


def _sequence_head(model: Longformer, num_outputs: int) -> TaskHead:
    rate = model.config.hidden_dropout_prob
    return dense_head(model.config, num_outputs, rate, rate)


def _choice_head(model: Longformer, num_outputs: int) -> TaskHead:
    """Return a head with a pooler like BERT's, which belongs to it: pretraining has none."""
    return dense_head(model.config, num_outputs, 0.0, model.config.hidden_dropout_prob)


def _token_head(model: Longformer, num_outputs: int) -> TaskHead:
    return encoder_token_head(model, num_outputs)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "LongformerForSequenceClassification",
        _sequence_head,
        (
            *layer_rules("head.dense", "classifier.dense"),
            *layer_rules("head.output", "classifier.out_proj"),
        ),
        prepare=mark_first_token,
    ),
    "choice": TaskHeadSpec(
        "LongformerForMultipleChoice",
        _choice_head,
        (*layer_rules("head.dense", "longformer.pooler.dense"), *CLASSIFIER),
        prepare=_mark_choice,
    ),
    "span": TaskHeadSpec(
        "LongformerForQuestionAnswering", encoder_span_head, SPAN, prepare=_mark_question
    ),
    "token": TaskHeadSpec("LongformerForTokenClassification", _token_head, CLASSIFIER),
}


def idle_weights(config: LongformerConfig) -> tuple[str, ...]:
    """Pretraining has no global tokens, so what makes their queries, keys and values is idle."""
    return tuple(f"layers.{n}.attention.global_" for n in range(config.num_hidden_layers))


SPEC = ArchSpec(
    name="longformer",
    title="Longformer",
    summary="RoBERTa for texts of 4,096 tokens, each of which sees a window around it.",
    difference=(
        "A token sees 256 tokens on each side, so that time and memory grow with the length, not "
        "with its square. The task makes a few tokens global, such as those of a question: they "
        "see all and all see them, with queries, keys and values of their own. Pretraining goes on "
        "from RoBERTa, whose table of positions is repeated eight times."
    ),
    paper=Paper(
        "Beltagy, Peters, Cohan",
        "Longformer: The Long-Document Transformer",
        2020,
        "2004.05150",
    ),
    reference="allenai/longformer",
    model_type="longformer",
    config_class=LongformerConfig,
    model_class=Longformer,
    streams=(StreamSpec("encoder", "Encoder", visibility=visibility),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    inputs=(TOKENS, GLOBAL_INPUT),
    direction="both sides within a window, and global tokens",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=(
        Preset("longformer-base-4096", {}, 148_659_456, absent=590_592),
        Preset("longformer-large-4096", LARGE, 434_600_960, absent=1_049_600),
    ),
    template=ANGLE_BRACKETS,
    default_pad_id=1,
    notes=(
        "Which tokens are global is decided as by the heads of transformers: for a class of the "
        "text the first one, for an answer those of the question, for a choice those of the "
        "choice, for tokens and masked tokens none. Attention can show other ones.",
        "Pretraining has no global tokens, so their own queries, keys and values learn in tasks "
        "alone. A fresh model begins with copies of the others, as the authors' did.",
        "Where weights are recorded all scores are computed and those outside of the window are "
        "masked; else a text of more than one and a half windows is computed by blocks.",
        "The paper's dilated windows and its model of characters are not here, nor in the files of "
        "transformers.",
        "Published files may contain a pooler. Pretraining never used it, so it is left out.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    roles=(TaskWeights(idle_weights),),
    config_titles={
        "attention_window": "Window, in tokens",
        "sep_token_id": "The question ends with id",
    },
)
