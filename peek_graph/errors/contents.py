"""Errors about what goes into a map: sources, vectors, a model's answers."""

from __future__ import annotations

from peek_graph.errors.root import PeekGraphError


class SourceError(PeekGraphError):
    """One source is refused."""


class SourceNotFound(SourceError):
    """The file is not there, or vanished while it was read."""


class SourceOutsideRoots(SourceError):
    """The file, or what it links to, is outside the registered roots."""


class SourceUnreadable(SourceError):
    """Permission, input/output or format trouble while reading."""


class SourceEncrypted(SourceError):
    """The file needs a password."""


class SourceEmpty(SourceError):
    """The file has no content."""


class SourceBinary(SourceError):
    """The content is of no kind that can be read as text."""


class SourceTooLarge(SourceError):
    """The file, or the text in it, is above a limit."""


class SourceWithoutText(SourceError):
    """The format is known but holds no text, as a scanned PDF."""


class EmbeddingError(PeekGraphError):
    """Turning text into vectors failed."""


class UnknownEmbedder(EmbeddingError):
    """No embedder of that name."""


class EmbedderMismatch(EmbeddingError):
    """The map's vectors come from another embedder."""


class EmbedderUnavailable(EmbeddingError):
    """The embedder is known but cannot be loaded or reached now."""


class BadVector(EmbeddingError):
    """A vector is empty, all zeros, not finite or of the wrong length."""


class ModelError(PeekGraphError):
    """The language model gives no answer."""


class ModelNotConfigured(ModelError):
    """No model is named, or what talks to one is not installed."""


class ModelRefused(ModelError):
    """The model's server refuses the request, and would refuse it again."""


class ModelUnavailable(ModelError):
    """The model's server did not answer, or not whole, after all retries."""


class PromptError(PeekGraphError):
    """A template is missing, or is not one."""


class RecordingError(PeekGraphError):
    """A recorded run cannot be written, read or played."""
