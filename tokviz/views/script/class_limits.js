// What a class may take of the server, as live_class/limits.py has it by the same names; a test
// holds both to each other.

export const CLASS_LIMITS = {
  ALPHABET: "ABCDEFGHJKLMNPQRSTUVWXYZ",
  CODE_LETTERS: 6,
  REPLAYS: 32,
  STAGES: 2,
  TITLE: 100,
  OPTIONS: 8,
  LETTERS: "ABCDEFGH",
  OPTION: 200,
  WORDS: 200,
  REASON: 400,
  SENTENCE: 120,
  NOTE: 600,
  FOLLOWERS: 300,
  BODY_SECONDS: 60,
  PRESS_LASTS: 10,
};
