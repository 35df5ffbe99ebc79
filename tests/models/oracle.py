"""What transformers has for each architecture: the table behind the parity tests.

A new architecture adds one entry to ORACLES. Weights are drawn wide and norms off one, so that a
tensor in the wrong place, or a forgotten bias, shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
import transformers
from torch import Tensor

from models.inference.taps import record_taps
from models.knowledge.entity_vectors import EntityVectors
from models.knowledge.feeds import NUM_SPECIAL, add_entities
from models.schema.batch import Batch, EntityModel, LanguageModel
from models.schema.configs import Size
from models.schema.records import Encoding, ModelInput
from models.schema.roles import EntityLinking, find_role
from models.schema.specs import ArchSpec

SIZES = (
    Size(61, width=32, num_layers=3, num_heads=4, inner=48, num_positions=24),
    Size(97, width=24, num_layers=1, num_heads=1, inner=96, num_positions=32),
    Size(50, width=64, num_layers=2, num_heads=16, inner=40, num_positions=17),
)
ENTITIES = ("a", "b", "c", "d")  # of a model that reads some
HEADS = (2, 3, 6, 8)  # of random sizes; each leaves half of the heads to half of an even width


def random_size(seed: int) -> Size:
    """A size drawn from the seed, as far as heads divide widths and a pair of texts fits."""
    rng = np.random.default_rng(seed)
    num_heads = int(rng.choice(HEADS))
    return Size(
        vocab_size=int(rng.integers(40, 120)),
        width=num_heads * 2 * int(rng.integers(2, 9)),
        num_layers=int(rng.integers(1, 5)),
        num_heads=num_heads,
        inner=int(rng.integers(8, 100)),
        num_positions=int(rng.integers(12, 40)),
    )


@dataclass(frozen=True)
class PublishedPart:
    """One published part: its class, which stream it is, and where its outputs hold our logits."""

    stream: str
    model: Any
    config: Callable[[Size], Any]
    logits: Mapping[str, Callable[[Any], Tensor]]  # by head; (B, T, V), (B, T) or (B, C)
    segments: bool = True
    without: tuple[str, ...] = ()  # streams of ours that the reference does not have
    fed: Callable[[ModelInput], ModelInput] = lambda model_input: model_input  # with further inputs
    prefixes: Mapping[str, str] = field(default_factory=dict)  # of outputs, where streams have one
    given: Callable[[Any, dict[str, Tensor]], dict[str, Tensor]] = lambda model, inputs: inputs
    computed: frozenset[str] = frozenset()  # what it computes itself where a file lacks it

    @property
    def streams(self) -> tuple[str, ...]:
        return tuple(self.prefixes) or (self.stream,)


def _bert_like(size: Size) -> dict[str, Any]:
    return {
        "vocab_size": size.vocab_size,
        "hidden_size": size.width,
        "num_hidden_layers": size.num_layers,
        "num_attention_heads": size.num_heads,
        "intermediate_size": size.inner,
        "max_position_embeddings": size.num_positions,
    }


def _bert(size: Size) -> Any:
    return transformers.BertConfig(**_bert_like(size), hidden_act="gelu")


def _gpt2(size: Size) -> Any:
    return transformers.GPT2Config(
        vocab_size=size.vocab_size,
        n_positions=size.num_positions,
        n_embd=size.width,
        n_layer=size.num_layers,
        n_head=size.num_heads,
        n_inner=size.inner,
        bos_token_id=None,
        eos_token_id=None,
    )


def _opt(size: Size) -> Any:
    return transformers.OPTConfig(
        vocab_size=size.vocab_size,
        max_position_embeddings=size.num_positions,
        hidden_size=size.width,
        num_hidden_layers=size.num_layers,
        num_attention_heads=size.num_heads,
        ffn_dim=size.inner,
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )


def _gpt_neo(size: Size) -> Any:
    kinds = [("global", "local")[layer % 2] for layer in range(size.num_layers)]
    return transformers.GPTNeoConfig(
        vocab_size=size.vocab_size,
        max_position_embeddings=size.num_positions,
        hidden_size=size.width,
        num_layers=size.num_layers,
        num_heads=size.num_heads,
        intermediate_size=size.inner,
        attention_types=[[kinds, 1]],
        window_size=5,
        bos_token_id=None,
        eos_token_id=None,
    )


def _bloom(size: Size) -> Any:
    return transformers.BloomConfig(
        vocab_size=size.vocab_size,
        hidden_size=size.width,
        n_layer=size.num_layers,
        n_head=size.num_heads,
        bos_token_id=None,
        eos_token_id=None,
    )


def _falcon(size: Size) -> Any:
    """With one head as falcon-rw, with four as falcon-40b, else as falcon-7b."""
    kinds: dict[int, dict[str, Any]] = {
        1: {"alibi": True, "bias": True, "multi_query": False, "parallel_attn": False},
        4: {"new_decoder_architecture": True, "num_kv_heads": 2},
    }
    return transformers.FalconConfig(
        vocab_size=size.vocab_size,
        hidden_size=size.width,
        num_hidden_layers=size.num_layers,
        num_attention_heads=size.num_heads,
        ffn_hidden_size=size.inner,
        max_position_embeddings=size.num_positions,
        bos_token_id=None,
        eos_token_id=None,
        **kinds.get(size.num_heads, {}),
    )


class OneBiasFalcon(transformers.FalconForCausalLM):  # type: ignore[misc]
    """The reference with ALiBi added once, as its own fused attention and the first code have it.

    Computing step by step, it adds to the scores what the mask has already.
    """

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        for layer in self.transformer.h:
            layer.self_attention.register_forward_pre_hook(_drop_second_bias, with_kwargs=True)


def _drop_second_bias(module: Any, given: Any, named: dict[str, Any]) -> Any:
    alibi = named.get("alibi")
    return given, {**named, "alibi": None if alibi is None else torch.zeros_like(alibi)}


def _rotary(size: Size) -> dict[str, Any]:
    """Groups of two and of four heads, and heads of an own width where there are four."""
    groups = {1: 1, 4: 2, 16: 4}.get(size.num_heads, size.num_heads)
    return {**_bert_like(size), "num_key_value_heads": groups}


def _llama(size: Size) -> Any:
    """Biases, frequencies for longer texts and a tied head in some."""
    scaling = {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 8,
        "rope_theta": 500000.0,
    }
    return transformers.LlamaConfig(
        **_rotary(size),
        attention_bias=size.num_heads == 16,
        mlp_bias=size.num_heads == 16,
        head_dim=12 if size.num_heads == 4 else None,
        tie_word_embeddings=size.num_heads == 1,
        rope_parameters=scaling if size.num_heads in (4, 3) else {"rope_theta": 10000.0},
        **NO_ENDS,
    )


def _mistral(size: Size) -> Any:
    """A window of five tokens where there are several heads, and none where there is one."""
    return transformers.MistralConfig(
        **_rotary(size), sliding_window=None if size.num_heads == 1 else 5, **NO_ENDS
    )


class EagerMixtral(transformers.MixtralForCausalLM):  # type: ignore[misc]
    """The reference with one expert after the other: its fused way takes some widths only."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.config._experts_implementation_internal = "eager"


