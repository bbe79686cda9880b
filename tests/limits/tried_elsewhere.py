"""Limits that a test of their own tries, by its name; and bounds that refuse nobody."""

TEXTS = "tokviz/checks/limits.py"
SERVER = "tokviz/ui/server/limits.py"
CLASS = "tokviz/ui/server/live_class/limits.py"
_MODELS, _LIVE = "files/test_hostile_models.py::", "ui/server/live_class/"
_TRACES = "traces/test_saving_hostile.py::"

ELSEWHERE: dict[str, dict[str, str]] = {
    TEXTS: {
        "MARKS": "files/test_post_processors.py::test_more_marks_than_anybody_reads_are_refused",
        "FILE_BYTES": _MODELS + "test_a_file_larger_than_any_vocabulary_is_refused",
        "TRACE_BYTES": _TRACES + "test_a_trace_too_large_to_read_or_to_replay_is_refused",
        "TRACE_SYMBOLS": _TRACES + "test_a_trace_too_large_to_read_or_to_replay_is_refused",
        "TRACE_VALUES": _TRACES
        + "test_a_trace_of_which_too_much_would_be_built_is_refused_unbuilt",
        "VOCAB_TOKENS": _MODELS + "test_more_pieces_than_a_vocabulary_has_are_refused",
        "MERGES": "files/test_pipelines.py::test_limits_hold_for_pipelines",
        "TOKEN_ID": "files/test_pipelines.py::test_limits_hold_for_pipelines",
        "PIECE_LENGTH": _MODELS + "test_the_longest_piece_is_read",
        "PIECES_LENGTH": _MODELS + "test_pieces_that_are_too_long_together_are_refused",
        "SCORE": _MODELS + "test_a_score_that_cannot_be_summed_is_refused",
        "FILE_SPECIALS": _MODELS + "test_too_many_user_defined_pieces_are_refused",
        "NORMALIZED_LENGTH": "algorithms/pipelines/test_added_tokens.py::"
        "test_tokens_that_become_too_long_together_are_refused",
        "LENGTHENING": "files/test_pipelines.py::"
        "test_stages_that_would_fill_the_memory_are_not_given_to_the_library",
        "RULE_LENGTH": _MODELS + "test_a_rule_that_is_too_long_is_not_made",
        "FILE_VALUES": "files/test_hostile_json.py::"
        "test_a_file_of_which_too_much_would_be_built_is_refused_unbuilt",
        "VOCAB_LENGTH": "algorithms/alike/test_prefixes.py::"
        "test_the_tokens_of_a_training_may_be_longer_than_those_of_a_file",
    },
    SERVER: {
        "UPLOADS": "ui/server/test_uploads.py::test_more_than_a_number_are_refused_at_once",
        "REQUESTS": "ui/server/test_places.py::"
        "test_the_room_is_what_the_files_of_the_process_are_enough_for",
    },
    CLASS: {
        "TRIES_OF_BROWSER": _LIVE + "test_tries.py::test_one_pupil_shuts_the_door_to_nobody_else",
        "TRIES_UNNAMED": _LIVE
        + "test_tries.py::test_who_has_no_cookie_in_bad_company_is_given_one_and_asks_again",
        "TRIES": _LIVE + "test_tries.py::test_an_address_with_ever_new_cookies_comes_to_an_end",
        "ALL_TRIES": _LIVE + "test_tries.py::test_guessing_codes_is_stopped_and_hinders_no_member",
        "STARTS_OF_BROWSER": _LIVE
        + "test_starts.py::test_one_pupil_keeps_nobody_else_from_starting_a_class",
        "STARTS_UNNAMED": _LIVE + "test_starts.py::test_starting_classes_as_a_guess_is_stopped",
        "CLASSES": _LIVE + "test_starts.py::test_classes_are_bounded",
        "CLASSES_OF_ONE": _LIVE + "test_starts.py::test_one_address_does_not_hold_all_classes",
        "STREAMS": _LIVE + "test_routes.py::test_streams_are_bounded",
        "STREAMS_OF_ONE": _LIVE + "test_routes.py::test_streams_are_bounded",
        "STATE_BYTES": _LIVE + "test_message_sizes.py::test_a_message_has_a_size",
        "VOTE_BYTES": _LIVE + "test_message_sizes.py::test_a_message_has_a_size",
        "SENTENCE_BYTES": _LIVE + "test_message_sizes.py::test_a_message_has_a_size",
        "PRESS_BYTES": _LIVE + "test_message_sizes.py::test_a_message_has_a_size",
        "STAGE_BYTES": _LIVE
        + "test_stages.py::test_replays_are_bounded_in_size_in_number_and_in_time",
        "STATES": _LIVE + "test_slow_messages.py::test_a_text_counts_as_what_a_class_is_told",
        "VOTES": _LIVE + "test_votes.py::test_votes_are_bounded",
        "BROUGHT": _LIVE + "test_slow_messages.py::"
        "test_no_more_wait_to_bring_a_class_something_than_a_browser_brings",
        "REMOTES": _LIVE + "test_remotes.py::test_another_phone_leads_once_the_first_is_let_go",
        "PHONE_NUMBERS": _LIVE + "test_remotes.py::test_a_wrong_number_says_where_to_look",
        "NUMBER_SECONDS": _LIVE + "test_remotes.py::test_a_number_is_gone_after_two_minutes",
        "NEW_ASK_OF_ONE": _LIVE + "test_phone_numbers.py::"
        "test_who_comes_as_another_again_and_again_draws_some_dozens_a_minute",
        "ASKS_OF_FOLLOWER": _LIVE
        + "test_phone_numbers.py::test_a_finger_that_presses_on_and_on_waits",
        "WRONG_NUMBERS": _LIVE + "test_phone_numbers.py::test_wrong_numbers_count_for_their_class",
        "PRESSES": _LIVE + "test_presses.py::test_a_thumb_is_slower_than_a_program",
        "PRESSES_WAITING": _LIVE + "test_presses.py::test_presses_have_a_laptop_and_an_end",
        "PRESS_LASTS": _LIVE + "test_presses.py::test_a_press_that_waited_long_is_not_done",
    },
}
"""Name -> the file in ``tests`` and the test."""

