// The legs of a search. Each returns keys and scores only; what is shown of the few hits left after fusion is fetched once.

// name: search_text(map_uid, index, query, limit)
// mode: read
// `query` is Lucene syntax made by graph/scope.py from words alone, with the map's uid as a required term: the only way text
// reaches this parameter. A score of 0 means that nothing but the scope matched (all words were stop words).
// Returns: uid and score, best first.
CALL db.index.fulltext.queryNodes($index, $query, {limit: $limit}) YIELD node, score
WHERE node.map_uid = $map_uid
RETURN node.uid AS uid, score
ORDER BY score DESC, node.ref

// name: search_text_within(map_uid, index, query, kinds, places, statuses, min_confidence, author, document_uid, document_ref, since, until, most, limit)
// mode: read
// The same with all that a filter asks for, held against one after the other until there are enough: `most` at the most.
// Returns: uid and score, best first.
CALL db.index.fulltext.queryNodes($index, $query, {limit: $most}) YIELD node AS n, score
WHERE score > 0 AND n.map_uid = $map_uid AND n.kind IN $kinds
  AND ($places IS NULL OR coalesce(n.place_uid, n.parent_uid) IN $places)
  AND ($statuses IS NULL OR coalesce(n.status, CASE WHEN n.kind IN ['todo', 'question'] THEN 'open' END) IN $statuses)
  AND ($min_confidence IS NULL OR coalesce(n.confidence, 1.0) >= $min_confidence)
  AND ($author IS NULL OR n.author = $author)
  AND ($since IS NULL OR n.since >= $since) AND ($until IS NULL OR n.since <= $until)
  AND ($document_uid IS NULL OR n.document_uid = $document_uid OR n.uid = $document_uid
       OR any(ref IN coalesce(n.supported_by, []) + coalesce(n.cites, [])
              WHERE ref = $document_ref OR ref STARTS WITH $document_ref + '§'))
WITH n, score
LIMIT $limit
RETURN n.uid AS uid, score
ORDER BY score DESC, n.ref

// name: more_texts(index, query, most)
// mode: read
// Returns: one row: whether there are texts after the best `most`.
CALL db.index.fulltext.queryNodes($index, $query, {skip: $most, limit: 1}) YIELD node, score
WHERE score > 0
RETURN count(node) > 0 AS more

// name: search_vectors(map_uid, kinds, vector, limit)
// mode: read
// The filter works inside the index (Neo4j 2026, Cypher 25): neighbours in other maps cost no places. The index's name cannot
// be a parameter. Vectors of another length than the query's are not compared.
// Returns: uid and score (cosine as 0 to 1), best first.
CYPHER 25
MATCH (n:Entry)
SEARCH n IN (VECTOR INDEX peek_graph_vectors FOR $vector WHERE n.map_uid = $map_uid AND n.kind IN $kinds LIMIT $limit)
  SCORE AS score
RETURN n.uid AS uid, score
ORDER BY score DESC, n.ref

// name: search_trusted_vectors(map_uid, kinds, min_confidence, vector, limit)
// mode: read
// The same with a least confidence, also inside the index. A query of its own: inside it nothing can be left open by `OR`.
// Returns: uid and score (cosine as 0 to 1), best first.
CYPHER 25
MATCH (n:Entry)
SEARCH n IN (VECTOR INDEX peek_graph_vectors FOR $vector
             WHERE n.map_uid = $map_uid AND n.kind IN $kinds AND n.confidence >= $min_confidence LIMIT $limit)
  SCORE AS score
RETURN n.uid AS uid, score
ORDER BY score DESC, n.ref

// name: search_vectors_overfetched(map_uid, kinds, vector, fetch)
// mode: read
// For servers whose vector index cannot filter: takes `fetch` neighbours of any map and keeps the map's own. The caller asks
// again for more while `seen` reached `fetch` and too few were its own.
// Returns: one row: seen, and uids, best first.
CALL db.index.vector.queryNodes('peek_graph_vectors', $fetch, $vector) YIELD node, score
WITH node, score ORDER BY score DESC, node.ref
RETURN count(node) AS seen,
       collect(CASE WHEN node.map_uid = $map_uid AND node.kind IN $kinds THEN node.uid END) AS uids