class EagerQwen2Moe(transformers.Qwen2MoeForCausalLM):  # type: ignore[misc]
    """The reference with one expert after the other."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.config._experts_implementation_internal = "eager"


class EagerQwen3Moe(transformers.Qwen3MoeForCausalLM):  # type: ignore[misc]
    """The reference with one expert after the other."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.config._experts_implementation_internal = "eager"


def _mixtral(size: Size) -> Any:
    return transformers.MixtralConfig(**_rotary(size), num_local_experts=3, **NO_ENDS)


def _expert_entries(size: Size) -> dict[str, Any]:
    """Experts in every second layer where there are four heads, and not in a named one."""
    return {
        "num_experts": 5,
        "num_experts_per_tok": 2,
        "moe_intermediate_size": size.inner // 2,
        "decoder_sparse_step": 2 if size.num_heads == 4 else 1,
        "mlp_only_layers": [0] if size.num_heads == 16 else [],
    }


def _qwen2_moe(size: Size) -> Any:
    """Shares that add up to one, and no biases, where there is one head."""
    return transformers.Qwen2MoeConfig(
        **_rotary(size),
        **_expert_entries(size),
        shared_expert_intermediate_size=size.inner + 4,
        norm_topk_prob=size.num_heads == 1,
        qkv_bias=size.num_heads != 1,
        use_sliding_window=size.num_heads == 16,
        sliding_window=4,
        max_window_layers=1,
        **NO_ENDS,
    )


def _qwen3_moe(size: Size) -> Any:
    """Windows in all layers where there are sixteen heads; shares of all experts where one."""
    return transformers.Qwen3MoeConfig(
        **_rotary(size),
        **_expert_entries(size),
        head_dim=12 if size.num_heads == 4 else size.width // size.num_heads,
        norm_topk_prob=size.num_heads != 1,
        use_sliding_window=size.num_heads == 16,
        sliding_window=4,
        **NO_ENDS,
    )


class StatesOfMamba(transformers.MambaForCausalLM):  # type: ignore[misc]
    """The reference with what enters the first layer among its states, and no attention.

    It reports the last block's output before the final norm and after it.
    """

    def forward(self, *args: Any, **inputs: Any) -> Any:
        inputs.pop("output_attentions", None)
        output = super().forward(*args, **inputs)
        if output.hidden_states is not None:
            entered = self.backbone.embeddings(inputs["input_ids"])
            *states, _, last = output.hidden_states
            output.hidden_states = (entered, *states, last)
        output.attentions = ()
        return output


def _mamba(size: Size) -> Any:
    """Another state, convolution and rank where there are four heads; biases where more."""
    return transformers.MambaConfig(
        vocab_size=size.vocab_size,
        hidden_size=size.width,
        num_hidden_layers=size.num_layers,
        state_size=5 if size.num_heads == 4 else 16,
        conv_kernel=3 if size.num_heads == 4 else 4,
        expand=3 if size.num_heads == 4 else 2,
        time_step_rank=7 if size.num_heads == 4 else "auto",
        use_bias=size.num_heads > 4,
        use_conv_bias=size.num_heads != 16,
        tie_word_embeddings=size.num_heads != 1,
        **NO_ENDS,
    )


def _qwen2(size: Size) -> Any:
    """Sliding layers from the second on, those of a list, or none; frequencies as in YaRN."""
    scaled = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 12}
    kinds = ["sliding_attention", "full_attention"] * size.num_layers
    return transformers.Qwen2Config(
        **_rotary(size),
        use_sliding_window=size.num_heads > 1,
        sliding_window=4,
        max_window_layers=1,
        layer_types=kinds[: size.num_layers] if size.num_heads == 16 else None,
        tie_word_embeddings=size.num_heads == 1,
        rope_parameters=scaled if size.num_heads in (4, 6) else None,
        **NO_ENDS,
    )


def _qwen3(size: Size) -> Any:
    """Biases where there are sixteen heads, which are of an own width where there are four."""
    return transformers.Qwen3Config(
        **_rotary(size),
        head_dim=12 if size.num_heads == 4 else size.width // size.num_heads,
        attention_bias=size.num_heads == 16,
        use_sliding_window=size.num_heads == 16,
        sliding_window=4,
        max_window_layers=1,
        tie_word_embeddings=size.num_heads == 1,
        **NO_ENDS,
    )


def _smollm3(size: Size) -> Any:
    """Every second layer without positions, or those of a list, which slide in some."""
    flags = [1, 0, 0, 1, 1] if size.num_heads == 16 else None
    return transformers.SmolLM3Config(
        **_rotary(size),
        no_rope_layers=flags and flags[: size.num_layers],
        no_rope_layer_interval=2,
        use_sliding_window=size.num_heads in (4, 16),
        sliding_window=4,
        attention_bias=size.num_heads == 16,
        mlp_bias=size.num_heads == 16,
        **NO_ENDS,
    )


def _olmo(size: Size) -> Any:
    """Queries, keys and values are cut off where there are several heads."""
    return transformers.OlmoConfig(
        **_rotary(size),
        clip_qkv=0.5 if size.num_heads > 1 else None,
        attention_bias=size.num_heads == 16,
        tie_word_embeddings=size.num_heads == 1,
        **NO_ENDS,
    )


def _olmo2(size: Size) -> Any:
    """Frequencies divided by two where there are four heads, and biases where there are sixteen."""
    return transformers.Olmo2Config(
        **_rotary(size),
        attention_bias=size.num_heads == 16,
        rope_parameters={"rope_type": "linear", "factor": 2.0} if size.num_heads == 4 else None,
        tie_word_embeddings=size.num_heads == 1,
        **NO_ENDS,
    )


def _phi3(size: Size) -> Any:
    """Angles of short and long texts where heads allow; a window where there are sixteen."""
    scaled = size.num_heads in (1, 4)
    turned = size.width // size.num_heads
    part = 0.5 if size.num_heads == 4 else 1.0
    count = int(turned * part) // 2
    longrope = {
        "rope_type": "longrope",
        "short_factor": [1.0 + number / 10 for number in range(count)],
        "long_factor": [2.0 + number for number in range(count)],
    }
    return transformers.Phi3Config(
        **_rotary(size),
        original_max_position_embeddings=10 if scaled else size.num_positions,
        rope_parameters={**longrope, "partial_rotary_factor": part} if scaled else None,
        sliding_window=5 if size.num_heads == 16 else None,
        **NO_ENDS,
    )


def _gpt_neox(size: Size) -> Any:
    """Halves one after the other where there is one head; half of each head or all is turned."""
    return transformers.GPTNeoXConfig(
        **_bert_like(size),
        use_parallel_residual=size.num_heads > 1,
        attention_bias=size.num_heads != 4,
        rope_parameters={"partial_rotary_factor": 0.5 if size.num_heads in (1, 4) else 1.0},
        tie_word_embeddings=size.num_heads == 1,
        **NO_ENDS,
    )


def _phi(size: Size) -> Any:
    """Norms of queries and keys where there are four heads, groups in some, a tied head in one."""
    return transformers.PhiConfig(
        **_rotary(size),
        qk_layernorm=size.num_heads == 4,
        rope_parameters={"partial_rotary_factor": 0.5 if size.num_heads == 4 else 1.0},
        tie_word_embeddings=size.num_heads == 1,
        **NO_ENDS,
    )