_HANGS_UP, _PACE = "ends what is silent or slow", "paces what the server does"
_FORGETS, _CUTS = "forgets the oldest", "shows or keeps the beginning"
_WORKER = "from here on a worker does it, or only so much is drawn"
BOUNDS: dict[str, dict[str, str]] = {
    TEXTS: {
        "LESSONS_READ": _FORGETS,
        "BOXES": "leaves out what nobody reads",
        "TEXT_MEGABYTES": "says TEXT_BYTES in words",
        "FILE_MEGABYTES": "says FILE_BYTES in words",
        "FILE_NAME": _CUTS,
        "LATTICE": _WORKER,
        "AT_ONCE": _WORKER,
        "TRIED": _WORKER,
        "LIBRARY_AT_ONCE": _WORKER,
        "LIBRARY_LETTERS": _WORKER,
        "LIBRARY_STAGES": _WORKER,
    },
    SERVER: {
        "FILES_OF_A_PAGE": "is counted with, not asked for",
        "FILES_OF_OTHERS": "is counted with, not asked for",
        "WAITING": _HANGS_UP,
        "HEAD_SECONDS": _HANGS_UP,
        "UPLOADED_BY_ONE": "takes back what came first; the page says so",
        "UPLOADED": "takes back what came first; the page says so",
        "STILL_SECONDS": _HANGS_UP,
        "UPLOAD_RATE": _HANGS_UP,
        "BODY_SECONDS": _HANGS_UP,
        "PART": _PACE,
        "UNREAD_SECONDS": _HANGS_UP,
    },
    CLASS: {
        "ALPHABET": "is no size",
        "CODE_LETTERS": "is how long codes are",
        "NEW_ASK": "is the other of the two that test_phone_numbers.py tries",
        "STARTS": "is one of the four that test_starts.py tries together",
        "ALL_STARTS": "is one of the four that test_starts.py tries together",
        "LEFT_BEHIND": _FORGETS,
        "WAITING": _FORGETS,
        "KNOWN_FOLLOWERS": _FORGETS,
        "GONE": _FORGETS,
        "BEAT": _PACE,
        "PAUSE": _PACE,
        "BODY_SECONDS": _HANGS_UP,
        "STAGES_KEPT": _FORGETS,
        "LETTERS": "is no size",
        "STAYED": _PACE,
    },
}
"""Name -> what becomes of what is over it: nobody is refused."""
