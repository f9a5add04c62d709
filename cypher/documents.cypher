// Documents and their sections: one changed source is one transaction and one revision.

// name: documents_by_uri(map_uid, uris)
// mode: read
// Returns: the live documents of those sources, with what decides whether a source changed.
UNWIND $uris AS uri
MATCH (d:Document {map_uid: $map_uid, source_uri: uri})
WHERE d:Entry
OPTIONAL MATCH (d)<-[c:CONTAINS]-(p:SubMap)
WHERE c.until IS NULL
RETURN d.uid AS uid, d.ref AS ref, d.source_uri AS source_uri, d.source_hash AS source_hash,
       coalesce(d.stale, false) AS stale, p.path AS submap

// name: archived_uris(map_uid, uris)
// mode: read
// Returns: those uris whose document was archived.
UNWIND $uris AS uri
MATCH (d:Document {map_uid: $map_uid, source_uri: uri})
WHERE d:Archived
RETURN DISTINCT uri

// name: sources_below(map_uid, prefix, after, limit)
// mode: read
// Returns: a page of the live documents' sources whose uri begins so, in order of uri, after the given one.
MATCH (d:Document {map_uid: $map_uid})
WHERE d.source_uri STARTS WITH $prefix AND d.source_uri > $after AND d:Entry
RETURN d.source_uri AS source_uri
ORDER BY source_uri, d.uid
LIMIT $limit

// name: documents_by_hash(map_uid, hash)
// mode: read
// Candidates for a source that moved. Only some: of a thousand copies, each new one would ask for all others.
// Returns: uris of live documents whose source had these bytes.
MATCH (d:Document {map_uid: $map_uid, source_hash: $hash})
WHERE d:Entry
RETURN d.source_uri AS source_uri
LIMIT 20

// name: taken_keys(map_uid, keys)
// mode: read
// Of a few candidates, asked for exactly: a prefix would read every `index` of a site with thousands of them.
// Returns: the keys that a document has, archived ones too: a key is never given twice.
UNWIND $keys AS key
MATCH (d:Document {map_uid: $map_uid, key: key})
RETURN DISTINCT key

// name: load_document(map_uid, uid)
// mode: read
// Returns: the live document's state as far as its source decides it, or what is derived needs it.
MATCH (d:Entry {map_uid: $map_uid, uid: $uid})
RETURN d.title AS title, d.summary AS summary, d.key_points AS key_points, d.media_type AS media_type,
       d.source_uri AS source_uri, d.source_hash AS source_hash, d.mtime AS mtime, d.size AS size, d.stale AS stale,
       d.written AS written, d.parent_uid AS parent_uid, d.key AS key, d.interpretation AS interpretation,
       d.aliases AS aliases, d.other_fields AS other_fields

// name: load_sections(map_uid, document_uid)
// mode: read
// Returns: a row a section, archived ones too (their refs stay taken): live in order, then the archived ones.
MATCH (d:Document {map_uid: $map_uid, uid: $document_uid})-[h:HAS_SECTION]->(s:Section)
WITH s, h, s:Entry AND h.until IS NULL AS live
WITH s, max(CASE WHEN live THEN h.position END) AS position, max(CASE WHEN live THEN 1 ELSE 0 END) AS live
RETURN s.uid AS uid, s.ref AS ref, coalesce(s.heading_path, []) AS heading_path, coalesce(s.title, '') AS title,
       coalesce(s.text, '') AS text, coalesce(s.text_hash, '') AS text_hash, coalesce(s.pointer, '') AS pointer,
       coalesce(s.context, '') AS context, position, live = 1 AS live
ORDER BY live DESC, position, ref

