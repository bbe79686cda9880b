/** A question of a plan, as tests put it before a class. */
export const QUESTION = {
  words: "Why is `end.` no token?",
  options: ["The count.", "The pattern.", "The full stop."],
  right: 1,
  why: "It cuts there.",
  tempts: ["We count first.", "", "It looks odd."],
};
