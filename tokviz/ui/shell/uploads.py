"""The files in a box for files, as far as this server has them.

A browser knows its files by names that the server gave; one that was started anew has none of them.
"""

from streamlit.runtime.uploaded_file_manager import UploadedFile

from tokviz.ui.shell.values import file_name


def at_hand(box: object) -> list[UploadedFile]:
    """The files of what a box for files holds: one, several or none."""
    held = box if isinstance(box, list) else [box]
    return [each for each in held if isinstance(each, UploadedFile)]


def named(upload: UploadedFile) -> tuple[str, bytes]:
    """A file's name, as a page may say it, and what is in it."""
    return file_name(upload.name), upload.getvalue()
