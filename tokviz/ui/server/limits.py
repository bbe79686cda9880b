"""How much of the server one asks for at once, and how long it may take: each limit with its
reason. Those of a class are in ``live_class/limits.py``, those of texts in ``tokviz/checks``.
"""

FILES_OF_A_PAGE = 4
"""Descriptors that an open page takes."""

FILES_OF_OTHERS = 2_700
"""Descriptors for all that is no open page: 1,800 requests, 450 connections that wait, three for
each of the last 128 pages that were closed, workers. Of fewer files a third."""

REQUESTS = 2 / 3
"""Of those files, for requests that are answered, streams of classes among them. One address has
half, 900: a class's 400 streams, and 80 phones that load with six connections each."""

WAITING = 450
"""Connections on which no request is there yet, or no next one: 75 browsers may connect at once.
Of fewer than 1,800 files a quarter. One more, and who waits longest is hung up on."""

HEAD_SECONDS = 60.0
"""Until the head of a request is there; a browser that connects before it has to ask may do so."""

UPLOADS = 200
"""Files on their way at once. One address has half: two classes of fifty, all at once."""

UPLOADED_BY_ONE = 120_000_000
"""Bytes of a session, kept or on their way: three files of the largest kind."""

UPLOADED = 600_000_000
"""By all sessions of this process: as much as it keeps of models."""

STILL_SECONDS = 30.0
"""Without a byte of what a request brings: a crowded network may hold one up for some seconds."""

UPLOAD_RATE = 1_000
"""Bytes of an upload in a second, on the whole, of which STILL_SECONDS may be missing: a tenth of
what a phone brings that is slow. A file that trickles would hold its place for BODY_SECONDS, and a
hundred of them all places of an address."""

BODY_SECONDS = 600.0
"""Until all of it is there: forty texts of 4 MB at once take that long at two megabits a second."""

PART = 65_536
"""Bytes of an answer that are handed on at once: what a connection takes unasked."""

UNREAD_SECONDS = 120.0
"""For two such parts to be taken: a kilobyte a second, less than each of forty phones has of two
megabits while all load with six connections."""
