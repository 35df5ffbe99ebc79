"""One learning rate for all tasks (GPT-1, section 4.1) or the best for each (BERT, A.3).

The highest score over several rates is too high by chance, so nothing here takes it. The rates that
contrasts name were chosen on seeds that no result has: 101 to 103 for sentiment (`layer_rates`),
101 and 102 for acceptability (`freezing`), 101 for similarity and named entities.
"""

from models.comparison.base import fine_tuning_base
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

SETS = {
    "acceptability": "world:acceptability:en",
    "sentiment": "world:sentiment:en",
    "similarity": "world:similarity:en",
    "entities": "world:entities:en",
}
RATES = {"lowest": 1.25e-4, "low": 2.5e-4, "common": 5e-4, "high": 1e-3, "highest": 2e-3}
NEXT = {  # the second best rate of a task
    "acceptability": "high",
    "sentiment": "low",
    "similarity": "low",
    "entities": "high",
}
TITLES = {
    "acceptability": "Acceptability",
    "sentiment": "Sentiment",
    "similarity": "Similarity",
    "entities": "Named entities",
}


def _second_best(task: str) -> Contrast:
    name, title = NEXT[task], TITLES[task]
    rate, common = RATES[name], RATES["common"]
    return Contrast(
        f"{title}, rate {rate:g} minus {common:g}",
        MetricPoint(name, task),
        MetricPoint("common", task),
    )


SPEC = ExperimentSpec(
    name="rates_by_task",
    title="Learning rates by task",
    group="adaptation",
    question="Does one learning rate do for all tasks, or does each need its own?",
    systems=("GPT-1", "BERT"),
    claims=(
        PaperClaim(
            "The best learning rate depends on the task.",
            "the best of 5e-5, 3e-5 and 2e-5 on the dev set of each task, without their scores",
            "appendix A.3",
            "bert",
            (
                Contrast(
                    "What rate 0.00025 gains over 0.001, similarity minus acceptability",
                    MetricPoint("low", "similarity"),
                    MetricPoint("high", "similarity"),
                    paper="more",
                    other=(
                        MetricPoint("low", "acceptability"),
                        MetricPoint("high", "acceptability"),
                    ),
                    says="From a rate of 0.001 down to 0.00025, similarity gains {value} than "
                    "acceptability",
                ),
            ),
        ),
        PaperClaim(
            "One learning rate, 6.25e-5, and three epochs do for most tasks.",
            "scores of 12 data sets at this rate, without those at others",
            "section 4.1",
            "gpt1",
        ),
    ),
    base=fine_tuning_base("bert-mini", SETS["acceptability"]),
    arms=tuple(
        Arm(name, f"Rate {rate:g}", {"learning_rate": rate}, x=rate) for name, rate in RATES.items()
    ),
    varies=("learning_rate",),
    metrics=(
        Metric("average", "Mean over the four tasks", smallest=0.01),
        Metric("acceptability", "Acceptability, Matthews correlation", smallest=0.02),
        Metric("sentiment", "Sentiment, accuracy", smallest=0.01),
        Metric("similarity", "Similarity, Pearson correlation", smallest=0.02),
        Metric("entities", "Named entities, F1", smallest=0.01),
    ),
    measurements=tuple(_second_best(task) for task in NEXT),
    floors=(
        Floor("acceptability", 0.0, "chance", arms=("low", "high")),
        Floor("similarity", 0.0, "chance", arms=("low", "high")),
    ),
    regime="Each of four tasks learns 1,500 examples three times at five rates, the highest "
    "sixteen times the lowest. On seeds that are not reported, 0.0005 was the best of the rates "
    "that were tried in each task; against it stands the second best of each. If each task needed "
    "its own rate, another one than 0.0005 would be better somewhere.",
    limits="Small models learn at about ten times the rates of Devlin et al. (2018), who chose "
    "among three rates within a factor of 2.5 and among batch sizes and numbers of epochs as well. "
    "Four tasks of one size say little about eleven, whose sizes differ by a factor of 150. A "
    "score that changes more from rate to rate need not have its best rate elsewhere: the curves "
    "show where it is.",
    live=LiveExample("finetuning", ("bert-mini",), "Paris of capital the is France."),
    sets=SETS,
    along="x",
    x_title="Learning rate",
    x_is_logarithmic=True,
)