// name: compare_vectors(map_uid, uids, vector, limit)
// mode: read
// Exact, for a filter that leaves few. Comparing raises on a vector of another length or of zeros only.
// Returns: uid and score (cosine as 0 to 1), best first.
UNWIND $uids AS uid
MATCH (n:Entry {map_uid: $map_uid, uid: uid})
WHERE size(n.embedding) = size($vector) AND any(x IN n.embedding WHERE x <> 0.0)
WITH n, vector.similarity.cosine(n.embedding, $vector) AS score
RETURN n.uid AS uid, score
ORDER BY score DESC, n.ref
LIMIT $limit

// name: uids_by_revision(map_uid, kinds, since, until, limit)
// mode: read
// Returns: uid of live entries whose state is of those revisions, in no order.
UNWIND $kinds AS kind
MATCH (n:Entry {map_uid: $map_uid, kind: kind})
WHERE n.since >= $since AND ($until IS NULL OR n.since <= $until)
RETURN n.uid AS uid
LIMIT $limit

// name: filter_uids(map_uid, uids, kinds, places, statuses, min_confidence, author, document_uid, document_ref, since, until)
// mode: read
// What a filter lets through, whichever leg found it; a filter that is null does not narrow.
// Returns: uid of those that are live and in the scope, in no order.
UNWIND $uids AS uid
MATCH (n:Entry {map_uid: $map_uid, uid: uid})
WHERE n.kind IN $kinds AND n.unsearched IS NULL
  AND ($places IS NULL OR coalesce(n.place_uid, n.parent_uid) IN $places)
  AND ($statuses IS NULL OR coalesce(n.status, CASE WHEN n.kind IN ['todo', 'question'] THEN 'open' END) IN $statuses)
  AND ($min_confidence IS NULL OR coalesce(n.confidence, 1.0) >= $min_confidence)
  AND ($author IS NULL OR n.author = $author)
  AND ($since IS NULL OR n.since >= $since) AND ($until IS NULL OR n.since <= $until)
  AND ($document_uid IS NULL OR n.document_uid = $document_uid OR n.uid = $document_uid
       OR any(ref IN coalesce(n.supported_by, []) + coalesce(n.cites, [])
              WHERE ref = $document_ref OR ref STARTS WITH $document_ref + '§'))
RETURN uid

// name: find_refs(map_uid, refs)
// mode: read
// Returns: ref and uid of those live entries.
UNWIND $refs AS ref
MATCH (n:Entry {map_uid: $map_uid, ref: ref})
RETURN n.ref AS ref, n.uid AS uid

// name: find_document(map_uid, name, archived)
// mode: read
// Returns: uid and ref of the document of that ref, key or source, which is live unless `archived`; at most one row, the ref
// before the others, and a live one before one that is archived.
CALL () {
  MATCH (d:Entry {map_uid: $map_uid, ref: $name}) WHERE d:Document
  RETURN d, 0 AS order
UNION
  MATCH (d:Archived {map_uid: $map_uid, ref: $name}) WHERE d:Document AND $archived
  RETURN d, 0 AS order
UNION
  MATCH (d:Document {map_uid: $map_uid, key: $name}) WHERE d:Entry OR $archived
  RETURN d, 1 AS order
UNION
  MATCH (d:Document {map_uid: $map_uid, source_uri: $name}) WHERE d:Entry OR $archived
  RETURN d, 2 AS order
}
RETURN d.uid AS uid, d.ref AS ref
ORDER BY order, d:Entry DESC, ref
LIMIT 1

// name: find_places(map_uid, path, below)
// mode: read
// Returns: uid of the sub-map of that path and of those whose path begins with it.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.path = $path OR s.path STARTS WITH $below
RETURN s.uid AS uid

