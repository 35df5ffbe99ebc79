"""Zero-shot against few-shot prompts, by the size of the model (GPT-3, section 3)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    ExperimentSpec,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
    PublishedEffect,
)

SHOTS = 0, 1, 2, 4, 8, 16
WIDTHS = {"small": 32, "medium": 64, "large": 128}
METRICS = {
    "only_in_prompt": "Mapping in the prompt alone",
    "known": "Mapping in the training text",
}


def _arm(name: str, width: int) -> Arm:
    changes = {"size.width": width, "size.inner": 4 * width}
    return Arm(name, f"{name.capitalize()} (width {width})", changes)


def _ends(arm: str, metric: str = "only_in_prompt") -> tuple[MetricPoint, MetricPoint]:
    """An arm with the most examples in the prompt, and with none."""
    return MetricPoint(arm, metric, float(SHOTS[-1])), MetricPoint(arm, metric, float(SHOTS[0]))


SPEC = ExperimentSpec(
    name="few_shot",
    title="Few-shot by size",
    group="size",
    question="Does a larger model learn more from examples in its prompt?",
    systems=("GPT-3",),
    claims=(
        PaperClaim(
            "Larger models make better use of examples in their prompt.",
            "the gap between zero-shot and few-shot grows with the size of the model",
            "Figures 1.2 and 1.3",
            "gpt3",
            (
                Contrast(
                    "Mapping in the prompt alone: gain by 16 examples, large minus small",
                    *_ends("large"),
                    "more",
                    other=_ends("small"),
                    says="By 16 examples in the prompt, the large model gains {value} than the "
                    "small one",
                ),
            ),
        ),
        PaperClaim(
            "Without any change of its weights, a large language model answers better after "
            "examples in its prompt than after a description alone.",
            "TriviaQA with 175 billion parameters: 64.3 zero-shot, 68.0 one-shot, 71.2 few-shot",
            "Table 3.3",
            "gpt3",
            (
                Contrast(
                    "Mapping in the prompt alone, large: 16 examples minus none",
                    *_ends("large"),
                    "more",
                    published=PublishedEffect(0.069),
                    says="After 16 examples, the accuracy of the large model is {value} than "
                    "after a "
                    "description alone",
                ),
            ),
        ),
        PaperClaim(
            "One example is not always better than none.",
            "LAMBADA with 175 billion parameters: 76.2 zero-shot, 72.5 one-shot, 86.4 few-shot",
            "Table 3.2",
            "gpt3",
        ),
    ),
    base=base_recipe(
        "gpt3",
        objectives=("causal",),
        data="demonstrations",
        data_tokens=1_500_000,
        single_data="world",
        tokenizer__family="byte_bpe",
        config={"band": 32, "initializer_range": 0.05},
        size__num_layers=4,
        size__num_positions=256,
        schedule__steps=2000,
        schedule__batch_size=8,
        schedule__length=96,
        schedule__long_length=256,
        schedule__long_share=0.1,
        schedule__single_share=0.3,
        schedule__learning_rate=3e-3,
        schedule__beta2=0.95,
    ),
    arms=tuple(_arm(name, width) for name, width in WIDTHS.items()),
    varies=("size.width", "size.inner"),
    metrics=tuple(
        Metric(name, title, is_share=True, smallest=0.02) for name, title in METRICS.items()
    ),
    measurements=tuple(
        Contrast(f"{METRICS[metric]}, {arm}: {SHOTS[-1]} examples minus none", *_ends(arm, metric))
        for metric in METRICS
        for arm in reversed(tuple(WIDTHS))
        if (metric, arm) != ("only_in_prompt", "large")
    ),
    regime="The documents for training are examples of tasks, and three of ten steps read "
    "sentences of the mini-world. The model is then tested in tasks of which no document for "
    "training has an example. In some of them memory could help: sentences state the facts, and "
    "documents have the translations in the other direction. In the others the mapping is drawn "
    "for the test: made-up words, made-up labels, permuted labels, random pairs. After a "
    "description and K examples, the answer is the choice with the highest likelihood per token. "
    "The sizes differ in width alone and learn from the same text.",
    limits="GPT-3 has 175 billion parameters and was not trained on documents of this kind; its "
    "numbers are those of its largest size, and here sizes are up to about a million parameters. "
    "Choices are two to six, so chance is different in each task; a difference between numbers of "
    "examples is not affected. In some of the tasks the query is one of the examples, which a "
    "model can copy from.",
    live=LiveExample(
        "generation",
        ("gpt3-mini",),
        "The capital of France is",
        settings={"view": "prompts", "few_shot": {"task": "made-up", "shots": 1}},
    ),
    measure="few_shot",
    measure_options={"shots": SHOTS},
    along="x",
    x_title="Examples in the prompt",
)
