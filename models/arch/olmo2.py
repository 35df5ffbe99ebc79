"""OLMo 2, a decoder with open data that normalises what is added, and queries and keys.

Team OLMo (2024), 2 OLMo 2 Furious, arXiv:2501.00656; reference: allenai/OLMo-core, and
`Olmo2ForCausalLM` of transformers for names and details.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from torch import Tensor

from models.arch.rotary_family import (
    STREAMS,
    RmsRotaryConfig,
    RotaryFamilyModel,
    SharedConfig,
    decoder_rules,
    decoder_table,
    published_size,
    task_heads,
)
from models.inside.stages import Call, Stage, residual, stages_of
from models.layers.attention import KeyValueCache
from models.layers.rotary.attention import Normed
from models.layers.rotary.decoder import RotaryBlock
from models.layers.rotary.positions import RotaryAngles
from models.schema.specs import ArchSpec, HeadSpec, Paper, Preset


@dataclass(frozen=True)
class Olmo2Config(RmsRotaryConfig):
    """The entries of a published config.json; defaults are OLMo-2-1124-7B's."""

    vocab_size: int = 100352
    max_position_embeddings: int = 4096
    rms_norm_eps: float = 1e-6
    rope_theta: float = 500000.0
    attention_bias: bool = False

    @property
    def normed(self) -> Normed:
        return "all"

    @property
    def attention_biases(self) -> tuple[bool, bool]:
        return self.attention_bias, self.attention_bias


class Olmo2Block(RotaryBlock):
    """x + norm(attention(x)), then x + norm(feed-forward(x))."""

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        causal: bool,
        cache: KeyValueCache | None,
        angles: RotaryAngles | None,
    ) -> Tensor:
        """x (B, T, D) -> (B, T, D)."""
        x = x + self.attention_norm(self.attention(x, mask, causal, cache, angles, self.band))
        state: Tensor = self.state(x + self.feed_forward_norm(self.feed_forward(x)))
        return state

    def stages(self, call: Call) -> Iterator[Stage]:
        x = call.input
        halves = (self.attention, self.attention_norm), (self.feed_forward, self.feed_forward_norm)
        for layer, norm in halves:
            yield from stages_of(call.of(layer))
            yield from stages_of(call.of(norm))
            added = residual(x, call.of(norm).result)
            yield added
            x = added.result.numbers


class Olmo2(RotaryFamilyModel):
    """The decoder of blocks that normalise what they add."""

    @staticmethod
    def block_of(config: SharedConfig) -> type[RotaryBlock]:
        """The kind of the blocks."""
        return Olmo2Block


NORMS = {
    "attention_norm": "post_attention_layernorm",
    "feed_forward_norm": "post_feedforward_layernorm",
}

SPEC = ArchSpec(
    name="olmo2",
    title="OLMo 2",
    summary="A decoder with open data that normalises what each part adds, not what it reads.",
    difference=(
        "OLMo with RMSNorm, which learns a weight. It normalises what attention and feed-forward "
        "network add to the stream, not what they read, and queries and keys over all heads "
        "together; both are meant to keep training stable."
    ),
    paper=Paper(
        "Walsh, Soldaini, Groeneveld, Lo, Arora and others", "2 OLMo 2 Furious", 2024, "2501.00656"
    ),
    reference="allenai/OLMo-core",
    model_type="olmo2",
    config_class=Olmo2Config,
    model_class=Olmo2,
    streams=STREAMS,
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="rotary",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": decoder_table("Olmo2", decoder_rules(NORMS))},
    presets=(
        Preset("OLMo-2-0425-1B", published_size(2048, 8192, 16, 16, 16), 1_279_395_840),
        Preset("OLMo-2-1124-7B", {}, 6_887_575_552),
    ),
    generates=True,
    task_heads=task_heads("Olmo2", "sequence"),
)
