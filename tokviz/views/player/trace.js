// The trace as recorded: every step is a question to these arrays, none is computed anew.
//
// ranks[p] is the step whose merge removed the boundary before base symbol p, or `never`.
// After k merges the tokens lie between boundaries of rank k and above.

/** @typedef {import("../script/payload.js").PayloadArray} Numbers */
/** @typedef {[string, string]} Part what kind of part of a label, and what to write */
/**
 * What views/player/player.py says besides the arrays; lists go by token number.
 * @typedef {object} TraceFacts
 * @property {"train" | "encode"} kind
 * @property {"byte" | "character" | "code point"} unit what one base symbol is
 * @property {boolean} [in_bytes] of an encoding: does a character without a piece stand there as its bytes?
 * @property {number} never the rank of a boundary that stays
 * @property {{ranked_by: string, ties: string, by_place: number, fill_up: string, bars: string[]}} rule of a training: how it chose
 * @property {number[][]} [forced] of a training: [step, left, right] for each step that was forced, and what would have won it
 * @property {string} [overruled] why a pair that stood higher did not win such a step
 * @property {[string, number][]} [alphabet] of a training: the tokens before the first merge, how many of a kind (origins.py)
 * @property {boolean} [special] of a training: does a special token stand in the text?
 * @property {string[]} [marks] of a training: the tokenizer's own marks that are tokens at the start
 * @property {string} within what each pair lies inside of, as a "word"; "" for the text
 * @property {boolean} [sample] of a training: was more counted than the text that is replayed?
 * @property {Record<number, string>} origins token number -> what it is, of a base symbol that is no letter of the text
 * @property {string} stop why the steps end
 * @property {number[]} ids the ids the tokenizer gave
 * @property {(string | Part[])[]} labels plain text, or parts
 * @property {Record<number, [number, number]>} cuts token number -> where a long label is cut (tokens.js)
 * @property {Record<number, Part>} [drawn] where base symbols are bytes: code point -> what is written for a character that is not drawn as itself
 * @property {string[]} hex the bytes, of a long token the first
 * @property {number[]} sizes in bytes
 * @property {number[]} lengths in the unit
 */

/**
 * A pair of tokens as one exact number, to look it up by.
 * @param {number} left
 * @param {number} right
 */
export const pairKey = (left, right) => left * 2 ** 26 + right;

export class Trace {
  // The arrays by their names in the payload. A training has pair_*, change_* and those of who
  // was tied or barred, which pairs.js reads by name; an encoding has learned_*
  // and skipped_*.
  /** @type {Numbers} */ symbols;
  /** @type {Numbers} */ ranks;
  /** @type {Numbers} */ openings;
  /** @type {Numbers} */ gap_at;
  /** @type {Numbers} */ gap_breaks;
  /** @type {Numbers} */ step_left;
  /** @type {Numbers} */ step_right;
  /** @type {Numbers} */ step_token;
  /** @type {Numbers} */ step_count;
  /** @type {Numbers} */ step_tokens;
  /** @type {Numbers} */ token_counts;
  /** @type {Numbers} */ pair_left;
  /** @type {Numbers} */ pair_right;
  /** @type {Numbers} */ change_pair;
  /** @type {Numbers} */ change_count;
  /** @type {Numbers} */ change_starts;
  /** @type {Numbers} */ num_barred;
  /** @type {Numbers} */ learned_left;
  /** @type {Numbers} */ learned_right;
  /** @type {Numbers} */ learned_rank;
  /** @type {Numbers} */ skipped_before;
  /** @type {Numbers} */ skipped_left;
  /** @type {Numbers} */ skipped_right;
  /** @type {Numbers} */ skipped_rank;
  /** @type {Numbers} */ skipped_pre_token;
  /** @type {Numbers} */ step_pre_token;
  /** @type {Int32Array} */ placeStarts;
  /** @type {Int32Array} */ allPlaces;

  /** @param {import("../script/payload.js").Payload<TraceFacts>} payload */
  constructor({ header, arrays }) {
    Object.assign(this, arrays);
    this.header = header;
    this.kind = header.kind;
    this.never = header.never;
    this.steps = this.step_token.length;
    this.size = this.symbols.length;
    this.ids = header.ids; // token number -> the id the tokenizer gave it
    this.labels = header.labels.map((label) =>
      typeof label === "string" ? [["text", label]] : label,
    );
    this.hex = header.hex;
    this.madeAt = new Map(); // token number -> the first step that made it
    for (let k = this.steps - 1; k >= 0; k--) this.madeAt.set(this.step_token[k], k);
    this.indexPlaces();
    this.frequencies = new Frequencies(this);
  }