def _gptj(size: Size) -> Any:
    """Half of each head is turned, or all of it where it has four numbers."""
    head = size.width // size.num_heads
    return transformers.GPTJConfig(
        vocab_size=size.vocab_size,
        n_positions=size.num_positions,
        n_embd=size.width,
        n_layer=size.num_layers,
        n_head=size.num_heads,
        n_inner=size.inner,
        rotary_dim=head if head == 4 else head // 4 * 2,
        tie_word_embeddings=size.num_heads == 1,
        **NO_ENDS,
    )


def _gemma(size: Size) -> Any:
    """Biases where there are sixteen heads, which are of an own width where there are four."""
    return transformers.GemmaConfig(
        **_rotary(size),
        head_dim=12 if size.num_heads == 4 else size.width // size.num_heads,
        attention_bias=size.num_heads == 16,
        tie_word_embeddings=size.num_heads != 1,
        **NO_ENDS,
    )


def _gemma2(size: Size) -> Any:
    """Caps where there are several heads; of an own width where there are four."""
    return transformers.Gemma2Config(
        **_rotary(size),
        head_dim=12 if size.num_heads == 4 else size.width // size.num_heads,
        attention_bias=size.num_heads == 16,
        query_pre_attn_scalar=20,
        sliding_window=5,
        attn_logit_softcapping=0.5 if size.num_heads > 1 else None,
        final_logit_softcapping=0.7 if size.num_heads > 1 else None,
        **NO_ENDS,
    )


def _gemma3(size: Size) -> Any:
    """Every second layer sees all; two θ, one of which is scaled where there are four heads."""
    scaled = {"rope_type": "linear", "factor": 4.0, "rope_theta": 1000.0}
    return transformers.Gemma3TextConfig(
        **_rotary(size),
        head_dim=12 if size.num_heads == 4 else size.width // size.num_heads,
        attention_bias=size.num_heads == 16,
        query_pre_attn_scalar=20,
        sliding_window=5,
        sliding_window_pattern=2,
        rope_parameters={"full_attention": scaled} if size.num_heads == 4 else None,
        final_logit_softcapping=0.7 if size.num_heads > 1 else None,
        **NO_ENDS,
    )


NO_ENDS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}


def _gpt1(size: Size) -> Any:
    """Their feed-forward network is always four times as wide as the model."""
    return transformers.OpenAIGPTConfig(
        vocab_size=size.vocab_size,
        n_positions=size.num_positions,
        n_embd=size.width,
        n_layer=size.num_layers,
        n_head=size.num_heads,
    )


def _electra(size: Size) -> Any:
    """Embeddings narrower than the part where the part is wide, and as wide elsewhere."""
    return transformers.ElectraConfig(**_bert_like(size), embedding_size=32)


