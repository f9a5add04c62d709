// The schema: constraints, indexes, and the node that says which version of it a database has.
// All names begin with peek_graph_, so that what is ours can be told from what is not.

// name: read_schema()
// mode: read
// Which schema the database has; the one query that is paid on every start.
// Returns: version, vectors ('filtered' or 'plain'). No row: none yet.
MATCH (schema:PeekGraphSchema {key: 'schema'})
RETURN schema.version AS version, schema.vectors AS vectors

// name: set_schema(version, vectors)
// mode: write
// Notes what was reached. Never goes back: an older process may come late.
MERGE (schema:PeekGraphSchema {key: 'schema'})
SET schema.version = CASE WHEN schema.version > $version THEN schema.version ELSE $version END,
    schema.vectors = $vectors,
    schema.updated_at = datetime()

// name: list_indexes()
// mode: read
// All indexes that the schema made, with those of its constraints.
// Returns: name, type, labels, properties, state.
SHOW INDEXES YIELD name, type, labelsOrTypes, properties, state
WHERE name STARTS WITH 'peek_graph_'
RETURN name, type, labelsOrTypes AS labels, properties, state
ORDER BY name

// name: list_unique()
// mode: read
// The uniqueness that the schema made.
// Returns: name, labels, properties.
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
WHERE name STARTS WITH 'peek_graph_' AND type IN ['UNIQUENESS', 'NODE_PROPERTY_UNIQUENESS']
RETURN name, labelsOrTypes AS labels, properties
ORDER BY name

// name: await_index(name, seconds)
// mode: read
// Waits until one index is filled; raises after the seconds, or if it failed. One by one, because awaitIndexes would
// also wait for, and fail with, indexes that are not ours.
CALL db.awaitIndex($name, $seconds)

// name: unique_schema_key()
// mode: schema
// One schema node, also when two processes MERGE it at the same time.
CREATE CONSTRAINT peek_graph_schema_key IF NOT EXISTS FOR (n:PeekGraphSchema) REQUIRE n.key IS UNIQUE

// Every uniqueness has a property that only our nodes carry (`app` or `map_uid`): a composite constraint leaves out nodes
// that lack one, so foreign nodes of the same label are not bound by it.

// name: unique_map_uid()
// mode: schema
// The handle of a map.
CREATE CONSTRAINT peek_graph_map_uid IF NOT EXISTS FOR (n:Map) REQUIRE (n.app, n.uid) IS UNIQUE

// name: unique_map_name()
// mode: schema
// The name a person knows a map by; decides between two processes that create it.
CREATE CONSTRAINT peek_graph_map_name IF NOT EXISTS FOR (n:Map) REQUIRE (n.app, n.name) IS UNIQUE

// name: unique_submap_uid()
// mode: schema
// The handle of a sub-map.
CREATE CONSTRAINT peek_graph_submap_uid IF NOT EXISTS FOR (n:SubMap) REQUIRE (n.map_uid, n.uid) IS UNIQUE

// name: unique_submap_path()
// mode: schema
// The dotted keys from the root; decides between two writers that add it.
CREATE CONSTRAINT peek_graph_submap_path IF NOT EXISTS FOR (n:SubMap) REQUIRE (n.map_uid, n.path) IS UNIQUE

// name: unique_entry_uid()
// mode: schema
// The handle of a live entry, which batches MATCH by.
CREATE CONSTRAINT peek_graph_entry_uid IF NOT EXISTS FOR (n:Entry) REQUIRE (n.map_uid, n.uid) IS UNIQUE

// name: unique_archived_uid()
// mode: schema
// The same handle, once the entry is archived.
CREATE CONSTRAINT peek_graph_archived_uid IF NOT EXISTS FOR (n:Archived) REQUIRE (n.map_uid, n.uid) IS UNIQUE

