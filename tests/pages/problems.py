"""What went wrong on a page, as its reader sees it."""

from streamlit.testing.v1 import AppTest


def problems(at: AppTest) -> list[str]:
    return [error.value for error in (*at.exception, *at.error)]
