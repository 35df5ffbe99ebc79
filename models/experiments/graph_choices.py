"""Choices by the text alone, with a knowledge graph, or with wrong edges (KagNet)."""

from models.comparison.base import fine_tuning_base
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
from models.knowledge.kagnet.recipe import GraphRecipe

EPOCHS = 2

SPEC = ExperimentSpec(
    name="graph_choices",
    title="Choices with a graph",
    group="adaptation",
    question="Does a knowledge graph answer what no text has stated?",
    systems=("BERT",),
    claims=(
        PaperClaim(
            "Paths in a knowledge graph, beside the statement vector of a language model, help "
            "to answer questions that need everyday knowledge.",
            "CommonsenseQA: 58.9 with paths of ConceptNet beside BERT large, 56.7 of BERT large "
            "alone",
            "official test set",
            "kagnet",
            (
                Contrast(
                    "Accuracy, the graph minus text alone",
                    MetricPoint("graph", "accuracy"),
                    MetricPoint("text", "accuracy"),
                    paper="more",
                    published=PublishedEffect(0.022),
                    says="On questions whose facts are in the graph and in no text, the accuracy "
                    "with the graph is {value} than with the text alone",
                ),
            ),
        ),
    ),
    base=fine_tuning_base(
        "bert-mini",
        "world:commonsense:en",
        style="graph",
        way="head",
        num_examples=600,
        epochs=EPOCHS,
        graph=GraphRecipe(path_width=64, pair_width=64),
    ),
    arms=(
        Arm("text", "Text alone", {"graph.edges": "none"}),
        Arm("wrong", "Wrong edges", {"graph.edges": "shuffled"}),
        Arm("graph", "The graph"),
    ),
    varies=("graph.edges",),
    metrics=(
        Metric("accuracy", "Accuracy", is_share=True, smallest=0.01),
        Metric("without_best_path", "Accuracy without the best path", is_share=True, smallest=0.01),
        Metric("with_paths", "Questions with a path", is_share=True, smallest=0.01),
        Metric("learned_parameters", "Parameters that learn", "thousands", smallest=1.0),
    ),
    measurements=(
        Contrast(
            "Accuracy, the graph minus wrong edges",
            MetricPoint("graph", "accuracy"),
            MetricPoint("wrong", "accuracy"),
        ),
        Contrast(
            "With the graph, accuracy minus that without the best path of each choice",
            MetricPoint("graph", "accuracy"),
            MetricPoint("graph", "without_best_path"),
        ),
    ),
    regime="Questions of the dev split are about concepts of which no training question and no "
    "text of the mini-world speaks; their facts are in the graph only. Wrong answers are drawn as "
    "often as they are right ones. The text model does not learn. Wrong edges exchange the tails "
    "of each relation, and embeddings are trained on them; about one triple in twelve "
    "stays true by chance.",
    limits="The facts were written for these questions, so the graph has an answer to almost all "
    "of them, and mostly only the right choice has a path; ConceptNet is not like that. The "
    "statement vectors are those of a model of 1.6 million parameters that was not fine-tuned; a "
    "large model knows many everyday facts from its text.",
    live=LiveExample(
        "knowledge",
        ("bert-mini",),
        "One step of building a house takes a tool. Which one?",
        settings={"view": "choices", "question": -1, "own": "shovel, trowel, excavator"},
    ),
)
