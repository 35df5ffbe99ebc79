"""DeBERTa without one of its parts: a term of positions, or the mask decoder (its Table 4)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    Floor,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    Tuning,
)

METRIC = "mlm_accuracy"


def _minus_all(arm: str, what: str) -> Contrast:
    return Contrast(
        f"Accuracy, without {what} minus with all parts",
        MetricPoint(arm, METRIC),
        MetricPoint("all", METRIC),
        paper="less",
        says=f"Without {what}, the accuracy is {{value}} than with all parts",
    )


SPEC = ExperimentSpec(
    name="disentangled_terms",
    title="DeBERTa without its parts",
    group="positions",
    question="Does DeBERTa need both terms of positions, and positions at the end as well?",
    systems=("DeBERTa",),
    claims=(
        PaperClaim(
            "Without the enhanced mask decoder, DeBERTa is worse.",
            "MNLI 86.1 instead of 86.3, SQuAD 1.1 F1 91.8 instead of 92.1 (from memory)",
            "Table 4",
            "deberta",
            (_minus_all("no_decoder", "the mask decoder"),),
        ),
        PaperClaim(
            "Without the term from content to position, DeBERTa is worse.",
            "MNLI 85.9 instead of 86.3, SQuAD 1.1 F1 91.6 instead of 92.1 (from memory)",
            "Table 4",
            "deberta",
            (_minus_all("no_c2p", "the term from content to position"),),
        ),
        PaperClaim(
            "Without the term from position to content, DeBERTa is worse.",
            "MNLI 86.0 instead of 86.3, SQuAD 1.1 F1 91.7 instead of 92.1 (from memory)",
            "Table 4",
            "deberta",
            (_minus_all("no_p2c", "the term from position to content"),),
        ),
    ),
    base=base_recipe(
        "deberta",
        objectives=("masked",),
        config={"initializer_range": 0.05, "enhanced_mask_decoder": True},
        schedule__learning_rate=3e-3,
        schedule__steps=1600,
        schedule__warmup_steps=160,
    ),
    tuning=Tuning((1.5e-3, 3e-3, 6e-3), "mlm_loss", below=True),
    arms=(
        Arm("all", "All parts"),
        Arm("no_decoder", "Without mask decoder", {"config.enhanced_mask_decoder": False}),
        Arm("no_c2p", "Without content to position", {"config.pos_att_type": "p2c"}),
        Arm("no_p2c", "Without position to content", {"config.pos_att_type": "c2p"}),
    ),
    varies=("config.enhanced_mask_decoder", "config.pos_att_type"),
    metrics=(
        Metric(METRIC, "Accuracy at masked positions", is_share=True, smallest=0.01),
        Metric("mlm_loss", "Loss at masked positions", "nats per token", smallest=0.02),
    ),
    floors=(
        Floor("mlm_loss", 2.62, "a 5-gram model of the same text", below=True, baseline="5gram"),
    ),
    regime="Each model lacks one part and keeps everything else; a score is divided by the root of "
    "as many terms as it has, as in the authors' code.",
    limits="The paper measures tasks after fine-tuning; here the accuracy at masked positions is "
    "measured, which the mask decoder is made for. Without the decoder a model passes through its "
    "last layer twice less, so it also computes less. With examples of 40 tokens each distance "
    "has a row of its own.",
    live=LiveExample("attention", ("deberta-mini",), "Seoul is the capital of South Korea."),
)
