"""The pages of the documentation, from what the program knows, with pictures that it draws.

python -m explorer.commands.docs --out build

Writes DIR/docs (the pages of docs/, ARCHITECTURE.md, and one page for each system, comparison and
panel) and DIR/mkdocs.yml, from which `mkdocs build --strict` makes DIR/site; `make docs` does both.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from explorer.core.comparisons.pages import (
    BUNDLED,
    MeasuredResult,
    estimate_text,
    fields_that_differ,
    page,
    value_text,
)
from explorer.core.comparisons.wording import answer, effect_text, registration_text, verdict_text
from explorer.core.errors import UserError
from explorer.core.library.card_words import metric_title, metric_value
from explorer.core.library.library import Library, ModelEntry
from explorer.core.library.published import FACTS, PublishedModel, published_models
from explorer.terminal.console import EXIT_PROBLEM
from models.comparison.catalog import experiments
from models.comparison.evidence.registration import registrations
from models.comparison.spec import GROUPS, ExperimentSpec
from models.runtime.resources import resource
from models.schema.registry import Catalog, catalog
from models.schema.specs import ArchSpec, Paper

ROOT = Path(__file__).resolve().parents[2]
HAND_WRITTEN = ROOT / "docs"
NAME = "PLM Explorer"
NOT_RUN = "No result is bundled yet."
HOME = "index.md"
MARK = ".generated"  # a file in a folder of pages that may be replaced
SYSTEMS, COMPARISONS, PANELS = "systems", "comparisons", "panels"
GUIDES = {  # pages of docs/ in the order of the menu
    "install.md": "Installation",
    "comparisons.md": "How comparisons are measured",
    "fine-tuning.md": "Fine-tuning",
    "projects.md": "Projects and reports",
    "command-line.md": "Command line",
    "python.md": "Python interface",
    "models.md": "The bundled models",
    "speed.md": "Speed",
    "add-architecture.md": "Add an architecture",
    "add-objective.md": "Add an objective",
    "add-comparison.md": "Add a comparison",
}
ARCHITECTURE, DECISIONS = "architecture", "decisions"  # folders of docs/, about the code
WAY_IN = ROOT / "ARCHITECTURE.md"
SETTINGS: dict[str, Any] = {  # of mkdocs; nothing is read from the network
    "site_name": NAME,
    "docs_dir": "docs",
    "site_dir": "site",
    "use_directory_urls": False,  # the site opens from a folder, without a server
    "theme": {"name": "readthedocs", "highlightjs": False, "navigation_depth": 2},
    "extra_css": ["site.css"],
    "plugins": ["search"],
    "validation": {"omitted_files": "warn", "links": {"not_found": "warn", "anchors": "warn"}},
}
SPECIAL = re.compile(r"([\\`*_{}\[\]#])")  # what a backslash makes plain; it does not for these:
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})
SENTENCE_END = re.compile(r"(?<=[.?!])\n")  # of a line: there, texts of panels have paragraphs
PAGE_DPI = 110  # of pictures

Pages = dict[str, str]  # by their path below docs/
Menu = list[dict[str, Any]]


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pages and their pictures; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m explorer.commands.docs", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("build"), help="folder (default: build)")
    out = parser.parse_args(argv).out
    try:
        write_pages(out)
    except UserError as error:
        print(error, file=sys.stderr)
        return EXIT_PROBLEM
    draw_comparisons(out / "docs" / COMPARISONS)
    return draw_panels(out / "docs" / PANELS)


def write_pages(out: Path) -> None:
    """All pages and mkdocs.yml, without the pictures that the program draws. Raises UserError."""
    folder = out / "docs"
    if folder.exists():
        if not (folder / MARK).exists():
            raise UserError(f"{folder} has files of others.", "Choose another folder with --out.")
        shutil.rmtree(folder)  # pages of what there is no more
    shutil.copytree(HAND_WRITTEN, folder)
    (folder / MARK).touch()
    specs = catalog()
    menu: Menu = [{"Start": HOME}]
    for title, pages in (
        (SYSTEMS, system_pages(specs)),
        (COMPARISONS, comparison_pages()),
        (PANELS, panel_pages()),
    ):
        for path, text in pages.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        menu.append({title.capitalize(): [{title_of(text): path} for path, text in pages.items()]})
    menu += [{title: path} for path, title in GUIDES.items()]
    (folder / ARCHITECTURE / HOME).write_text(way_in(), encoding="utf-8")
    menu += [{"Architecture": entries(folder, architecture_pages())}]
    menu += [{"Decisions": entries(folder, decision_pages())}]
    settings = {**SETTINGS, "nav": menu}
    text = json.dumps(settings, ensure_ascii=False, indent=2)  # JSON is YAML
    (out / "mkdocs.yml").write_text(text + "\n", encoding="utf-8")


def entries(folder: Path, pages: Iterable[str]) -> Menu:
    """Entries of the menu for pages that are already in the folder."""
    return [{title_of((folder / page).read_text(encoding="utf-8")): page} for page in pages]


def architecture_pages() -> list[str]:
    """The way in, then one page for each subject, in the order in which the way in names them."""
    named = re.findall(rf"\]\(docs/({ARCHITECTURE}/\w+\.md)", WAY_IN.read_text(encoding="utf-8"))
    return [f"{ARCHITECTURE}/{HOME}", *dict.fromkeys(named)]


def decision_pages() -> list[str]:
    """The list of decisions, then the decisions by number."""
    numbered = sorted(path.name for path in (HAND_WRITTEN / DECISIONS).glob("[0-9]*.md"))
    return [f"{DECISIONS}/{name}" for name in ("README.md", *numbered)]


def way_in() -> str:
    """ARCHITECTURE.md with links that hold in the folder of its pages."""
    text = WAY_IN.read_text(encoding="utf-8")
    return text.replace(f"](docs/{ARCHITECTURE}/", "](").replace("](docs/", "](../")


def title_of(text: str) -> str:
    """The first heading of a page."""
    return html.unescape(text.partition("\n")[0].removeprefix("# ").replace("\\", ""))


# ---- Markdown


def plain(text: Any) -> str:
    """A text in which nothing is markup, on one line."""
    return SPECIAL.sub(r"\\\1", " ".join(str(text).split())).translate(ENTITIES)


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table whose cells are Markdown already, without columns that are empty; "" without rows."""
    texts = [[str(cell) for cell in row] for row in rows]
    used = [at for at in range(len(columns)) if any(row[at] for row in texts)]
    if not used:
        return ""
    head, *lines = (f"| {' | '.join(row[at] for at in used)} |" for row in (columns, *texts))
    return "\n".join([head, "|---" * len(used) + "|", *lines])


