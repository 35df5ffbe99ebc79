"""CamemBERT, RoBERTa for French, which masks whole words.

Martin, Muller, Ortiz Suárez, Dupont, Romary, de la Clergerie, Seddah, Sagot (2019),
arXiv:1911.03894; reference: facebookresearch/fairseq, examples/camembert, and
`CamembertForMaskedLM` of transformers for names and details. The mathematics is RoBERTa's; the
pieces are SentencePiece's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.arch.bert import LARGE
from models.arch.roberta import TABLE as ROBERTA_TABLE
from models.arch.roberta import TASK_HEADS as ROBERTA_TASK_HEADS
from models.arch.roberta import Roberta, RobertaConfig
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    rename_classes,
)
from models.tokenization.byte_bpe import ANGLE_BRACKETS


@dataclass(frozen=True)
class CamembertConfig(RobertaConfig):
    """RoBERTa's entries; defaults are camembert-base."""

    vocab_size: int = 32005


TABLE = replace(ROBERTA_TABLE, architectures=("CamembertForMaskedLM", "CamembertModel"))

SPEC = ArchSpec(
    name="camembert",
    title="CamemBERT",
    summary="RoBERTa for French, trained on web text with whole words masked.",
    difference=(
        "RoBERTa's architecture for one language other than English: 138 GB of French web text, "
        "pieces of SentencePiece, and masks that cover whole words. 4 GB of such varied text gave "
        "nearly the same scores."
    ),
    paper=Paper(
        "Martin, Muller, Ortiz Suárez, Dupont, Romary, de la Clergerie, Seddah, Sagot",
        "CamemBERT: a Tasty French Language Model",
        2019,
        "1911.03894",
    ),
    reference="facebookresearch/fairseq, examples/camembert",
    model_type="camembert",
    config_class=CamembertConfig,
    model_class=Roberta,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("unigram",),
    tables={"": TABLE},
    presets=(
        Preset("camembert-base", {}, 110_621_952, absent=590_592),
        Preset("camembert-large", LARGE, 336_661_504, absent=1_049_600),
    ),
    template=replace(
        ANGLE_BRACKETS,
        published_class="CamembertTokenizer",
        extra=("<s>NOTUSED", "</s>NOTUSED", "<unk>NOTUSED"),  # which its class adds to every text
    ),
    default_pad_id=1,
    notes=(
        "Whole words are masked where the option of the objective says so.",
        "The published vocabulary has five tokens in front of the pieces, three of which nothing "
        "uses: <s> and </s> stand after them, so their ids are 5 and 6.",
        "Published files may contain a pooler. Pretraining never used it, so it is left out.",
    ),
    post_norm=True,
    task_heads=rename_classes(ROBERTA_TASK_HEADS, "RobertaFor", "CamembertFor"),
)
