"""One direction, two side by side, or two in every layer (BERT, section 2; ELMo)."""

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
    PublishedEffect,
)

SETS = {
    "entities": "world:entities:en",
    "acceptability": "world:acceptability:en",
    "sentiment": "world:sentiment:en",
}
TRANSFORMER = {"initializer_range": 0.05}

SPEC = ExperimentSpec(
    name="shallow_or_deep",
    title="Both sides: shallow or deep",
    group="context",
    question="Is it enough to read both sides separately and to put the two together at the end?",
    systems=("ELMo", "GPT-2", "BERT"),
    claims=(
        PaperClaim(
            "A model that reads both sides in every layer is better at tasks than one that reads "
            "from the left, and than two separate directions.",
            "GLUE 79.6 for BERT base, 75.1 for OpenAI GPT, 71.0 for ELMo",
            "Table 1",
            "bert",
            (
                Contrast(
                    "Mean over tasks, BERT minus ELMo",
                    MetricPoint("deep", "average"),
                    MetricPoint("shallow", "average"),
                    paper="more",
                    published=PublishedEffect(0.086),
                    says="BERT has a mean over the tasks that is {value} than that of two "
                    "separate directions",
                ),
                Contrast(
                    "Mean over tasks, BERT minus GPT-2",
                    MetricPoint("deep", "average"),
                    MetricPoint("left", "average"),
                    paper="more",
                    published=PublishedEffect(0.045),
                    says="BERT has a mean over the tasks that is {value} than that of a model "
                    "that reads from the left",
                ),
            ),
        ),
        PaperClaim(
            "Words that depend on their sentence help to recognise names.",
            "F1 on CoNLL 2003: 92.22 with ELMo, 90.15 without it",
            "Table 1",
            "elmo",
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        config=TRANSFORMER,
        tokenizer__family="words",
        schedule__learning_rate=3e-3,
        schedule__steps=1200,
    ),
    arms=(
        Arm("deep", "Both sides in every layer (BERT)"),
        Arm(
            "shallow",
            "Each side by itself (ELMo)",
            {
                "architecture": "elmo",
                "objectives": ("bidirectional",),
                "size.num_layers": 2,
                "config": {"cell_size": 84},
            },
        ),
        Arm("left", "Left only (GPT-2)", {"architecture": "gpt2", "objectives": ("causal",)}),
    ),
    varies=(
        "architecture",
        "objectives",
        "size.num_layers",
        "config.initializer_range",
        "config.cell_size",
    ),
    metrics=(
        Metric("average", "Mean over the three tasks", smallest=0.01),
        Metric("entities", "Named entities, F1", smallest=0.01),
        Metric("acceptability", "Acceptability, Matthews correlation", smallest=0.02),
        Metric("sentiment", "Sentiment, accuracy", smallest=0.01),
        Metric("entities_mix", "Learned mix for named entities", is_share=True, smallest=0.02),
        Metric("acceptability_mix", "Learned mix for acceptability", is_share=True, smallest=0.02),
        Metric("sentiment_mix", "Learned mix for sentiment", is_share=True, smallest=0.02),
    ),
    measurements=(
        Contrast(
            "Mean over tasks, ELMo minus GPT-2",
            MetricPoint("shallow", "average"),
            MetricPoint("left", "average"),
        ),
        Contrast(
            "Named entities, BERT minus GPT-2",
            MetricPoint("deep", "entities"),
            MetricPoint("left", "entities"),
        ),
    ),
    floors=(Floor("sentiment", 0.55, "chance, by 5 points"),),
    regime="Three models of about 590,000 parameters, softmax included, are pretrained on the same "
    "text and the same whole words for the same number of steps. Each is then fine-tuned on 1,500 "
    "examples of each task with one linear layer. Whether a word is a name, and of what, can "
    "depend on the words on both sides of it. ELMo's layer reads a learned mix of all its layers, "
    "whose weights are shown by task; layer 0 is that of the characters.",
    limits="ELMo reads characters and carries states, the others read ids and attend, so more than "
    "the direction differs. The paper leaves ELMo as it is, below a model of its own for each "
    "task; here all parameters learn. Its loss is on every word twice, that of GPT-2 once, that of "
    "BERT on 15 % of them.",
    live=LiveExample("masking", ("elmo-mini", "bert-mini"), "The capital of France is Paris."),
    measure="fine_tuned",
    measure_options={"sets": SETS, "num_examples": 1500},
    along="x",
    x_title="Layer (0: the characters of the word)",
)