def bullets(lines: Iterable[str]) -> str:
    return "\n".join(f"* {line}" for line in lines)


def section(title: str, *parts: str) -> str:
    """A heading and its parts; "" where all are empty."""
    body = "\n\n".join(filter(None, parts))
    return f"## {title}\n\n{body}" if body else ""


def join_page(title: str, *parts: str) -> str:
    """A page from its title and its parts."""
    return "\n\n".join([f"# {title}", *filter(None, parts)]) + "\n"


def cite_paper(paper: Paper) -> str:
    text = plain(paper)
    return f"{text} ([abstract]({paper.url}))" if paper.url else text


def list_page(title: str, intro: str, pages: Pages, summaries: Iterable[str]) -> str:
    """The page that leads to others of its folder."""
    rows = (
        (f"[{plain(title_of(text))}]({Path(path).name})", summary)
        for (path, text), summary in zip(pages.items(), summaries, strict=True)
    )
    return join_page(title, intro, table(("Page", "In one sentence"), rows))


# ---- systems


def system_pages(specs: Catalog) -> Pages:
    """A page for each architecture, and the list of them."""
    bundled = [entry for entry in Library().entries() if entry.origin == "bundled"]
    known = sorted(specs.architectures.values(), key=lambda spec: spec.title.lower())
    pages = {f"{SYSTEMS}/{spec.name}.md": system_page(spec, specs, bundled) for spec in known}
    intro = "Every architecture that the program builds, trains, opens and draws."
    summaries = [plain(spec.summary) for spec in known]
    return {f"{SYSTEMS}/{HOME}": list_page("Systems", intro, pages, summaries), **pages}


def system_page(spec: ArchSpec, specs: Catalog, bundled: Sequence[ModelEntry]) -> str:
    own = [entry for entry in bundled if entry.architecture in spec.model_types]
    published = [one for one in published_models() if one.model_type in spec.model_types]
    about = [one for one in experiments().values() if spec.title in one.systems]
    return join_page(
        plain(spec.title),
        plain(spec.summary),
        plain(spec.difference),
        section(
            "Paper", cite_paper(spec.paper), f"Reference implementation: {plain(spec.reference)}"
        ),
        section("Architecture", _structure(spec, specs)),
        section("Objectives", *(_objective(name, specs) for name in spec.objectives)),
        section("Sizes", _sizes(spec)),
        section("Published checkpoints", *(_checkpoint(one) for one in published)),
        section("Included models", _included_models_text(own)),
        section("Where code and paper differ", bullets(map(plain, spec.notes))),
        section("Comparisons about it", bullets(_comparison_link(one) for one in about)),
    )