def _electra_generator(size: Size) -> Any:
    narrow = {"hidden_size": size.width // 2, "num_attention_heads": max(1, size.num_heads // 2)}
    return transformers.ElectraConfig(**{**_bert_like(size), **narrow}, embedding_size=32)


def _distilbert(size: Size) -> Any:
    return transformers.DistilBertConfig(
        vocab_size=size.vocab_size,
        dim=size.width,
        n_layers=size.num_layers,
        n_heads=size.num_heads,
        hidden_dim=size.inner,
        max_position_embeddings=size.num_positions,
    )


def _roberta(size: Size, config_class: Any = transformers.RobertaConfig) -> Any:
    """Positions start after the padding index; the published constants are not the defaults."""
    pad_id = 1
    return config_class(
        **{**_bert_like(size), "max_position_embeddings": size.num_positions + pad_id + 1},
        type_vocab_size=1,
        layer_norm_eps=1e-5,
        pad_token_id=pad_id,
    )


def _mpnet(size: Size) -> Any:
    """Positions start after the padding index here too."""
    positions = {"max_position_embeddings": size.num_positions + 2}
    return transformers.MPNetConfig(**{**_bert_like(size), **positions}, layer_norm_eps=1e-5)


def _roformer(size: Size) -> Any:
    """A narrower table where there are sixteen heads, and values that are turned in others."""
    narrow = {"embedding_size": 32} if size.num_heads == 16 else {}
    return transformers.RoFormerConfig(
        **_bert_like(size), **narrow, rotary_value=size.num_heads in (1, 3), pad_token_id=None
    )


def _row_by_row(
    forward: Callable[..., Any], attention_mask: Tensor | None, **inputs: Any
) -> tuple[list[Any], int]:
    """What the reference yields for each text without its padding, and the longest length."""
    given = {name: one for name, one in inputs.items() if isinstance(one, Tensor)}
    length = given["input_ids"].shape[1]
    mask = torch.ones_like(given["input_ids"]) if attention_mask is None else attention_mask
    rows = [
        forward(**{name: one[row : row + 1, :count] for name, one in given.items()})
        for row, count in enumerate(mask.sum(-1).tolist())
    ]
    return rows, length


class ConvBertByRow(transformers.ConvBertForMaskedLM):  # type: ignore[misc]
    """The reference with each text alone: its convolutions read padding."""

    def forward(self, attention_mask: Tensor | None = None, **inputs: Any) -> Any:
        forward = partial(super().forward, output_hidden_states=True, output_attentions=True)
        rows, length = _row_by_row(forward, attention_mask, **inputs)
        states, maps = (
            zip(*(getattr(row, name) for row in rows), strict=True)
            for name in ("hidden_states", "attentions")
        )
        return SimpleNamespace(
            logits=pad_rows([row.logits for row in rows], length),
            hidden_states=[pad_rows(one, length) for one in states],
            attentions=[torch.cat([_square(one, length) for one in layer]) for layer in maps],
        )


def _square(weights: Tensor, length: int) -> Tensor:
    """Attention (1, H, T, T) of a text with padding, (1, H, length, length)."""
    missing = length - weights.shape[-1]
    return torch.nn.functional.pad(weights, (0, missing, 0, missing))


def _convbert(size: Size) -> Any:
    """Narrower embeddings, two groups, or one head in three that attends, in some."""
    ratio = 3 if size.num_heads == 3 else 2
    heads = {"num_attention_heads": ratio * size.num_heads, "head_ratio": ratio}
    return transformers.ConvBertConfig(
        **{**_bert_like(size), **heads},
        embedding_size=32 if size.num_heads == 16 else size.width,
        num_groups=2 if size.num_heads == 4 else 1,
        conv_kernel_size=5 if size.num_heads == 1 else 9,
        pad_token_id=None,
    )


def unfold(weights: Tensor, window: int, of_global: Tensor | None, flags: Tensor | None) -> Tensor:
    """Attention (B, H, T, T) from that to G global tokens and within a window (B, H, T, G + W + 1).

    `of_global` (B, H, P, G) is that of global tokens to all, and flags (B, T) say where these are.
    """
    batch, heads, length, _ = weights.shape
    count = 0 if of_global is None else of_global.shape[-1]
    maps = torch.zeros(batch, heads, length, length)
    for row, query in np.ndindex(batch, length):
        nearest = max(0, query - window // 2), min(length, query + window // 2 + 1)
        first = count + window // 2 - query
        near = weights[row, :, query, first + nearest[0] : first + nearest[1]]
        maps[row, :, query, nearest[0] : nearest[1]] = near
        if flags is None or of_global is None:
            continue
        places = flags[row].nonzero()[:, 0]
        maps[row, :, query, places] += weights[row, :, query, : len(places)]
        if flags[row, query]:
            number = places.tolist().index(query)
            maps[row, :, query] = of_global[row, :, :length, number]
    return maps


class UnfoldedLongformer(transformers.LongformerForMaskedLM):  # type: ignore[misc]
    """The reference with attention as maps of the text."""

    def forward(self, **inputs: Any) -> Any:
        output = super().forward(**inputs)
        if output.attentions is None:
            return output
        flags = inputs.get("global_attention_mask")
        flags = None if flags is None or not flags.any() else flags
        layers = len(output.attentions)
        own = output.global_attentions or [None] * layers
        windows = self.config.attention_window
        given = zip(output.attentions, windows, own, strict=True)
        output.attentions = tuple(unfold(*layer, flags) for layer in given)
        return output


def _longformer(size: Size) -> Any:
    """Short windows, of a width for each layer in some."""
    windows = [8, 4] * size.num_layers
    several = size.num_heads in (2, 4, 8)
    return transformers.LongformerConfig(
        **{**_bert_like(size), "max_position_embeddings": size.num_positions + 2},
        type_vocab_size=1,
        layer_norm_eps=1e-5,
        attention_window=windows[: size.num_layers] if several else 4,
        pad_token_id=1,
    )


def mark_global_tokens(model_input: ModelInput) -> ModelInput:
    """Texts of several tokens with two that are global, the first and one inside."""
    flags = np.zeros(len(model_input), dtype=np.int64)
    if len(flags) > 1:
        flags[[0, len(flags) // 2]] = 1
    return model_input.with_feed("global_attention_mask", flags)


class FNetByRow(transformers.FNetForPreTraining):  # type: ignore[misc]
    """The reference with each text alone: it knows no padding, and would transform it."""

    def forward(self, attention_mask: Tensor | None = None, **inputs: Any) -> Any:
        forward = partial(super().forward, output_hidden_states=True)
        rows, length = _row_by_row(forward, attention_mask, **inputs)
        by_layer = zip(*(row.hidden_states for row in rows), strict=True)
        return SimpleNamespace(
            prediction_logits=pad_rows([row.prediction_logits for row in rows], length),
            seq_relationship_logits=torch.cat([row.seq_relationship_logits for row in rows]),
            hidden_states=[pad_rows(states, length) for states in by_layer],
            attentions=(),
        )


def pad_rows(rows: Sequence[Tensor], length: int) -> Tensor:
    """Rows (1, T, N) of any length together (B, length, N)."""
    pad = torch.nn.functional.pad
    return torch.cat([pad(row, (0, 0, 0, length - row.shape[1])) for row in rows])


def _fnet(size: Size) -> Any:
    sizes = {k: v for k, v in _bert_like(size).items() if k != "num_attention_heads"}
    return transformers.FNetConfig(**sizes, pad_token_id=None)


def _modernbert(size: Size) -> Any:
    """Short windows, so that they matter; biases in some, kinds of layers by name in others."""
    several = size.num_heads > 4
    kinds = ["sliding_attention", "full_attention"] * size.num_layers
    return transformers.ModernBertConfig(
        **_bert_like(size),
        local_attention=6 if several else 9,
        pad_token_id=None,
        **dict.fromkeys(("norm_bias", "attention_bias", "mlp_bias", "classifier_bias"), several),
        decoder_bias=not several,
        layer_types=kinds[: size.num_layers] if size.num_heads == 4 else None,
    )


def _ernie(size: Size) -> Any:
    """A row for the task where there are several heads."""
    tasks = {"use_task_id": size.num_heads > 1, "task_type_vocab_size": 5}
    return transformers.ErnieConfig(**_bert_like(size), hidden_act="gelu", **tasks)


def _albert(size: Size) -> Any:
    """A table narrower than, wider than and as wide as the layers; all, some or none shared."""
    groups = min(2, size.num_layers)
    return transformers.AlbertConfig(
        **_bert_like(size), embedding_size=32, num_hidden_groups=groups
    )


def _deberta_like(size: Size) -> dict[str, Any]:
    """What published files say and the library's defaults do not."""
    return {
        **_bert_like(size),
        "relative_attention": True,
        "position_biased_input": False,
        "pos_att_type": ["p2c", "c2p"],
    }


def _deberta(size: Size) -> Any:
    """Segments where there are several heads, and a short reach where there are sixteen."""
    several, many = size.num_heads > 1, size.num_heads > 4
    return transformers.DebertaConfig(
        **_deberta_like(size),
        type_vocab_size=2 if several else 0,
        max_relative_positions=5 if many else -1,
    )


def _deberta_v2(size: Size) -> Any:
    """Return version 2, version 3, or projections and rows for all positions, by head count."""
    variants = {
        4: {"conv_kernel_size": 3, "conv_act": "gelu", "position_buckets": 8},
        1: {"position_buckets": 256},
        16: {"position_buckets": -1, "share_att_key": False, "norm_rel_ebd": "none"},
    }
    usual = {"share_att_key": True, "norm_rel_ebd": "layer_norm"}
    return transformers.DebertaV2Config(
        **_deberta_like(size), **{**usual, **variants.get(size.num_heads, {})}
    )


def _deberta_v3(size: Size) -> Any:
    """Tables that are shared in each of the three ways; where the numbers differ, they are two."""
    ways = {4: "gdes", 1: "es"}
    config = transformers.DebertaV2Config(
        **_deberta_like(size),
        share_att_key=True,
        norm_rel_ebd="layer_norm",
        position_buckets=8 if size.num_heads == 4 else -1,
    )
    config.embedding_sharing = ways.get(size.num_heads, "nes")
    return config


def _deberta_v3_generator(size: Size) -> Any:
    return _deberta_v3(replace(size, num_layers=max(1, size.num_layers // 2)))


class DetectingDeberta(transformers.DebertaV2PreTrainedModel):  # type: ignore[misc]
    """The encoder of the reference under the authors' detection head, which it does not have."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        width = config.hidden_size
        self.deberta = transformers.DebertaV2Model(config)
        self.mask_predictions = torch.nn.ModuleDict(
            {
                "dense": torch.nn.Linear(width, width),
                "LayerNorm": torch.nn.LayerNorm(width, config.layer_norm_eps),
                "classifer": torch.nn.Linear(width, 1),
            }
        )
        self.post_init()

    def forward(self, **inputs: Any) -> Any:
        output, head = self.deberta(**inputs), self.mask_predictions
        hidden = output.last_hidden_state
        states = head["LayerNorm"](hidden[:, :1] + hidden)
        states = torch.nn.functional.gelu(head["dense"](states))
        logits = head["classifer"](states).squeeze(-1)
        return SimpleNamespace(
            logits=logits, hidden_states=output.hidden_states, attentions=output.attentions
        )


def _xlnet(size: Size) -> Any:
    """Distances are clamped where there are sixteen heads; a memory is kept, and not looked at."""
    return transformers.XLNetConfig(
        vocab_size=size.vocab_size,
        d_model=size.width,
        n_layer=size.num_layers,
        n_head=size.num_heads,
        d_inner=size.inner,
        clamp_len=5 if size.num_heads > 4 else -1,
    )


def _t5(size: Size) -> Any:
    """Heads wider than the model where there are four, and a shorter decoder where possible."""
    return transformers.T5Config(
        vocab_size=size.vocab_size,
        d_model=size.width,
        d_kv=12 if size.num_heads == 4 else size.width // size.num_heads,
        d_ff=size.inner,
        num_layers=size.num_layers,
        num_decoder_layers=max(1, size.num_layers - 1),
        num_heads=size.num_heads,
        relative_attention_max_distance=20,
        decoder_start_token_id=0,
    )


def _bart_like(size: Size) -> dict[str, Any]:
    """A shorter decoder with other heads where possible; scaled vectors where there is one head."""
    return {
        "vocab_size": size.vocab_size,
        "d_model": size.width,
        "encoder_layers": size.num_layers,
        "decoder_layers": max(1, size.num_layers - 1),
        "encoder_attention_heads": size.num_heads,
        "decoder_attention_heads": 2 if size.num_heads == 4 else size.num_heads,
        "encoder_ffn_dim": size.inner,
        "decoder_ffn_dim": size.inner + 8 if size.num_heads == 4 else size.inner,
        "max_position_embeddings": size.num_positions,
        "scale_embedding": size.num_heads in (1, 3),
        "decoder_start_token_id": 2,
    }


def _bart(size: Size) -> Any:
    return transformers.BartConfig(**_bart_like(size))


def _mbart(size: Size) -> Any:
    return transformers.MBartConfig(**_bart_like(size))


def _pegasus(size: Size) -> Any:
    return transformers.PegasusConfig(**_bart_like(size))


def _marian(size: Size) -> Any:
    return transformers.MarianConfig(**_bart_like(size), pad_token_id=1)


def repeat_last_position(table: Any) -> None:
    """Give LED's padding of a whole window the last row of positions, where there is no other."""
    table.forward = lambda shape: table.weight[
        torch.arange(shape[1]).clamp(max=len(table.weight) - 1)
    ]


class UnfoldedLed(transformers.LEDForConditionalGeneration):  # type: ignore[misc]
    """The reference with the encoder's attention as maps of the text."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        repeat_last_position(self.led.encoder.embed_positions)

    def forward(self, *given: Any, **inputs: Any) -> Any:
        output = super().forward(*given, **inputs)
        if output.encoder_attentions is None:
            return output
        flags = inputs.get("global_attention_mask")
        flags = None if flags is None or not flags.any() else flags
        layers = len(output.encoder_attentions)
        own = output.encoder_global_attentions or [None] * layers
        windows = self.config.attention_window
        each = zip(output.encoder_attentions, windows, own, strict=True)
        output.encoder_attentions = tuple(unfold(*layer, flags) for layer in each)
        return output


def _led(size: Size) -> Any:
    """Short windows, of a width for each layer in some; a table of positions for each part."""
    others = ("max_position_embeddings", "scale_embedding")
    windows = [8, 4] * size.num_layers
    return transformers.LEDConfig(
        **{key: value for key, value in _bart_like(size).items() if key not in others},
        max_encoder_position_embeddings=size.num_positions,
        max_decoder_position_embeddings=size.num_positions,
        attention_window=windows[: size.num_layers] if size.num_heads in (2, 4, 8) else 4,
    )


def _with_decoder(model_input: ModelInput) -> ModelInput:
    """A decoder that is fed other tokens than the encoder, and fewer where there are several."""
    written = model_input.input_ids[::-1][: max(0, len(model_input) - 2)]
    return model_input.with_feed("decoder_input_ids", np.concatenate([[0], written]))


def _xlm(size: Size) -> Any:
    """Three languages where there are four heads, else one; fixed positions and relu in others."""
    return transformers.XLMConfig(
        vocab_size=size.vocab_size,
        emb_dim=size.width,
        n_layers=size.num_layers,
        n_heads=size.num_heads,
        max_position_embeddings=size.num_positions,
        n_langs=3 if size.num_heads == 4 else 1,
        sinusoidal_embeddings=size.num_heads == 1,
        gelu_activation=size.num_heads < 16,
    )


def _of_two_languages(model_input: ModelInput) -> ModelInput:
    """Positions that begin again with the second text, in another language; no padding inside."""
    ids = np.where(model_input.input_ids == XLM_PADDING, XLM_PADDING + 1, model_input.input_ids)
    places, second = np.arange(len(ids)), model_input.segment == 1
    places[second] -= np.flatnonzero(second)[:1]
    fed = replace(model_input, input_ids=ids).with_feed("position_ids", places)
    return fed.with_feed("langs", model_input.segment.copy())


XLM_PADDING = 2


def _mobilebert(size: Size) -> Any:
    """Return MobileBERT, its tiny version, or IB-BERT with widened layers, by head count."""
    narrow = size.num_heads * max(1, size.width // 4 // size.num_heads)
    tiny = {"use_bottleneck_attention": True, "key_query_shared_bottleneck": False}
    wide = {
        "key_query_shared_bottleneck": False,
        "num_feedforward_networks": 1,
        "normalization_type": "layer_norm",
        "hidden_act": "gelu",
        "intra_bottleneck_size": 2 * size.width,
    }
    variants = {
        1: {**tiny, "num_feedforward_networks": 2, "classifier_activation": False},
        3: {**tiny, "normalization_type": "layer_norm"},
        8: wide,
        16: wide,
    }
    usual = {"embedding_size": max(1, size.width // 4), "intra_bottleneck_size": narrow}
    return transformers.MobileBertConfig(
        **_bert_like(size), **{**usual, **variants.get(size.num_heads, {})}
    )


class WholeMobileBert(transformers.MobileBertForPreTraining):  # type: ignore[misc]
    """The reference, mended so that it runs IB-BERT, which has one epsilon of LayerNorm.

    Queries and keys that have no bottleneck read the states between layers; theirs expect the
    width inside the layer.
    """

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        if not (config.use_bottleneck_attention or config.key_query_shared_bottleneck):
            self._mend(config)
        self.post_init()

    def _mend(self, config: Any) -> None:
        for layer in self.mobilebert.encoder.layer:
            attention, inside = layer.attention.self, config.intra_bottleneck_size
            attention.query = torch.nn.Linear(config.hidden_size, inside)
            attention.key = torch.nn.Linear(config.hidden_size, inside)
        for part in self.modules():
            if isinstance(part, torch.nn.LayerNorm):
                part.eps = config.layer_norm_eps


def without_padding(model: Any, inputs: dict[str, Tensor]) -> dict[str, Tensor]:
    """Embeddings in place of ids, zero for padding, which theirs takes for a neighbour."""
    table, rest = model.get_input_embeddings(), dict(inputs)
    embedded = table(rest.pop("input_ids"))
    if "attention_mask" in rest:
        embedded = embedded * rest["attention_mask"].unsqueeze(-1)
    return {**rest, "inputs_embeds": embedded}


class ShortBigBird(transformers.BigBirdForPreTraining):  # type: ignore[misc]
    """The reference as its first short text leaves it, which does not record that text's maps."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self.bert.set_attention_type("original_full")


def _big_bird(size: Size) -> Any:
    """Scaled embeddings and queries without bias in some; texts are short enough for all blocks."""
    return transformers.BigBirdConfig(
        **_bert_like(size), rescale_embeddings=size.num_heads == 1, use_bias=size.num_heads != 16
    )


def _reformer(size: Size) -> Any:
    """Short chunks, so that texts have several of both kinds, in one or two rounds of hashing."""
    several = size.num_heads >= 8
    return transformers.ReformerConfig(
        vocab_size=size.vocab_size,
        hidden_size=size.width,
        attention_head_size=12 if size.num_heads == 4 else size.width // size.num_heads,
        num_attention_heads=size.num_heads,
        attn_layers=[("lsh", "local")[layer % 2] for layer in range(size.num_layers)],
        feed_forward_size=size.inner,
        max_position_embeddings=128,
        axial_pos_embds=size.num_heads > 1,
        axial_pos_shape=(8, 16),
        axial_pos_embds_dim=(4, size.width - 4),
        lsh_attn_chunk_length=4,
        local_attn_chunk_length=8,
        num_hashes=2 if several else 1,
        num_buckets=[2, 4] if several else 8,
        hash_seed=3,
        is_decoder=True,
    )


class RecordingReformer(transformers.ReformerModelWithLMHead):  # type: ignore[misc]
    """The reference, with attention as maps of the text and the states of both halves.

    Where it has no seed for its rotations, it gets ours: the number of the layer. Its score of a
    token for itself, -1e5, leaves two decimals in 32 bits, so that the shares of rounds that find
    nothing else would add up to 1.004, and its mask is infinite after a file of 16 bits. -100 and
    -1e9 have the same effect without these errors. The bias of the head is added, as before
    transformers 5.
    """

    def forward(self, **inputs: Any) -> Any:
        length, layers = inputs["input_ids"].shape[1], self.reformer.encoder.layers
        states: list[Tensor] = []
        handles = [
            self.reformer.embeddings.register_forward_hook(
                lambda _, __, x: states.append(torch.cat([x, x], -1))
            ),
            *(
                layer.register_forward_hook(
                    lambda _, __, x: states.append(torch.cat([x.attn_output, x.hidden_states], -1))
                )
                for layer in layers
            ),
        ]
        seen: list[dict[str, Any]] = [{} for _ in layers]
        for number, layer in enumerate(layers):
            self._prepare(layer.attention.self_attention, number, seen[number])
        output = self.reformer(**{**inputs, "output_hidden_states": False})
        for handle in handles:
            handle.remove()
        return SimpleNamespace(
            logits=self.lm_head(output.last_hidden_state) + self.lm_head.bias,
            hidden_states=[*(s[:, :length] for s in states[:-1]), output.last_hidden_state],
            attentions=[
                reformer_map(probabilities, one, length)
                for probabilities, one in zip(output.attentions, seen, strict=True)
            ],
        )

    def _prepare(self, attention: Any, number: int, seen: dict[str, Any]) -> None:
        attention.mask_value_float32.fill_(-1e9)
        if not hasattr(attention, "_attend"):
            return
        attention.self_mask_value_float32.fill_(-100.0)
        if self.config.hash_seed is None:
            attention.hash_seed = number
        whole = type(attention)._attend

        def attend(**arguments: Any) -> Any:
            found = whole(attention, **arguments)
            seen.update(order=arguments["sorted_bucket_idx_per_hash"], sums=found[1])
            return found

        attention._attend = attend


def reformer_map(probabilities: Tensor, seen: Mapping[str, Any], length: int) -> Tensor:
    """Attention (B, H, T, T) from that of chunks (B, H, N, C, J): each with the one before it.

    `seen` has the order of the tokens of all rounds (B, H, R P), and the sums of scores; nothing
    of a local layer, whose chunks are those of the text.
    """
    if probabilities.dim() == 4:
        return probabilities[:, :, :length, :length]
    batch, heads, count, chunk, _ = probabilities.shape
    order = seen.get("order", torch.arange(count * chunk).expand(batch, heads, -1))
    padded = int(order.max()) + 1
    shares = torch.ones(order.shape)
    if seen:
        for b, h, t in np.ndindex(batch, heads, padded):
            copies = order[b, h] == t
            shares[b, h, copies] = seen["sums"][b, h, copies].softmax(-1)
    maps = torch.zeros(batch, heads, padded, padded)
    for b, h, n, c in np.ndindex(batch, heads, count, chunk):
        place = n * chunk + c
        before = (n - 1) % count * chunk
        columns = torch.cat(
            [order[b, h, before : before + chunk], order[b, h, n * chunk : n * chunk + chunk]]
        )
        row = maps[b, h, order[b, h, place]]
        row.index_add_(0, columns, probabilities[b, h, n, c] * shares[b, h, place])
    return maps[:, :, :length, :length]


def _plain(output: Any) -> Tensor:
    return output.logits


SINUSOIDS = frozenset(f"model.{part}.embed_positions.weight" for part in ("encoder", "decoder"))


def _feed_decoder_and_global_tokens(model_input: ModelInput) -> ModelInput:
    return mark_global_tokens(_with_decoder(model_input))


def _encoder_decoder(
    model: Any,
    config: Callable[[Size], Any],
    computed: frozenset[str] = frozenset(),
    fed: Callable[[ModelInput], ModelInput] = _with_decoder,
) -> PublishedPart:
    """A part whose decoder is fed a text of its own."""
    return PublishedPart(
        "decoder",
        model,
        config,
        {"lm": _plain},
        segments=False,
        fed=fed,
        prefixes={stream: f"{stream}_" for stream in ("encoder", "decoder", "cross")},
        computed=computed,
    )


ORACLES: dict[str, dict[str, PublishedPart]] = {  # architecture -> subfolder -> part
    "bert": {
        "": PublishedPart(
            "encoder",
            transformers.BertForPreTraining,
            _bert,
            {
                "mlm": lambda output: output.prediction_logits,
                "nsp": lambda output: output.seq_relationship_logits,
            },
        )
    },
    "gpt1": {
        "": PublishedPart(
            "decoder", transformers.OpenAIGPTLMHeadModel, _gpt1, {"lm": _plain}, segments=False
        )
    },
    "gpt2": {
        "": PublishedPart(
            "decoder", transformers.GPT2LMHeadModel, _gpt2, {"lm": _plain}, segments=False
        )
    },
    "opt": {
        "": PublishedPart(
            "decoder", transformers.OPTForCausalLM, _opt, {"lm": _plain}, segments=False
        )
    },
    "gpt_neo": {
        "": PublishedPart(
            "decoder", transformers.GPTNeoForCausalLM, _gpt_neo, {"lm": _plain}, segments=False
        )
    },
    "bloom": {
        "": PublishedPart(
            "decoder", transformers.BloomForCausalLM, _bloom, {"lm": _plain}, segments=False
        )
    },
    "falcon": {
        "": PublishedPart("decoder", OneBiasFalcon, _falcon, {"lm": _plain}, segments=False)
    },
    "llama": {
        "": PublishedPart(
            "decoder", transformers.LlamaForCausalLM, _llama, {"lm": _plain}, segments=False
        )
    },
    "mistral": {
        "": PublishedPart(
            "decoder", transformers.MistralForCausalLM, _mistral, {"lm": _plain}, segments=False
        )
    },
    "mixtral": {
        "": PublishedPart("decoder", EagerMixtral, _mixtral, {"lm": _plain}, segments=False)
    },
    "qwen2_moe": {
        "": PublishedPart("decoder", EagerQwen2Moe, _qwen2_moe, {"lm": _plain}, segments=False)
    },
    "qwen3_moe": {
        "": PublishedPart("decoder", EagerQwen3Moe, _qwen3_moe, {"lm": _plain}, segments=False)
    },
    "mamba": {"": PublishedPart("decoder", StatesOfMamba, _mamba, {"lm": _plain}, segments=False)},
    "qwen2": {
        "": PublishedPart(
            "decoder", transformers.Qwen2ForCausalLM, _qwen2, {"lm": _plain}, segments=False
        )
    },
    "qwen3": {
        "": PublishedPart(
            "decoder", transformers.Qwen3ForCausalLM, _qwen3, {"lm": _plain}, segments=False
        )
    },
    "smollm3": {
        "": PublishedPart(
            "decoder", transformers.SmolLM3ForCausalLM, _smollm3, {"lm": _plain}, segments=False
        )
    },
    "olmo": {
        "": PublishedPart(
            "decoder", transformers.OlmoForCausalLM, _olmo, {"lm": _plain}, segments=False
        )
    },
    "olmo2": {
        "": PublishedPart(
            "decoder", transformers.Olmo2ForCausalLM, _olmo2, {"lm": _plain}, segments=False
        )
    },
    "gpt_neox": {
        "": PublishedPart(
            "decoder", transformers.GPTNeoXForCausalLM, _gpt_neox, {"lm": _plain}, segments=False
        )
    },
    "gptj": {
        "": PublishedPart(
            "decoder", transformers.GPTJForCausalLM, _gptj, {"lm": _plain}, segments=False
        )
    },
    "gemma": {
        "": PublishedPart(
            "decoder", transformers.GemmaForCausalLM, _gemma, {"lm": _plain}, segments=False
        )
    },
    "gemma2": {
        "": PublishedPart(
            "decoder", transformers.Gemma2ForCausalLM, _gemma2, {"lm": _plain}, segments=False
        )
    },
    "gemma3": {
        "": PublishedPart(
            "decoder", transformers.Gemma3ForCausalLM, _gemma3, {"lm": _plain}, segments=False
        )
    },
    "phi": {
        "": PublishedPart(
            "decoder", transformers.PhiForCausalLM, _phi, {"lm": _plain}, segments=False
        )
    },
    "phi3": {
        "": PublishedPart(
            "decoder", transformers.Phi3ForCausalLM, _phi3, {"lm": _plain}, segments=False
        )
    },
    "electra": {
        "": PublishedPart(
            "discriminator", transformers.ElectraForPreTraining, _electra, {"rtd": _plain}
        ),
        "generator": PublishedPart(
            "generator", transformers.ElectraForMaskedLM, _electra_generator, {"mlm": _plain}
        ),
    },
    "distilbert": {
        "": PublishedPart(
            "encoder",
            transformers.DistilBertForMaskedLM,
            _distilbert,
            {"mlm": _plain},
            segments=False,
        )
    },
    "roberta": {
        "": PublishedPart(
            "encoder", transformers.RobertaForMaskedLM, _roberta, {"mlm": _plain}, segments=False
        )
    },
    "xlm-roberta": {
        "": PublishedPart(
            "encoder",
            transformers.XLMRobertaForMaskedLM,
            lambda size: _roberta(size, transformers.XLMRobertaConfig),
            {"mlm": _plain},
            segments=False,
        )
    },
    "camembert": {
        "": PublishedPart(
            "encoder",
            transformers.CamembertForMaskedLM,
            lambda size: _roberta(size, transformers.CamembertConfig),
            {"mlm": _plain},
            segments=False,
        )
    },
    "mpnet": {
        "": PublishedPart(
            "encoder", transformers.MPNetForMaskedLM, _mpnet, {"mlm": _plain}, segments=False
        )
    },
    "roformer": {
        "": PublishedPart(
            "encoder",
            transformers.RoFormerForMaskedLM,
            _roformer,
            {"mlm": _plain},
            computed=frozenset({"roformer.encoder.embed_positions.weight"}),
        )
    },
    "fnet": {
        "": PublishedPart(
            "encoder",
            FNetByRow,
            _fnet,
            {
                "mlm": lambda output: output.prediction_logits,
                "nsp": lambda output: output.seq_relationship_logits,
            },
        )
    },
    "convbert": {"": PublishedPart("encoder", ConvBertByRow, _convbert, {"mlm": _plain})},
    "longformer": {
        "": PublishedPart(
            "encoder",
            UnfoldedLongformer,
            _longformer,
            {"mlm": _plain},
            segments=False,
            fed=mark_global_tokens,
        )
    },
    "modernbert": {
        "": PublishedPart(
            "encoder",
            transformers.ModernBertForMaskedLM,
            _modernbert,
            {"mlm": _plain},
            segments=False,
        )
    },
    "ernie": {
        "": PublishedPart(
            "encoder",
            transformers.ErnieForPreTraining,
            _ernie,
            {
                "mlm": lambda output: output.prediction_logits,
                "nsp": lambda output: output.seq_relationship_logits,
            },
        )
    },
    "albert": {
        "": PublishedPart(
            "encoder",
            transformers.AlbertForPreTraining,
            _albert,
            {
                "mlm": lambda output: output.prediction_logits,
                "sop": lambda output: output.sop_logits,
            },
        )
    },
    "mobilebert": {
        "": PublishedPart(
            "encoder",
            WholeMobileBert,
            _mobilebert,
            {
                "mlm": lambda output: output.prediction_logits,
                "nsp": lambda output: output.seq_relationship_logits,
            },
            given=without_padding,
        )
    },
    "deberta": {
        "": PublishedPart(
            "encoder", transformers.DebertaForMaskedLM, _deberta, {"mlm": _plain}, without=("emd",)
        )
    },
    "xlnet": {"": PublishedPart("content", transformers.XLNetLMHeadModel, _xlnet, {"lm": _plain})},
    "xlm": {
        "": PublishedPart(
            "encoder",
            transformers.XLMWithLMHeadModel,
            _xlm,
            {"mlm": _plain},
            segments=False,
            fed=_of_two_languages,
        )
    },
    "big_bird": {
        "": PublishedPart(
            "encoder",
            ShortBigBird,
            _big_bird,
            {
                "mlm": lambda output: output.prediction_logits,
                "nsp": lambda output: output.seq_relationship_logits,
            },
        )
    },
    "deberta-v2": {
        "": PublishedPart(
            "encoder",
            transformers.DebertaV2ForMaskedLM,
            _deberta_v2,
            {"mlm": _plain},
            without=("emd",),
        )
    },
    "deberta-v3": {
        "": PublishedPart("discriminator", DetectingDeberta, _deberta_v3, {"rtd": _plain}),
        "generator": PublishedPart(
            "generator",
            transformers.DebertaV2ForMaskedLM,
            _deberta_v3_generator,
            {"mlm": _plain},
            without=("emd",),
        ),
    },
    "reformer": {
        "": PublishedPart("decoder", RecordingReformer, _reformer, {"lm": _plain}, segments=False)
    },
    "bart": {"": _encoder_decoder(transformers.BartForConditionalGeneration, _bart)},
    "mbart": {"": _encoder_decoder(transformers.MBartForConditionalGeneration, _mbart)},
    "pegasus": {
        "": _encoder_decoder(transformers.PegasusForConditionalGeneration, _pegasus, SINUSOIDS)
    },
    "marian": {"": _encoder_decoder(transformers.MarianMTModel, _marian)},
    "led": {"": _encoder_decoder(UnfoldedLed, _led, fed=_feed_decoder_and_global_tokens)},
    "t5": {"": _encoder_decoder(transformers.T5ForConditionalGeneration, _t5)},
}


@dataclass(frozen=True)
class Outputs:
    """What one part yields for a batch."""

    hidden: list[Tensor]  # L + 1 of (B, T, D)
    attention: list[Tensor]  # L of (B, H, T, T)
    logits: dict[str, Tensor]


def chooses(spec: ArchSpec) -> bool:
    """Whether rounding can change what is computed for a token: its experts."""
    return any(extra.kind == "shares" for extra in spec.extras)


def assert_near(
    spec: ArchSpec, found: Tensor, expected: Tensor, absolute: float, relative: float
) -> None:
    """Equal up to rounding, (B, T, D); for most tokens where rounding can change a choice."""
    if not chooses(spec):
        torch.testing.assert_close(found, expected, rtol=relative, atol=absolute)
        return
    near = torch.isclose(found, expected, rtol=relative, atol=absolute).all(-1)
    assert near.float().mean() >= 0.7


def scatter_weights(model: torch.nn.Module, seed: int) -> None:
    """Draw every parameter anew, also norms and biases; tied ones stay tied.

    Weights of norms are drawn around 1, or around 0 where they are added to 1.
    """
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            is_norm = parameter.ndim == 1 and name.endswith("weight")
            starts_at_0 = "norm" in name and float(parameter.mean().round()) == 0
            centre = 1.0 if is_norm and not starts_at_0 else 0.0
            parameter.normal_(centre, 0.1, generator=generator)
        for name, buffer in model.named_buffers():
            if name == "final_logits_bias":  # which published files may fill
                buffer.normal_(0.0, 0.1, generator=generator)
    compute_sinusoids(model)


def compute_sinusoids(model: torch.nn.Module) -> torch.nn.Module:
    """Give tables of sinusoids, which are no weights, their numbers in full precision again."""
    with torch.no_grad():
        for module in model.modules():
            if hasattr(module, "create_weight"):
                module.weight.copy_(module.create_weight())
    return model


def make_theirs(part: PublishedPart, size: Size, seed: int) -> Any:
    model = part.model._from_config(part.config(size), attn_implementation="eager").eval()
    scatter_weights(model, seed)
    return model


def save_theirs(parts: Mapping[str, PublishedPart], size: Size, folder: Path) -> dict[str, Any]:
    """Random models of theirs, written as they write them, by subfolder."""
    saved = {}
    for seed, (subfolder, part) in enumerate(parts.items()):
        saved[subfolder] = make_theirs(part, size, seed)
        saved[subfolder].save_pretrained(folder / subfolder)
    return saved


def open_theirs(part: PublishedPart, folder: Path, subfolder: str) -> tuple[Any, dict[str, Any]]:
    """Their model from our files, and what they say about it."""
    model, report = part.model.from_pretrained(
        folder, subfolder=subfolder, attn_implementation="eager", output_loading_info=True
    )
    return model.eval(), report


def in_32_bits(model: Any) -> Any:
    """Their model in 32 bits, with the factors of its embeddings as they were before rounding."""
    for module in model.float().modules():
        factor = getattr(module, "scalar_embed_scale", None)
        if factor is not None:
            module.embed_scale.fill_(factor)
    return model


def run_theirs(part: PublishedPart, model: Any, batch: Batch, stream: str = "") -> Outputs:
    """What the part yields in one of its streams, or in its main one."""
    stream = stream or part.stream
    inputs: dict[str, Tensor] = {"input_ids": batch.input_ids, **batch.feeds}
    if batch.present is not None:
        inputs["attention_mask"] = batch.present.long()
    if batch.segment is not None and part.segments:
        inputs["token_type_ids"] = batch.segment
    inputs = part.given(model, inputs)
    with torch.no_grad():
        output = model(**inputs, output_attentions=True, output_hidden_states=True)
    prefix, reads = part.prefixes.get(stream, ""), stream == part.stream
    return Outputs(
        hidden=list(getattr(output, f"{prefix}hidden_states", ())),
        attention=list(getattr(output, f"{prefix}attentions")),
        logits={head: logits(output) for head, logits in part.logits.items() if reads},
    )


def run_ours(
    spec: ArchSpec,
    stream: str,
    model: LanguageModel,
    batch: Batch,
    mode: Callable[[], AbstractContextManager[None]] = torch.no_grad,
) -> Outputs:
    hidden_taps, attention_taps = model.hidden_taps(stream), model.attention_taps(stream)
    assert isinstance(model, torch.nn.Module)
    with mode(), record_taps(model, [*hidden_taps, *attention_taps]) as record:
        states = model(batch)
        logits = {
            head.name: model.logits(
                head.name, states[stream][:, 0] if head.predicts == "class" else states[stream]
            )
            for head in spec.heads_of(model)
            if head.read(states) == stream
        }
    return Outputs(
        hidden=[record[path] for path in hidden_taps],
        attention=[record[path] for path in attention_taps],
        logits=logits,
    )


def fed(spec: ArchSpec, model_input: ModelInput) -> ModelInput:
    """The model input with the further inputs that let every part of the architecture run."""
    for part in ORACLES.get(spec.name, {}).values():
        model_input = part.fed(model_input)
    if find_role(spec.roles, EntityLinking) is not None:
        positions = np.array([1, len(model_input) - 1])
        return add_entities(model_input, NUM_SPECIAL + np.array([1, 2]), positions)
    return model_input


def model_input(ids: list[int], segment: list[int] | None = None) -> ModelInput:
    """The given ids, fed as they are, with names t0, t1 …"""
    length = len(ids)
    encoding = Encoding(
        text="x" * length,
        ids=np.array(ids),
        tokens=tuple(f"t{id_}" for id_ in ids),
        offsets=np.stack([np.arange(length), np.arange(length) + 1], axis=1),
        special=np.zeros(length, dtype=bool),
        segment=np.array(segment or [0] * length),
        word=np.arange(length),
        unknown=np.zeros(length, dtype=bool),
    )
    return ModelInput.clean(encoding)


def random_input(vocab_size: int, length: int, seed: int = 0, pair: bool = False) -> ModelInput:
    ids = np.random.default_rng(seed).integers(vocab_size, size=length).tolist()
    segment = [int(pair and 2 * place >= length) for place in range(length)]
    return model_input(ids, segment)


def random_model(spec: ArchSpec, size: Size = SIZES[0], seed: int = 0) -> Any:
    """Our model with every weight drawn at random, in evaluation mode."""
    model = spec.model_class(spec.config_class.from_size(size)).eval()
    scatter_weights(model, seed)
    return with_random_entities(model)


def with_random_entities(model: Any) -> Any:
    """A model that reads entities with a table of a few of them; another one as it is."""
    if isinstance(model, EntityModel):
        shape = (len(ENTITIES), model.vector_width)
        vectors = np.random.default_rng(0).normal(size=shape).astype(np.float32)
        surfaces = {name: number for number, name in enumerate(ENTITIES)}
        model.use_entities(EntityVectors(ENTITIES, ENTITIES, surfaces, vectors))
    return model
