// The question of the moment: a replay asks it, the reader or a class answers, the replay reveals.
//
// Components are modules of their own and share nothing but the page, so it is kept there. Whether
// the page asks at all is a mode of the page; what is asked is told by the replay that asks.

const QUESTIONS = Symbol.for("tokviz questions"); // on the window
// What the address says under "ask": how the page asks, and which of a step's two beats is shown.
const [PREDICT, ANSWER] = ["predict", "answer"]; // the question stands, or was answered
const [CONTEST, BEATS] = ["contest", "beats"];

/** @typedef {{words: string, right: number, tied: number[]}} Untold the question, and its answer */
/**
 * What is asked. `step` is the one that answers it; the page shows the text before it.
 * @typedef {object} Question
 * @property {number} replay the number of the replay that asks, 0 where it stands alone
 * @property {number} step
 * @property {string[]} options in words
 * @property {number | null} picked which of them the reader took
 * @property {number | null} [counted] which a class has as the reader's vote, where they vote
 * @property {number | null} answer which of them is right; null until it is revealed
 * @property {number[]} [tied] which are as good: only the tie rule took the other
 * @property {Untold} [untold] for the phone of who leads a class, before it is revealed
 */
/**
 * @typedef {object} Questions
 * @property {boolean} asking does the reader predict?
 * @property {boolean} beats else, does a step show its contest before its merge?
 * @property {boolean} stands is the first of two beats shown: the question, or the contest?
 * @property {boolean} atOnce does a replay that opens begin with it?
 * @property {number | null} untold the step that a later stop of a path asks about
 * @property {boolean} held does the answer wait for whoever leads the class?
 * @property {boolean} voting does a class vote that this page follows? Then no hand moves it
 * @property {boolean} helped are the counts of the options shown, where the replay has them?
 * @property {Question | null} current
 * @property {number[] | null} votes how a class votes on it, of its leader's page alone
 * @property {boolean} covered do they wait for the answer, so that nobody votes as the others do?
 * @property {Map<string, Set<number>>} answered the steps, by the replay's signature
 * @property {Map<string, boolean>} score was the last answer to each question right?
 * @property {string} path of which the score is, "" for none yet
 * @property {EventTarget} target
 */

/** @returns {Questions} */
export const questions = () =>
  (window[QUESTIONS] ??= {
    ...askedByLink(),
    untold: null,
    held: false,
    voting: false,
    helped: false,
    current: null,
    votes: null,
    covered: false,
    answered: new Map(),
    score: new Map(),
    path: "",
    target: new EventTarget(),
  });

/**
 * What the link that opened the page says of it; 1 is an older word for predict. By the time a
 * replay is there, the address may have been written anew, but the browser keeps what was opened.
 * It need not be an address: a file is “document” to Firefox.
 */
