"""The one place where a vector is found good or bad."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from peek_graph.embedding.base import Vector
from peek_graph.errors import BadVector

_SMALLEST_NORM = 1e-12  # below it, the index's cosine divides by what it takes for zero


def check_vector(values: npt.ArrayLike | None, dimensions: int) -> Vector:
    """``values`` as a float32 vector; raises BadVector, whose message says what is wrong."""
    try:
        with np.errstate(over="ignore"):  # what float32 cannot hold becomes infinite, and is found below
            vector = np.asarray([] if values is None else values, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise BadVector("the embedder returned something that is not numbers") from error
    if vector.size == 0:
        raise BadVector("the embedder returned no vector")
    if vector.shape != (dimensions,):
        shape = " x ".join(map(str, vector.shape))
        raise BadVector(f"the embedder returned a vector of length {shape or 'none'} instead of {dimensions}")
    if not np.isfinite(vector).all():
        raise BadVector("the embedder returned a vector with NaN or infinity")
    if float(np.linalg.norm(vector.astype(np.float64))) < _SMALLEST_NORM:
        raise BadVector("the embedder returned a vector of zeros")
    return vector


def normalised(vector: npt.NDArray[np.floating]) -> Vector:
    """``vector`` at length 1; one of zeros stays what it is, for `check_vector` to find."""
    norm = float(np.linalg.norm(vector))
    return (vector / norm if norm > 0 else vector).astype(np.float32)