// name: create_sections(map_uid, number, document_uid, at, rows)
// mode: batch
// One Section a row {position, properties}, which asks for its vector and links. Where a section stands in its document and
// its source is on the relationship: it changes with every line added above, the section does not. In which document and
// sub-map it is, a search filters by.
// The time comes once: the driver takes longer to pack a time a row than the server to make the row.
// Returns: how many.
MATCH (d:Entry {map_uid: $map_uid, uid: $document_uid}), (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
CREATE (s:Entry:Section)
SET s = row.properties, s.created_at = $at, s.updated_at = $at, s.document_uid = d.uid, s.place_uid = d.parent_uid,
    s.vector_pending = true, s.links_pending = true
CREATE (d)-[:HAS_SECTION {position: row.position, pointer: row.properties.pointer, since: $number}]->(s)
CREATE (r)-[:TOUCHED]->(s)
RETURN count(s) AS count

// name: update_sections(map_uid, number, at, rows)
// mode: batch
// Writes new states, the old ones stay behind as Versions without what is derived: vector, neighbourhood, pointer.
// Rows: {uid, properties}; with `vector_pending` among the properties the vector of the old text goes, and so do the links.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (s:Entry {map_uid: $map_uid, uid: row.uid})
OPTIONAL MATCH (s)-[p:PREVIOUS]->(older)
CREATE (v:Version)
SET v = properties(s), v.until = $number
REMOVE v.embedding, v.context, v.pointer, v.vector_pending, v.vector_error, v.links_pending, v.place_uid, v.document_uid
DELETE p
CREATE (s)-[:PREVIOUS]->(v)
FOREACH (o IN CASE WHEN older IS NULL THEN [] ELSE [older] END | CREATE (v)-[:PREVIOUS]->(o))
SET s += row.properties, s.since = $number, s.updated_at = $at
FOREACH (x IN CASE WHEN row.properties.vector_pending THEN [s] ELSE [] END |
  SET x.links_pending = true
  REMOVE x.embedding, x.vector_error)
CREATE (r)-[:TOUCHED]->(s)
RETURN count(s) AS count

// name: archive_sections(map_uid, number, rows)
// mode: batch
// Relabels sections that their source no longer has: they leave every live index and stay for audit. Rows: {uid}.
// Returns: how many.
MATCH (r:Revision {map_uid: $map_uid, number: $number})
UNWIND $rows AS row
MATCH (s:Entry {map_uid: $map_uid, uid: row.uid})<-[h:HAS_SECTION]-(:Document)
WHERE h.until IS NULL
SET h.until = $number, s.until = $number, s:Archived
REMOVE s:Entry, s.vector_pending, s.links_pending
CREATE (r)-[:TOUCHED]->(s)
RETURN count(s) AS count

// name: set_positions(map_uid, number, rows)
// mode: batch
// Ends the old place of a section in its document and source, and begins the new one. Rows: {uid, position, pointer}.
// The section's own `pointer` repeats the live place, for hits and for people.
// Starts from the section: from the document each row would walk all of its sections.
// Returns: how many.
UNWIND $rows AS row
MATCH (s:Entry {map_uid: $map_uid, uid: row.uid})<-[h:HAS_SECTION]-(d:Document)
WHERE h.until IS NULL
SET h.until = $number, s.pointer = row.pointer
CREATE (d)-[:HAS_SECTION {position: row.position, pointer: row.pointer, since: $number}]->(s)
RETURN count(s) AS count

// name: end_next(map_uid, number, rows)
// mode: batch
// Ends NEXT links between sections that no longer follow each other. Rows: {from_uid, to_uid}. Runs before what is gone is
// archived: then both ends are still found by the index on Entry.
// Returns: how many.
UNWIND $rows AS row
MATCH (a:Entry {map_uid: $map_uid, uid: row.from_uid})-[n:NEXT]->(b:Entry {map_uid: $map_uid, uid: row.to_uid})
WHERE n.until IS NULL
SET n.until = $number
RETURN count(n) AS count

// name: create_next(map_uid, number, rows)
// mode: batch
// Begins NEXT links. Rows: {from_uid, to_uid}.
// Returns: how many.
UNWIND $rows AS row
MATCH (a:Entry {map_uid: $map_uid, uid: row.from_uid})
MATCH (b:Entry {map_uid: $map_uid, uid: row.to_uid})
CREATE (a)-[:NEXT {since: $number}]->(b)
RETURN count(*) AS count

// name: add_section_count(map_uid, document_uid, change)
// mode: write
// How many live sections a document has; never counted on read.
// Returns: the document's count.
MATCH (d:Entry {map_uid: $map_uid, uid: $document_uid})
SET d.section_count = coalesce(d.section_count, 0) + $change
RETURN d.section_count AS count

// name: find_entry(map_uid, ref)
// mode: read
// Returns: what reading back needs of the live document or section of that ref; no row if there is none.
MATCH (n:Entry {map_uid: $map_uid, ref: $ref})
OPTIONAL MATCH (n)<-[h:HAS_SECTION]-(d:Document)
WHERE h.until IS NULL
RETURN n.ref AS ref, n.kind AS kind, n.pointer AS pointer, n.text AS text, n.text_hash AS text_hash,
       coalesce(n.source_uri, d.source_uri) AS source_uri

// name: find_archived(map_uid, ref)
// mode: read
// Returns: the same of an archived one.
MATCH (n:Archived {map_uid: $map_uid, ref: $ref})
OPTIONAL MATCH (n)<-[h:HAS_SECTION]-(d:Document)
RETURN n.ref AS ref, n.kind AS kind, n.pointer AS pointer, n.text AS text, n.text_hash AS text_hash,
       coalesce(n.source_uri, d.source_uri) AS source_uri
ORDER BY h.until DESC
LIMIT 1

// name: nearest_refs(map_uid, prefix, limit)
// mode: read
// Returns: live refs that begin so, for a message about one that does not exist.
MATCH (n:Entry {map_uid: $map_uid})
WHERE n.ref STARTS WITH $prefix
RETURN n.ref AS ref
ORDER BY ref
LIMIT $limit

// name: outline(map_uid, ref, limit)
// mode: read
// Returns: one row: the document's own text, its first live sections in order with their first words, and how many it has.
MATCH (d:Entry {map_uid: $map_uid, ref: $ref})
RETURN coalesce(d.title, '') AS title, coalesce(d.summary, '') AS summary, coalesce(d.key_points, []) AS key_points,
       d.source_hash AS source_hash, coalesce(d.section_count, 0) AS count,
       COLLECT {
         MATCH (d)-[h:HAS_SECTION]->(s:Entry)
         WHERE h.until IS NULL
         WITH h, s ORDER BY h.position, s.uid LIMIT $limit
         RETURN {ref: s.ref, heading_path: coalesce(s.heading_path, []), start: left(coalesce(s.text, ''), 80)}
       } AS sections
