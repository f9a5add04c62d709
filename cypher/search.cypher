// The legs of a search. Each returns keys and scores only; what is shown of the few hits left after fusion is fetched once.

// name: search_text(map_uid, index, query, limit)
// mode: read
// `query` is Lucene syntax made by graph/lucene.py from words alone, with the map's uid as a required term: the only way text
// reaches this parameter. A score of 0 means that nothing but the scope matched (all words were stop words).
// Returns: uid and score, best first.
CALL db.index.fulltext.queryNodes($index, $query, {limit: $limit}) YIELD node, score
WHERE score > 0 AND node.map_uid = $map_uid
RETURN node.uid AS uid, score
ORDER BY score DESC, node.ref

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

// name: search_vectors_overfetched(map_uid, kinds, vector, fetch, limit)
// mode: read
// For servers whose vector index cannot filter: takes `fetch` neighbours of any map and keeps the map's own. The caller asks
// again for more while `seen` reached `fetch` and too few were its own.
// Returns: one row: seen, and hits as {uid, score}, best first.
CALL db.index.vector.queryNodes('peek_graph_vectors', $fetch, $vector) YIELD node, score
WITH node, score ORDER BY score DESC, node.ref
WITH count(node) AS seen,
     collect(CASE WHEN node.map_uid = $map_uid AND node.kind IN $kinds THEN {uid: node.uid, score: score} END) AS own
RETURN seen, own[..$limit] AS hits

// name: show_hits(map_uid, uids)
// mode: read
// What a hit says of itself, in no order. Starts from uids, so that its cost does not follow the map.
// Returns: a row a live entry of these uids; `submap` is the path of keys to where it is.
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
OPTIONAL MATCH (e)<-[h:HAS_SECTION]-(d:Entry)
WHERE h.until IS NULL
WITH e, coalesce(d, e) AS held
OPTIONAL MATCH (held)<-[c:CONTAINS|HAS_CONSTRAINT]-(p:SubMap)
WHERE c.until IS NULL
RETURN e.uid AS uid, coalesce(e.ref, e.uid) AS ref, e.kind AS kind, coalesce(e.title, '') AS title,
       coalesce(e.text, e.summary, '') AS text, e.pointer AS pointer, coalesce(e.confidence, 1.0) AS confidence,
       coalesce(held.stale, false) OR coalesce(e.stale, false) AS stale, EXISTS {
         MATCH (e)-[l:CONTRADICTS]-(:Entry)
         WHERE l.until IS NULL
       } AS contradicted,
       held.key AS key, p.path AS submap

// name: show_archived(map_uid, uids)
// mode: read
// The same of archived ones: a section may have lost its place in its document, and a sub-map its path.
// Returns: a row an archived entry of these uids; `submap` is the path that it had.
UNWIND $uids AS uid
MATCH (e:Archived {map_uid: $map_uid, uid: uid})
OPTIONAL MATCH (e)<-[h:HAS_SECTION]-(d:Document)
WITH e, d ORDER BY coalesce(h.until, 9223372036854775807) DESC
WITH e, head(collect(d)) AS d
WITH e, coalesce(d, e) AS held
RETURN e.uid AS uid, coalesce(e.ref, e.uid) AS ref, e.kind AS kind, coalesce(e.title, '') AS title,
       coalesce(e.text, e.summary, '') AS text, e.pointer AS pointer, coalesce(e.confidence, 1.0) AS confidence,
       coalesce(held.stale, false) OR coalesce(e.stale, false) AS stale, EXISTS {
         MATCH (e)-[l:CONTRADICTS]-(:Entry)
         WHERE l.until IS NULL
       } AS contradicted,
       held.key AS key, reduce(path = null, key IN COLLECT {
         MATCH (held)<-[c:CONTAINS|HAS_CONSTRAINT]-(p:SubMap)<-[up:HAS_SUBMAP*0..64]-(a:SubMap)
         WHERE c.until IS NULL AND all(x IN up WHERE x.until IS NULL)
         RETURN a.key
         ORDER BY size(up) DESC
       } | coalesce(path + '.', '') + key) AS submap
