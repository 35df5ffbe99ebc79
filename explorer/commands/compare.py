"""`compare`: run comparisons, each over several seeds, and write their rows and verdicts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from explorer.commands.figures import DEFAULT_FORMATS, FORMATS
from explorer.core.comparisons.wording import registration_text
from explorer.core.errors import UserError, as_user_errors
from explorer.core.localization import message, tr
from explorer.core.state.program import program
from explorer.core.state.settings import caches_folder
from explorer.core.training.real_texts import absolute_value
from explorer.terminal.console import (
    EXIT_INTERRUPTED,
    Commands,
    add_command,
    needing_qt,
    note,
    print_json,
)
from explorer.terminal.interrupts import stop_on_interrupt

if TYPE_CHECKING:
    from models.comparison.evidence.statistics import ContrastResult
    from models.comparison.results import MeasuredComparison
    from models.comparison.run import MakeExecutor, Plan, Report
    from models.comparison.spec import ExperimentSpec

Found = TypeVar("Found")


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "compare")
    parser.add_argument("names", nargs="*", metavar="NAME", help=tr("which (default: all)"))
    parser.add_argument("--list", action="store_true", help=tr("list the comparisons and stop"))
    parser.add_argument(
        "--quick", action="store_true", help=tr("few steps and seeds: minutes, without intervals")
    )
    parser.add_argument(
        "--seeds", type=int, metavar="N", help=tr("seeds 1 to N (default: those of the comparison)")
    )
    parser.add_argument(
        "--data", default="", metavar="TEXT", help=tr("a text file to train on, or a text by name")
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help=tr("processes (default: %(default)s, one per core)"),
    )
    parser.add_argument("--scheduler", default="", metavar="ADDRESS", help=tr("of a Dask cluster"))
    parser.add_argument("--out", type=Path, metavar="DIR", help=tr("output folder"))
    parser.add_argument(
        "--formats",
        nargs="+",
        choices=FORMATS,
        default=DEFAULT_FORMATS,
        metavar="FORMAT",
        help=tr(
            "of the figure: any of {join} (default: {default_formats})",
            join=" ".join(FORMATS),
            default_formats=" ".join(DEFAULT_FORMATS),
        ),
    )
    parser.add_argument(
        "--register",
        action="store_true",
        help=tr("write down arms, contrasts and guards before a run, and stop"),
    )
    parser.add_argument(
        "--reason", default="", metavar="TEXT", help=tr("why a registered comparison was changed")
    )
    parser.add_argument(
        "--tune",
        action="store_true",
        help=tr("try learning rates for every arm of comparisons that declare it, and stop"),
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help=tr("run the cheapest arm again with one seed, and compare its rows with the bundled"),
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help=tr("check only what takes at most S seconds")
    )
    parser.add_argument(
        "--replicate",
        action="store_true",
        help=tr("run the whole comparison here; its page in the window shows both results"),
    )
    parser.add_argument("--resume", action="store_true", help=tr("go on with what is in DIR"))
    parser.add_argument("--json", action="store_true", help=tr("print JSON instead of text"))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from models.comparison.catalog import experiments, find_experiment

    specs = [find_experiment(name) for name in options.names] or list(experiments().values())
    if options.data and not options.names:
        specs = keep_own_text(specs)
    if options.list:
        described = [describe(spec) for spec in specs]
        print_json(described) if options.json else print("\n".join(map(as_line, described)))
        return 0
    if options.data:
        options.data = absolute_value(options.data)
    if options.register:
        return register_all(specs, options)
    if options.check:
        return check_all(specs, options)
    if options.tune:
        return tune_all(specs, options)
    check(options)
    if options.data:
        check_texts(specs, options.data)
    with stop_on_interrupt() as stop_requested, executors(options) as make_executor:
        for spec in specs:
            plan = replication(spec) if options.replicate else plan_of(spec, options)
            if plan.data:
                note_text(plan)
            result = follow(plan, make_executor, options, stop_requested.is_set)
            if result is None:
                print(
                    tr(
                        "Stopped. Go on with --resume; the finished parts are in {out}",
                        out=options.out,
                    )
                )
                return EXIT_INTERRUPTED
            print_result(spec, result, options.json)
            if options.replicate:
                print_agreement(spec, result, options.json)
            else:
                write_figure(spec, result, options)
    return 0


def register_all(specs: list[ExperimentSpec], options: argparse.Namespace) -> int:
    """Register named comparisons as they are declared now, on a text too. Raises UserError."""
    from models.comparison.bundled import bundled_result
    from models.comparison.evidence.registration import register
    from models.data.texts.named import identity_of
    from models.data.texts.registry import known_texts

    if not options.names:
        raise UserError(tr("No comparison is named."), tr("Name those to register."))
    text = identity_of(options.data) if options.data else None
    if text is not None and text.name not in known_texts():
        raise UserError(
            tr("A comparison is registered on a text that others can get, by its name."),
            tr("The names are listed by: {command}.", command=f"{program()} texts"),
        )
    name = text.name if text else ""
    for spec in specs:
        with as_user_errors():
            known = bundled_result(spec, name)  # of other recipes, it says nothing of a run to come
            is_known = known is not None and known.recipes == spec.recipes(name)
            added = register(spec, options.reason, after_results=is_known, text=text)
        print(f"{spec.name}  {registration_text(added, not added.reason)}")
    return 0


def tune_all(specs: list[ExperimentSpec], options: argparse.Namespace) -> int:
    """Choose the learning rates of named comparisons, which then need registering."""
    from models.comparison.evidence.rates import write_rates
    from models.comparison.tuning import tune

    if not options.names or options.out is None:
        raise UserError(tr("No comparison or no folder is named."), tr("Give NAME and --out DIR."))
    if options.quick or options.seeds or options.data:
        raise UserError(
            tr("Rates are tried in whole runs on the mini-world, with seeds of their own."),
            tr("Leave --quick, --seeds and --data out."),
        )
    with stop_on_interrupt() as stop_requested, executors(options) as make_executor:
        for spec in specs:
            reports = tune(plan_of(spec, options), make_executor)
            with as_user_errors():
                rates = run_to_end(spec, reports, options, stop_requested.is_set)
            if rates is None:
                print(tr("Stopped. The same command goes on with what is missing."))
                return EXIT_INTERRUPTED
            write_rates(spec.name, rates)
            for arm, tried in rates.items():
                values = ", ".join(f"{k:g}: {v:.4g}" for k, v in tried.values.items())
                print(f"{spec.name}  {arm}: {tried.best:g} ({values})")
    return 0


def check_all(specs: list[ExperimentSpec], options: argparse.Namespace) -> int:
    """Run an arm of each comparison again; returns 1 where a row is not what is bundled."""
    from models.comparison.bundled import bundled_result
    from models.comparison.evidence.check import cheapest_part, unlike_rows
    from models.runtime.machine import machine_name

    unlike = 0
    for spec in specs:
        result = bundled_result(spec)
        if result is None:
            print(tr("{name}  has no bundled result", name=spec.name))
            continue
        arm, seed, seconds = cheapest_part(result)
        if options.seconds is not None and seconds > options.seconds:
            continue
        found = unlike_rows(spec, result, arm, seed, caches_folder())
        unlike += bool(found)
        outcome = "; ".join(found) if found else tr("equal")
        print(f"{spec.name}  {arm}, seed {seed}: {outcome}", flush=True)
        if found and result.machine != machine_name():
            note(
                tr(
                    "Measured on {there}, and this is {here}: rows are equal to the bit on one "
                    "kind of processor.",
                    there=result.machine,
                    here=machine_name(),
                )
            )
    return 1 if unlike else 0


def check(options: argparse.Namespace) -> None:
    """Raises UserError for options that do not fit together."""
    if options.replicate and (options.quick or options.seeds or options.data):
        raise UserError(
            tr("A replication is the whole comparison as it is registered."),
            tr("Leave --quick, --seeds and --data out."),
        )
    if options.out is None and not options.replicate:
        raise UserError(tr("No folder is named for the results."), tr("Give one with --out DIR."))
    for name in ("seeds", "workers"):
        if getattr(options, name) is not None and getattr(options, name) < 1:
            raise UserError(f"--{name} is {getattr(options, name)}.", tr("Give 1 or more."))


def check_texts(specs: list[ExperimentSpec], data: str) -> None:
    """Raises UserError for a comparison that cannot be made on a text."""
    from models.comparison.own_text.check import check_own_text

    for spec in specs:
        try:
            check_own_text(spec, data)
        except (OSError, ValueError) as error:
            raise UserError(
                message(str(error)), tr("Leave --data out, or name other comparisons.")
            ) from error


def note_text(plan: Plan) -> None:
    """Say what is different on a text of one's own, and whether the run is registered there."""
    from models.comparison.own_text.check import own_text_remarks

    for remark in own_text_remarks(plan.spec):
        note(message(remark))
    if plan.text is not None and not plan.quick and plan.is_exploratory:
        note(tr("{name} is not registered on this text.", name=plan.spec.name))


