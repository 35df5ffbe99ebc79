"""Gemma 3 for text, most of whose layers see a short window and turn by a θ of their own.

Gemma Team (2025), Gemma 3 Technical Report, arXiv:2503.19786; reference: google-deepmind/gemma, and
`Gemma3ForCausalLM` of transformers for names and details. The norms of queries and keys are those
of Dehghani et al. (2023), arXiv:2302.05442. The sizes that also read pictures are of another
model_type, which is not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from reprlib import repr as short
from typing import Any, ClassVar

from torch import Tensor, nn

from models.arch.gemma2 import NORMS, Gemma2, Gemma2Config
from models.arch.rotary_family import (
    FULL,
    SLIDING,
    STREAMS,
    SharedConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.layers.attention import KeyValueCache
from models.layers.rotary.attention import GroupedAttention, Normed
from models.layers.rotary.decoder import RotaryBlock, SandwichBlock
from models.layers.rotary.norms import NORM, OneCentredNorm
from models.layers.rotary.positions import RotaryAngles, RotaryPositions, RotaryScaling
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class Gemma3Config(Gemma2Config):
    """The entries of a published config.json of model_type gemma3_text, with its defaults.

    Without `layer_types` every `sliding_window_pattern`th layer sees all tokens before it, and the
    others slide. `rope_theta` and `rope_scaling` are those of layers that see all, and
    `rope_local_base_freq` is the θ of those that slide.
    """

    vocab_size: int = 262208
    max_position_embeddings: int = 131072
    rope_theta: float = 1000000.0
    rope_local_base_freq: float = 10000.0
    sliding_window_pattern: int = 6
    attn_logit_softcapping: float | None = None
    final_logit_softcapping: float | None = None

    HEADS_IN_GROUP: ClassVar[int] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.local_rotary  # for its error
        if self.attn_logit_softcapping is not None:
            raise ValueError("attn_logit_softcapping is not supported: the reference has none here")

    @classmethod
    def rotary_entries(cls, data: Mapping[str, Any]) -> dict[str, Any]:
        """As usual; `rope_parameters` has an entry for each kind of layer."""
        entries = {key: data[key] for key in data if key != "_sliding_window_pattern"}
        both = entries.pop("rope_parameters", None)
        if both is None:
            return super().rotary_entries(entries)
        if not isinstance(both, dict):
            raise ValueError(f"rope_parameters must be an object, not {short(both)}")
        for key, value in both.items():
            if key not in (FULL, SLIDING):
                raise ValueError(
                    f"{short(key)} of rope_parameters is not supported; known are {FULL}, {SLIDING}"
                )
            if value is not None and not isinstance(value, dict):
                raise ValueError(f"{key} of rope_parameters must be an object, not {short(value)}")
        local = dict(both.get(SLIDING) or {})
        theta = local.pop("rope_theta", None)
        if theta is not None:
            entries["rope_local_base_freq"] = theta
        if RotaryScaling.parse(local) is not None:
            raise ValueError(
                f"rope_type of {SLIDING} must be default: layers that see all tokens are scaled "
                "alone"
            )
        return super().rotary_entries({**entries, "rope_parameters": both.get(FULL)})

    @property
    def normed(self) -> Normed:
        return "head"

    @property
    def local_rotary(self) -> RotaryPositions:
        """How layers that slide turn queries and keys. Raises ValueError where they cannot."""
        theta = self.rope_local_base_freq
        if not theta > 1:
            raise ValueError(f"rope_local_base_freq must lie above 1, not {theta:g}")
        return RotaryPositions(self.head_width, theta, self.max_position_embeddings)

    def slides(self, layer: int) -> bool:
        return (layer + 1) % self.sliding_window_pattern != 0


class Gemma3Attention(GroupedAttention):
    """Attention whose queries and keys have norms centred on 1."""

    norm_formula: ClassVar[str] = NORM

    @staticmethod
    def make_norm(width: int, eps: float) -> nn.Module:
        """A norm of queries or keys, with `norm_formula`."""
        return OneCentredNorm(width, eps=eps)


class Gemma3Block(SandwichBlock):
    """A block that turns queries and keys by the angles of its kind."""

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        cache: KeyValueCache | None,
        angles: RotaryAngles | None,
        local_angles: RotaryAngles | None = None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D). A block with a window turns by `local_angles`."""
        own = angles if self.band is None or local_angles is None else local_angles
        return super().forward(x, mask, causal, cache, own)


class Gemma3(Gemma2):
    """The decoder whose layers have angles of two kinds."""

    attention: ClassVar[type[GroupedAttention]] = Gemma3Attention

    def __init__(self, config: Gemma3Config) -> None:
        super().__init__(config)
        self.local_rotary = config.local_rotary

    @staticmethod
    def block_of(config: SharedConfig) -> type[RotaryBlock]:
        """The kind of the blocks."""
        return Gemma3Block

    def shared(self, first: int, last: int, x: Tensor) -> tuple[Any, ...]:
        """The angles of layers that see all tokens, and of those that slide."""
        local = self.local_rotary.angles(first, last, x)
        return (*super().shared(first, last, x), local)


OF_ALL = {"vocab_size": 262144, "max_position_embeddings": 32768, "sliding_window": 512}

SPEC = ArchSpec(
    name="gemma3",
    title="Gemma 3",
    summary="Gemma 2 with five layers of a short window to each that sees all tokens.",
    difference=(
        "Gemma 2 without soft caps: norms of queries and keys keep the scores in bounds. Five of "
        "six layers see a short window alone, which saves memory in long texts. These turn queries "
        "and keys with θ 10,000, and the others with θ 1,000,000, for long distances."
    ),
    paper=Paper(
        "Gemma Team: Kamath, Ferret, Pathak, Vieillard and others",
        "Gemma 3 Technical Report",
        2025,
        "2503.19786",
    ),
    reference="google-deepmind/gemma",
    model_type="gemma3_text",
    config_class=Gemma3Config,
    model_class=Gemma3,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary, with two bases",
    objectives=("causal",),
    tokenizers=("space_bpe",),
    tables={
        "": replace(
            decoder_table("Gemma3", decoder_rules(NORMS)),
            architectures=("Gemma3ForCausalLM", "Gemma3TextModel"),
        )
    },
    presets=(
        Preset("gemma-3-270m", {**OF_ALL, **published_size(640, 2048, 18, 4, 1)}, 268_098_176),
        Preset("gemma-3-1b-pt", {**OF_ALL, **published_size(1152, 6912, 26, 4, 1)}, 999_885_952),
    ),
    generates=True,
    task_heads=task_heads("Gemma3Text", "sequence"),
    config_titles={
        "rope_local_base_freq": "Base of the rotary angles in a window",
        "sliding_window_pattern": "Layers from one that sees all to the next",
    },
)
