"""What a second call of a model said to the operations of a batch, and which of them are held back."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, get_args, get_type_hints

from peek_graph.context_map.changing.speaker import check_words
from peek_graph.context_map.view.json_values import compact
from peek_graph.context_map.view.stored import other_fields
from peek_graph.errors import OperationError
from peek_graph.records import Review, Verdict

VERDICTS: Final = get_args(get_type_hints(Review)["verdict"])


@dataclass(frozen=True, slots=True)
class Reviews:
    """By their numbers in the batch, counted from 0: the reviews of operations, and those that only can be proposed."""

    reviews: Mapping[int, Review] = field(default_factory=dict)
    held: Collection[int] = ()

    def check(self, count: int) -> None:
        """OperationError unless all of it is about the ``count`` operations of the batch."""
        for name, numbers in (("reviews", self.reviews), ("held", self.held)):
            for number in numbers:
                if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < count:
                    there = f"0 to {count - 1}" if count else "none: the batch is empty"
                    raise OperationError(f"{name} has {number!r:.60}", f"numbers of operations of the batch, {there}")
        for number, review in self.reviews.items():
            if not isinstance(review, Review) or review.verdict not in VERDICTS:
                raise OperationError(f"reviews[{number}] is {review!r:.80}", f"a Review: {', '.join(VERDICTS)}")
            check_words(reason=review.reason, by=review.by)

    def noted(self, number: int, verdict: Verdict) -> Verdict:
        """The verdict with the review of what was applied; that of a proposal is kept with the proposal."""
        review = self.reviews.get(number)
        if review is None or verdict.verdict != "applied":
            return verdict
        note = f"review by {review.by}: {review.verdict}" + (f": {review.reason}" if review.reason else "")
        return replace(verdict, reason="; ".join(filter(None, (verdict.reason, note))))


def stored_review(review: Review | None) -> str | None:
    """A review as a proposal keeps it."""
    return None if review is None else compact({"verdict": review.verdict, "reason": review.reason, "by": review.by})


def review_of(row: Mapping[str, Any]) -> Review | None:
    """The review that a proposal keeps; None if there is none, or somebody broke it by hand."""
    kept = other_fields({"other_fields": row.get("review")})
    if kept.get("verdict") not in VERDICTS:
        return None
    return Review(kept["verdict"], *(str(kept.get(name) or "") for name in ("reason", "by")))
