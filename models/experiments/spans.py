"""How long the dropped spans are, and how many tokens are dropped (T5, section 3.3)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

LENGTH = 128
MEANS = (1, 2, 3, 5, 10)  # tokens of a span, with 15 % dropped
RATES = (10, 25, 50)  # %, with spans of 3 tokens

DENSITY, MEAN = (
    "options.span_corruption.noise_density",
    "options.span_corruption.mean_span_length",
)

SPEC = ExperimentSpec(
    name="spans",
    title="Spans",
    group="objective",
    question="How long should the dropped spans be, and how many tokens should be dropped?",
    systems=("T5",),
    claims=(
        PaperClaim(
            "Spans of 2 to 5 tokens are slightly better than single tokens, and spans of 10 are "
            "slightly worse on some tasks.",
            "SQuAD 80.88 with single tokens, 82.09 with spans of 2, 81.84 with 3, 82.05 with 5, "
            "81.84 with 10; GLUE 83.28, 83.54, 83.49, 83.40, 82.85",
            "Table 7",
            "t5",
            untestable="each arm is best with the spans that it was trained with, and no task is "
            "learned afterwards",
            would_take="a task that is learned afterwards",
        ),
        PaperClaim(
            "Longer spans give shorter targets, so training is faster.",
            "an argument, without a measured number",
            "section 3.3.4",
            "t5",
            (
                Contrast(
                    "Length of the target, spans of 3 as a share of single tokens",
                    MetricPoint("span_3", "tokens_written"),
                    MetricPoint("span_1", "tokens_written"),
                    "less",
                    is_ratio=True,
                    null=1.0,
                    smallest=0.05,
                    says="With spans of 3, the target has {value} of the length that it has with "
                    "single tokens",
                ),
            ),
        ),
        PaperClaim(
            "The share of dropped tokens matters little, except that 50 % is worse.",
            "GLUE 82.82 with 10 %, 83.28 with 15 %, 83.00 with 25 %, 81.27 with 50 %",
            "Table 6",
            "t5",
            untestable="each arm is best with the spans that it was trained with, and no task is "
            "learned afterwards",
            would_take="a task that is learned afterwards",
        ),
    ),
    base=base_recipe(
        "t5",
        objectives=("span_corruption",),
        tokenizer__family="unigram",
        size__num_positions=LENGTH,
        size__num_layers=2,
        options__span_corruption={"noise_density": 0.15, "mean_span_length": 3.0},
        schedule__steps=1600,
        schedule__batch_size=8,
        schedule__length=LENGTH,
        schedule__long_length=LENGTH,
        schedule__learning_rate=0.02,
        schedule__relative_rate=True,
    ),
    arms=(
        *(
            Arm(
                f"span_{mean}",
                "15 %, single tokens" if mean == 1 else f"15 %, spans of {mean}",
                {MEAN: float(mean)},
            )
            for mean in MEANS
        ),
        *(Arm(f"rate_{rate}", f"{rate} %, spans of 3", {DENSITY: rate / 100}) for rate in RATES),
    ),
    varies=(DENSITY, MEAN),
    metrics=(
        Metric("spans_lm_accuracy", "Accuracy with spans of 3", is_share=True, smallest=0.01),
        Metric("single_lm_accuracy", "Accuracy with single tokens", is_share=True, smallest=0.01),
        Metric("long_lm_accuracy", "Accuracy with spans of 10", is_share=True, smallest=0.01),
        Metric("spans_lm_loss", "Loss with spans of 3", "nats per token", smallest=0.02),
        Metric("tokens_written", "Length of the target", "tokens", smallest=1.0),
        Metric("tokens_read", "Length of the input", "tokens", smallest=1.0),
    ),
    measurements=(
        Contrast(
            "Accuracy with spans of 3, trained with spans of 3 minus single tokens",
            MetricPoint("span_3", "spans_lm_accuracy"),
            MetricPoint("span_1", "spans_lm_accuracy"),
        ),
        Contrast(
            "Accuracy with single tokens, trained with spans of 3 minus single tokens",
            MetricPoint("span_3", "single_lm_accuracy"),
            MetricPoint("span_1", "single_lm_accuracy"),
        ),
        Contrast(
            "Accuracy with spans of 3, 15 % minus 50 %",
            MetricPoint("span_3", "spans_lm_accuracy"),
            MetricPoint("rate_50", "spans_lm_accuracy"),
        ),
    ),
    regime=f"Texts of {LENGTH} tokens, so that 15 % are enough for two spans of 10. All models are "
    "measured on the same texts with the same spans: single tokens, spans of 3 and spans of 10, "
    "15 % dropped in each. The time of each model is in the table.",
    limits="The paper compares tasks after fine-tuning. Here each model is favoured where it is "
    "measured with the spans that it was trained with, so the three measures belong together. The "
    "share in the paper was varied with single tokens dropped, here with spans of 3. Sentinels and "
    "the end token count in the accuracy, and single tokens have more sentinels. Spans of our "
    "single tokens never touch, those of the paper are merged where they do.",
    live=LiveExample("masking", ("t5-mini",), "Seoul is the capital of South Korea."),
    measure="held_out_and_lengths",
    measure_options={
        "spans": {"noise_density": 0.15, "mean_span_length": 3.0},
        "single": {"noise_density": 0.15, "mean_span_length": 1.0},
        "long": {"noise_density": 0.15, "mean_span_length": 10.0},
    },
)
