"""ALBERT, a BERT whose token table is narrow and whose layers share their weights.

Lan, Chen, Goodman, Gimpel, Sharma, Soricut (2019), arXiv:1909.11942; reference:
google-research/albert, and `AlbertForPreTraining` of transformers for names and details.

A layer here is a set of taps; what it computes with is a block, and several layers may run the
same one. So each layer is recorded, and its heads are switched off, for itself alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import torch
from torch import Tensor, nn

from models.arch.bert import (
    CLASSIFIER,
    LARGE,
    SPAN,
    BertConfig,
    OneEncoder,
    embedding_rules,
    encoder_span_head,
    pooled_head,
    summed_embeddings,
    tied_head,
    token_head,
)
from models.inference.taps import Tap
from models.inside.stages import Call, Stage, rest
from models.layers.attention import SharedAttention, padding_mask
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.masked_head import MaskedHead
from models.layers.task_heads import TaskHead
from models.schema.batch import Batch
from models.schema.configs import Size
from models.schema.specs import (
    CLS_PAIR,
    CLS_SINGLE,
    WITH_SEGMENTS,
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    SpecialTokenTemplate,
    StreamSpec,
    TaskHeadKind,
    TaskHeadSpec,
    WeightRule,
    WeightTable,
    layer_rules,
)

EMBEDDING_SIZE = 128  # of the token table at every published width
NARROWING = 4  # a small model's table has this part of its width, so that it is narrower too
SHARING = ("all", "attention", "feed_forward", "none")  # what the layers have in common


@dataclass(frozen=True)
class AlbertConfig(BertConfig):
    """The fields of a published config.json; defaults are albert-base-v2.

    `sharing` says what all layers have in common. Published files say "all" and "none" by
    `num_hidden_groups`, the number of blocks, which follows from it here: neighbouring layers run
    the same block. Only the paper's ablations "attention" and "feed_forward" (section 4.5) need
    the key in config.json; there are as many blocks as layers then, and the shared half of each
    is one module. Their files repeat it in every block, so that transformers computes the same.
    """

    vocab_size: int = 30000
    embedding_size: int = EMBEDDING_SIZE
    num_hidden_groups: int = 1
    hidden_act: str = "gelu_new"
    hidden_dropout_prob: float = 0.0
    attention_probs_dropout_prob: float = 0.0
    sharing: str = "all"

    FIXED: ClassVar[Mapping[str, tuple[Any, ...]]] = {
        "position_embedding_type": ("absolute",),
        "inner_group_num": (1,),
        "net_structure_type": (0,),
        "gap_size": (0,),
        "num_memory_blocks": (0,),
        "down_scale_factor": (1,),
    }

    def __post_init__(self) -> None:
        if self.sharing not in SHARING:
            raise ValueError(f"sharing must be one of {', '.join(SHARING)}, not {self.sharing!r}")
        if not 1 <= self.num_hidden_groups <= self.num_hidden_layers:
            raise ValueError(
                f"num_hidden_groups must lie in 1 to {self.num_hidden_layers}, the number of "
                f"layers, not {self.num_hidden_groups}"
            )
        if self.sharing != "all":
            object.__setattr__(self, "num_hidden_groups", self.num_hidden_layers)
        if not self._halves_are_shared:  # one name for each of the two, also for a single layer
            alone = self.num_hidden_groups == self.num_hidden_layers > 1
            object.__setattr__(self, "sharing", "none" if alone else "all")

    @classmethod
    def from_size(cls, size: Size, **overrides: Any) -> Self:
        """A table as narrow as the published ones, or narrower where the model is narrow."""
        narrow = min(EMBEDDING_SIZE, max(1, size.width // NARROWING))
        return super().from_size(size, **{"embedding_size": narrow, **overrides})

    @property
    def block_of(self) -> tuple[int, ...]:
        """(L,) which block each layer runs, rounded as the reference rounds it."""
        layers_per_group = self.num_hidden_layers / self.num_hidden_groups
        return tuple(int(layer / layers_per_group) for layer in range(self.num_hidden_layers))

    def untie(self) -> Self | None:
        return replace(self, sharing="none") if self._halves_are_shared else None

    def to_json(self, **bookkeeping: Any) -> str:
        """The text of a config.json, which says `sharing` where the number of groups cannot."""
        data = json.loads(super().to_json(**bookkeeping))
        if not self._halves_are_shared:
            del data["sharing"]
        return json.dumps(data, indent=2, sort_keys=True) + "\n"

    @property
    def _halves_are_shared(self) -> bool:
        return self.sharing in ("attention", "feed_forward")


class AlbertBlock(nn.Module):
    """The weights of a layer: LayerNorm(x + attention(x)), then LayerNorm(x + feed-forward(x))."""

    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        width, ends = config.hidden_size, (config.layer_norm_eps, config.hidden_dropout_prob)
        self.attention = SharedAttention(
            width, config.num_attention_heads, config.attention_probs_dropout_prob
        )
        self.attention_norm = ResidualNorm(width, *ends)
        self.feed_forward = FeedForward(width, config.intermediate_size, config.hidden_act)
        self.feed_forward_norm = ResidualNorm(width, *ends)

    def forward(self, x: Tensor, taps: Layer, mask: Tensor | None) -> Tensor:
        """x (B, T, D), additive mask broadcastable to (B, H, T, T) -> (B, T, D)."""
        x = self.attention_norm(x, self.attention.attend(x, taps, mask))
        return taps.state(self.feed_forward_norm(x, self.feed_forward(x)))

    def stages(self, call: Call) -> Iterator[Stage]:
        given = call.arguments
        yield from self.attention.stages_of_pass(call, given["taps"], given["mask"], causal=False)
        yield from rest(call, self.attention.qkv, self.attention.output)


def _blocks(config: AlbertConfig) -> list[AlbertBlock]:
    """Return one block per group; a half that all share is that of the first, with its norm."""
    blocks = [AlbertBlock(config) for _ in range(config.num_hidden_groups)]
    first = blocks[0]
    for block in blocks:
        if config.sharing == "attention":
            block.attention, block.attention_norm = first.attention, first.attention_norm
        elif config.sharing == "feed_forward":
            block.feed_forward, block.feed_forward_norm = (
                first.feed_forward,
                first.feed_forward_norm,
            )
    return blocks


class Layer(nn.Module):
    """What a layer has to itself, whichever block it runs: its taps.

    `weights` and `heads` as in AttentionTaps, and `state` (B, T, D), the output.
    """

    def __init__(self) -> None:
        super().__init__()
        self.weights = Tap()
        self.heads = Tap()
        self.state = Tap()


class Albert(OneEncoder):
    """The encoder with its heads `mlm` (masked tokens) and `sop` (0: the texts are in order)."""

    ENTERED, WEIGHTS = "entered", "weights"

    def __init__(self, config: AlbertConfig) -> None:
        super().__init__()
        self.config = config
        self.embeddings = summed_embeddings(config, config.embedding_size)
        self.project = Linear(config.embedding_size, config.hidden_size)
        self.entered = Tap()
        self.blocks = nn.ModuleList(_blocks(config))
        self.layers = nn.ModuleList(Layer() for _ in range(config.num_hidden_layers))
        self._runs = [
            (layer, self.blocks[block])
            for layer, block in zip(self.layers, config.block_of, strict=True)
        ]
        self.mlm = MaskedHead(
            config.hidden_size,
            config.vocab_size,
            config.hidden_act,
            config.layer_norm_eps,
            config.embedding_size,
        )
        self.pooler = Linear(config.hidden_size, config.hidden_size)
        self.sop = Linear(config.hidden_size, 2)
        initialise(self, config.initializer_range)
        tie(self.mlm.decoder, self.embeddings.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        positions_fit(batch.input_ids.shape[1], self.config.max_position_embeddings)
        x = self.embeddings(batch.input_ids, batch.segment)  # (B, T, E)
        x = self.entered(self.project(x))  # (B, T, D)
        mask = padding_mask(batch.present, x.dtype)
        for layer, block in self._runs:
            x = block(x, layer, mask)
        return {"encoder": x}

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`mlm`: (…, D) -> (…, V). `sop`: the [CLS] state (…, D) -> (…, 2)."""
        if head == "mlm":
            return self.mlm(hidden)
        return self.sop(torch.tanh(self.pooler(hidden)))


