"""Every kind of node as neomodel declares it: labels, properties, what is unique.

Importing this module imports neomodel, which is slow: do it inside functions.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredNode,
)

APP: Final = "peek-graph"


class _Declared:
    # Not part of the global registry of classes by label: a program of which we are a part may have a Map of its own.
    __target_databases__: ClassVar[list[str]] = [APP]
    # neomodel's own `unique_index` knows single properties only; ours have one in front that foreign nodes lack.
    unique: ClassVar[tuple[tuple[str, ...], ...]] = ()


class Map(_Declared, StructuredNode):
    """The master node of a map."""

    unique = (("app", "uid"), ("app", "name"))

    app = StringProperty(default=APP)
    uid = StringProperty(required=True)
    name = StringProperty(required=True)
    goal = StringProperty(default="")
    current_step = StringProperty(default="")
    home = StringProperty()
    revision = IntegerProperty(default=0)
    embedder = StringProperty()
    dimensions = IntegerProperty()
    task_id = StringProperty()
    other_fields = StringProperty()
    since = IntegerProperty()
    pruned_before = IntegerProperty()
    document_count = IntegerProperty(default=0)
    section_count = IntegerProperty(default=0)
    constraint_count = IntegerProperty(default=0)
    action_count = IntegerProperty(default=0)
    todo_count = IntegerProperty(default=0)
    question_count = IntegerProperty(default=0)
    hypothesis_count = IntegerProperty(default=0)
    finding_count = IntegerProperty(default=0)
    variable_count = IntegerProperty(default=0)
    notice_count = IntegerProperty()  # none as long as there never was one
    submap_count = IntegerProperty(default=0)
    created_at = DateTimeNeo4jFormatProperty()
    changed_at = DateTimeNeo4jFormatProperty()


class SubMap(_Declared, StructuredNode):
    """A part of a map by phase or topic; ``path`` is the dotted keys from the root."""

    unique = (("map_uid", "uid"), ("map_uid", "path"))

    map_uid = StringProperty(required=True)
    uid = StringProperty(required=True)
    parent_uid = StringProperty()
    position = FloatProperty()
    key = StringProperty(required=True)
    path = StringProperty()  # of live ones only
    title = StringProperty(default="")
    kind = StringProperty(choices={"phase": "phase", "topic": "topic"}, default="topic")
    summary = StringProperty(default="")
    status = StringProperty(default="open")
    fields = ArrayProperty(StringProperty())
    other_fields = StringProperty()
    since = IntegerProperty()
    until = IntegerProperty()
    document_count = IntegerProperty(default=0)
    section_count = IntegerProperty(default=0)
    constraint_count = IntegerProperty(default=0)
    action_count = IntegerProperty(default=0)
    todo_count = IntegerProperty(default=0)
    question_count = IntegerProperty(default=0)
    hypothesis_count = IntegerProperty(default=0)
    finding_count = IntegerProperty(default=0)
    variable_count = IntegerProperty(default=0)
    submap_count = IntegerProperty(default=0)


class Revision(_Declared, StructuredNode):
    """One accepted batch of changes."""

    unique = (("map_uid", "number"),)

    map_uid = StringProperty(required=True)
    number = IntegerProperty(required=True)
    author = StringProperty(required=True)
    source = StringProperty(default="")
    source_kind = StringProperty()
    reasoning = StringProperty(default="")
    request_id = StringProperty()
    request_hash = StringProperty()
    verdicts = StringProperty()
    operations = IntegerProperty(default=0)
    at = DateTimeNeo4jFormatProperty(required=True)


class Entry(_Declared, StructuredNode):
    """What is rendered, searched, cited or archived; the base of every kind."""

    unique = (("map_uid", "uid"),)

    map_uid = StringProperty(required=True)
    uid = StringProperty(required=True)
    ref = StringProperty(required=True)
    kind = StringProperty(required=True)
    parent_uid = StringProperty()
    position = FloatProperty()
    key = StringProperty()
    content_hash = StringProperty()
    fields = ArrayProperty(StringProperty())
    other_fields = StringProperty()
    supported_by = ArrayProperty(StringProperty())
    contradicts = ArrayProperty(StringProperty())
    cites = ArrayProperty(StringProperty())
    produced = ArrayProperty(StringProperty())
    supersedes = ArrayProperty(StringProperty())
    title = StringProperty()
    text = StringProperty()
    context = StringProperty()
    summary = StringProperty()
    confidence = FloatProperty()
    source_kind = StringProperty()
    author = StringProperty()
    since = IntegerProperty()
    until = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty()
    updated_at = DateTimeNeo4jFormatProperty()
    embedding = ArrayProperty(FloatProperty())
    vector_pending = BooleanProperty()
    vector_error = StringProperty()
    links_pending = BooleanProperty()
    status = StringProperty()
    standing = IntegerProperty()
    place_uid = StringProperty()  # of sections only, as is the next one
    document_uid = StringProperty()
    unsearched = StringProperty()  # of documents only


class Constraint(Entry):
    """A hard constraint of a map."""


class Document(Entry):
    """A source as the map holds it: where it is, what it was, what it says in short."""

    key = StringProperty(required=True)
    given_id = StringProperty()
    raw_text_position = StringProperty()
    written = ArrayProperty(StringProperty())  # by somebody, so no longer taken from the source
    source_uri = StringProperty()  # None for one that was written into the map by hand
    source_hash = StringProperty()
    mtime = FloatProperty()
    size = IntegerProperty()
    media_type = StringProperty()
    key_points = ArrayProperty(StringProperty())
    interpretation = StringProperty()
    stale = BooleanProperty()


class Section(Entry):
    """A passage of a document, with the pointer to where it stands."""

    heading_path = ArrayProperty(StringProperty())
    text_hash = StringProperty(required=True)
    pointer = StringProperty(required=True)


class Todo(Entry):
    """Something to be done."""


class Question(Entry):
    """Something to be found out."""


class Hypothesis(Entry):
    """What is held to be so, until the evidence turns."""


class Action(Entry):
    """Something that was done; step and output may be of any type, so they are not declared."""

    action = StringProperty()
    outcome = StringProperty()


class Finding(Entry):
    """Something that was found; who said it and when may be of any type, as with actions."""


class Variable(Entry):
    """A value under a key; of any type, so it is not declared."""


class Notice(Entry):
    """Something that the map itself reminds of; there is one live one a topic."""

    topic = StringProperty()
    times = IntegerProperty()
    about = StringProperty()
    choices = ArrayProperty(StringProperty())


class Name(_Declared, StructuredNode):
    """A name of a document or variable, as texts that mention it are compared with."""

    map_uid = StringProperty(required=True)
    uid = StringProperty(required=True)
    form = StringProperty(required=True)
    head = StringProperty(required=True)
    entry_uid = StringProperty(required=True)
    source = StringProperty(choices={"title": "title", "key": "key", "alias": "alias"})
    loose = BooleanProperty()  # its one word of weight may stand in lower case
    common = BooleanProperty()  # in too many texts to be linked
    since = IntegerProperty()  # the state of the entry that it was taken from


class Version(_Declared, StructuredNode):
    """A former state of a map, sub-map or entry, with all its properties."""

    map_uid = StringProperty(required=True)
    uid = StringProperty(required=True)
    since = IntegerProperty(required=True)
    until = IntegerProperty(required=True)


_ENTRIES: Final[tuple[type[Entry], ...]] = (
    Constraint,
    Document,
    Section,
    Todo,
    Question,
    Hypothesis,
    Action,
    Finding,
    Variable,
    Notice,
)
CLASSES: Final[tuple[type[Any], ...]] = (Map, SubMap, Revision, Entry, *_ENTRIES, Name, Version)
BY_KIND: Final[dict[str, type[Entry]]] = {cls.__name__.lower(): cls for cls in _ENTRIES}
