"""Loss over parameters, data and compute, and the power laws through it (Kaplan, Chinchilla)."""

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
    PowerLaw,
    PublishedLaw,
)

LAYERS = 2
WIDTHS = (16, 32, 48, 80, 128)
TOKENS = (10_000, 40_000, 160_000, 640_000)


def _name(width: int, tokens: int) -> str:
    return f"width_{width}_tokens_{tokens // 1000}k"


def _arm(width: int, tokens: int) -> Arm:
    parameters = LAYERS * (12 * width**2 + 13 * width) + 2 * width  # without embeddings
    changes = {"size.width": width, "size.inner": 4 * width, "data_tokens": tokens}
    title = f"{parameters:,} parameters, {tokens:,} tokens"
    return Arm(_name(width, tokens), title, changes, parameters, f"{tokens:,} tokens of text")


ARMS = tuple(_arm(width, tokens) for tokens in TOKENS for width in WIDTHS)
EVERY = tuple(arm.name for arm in ARMS)
MOST_DATA = tuple(_name(width, TOKENS[-1]) for width in WIDTHS)
MOST_PARAMETERS = tuple(_name(WIDTHS[-1], tokens) for tokens in TOKENS)
SMALLEST, LARGEST = _name(WIDTHS[0], TOKENS[0]), _name(WIDTHS[-1], TOKENS[-1])

SPEC = ExperimentSpec(
    name="scaling",
    title="Scaling laws",
    group="size",
    question="How does the loss fall with parameters, data and compute? What if only one grows?",
    systems=("GPT-2",),
    claims=(
        PaperClaim(
            "The loss falls with parameters N (without embeddings), with tokens D and with compute "
            "C, as a power law where the other two do not limit it.",
            "exponents 0.076 for N, 0.095 for D, 0.050 for C",
            "section 1.2",
            "scaling_laws",
            (
                Contrast(
                    "Loss with the most data, most parameters minus fewest",
                    MetricPoint(LARGEST, "final_loss"),
                    MetricPoint(MOST_DATA[0], "final_loss"),
                    paper="less",
                    says="With the most text, the model with 60 times as many parameters has a "
                    "loss that is {value} than the smallest",
                ),
                Contrast(
                    "Loss with the most parameters, most data minus a quarter of it",
                    MetricPoint(LARGEST, "final_loss"),
                    MetricPoint(MOST_PARAMETERS[-2], "final_loss"),
                    paper="less",
                    says="With the most parameters, the model with all the text has a loss "
                    "that is {value} than with a quarter of it",
                ),
            ),
        ),
        PaperClaim(
            "If only N or only D grows, the returns diminish. The penalty of overfitting depends "
            "on N^0.74 / D.",
            "N^0.74 / D",
            "section 1.1",
            "scaling_laws",
            (
                Contrast(
                    "Gain by parameters, middle size to largest: with the most data minus with "
                    "a quarter of it",
                    MetricPoint(_name(WIDTHS[2], TOKENS[-1]), "final_loss"),
                    MetricPoint(LARGEST, "final_loss"),
                    paper="more",
                    other=(
                        MetricPoint(_name(WIDTHS[2], TOKENS[-2]), "final_loss"),
                        MetricPoint(MOST_PARAMETERS[-2], "final_loss"),
                    ),
                    says="From the middle size to the largest, the loss falls by {value} with "
                    "the most text than with a quarter of it",
                ),
            ),
        ),
        PaperClaim(
            "The loss is E + A / N^α + B / D^β. For a given compute, parameters and data should "
            "grow in about the same proportion.",
            "α = 0.34, β = 0.28, E = 1.69, so N grows as C^0.46 and D as C^0.54; Besiroglu "
            "et al. (2024) find α = 0.35, β = 0.37, E = 1.82 in the same data",
            "section 3.3",
            "chinchilla",
        ),
    ),
    base=base_recipe(
        "gpt2",
        objectives=("causal",),
        tokenizer__family="byte_bpe",
        tokenizer__vocab_size=1000,
        size__num_layers=LAYERS,
        schedule__steps=1500,
        schedule__learning_rate=2e-3,
        schedule__warmup_steps=150,
    ),
    arms=ARMS,
    varies=("size.width", "size.inner", "data_tokens"),
    metrics=(
        Metric("final_loss", "Loss at the end, by parameters", "nats per token", smallest=0.02),
        Metric("loss", "Loss during training, by operations", "nats per token", smallest=0.02),
        Metric(
            "early_loss",
            "Loss after an eighth of the steps, by parameters",
            "nats per token",
            smallest=0.02,
        ),
    ),
    floors=(Floor("final_loss", 6.91, "giving all tokens one probability", below=True),),
    measurements=(
        Contrast(
            "Only parameters grow: 60 times as many, least data",
            MetricPoint(MOST_PARAMETERS[0], "final_loss"),
            MetricPoint(SMALLEST, "final_loss"),
        ),
        Contrast(
            "Only data grow: 4 times as many, fewest parameters",
            MetricPoint(MOST_DATA[0], "final_loss"),
            MetricPoint(_name(WIDTHS[0], TOKENS[-2]), "final_loss"),
        ),
        Contrast(
            "Only compute grows: all steps minus the first eighth, most parameters, least data",
            MetricPoint(MOST_PARAMETERS[0], "final_loss"),
            MetricPoint(MOST_PARAMETERS[0], "early_loss"),
        ),
    ),
    regime="A grid of five sizes and four amounts of text, each trained for the same number of "
    "steps; the curves during training give the compute. The least text is read about two hundred "
    "times, so that overfitting shows. The laws are fitted to the lowest loss of each training, "
    "as if it were stopped there, and the law of compute to the lowest loss of all models at each "
    "number of operations.",
    limits="The paper stops before a model overfits, here claims compare the last steps. The "
    "exponents depend on the text, the tokens and the model, so ours need not be those of the "
    "papers. Our sizes span a factor of 60, theirs six orders of magnitude. The learning rate "
    "falls to zero at the end of every training, so points in its middle are not those of "
    "shorter trainings; that is one reason why the two papers differ.",
    on_mini_world="With a quarter of the most text the loss of the largest model rises a little "
    "at the end, with less text by far more, so claims are tested with a quarter or more. Our "
    "laws may have a floor, Kaplan's have none; the fits put it at about zero.",
    live=LiveExample("parameters", ("gpt2-mini",), "Seoul is the capital of South Korea."),
    laws=(
        PowerLaw(
            "parameters",
            "Loss by parameters, with the most data",
            ("parameters",),
            "loss",
            MOST_DATA,
            published=(PublishedLaw("scaling_laws", (0.076,)),),
        ),
        PowerLaw(
            "data",
            "Loss by tokens of text, with the most parameters",
            ("data",),
            "loss",
            MOST_PARAMETERS,
            published=(PublishedLaw("scaling_laws", (0.095,)),),
        ),
        PowerLaw(
            "parameters_and_data",
            "Loss by parameters and tokens of text",
            ("parameters", "data"),
            "loss",
            EVERY,
            published=(PublishedLaw("chinchilla", (0.34, 0.28)),),
        ),
        PowerLaw(
            "compute",
            "Lowest loss by operations",
            (),
            "loss",
            EVERY,
            has_floor=False,
            published=(PublishedLaw("scaling_laws", (0.050,)),),
        ),
    ),
    measure="held_out_by_compute",
    points=8,
    along="x",
    x_title="Parameters or operations",
    x_is_logarithmic=True,
    limits_own_text=True,
)
