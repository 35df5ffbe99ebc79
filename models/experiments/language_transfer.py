"""Fine-tuned in English, tested in Korean (XLM, Table 1)."""

from models.comparison.spec import Arm, Cell, Claim, Contrast, ExperimentSpec, Live, Metric
from models.experiments.translation_pairs import BASE, PAIRS

SPEC = ExperimentSpec(
    name="language_transfer",
    title="From English to Korean",
    group="adaptation",
    question="Can a model do a task in a language in which it has seen no labelled example?",
    systems=("XLM",),
    claims=(
        Claim(
            "A model that learned to infer in English infers in other languages as well, and "
            "better if it was pretrained on translated pairs too.",
            "average accuracy on XNLI: 75.1 with pairs, 71.5 without; 70.2 before",
            "Table 1",
            "xlm",
        ),
    ),
    base=BASE,
    arms=(Arm("mlm", "MLM"), Arm("mlm_tlm", "MLM + TLM", PAIRS)),
    varies=("objectives", "schedule.task_share"),
    metrics=(
        Metric("transferred", "Fine-tuned in English, tested in Korean", is_share=True),
        Metric("english", "Fine-tuned and tested in English", is_share=True),
        Metric("korean", "Fine-tuned and tested in Korean", is_share=True),
    ),
    contrasts=(
        Contrast(
            "Tested in Korean after English, MLM + TLM minus MLM",
            Cell("mlm_tlm", "transferred"),
            Cell("mlm", "transferred"),
            "more",
        ),
        Contrast(
            "Tested in English after English, MLM + TLM minus MLM",
            Cell("mlm_tlm", "english"),
            Cell("mlm", "english"),
            "more",
        ),
    ),
    regime="The task is that of XNLI: does the first sentence entail the second, contradict it, or "
    "neither? All parameters learn from the same 3,000 English examples of the mini-world. Both "
    "languages divide its facts into splits in the same way. The third measure is what as many "
    "Korean examples give.",
    limits="XNLI has 15 languages, and the paper's average is over all of them, English among "
    "them; here are two languages without a common script, and sentences from patterns. The "
    "classes are equally frequent, so chance is 33 %.",
    live=Live(
        "finetuning", ("xlm-mini",), "Paris is the capital of France.", "Paris is in France."
    ),
    measure="transferred",
    measure_options={"task": "entailment", "num_examples": 3000},
)
