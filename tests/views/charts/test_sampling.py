"""The draws are drawn beside their exact shares, and what the reader wrote is escaped."""

import math

from tokviz import Unigram
from tokviz.samples import sample
from tokviz.ui.components.draws import DRAWS
from tokviz.ui.components.lattice import count_segmentations, draw
from tokviz.views.charts.sampling import Share, sampling_chart

MODEL = Unigram.train(sample("harbour").text, vocab_size=140)
LATTICE = MODEL.lattice("other fishers")


def test_exact_shares_and_draws_add_up_with_all_others() -> None:
    shares = draw(LATTICE, LATTICE.nbest(4), temperature=2.0, seed=1)
    figure = sampling_chart(
        shares, draws=DRAWS, temperature=2.0, segmentations=count_segmentations(LATTICE)
    )
    exact, drawn, _ = figure["data"]
    assert math.isclose(sum(exact["x"]), 1.0)
    assert math.isclose(sum(drawn["x"]), 1.0)


def test_the_draws_follow_the_exact_distribution() -> None:
    for share in draw(LATTICE, LATTICE.nbest(6), temperature=1.5, seed=3):
        spread = math.sqrt(DRAWS * share.exact * (1 - share.exact))
        assert abs(share.drawn - DRAWS * share.exact) <= 5 * spread + 1


def test_the_same_seed_draws_the_same() -> None:
    best = LATTICE.nbest(5)
    assert draw(LATTICE, best, temperature=1.0, seed=4) == draw(
        LATTICE, best, temperature=1.0, seed=4
    )


def test_a_high_temperature_flattens() -> None:
    best = LATTICE.nbest(2)
    cold, hot = (draw(LATTICE, best, temperature=t, seed=0)[0].exact for t in (0.5, 5.0))
    assert cold > hot


def test_segmentations_are_counted_exactly() -> None:
    lattice = MODEL.lattice("the walker")
    assert round(count_segmentations(lattice)) == len(lattice.nbest(10_000))


def test_no_tick_is_more_than_all() -> None:
    one = [Share(("a",), 1.0, 1_000)]
    figure = sampling_chart(one, draws=1_000, temperature=1.0, segmentations=1)
    axis = figure["layout"]["xaxis"]
    assert axis["range"][1] > max(axis["tickvals"]) == 1


def test_markup_in_a_piece_stays_text() -> None:
    figure = sampling_chart(
        [Share(("<b>", "&amp;"), 1.0, 1_000)], draws=1_000, temperature=1.0, segmentations=1
    )
    assert figure["data"][2]["text"][0].startswith("&lt;b&gt; | &amp;amp;")
