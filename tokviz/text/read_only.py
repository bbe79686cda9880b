"""A mapping that is read-only stays so in a copy and in another process.

Models and traces hold their vocabularies as ``MappingProxyType``, which Python can neither copy
nor pickle by itself. Said once, for the whole package: ``tokviz`` imports this first.
"""

import copyreg
from types import MappingProxyType
from typing import Any


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda view: (_read_only, (dict(view),)))
