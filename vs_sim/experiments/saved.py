"""The sums of a run as plain values that JSON can hold, and back again without loss."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np


def to_plain(value: Any) -> Any:
    """A dataclass of integers, arrays, tuples and further dataclasses as dicts, lists and integers."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple | list):
        return [to_plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def from_plain(template: Any, plain: Any) -> Any:
    """The value that `to_plain` made plain, of the template's kind; ValueError where it does not fit.

    Names must be the template's. A one-dimensional array may be longer than the template's (histograms grow).
    """
    if is_dataclass(template) and not isinstance(template, type):
        names = [field.name for field in fields(template)]
        if not isinstance(plain, dict) or set(plain) != set(names):
            raise ValueError("other sums are kept there")
        return replace(template, **{name: from_plain(getattr(template, name), plain[name]) for name in names})
    if isinstance(template, np.ndarray):
        return _array(template, plain)
    if isinstance(template, tuple):
        if not isinstance(plain, list) or len(plain) != len(template):
            raise ValueError("other items are counted there")
        return tuple(from_plain(part, there) for part, there in zip(template, plain, strict=True))
    if type(plain) is not type(template) or (isinstance(template, str) and plain != template):
        raise ValueError(f"{plain!r} stands where {template!r} is expected")
    return plain


def _array(template: Any, plain: Any) -> Any:
    array = np.array(plain, dtype=template.dtype)
    if template.ndim == 1 and array.ndim == 1 and len(array) >= len(template):
        return array
    return array.reshape(template.shape)
