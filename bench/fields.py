"""Field types of the contract: what a string, a time and a number may be, once."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Name = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._+/@()\[\]:,#*-]*$")]
"""A device, driver or operating-system string as the machine printed it: no markup, no control characters."""

Slug = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[a-z0-9]+(?:[.-][a-z0-9]+)*$")]
"""An identifier of ours: lower case, digits, single dots and hyphens."""

Version = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]*$")]
Utc = Annotated[str, StringConstraints(pattern=r"^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$")]
"""ISO-8601 in UTC, whole seconds."""

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
"""Free text of a person: shown escaped, never as markup."""

Count = Annotated[int, Field(ge=0, le=10**15)]
Positive = Annotated[int, Field(ge=1, le=10**15)]
Seconds = Annotated[float, Field(ge=0, le=10**8)]
Quantity = Annotated[float, Field(ge=0, le=10**18)]
Share = Annotated[float, Field(ge=0, le=1)]

WorkloadId = Literal["sentiment-bilstm", "resnet50", "bert-base", "matmul", "memory-bandwidth"]
PresetId = Literal["standard", "tenth", "large", "quick", "rare2018"]
Precision = Literal["fp32", "tf32", "fp16", "bf16"]
Backend = Literal["tensorflow", "jax", "torch"]
Mode = Literal["single", "data-parallel", "concurrent", "multi-node"]
DeviceKind = Literal["gpu", "cpu", "tpu"]
Commitment = Literal["on_demand", "spot", "reserved", "dedicated"]


class Model(BaseModel):
    """Base of every part of the contract: exact types, no unknown keys, no NaN, no change after reading."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False)