function askedByLink() {
  const [opened] = performance.getEntriesByType("navigation");
  const [, query] = opened?.name.match(/\?([^#]*)/) ?? [];
  const said = new URLSearchParams(query).get("ask");
  return modeOf(said === "1" ? PREDICT : said);
}

/** @param {string | null} said of an address */
function modeOf(said) {
  const stands = said === PREDICT || said === CONTEST;
  const [asking, beats] = [said === PREDICT || said === ANSWER, said === CONTEST || said === BEATS];
  return { asking, beats, stands, atOnce: stands };
}

/** What the address is to say of it; null, nothing. */
export function askForLink() {
  const { asking, beats, stands } = questions();
  if (asking) return stands ? PREDICT : ANSWER;
  return beats ? (stands ? CONTEST : BEATS) : null;
}

/**
 * Let the page ask as its address once said, at once where that has the question stand.
 * @param {string} said
 */
export const askAs = (said) => setMode(modeOf(said), true);

/**
 * Let the page ask before it shows, or not; fires "asking". A path and a class do so again and again,
 * and the score goes on.
 * @param {boolean} on
 */
export const setAsking = (on) => setMode({ asking: on });

/**
 * The reader has the page ask, or not; the score begins anew.
 * @param {boolean} on
 */
export function chooseAsking(on) {
  if (on) questions().score.clear();
  setAsking(on);
}

/**
 * The reader is on this path, of which the score is then, from its first stop to its last.
 * @param {string} path
 */
export function scorePath(path) {
  const register = questions();
  if (register.path !== path) register.score.clear();
  register.path = path;
}

/**
 * Show each step in two beats, or not; fires "asking".
 * @param {boolean} on
 */
export const setBeats = (on) => setMode({ beats: on });

/**
 * @param {{asking?: boolean, beats?: boolean, atOnce?: boolean}} mode what it does not name is off
 * @param {boolean} anew whether to begin again where the page asks so already
 */
function setMode({ asking = false, beats = false, atOnce = asking }, anew = false) {
  const register = questions();
  Object.assign(register, { atOnce, stands: atOnce });
  const isSame = register.asking === asking && register.beats === beats;
  if (isSame && !(anew && atOnce)) return;
  if (asking) register.answered.clear(); // who begins anew is asked everything anew
  Object.assign(register, { asking, beats });
  tell("asking");
}

/**
 * The page's replay shows the first beat of a step, or does so no longer; fires "beat".
 * @param {boolean} stands
 */
export function tellBeat(stands) {
  const register = questions();
  if (stands) register.atOnce = register.asking; // what the link asked for is done
  if (register.stands === stands) return;
  register.stands = stands;
  tell("beat");
}

/**
 * A step of the page's replay that is not to be told before it is shown, or null; fires "untold".
 * @param {number | null} step
 */
export function setUntold(step) {
  const register = questions();
  if (register.untold === step) return;
  register.untold = step;
  tell("untold");
}

/**
 * Let the answer wait for whoever leads the class, or not.
 * @param {boolean} on
 */
export function setHeld(on) {
  const register = questions();
  if (register.held === on) return;
  register.held = on;
  tell("help");
}

/**
 * Let no reader step ahead of a class that votes, or let them again; fires "voting".
 * @param {boolean} on
 */
export function setVoting(on) {
  const register = questions();
  if (register.voting === on) return;
  register.voting = on;
  tell("voting");
}

/**
 * Show how often each option stands in the text, as a help, or not; fires "help".
 * @param {boolean} on
 */
export function setHelped(on) {
  const register = questions();
  if (register.helped === on) return;
  register.helped = on;
  tell("help");
}

/**
 * The steps of the replay of this signature that were answered since the page began to ask.
 * @param {string} sig
 * @returns {Set<number>}
 */
export function answeredIn(sig) {
  const { answered } = questions();
  const steps = answered.get(sig) ?? new Set();
  answered.set(sig, steps);
  return steps;
}

/**
 * Who answers a question twice is told of the last answer, and counted by it.
 * @param {string} sig
 * @param {number} step
 * @param {boolean} isRight
 */
export function countAnswer(sig, step, isRight) {
  answeredIn(sig).add(step);
  questions().score.set(`${sig} ${step}`, isRight);
}

/**
 * What a replay asks now, or null for nothing; fires "change".
 * @param {Question | null} question
 */
export function tellQuestion(question) {
  questions().current = question;
  tell("change");
}

/**
 * Take an option of the current question, counted from 0; fires "pick".
 * What was picked before the reveal stays: one answer to a question.
 * @param {number} index
 */
export function pick(index) {
  const { current } = questions();
  if (!current || current.answer !== null || !(index in current.options)) return;
  current.picked = index;
  tell("pick");
}

/**
 * Which option of the current question a class has as the reader's vote, or null for none; who
 * picked nothing since the page was opened picked that one. Fires "counted".
 * @param {number | null} option
 */
export function tellCounted(option) {
  const { current } = questions();
  if (!current) return;
  current.counted = option;
  current.picked ??= option;
  tell("counted");
}

/**
 * How the class votes on the current question, option by option, or null for no class; fires
 * "votes".
 * @param {number[] | null} votes
 */
export function tellVotes(votes) {
  questions().votes = votes;
  tell("votes");
}

/**
 * Show the votes with the answer only, or while they come; fires "votes".
 * @param {boolean} on
 */
export function coverVotes(on) {
  questions().covered = on;
  tell("votes");
}

/**
 * Call `heard` whenever one of these is fired; "help" also where the answer waits for a class from
 * now on, or no longer.
 * @param {"asking" | "beat" | "change" | "pick" | "counted" | "help" | "untold" | "votes" | "voting"} what
 * @param {() => void} heard
 * @param {AbortSignal} signal
 */
export function onQuestions(what, heard, signal) {
  questions().target.addEventListener(what, heard, { signal });
}

/** @param {string} what */
const tell = (what) => void questions().target.dispatchEvent(new Event(what));
