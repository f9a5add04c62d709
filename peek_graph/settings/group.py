"""What every group of settings is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Group(BaseModel):
    """Settings about one thing; they do not change, and unknown ones are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
