"""All parameters, LoRA, or the head alone (LoRA, Table 2)."""

from models.comparison.base import fine_tuning_base
from models.comparison.spec import (
    TEN_SEEDS,
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    Tuning,
)

RANKS = 1, 4, 16


def _arm(rank: int) -> Arm:
    changes = {"way": "lora", "lora_rank": rank, "lora_alpha": 2.0 * rank}
    return Arm(f"rank_{rank}", f"LoRA of rank {rank}", changes)


SPEC = ExperimentSpec(
    name="lora",
    title="All parameters or LoRA",
    group="adaptation",
    question="Can a model learn a task with a small part of its parameters?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "Low-rank additions to the query and value matrices do as well as learning all "
            "parameters, with far fewer of them.",
            "RoBERTa base on GLUE: 86.4 with all 125 million parameters, 87.2 with 0.3 million",
            "Table 2",
            "lora",
            (
                Contrast(
                    "Matthews correlation, LoRA of rank 4 minus all parameters",
                    MetricPoint("rank_4", "matthews"),
                    MetricPoint("all", "matthews"),
                    paper="equal",
                    says="With LoRA of rank 4, the Matthews correlation is {value} than with all "
                    "parameters",
                ),
            ),
        ),
        PaperClaim(
            "A very small rank is enough.",
            "73.4 with rank 1 and 73.8 with rank 8 on WikiSQL, for query and value (from memory)",
            "Table 6",
            "lora",
            (
                Contrast(
                    "Matthews correlation, LoRA of rank 16 minus rank 1",
                    MetricPoint("rank_16", "matthews"),
                    MetricPoint("rank_1", "matthews"),
                    paper="equal",
                    says="With rank 16, the Matthews correlation is {value} than with rank 1",
                ),
            ),
        ),
    ),
    base=fine_tuning_base("bert-mini", "world:acceptability:en", epochs=6),
    tuning=Tuning((1e-3, 2e-3, 4e-3, 8e-3), "matthews", seeds=(101, 102), max_tried=7),
    seeds=TEN_SEEDS,
    arms=(
        Arm("head", "The head alone", {"way": "head"}),
        *map(_arm, RANKS),
        Arm("all", "All parameters"),
    ),
    varies=("way", "lora_rank", "lora_alpha", "learning_rate"),
    metrics=(
        Metric("matthews", "Matthews correlation", smallest=0.02),
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
        Metric("learned_parameters", "Parameters that learn", "thousands", smallest=1.0),
    ),
    measurements=(
        Contrast(
            "Matthews correlation, LoRA of rank 4 minus the head alone",
            MetricPoint("rank_4", "matthews"),
            MetricPoint("head", "matthews"),
        ),
    ),
    regime="The same 1,500 sentences are learned six times each. Every arm has the best of at "
    "least four learning rates, as LoRA and a head alone learn at higher rates than all "
    "parameters; LoRA's scale is twice its rank.",
    limits="The matrices of a small model are narrow, so rank 16 is a large part of their width, "
    "and there is less to save. The paper trains for up to 80 epochs. With 12 and 24 epochs, the "
    "same rates and one seed, rank 4 is still 0.15 and 0.17 behind all parameters, and after 24 "
    "rank 16 is still 0.12 ahead of rank 1.",
    live=LiveExample("finetuning", ("bert-mini",), "Paris of capital the is France."),
)
