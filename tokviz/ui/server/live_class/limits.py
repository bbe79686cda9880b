"""How much a class may take of the server, each limit with its reason."""

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of codes: letters only, and no I or O, which a class reads from a screen as digits."""

CODE_LETTERS = 6
"""24 to the sixth are 191 million codes; tries.py says what the tries below find of them."""

TRIES_OF_BROWSER = 10
"""Wrong codes a minute from one browser: a hand that copies six letters mistypes some."""

TRIES_UNNAMED = 30
"""From all those of one address whose browsers were not here before."""

TRIES = 600
"""From one address: twice what a class of thirty may mistype."""

ALL_TRIES = 1_800
"""Wrong codes a minute from all addresses."""

STARTS_OF_BROWSER = 5
"""Classes started a minute from one browser: a hand that ends one by mistake starts another."""

STARTS_UNNAMED = 20
"""From all those of one address whose browsers were not here before."""

STARTS = 100
"""From one address: a school that begins the hour; a start may also be a guess at a code."""

ALL_STARTS = 300
"""Classes started a minute from all addresses."""

CLASSES = 50
"""Classes at a time in one process; each may hold a text of 4 MB that fits no link, and stages."""

CLASSES_OF_ONE = 25
"""From one address: half of what the server has. All teachers of a school may try it at once, each
with a phone or two; of full classes STREAMS_OF_ONE takes fewer. Where there is no more, a class
whose leader is gone, or never came, makes room."""

LEFT_BEHIND = 30
"""Sentences of an address whose writers left and were forgotten: phones of a class that lock. The
oldest goes, so that one who comes as another again and again does not fill the class."""

FOLLOWERS = 300
"""Of one class: three times what two cores are measured with."""

STREAMS = 700
"""Of all classes: each takes a file descriptor, and every open page takes four, too."""

STREAMS_OF_ONE = 400
"""From one address, and not the whole server: the fullest class with three of thirty beside it, or
twelve of thirty, each with its leader. The README says so to schools."""

WAITING = 8
"""Questions that a leader went on from, and may come back to: their votes."""

KNOWN_FOLLOWERS = 2_000
"""Names that a class keeps, so that who comes back has one vote still; of one address no more than
ever followed from there at once."""

GONE = 300.0
"""Seconds after which a class whose leader is gone is forgotten."""

BEAT = 15.0
"""Seconds without news after which a stream sends a sign of life: proxies cut silent ones."""

STATE_BYTES = 64_000
"""Of what the leader tells at once: the fullest address has some 30,000 characters."""

QUERY = 40_000
"""Characters of the leader's address after the question mark: the text, and boxes."""

STATES = 40
"""What the leader may tell in a second; her script tells ten times."""

VOTES = 5
"""Of one follower in a second: a hand that changes its mind is slower."""

VOTE_BYTES = 500
"""Of a vote: three numbers and the follower's name."""

SENTENCE = 120
"""Characters of what a follower sends to be cut: a sentence that is typed on a phone."""

SENTENCE_BYTES = 1_500
"""Of that and the follower's name, in JSON, where a character may take twelve bytes."""

PAUSE = 0.0005
"""Seconds, for each stream of all classes, between two news on one: what is told meanwhile comes
with the next. So all of them together are sent 2,000 a second at most, half a core's work."""

BODY_SECONDS = 60.0
"""Until a message is there whole: the longest text at half a megabit a second."""

BROUGHT = 4
"""Texts and stages on their way to a class at once, one after the other: a text, two replays of its
page, and what the leader's browser still brings of the page before."""

STAGE_BYTES = 1_000_000
"""Of a replay on the leader's stage, zipped; a larger one is not pushed, and comes with the run."""

STAGES_KEPT = 4
"""Of a class: those of the leader's page, and of the one before for whoever is slow."""

STAGES = 2
"""Replays on a stage that are pushed; a stage has one, or two that share a clock."""

TITLE = 100
"""Characters of a page's title; the longest has some 40."""

REPLAYS = 32
"""Replays of a page whose steps are told; the fullest page has five."""

OPTIONS = 8
"""Options of a question; players offer four, and plans no more."""

LETTERS = "ABCDEFGH"
"""The options of a plan's question are called by them, aloud and wherever they stand."""

OPTION = 200
"""Characters of an option."""

WORDS = 200
"""Characters of a question that no replay asks; the longest of a plan has some 140."""

REASON = 400
"""Characters of why an answer is right, or an option tempts; the longest of a plan has some 200."""

REMOTES = 1
"""Phones that lead a class beside its leader's browser: hers. Another may once that is let go."""

PHONE_NUMBERS = range(1_000, 10_000)
"""What a phone shows that asks to lead: four digits, read and typed at once."""

NUMBER_SECONDS = 120
"""In which the number is typed: one walks to the laptop, and finds the box."""

STAYED = 15.0
"""Seconds after which who follows is always given a number: 300 streams of a class draw no more
than 1,200 a minute so."""

NEW_ASK_OF_ONE = 40
"""Numbers a minute for those of one address who came only now: all of a class behind one address,
which joins and tries what the button does."""

NEW_ASK = 600
"""From all addresses: with those who stay, no more than half of the numbers within two minutes."""

ASKS_OF_FOLLOWER = 12
"""A minute: a finger that tries a button, and cancels, and tries again."""

WRONG_NUMBERS = 30
"""A minute, of the leader's own browser, in a class: a hand that mistypes is slower."""

PRESSES = 8
"""Of a remote in a second: a thumb that goes quickly through stops, and what it sends again."""

PRESSES_WAITING = 8
"""Presses that the leader's browser has not done: more would run away with the page."""

PRESS_LASTS = 10.0
"""Seconds after which a press is not done any more: who pressed has seen that nothing came."""

PRESS_BYTES = 1_500
"""Of a press: a sentence, and the phone's name, in JSON."""

NOTE = 600
"""Characters of what a stop of a way says, on the phone; the longest has some 400."""