// name: list_places(map_uid)
// mode: read
// Sub-maps, live or archived: one that is archived has no path, so it is found by its key and those above it.
// Returns: uid, parent_uid and key.
MATCH (s:SubMap {map_uid: $map_uid})
WHERE s.uid > ''
RETURN s.uid AS uid, s.parent_uid AS parent_uid, s.key AS key

// name: links_of(map_uid, uids, fan_out, sections)
// mode: read
// What entries are linked with, in either direction: who is mentioned, who rests on what. A document that was read from a source
// is found by its sections, so the first of them stand for it; of one with many, none is what a mention of its title is about.
// Each kind of link is bounded, and what more than one entry in twenty mentions is a common word of the map, as the name of
// `market.md`: a walk over it would lead to that document from everywhere.
// Returns: start and end, uids.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
WITH toInteger(0.05 * (coalesce(m.section_count, 0) + coalesce(m.finding_count, 0) + coalesce(m.action_count, 0)
                       + coalesce(m.todo_count, 0) + coalesce(m.question_count, 0))) AS part
WITH CASE WHEN part > 10 THEN part ELSE 10 END AS most
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
CALL (e, most) {
  MATCH (e)-[:MENTIONS]->(t:Entry)
  WHERE COUNT { (t)<-[:MENTIONS]-() } <= most
  RETURN t ORDER BY t.ref LIMIT $fan_out
UNION
  WITH e, most WHERE COUNT { (e)<-[:MENTIONS]-() } <= most
  MATCH (e)<-[:MENTIONS]-(t:Entry)
  RETURN t ORDER BY t.ref LIMIT $fan_out
UNION
  MATCH (d:Document {map_uid: e.map_uid, uid: e.document_uid})
  WHERE COUNT { (d)<-[:MENTIONS]-() } <= most
  MATCH (d)<-[:MENTIONS]-(t:Entry)
  WHERE coalesce(t.document_uid, '') <> e.document_uid
  RETURN t ORDER BY t.ref LIMIT $fan_out
UNION
  MATCH (e)-[l:SUPPORTED_BY|CITES|PRODUCED|CONTRADICTS]-(t:Entry)
  WHERE l.until IS NULL
  // Of what thousands rest on, not all are read to choose a few of them.
  WITH t LIMIT 500
  RETURN t ORDER BY t.ref LIMIT $fan_out
}
CALL (t) {
  WITH t WHERE t.unsearched IS NULL
  RETURN t AS end
UNION
  WITH t WHERE t.unsearched IS NOT NULL AND t.section_count <= $sections
  MATCH (t)-[h:HAS_SECTION]->(s:Entry)
  WHERE h.until IS NULL AND h.position < 3
  RETURN s AS end
}
WITH e, end
WHERE end.uid <> e.uid
RETURN DISTINCT e.uid AS start, end.uid AS end

// name: documents_of(map_uid, uids)
// mode: read
// Returns: uid of those entries, and document, the uid of the live document that a section is of, its own for all others.
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
OPTIONAL MATCH (d:Entry {map_uid: $map_uid, uid: e.document_uid})
WHERE e.kind = 'section'
RETURN e.uid AS uid, coalesce(d.uid, e.uid) AS document

// name: standing_for(map_uid, uids, sections)
// mode: read
// Returns: uid of those entries, and shown, the uid of what is found of them: itself, or the first sections of a document.
UNWIND $uids AS uid
MATCH (t:Entry {map_uid: $map_uid, uid: uid})
CALL (t) {
  WITH t WHERE t.unsearched IS NULL
  RETURN t AS end
UNION
  WITH t WHERE t.unsearched IS NOT NULL AND t.section_count <= $sections
  MATCH (t)-[h:HAS_SECTION]->(s:Entry)
  WHERE h.until IS NULL AND h.position < 3
  RETURN s AS end
}
RETURN t.uid AS uid, end.uid AS shown

