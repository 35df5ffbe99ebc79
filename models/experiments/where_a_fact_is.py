"""Where a fact is stored, by patching (Meng et al. 2022, ROME's causal tracing)."""

from models.comparison.base import base_recipe
from models.comparison.spec import (
    Arm,
    Contrast,
    Direction,
    ExperimentSpec,
    Floor,
    LiveExample,
    Metric,
    MetricPoint,
    PaperClaim,
)

NUM_LAYERS = 4
ARMS = (
    Arm("gpt2", "GPT-2", {"architecture": "gpt2", "objectives": ("causal",)}),
    Arm("bert", "BERT", {"options.masked.rate": 0.3, "schedule.steps": 2000}),
)
PLACES = {"subject": "the subject", "last": "the last token", "other": "the other tokens"}
OUTPUTS = {"attention": "Attention", "feed_forward": "Feed-forward"}


def _subject_contrast(arm: Arm) -> Contrast:
    return Contrast(
        f"{arm.title}, the subject: feed-forward minus attention, all layers",
        MetricPoint(arm.name, "feed_forward_subject_all"),
        MetricPoint(arm.name, "attention_subject_all"),
        _paper(arm),
        says=f"In {arm.title}, at the subject, feed-forward outputs restore the probability "
        "by {value} than those of attention",
    )


def _places_contrast(arm: Arm) -> Contrast:
    return Contrast(
        f"{arm.title}, feed-forward of all layers: the subject minus the last token",
        MetricPoint(arm.name, "feed_forward_subject_all"),
        MetricPoint(arm.name, "feed_forward_last_all"),
    )


def _attention_contrast(arm: Arm) -> Contrast:
    return Contrast(
        f"{arm.title}, attention of all layers: the last token minus the subject",
        MetricPoint(arm.name, "attention_last_all"),
        MetricPoint(arm.name, "attention_subject_all"),
        _paper(arm),
        says=f"In {arm.title}, putting the outputs of attention back restores the probability "
        "by {value} at the last token than at the subject",
    )


def _states_contrast(arm: Arm) -> Contrast:
    half = NUM_LAYERS / 2
    return Contrast(
        f"{arm.title}, hidden states between the layers: the subject minus the other tokens",
        MetricPoint(arm.name, "hidden_subject", half),
        MetricPoint(arm.name, "hidden_other", half),
    )


def _paper(arm: Arm) -> Direction:
    """What the paper found, which is about decoders: nothing about BERT."""
    return "more" if arm is ARMS[0] else ""


SPEC = ExperimentSpec(
    name="where_a_fact_is",
    title="Where a fact is stored",
    group="inside",
    question="Which states carry a fact from its subject to the prediction?",
    systems=("GPT-2", "BERT"),
    claims=(
        PaperClaim(
            "Feed-forward networks of the middle layers recall a fact at the last token of its "
            "subject.",
            "average indirect effect on the probability in GPT-2 XL, at the last token of the "
            "subject: 8.7 % for a hidden state (layer 15), 6.6 % for feed-forward networks, 1.6 "
            "% for attention",
            "section 2.2",
            "causal_tracing",
            (_subject_contrast(ARMS[0]),),
        ),
        PaperClaim(
            "Attention brings it to the last token of the text.",
            "a late site of attention at the last token, in a figure",
            "section 2.2",
            "causal_tracing",
            (_attention_contrast(ARMS[0]),),
        ),
    ),
    base=base_recipe(
        "bert",
        objectives=("masked",),
        data="facts:en",
        config={"initializer_range": 0.05},
        tokenizer__vocab_size=5000,
        size__num_layers=NUM_LAYERS,
        schedule__batch_size=64,
        schedule__steps=1000,
        schedule__length=24,
        schedule__single_share=0.9,
        schedule__learning_rate=3e-3,
    ),
    arms=ARMS,
    varies=("architecture", "objectives", "options", "options.masked.rate", "schedule.steps"),
    metrics=(
        *(
            Metric(f"hidden_{name}", f"Hidden state of {title}", is_share=True, smallest=0.05)
            for name, title in PLACES.items()
        ),
        *(
            Metric(f"{kind}_{name}", f"{output} at {PLACES[name]}", is_share=True, smallest=0.05)
            for kind, output in OUTPUTS.items()
            for name in ("subject", "last")
        ),
        *(
            Metric(
                f"{kind}_{name}_all",
                f"{output} at {PLACES[name]}, all layers",
                is_share=True,
                smallest=0.05,
            )
            for kind, output in OUTPUTS.items()
            for name in ("subject", "last")
        ),
        Metric("known", "Facts that the model knows", is_share=True, smallest=0.05),
    ),
    measurements=(
        _subject_contrast(ARMS[1]),
        _attention_contrast(ARMS[1]),
        *map(_places_contrast, ARMS),
        *map(_states_contrast, ARMS),
    ),
    floors=(Floor("known", 0.2, "a fifth of the facts"),),
    regime="Two sentences state the same relation of two subjects, such as the capitals of France "
    "and of Italy. A state of the second is put into the first, and measured is which share of the "
    "difference in log-odds of both answers it restores: 0 % is no effect, 100 % the prediction of "
    "the second sentence. The last token is where the answer is predicted; in BERT it is the "
    "masked position. Subject and answer are one token each, and the model knows both facts. Both "
    "models read the same sentences, most of them alone. BERT, which has a loss on fewer tokens, "
    "reads them for twice as many steps with 30 % masked, so that it knows enough facts. At most "
    "150 pairs of each model are patched; seeds also change the pairs.",
    limits="The paper traces models of 48 layers and restores the outputs of ten layers at once; "
    "here there are four, and of one layer or of all. It disturbs the subject by noise and "
    "measures the probability; here the subject is another one of the same kind. Subjects have one "
    "token, so nothing has to be put together from several. A share says what is enough to move "
    "the prediction, not that it is the only way, so shares of several places may add up to more "
    "than 100 %. The paper has no masked model: for BERT its claim is tried on another kind. A "
    "difference of at most 5 percentage points counts as none.",
    live=LiveExample(
        "two_sentences",
        ("gpt2-mini", "bert-mini"),
        "The capital of France is Paris.",
        settings={"view": "patching"},
    ),
    measure="restored_facts",
    measure_options={"num_examples": 150},
    along="x",
    x_title="Layer (0: before the first)",
    quick_steps=400,
)
