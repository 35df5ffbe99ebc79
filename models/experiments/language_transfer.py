"""Fine-tuned in English, tested in Korean (XLM, Table 1)."""

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
from models.experiments.translation_pairs import BASE, PAIRS

SPEC = ExperimentSpec(
    name="language_transfer",
    title="From English to Korean",
    group="adaptation",
    question="Can a model do a task in a language in which it has seen no labelled example?",
    systems=("XLM",),
    claims=(
        PaperClaim(
            "A model that learned a task in English does it in other languages as well.",
            "average accuracy on XNLI: 71.5 with masked language modelling alone, chance 33.3",
            "Table 1",
            "xlm",
            (
                Contrast(
                    "Tested in Korean after English, MLM, against chance",
                    MetricPoint("mlm", "transferred"),
                    paper="more",
                    null=0.067,
                    smallest=0.05,
                    says="Fine-tuned in English, a model without translated pairs has an "
                    "accuracy of {value} in Korean, where guessing one of 15 classes gives 6.7 %",
                ),
            ),
        ),
        PaperClaim(
            "It does so better if it was pretrained on translated pairs too.",
            "average accuracy on XNLI: 75.1 with pairs, 71.5 without; 70.2 before",
            "Table 1",
            "xlm",
            (
                Contrast(
                    "Tested in Korean after English, MLM + TLM minus MLM",
                    MetricPoint("mlm_tlm", "transferred"),
                    MetricPoint("mlm", "transferred"),
                    paper="more",
                    published=PublishedEffect(0.036),
                    says="Pretrained on translated pairs too, the accuracy in Korean after "
                    "learning in English is {value} than without them",
                ),
            ),
        ),
    ),
    base=BASE,
    arms=(Arm("mlm", "MLM"), Arm("mlm_tlm", "MLM + TLM", PAIRS)),
    varies=("objectives", "schedule.task_share"),
    metrics=(
        Metric(
            "transferred", "Fine-tuned in English, tested in Korean", is_share=True, smallest=0.01
        ),
        Metric("english", "Fine-tuned and tested in English", is_share=True, smallest=0.01),
        Metric("korean", "Fine-tuned and tested in Korean", is_share=True, smallest=0.01),
    ),
    measurements=(
        Contrast(
            "Tested in English after English, MLM + TLM minus MLM",
            MetricPoint("mlm_tlm", "english"),
            MetricPoint("mlm", "english"),
        ),
    ),
    regime="A sentence names two things, and the class is the relation between them, one of 15: "
    "capital, language, food … All parameters learn from the same 2,000 English examples of the "
    "mini-world. The third measure is what as many Korean examples give.",
    limits="The paper's task is inference (XNLI) in 15 languages; models of this size do not learn "
    "it in either language, so the task here is an easier one. There are two languages without a "
    "common script, and sentences from patterns. No name of a test was seen in fine-tuning in the "
    "language of the test; its translation may have been. The most frequent class is 16 % of the "
    "Korean test.",
    live=LiveExample(
        "finetuning", ("xlm-mini",), "Paris is the capital of France.", "France; Paris"
    ),
    measure="transferred",
    measure_options={"task": "relations", "num_examples": 2000},
)