_BLOCK = "albert.encoder.albert_layer_groups.{i}.albert_layers.0"
_PACKED = tuple(f"{_BLOCK}.attention.{name}" for name in ("query", "key", "value"))

TABLE = WeightTable(
    architectures=("AlbertForPreTraining", "AlbertForMaskedLM", "AlbertModel"),
    rules=(
        *embedding_rules("albert.embeddings"),
        *layer_rules("project", "albert.encoder.embedding_hidden_mapping_in"),
        *layer_rules("blocks.{i}.attention.qkv", *_PACKED),
        *layer_rules("blocks.{i}.attention.output", f"{_BLOCK}.attention.dense"),
        *layer_rules("blocks.{i}.attention_norm", f"{_BLOCK}.attention.LayerNorm"),
        *layer_rules("blocks.{i}.feed_forward.widen", f"{_BLOCK}.ffn"),
        *layer_rules("blocks.{i}.feed_forward.narrow", f"{_BLOCK}.ffn_output"),
        *layer_rules("blocks.{i}.feed_forward_norm", f"{_BLOCK}.full_layer_layer_norm"),
        *layer_rules("pooler", "albert.pooler"),
        *layer_rules("mlm.dense", "predictions.dense"),
        *layer_rules("mlm.norm", "predictions.LayerNorm"),
        WeightRule("mlm.decoder.bias", "predictions.bias"),
        *layer_rules("sop", "sop_classifier.classifier"),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"albert.\1."),
        *tied_head("predictions", "albert.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    optional=("mlm.", "sop.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

DROPOUT = {"classifier_dropout_prob": 0.1}


def _pooled_head(model: Albert, num_outputs: int, classifier_dropout_prob: float) -> TaskHead:
    return pooled_head(model, num_outputs, classifier_dropout_prob)


def _token_head(model: Albert, num_outputs: int, classifier_dropout_prob: float) -> TaskHead:
    return token_head(model.config, "encoder", num_outputs, classifier_dropout_prob)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "AlbertForSequenceClassification", _pooled_head, CLASSIFIER, options=DROPOUT
    ),
    "choice": TaskHeadSpec("AlbertForMultipleChoice", _pooled_head, CLASSIFIER, options=DROPOUT),
    "span": TaskHeadSpec(
        "AlbertForQuestionAnswering", encoder_span_head, SPAN, absent=("pooler.",)
    ),
    "token": TaskHeadSpec(
        "AlbertForTokenClassification",
        _token_head,
        CLASSIFIER,
        options=DROPOUT,
        absent=("pooler.",),
    ),
}

