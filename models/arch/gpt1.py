"""GPT-1, the decoder whose fine-tuning brought pretrained transformers to many tasks.

Radford, Narasimhan, Salimans, Sutskever (2018), Improving Language Understanding by Generative
Pre-Training; reference: openai/finetune-transformer-lm, and `OpenAIGPTLMHeadModel` of transformers
for names and details.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from models.layers.attention import Attention
from models.layers.decoders.blocks import PostNormDecoderBlock
from models.layers.decoders.causal_decoder import CausalDecoder, choice_head, sequence_head
from models.layers.encoder import ResidualNorm
from models.layers.feedforward import FeedForward
from models.layers.task_heads import PROJECTED_SUMMARY
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
    TaskInput,
    WeightRule,
    WeightTable,
    layer_rules,
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
    ALIASES: ClassVar[Mapping[str, str]] = {
        "hidden_size": "n_embd",
        "max_position_embeddings": "n_positions",
        "num_attention_heads": "n_head",
        "num_hidden_layers": "n_layer",
    }
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


def _make_block(config: Gpt1Config) -> PostNormDecoderBlock:
    width, eps, dropout = config.n_embd, config.layer_norm_epsilon, config.resid_pdrop
    return PostNormDecoderBlock(
        Attention(width, config.n_head, config.attn_pdrop),
        FeedForward(width, config.size.inner, config.activation),
        partial(ResidualNorm, width, eps, dropout),
    )


class Gpt1(CausalDecoder):
    """The decoder with its head `lm`; no norm follows the last block's."""

    def __init__(self, config: Gpt1Config) -> None:
        blocks = (_make_block(config) for _ in range(config.n_layer))
        super().__init__(
            config.vocab_size,
            config.n_embd,
            blocks,
            config.initializer_range,
            config.embd_pdrop,
            num_positions=config.n_positions,
        )
        self.config = config


def decoder_rules(token: str, position: str) -> tuple[WeightRule, ...]:
    """The published names of tables and blocks, which differ in the names of the two tables.

    Their Conv1D stores (in, out), and packs query, key and value as we do.
    """
    rules = [WeightRule("token.weight", token), WeightRule("position.weight", position)]
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
    rules=decoder_rules("transformer.tokens_embed.weight", "transformer.positions_embed.weight"),
    legacy=(
        (r"^(tokens_embed|positions_embed|h)\.", r"transformer.\1."),
        (r"^lm_head\.weight$", "transformer.tokens_embed.weight"),
    ),
    ignored=(r"\.attn\.bias$", r"position_ids$"),
    tied={"lm.weight": "token.weight"},
)

SEQUENCE_RULES = (WeightRule("head.output.weight", "score.weight"),)


def double_heads(architecture: str) -> TaskHeadSpec:
    """The head for a choice, of a class that has one beside its language model."""
    rules = layer_rules("head.output", "multiple_choice_head.summary")
    return TaskHeadSpec(architecture, choice_head, rules, options=PROJECTED_SUMMARY)


TASK_HEADS: Mapping[TaskHeadKind, TaskHeadSpec] = {
    "sequence": TaskHeadSpec("OpenAIGPTForSequenceClassification", sequence_head, SEQUENCE_RULES),
    "choice": double_heads("OpenAIGPTDoubleHeadsModel"),
}

START, DELIMITER, EXTRACT = "⟨start⟩", "⟨delimiter⟩", "⟨extract⟩"
# Section 3.3 and figure 1 of the paper: the state at the extract token is what is read.
TASK_INPUTS = (
    TaskInput("Classification", ((START, "Text", EXTRACT),)),
    TaskInput("Entailment", ((START, "Premise", DELIMITER, "Hypothesis", EXTRACT),)),
    TaskInput(
        "Similarity",
        (
            (START, "First text", DELIMITER, "Second text", EXTRACT),
            (START, "Second text", DELIMITER, "First text", EXTRACT),
        ),
        joined="Sum of the states",
    ),
    TaskInput(
        "Multiple choice",
        (
            (START, "Context", DELIMITER, "First answer", EXTRACT),
            (START, "Context", DELIMITER, "Second answer", EXTRACT),
            (START, "Context", DELIMITER, "Last answer", EXTRACT),
        ),
        output="Softmax over the answers",
    ),
)

SPEC = ArchSpec(
    name="gpt1",
    title="GPT-1",
    summary="A decoder that predicts the next token; its fine-tuning adds one linear layer a task.",
    difference=(
        "Unlike in ELMo, fine-tuning changes all weights, with language modelling as a second "
        "loss. Post-LN, like the first transformer and BERT; GPT-2 is pre-LN."
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
    task_inputs=TASK_INPUTS,
    notes=(
        "The published vocabulary has no token for the end of a text, so the published model never "
        "ends by itself.",
        "The authors add three tokens for fine-tuning (start, delimiter, extract). transformers "
        "reads the last token instead.",
        "The activation that config.json calls gelu is the one with tanh.",
        "The head for a choice reads its last token. transformers reads the place that "
        "mc_token_ids names, and without it the last place, padding or not.",
    ),
    post_norm=True,
    config_values={
        "afn": {"gelu": "gelu, by tanh"},
    },
)
