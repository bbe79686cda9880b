"""The table of components: the files that each is made of, and the name that Streamlit knows.

Not here: how script files become one (views/script), what a component is sent (its folder), and
whose scripts browsers ask for at an address (ui/server/code.py).
"""

from dataclasses import dataclass
from functools import cached_property

from tokviz.views.script import one_module, text_of


@dataclass(frozen=True)
class Component:
    """Something that a page mounts. Its files are named as they lie below tokviz/views.

    Arguments:
        name: no other component has it.
        script: its default export mounts it.
        markup: has {{controls}} where the controls and the caption go that all replays share;
            without markup the script makes every element.
        styles: in order, so that a later one can overrule what it goes on from.
        isolated: neither do its styles reach the page, nor the page's styles it.
    """

    name: str
    script: str
    markup: str = ""
    styles: tuple[str, ...] = ()
    isolated: bool = True

    @property
    def folder(self) -> str:
        """Where its script lies."""
        return self.script.partition("/")[0]

    @cached_property
    def html(self) -> str:
        """Its markup, whole."""
        if not self.markup:
            return ""
        return text_of(self.markup).replace("{{controls}}", text_of("script/controls.html"))

    @cached_property
    def css(self) -> str:
        """Its style sheets, as one."""
        return "".join(map(text_of, self.styles))

    @property
    def js(self) -> str:
        """Its script, with all that it imports, as one module."""
        return one_module(self.script)


_REPLAY = (
    "script/asking.css",
    "tokens/tokens.css",
    "script/replay.css",
    "script/pairs.css",
    "tokens/direction.css",
    "tokens/heard.css",
    "script/narrow.css",
)
"""How a replay looks: its tokens, controls and caption, and what stands beside them."""
_STRIPS = ("tokens/heard.css", "strips/strips.css", "tokens/tokens.css", "strips/touch.css")
_PAPER = "script/paper.css"
"""How what a component draws is printed; the last of its styles."""

CHART = Component(
    "tokviz.chart",
    "charts/component.js",
    markup="charts/follow.html",
    styles=("charts/follow.css",),
)
"""What stands below a chart: two buttons that save it, and the script that lets it follow."""

CLASSROOM = Component(
    "tokviz.classroom",
    "classroom/component.js",
    markup="classroom/classroom.html",
    styles=("classroom/classroom.css", "classroom/phone.css"),
)
"""The bar of a class."""

CLASS_ASK = Component(
    "tokviz.class_ask",
    "classroom/ask.js",
    markup="classroom/ask.html",
    styles=("classroom/ask.css",),
)
"""The button that puts a question of a plan before the class that the page leads."""

CLASS_DOOR = Component(
    "tokviz.class_door",
    "classroom/door.js",
    markup="classroom/door.html",
    styles=("classroom/door.css",),
)
"""The door into a class."""

CLASS_TEXT = Component("tokviz.class_text", "classroom/text.js")
"""What has a long text at hand; it shows nothing."""

CODE = Component(
    "tokviz.code",
    "code/component.js",
    markup="code/code.html",
    styles=(*_REPLAY, "code/code.css", _PAPER),
)

GUIDE = Component(
    "tokviz.guide",
    "guide/component.js",
    markup="guide/guide.html",
    styles=("guide/guide.css",),
)
"""What a guided path does in the browser; it draws nothing of its own."""

LINK = Component(
    "tokviz.link",
    "link/component.js",
    markup="script/buttons.html",
    styles=("script/buttons.css", "link/link.css"),
)
"""A button that copies the page's address."""

LIVE = Component(
    "tokviz.live",
    "live/component.js",
    styles=("live/live.css",),
    isolated=False,
)
"""A script that sends a text box while the reader types, and the style of that box."""

OWN_QUESTIONS = Component(
    "tokviz.own_questions",
    "own_questions/component.js",
    markup="own_questions/own.html",
    styles=("own_questions/own.css",),
)
"""A teacher's own questions, which she writes and puts before the class that the page leads."""

PARTING = Component(
    "tokviz.parting",
    "parting/component.js",
    markup="parting/parting.html",
    styles=("script/buttons.css",),
)
"""Two replays on one clock: the buttons that lead both to the step at which they part."""

PLAYER = Component(
    "tokviz.player",
    "player/component.js",
    markup="player/player.html",
    styles=(*_REPLAY, "player/vocabulary.css", "player/told.css", _PAPER),
)

PRESENT = Component(
    "tokviz.present",
    "present/component.js",
    markup="present/present.html",
    styles=("present/present.css",),
)
"""The button that shows the stage alone, over the whole screen."""

ROWS = Component(
    "tokviz.rows",
    "rows/component.js",
    markup="rows/rows.html",
    styles=(*_REPLAY, "rows/rows.css", _PAPER),
)

SAVE = Component(
    "tokviz.save",
    "save/component.js",
    markup="script/buttons.html",
    styles=("script/buttons.css",),
)

SIGHT = Component(
    "tokviz.sight",
    "sight/component.js",
    markup="sight/sight.html",
    styles=("sight/sight.css",),
)

STEPPER = Component(
    "tokviz.stepper",
    "stepper/component.js",
    markup="stepper/stepper.html",
    styles=(*_REPLAY, "stepper/stepper.css", "lattice/lattice.css", _PAPER),
)

STRIPS = Component("tokviz.strips", "strips/component.js", styles=(*_STRIPS, _PAPER))

TREES = Component(
    "tokviz.trees",
    "trees/component.js",
    styles=(*_STRIPS, "trees/trees.css", _PAPER),
)

WRITTEN = Component(
    "tokviz.written",
    "written/component.js",
    markup="written/written.html",
    styles=("script/buttons.css", "written/written.css"),
)
"""A result as it is written, with a button that copies it."""

WORDS = Component(
    "tokviz.words",
    "words/component.js",
    markup="words/words.html",
    styles=("words/words.css",),
)