TEMPLATE = SpecialTokenTemplate(
    published_class="AlbertTokenizer",
    roles={"pad": "<pad>", "unk": "<unk>", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"},
    single=CLS_SINGLE,
    pair=CLS_PAIR,
    inputs=WITH_SEGMENTS,
)

SPEC = ArchSpec(
    name="albert",
    title="ALBERT",
    summary="A BERT with far fewer weights: one block for all layers, and a narrow token table.",
    difference=(
        "Factorized embeddings (E < H), one set of weights shared by all layers, and sentence "
        "order prediction, which is harder than next sentence prediction."
    ),
    paper=Paper(
        "Lan, Chen, Goodman, Gimpel, Sharma, Soricut",
        "ALBERT: A Lite BERT for Self-supervised Learning of Language Representations",
        2019,
        "1909.11942",
    ),
    reference="google-research/albert",
    model_type="albert",
    config_class=AlbertConfig,
    model_class=Albert,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(
        HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),
        HeadSpec(
            "sop",
            "Sentence order",
            "encoder",
            "classify_pair",
            classes=("in order", "swapped"),
            modules=("pooler",),
        ),
    ),
    direction="both sides",
    positions="learned, absolute",
    objectives=("ngram_masked", "sentence_order"),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("albert-base-v2", {}, 11_683_584),
        Preset("albert-large-v2", LARGE, 17_683_968),
        Preset(
            "albert-xlarge-v2",
            {
                "hidden_size": 2048,
                "num_hidden_layers": 24,
                "num_attention_heads": 16,
                "intermediate_size": 8192,
            },
            58_724_864,
        ),
        Preset(
            "albert-xxlarge-v2",
            {"hidden_size": 4096, "num_attention_heads": 64, "intermediate_size": 16384},
            222_595_584,
        ),
    ),
    template=TEMPLATE,
    notes=(
        "Sharing saves memory for parameters, and communication in distributed training, but no "
        "computation: the same block runs once for every layer. The paper trains "
        "ALBERT-large 1.7 times as fast as BERT-large (Table 2).",
        "The ablations that share only attention or only the feed-forward network: the paper does "
        "not say with which of them a LayerNorm is shared; here with the sublayer before it.",
        "transformers applies dropout to the pooled state before the sentence-order head; the "
        "authors' code and this program do not.",
    ),
    post_norm=True,
    task_heads=TASK_HEADS,
    shape_entries=("embedding_size",),
    config_titles={
        "sharing": "Layers share",
        "num_hidden_groups": "Parameter groups",
    },
)
