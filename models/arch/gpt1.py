"""GPT-1, the decoder whose fine-tuning brought pretrained transformers to many tasks.

Radford, Narasimhan, Salimans, Sutskever (2018), Improving Language Understanding by Generative
Pre-Training; reference: openai/finetune-transformer-lm, and `OpenAIGPTLMHeadModel` of transformers
for names and details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from torch import Tensor, nn

from models.inference.taps import Tap
from models.layers.attention import Attention, KeyValueCache, causal_mask, padding_mask
from models.layers.dropout import dropped
from models.layers.embeddings import initialise, positions_fit, tie
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward
from models.layers.linear import Linear
from models.layers.task_heads import SequenceHead, TaskHead, last_state
from models.schema.batch import Batch
from models.schema.configs import ModelConfig
from models.schema.specs import (
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
)


@dataclass(frozen=True)
class Gpt1Config(ModelConfig):
    """The fields of a published config.json; defaults are openai-gpt.

    The activation "gelu" is the one with tanh here. The feed-forward network is four times as wide
    as the model.
    """

    vocab_size: int = 40478
    n_positions: int = 512
    n_embd: int = 768
    n_layer: int = 12
    n_head: int = 12
    afn: str = "gelu"
    resid_pdrop: float = 0.1
    embd_pdrop: float = 0.1
    attn_pdrop: float = 0.1
    layer_norm_epsilon: float = 1e-5
    initializer_range: float = 0.02

    INNER_WIDTHS: ClassVar[int] = 4
    SIZED: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "vocab_size": ("vocab_size",),
        "width": ("n_embd",),
        "num_layers": ("n_layer",),
        "num_heads": ("n_head",),
        "num_positions": ("n_positions",),
        "dropout": ("resid_pdrop", "embd_pdrop", "attn_pdrop"),
    }

    @property
    def activation(self) -> str:
        return "gelu_new" if self.afn == "gelu" else self.afn


class Gpt1Block(nn.Module):
    """Post-LN: norm(x + attention(x)), then norm(x + feed-forward(x)).

    Taps: `attention.weights`, `attention.heads`, and `state` (B, T, D), the block's output.
    """

    def __init__(self, config: Gpt1Config) -> None:
        super().__init__()
        width, eps, dropout = config.n_embd, config.layer_norm_epsilon, config.resid_pdrop
        self.attention = Attention(width, config.n_head, config.attn_pdrop)
        self.attention_norm = ResidualNorm(width, eps, dropout)
        self.feed_forward = FeedForward(width, config.size.inner, config.activation)
        self.feed_forward_norm = ResidualNorm(width, eps, dropout)
        self.state = Tap()

    def forward(
        self, x: Tensor, mask: Tensor | None, causal: bool, cache: KeyValueCache | None
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        x = self.attention_norm(x, self.attention(x, mask, causal, cache))
        state: Tensor = self.state(self.feed_forward_norm(x, self.feed_forward(x)))
        return state


class Gpt1(nn.Module):
    """The decoder with its head `lm`, tied to the token table and without a bias.

    Tap `entered` (B, T, D): token and position, which no norm follows before the first block.
    """

    next_token_head = "lm"

    def __init__(self, config: Gpt1Config) -> None:
        super().__init__()
        self.config = config
        self.token = nn.Embedding(config.vocab_size, config.n_embd)
        self.position = nn.Embedding(config.n_positions, config.n_embd)
        self.layers = nn.ModuleList(Gpt1Block(config) for _ in range(config.n_layer))
        self.lm = Linear(config.n_embd, config.vocab_size, bias=False)
        self.entered = Tap()
        initialise(self, config.initializer_range)
        tie(self.lm, self.token)

    def forward(self, batch: Batch) -> dict[str, Tensor]:
        """The last hidden states (B, T, D)."""
        length = batch.input_ids.shape[1]
        mask = padding_mask(batch.present, self.token.weight.dtype)
        if mask is not None:
            mask = mask + causal_mask(length, length, mask.device, mask.dtype)
        return {"decoder": self._run(batch.input_ids, mask, mask is None, None)}

    def begin(self, prompt: Tensor, room: int) -> tuple[list[KeyValueCache], list[int]]:
        """Empty caches, and the prompt (S,) itself to feed first."""
        ids: list[int] = prompt.tolist()
        capacity = min(len(ids) + room, self.config.n_positions)
        return [KeyValueCache(capacity) for _ in self.layers], ids

    def step(self, input_ids: Tensor, caches: list[KeyValueCache]) -> Tensor:
        """Feed (B, T) further tokens after those in the caches; returns (B, T, D)."""
        length, seen = input_ids.shape[1], caches[0].length
        mask = None
        if seen and length > 1:
            weight = self.token.weight
            mask = causal_mask(length, seen + length, weight.device, weight.dtype)
        return self._run(input_ids, mask, seen == 0 and length > 1, caches)

    def _run(
        self, ids: Tensor, mask: Tensor | None, causal: bool, caches: list[KeyValueCache] | None
    ) -> Tensor:
        start = caches[0].length if caches else 0
        end = start + ids.shape[1]
        positions_fit(end, self.config.n_positions)
        x = self.token(ids) + self.position.weight[start:end]  # (B, T, D)
        x = self.entered(dropped(self, x, self.config.embd_pdrop))
        for index, layer in enumerate(self.layers):
            x = layer(x, mask, causal, caches[index] if caches else None)
        return x

    def logits(self, head: str, hidden: Tensor) -> Tensor:
        """`lm`: (…, D) -> (…, V), the token that comes next."""
        return self.lm(hidden)

    @property
    def streams(self) -> tuple[str, ...]:
        return ("decoder",)

    def attention_taps(self, stream: str) -> list[str]:
        return [f"layers.{layer}.attention.weights" for layer in range(len(self.layers))]

    def hidden_taps(self, stream: str) -> list[str]:
        return ["entered", *(f"layers.{layer}.state" for layer in range(len(self.layers)))]


def _rules() -> tuple[WeightRule, ...]:
    """Their Conv1D stores (in, out), and packs query, key and value as we do."""
    rules = [
        WeightRule("token.weight", "transformer.tokens_embed.weight"),
        WeightRule("position.weight", "transformer.positions_embed.weight"),
    ]
    convolutions = {
        "attention.qkv": "attn.c_attn",
        "attention.output": "attn.c_proj",
        "feed_forward.widen": "mlp.c_fc",
        "feed_forward.narrow": "mlp.c_proj",
    }
    norms = {"attention_norm": "ln_1", "feed_forward_norm": "ln_2"}
    for ours, theirs in {**convolutions, **norms}.items():
        layer, block = f"layers.{{i}}.{ours}", f"transformer.h.{{i}}.{theirs}"
        rules.append(
            WeightRule(f"{layer}.weight", f"{block}.weight", transpose=ours in convolutions)
        )
        rules.append(WeightRule(f"{layer}.bias", f"{block}.bias"))
    return tuple(rules)


TABLE = WeightTable(
    architectures=("OpenAIGPTLMHeadModel", "OpenAIGPTModel"),
    rules=_rules(),
    legacy=((r"^(tokens_embed|positions_embed|h)\.", r"transformer.\1."),),
    ignored=(r"\.attn\.bias$", r"position_ids$", r"^lm_head\.weight$"),
    tied={"lm.weight": "token.weight"},
)


def _sequence_head(model: Gpt1, num_outputs: int) -> TaskHead:
    """The last token that is not padding has seen all others."""
    width = model.config.n_embd
    head = SequenceHead(
        "decoder", width, num_outputs, 0.0, summary=last_state, dense=False, bias=False
    )
    initialise(head, model.config.initializer_range)
    return head


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec(
        "OpenAIGPTForSequenceClassification",
        _sequence_head,
        (WeightRule("head.output.weight", "score.weight"),),
    ),
}

SPEC = ArchSpec(
    name="gpt1",
    title="GPT-1",
    summary="A decoder that predicts the next token; its fine-tuning adds one linear layer a task.",
    difference=(
        "Unlike in ELMo, fine-tuning changes all weights, with language modelling as a second "
        "loss. Post-LN as in the first transformer, which BERT kept; GPT-2 is pre-LN."
    ),
    paper=Paper(
        "Radford, Narasimhan, Salimans, Sutskever",
        "Improving Language Understanding by Generative Pre-Training",
        2018,
    ),
    reference="openai/finetune-transformer-lm",
    model_type="openai-gpt",
    config_class=Gpt1Config,
    model_class=Gpt1,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right"),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="learned, absolute",
    objectives=("causal",),
    tokenizers=("word_bpe",),
    tables={"": TABLE},
    presets=(Preset("openai-gpt", {}, 116_534_784),),
    generates=True,
    # The published vocabulary has no end of a text; one that is learned here does.
    template=SpecialTokenTemplate("OpenAIGPTTokenizer", {"unk": "<unk>", "eos": "</s>"}),
    task_heads=TASK_HEADS,
    notes=(
        "The published vocabulary has no token for the end of a text, so the published model never "
        "ends by itself.",
        "The authors add three tokens for fine-tuning (start, delimiter, extract). transformers "
        "reads the last token instead.",
        "The activation that config.json calls gelu is the one with tanh.",
    ),
    post_norm=True,
)
