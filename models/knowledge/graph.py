"""A knowledge graph as arrays that are searched by head and by tail, in memory or on disk."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from models.knowledge.names import (
    Entity,
    EntityTable,
    Integers,
    NameIndex,
    TextArray,
    fold_name,
    normalize_name,
)
from models.runtime.arrays import open_array
from models.runtime.files import read_object, temporary_path

FORMAT = "plm-explorer knowledge graph"
VERSION = 1
GRAPH_FILE = "graph.json"
MAX_ENTITIES = 200  # of a neighbourhood, unless asked otherwise: what a drawing can hold


@dataclass(frozen=True)
class Relation:
    """A kind of edge."""

    id: int
    name: str


@dataclass(frozen=True, eq=False)
class Subgraph:
    """Some entities of a graph and the triples among them.

    entities (n,): ids in the order of their distance. distances (n,): hops from the first ones.
    triples (m, 3): head, relation, tail. num_left_out: neighbours of these entities within the hops
    that did not fit the limit.
    """

    entities: Integers
    triples: Integers
    distances: Integers
    num_left_out: int = 0


@dataclass(frozen=True, eq=False)
class KnowledgeGraph:
    """Entities, relations and triples (head, relation, tail), each triple once.

    triples (N, 3): ascending by head, relation, tail.
    head_offsets (E + 1,): the triples of head i are triples[head_offsets[i] : head_offsets[i + 1]].
    tail_order (N,): indices of triples, ascending by tail, relation, head.
    tail_offsets (E + 1,): those with tail i are tail_order[tail_offsets[i] : tail_offsets[i + 1]].
    """

    entities: EntityTable
    relations: tuple[Relation, ...]
    triples: Integers
    head_offsets: Integers
    tail_order: Integers
    tail_offsets: Integers
    names: NameIndex

    @classmethod
    def of(
        cls,
        entities: EntityTable | Sequence[Entity],
        relations: Iterable[str],
        triples: Integers | Sequence[tuple[int, int, int]],
    ) -> KnowledgeGraph:
        """Sort and index triples (N, 3). Raises ValueError for an id that does not exist."""
        table = entities if isinstance(entities, EntityTable) else EntityTable.of(entities)
        kinds = tuple(Relation(i, name) for i, name in enumerate(relations))
        rows = unique_triples(np.asarray(triples, np.int64).reshape(-1, 3))
        _check_ids(rows, len(table), len(kinds))
        order = np.lexsort((rows[:, 0], rows[:, 1], rows[:, 2]))
        return cls(
            table,
            kinds,
            rows,
            _offsets(rows[:, 0], len(table)),
            order,
            _offsets(rows[:, 2], len(table)),
            NameIndex.of(table),
        )

    # Names ----------------------------------------------------------------------------------------

    def entity_named(self, name: str) -> int | None:
        """The entity with this name or alias, the best of several; None if there is none."""
        ids = self.entities_named(name)
        return ids[0] if ids else None

    def entities_named(self, name: str) -> tuple[int, ...]:
        """All entities with this name or alias, whatever its case and normalisation.

        First those whose name is spelled the same, then those with the most triples.
        """
        wanted, exact = fold_name(name), normalize_name(name)
        ranked: list[tuple[int, int, int]] = []
        for entity in self.names.owners_of(name):
            names = [normalize_name(one) for one in self.entities[entity].names]
            if any(fold_name(one) == wanted for one in names):
                fit = 0 if names[0] == exact else 1 if exact in names else 2
                ranked.append((fit, -self.degree(entity), entity))
        return tuple(entity for _, _, entity in sorted(ranked))

    def relation_named(self, name: str) -> int | None:
        """The relation with this name; None if there is none."""
        wanted = fold_name(name)
        return next((one.id for one in self.relations if fold_name(one.name) == wanted), None)

    # Edges ----------------------------------------------------------------------------------------

    def degree(self, entity: int) -> int:
        """The number of triples with this head or tail."""
        starts = self.head_offsets, self.tail_offsets
        return sum(int(offsets[entity + 1] - offsets[entity]) for offsets in starts)

    def outgoing_triples(self, entity: int) -> Integers:
        """The triples with this head (n, 3), ascending by relation and tail."""
        return self.triples[self.head_offsets[entity] : self.head_offsets[entity + 1]]

    def incoming_triples(self, entity: int) -> Integers:
        """The triples with this tail (n, 3), ascending by relation and head."""
        rows = self.tail_order[self.tail_offsets[entity] : self.tail_offsets[entity + 1]]
        return self.triples[rows]

    def contains(self, head: int, relation: int, tail: int) -> bool:
        """Whether this triple is in the graph."""
        rows = self.outgoing_triples(head)
        return bool(((rows[:, 1] == relation) & (rows[:, 2] == tail)).any())

    def named_triple(self, triple: Iterable[int]) -> tuple[str, str, str]:
        """The names of head, relation and tail."""
        head, relation, tail = (int(part) for part in triple)
        names = self.entities.names
        return names[head], self.relations[relation].name, names[tail]

    def neighbourhood(
        self,
        entity: int | Iterable[int],
        hops: int = 1,
        relations: Iterable[int] | None = None,
        limit: int = MAX_ENTITIES,
    ) -> Subgraph:
        """What is at most `hops` triples away from one or several entities, in any direction.

        Where more than `limit` entities are reached, relations take turns: the first neighbour by
        each relation, then the second. The triples are all among the chosen entities. `relations`
        (ids) restricts both. Raises ValueError for an entity that does not exist.
        """
        seeds = [entity] if isinstance(entity, (int, np.integer)) else list(entity)
        if any(not 0 <= seed < len(self.entities) for seed in seeds):
            raise ValueError(f"there is no such entity in this graph of {len(self.entities):,}")
        allowed = self._mask(relations)
        chosen = np.array(list(dict.fromkeys(map(int, seeds))), np.int64)[: max(1, limit)]
        layers, left_out = [chosen], 0
        reached = np.zeros(len(self.entities), bool)
        reached[chosen] = True
        for _ in range(hops):
            found = self._next_layer(layers[-1], reached, allowed)
            room = limit - sum(map(len, layers))
            left_out += max(0, len(found) - room)
            layers.append(found[:room])
            reached[found] = True
        ids = np.concatenate(layers)
        distances = np.repeat(np.arange(len(layers)), [len(layer) for layer in layers])
        return Subgraph(ids, self.triples_among(ids, relations), distances, left_out)

    def triples_among(self, entities: Integers, relations: Iterable[int] | None = None) -> Integers:
        """All triples (m, 3) whose head and tail are both among `entities`."""
        inside = np.zeros(len(self.entities), bool)
        inside[entities] = True
        rows, _ = _ranges(self.head_offsets, np.sort(entities))
        tails = self.triples[rows, 2]
        rows = rows[inside[tails]]
        allowed = self._mask(relations)
        return self.triples[rows if allowed is None else rows[allowed[self.triples[rows, 1]]]]

    def _mask(self, relations: Iterable[int] | None) -> np.ndarray[Any, np.dtype[np.bool_]] | None:
        if relations is None:
            return None
        mask = np.zeros(len(self.relations), bool)
        mask[list(relations)] = True
        return mask

    def _next_layer(
        self,
        layer: Integers,
        reached: np.ndarray[Any, np.dtype[np.bool_]],
        allowed: np.ndarray[Any, np.dtype[np.bool_]] | None,
    ) -> Integers:
        """New neighbours of a layer, the first by each relation of each entity first."""
        found, ranks = [], []
        for offsets, order, end in (
            (self.head_offsets, None, 2),
            (self.tail_offsets, self.tail_order, 0),
        ):
            places, owners = _ranges(offsets, layer)
            rows = places if order is None else order[places]
            kinds, ends = self.triples[rows, 1], self.triples[rows, end]
            new = ~reached[ends] if allowed is None else ~reached[ends] & allowed[kinds]
            found.append(ends[new])
            ranks.append(_ranks_in_runs(owners * (len(self.relations) + 1) + kinds)[new])
        every, rank = np.concatenate(found), np.concatenate(ranks)
        few = np.minimum(rank, np.iinfo(np.uint16).max).astype(np.uint16)  # sorted by radix: quick
        every = every[np.argsort(few, kind="stable")]
        first = np.full(len(self.entities), -1, np.int64)
        first[every[::-1]] = np.arange(len(every))[::-1]
        return every[first[every] == np.arange(len(every))]

    # Files ----------------------------------------------------------------------------------------

    def fingerprint(self) -> str:
        """A hash of names, relations and triples, which is what embeddings belong to."""
        digest = blake2b(repr([relation.name for relation in self.relations]).encode())
        for array in (self.entities.names.data, self.entities.names.offsets, self.triples):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()[:32]

    def save(self, folder: Path) -> None:
        """Write the graph into a new folder, whole or not at all.

        Raises ValueError where something exists already, and OSError.
        """
        if folder.exists() or folder.is_symlink():
            raise ValueError(f"{folder} exists already. Choose a new folder.")
        folder.parent.mkdir(parents=True, exist_ok=True)
        building = temporary_path(folder.parent)
        try:
            building.mkdir()
            for name, array in self._arrays().items():
                np.save(building / f"{name}.npy", array, allow_pickle=False)
            text = json.dumps(self._header(), ensure_ascii=False, indent=1)
            (building / GRAPH_FILE).write_text(text, encoding="utf-8")
            building.rename(folder)
        finally:
            shutil.rmtree(building, ignore_errors=True)

    def _header(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "entities": len(self.entities),
            "triples": len(self.triples),
            "relations": [relation.name for relation in self.relations],
            "kinds": list(self.entities.kinds),
        }

    def _arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        table = self.entities
        return {
            "triples": self.triples,
            "head_offsets": self.head_offsets,
            "tail_order": self.tail_order,
            "tail_offsets": self.tail_offsets,
            "names": table.names.data,
            "name_offsets": table.names.offsets,
            "aliases": table.aliases.data,
            "alias_text_offsets": table.aliases.offsets,
            "alias_offsets": table.alias_offsets,
            "kind_codes": table.kind_codes,
            "keys": self.names.keys,
            "owners": self.names.owners,
        }


def open_graph(folder: Path) -> KnowledgeGraph:
    """A saved graph whose arrays stay on disk until they are read.

    Raises ValueError, which names the file, for a folder that is none or that is damaged.
    """
    header = _open_header(folder)
    arrays = dict(_open_arrays(folder))
    names = TextArray(arrays["names"], arrays["name_offsets"])
    aliases = TextArray(arrays["aliases"], arrays["alias_text_offsets"])
    kinds = tuple(map(str, header["kinds"]))
    table = EntityTable(names, aliases, arrays["alias_offsets"], arrays["kind_codes"], kinds)
    graph = KnowledgeGraph(
        table,
        tuple(Relation(i, str(name)) for i, name in enumerate(header["relations"])),
        arrays["triples"],
        arrays["head_offsets"],
        arrays["tail_order"],
        arrays["tail_offsets"],
        NameIndex(arrays["keys"], arrays["owners"]),
    )
    _check_shapes(graph, header, folder)
    return graph


def unique_triples(triples: Integers) -> Integers:
    """Triples (N, 3) ascending by head, relation, tail, each once."""
    order = np.lexsort((triples[:, 2], triples[:, 1], triples[:, 0]))
    rows = triples[order]
    new = np.ones(len(rows), bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    return rows[new]


def _check_ids(triples: Integers, num_entities: int, num_relations: int) -> None:
    for column, count, what in ((0, num_entities, "head"), (1, num_relations, "relation"),
                                (2, num_entities, "tail")):  # fmt: skip
        ids = triples[:, column]
        if len(ids) and (ids.min() < 0 or ids.max() >= count):
            raise ValueError(f"a triple has a {what} that does not exist")


def _offsets(ids: Integers, count: int) -> Integers:
    """Return the first row of each id once rows are sorted by id, then the total (count + 1,)."""
    return np.concatenate(([0], np.cumsum(np.bincount(ids, minlength=count)))).astype(np.int64)


def _ranges(offsets: Integers, ids: Integers) -> tuple[Integers, Integers]:
    """The places of all rows of some ids, and for each the index into `ids`."""
    starts, sizes = offsets[ids], offsets[ids + 1] - offsets[ids]
    owners = np.repeat(np.arange(len(ids)), sizes)
    before = np.cumsum(sizes) - sizes
    return np.arange(int(sizes.sum())) - before[owners] + starts[owners], owners


def _ranks_in_runs(groups: Integers) -> Integers:
    """The rank of each element within its run of equal elements."""
    places = np.arange(len(groups))
    begins = np.ones(len(groups), bool)
    begins[1:] = groups[1:] != groups[:-1]
    return places - np.maximum.accumulate(np.where(begins, places, 0))


def _open_header(folder: Path) -> Mapping[str, Any]:
    path = folder / GRAPH_FILE
    try:
        header = read_object(path)
    except (OSError, ValueError) as error:
        raise ValueError(f"{folder} is no folder of a knowledge graph ({error})") from error
    if header.get("format") != FORMAT or header.get("version") != VERSION:
        raise ValueError(f"{path} was not written by this version of the program. Read it again.")
    lists = (header.get("relations"), header.get("kinds"))
    if not all(isinstance(one, list) for one in lists):
        raise ValueError(f"{path} is damaged. Read the triples again.")
    return header


def _open_arrays(folder: Path) -> Iterator[tuple[str, np.ndarray[Any, Any]]]:
    for name in ("triples", "head_offsets", "tail_order", "tail_offsets", "names", "name_offsets",
                 "aliases", "alias_text_offsets", "alias_offsets", "kind_codes", "keys",
                 "owners"):  # fmt: skip
        path = folder / f"{name}.npy"
        try:
            yield name, open_array(path)
        except (OSError, ValueError) as error:
            raise ValueError(f"{path} cannot be read ({error}). Read the triples again.") from error


def _check_shapes(graph: KnowledgeGraph, header: Mapping[str, Any], folder: Path) -> None:
    """The sizes that the indexes rely on; contents are not read."""
    table, num, rows = graph.entities, header.get("entities"), header.get("triples")
    fits = (
        len(table) == num == len(table.kind_codes)
        and graph.triples.shape == (rows, 3)
        and len(graph.tail_order) == rows
        and len(graph.names.keys) == len(graph.names.owners) == len(table) + len(table.aliases)
        and all(
            len(offsets) == len(table) + 1 and int(offsets[-1]) == end
            for offsets, end in (
                (graph.head_offsets, rows),
                (graph.tail_offsets, rows),
                (table.alias_offsets, len(table.aliases)),
                (table.names.offsets, len(table.names.data)),
            )
        )
    )
    if not fits:
        raise ValueError(f"The files in {folder} do not fit together. Read the triples again.")
