"""The texts of a comparison in the language of the interface."""

from __future__ import annotations

from dataclasses import replace

from explorer.core.localization import mark, message, plural, tr
from models.comparison.results import Estimate, MeasuredComparison
from models.comparison.spec import ExperimentSpec, Metric, Tradeoff
from models.comparison.statistics import ContrastResult

VERDICTS = {
    "as in the paper": tr("as in the paper"),
    "opposite": tr("opposite"),
    "no significant difference": tr("no significant difference"),
    "too few seeds": tr("too few seeds"),
}
# Fields of recipes in words, which a page lists as `field_title` gives them.
FIELDS = (
    *(mark("adversarial"), mark("all tokens"), mark("architecture"), mark("attention")),
    *(mark("attention type"), mark("attn layers"), mark("auxiliary lm"), mark("axial norm std")),
    *(mark("band"), mark("batch size"), mark("block size"), mark("cell size")),
    *(mark("chosen only"), mark("clip norm"), mark("copies"), mark("data"), mark("data tokens")),
    *(mark("edges"), mark("embedding epochs"), mark("embedding sharing"), mark("embedding size")),
    *(mark("enhanced mask decoder"), mark("entity input"), mark("entity size"), mark("epochs")),
    *(mark("family"), mark("folder"), mark("from scratch"), mark("from teacher")),
    *(mark("frozen embeddings"), mark("generator hidden size"), mark("global blocks")),
    *(mark("hide masked"), mark("init std"), mark("initializer range"), mark("inner")),
    *(mark("is decoder"), mark("last layers"), mark("layer"), mark("layer decay")),
    *(mark("layer map"), mark("learning rate"), mark("length"), mark("local attn chunk length")),
    *(mark("local num chunks after"), mark("long last"), mark("long length"), mark("long share")),
    *(mark("lora alpha"), mark("lora modules"), mark("lora rank"), mark("lsh attn chunk length")),
    *(mark("margin"), mark("mask share"), mark("masked only"), mark("max length")),
    *(mark("max paths"), mark("max relative positions"), mark("mean span length")),
    *(mark("method"), mark("model"), mark("noise density"), mark("num buckets")),
    *(mark("num examples"), mark("num hashes"), mark("num heads"), mark("num layers")),
    *(mark("num positions"), mark("num random blocks"), mark("num window blocks")),
    *(mark("objectives"), mark("one in"), mark("pair width"), mark("path width")),
    *(mark("pooling"), mark("position buckets"), mark("precision"), mark("prediction share")),
    *(mark("random share"), mark("rate"), mark("relative attention max distance")),
    *(mark("relative rate"), mark("reversible"), mark("rtd weight"), mark("sharing")),
    *(mark("single data"), mark("single share"), mark("source"), mark("start"), mark("steps")),
    *(mark("style"), mark("task share"), mark("teacher"), mark("threshold"), mark("vocab size")),
    *(mark("warmup share"), mark("warmup steps"), mark("way"), mark("weight attention")),
    *(mark("weight ce"), mark("weight cos"), mark("weight decay"), mark("weight embedding")),
    *(mark("weight hidden"), mark("weight mlm"), mark("width")),
)
QUICK_RUN = tr(
    "A quick run has fewer steps and seeds. It shows how the comparison works and is no evidence: "
    "an effect that needs long training is missing, or may be the opposite, until the whole run."
)
DIRECTIONS = {"more": tr("more"), "less": tr("less"), "equal": tr("about equal")}


def localized(spec: ExperimentSpec) -> ExperimentSpec:
    """The same with every text that a person reads translated; names stay."""
    return replace(
        spec,
        title=message(spec.title),
        question=message(spec.question),
        claims=tuple(
            replace(
                one,
                text=message(one.text),
                numbers=message(one.numbers),
                source=message(one.source),
            )
            for one in spec.claims
        ),
        arms=tuple(
            replace(one, title=message(one.title), line=message(one.line)) for one in spec.arms
        ),
        metrics=tuple(
            replace(one, title=message(one.title), unit=message(one.unit)) for one in spec.metrics
        ),
        contrasts=tuple(replace(one, title=message(one.title)) for one in spec.contrasts),
        laws=tuple(replace(one, title=message(one.title)) for one in spec.laws),
        tradeoffs=tuple(map(_localized_tradeoff, spec.tradeoffs)),
        regime=message(spec.regime),
        limits=message(spec.limits),
        x_title=message(spec.x_title),
    )


def _localized_tradeoff(tradeoff: Tradeoff) -> Tradeoff:
    return Tradeoff(
        title=message(tradeoff.title),
        x_title=message(tradeoff.x_title),
        variants=tuple(replace(one, title=message(one.title)) for one in tradeoff.variants),
    )


def difference_text(difference: Estimate, metric: Metric) -> str:
    """Such as "+3.1 points (95 % interval +2.0 to +4.2, 5 seeds)"."""
    scale, unit = (100.0, tr("points")) if metric.is_share else (1.0, metric.unit)
    mean = f"{scale * difference.mean:+.3g} {unit}".rstrip()
    seeds = plural(difference.num_seeds, "{count} seed", "{count} seeds")
    if difference.low is None or difference.high is None:
        return tr("{mean} ({seeds}, too few for an interval)", mean=mean, seeds=seeds)
    return tr(
        "{mean} (95 % interval {low:+.3g} to {high:+.3g}, {seeds})",
        mean=mean,
        low=scale * difference.low,
        high=scale * difference.high,
        seeds=seeds,
    )


def verdict_text(finding: ContrastResult) -> str:
    """What follows from a difference for the statement of the paper."""
    return VERDICTS[finding.verdict]


def made_text(result: MeasuredComparison) -> str:
    """How the numbers came to be."""
    seeds = plural(len(result.seeds), "{count} seed", "{count} seeds")
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    quick = f"{QUICK_RUN} " if result.quick else ""
    text = tr(" Text: {name}.", name=result.data) if result.data else ""
    return tr(
        "{quick}{seeds}, {minutes:,.0f} minutes of one core in all, on {machine}; {versions}."
        "{text}",
        quick=quick,
        seeds=seeds,
        minutes=result.seconds / 60,
        machine=result.machine,
        versions=versions,
        text=text,
    )
