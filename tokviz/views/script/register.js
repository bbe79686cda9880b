// The class that this page leads or follows: known to the bar, which keeps it, and to the door.
//
// Components are modules of their own and share nothing but the page, so it is kept there.

const CLASS = Symbol.for("tokviz class"); // on the window

/**
 * What others join by; `qr` has a row of 0 and 1 for each row of modules.
 * @typedef {{code: string, link: string, reaches: boolean, qr: string[]}} Invitation
 */
/**
 * How a class votes, and how it did at `first`; on what a plan asks in `words`, by hand or `onWay`.
 * `isSeen` somewhere that its answer is right, and `shown` there already.
 * @typedef {{
 *   words?: string, options: string[], counts: number[], first?: number[], answer: number | null,
 *   tied: number[],
 *   onWay?: boolean, why?: string, tempts?: string[], isSeen?: boolean, shown?: boolean
 * }} Votes
 */
/**
 * What a plan asks, for who follows: which option they picked, and which counts as their vote.
 * @typedef {{
 *   words: string, options: string[], answer: number | null, vote: number | null,
 *   picked?: number | null, folded?: boolean, why?: string, tempts?: string[], again?: number,
 *   shown?: boolean
 * }} PutToAll
 */
/**
 * What a page says of its stop of a way, which of how many `stop` is, and what the next one says.
 * @typedef {{here: string, coming: string, stop: [number, number] | null}} Says
 */
/**
 * What the page shows of its class. `words` says what went wrong, for a reader.
 * @typedef {object} ClassState
 * @property {"none" | "leader" | "elsewhere" | "follower" | "over"} role
 * @property {string} [code]
 * @property {boolean} [lost] no connection now
 * @property {string} [why] there is none, if the server said so
 * @property {boolean} [own] a follower who explores on their own
 * @property {import("./come.js").Come} [come] how far the class is that this page follows
 * @property {number} [followers]
 * @property {boolean} [ending] a leader who was asked whether the class is to end
 * @property {Votes | null} [votes]
 * @property {PutToAll | null} [question] of a plan, of a follower's page alone
 * @property {boolean} [collects] the class is asked for a sentence each
 * @property {string[]} [sentences] what it sent
 * @property {import("../classroom/results.js").Result[]} [results] how it voted on what plans asked
 * @property {number} [phones] how many phones lead it, too
 * @property {boolean} [paired] a moment ago: is it her phone?
 * @property {string} [unpaired] why the number that was typed last is of no phone
 * @property {import("../classroom/remote.js").Phone} [phone] what a follower's phone shows who leads
 * @property {{text: string, refused: string}} [said] what this follower sent last, or why not
 * @property {Invitation} [invitation]
 * @property {string} [words]
 */

/**
 * The page's text where its address has none; `content` is null until it was asked for.
 * @typedef {{digest: string, content: Uint8Array | null, ask: () => void}} LongText
 */

/** @typedef {{what: string, code: string}} Wish */

/**
 * `wished` waits for the script that grants it, and is null once that has come.
 * @returns {{
 *   state: ClassState, text: LongText | null, says: Says | null, target: EventTarget,
 *   wished: Wish[] | null
 * }}
 */
export const classOfPage = () =>
  (window[CLASS] ??= {
    state: { role: "none" },
    text: null,
    says: null,
    target: new EventTarget(),
    wished: [],
  });

/**
 * Has the class the answer where the page shows it? No card lies over what proves it: the votes are in
 * the bar.
 * @param {Votes | null} [votes]
 */
export const isOnPage = (votes) => Boolean(votes?.shown) && votes?.answer !== null;

/**
 * Lies the card with the answer to what a way asks over the page that proves it? It is to be folded
 * before the way goes on.
 * @param {Votes | null} [votes]
 */
export const isToFold = (votes) =>
  Boolean(votes?.onWay) && votes?.answer !== null && !isOnPage(votes);

/**
 * Show another state; fires "change".
 * @param {ClassState} state
 */
export function tellClass(state) {
  classOfPage().state = state;
  classOfPage().target.dispatchEvent(new Event("change"));
}

/**
 * Wish for something: "lead", "join", "back", "leave", "end", "collect", "say", "cut", "ask", "walk",
 * "vote", "fold", to "ask again", "go on" with what was asked, "take" it "back" or "show" where it is
 * seen; to "pair" a phone, or let it go: "phone off"; on the phone to "ask to lead", to "press", or to
 * lead no longer: "lead off"; fires "wish".
 * @param {string} what
 * @param {string} [code] of the class to join; or the text that is said, or to be cut; or the number
 *   that a phone shows; or, in JSON, the question to ask, what a stop of a way asks, the number of the
 *   option to vote for, or what is pressed
 */
export function wish(what, code = "") {
  const { target, wished } = classOfPage();
  if (wished) wished.push({ what, code });
  else target.dispatchEvent(new CustomEvent("wish", { detail: { what, code } }));
}

/**
 * Is the card with the answer, which lies over what proves it, all that the leader's press takes away?
 * Then it folds.
 */
export function foldsAnswer() {
  const { role, votes } = classOfPage().state;
  const folds = role === "leader" && isToFold(votes);
  if (folds) wish("fold");
  return folds;
}

/** From now on wishes are heard at once; what was wished for meanwhile is heard now. */
export function hearWishes() {
  const { wished } = classOfPage();
  classOfPage().wished = null;
  for (const { what, code } of wished ?? []) wish(what, code);
}

/**
 * Call `heard` with what is wished for.
 * @param {(wished: Wish) => void} heard
 * @param {AbortSignal} [signal]
 */
export function onWish(heard, signal) {
  const listener = (event) => heard(event.detail);
  classOfPage().target.addEventListener("wish", listener, { signal });
}

/**
 * Call `heard` after every change of the state.
 * @param {() => void} heard
 * @param {AbortSignal} signal
 */
export function onClass(heard, signal) {
  classOfPage().target.addEventListener("change", heard, { signal });
}
