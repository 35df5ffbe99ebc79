"""How large ELECTRA's generator should be (ELECTRA, figure 3)."""

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

SIZES = {25: "1/4", 50: "1/2", 75: "3/4", 100: "1"}

SPEC = ExperimentSpec(
    name="generator_size",
    title="The size of ELECTRA's generator",
    group="objective",
    question="How large should the generator be that replaces tokens?",
    systems=("ELECTRA",),
    claims=(
        PaperClaim(
            "Models work best with generators of 1/4 to 1/2 the size of the discriminator; a "
            "strong generator may be too hard for the discriminator to learn from.",
            "1/4 to 1/2",
            "Figure 3, section 3.2",
            "electra",
            (
                Contrast(
                    "A generator of 1/4 minus one of full width",
                    MetricPoint("size_25", "quality"),
                    MetricPoint("size_100", "quality"),
                    paper="more",
                    says="With a generator of a quarter of the width, the mean of both tasks is "
                    "{value} than with one of full width",
                ),
                Contrast(
                    "A generator of 1/2 minus one of full width",
                    MetricPoint("size_50", "quality"),
                    MetricPoint("size_100", "quality"),
                    paper="more",
                    says="With a generator of half the width, the mean of both tasks is {value} "
                    "than with one of full width",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "electra",
        objectives=("replaced_token",),
        config={"initializer_range": 0.05},
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=tuple(
        Arm(
            f"size_{size}",
            f"{title} of the width",
            {"config.generator_hidden_size": size / 100},
            x=size / 100,
        )
        for size, title in SIZES.items()
    ),
    varies=("config.generator_hidden_size",),
    metrics=(
        Metric("quality", "Mean of both tasks", is_share=True, smallest=0.01),
        Metric("acceptable", "Accuracy: is a sentence acceptable", is_share=True, smallest=0.01),
        Metric(
            "similarity",
            "Correlation with the similarity of two sentences",
            is_share=True,
            smallest=0.01,
        ),
    ),
    floors=(Floor("acceptable", 0.55, "chance, by 5 points"),),
    regime="Only the generator's width, heads and inner width change, as in the paper; depth, "
    "text and steps are equal. The discriminator is not changed for the evaluation: linear "
    "functions of its hidden states judge sentences (as in CoLA) and compare two of them (as in "
    "STS-B).",
    limits="The generator of 1/4 is only 24 numbers wide here, and after 1,200 steps even the "
    "largest one is weak, while the paper trains for 500,000: what it finds about generators that "
    "are too strong may not show. The paper measures GLUE after fine-tuning.",
    live=LiveExample("masking", ("electra-mini",), "Seoul is the capital of South Korea."),
    measure="frozen_tasks",
    along="x",
    x_title="Width of the generator, as a part of the discriminator's",
)
