"""What is copied, or sent to another process, is what a model was made of, not what it has met.

A model and a trace remember what they were asked. Another thread may be asking while they are
copied, and to go through a dictionary that grows is an error; nor has a reader of the copy any use
for it.
"""

from dataclasses import Field, fields
from typing import Any, ClassVar


class FieldsAlone:
    """The base of dataclasses that remember: a copy has the fields, and remembers nothing."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: getattr(self, field.name) for field in fields(self)}