def keep_own_text(specs: list[ExperimentSpec]) -> list[ExperimentSpec]:
    """Keep the comparisons that can run on the user's own text, and print a note of the others."""
    others = [spec.name for spec in specs if not spec.takes_own_text]
    note(tr("Left out, as they need the mini-world: {names}.", names=", ".join(others)))
    return [spec for spec in specs if spec.takes_own_text]


def replication(spec: ExperimentSpec) -> Plan:
    """The whole comparison in the folder where the window looks for what was run here."""
    from explorer.core.comparisons import pages

    return pages.plan_of(spec.name, quick=False)


def print_agreement(spec: ExperimentSpec, result: MeasuredComparison, as_json: bool) -> None:
    """How many rows are equal to those of the bundled result."""
    from models.comparison.bundled import bundled_result
    from models.comparison.evidence.check import num_equal_rows

    bundled = bundled_result(spec)
    if bundled is not None and not as_json:
        equal, both = num_equal_rows(bundled, result)
        print(
            tr(
                "{name}  {equal:,} of {both:,} rows are equal to the bit",
                name=spec.name,
                equal=equal,
                both=both,
            )
        )


def plan_of(spec: ExperimentSpec, options: argparse.Namespace) -> Plan:
    from models.comparison.run import Plan

    return Plan(
        spec,
        options.out / spec.name,
        options.out / ".cache",
        quick=options.quick,
        seeds=tuple(range(1, options.seeds + 1)) if options.seeds else (),
        data=options.data,
    )