  /** Positions by rank, in text order within each rank: one counting sort. */
  indexPlaces() {
    const { ranks, steps, size } = this;
    const starts = new Int32Array(steps + 2);
    for (let p = 0; p < size; p++) if (ranks[p] < steps) starts[ranks[p] + 2]++;
    for (let k = 2; k < starts.length; k++) starts[k] += starts[k - 1];
    const places = new Int32Array(starts[steps + 1]);
    for (let p = 0; p < size; p++) if (ranks[p] < steps) places[starts[ranks[p] + 1]++] = p;
    this.placeStarts = starts;
    this.allPlaces = places;
  }

  /**
   * Where step k merged: each position is the boundary between the two parts.
   * @param {number} k
   */
  places(k) {
    return this.allPlaces.subarray(this.placeStarts[k], this.placeStarts[k + 1]);
  }

  /**
   * How many tokens the text has after k merges.
   * @param {number} k
   */
  tokens(k) {
    return this.step_tokens ? this.step_tokens[k] : this.size - this.placeStarts[k];
  }

  /**
   * Which token holds base symbol p after k merges, counted from 1 at the start of the text.
   * @param {number} p
   * @param {number} k
   */
  tokenAt(p, k) {
    let nth = 1;
    for (let q = 1; q <= p; q++) if (this.ranks[q] >= k) nth++;
    return nth;
  }

  /**
   * Where the token that holds base symbol p begins after k merges.
   * @param {number} p
   * @param {number} k
   */
  startOf(p, k) {
    while (p > 0 && this.ranks[p] < k) p--;
    return p;
  }

  /**
   * Where it ends; p + 1 at the earliest.
   * @param {number} p
   * @param {number} k
   */
  endOf(p, k) {
    do p++;
    while (p < this.size && this.ranks[p] < k);
    return p;
  }

  /**
   * The token made of base symbols start..end: what the last merge inside it made.
   * @param {number} start
   * @param {number} end
   * @param {number} k
   */
  tokenOf(start, end, k) {
    let latest = -1;
    for (let p = start + 1; p < end; p++) {
      const rank = this.ranks[p];
      if (rank < k && rank > latest) latest = rank;
    }
    return latest < 0 ? this.symbols[start] : this.step_token[latest];
  }

  /**
   * The boundaries between from and to at which two tokens stand together after k merges.
   * @param {number} left
   * @param {number} right
   * @param {number} k
   * @param {number} from
   * @param {number} to
   */
  placesOf(left, right, k, from, to) {
    const places = [];
    let before = -1;
    for (let p = from; p < to;) {
      const end = this.endOf(p, k);
      const token = this.tokenOf(p, end, k);
      if (before === left && token === right && !this.opensPreToken(p)) places.push(p);
      before = token;
      p = end;
    }
    return places;
  }

  /**
   * Does a pre-token begin here? No pair reaches over such a border.
   * @param {number} p
   */
  opensPreToken(p) {
    return (this.openings[p >> 3] >> (p & 7)) & 1;
  }

  /**
   * The byte of one base symbol, when base symbols are bytes; NaN for a special token, which is
   * whole.
   * @param {number} p
   */
  byteAt(p) {
    const hex = this.hex[this.symbols[p]];
    return hex.length === 2 ? parseInt(hex, 16) : NaN;
  }
}

/** How often each token stands in the text: a merge takes one of each part and adds one whole. */
class Frequencies {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.step = 0;
    this.values = new Float64Array(trace.token_counts ?? trace.labels.length);
    if (!trace.token_counts) for (let p = 0; p < trace.size; p++) this.values[trace.symbols[p]]++;
  }

  /**
   * How often each token stands in the text after k merges, by token number.
   * @param {number} k
   */
  at(k) {
    while (this.step < k) this.apply(this.step++, 1);
    while (this.step > k) this.apply(--this.step, -1);
    return this.values;
  }

  /**
   * @param {number} step
   * @param {1 | -1} sign
   */
  apply(step, sign) {
    const { trace, values } = this;
    const times = sign * (trace.tokens(step) - trace.tokens(step + 1));
    values[trace.step_left[step]] -= times;
    values[trace.step_right[step]] -= times;
    values[trace.step_token[step]] += times;
  }
}

/**
 * Where in a sorted array the first value of at least this stands: [3, 5, 9], 5 -> 1
 * @param {ArrayLike<number>} sorted
 * @param {number} value
 */
export function firstAtLeast(sorted, value) {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
