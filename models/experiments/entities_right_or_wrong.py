"""A text with its entities, without them, and with wrong ones (ERNIE of Zhang et al.)."""

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

INPUT = "config.entity_input"

SPEC = ExperimentSpec(
    name="entities_right_or_wrong",
    title="With and without knowledge",
    group="objective",
    question="Do vectors of entities tell a model facts that its text seldom states?",
    systems=("ERNIE (entities)",),
    claims=(
        PaperClaim(
            "With the entities of a knowledge graph, relations and types of entities are "
            "recognized better than by BERT.",
            "FewRel F1 88.3 against 84.9 of BERT, Open Entity F1 75.6 against 73.6",
            "Tables 3 and 5 (from memory)",
            "ernie-entities",
            (
                Contrast(
                    "All capitals, with entities minus without",
                    MetricPoint("linked", "facts"),
                    MetricPoint("removed", "facts"),
                    paper="more",
                    says="With its entities, ERNIE names {value} of the capitals correctly than "
                    "without",
                ),
                Contrast(
                    "All capitals, with entities minus wrong ones",
                    MetricPoint("linked", "facts"),
                    MetricPoint("shuffled", "facts"),
                    paper="more",
                    says="With its entities, ERNIE names {value} of the capitals correctly than "
                    "with wrong ones",
                ),
            ),
        ),
    ),
    base=base_recipe(
        "ernie-entities",
        objectives=("masked", "denoising_entities"),
        config={"initializer_range": 0.05, "entity_size": 32},
        data_tokens=30_000,
        options={"denoising_entities": {"hide_masked": True}},
        schedule__steps=1500,
        schedule__learning_rate=2e-3,
    ),
    arms=(
        Arm("linked", "Entities"),
        Arm("removed", "None", {INPUT: "removed"}),
        Arm("shuffled", "Wrong entities", {INPUT: "shuffled"}),
    ),
    varies=(INPUT,),
    metrics=(
        Metric("facts", "Capitals named correctly", is_share=True, smallest=0.02),
        Metric("seen", "Capitals that the text states", is_share=True, smallest=0.02),
        Metric("unseen", "Capitals that the text does not state", is_share=True, smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Capitals that the text does not state, with entities minus without",
            MetricPoint("linked", "unseen"),
            MetricPoint("removed", "unseen"),
        ),
    ),
    regime="The text is so short that some capitals are stated in no sentence of it, and most in "
    "few. The "
    "vectors come from TransE, which learned all facts of the mini-world before; they never "
    "change. A masked name has no entity, so it cannot be read off. Without entities there is "
    "nothing to predict for the denoising entity auto-encoder, so that arm learns masked tokens "
    "only. Wrong means that each entity has the vector of "
    "another one, always the same.",
    limits="The paper measures tasks after fine-tuning on texts of the real world, and starts from "
    "BERT's weights. Here a small model starts from nothing and fills in names, and the graph has "
    "exactly the facts that are asked for.",
    live=LiveExample("masking", ("bert-mini", "ernie-mini"), "The capital of France is [MASK]."),
    measure="facts_by_count",
)