@contextmanager
def executors(options: argparse.Namespace) -> Iterator[MakeExecutor]:
    """What makes the processes of a comparison, or gives those of the cluster."""
    from models.comparison.run import cluster
    from models.runtime.processes import local_executor

    if not options.scheduler:
        yield partial(local_executor, options.workers)
        return
    with cluster(options.scheduler) as connect:
        yield connect


def follow(
    plan: Plan, make_executor: MakeExecutor, options: argparse.Namespace, stop_requested: Any
) -> MeasuredComparison | None:
    """Run a comparison, a line for each part; None where it was stopped."""
    from models.comparison import run as running

    resume = options.resume or options.replicate
    reports = running.run(plan, make_executor, resume=resume)
    return run_to_end(plan.spec, reports, options, stop_requested)


def run_to_end(
    spec: ExperimentSpec,
    reports: Generator[Report, None, Found],
    options: argparse.Namespace,
    stop_requested: Any,
) -> Found | None:
    """Run, print a line for each part, and return the result; None where it was stopped."""
    from models.comparison.run import PartDone

    with closing(reports):
        while not stop_requested():
            try:
                report = next(reports)
            except StopIteration as end:
                found: Found = end.value
                return found
            if isinstance(report, PartDone) and not options.json:
                left = report.seconds_left or 0.0
                part = f"{report.arm}, seed {report.seed}"
                print(
                    tr(
                        "{plan}  {done} of {total}  {part}  {left:.0f} minutes left",
                        plan=spec.name,
                        done=report.done,
                        total=report.total,
                        part=part,
                        left=left / 60,
                    ),
                    flush=True,
                )
    return None


