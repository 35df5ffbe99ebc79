"""The texts of a comparison in the language of the interface."""

from __future__ import annotations

import re
from dataclasses import replace

from explorer.core.localization import mark, message, plural, tr
from explorer.core.panel_text import paper_of
from models.comparison.evidence.intervals import Estimate
from models.comparison.evidence.registration import Registration
from models.comparison.evidence.statistics import ClaimResult, ContrastResult
from models.comparison.own_text.check import own_text_remarks
from models.comparison.results import MeasuredComparison
from models.comparison.spec import Contrast, ExperimentSpec, PaperClaim, Tradeoff
from models.data.texts.identity import TextIdentity

VERDICTS: dict[str, str] = {
    "reproduced": tr("reproduced"),
    "same direction": tr("same direction"),
    "practically equal": tr("practically equal"),
    "opposite": tr("opposite"),
    "inconclusive": tr("inconclusive"),
    "not testable here": tr("not testable here"),
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
    *(
        mark("pooling"),
        mark("pos att type"),
        mark("position buckets"),
        mark("precision"),
        mark("prediction share"),
    ),
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
SIDES = {  # verdicts that agree; the others leave a claim open
    "reproduced": "supports",
    "same direction": "supports",
    "practically equal": "equal",
    "opposite": "opposite",
}
DIRECTIONS = {"more": tr("more"), "less": tr("less"), "equal": tr("about equal")}


def localize(spec: ExperimentSpec) -> ExperimentSpec:
    """Translate every text of a comparison that is shown; names stay."""
    return replace(
        spec,
        title=message(spec.title),
        question=message(spec.question),
        claims=tuple(map(_localized_claim, spec.claims)),
        measurements=tuple(map(_localized_contrast, spec.measurements)),
        floors=tuple(replace(one, what=message(one.what)) for one in spec.floors),
        arms=tuple(
            replace(one, title=message(one.title), line=message(one.line)) for one in spec.arms
        ),
        metrics=tuple(
            replace(one, title=message(one.title), unit=message(one.unit)) for one in spec.metrics
        ),
        laws=tuple(replace(one, title=message(one.title)) for one in spec.laws),
        tradeoffs=tuple(map(_localized_tradeoff, spec.tradeoffs)),
        regime=message(spec.regime),
        limits=message(spec.limits),
        on_mini_world=message(spec.on_mini_world),
        x_title=message(spec.x_title),
    )


def _localized_claim(claim: PaperClaim) -> PaperClaim:
    return replace(
        claim,
        text=message(claim.text),
        numbers=message(claim.numbers),
        source=message(claim.source),
        contrasts=tuple(map(_localized_contrast, claim.contrasts)),
        untestable=message(claim.untestable),
        would_take=message(claim.would_take),
    )


def _localized_contrast(contrast: Contrast) -> Contrast:
    return replace(contrast, title=message(contrast.title), says=message(contrast.says))


def _localized_tradeoff(tradeoff: Tradeoff) -> Tradeoff:
    return Tradeoff(
        title=message(tradeoff.title),
        x_title=message(tradeoff.x_title),
        variants=tuple(replace(one, title=message(one.title)) for one in tradeoff.variants),
    )


def scale_of(spec: ExperimentSpec, contrast: Contrast) -> tuple[float, str]:
    """By what the numbers of a contrast are multiplied where they are written, and their unit."""
    metric = spec.metric(contrast.first.metric)
    if contrast.is_ratio:
        return 100.0, "%"
    if metric.is_share:
        return 100.0, tr("points") if contrast.is_difference else "%"
    return 1.0, metric.unit


def _with_unit(number: str, unit: str) -> str:
    """A number and its unit: of one point, the singular."""
    one = number.lstrip("+-") == "1" and unit == tr("points")
    return f"{number} {tr('point') if one else unit}".rstrip()


def effect_text(spec: ExperimentSpec, contrast: Contrast, found: Estimate) -> str:
    """Such as "+3.1 points [+2, +4.2], 5 seeds"; a ratio or a level has no sign."""
    scale, unit = scale_of(spec, contrast)
    sign = "+" if contrast.is_difference else ""
    mean = _with_unit(f"{scale * found.mean:{sign}.3g}", unit)
    seeds = plural(found.num_seeds, "{count} seed", "{count} seeds")
    if found.low is None or found.high is None:
        return tr("{mean} ({seeds}, too few for an interval)", mean=mean, seeds=seeds)
    if found.all_equal:
        return tr("{mean} (all {seeds} equal)", mean=mean, seeds=seeds)
    low, high = (f"{scale * end:{sign}.3g}" for end in (found.low, found.high))
    return tr("{mean} [{low}, {high}], {seeds}", mean=mean, low=low, high=high, seeds=seeds)


def sentence(spec: ExperimentSpec, result: ContrastResult) -> str:
    """What was measured, in words: the sentence of the contrast, or its title with the number."""
    contrast = result.contrast
    if not contrast.says:
        return f"{contrast.title}: {effect_text(spec, contrast, result.estimate)}"
    return contrast.says.replace("{value}", _value_in_words(spec, contrast, result.estimate))


def _value_in_words(spec: ExperimentSpec, contrast: Contrast, found: Estimate) -> str:
    """Such as "3.1 points more [2, 4.2]"; of a level or a ratio "71.3 % [70, 72.6]"."""
    scale, unit = scale_of(spec, contrast)
    turned = contrast.is_difference and found.mean < 0
    scale = -scale if turned else scale
    mean = _with_unit(f"{scale * found.mean:.3g}", unit)
    if contrast.is_difference:
        words = tr("{mean} less", mean=mean) if turned else tr("{mean} more", mean=mean)
    else:
        words = mean
    if found.low is None or found.high is None or found.all_equal:
        return words
    low, high = sorted((scale * found.low, scale * found.high))
    return f"{words} [{low:.3g}, {high:.3g}]"


def answer(spec: ExperimentSpec, claim: ClaimResult) -> str:
    """The answer to a claim in one sentence, with its verdict."""
    if claim.verdict is None:
        return ""
    if claim.deciding_contrast is None or claim.verdict == "not testable here":
        return tr(
            "{claim} Not testable here ({source}): {reason}.",
            claim=claim.claim.text,
            source=source_text(claim),
            reason=message(claim.reason),
        )
    found = sentence(spec, claim.deciding_contrast)
    return tr("{sentence}: {verdict}.", sentence=found, verdict=verdict_text(claim))


def would_take_text(claim: ClaimResult) -> str:
    """What a test would take, as a sentence; "" where there is one."""
    if not claim.would_take:
        return ""
    return tr("It would take {what}.", what=message(claim.would_take))


def reason_text(claim: ClaimResult) -> str:
    """Why a verdict is what it is, with the numbers, and what a test would take."""
    reason = "; ".join(message(part) for part in (claim.reason, claim.numbers_in_words) if part)
    take = would_take_text(claim)
    return f"{reason}. {take}" if take else reason


def own_text(spec: ExperimentSpec) -> str:
    """Whether a text of one's own can replace the mini-world, and what is different then."""
    if not spec.takes_own_text:
        return tr("It needs the mini-world. {why}", why=message(spec.why_no_own_text))
    remarks = " ".join(map(message, own_text_remarks(spec)))
    return " ".join(filter(None, (tr("It can be run on a text of your own."), remarks)))


def verdict_text(claim: ClaimResult) -> str:
    """The verdict with what it is about, such as "opposite of Devlin et al. (2018), Table 5"."""
    if claim.verdict is None:
        return tr("no test of this claim")
    source, contrast = (
        source_text(claim),
        claim.deciding_contrast.contrast if claim.deciding_contrast else None,
    )
    opposite = tr("opposite of {source}", source=source)
    if contrast is not None and (contrast.paper == "equal" or not contrast.is_difference):
        opposite = tr("contrary to {source}", source=source)
    texts = {
        "reproduced": tr("{source}, is reproduced", source=source),
        "same direction": tr("same direction as in {source}", source=source),
        "practically equal": tr("practically equal, unlike {source}", source=source),
        "opposite": opposite,
        "inconclusive": tr("inconclusive about {source}", source=source),
        "not testable here": tr("{source}, is not testable here", source=source),
    }
    return texts[claim.verdict]


def source_text(claim: ClaimResult) -> str:
    """The paper of a claim and the place in it, such as "Devlin et al. (2018), Table 5"."""
    return f"{short_name(claim.claim.paper)}, {claim.claim.source}"


def short_name(paper: str) -> str:
    """A paper by its authors and year, such as "Devlin et al. (2018)"."""
    cited = paper_of(paper)
    first, *others = re.split(r", | and ", cited.authors)
    if len(others) == 1 and others[0] != "others":
        names = tr("{first} and {second}", first=first, second=others[0])
    else:
        names = f"{first} et al." if others else first
    return f"{names} ({cited.year})"


def made_text(result: MeasuredComparison) -> str:
    """How the numbers came to be."""
    seeds = plural(len(result.seeds), "{count} seed", "{count} seeds")
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    quick = f"{QUICK_RUN} " if result.quick else ""
    text = text_made(result.text) if result.text else ""
    if result.commit:
        text += tr(" Commit {commit}.", commit=result.commit)
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


def text_made(text: TextIdentity) -> str:
    """The text of a result, with its licence and the beginning of its hash where known."""
    known = [message(text.title)]
    if text.licence:
        known.append(message(text.licence))
    if text.sha256:
        known.append(tr("SHA-256 {hash}", hash=text.sha256[:12]))
    return tr(" Text: {name}.", name=", ".join(known))


def worlds_text(spec: ExperimentSpec, here: ClaimResult, there: ClaimResult, text: str) -> str:
    """Whether a claim has the outcome of the mini-world on a real text too, in one sentence."""
    found = answer(spec, there)
    if not found or here.verdict is None:
        return ""
    sides = [SIDES.get(one.verdict or "") for one in (here, there)]
    if None in sides:
        return tr("On {text} (open in at least one of both): {found}", text=text, found=found)
    if sides[0] == sides[1]:
        return tr("On {text}, as in the mini-world: {found}", text=text, found=found)
    return tr("On {text}, unlike in the mini-world: {found}", text=text, found=found)


def p_text(p: float | None) -> str:
    """A p value for a table."""
    if p is None:
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.2g}"


def registration_text(one: Registration, is_first: bool) -> str:
    """When something was registered or amended, and why."""
    when = (
        tr("Registered on {date}", date=one.date)
        if is_first
        else tr("Amended on {date}", date=one.date)
    )
    parts = [when]
    if one.hash:
        parts.append(tr("hash {hash}", hash=one.hash))
    if one.commit:
        parts.append(tr("commit {commit}", commit=one.commit))
    if one.after_results:
        parts.append(tr("after the results were known"))
    text = ", ".join(parts)
    return f"{text}: {message(one.reason)}" if one.reason else f"{text}."
