"""The files in a box for files, as far as this server has them.

A browser knows its files by names that the server gave; one that was started anew has none of them.
"""

from streamlit.runtime.uploaded_file_manager import UploadedFile


def at_hand(box: object) -> list[UploadedFile]:
    """The files of what a box for files holds: one, several or none."""
    held = box if isinstance(box, list) else [box]
    return [each for each in held if isinstance(each, UploadedFile)]