def write_figure(
    spec: ExperimentSpec, result: MeasuredComparison, options: argparse.Namespace
) -> None:
    """The page of the comparison as files; the rows stay where no figure can be drawn."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"  # read when Qt starts
    try:
        with needing_qt():
            from PySide6.QtWidgets import QApplication

            from explorer.core.comparisons.pages import QUICK, WHOLE, Page, evaluate_result
            from explorer.core.panel_text import paper_of
            from explorer.core.report.captions import Caption
            from explorer.ui.export.choices import ExportChoices
            from explorer.ui.export.files import export
            from explorer.ui.export.layout import DrawnFigure
            from explorer.ui.panels.comparisons.page import figure, table

            app = QApplication.instance() or QApplication([])
            page = Page(spec, (evaluate_result(spec, QUICK if result.quick else WHOLE, result),))
            papers = tuple(paper_of(claim.paper) for claim in spec.claims)
            drawn = DrawnFigure(
                spec.name, (figure(page),), table(page), Caption(spec.title), papers=papers
            )
            folder = options.out / spec.name
            for path in export(drawn, folder, options.formats, ExportChoices()):
                if not options.json:
                    print(path, flush=True)
            app.processEvents()
    except UserError as error:
        note(str(error))


def describe(spec: ExperimentSpec) -> dict[str, Any]:
    from models.comparison.bundled import bundled_result

    return {
        "name": spec.name,
        "title": spec.title,
        "question": spec.question,
        "arms": [arm.name for arm in spec.arms],
        "seeds": list(spec.seeds),
        "bundled": bundled_result(spec) is not None,
        "takes_own_text": spec.takes_own_text,
    }


def as_line(described: dict[str, Any]) -> str:
    missing = "" if described["bundled"] else tr("  (no bundled result)")
    return f"{described['name']:20} {described['question']}{missing}"


def print_result(spec: ExperimentSpec, result: MeasuredComparison, as_json: bool) -> None:
    """Every claim with its verdict, and every contrast with its interval."""
    from explorer.core.comparisons.wording import QUICK_RUN, VERDICTS, effect_text, reason_text
    from models.comparison.evidence.statistics import evaluate

    found = evaluate(spec, result)
    if as_json:
        claims = [
            {
                "claim": one.claim.text,
                "verdict": one.verdict,
                "reason": one.reason,
                "would_take": one.would_take,
                "contrasts": [_as_json(spec, tested) for tested in one.results],
            }
            for one in found.claims
        ]
        measurements = [_as_json(spec, one) for one in found.measurements]
        described = {"name": spec.name, "quick": result.quick, "registered": result.registered}
        print_json({**described, "claims": claims, "measurements": measurements})
        return
    if result.quick:
        note(QUICK_RUN)
    for claim in found.claims:
        verdict = VERDICTS[claim.verdict] if claim.verdict else tr("no test of this claim")
        reason = f" ({reason_text(claim)})" if claim.reason else ""
        print(f"{spec.name}  {claim.claim.text} {verdict}{reason}")
        for tested in claim.results:
            effect = effect_text(spec, tested.contrast, tested.estimate)
            print(f"    {tested.contrast.title}: {effect}")
    for one in found.measurements:
        effect = effect_text(spec, one.contrast, one.estimate)
        print(f"{spec.name}  {one.contrast.title}: {effect}")


def _as_json(spec: ExperimentSpec, tested: ContrastResult) -> dict[str, Any]:
    contrast, found = tested.contrast, tested.estimate
    return {
        "title": contrast.title,
        "metric": contrast.first.metric,
        "mean": found.mean,
        "interval": [found.low, found.high],
        "seeds": found.num_seeds,
        "null": contrast.null,
        "smallest_effect": spec.smallest(contrast),
        "published": contrast.published.value if contrast.published else None,
        "p": tested.test.p,
        "adjusted_p": tested.adjusted_p,
        "verdict": tested.verdict,
    }