def _structure(spec: ArchSpec, specs: Catalog) -> str:
    families = [specs.tokenizers[name].title for name in spec.tokenizers]
    rows = {
        "Tokens see each other": spec.direction,
        "Positions": spec.positions,
        "Layer normalization": "after each residual sum" if spec.post_norm else "",
        "Tokenizers": ", ".join(families),
        "Streams": ", ".join(stream.title for stream in spec.streams),
        "Inputs": ", ".join(one.title for one in spec.inputs),
        "Heads": ", ".join(head.title for head in spec.heads),
        "Also recorded": ", ".join(extra.title for extra in spec.extras),
        "`model_type` in config.json": ", ".join(spec.model_types),
    }
    return table(("", ""), ((name, plain(value)) for name, value in rows.items() if value))


def _objective(name: str, specs: Catalog) -> str:
    objective = specs.objectives[name]
    options = [f"{plain(one.title)}: {plain(value_text(one.default))}" for one in objective.options]
    text = f"**{plain(objective.title)}.** {plain(objective.summary)} {cite_paper(objective.paper)}"
    return f"{text}\n\nDefaults of this program: {'; '.join(options)}." if options else text


def _sizes(spec: ArchSpec) -> str:
    rows = [
        (plain(one.name), f"{one.total:,}", plain(one.stated), plain(one.note))
        for one in spec.presets
    ]
    return table(("Size", "Parameters, tied tensors once", "Stated", "Note"), rows)


def _checkpoint(model: PublishedModel) -> str:
    """What is stated of a checkpoint, each fact with its source."""
    name = f"[{plain(model.title)}]({model.url})" if model.on_hub else plain(model.title)
    stated = f", stated as {plain(model.stated)}" if model.stated else ""
    licence = f", licence {plain(model.licence)}" if model.licence else ""
    facts = [(FACTS[one.key][1], plain(one.says), plain(one.citation)) for one in model.facts]
    remarks = (f"{plain(one.text)} {plain(one.citation)}." for one in model.remarks)
    head = f"**{name}**: {model.parameters:,} parameters{stated}{licence}"
    parts = (head, table(("", "Stated", "Source"), facts), bullets(remarks))
    return "\n\n".join(filter(None, parts))


def _included_models_text(entries: Sequence[ModelEntry]) -> str:
    rows = []
    for entry in entries:
        metrics = (
            f"{metric_title(name, entry.architecture)} {metric_value(name, value)}"
            for name, value in entry.metrics.items()
        )
        rows.append((f"`{entry.name}`", f"{entry.parameters:,}", plain(", ".join(metrics))))
    return table(("Model", "Parameters", "On held-out text"), rows)


def _comparison_link(spec: ExperimentSpec) -> str:
    return f"[{plain(spec.title)}](../{COMPARISONS}/{spec.name}.md): {plain(spec.question)}"


# ---- comparisons


def comparison_pages() -> Pages:
    """A page for each comparison, and the list of them."""
    groups = list(GROUPS)
    specs = sorted(experiments().values(), key=lambda one: (groups.index(one.group), one.title))
    measured = {spec.name: _find_bundled_result(spec) for spec in specs}
    pages = {
        f"{COMPARISONS}/{spec.name}.md": comparison_page(spec, measured[spec.name])
        for spec in specs
    }
    intro = (
        "Claims of papers as measurements. Means over seeds have 95 % t intervals, differences are "
        "paired by seed, and each claim has a verdict of its own."
    )
    summaries = [_outcome(spec, measured[spec.name]) for spec in specs]
    return {f"{COMPARISONS}/{HOME}": list_page("Comparisons", intro, pages, summaries), **pages}


def _find_bundled_result(spec: ExperimentSpec) -> MeasuredResult | None:
    """The bundled result, not one of this machine."""
    return next((one for one in page(spec).measured if one.source == BUNDLED), None)


def _outcome(spec: ExperimentSpec, measured: MeasuredResult | None) -> str:
    answers = [] if measured is None else _answers(spec, measured)
    return plain(" ".join([spec.question, *answers[:1]]))


def _answers(spec: ExperimentSpec, measured: MeasuredResult) -> list[str]:
    found = (answer(spec, claim) for claim in measured.evaluation.claims)
    return [text for text in found if text]