// name: show_hits(map_uid, uids)
// mode: read
// What a hit says of itself, in no order. Starts from uids, so that its cost does not follow the map. A property that somebody
// wrote by hand may be of any type.
// Returns: a row a live entry of these uids; `submap` is the path of keys to where it is.
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
OPTIONAL MATCH (e)<-[h:HAS_SECTION]-(d:Entry)
WHERE h.until IS NULL
WITH e, d, coalesce(d, e) AS held
OPTIONAL MATCH (held)<-[c:CONTAINS|HAS_CONSTRAINT]-(p:SubMap)
WHERE c.until IS NULL
OPTIONAL MATCH (e)<-[before:NEXT]-(previous:Entry)
WHERE before.until IS NULL
OPTIONAL MATCH (e)-[after:NEXT]->(following:Entry)
WHERE after.until IS NULL
WITH e, d, held, p, head(collect(previous {.uid, .ref})) AS previous, head(collect(following {.uid, .ref})) AS following
RETURN e.uid AS uid, coalesce(toStringOrNull(e.ref), e.uid) AS ref, e.kind AS kind,
       coalesce(toStringOrNull(e.title), '') AS title,
       coalesce(toStringOrNull(e.text), toStringOrNull(e.summary), '') AS text, toStringOrNull(e.pointer) AS pointer,
       coalesce(toFloatOrNull(e.confidence), 1.0) AS confidence,
       coalesce(toBooleanOrNull(held.stale), false) OR coalesce(toBooleanOrNull(e.stale), false) AS stale, EXISTS {
         MATCH (e)-[l:CONTRADICTS]-(:Entry)
         WHERE l.until IS NULL
       } AS contradicted,
       toStringOrNull(held.key) AS key, p.path AS submap, coalesce(toStringOrNull(e.author), '') AS author,
       toStringOrNull(held.source_uri) AS source, coalesce(toIntegerOrNull(e.since), 0) AS since,
       toStringOrNull(e.status) AS status, d {.uid, .ref} AS parent, previous, following, [e.outcome, e.who, e.`when`] AS apart

// name: show_archived(map_uid, uids)
// mode: read
// The same of archived ones: a section may have lost its place in its document, and a sub-map its path.
// Returns: a row an archived entry of these uids; `submap` is the path that it had.
UNWIND $uids AS uid
MATCH (e:Archived {map_uid: $map_uid, uid: uid})
OPTIONAL MATCH (e)<-[h:HAS_SECTION]-(d:Document)
WITH e, d ORDER BY coalesce(h.until, 9223372036854775807) DESC
WITH e, head(collect(d)) AS d
WITH e, d, coalesce(d, e) AS held
RETURN e.uid AS uid, coalesce(toStringOrNull(e.ref), e.uid) AS ref, e.kind AS kind,
       coalesce(toStringOrNull(e.title), '') AS title,
       coalesce(toStringOrNull(e.text), toStringOrNull(e.summary), '') AS text, toStringOrNull(e.pointer) AS pointer,
       coalesce(toFloatOrNull(e.confidence), 1.0) AS confidence,
       coalesce(toBooleanOrNull(held.stale), false) OR coalesce(toBooleanOrNull(e.stale), false) AS stale, EXISTS {
         MATCH (e)-[l:CONTRADICTS]-(:Entry)
         WHERE l.until IS NULL
       } AS contradicted,
       toStringOrNull(held.key) AS key, reduce(path = null, key IN COLLECT {
         MATCH (held)<-[c:CONTAINS|HAS_CONSTRAINT]-(p:SubMap)<-[up:HAS_SUBMAP*0..64]-(a:SubMap)
         WHERE c.until IS NULL AND all(x IN up WHERE x.until IS NULL)
         RETURN a.key
         ORDER BY size(up) DESC
       } | coalesce(path + '.', '') + key) AS submap,
       coalesce(toStringOrNull(e.author), '') AS author, toStringOrNull(held.source_uri) AS source,
       coalesce(toIntegerOrNull(e.since), 0) AS since, toStringOrNull(e.status) AS status,
       CASE WHEN d IS NOT NULL THEN d {.uid, .ref} END AS parent, null AS previous, null AS following,
       [e.outcome, e.who, e.`when`] AS apart
