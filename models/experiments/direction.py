"""Both sides or left only (BERT, section 5.1)."""

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
)

SPEC = ExperimentSpec(
    name="direction",
    title="Both sides or left only",
    group="context",
    question="How much does a model gain by reading what comes after a word?",
    systems=("BERT", "GPT-2"),
    claims=(
        PaperClaim(
            "A left-to-right model is worse on all tasks than a masked language model of the "
            "same size.",
            "both sides, without next sentence prediction: 83.9 on MNLI, 86.5 on MRPC, 87.9 F1 "
            "on SQuAD; left to right: 82.1, 77.5, 77.8",
            "Table 5",
            "bert",
            (
                Contrast(
                    "Accuracy at all positions, both sides minus left only",
                    MetricPoint("both", "accuracy"),
                    MetricPoint("left", "accuracy"),
                    "more",
                    says="A model that reads both sides of a word predicts {value} of the words "
                    "correctly than one that reads only the left side",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=2500,
    ),
    arms=(
        Arm("both", "Both sides (BERT)"),
        Arm("left", "Left only (GPT-2)", {"architecture": "gpt2", "objectives": ("causal",)}),
    ),
    varies=("architecture", "objectives"),
    metrics=(
        Metric("accuracy_by_distance", "Accuracy", is_share=True, smallest=0.01),
        Metric("accuracy", "Accuracy at all positions", is_share=True, smallest=0.01),
        Metric("loss", "Loss at all positions", "nats per token", smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Accuracy 8 or more tokens before the end of the sentence, both sides minus left only",
            MetricPoint("both", "accuracy_by_distance", 8.0),
            MetricPoint("left", "accuracy_by_distance", 8.0),
        ),
        Contrast(
            "Accuracy at the last word of the sentence, both sides minus left only",
            MetricPoint("both", "accuracy_by_distance", 1.0),
            MetricPoint("left", "accuracy_by_distance", 1.0),
        ),
    ),
    floors=(Floor("loss", 2.46, "a 5-gram model of the same text", below=True, baseline="5gram"),),
    regime="The same single tokens of unseen text are predicted by both models: one reads all the "
    "other tokens, the other only those before. The gain should grow with the number of tokens "
    "that are left to read in the sentence. Size, text, vocabulary and steps are equal. In each "
    "step the left-to-right model has a loss on every token, the other on 15 % of them.",
    limits="The two architectures also differ in where they normalise (GPT-2 before each "
    "sublayer, BERT after it). The paper fine-tunes both on tasks; here they predict words. The "
    "left-to-right model learns from about six times as many predictions. The last word of a "
    "sentence is often a fact that must be learned by heart, such as the name of a capital, and "
    "there it is ahead: BERT's appendix C.1 finds that masked models learn a little more slowly.",
    live=LiveExample(
        "attention",
        ("bert-mini", "gpt2-mini"),
        "Larry Page and Sergey Brin founded Google.",
        layer=0,
        head=0,
    ),
    measure="same_tokens",
    along="x",
    x_title="Tokens to the end of the sentence (8: or more)",
    takes_own_text=True,
)
