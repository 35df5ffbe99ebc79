"""GPT-3, GPT-2's decoder with layers that alternate dense and locally banded attention.

Brown, Mann, Ryder, Subbiah and others (2020), Language Models are Few-Shot Learners,
arXiv:2005.14165; the band is that of Child, Gray, Radford, Sutskever (2019), Generating Long
Sequences with Sparse Transformers, arXiv:1904.10509. No weights and no code were published. Without
a band the model is GPT-2, and with one the same as `GPTNeoForCausalLM` of transformers but for the
scale of its scores and the biases of query, key and value.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.arch.gpt2 import TABLE as GPT2_TABLE
from models.arch.gpt2 import TASK_HEADS as GPT2_TASK_HEADS
from models.arch.gpt2 import Gpt2, Gpt2Config
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    rename_classes,
)


@dataclass(frozen=True)
class Gpt3Config(Gpt2Config):
    """GPT-2's entries and `band`; defaults are the smallest size of Table 2.1.

    In every other layer a token attends to the last `band` tokens, itself included. None: all
    layers are dense.
    """

    n_positions: int = 2048
    band: int | None = None

    def __post_init__(self) -> None:
        if self.band is not None and self.band < 1:
            raise ValueError(
                f"band = {self.band} leaves a token nothing to attend to. Set it to 1 or more, or "
                "leave it out for dense attention"
            )

    def band_of(self, layer: int) -> int | None:
        """The band of a layer: odd ones have it, even ones are dense."""
        return self.band if layer % 2 else None


def reach(config: Gpt3Config, layer: int) -> int | None:
    """How many tokens before itself each token sees in a layer; None for all."""
    band = config.band_of(layer)
    return None if band is None else band - 1


class Gpt3(Gpt2):
    """GPT-2's decoder, initialised as it is, with a band in every other layer."""

    config: Gpt3Config

    @property
    def bands(self) -> tuple[int | None, ...]:
        return tuple(self.config.band_of(layer) for layer in range(len(self.layers)))


TABLE = replace(GPT2_TABLE, architectures=("GPT3LMHeadModel", "GPT3Model"))
TASK_HEADS = rename_classes(GPT2_TASK_HEADS, "GPT2", "GPT3")


def _size(name: str, layers: int, width: int, heads: int, total: int, stated: str) -> Preset:
    """A line of Table 2.1."""
    config = {"n_layer": layers, "n_embd": width, "n_head": heads}
    return Preset(f"gpt3-{name}", config, total, stated=stated)


PRESETS = (
    _size("small", 12, 768, 12, 125_226_240, "125M"),
    _size("medium", 24, 1024, 16, 355_871_744, "350M"),
    _size("large", 24, 1536, 16, 760_300_032, "760M"),
    replace(
        _size("xl", 24, 2048, 16, 1_315_723_264, "1.3B"),
        note="GPT-3 XL is printed with 24 heads of 128, which make 3,072 and not the width 2,048. "
        "It is counted with 2,048, in 16 heads of 128; with 3,072 inside attention it would have "
        "1,517,123,584 parameters.",
    ),
    _size("2.7b", 32, 2560, 32, 2_651_553_280, "2.7B"),
    _size("6.7b", 32, 4096, 32, 6_658_404_352, "6.7B"),
    replace(
        _size("13b", 40, 5140, 20, 12_952_938_780, "13.0B"),
        note="GPT-3 13B is printed with a width of 5,140, though 40 heads of 128 make 5,120. It is "
        "counted with 5,140, which 20 heads divide; with 5,120 it would have 12,853,386,240 "
        "parameters.",
    ),
    _size("175b", 96, 12288, 96, 174_604_259_328, "175.0B"),
)

SPEC = ArchSpec(
    name="gpt3",
    title="GPT-3",
    summary="A decoder that does a task from examples in its prompt; its weights stay as they are.",
    difference=(
        "GPT-2's blocks, with attention that is dense and locally banded in turns, and a context "
        "twice as long. Its largest size has more than a hundred times as many parameters."
    ),
    paper=Paper(
        "Brown, Mann, Ryder, Subbiah and others",
        "Language Models are Few-Shot Learners",
        2020,
        "2005.14165",
    ),
    reference="none; without a band openai/gpt-2",
    model_type="gpt3",
    config_class=Gpt3Config,
    model_class=Gpt3,
    streams=(StreamSpec("decoder", "Decoder", "left_to_right", reach=reach),),
    heads=(HeadSpec("lm", "Next token", "decoder", "next_token"),),
    direction="left to right",
    positions="learned, absolute",
    objectives=("causal",),
    tokenizers=("byte_bpe",),
    tables={"": TABLE},
    presets=PRESETS,
    generates=True,
    task_heads=TASK_HEADS,
    notes=(
        "The width of the band was not published, nor which layers have it. Here odd layers have "
        "it, counted from 0, and its width is an option; by default all layers are dense.",
        "Table 2.1 prints 24 heads of 128 for XL, whose width is 2,048, and a width of 5,140 for "
        "13B, which has 40 heads of 128. Attention here is as wide as the model, so XL has 16 "
        "heads and 13B has 20.",
        "Dropout and the epsilon of the norms are not stated; the defaults are GPT-2's.",
        "The paper fine-tunes no model. The heads for tasks are GPT-2's.",
    ),
    config_titles={
        "band": "Band of every other layer, in tokens",
    },
    config_values={
        "band": {None: "none, all layers are dense"},
    },
)
