"""`knowledge`: a graph of triples read, embedded, linked to a text, and written in parts."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from explorer.core.errors import UserError
from explorer.core.localization import tr
from explorer.terminal.console import EXIT_INTERRUPTED, Commands, add_command, print_json

if TYPE_CHECKING:
    from models.knowledge.graph import KnowledgeGraph, Subgraph
    from models.knowledge.linking import Mention
    from models.knowledge.reading import TripleReport
    from models.knowledge.transe import TransE

NUM_EXAMPLES = 3  # printed of each kind of trouble


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "knowledge")
    _add_graph(parser)
    _add_training(parser)
    _add_part(parser)
    parser.add_argument(
        "--json", action="store_true", help=tr("print everything as one JSON object")
    )
    parser.set_defaults(run=run)


def _add_graph(parser: argparse.ArgumentParser) -> None:
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--triples",
        type=Path,
        metavar="FILE",
        help=tr("a file of triples: subject, relation, object, or as its first line names them"),
    )
    source.add_argument("--graph", type=Path, metavar="DIR", help=tr("a graph that --save wrote"))
    parser.add_argument(
        "--language",
        choices=("en", "ko"),
        default="en",
        help=tr("of the names of the mini-world, which is the graph without --triples and --graph"),
    )
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help=tr("write the graph to a new folder")
    )


def _add_training(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--train", action="store_true", help=tr("train TransE, and measure it"))
    parser.add_argument(
        "--hold-out",
        type=float,
        default=0.1,
        metavar="SHARE",
        help=tr("share of the triples to measure with; 0 trains on all (default: %(default)s)"),
    )
    for name, what in (("epochs", "epochs"), ("size", tr("width of the embeddings"))):
        parser.add_argument(
            f"--{name}", type=int, metavar="N", help=tr("{what} (default: as tuned)", what=what)
        )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=tr("default: %(default)s"))
    parser.add_argument(
        "--embeddings", type=Path, metavar="F", help=tr("write the embeddings as .safetensors")
    )


def _add_part(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--text", metavar="T", help=tr("link the entities that a text names"))
    parser.add_argument(
        "--entity",
        action="append",
        default=[],
        metavar="NAME",
        help=tr("whose neighbourhood (default: what --text names); may be given several times"),
    )
    parser.add_argument(
        "--relation",
        action="append",
        default=[],
        metavar="NAME",
        help=tr("only triples of this relation; may be given several times"),
    )
    parser.add_argument("--hops", type=int, default=1, metavar="N", help=tr("default: %(default)s"))
    parser.add_argument(
        "--limit", type=int, default=200, metavar="N", help=tr("entities at most (default: 200)")
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="F",
        help=tr("write the neighbourhood as .graphml, .csv or .json"),
    )


def run(options: argparse.Namespace) -> int:
    check_options(options)
    graph, report = open_source(options)
    result: dict[str, Any] = {"graph": sizes(graph)}
    say = (lambda line: None) if options.json else print
    say(f"{len(graph.entities):,} entities, {len(graph.relations):,} relations, "
        f"{len(graph.triples):,} triples")  # fmt: skip
    if report is not None:
        result["report"] = report.as_dict()
        say("\n".join(trouble_lines(report)) or tr("Nothing in the file was left out."))
    if options.save is not None:
        graph.save(options.save)
    if options.train:
        metrics = train(graph, options)
        if metrics is None:
            return EXIT_INTERRUPTED
        result["transe"] = metrics
        say(metrics_line(metrics))
    mentions: Sequence[Mention] = ()
    if options.text is not None:
        mentions = link(graph, options.text)
        result["mentions"] = [mention_dict(graph, one) for one in mentions]
        say("\n".join(mention_lines(graph, mentions)) or tr("The text names no entity."))
    part = neighbourhood(graph, options, mentions)
    if part is not None:
        result["neighbourhood"] = sizes_of_part(part)
        write_part(graph, part, options)
    if options.json:
        print_json(result)
    return 0


# Steps --------------------------------------------------------------------------------------------


def check_options(options: argparse.Namespace) -> None:
    """Raises UserError for what would fail only after the work."""
    from models.knowledge.writing import FORMATS

    for path in (options.out, options.save, options.embeddings):
        if path is not None and (path.exists() or path.is_symlink()):
            raise UserError(tr("{path} exists already.", path=path), tr("Choose another name."))
    if options.out is not None and options.out.suffix.lower()[1:] not in FORMATS:
        raise UserError(
            tr("The ending of {name} says no format.", name=options.out.name),
            f"Use .{', .'.join(FORMATS)}.",
        )
    if options.out is not None and not options.entity and options.text is None:
        raise UserError(tr("It is not said what --out is about."), tr("Give --entity or --text."))
    if options.embeddings is not None and not options.train:
        raise UserError(tr("There are no embeddings to write."), tr("Add --train."))
    if not 0 <= options.hold_out < 1:
        raise UserError(
            tr("--hold-out is {hold_out}.", hold_out=options.hold_out),
            tr("Use a share from 0 to below 1."),
        )
    if options.hops < 0 or options.limit < 1:
        raise UserError(tr("--hops must be at least 0, and --limit at least 1."))


def open_source(options: argparse.Namespace) -> tuple[KnowledgeGraph, TripleReport | None]:
    """The graph, and what was wrong with its file. Raises ValueError, OSError."""
    from models.knowledge.graph import open_graph
    from models.knowledge.reading import read_triples
    from models.knowledge.world_graph import world_graph

    if options.triples is not None and options.triples.is_dir():
        raise UserError(
            tr("{path} is a folder, not a file of triples.", path=options.triples),
            tr("Open a graph that --save wrote with --graph {path}.", path=options.triples),
        )
    if options.graph is not None and options.graph.is_file():
        raise UserError(
            tr("{path} is a file, not the folder of a graph.", path=options.graph),
            tr("Read a file of triples with --triples {path}.", path=options.graph),
        )
    if options.triples is not None:
        graph, report = read_triples(options.triples)
        if not len(graph.triples):
            raise UserError(
                tr(
                    "{triples} has no triples: {why_empty}.",
                    triples=options.triples,
                    why_empty=report.why_empty,
                ),
                tr("A line is subject, relation and object with tabs between them."),
            )
        return graph, report
    if options.graph is not None:
        return open_graph(options.graph), None
    return world_graph(options.language), None


def train(graph: KnowledgeGraph, options: argparse.Namespace) -> dict[str, Any] | None:
    """What TransE reaches on held-out triples; None if a signal stopped it. Raises ValueError."""
    from models.knowledge.transe import TransERecipe, evaluate, frequency_ranks, split_triples

    named = {name: getattr(options, name) for name in ("epochs", "size", "seed")}
    recipe = TransERecipe(**{name: value for name, value in named.items() if value is not None})
    learned, held_out = split_triples(graph, options.hold_out, options.seed)
    made = _follow(graph, recipe, learned, options.json)
    if made is None:
        return None
    transe, speed = made
    if options.embeddings is not None:
        options.embeddings.parent.mkdir(parents=True, exist_ok=True)
        transe.save(options.embeddings)
    metrics: dict[str, Any] = {"learned": len(learned), "held_out": len(held_out)}
    metrics["triples_per_second"] = round(speed)
    if len(held_out):
        metrics |= evaluate(transe, graph, held_out).as_dict()
        alone = frequency_ranks(graph, learned, held_out)
        metrics["hits_at_10_by_frequency"] = alone.hits_at_10
    return metrics


def _follow(
    graph: KnowledgeGraph, recipe: Any, triples: Any, quiet: bool
) -> tuple[TransE, float] | None:
    """Train to the end, or until a signal; also the triples per second."""
    import time

    from explorer.terminal.interrupts import stop_on_interrupt
    from explorer.terminal.progress import ProgressLine
    from models.knowledge.transe import train_transe

    line, start = ProgressLine(sys.stderr if quiet else None), time.perf_counter()
    steps = train_transe(graph, recipe, triples)
    with stop_on_interrupt() as stop_requested, closing(steps):
        while not stop_requested.is_set():
            try:
                one = next(steps)
            except StopIteration as end:
                transe: TransE = end.value
                seconds = time.perf_counter() - start
                return transe, recipe.epochs * len(triples) / seconds
            line.show(f"epoch {one.epoch:.1f}/{one.epochs}  loss {one.loss:.4f}")
    line.say(tr("Stopped. Nothing was written."))
    return None


def link(graph: KnowledgeGraph, text: str) -> Sequence[Mention]:
    from models.knowledge.linking import EntityLinker

    return EntityLinker(graph).link(text)


def neighbourhood(
    graph: KnowledgeGraph, options: argparse.Namespace, mentions: Sequence[Mention]
) -> Subgraph | None:
    """What is around --entity, else around the mentions. Raises UserError for unknown names."""
    entities = [_known(graph.entity_named(name), name, "entity") for name in options.entity]
    entities = entities or [mention.entity for mention in mentions if options.out is not None]
    relations = [_known(graph.relation_named(name), name, "relation") for name in options.relation]
    if not entities:
        if options.out is not None:
            raise UserError(tr("The text names no entity, so nothing was written."))
        return None
    return graph.neighbourhood(entities, options.hops, relations or None, options.limit)


def _known(number: int | None, name: str, what: str) -> int:
    if number is None:
        raise UserError(tr("The graph has no {what} {name!r}.", what=what, name=name))
    return number


def write_part(graph: KnowledgeGraph, part: Subgraph, options: argparse.Namespace) -> None:
    """Write the neighbourhood, or print its triples."""
    from models.knowledge.writing import write_subgraph

    if options.out is not None:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        write_subgraph(options.out, graph, part)
    if options.json:
        return
    if options.out is None:
        for triple in part.triples:
            print("\t".join(graph.named_triple(triple)))
    where = f" in {options.out}" if options.out is not None else ""
    left_out = (
        tr(", {part:,} neighbours left out", part=part.num_left_out) if part.num_left_out else ""
    )
    print(
        tr(
            "{part:,} entities and {triples:,} triples{where}{left_out}",
            part=len(part.entities),
            triples=len(part.triples),
            where=where,
            left_out=left_out,
        )
    )


# Output -------------------------------------------------------------------------------------------


def sizes(graph: KnowledgeGraph) -> dict[str, int]:
    return {
        "entities": len(graph.entities),
        "relations": len(graph.relations),
        "triples": len(graph.triples),
    }


def sizes_of_part(part: Subgraph) -> dict[str, int]:
    return {
        "entities": len(part.entities),
        "triples": len(part.triples),
        "left_out": part.num_left_out,
    }


def trouble_lines(report: TripleReport) -> list[str]:
    lines = []
    for trouble in report.troubles:
        lines.append(f"{trouble.about}: {trouble.count:,}")
        lines += [f"    {example}" for example in trouble.examples[:NUM_EXAMPLES]]
    return lines


def metrics_line(metrics: dict[str, Any]) -> str:
    speed = f"{metrics['triples_per_second']:,} triples/s"
    if "mean_rank" not in metrics:
        return tr("TransE on {metrics:,} triples, {speed}", metrics=metrics["learned"], speed=speed)
    from models.tasks.metrics import share_interval

    hits, count = metrics["hits_at_10"], metrics["held_out"]
    low, high = share_interval(round(hits * count), count) or (0.0, 1.0)
    return tr(
        "TransE on {learned:,} triples, {held_out:,} held out: hits@10 {hits_at_10:.1%} "
        "[{low:.1%}, {high:.1%}] (by frequency alone {hits_at_10_by_frequency:.1%}), mean rank "
        "{mean_rank:.1f} of {entities:,}, {speed}",
        speed=speed,
        low=low,
        high=high,
        **metrics,
    )


def mention_lines(graph: KnowledgeGraph, mentions: Sequence[Mention]) -> list[str]:
    lines = []
    for one in mentions:
        others = [i for i in one.candidates if i != one.entity]
        also = f"; or {', '.join(_title(graph, i) for i in others)}" if others else ""
        lines.append(f"{one.start}:{one.end} {one.text}: {_title(graph, one.entity)}{also}")
    return lines


def mention_dict(graph: KnowledgeGraph, one: Mention) -> dict[str, Any]:
    names = [_title(graph, i) for i in one.candidates]
    span = {"start": one.start, "end": one.end, "text": one.text, "entity": one.entity}
    return {**span, "name": graph.entities.names[one.entity], "candidates": names}


def _title(graph: KnowledgeGraph, number: int) -> str:
    entity = graph.entities[number]
    return f"{entity.name} ({entity.kind})" if entity.kind else entity.name