// name: unique_revision_number()
// mode: schema
// A map cannot have two revisions of one number, whatever the writers do.
CREATE CONSTRAINT peek_graph_revision_number IF NOT EXISTS FOR (n:Revision) REQUIRE (n.map_uid, n.number) IS UNIQUE

// name: unique_snapshot_uid()
// mode: schema
// The handle of a snapshot.
CREATE CONSTRAINT peek_graph_snapshot_uid IF NOT EXISTS FOR (n:Snapshot) REQUIRE (n.map_uid, n.uid) IS UNIQUE

// name: unique_proposal_uid()
// mode: schema
// The handle of a proposal.
CREATE CONSTRAINT peek_graph_proposal_uid IF NOT EXISTS FOR (n:Proposal) REQUIRE (n.map_uid, n.uid) IS UNIQUE

// name: index_entry_ref()
// mode: schema
// A ref is looked up within its map.
CREATE INDEX peek_graph_entry_ref IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.ref)

// name: index_archived_ref()
// mode: schema
// The same for what is archived.
CREATE INDEX peek_graph_archived_ref IF NOT EXISTS FOR (n:Archived) ON (n.map_uid, n.ref)

// name: index_entry_vector_pending()
// mode: schema
// Entries that still lack their vector. `vector_pending` is only there while it is true, so the index holds no others.
CREATE INDEX peek_graph_entry_vector_pending IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.vector_pending)

// name: index_entry_links_pending()
// mode: schema
// Entries whose context and mentions have to be made; as with vectors, the flag is only there while it is true.
CREATE INDEX peek_graph_entry_links_pending IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.links_pending)

// name: index_name_head()
// mode: schema
// Names of documents and variables by how they begin and in full: what a text might name is asked for by its words, of
// thousands that begin alike only those that it has.
CREATE INDEX peek_graph_name_head IF NOT EXISTS FOR (n:Name) ON (n.map_uid, n.head, n.form)

// name: index_name_entry()
// mode: schema
// The names that an entry has.
CREATE INDEX peek_graph_name_entry IF NOT EXISTS FOR (n:Name) ON (n.map_uid, n.entry_uid)

// name: index_entry_since()
// mode: schema
// The entries of a kind by age: a status walks it backwards and stops at its limit.
CREATE INDEX peek_graph_entry_since IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.kind, n.since)

// name: index_entry_standing()
// mode: schema
// The entries of a kind by how much they are wanted, then by age. What is finished has no standing and is not in it.
CREATE INDEX peek_graph_entry_standing IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.kind, n.standing, n.since)

// name: index_document_uid()
// mode: schema
// A document by its handle, be it live or archived.
CREATE INDEX peek_graph_document_uid IF NOT EXISTS FOR (n:Document) ON (n.map_uid, n.uid)

// name: index_document_key()
// mode: schema
// Keys that begin alike, live or archived: a key is never given twice.
CREATE INDEX peek_graph_document_key IF NOT EXISTS FOR (n:Document) ON (n.map_uid, n.key)

// name: index_document_uri()
// mode: schema
// Is this source in the map?
CREATE INDEX peek_graph_document_uri IF NOT EXISTS FOR (n:Document) ON (n.map_uid, n.source_uri)

// name: index_document_hash()
// mode: schema
// Is this content in the map, under another name? (a moved file)
CREATE INDEX peek_graph_document_hash IF NOT EXISTS FOR (n:Document) ON (n.map_uid, n.source_hash)

// name: index_entry_key()
// mode: schema
// A document or variable by its key.
CREATE INDEX peek_graph_entry_key IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.key)

// name: index_entry_hash()
// mode: schema
// Is this said already? Not by the text itself: an indexed string may not be longer than about 8 kB.
CREATE INDEX peek_graph_entry_hash IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.content_hash)

// name: index_entry_place()
// mode: schema
// The entries of one list in order, from either end.
CREATE INDEX peek_graph_entry_place IF NOT EXISTS FOR (n:Entry) ON (n.map_uid, n.parent_uid, n.kind, n.position)

