// What is derived from states so that search finds them: vectors, the context that full text sees, links. Derived data makes no
// Version and no revision; but whoever writes it takes the map's lock first, by writing to the map, so that no state changes
// between what it was made from and its being written.

// name: pending(map_uid)
// mode: read
// Returns: which embedder fills the map, whether few texts chose it, and how many entries wait for it and for their links
// (indexes have them); no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
RETURN m.embedder AS embedder, m.dimensions AS dimensions, coalesce(m.embedder_tentative, false) AS tentative,
       COUNT { (:Entry {map_uid: $map_uid, vector_pending: true}) } AS pending,
       COUNT { (:Entry {map_uid: $map_uid, links_pending: true}) } AS links

// name: take_links(map_uid, limit, at)
// mode: write
// Takes entries that wait for their links; the flag goes now, so that what is made next may ask for some of them again.
// Returns: what context, names and mentions are made from.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.links_at = $at
WITH m
CALL () {
  MATCH (e:Entry {map_uid: $map_uid, links_pending: true})
  RETURN e
  LIMIT $limit
}
REMOVE e.links_pending
RETURN e.uid AS uid, e.kind AS kind, e.title AS title, e.text AS text, e.key AS key, e.aliases AS aliases, e.who AS who,
       e.`when` AS `when`, e.document_uid AS document_uid, CASE WHEN e.kind <> 'section' THEN e.context END AS context

// name: around(map_uid, uids, characters)
// mode: read
// Returns: uid of each of these actions, the ends of the texts of the two before it in its list, the nearest first, and the
// beginning of the one after.
UNWIND $uids AS uid
MATCH (e:Entry {map_uid: $map_uid, uid: uid})
RETURN uid,
  COLLECT {
    MATCH (b:Entry {map_uid: $map_uid, parent_uid: e.parent_uid, kind: 'action'})
    WHERE b.position < e.position
    RETURN right(coalesce(toStringOrNull(b.text), ''), $characters)
    ORDER BY b.map_uid DESC, b.parent_uid DESC, b.kind DESC, b.position DESC
    LIMIT 2
  } AS before,
  COLLECT {
    MATCH (a:Entry {map_uid: $map_uid, parent_uid: e.parent_uid, kind: 'action'})
    WHERE a.position > e.position
    RETURN left(coalesce(toStringOrNull(a.text), ''), $characters)
    ORDER BY a.map_uid, a.parent_uid, a.kind, a.position
    LIMIT 1
  } AS after

// name: set_contexts(map_uid, rows)
// mode: batch
// What full text sees beside an entry's own text. Rows: {uid, context}; null for none.
// Returns: how many.
UNWIND $rows AS row
MATCH (s:Entry {map_uid: $map_uid, uid: row.uid})
SET s.context = row.context
RETURN count(s) AS count

// name: pending_vectors(map_uid, limit)
// mode: read
// Returns: entries that still wait for a vector, with what is embedded of them and the state that it is of.
MATCH (e:Entry {map_uid: $map_uid, vector_pending: true})
WITH e, coalesce(toStringOrNull(e.text), '') AS text
LIMIT $limit
RETURN e.uid AS uid, e.kind AS kind, coalesce(toStringOrNull(e.title), '') AS title, text, size(text) AS length,
       e.who AS who, e.`when` AS `when`, coalesce(e.since, 0) AS since

// name: set_vectors(map_uid, embedder, rows, at)
// mode: batch
// A vector for a state that is no more is dropped, and so are those for a title or text that was changed by hand, and all of
// an embedder that the map was handed away from. Rows: {uid, since, title, length, vector, error}: vector and error are null
// of an entry that has nothing to be embedded.
// Returns: how many were taken.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.vectors_at = $at
WITH m
WHERE m.embedder = $embedder
UNWIND $rows AS row
MATCH (e:Entry {map_uid: $map_uid, uid: row.uid})
WHERE e.vector_pending AND coalesce(e.since, 0) = row.since AND coalesce(toStringOrNull(e.title), '') = row.title
  AND size(coalesce(toStringOrNull(e.text), '')) = row.length
SET e.embedding = row.vector, e.vector_error = row.error
REMOVE e.vector_pending
RETURN count(e) AS count

// name: mark_all_pending(map_uid)
// mode: write
// Asks for every vector of the map anew.
// Returns: how many.
MATCH (e:Entry {map_uid: $map_uid})
WHERE e.uid > '' AND e.unsearched IS NULL
SET e.vector_pending = true
REMOVE e.embedding, e.vector_error
RETURN count(e) AS count

// name: mark_all_links(map_uid, at)
// mode: write
// Asks for context and mentions of every entry anew; under the map's lock, so that nobody links meanwhile what is asked for.
// Returns: how many; no row if the map is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.links_at = $at
WITH m
MATCH (e:Entry {map_uid: $map_uid})
WHERE e.uid > ''
SET e.links_pending = true
RETURN count(e) AS count

// name: some_texts(map_uid, characters, limit)
// mode: read
// Returns: the beginnings of texts of some entries, without the map's own words; uids are drawn at random, and so is this order.
MATCH (e:Entry {map_uid: $map_uid})
WHERE e.uid > '' AND e.unsearched IS NULL AND e.kind <> 'notice'
WITH e
ORDER BY e.map_uid, e.uid
LIMIT $limit
RETURN left(coalesce(toStringOrNull(e.text), toStringOrNull(e.title), ''), $characters) AS text

// name: set_embedder(map_uid, embedder, dimensions, tentative)
// mode: write
// Writes down which embedder fills the map, unless one is written already; `tentative` if it was chosen by few texts.
// Returns: the embedder and dimensions that hold now.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.embedder_tentative = CASE WHEN m.embedder IS NULL AND $tentative THEN true ELSE m.embedder_tentative END
SET m.embedder = coalesce(m.embedder, $embedder), m.dimensions = coalesce(m.dimensions, $dimensions)
RETURN m.embedder AS embedder, m.dimensions AS dimensions

// name: settle_embedder(map_uid, embedder)
// mode: write
// More texts say the same as the few did.
// Returns: the map's uid.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
WHERE m.embedder = $embedder
REMOVE m.embedder_tentative
RETURN m.uid AS uid

// name: replace_embedder(map_uid, old, embedder, dimensions, tentative)
// mode: write
// Hands the map to another embedder, or with null to the one that the next filling decides on; the caller marks the vectors of
// the old one for renewal in the same transaction. With `old`, only if that is the map's still, and chosen by few texts.
// Returns: the map's uid; no row if it was not handed over, or is gone.
MATCH (m:Map {app: 'peek-graph', uid: $map_uid})
SET m.vectors_at = datetime()
WITH m
WHERE $old IS NULL OR (m.embedder = $old AND m.embedder_tentative)
SET m.embedder = $embedder, m.dimensions = $dimensions, m.embedder_tentative = CASE WHEN $tentative THEN true END
RETURN m.uid AS uid
