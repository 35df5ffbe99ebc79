"""ERNIE of Baidu, BERT's encoder with a row for the task in later versions.

Sun, Wang, Li, Feng, Tian, Wu, Wang (2019), ERNIE 2.0, arXiv:1907.12412; version 1 is Sun, Wang, Li,
Feng, Chen and others (2019), arXiv:1904.09223, and version 3 Sun, Wang, Feng, Ding, Pang and others
(2021), arXiv:2107.02137. Reference: PaddlePaddle/ERNIE, and `ErnieForPreTraining` of transformers
for names and details. The ERNIE of Zhang et al. is in models/arch/ernie_entities.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import Tensor, nn

from models.arch.bert import LARGE, Bert, BertConfig, bert_layer_rules, embedding_rules, tied_head
from models.arch.bert import TASK_HEADS as BERT_TASK_HEADS
from models.inside.stages import Call
from models.layers.embeddings import SummedEmbeddings
from models.schema.specs import (
    ArchSpec,
    HeadSpec,
    Paper,
    Preset,
    StreamSpec,
    WeightRule,
    WeightTable,
    layer_rules,
    rename_classes,
)


@dataclass(frozen=True)
class BaiduErnieConfig(BertConfig):
    """BERT's entries and those of the task; defaults are ernie-2.0-base-en.

    With `use_task_id` the first row of a table of `task_type_vocab_size` tasks is added to every
    token, as the reference does where no task is given.
    """

    type_vocab_size: int = 4
    layer_norm_eps: float = 1e-5
    task_type_vocab_size: int = 3
    use_task_id: bool = False


class BaiduErnieEmbeddings(SummedEmbeddings):
    """BERT's embeddings and, with `use_task_id`, the row of task 0."""

    def __init__(self, config: BaiduErnieConfig) -> None:
        super().__init__(
            config.vocab_size,
            config.hidden_size,
            config.max_position_embeddings,
            config.type_vocab_size,
            config.layer_norm_eps,
            config.hidden_dropout_prob,
        )
        tasks = config.task_type_vocab_size if config.use_task_id else 0
        self.task = nn.Embedding(tasks, config.hidden_size) if tasks else None

    def _sum_rows(self, ids: Tensor, segment: Tensor | None) -> Tensor:
        x = super()._sum_rows(ids, segment)
        return x if self.task is None else x + self.task.weight[0]

    def _recorded_rows(self, call: Call) -> dict[str, Tensor | None]:
        rows = super()._recorded_rows(call)
        token = rows["token"]
        assert token is not None
        task = None if self.task is None else self.task.weight[0].expand_as(token)
        return {**rows, "aim": task}


class BaiduErnie(Bert):
    """BERT with the heads `mlm` and `nsp`, and embeddings that may name a task."""

    def _make_embeddings(self, config: Any) -> SummedEmbeddings:
        return BaiduErnieEmbeddings(config)


TABLE = WeightTable(
    architectures=("ErnieForPreTraining", "ErnieForMaskedLM", "ErnieModel"),
    rules=(
        *embedding_rules("ernie.embeddings"),
        WeightRule("embeddings.task.weight", "ernie.embeddings.task_type_embeddings.weight"),
        *bert_layer_rules("ernie.encoder.layer.{i}"),
        *layer_rules("pooler", "ernie.pooler.dense"),
        *layer_rules("mlm.dense", "cls.predictions.transform.dense"),
        *layer_rules("mlm.norm", "cls.predictions.transform.LayerNorm"),
        WeightRule("mlm.decoder.bias", "cls.predictions.bias"),
        *layer_rules("nsp", "cls.seq_relationship"),
    ),
    legacy=(
        (r"^(embeddings|encoder|pooler)\.", r"ernie.\1."),
        *tied_head("cls.predictions", "ernie.embeddings.word_embeddings.weight"),
    ),
    ignored=(r"\.position_ids$",),
    optional=("mlm.", "nsp.", "pooler."),
    tied={"mlm.decoder.weight": "embeddings.token.weight"},
)

V1 = {
    "vocab_size": 18000,
    "max_position_embeddings": 513,
    "type_vocab_size": 2,
    "hidden_act": "relu",
}
V3 = {"vocab_size": 40000, "max_position_embeddings": 2048, "use_task_id": True}

SPEC = ArchSpec(
    name="ernie",
    title="ERNIE (Baidu)",
    summary="BERT's encoder, trained on whole phrases and entities and on several tasks at once.",
    difference=(
        "BERT's encoder; what differs is its training. Version 1 masks whole phrases and entities, "
        "so that a word cannot be guessed from its other half. Version 2 adds tasks one after the "
        "other and goes on with the earlier ones. Version 3 adds a row for the task to every token."
    ),
    paper=Paper(
        "Sun, Wang, Li, Feng, Tian, Wu, Wang",
        "ERNIE 2.0: A Continual Pre-Training Framework for Language Understanding",
        2019,
        "1907.12412",
    ),
    reference="PaddlePaddle/ERNIE",
    model_type="ernie",
    config_class=BaiduErnieConfig,
    model_class=BaiduErnie,
    streams=(StreamSpec("encoder", "Encoder"),),
    heads=(
        HeadSpec("mlm", "Masked tokens", "encoder", "fill_mask"),
        HeadSpec(
            "nsp",
            "Next sentence",
            "encoder",
            "classify_pair",
            classes=("follows", "unrelated"),
            modules=("pooler",),
        ),
    ),
    direction="both sides",
    positions="learned, absolute",
    objectives=("masked",),
    tokenizers=("wordpiece",),
    tables={"": TABLE},
    presets=(
        Preset("ernie-1.0-base-zh", V1, 99_866_112),
        Preset("ernie-2.0-base-en", {}, 109_483_776),
        Preset("ernie-2.0-large-en", LARGE, 335_143_936),
        Preset("ernie-3.0-base-zh", V3, 117_944_832),
    ),
    notes=(
        "Phrases, entities and the further tasks of its pretraining are not here: masked tokens "
        "are predicted, whole words where the option of the objective says so.",
        "The reference adds the row of task 0 where no task is given, and so does this program.",
        "The head for the next sentence is that of the class of transformers. ERNIE's authors "
        "train other tasks of sentences, and published files lack it.",
    ),
    post_norm=True,
    task_heads=rename_classes(BERT_TASK_HEADS, "BertFor", "ErnieFor"),
    config_titles={
        "task_type_vocab_size": "Rows of tasks",
        "use_task_id": "A row of the task is added",
    },
)
