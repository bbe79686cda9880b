"""A mapping or an array that is read-only stays so in a copy and in another process.

Models and traces hold their vocabularies as ``MappingProxyType``, which Python can neither copy
nor pickle by itself; and a copied array can be written to, whatever it was copied from. Said once,
for the whole package: ``tokviz`` imports this first.

What is copied, or sent, is what a model was made of, not what it has met: it remembers what it was
asked. Another thread may be asking while it is copied, and to go through a dictionary that grows is
an error; nor has a reader of the copy any use for it.
"""

import copyreg
from dataclasses import Field, fields
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

Value = TypeVar("Value", bound=np.generic)


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda view: (_read_only, (dict(view),)))


def read_only(array: npt.NDArray[Value]) -> npt.NDArray[Value]:
    """The array, to which nobody writes any more."""
    array.setflags(write=False)
    return array


class FieldsAlone:
    """The base of dataclasses that remember: a copy has the fields, and remembers nothing."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


class ReadOnlyArrays(FieldsAlone):
    """The base of dataclasses whose arrays nobody writes to, nor to those of a copy."""

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                read_only(value)

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        ReadOnlyArrays.__post_init__(self)