// name: index_version_uid()
// mode: schema
// The state of an element at a revision, found without walking its history.
CREATE INDEX peek_graph_version_uid IF NOT EXISTS FOR (n:Version) ON (n.map_uid, n.uid, n.since)

// name: index_proposal_ref()
// mode: schema
// A proposal by its ref.
CREATE INDEX peek_graph_proposal_ref IF NOT EXISTS FOR (n:Proposal) ON (n.map_uid, n.ref)

// name: index_proposal_status()
// mode: schema
// The open ones.
CREATE INDEX peek_graph_proposal_status IF NOT EXISTS FOR (n:Proposal) ON (n.map_uid, n.status)

// name: index_snapshot_name()
// mode: schema
// A snapshot by its name.
CREATE INDEX peek_graph_snapshot_name IF NOT EXISTS FOR (n:Snapshot) ON (n.map_uid, n.name)

// name: index_revision_request()
// mode: schema
// Was this request done already?
CREATE INDEX peek_graph_revision_request IF NOT EXISTS FOR (n:Revision) ON (n.map_uid, n.request_id)

// name: index_text_english()
// mode: schema
// Live entries, with English stemming. The map, the kind and whatever else a search filters by are inside, so that the
// scope is required terms and not a choice among the first few hits.
CREATE FULLTEXT INDEX peek_graph_text_english IF NOT EXISTS
FOR (n:Entry) ON EACH [n.map_uid, n.kind, n.title, n.text, n.context, n.author, n.status, n.parent_uid, n.place_uid,
                       n.document_uid, n.unsearched]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english', `fulltext.eventually_consistent`: false}}

// name: index_text_cjk()
// mode: schema
// Live entries, in pairs of Chinese, Japanese or Korean characters. Another order of properties on purpose: with the
// same one the engine takes it for the English index, and IF NOT EXISTS then does nothing, without a word.
CREATE FULLTEXT INDEX peek_graph_text_cjk IF NOT EXISTS
FOR (n:Entry) ON EACH [n.text, n.title, n.context, n.kind, n.map_uid, n.author, n.status, n.parent_uid, n.place_uid,
                       n.document_uid, n.unsearched]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}

// name: index_text_archived()
// mode: schema
// What is archived, for searches that ask for it. The CJK analyzer reads English too, without stems.
CREATE FULLTEXT INDEX peek_graph_text_archived IF NOT EXISTS
FOR (n:Archived) ON EACH [n.title, n.text, n.context, n.map_uid, n.kind, n.author, n.status, n.parent_uid, n.place_uid,
                          n.document_uid, n.unsearched]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}

// name: index_vectors_filtered()
// mode: schema
// Live entries' vectors, with what a search may filter by inside the index. No fixed dimension: maps with different
// embedders share it, and each length is searched by itself. Quantization is on unless it is put off, and loses a
// third of the true nearest five.
CYPHER 25
CREATE VECTOR INDEX peek_graph_vectors IF NOT EXISTS
FOR (n:Entry) ON n.embedding WITH [n.map_uid, n.kind, n.confidence]
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}

// name: index_vectors_plain()
// mode: schema
// The same for servers that cannot filter inside.
CREATE VECTOR INDEX peek_graph_vectors IF NOT EXISTS
FOR (n:Entry) ON n.embedding
OPTIONS {indexConfig: {`vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false}}

// name: drop_text_english()
// mode: schema
// So that it can be built anew.
DROP INDEX peek_graph_text_english IF EXISTS

// name: drop_text_cjk()
// mode: schema
// So that it can be built anew.
DROP INDEX peek_graph_text_cjk IF EXISTS

// name: drop_text_archived()
// mode: schema
// So that it can be built anew.
DROP INDEX peek_graph_text_archived IF EXISTS

// name: drop_vectors()
// mode: schema
// So that it can be built anew, or in its other form.
DROP INDEX peek_graph_vectors IF EXISTS
