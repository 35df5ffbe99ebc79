"""GPT-2's zero-shot formats against the same model after fine-tuning (GPT-2; GPT-3, Table 3.8)."""

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

SETS = {
    "sentiment": "world:sentiment:en",
    "reading": "world:reading:en",
    "continuation": "world:continuation:en",
}
METRICS = {
    "average": "Mean over the three tasks",
    "sentiment": "Sentiment after “A:”, accuracy",
    "reading": "Questions about a passage after “A:”, F1",
    "continuation": "Continuations after “TL;DR:”, accuracy",
}
WIDTHS = {"small": 64, "large": 128}
NUM_LEARNED = 256, 1500


def _arm(name: str, width: int) -> Arm:
    changes = {"size.width": width, "size.inner": 4 * width}
    return Arm(name, f"{name.capitalize()} (width {width})", changes)


def _contrast(metric: str, arm: str) -> Contrast:
    return Contrast(
        f"{METRICS[metric]}, {arm}: fine-tuned on {NUM_LEARNED[-1]:,} examples minus zero-shot",
        MetricPoint(arm, metric, float(NUM_LEARNED[-1])),
        MetricPoint(arm, metric, 0.0),
    )


SPEC = ExperimentSpec(
    name="zero_shot",
    title="Zero-shot or fine-tuned",
    group="adaptation",
    question="Is a format such as “A:” enough for a language model to do a task?",
    systems=("GPT-2", "GPT-3"),
    claims=(
        PaperClaim(
            "A language model does tasks for which it was not trained, without fine-tuning.",
            "accuracy on LAMBADA 63.24 with 1,542 million parameters",
            "Table 3",
            "gpt2",
            (
                Contrast(
                    "Sentiment after “A:”, large, zero-shot, against chance",
                    MetricPoint("large", "sentiment", 0.0),
                    paper="more",
                    null=0.5,
                    says="Without an example, the larger model judges sentiment with an accuracy "
                    "of {value}, where chance is 50 %",
                ),
                Contrast(
                    "Continuations after “TL;DR:”, large, zero-shot, against chance",
                    MetricPoint("large", "continuation", 0.0),
                    paper="more",
                    null=0.25,
                    says="Without an example, the larger model chooses among four continuations "
                    "with an accuracy of {value}, where chance is 25 %",
                ),
            ),
        ),
        PaperClaim(
            "On most tasks a fine-tuned model is still better than a much larger one that is "
            "prompted.",
            "SuperGLUE 71.8 with 32 examples in the prompt; T5, fine-tuned, has 88.9 in Table 14 "
            "of its paper",
            "Table 3.8",
            "gpt3",
            (
                Contrast(
                    "Mean over the three tasks: the small model fine-tuned minus the large one "
                    "prompted",
                    MetricPoint("small", "average", 1500.0),
                    MetricPoint("large", "average", 0.0),
                    "more",
                    says="Fine-tuned on 1,500 examples, the smaller model has a mean over the "
                    "tasks that is {value} than that of the larger model without an example",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        single_data="facts:en",
        tokenizer__family="byte_bpe",
        config={"initializer_range": 0.05},
        size__num_positions=192,
        schedule__steps=1200,
        schedule__batch_size=16,
        schedule__length=48,
        schedule__long_length=192,
        schedule__long_share=0.1,
        schedule__single_share=0.3,
        schedule__learning_rate=3e-3,
    ),
    arms=tuple(_arm(name, width) for name, width in WIDTHS.items()),
    varies=("size.width", "size.inner"),
    metrics=tuple(
        Metric(name, title, is_share=True, smallest=0.02) for name, title in METRICS.items()
    ),
    measurements=(_contrast("average", "large"), *(_contrast(metric, "large") for metric in SETS)),
    regime="A model that has just learned to predict the next token is prompted without "
    "fine-tuning: the most likely label after “A:”, what it writes after a passage, a question "
    "and “A:”, and the most likely of four continuations after “TL;DR:”, all without an "
    "example. Copies of it are then fine-tuned on 256 and on 1,500 labelled examples of each "
    "task. Both are measured on the dev split by the metric of the task.",
    limits="The mini-world has no task of summaries, so “TL;DR:” asks for what follows from a "
    "story, and its text has neither format. GPT-2's training text comes from web pages, where "
    "such formats may occur, and its models are at least a hundred times as large. A third of the "
    "questions have no answer, and a model that is asked always writes one. At 256 examples, "
    "reading is what always answering “no answer” gives. Zero-shot is measured "
    "on the first 400 examples of each dev split.",
    live=LiveExample("generation", ("gpt2-mini",), "What is the capital of France? A:"),
    measure="zero_shot",
    measure_options={"sets": SETS, "num_learned": NUM_LEARNED},
    along="x",
    x_title="Labelled examples (0: zero-shot)",
)
