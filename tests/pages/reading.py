"""What stands on a page, and in its address."""

from streamlit.testing.v1 import AppTest


def page_text(at: AppTest) -> str:
    kinds = (at.markdown, at.caption, at.info, at.text)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def page_html(at: AppTest) -> str:
    return "".join(element.proto.body for element in at.get("html"))


def address(at: AppTest) -> dict[str, str]:
    """What the page wrote behind the question mark."""
    return {
        name: said if isinstance(said, str) else said[-1] for name, said in at.query_params.items()
    }


def section_of(key: str, at: AppTest, name: str) -> AppTest:
    """The page of this key with another section open."""
    at.session_state[f"{key}:section"] = name
    return at.run()