def comparison_page(spec: ExperimentSpec, measured: MeasuredResult | None) -> str:
    from explorer.core.panel_text import paper_of

    claims = [
        f"{plain(claim.text)} ({plain(claim.numbers)}; {plain(claim.source)}) "
        f"{cite_paper(paper_of(claim.paper))}"
        for claim in spec.claims
    ]
    history = [registration_text(one, n == 0) for n, one in enumerate(registrations(spec.name))]
    answers = [] if measured is None else _answers(spec, measured)
    return join_page(
        plain(spec.title),
        f"**{plain(spec.question)}**",
        *map(plain, answers),
        section("What papers state", bullets(claims)),
        *([plain(NOT_RUN)] if measured is None else _results(spec, measured)),
        section("What differs", _differences(spec)),
        section("Conditions", plain(spec.regime)),
        section("Limits", plain(spec.limits)),
        section("Registered", bullets(map(plain, history))),
        section("Run it again", f"```sh\nplm-explorer compare {spec.name} --out runs\n```"),
    )


def _differences(spec: ExperimentSpec) -> str:
    """The fields of each arm; what there is more of, arms or fields, is below one another."""
    names, arms = [], [[plain(arm.title)] for arm in spec.arms]
    for name, values in fields_that_differ(spec.recipes()):
        names.append(plain(name))
        for arm, value in zip(arms, values, strict=True):
            arm.append(plain(value))
    if not names:
        return ""
    if len(arms) > len(names):
        return table(("Arm", *names), arms)
    titles, *fields = zip(*arms, strict=True)
    rows = ((name, *values) for name, values in zip(names, fields, strict=True))
    return table(("Field", *titles), rows)


def _results(spec: ExperimentSpec, measured: MeasuredResult) -> list[str]:
    result, found = measured.result, measured.evaluation
    titles = {arm.name: arm.title for arm in spec.arms}
    tested = [
        (plain(one.contrast.title), plain(effect_text(spec, one.contrast, one.estimate)))
        for one in found.results
    ]
    claims = [
        (plain(one.claim.text), plain(verdict_text(one)), plain(one.reason)) for one in found.claims
    ]
    numbers = [
        (plain(titles[arm]), plain(metric.title), _last(result.series(arm, metric.name), metric))
        for arm in titles
        for metric in spec.metrics
        if result.series(arm, metric.name)
    ]
    picture = f"![{plain(spec.title)}]({spec.name}.png)"
    return [
        section("Verdicts", table(("Claim", "Verdict", "Why"), claims)),
        section("Measured here", table(("What", "Result"), tested)),
        section("Numbers", table(("Arm", "Measured", "Mean (95 % interval)"), numbers)),
        section("Picture", picture),
    ]


def _last(series: Sequence[tuple[float | None, Any]], metric: Any) -> str:
    return plain(estimate_text(series[-1][1], is_share=metric.is_share, unit=metric.unit))


def draw_comparisons(folder: Path) -> None:
    """The page of each comparison with a bundled result as a picture."""
    from explorer.commands.figures import draw_figures
    from explorer.core.state.state import State

    names = [spec.name for spec in experiments().values() if _find_bundled_result(spec) is not None]
    states = {
        name: State(panel_settings={COMPARISONS: {"opened": name}}, panel=COMPARISONS)
        for name in names
    }
    for path in draw_figures(states, folder, PAGE_DPI):
        print(path, flush=True)


# ---- panels


def panel_pages() -> Pages:
    """A page for each panel, and the list of them."""
    from explorer.ui.panel_base.registry import find_panels

    specs = [panel.spec for panel in find_panels().panels]
    pages = {f"{PANELS}/{spec.name}.md": panel_page(spec) for spec in specs}
    intro = "The window shows one panel at a time; Ctrl+K finds each by its name."
    summaries = [plain(spec.summary) for spec in specs]
    return {f"{PANELS}/{HOME}": list_page("Panels", intro, pages, summaries), **pages}


def panel_page(spec: Any) -> str:
    """Build the page of a panel from the texts of its help."""
    sentences = [
        one.replace("{models}", "the models") for many in spec.text.marks.values() for one in many
    ]
    lines = f'from plm_explorer import figure\n\nfigure("{spec.name}")'
    help_file = tomllib.loads(resource(PANELS, f"{spec.name}.toml").read_text(encoding="utf-8"))
    paragraphs = SENTENCE_END.split(help_file["explanation"].strip())
    return join_page(
        plain(spec.title),
        plain(spec.summary),
        f"![The panel {plain(spec.title)}]({spec.name}-light.png)",
        section("What it shows", *map(plain, paragraphs)),
        section("Parts", bullets(map(plain, dict.fromkeys(sentences)))),
        section("Views", bullets(f"`{name}`" for name in spec.views)),
        section("In Python", f"```python\n{lines}\n```", "[Python interface](../python.md)"),
        section("Papers", bullets(map(cite_paper, spec.text.papers))),
    )


def draw_panels(folder: Path) -> int:
    """The window with each panel, in a process of its own."""
    command = [sys.executable, "-m", "explorer.commands.look", "--out", str(folder.absolute())]
    return subprocess.run([*command, "--themes", "light"], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
