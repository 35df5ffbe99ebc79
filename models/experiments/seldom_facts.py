"""What entities add to facts that a text states often, seldom, or never (ERNIE of Zhang et al.)."""

from dataclasses import replace

from models.comparison.spec import Arm, Claim, Contrast, Metric, MetricPoint
from models.experiments.entities_right_or_wrong import INPUT, REGIME
from models.experiments.entities_right_or_wrong import SPEC as RIGHT_OR_WRONG

SPEC = replace(
    RIGHT_OR_WRONG,
    name="seldom_facts",
    title="Facts by how often they were read",
    question="Are facts that a text seldom states those for which entities help most?",
    claims=(
        Claim(
            "A text seldom states all facts about the entities that it names; a knowledge graph "
            "has them.",
            "an argument, not a measurement",
            "section 1",
            "ernie-entities",
        ),
    ),
    arms=(Arm("linked", "Entities"), Arm("removed", "None", {INPUT: "removed"})),
    metrics=(Metric("facts", "Capitals named correctly", is_share=True),),
    measurements=tuple(
        Contrast(
            f"Capitals stated {words}, with entities minus without",
            MetricPoint("linked", "facts", x),
            MetricPoint("removed", "facts", x),
            "more",
        )
        for x, words in ((1.0, "once"), (2.0, "twice"), (3.0, "three times or more"))
    ),
    regime=REGIME,
    measure_options={"by_count": True},
    along="x",
    x_title="sentences that state the capital; the last group has more, too",
)
