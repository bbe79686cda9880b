// Encoding new text: at each step the lowest-ranked learned pair of one pre-token merges.

import { count, h, number } from "../script/dom.js";
import { nextLine } from "./caption.js";
import { UNLEARNED } from "../tokens/cut.js";
import { firstAtLeast, pairKey } from "./trace.js";

const RIVALS = 3;

export class EncodeTeller {
  constructor(trace, chip) {
    /** @type {import("./trace.js").Trace} */
    this.trace = trace;
    this.chip = chip;
    const { within } = trace.header;
    this.here = within ? `in this ${within}` : "in this text";
    this.asks = `Which of these learned pairs${within && ` of one ${within}`} merges first?`;
    this.counted = false;
    this.ranks = new Map(); // what the tokenizer learned about the pairs met here
    trace.learned_left.forEach((left, i) =>
      this.ranks.set(pairKey(left, trace.learned_right[i]), trace.learned_rank[i]),
    );
  }

  heading(k, open, over) {
    if (open) return `Learned pairs at step ${number(k + 1)}`;
    if (k > 0 && over) return "Learned pairs at the last step";
    if (!this.trace.steps) return "Learned pairs";
    const { within } = this.trace.header;
    const pairs = `pairs${within && ` in its ${within}`}`;
    return k > 0 ? `Learned ${pairs}` : `Before step 1: learned ${pairs}`;
  }

  /** The learned pairs that step k could have merged in its pre-token, earliest learned first. */
  candidates(k) {
    const { trace } = this;
    if (k >= trace.steps) return [];
    let start = trace.places(k)[0];
    while (!trace.opensPreToken(start)) start--;
    const found = new Map();
    let before = -1;
    for (let p = start; p < trace.size && (p === start || !trace.opensPreToken(p));) {
      const end = trace.endOf(p, k);
      const token = trace.tokenOf(p, end, k);
      const pair = pairKey(before, token);
      const rank = before < 0 ? undefined : this.ranks.get(pair);
      if (found.has(pair)) found.get(pair).count++;
      else if (rank !== undefined)
        found.set(pair, { pair, left: before, right: token, rank, count: 1 });
      before = token;
      p = end;
    }
    return [...found.values()].sort((a, b) => a.rank - b.rank);
  }

  /** What merge k had to choose from; at step 0, what the first one will, with nothing decided. */
  rows(k, limit, open = false) {
    const contest = open ? k : Math.max(0, k - 1);
    const all = this.candidates(contest);
    const most = Math.max(1, ...all.map((row) => row.rank + 1));
    const rows = all.slice(0, limit).map((row) => ({
      ...row,
      // Earlier merges get longer bars: they go first.
      value: most - row.rank + most * 0.05,
      ...(k > 0 && !open && this.standing(row, contest)),
      text: `merge ${number(row.rank + 1)}`,
      hint: `Learned as merge ${number(row.rank + 1)}; ${count(row.count, "place")} ${this.here}`,
    }));
    const order = all.length > 1 ? ", the earliest goes first" : "";
    const note = all.length ? `${count(all.length, "candidate")}${order}` : "none";
    return { rows, more: all.length > rows.length, note };
  }

  trap() {
    return null;
  }

  /** The pairs that merge k had to choose from, the winner first. */
  contest(k, limit) {
    const rows = this.candidates(k).map((row) => ({
      standing: "",
      ...row,
      ...this.standing(row, k),
      value: -row.rank,
    }));
    rows.sort((one, other) => Number(other.standing === "won") - Number(one.standing === "won"));
    return rows.slice(0, limit);
  }

  /** Rows of the contest by their ranks. */
  inTurn(rows) {
    return [...rows].sort((one, other) => other.value - one.value);
  }

  /** One pair of it, or null. */
  rowOf(left, right, k) {
    const is = (row) => row.left === left && row.right === right;
    return this.contest(k, Infinity).find(is) ?? null;
  }

  /** Why a pair did not win. */
  lost(row) {
    return row.standing === "barred" ? "was skipped by dropout" : `is ${this.help(row)}`;
  }

  help({ rank }) {
    return `merge ${number(rank + 1)}`;
  }

  standing(row, merge) {
    if (this.wins(row, merge)) return { standing: "won", badge: "won" };
    return this.isSkipped(row, merge) && { standing: "barred", badge: "skipped" };
  }

  /** What was learned earlier than the winner, and stands in its pre-token, was skipped there. */
  isSkipped({ rank }, merge) {
    const { step_left, step_right } = this.trace;
    return rank < this.ranks.get(pairKey(step_left[merge], step_right[merge]));
  }

  wins(row, merge) {
    return row.left === this.trace.step_left[merge] && row.right === this.trace.step_right[merge];
  }

  /** What dropout left out just before this merge, in order; at the end, after the last one. */
  skipped(merge) {
    const { skipped_before, skipped_left, skipped_right, skipped_rank, skipped_pre_token } =
      this.trace;
    const found = [];
    const from = firstAtLeast(skipped_before, merge); // they are in order
    for (let i = from; i < skipped_before.length && skipped_before[i] === merge; i++)
      found.push({
        left: skipped_left[i],
        right: skipped_right[i],
        rank: skipped_rank[i],
        preToken: skipped_pre_token[i],
      });
    return found;
  }

  /** The lines that say so: of pre-tokens that ended before this merge, and of its own. */
  leftOut(merge) {
    const { steps, step_pre_token, header } = this.trace;
    const skipped = this.skipped(merge);
    const own = ({ preToken }) => merge === steps || preToken === step_pre_token[merge];
    return [
      ...this.skippedLine(
        `Skipped before this ${header.within}: `,
        skipped.filter((row) => !own(row)),
      ),
      ...this.skippedLine("Skipped by dropout: ", skipped.filter(own)),
    ];
  }

  skippedLine(opening, skipped) {
    if (!skipped.length) return [];
    const more = skipped.length - RIVALS;
    const rest = more > 0 ? ` and ${count(more, "other")}` : "";
    return [h("p", { class: "why skipped" }, opening, ...this.learned(skipped), rest, ".")];
  }

  /** The first of these pairs, and when each was learned. */
  learned(rows) {
    return rows.slice(0, RIVALS).flatMap(({ left, right, rank }, i) => {
      const pair = [this.chip(left), this.chip(right, left)];
      return [i ? ", " : "", ...pair, ` (merge ${number(rank + 1)})`];
    });
  }

  /** `ahead`: say what comes, too. */
  tell(k, ahead = true) {
    const { trace } = this;
    const lines = k === 0 ? [this.start()] : [...this.leftOut(k - 1), ...this.step(k)];
    if (k === trace.steps) lines.push(...this.leftOut(k));
    if (k === trace.steps)
      lines.push(h("p", { class: "why next" }, `The end. ${trace.header.stop}`));
    else if (ahead) lines.push(this.next(k));
    return lines;
  }

  start() {
    const { header, size, symbols } = this.trace;
    // Special tokens are whole from the start; unknown characters in a row are one token.
    const each = symbols.every((symbol) => header.lengths[symbol] <= 1);
    const whole = header.in_bytes
      ? `Each ${header.unit} that has a token is one, and every other is its bytes`
      : `Every ${header.unit} is a token of its own`;
    return h(
      "p",
      {},
      h("b", {}, "Start. "),
      size
        ? `${each ? whole : "Nothing is merged yet"}: ${count(size, "token")}.`
        : "There is nothing to encode: no tokens.",
    );
  }

  step(k) {
    const { trace, chip } = this;
    const merge = k - 1;
    const rows = this.candidates(merge);
    const chosen = rows.find((row) => this.wins(row, merge));
    const others = rows.filter((row) => row !== chosen && !this.isSkipped(row, merge));
    const rank = chosen ? `merge ${number(chosen.rank + 1)}` : "a learned merge";
    const why = others.length
      ? [
          "It was learned before ",
          ...this.learned(others),
          others.length > RIVALS ? " and others" : "",
          ", so it goes first.",
        ]
      : [
          rows.length > 1
            ? `The other learned pairs ${this.here} were skipped.`
            : `No other pair ${this.here} was learned.`,
        ];
    return [
      h(
        "p",
        {},
        h("b", {}, `Step ${number(k)}. `),
        chip(trace.step_left[merge]),
        " + ",
        chip(trace.step_right[merge]),
        ` is ${rank}, and becomes `,
        chip(trace.step_token[merge]),
        `, id ${trace.ids[trace.step_token[merge]]}. `,
        h(
          "span",
          { class: "counts" },
          `${number(trace.tokens(merge))} → ${count(trace.tokens(k), "token")}`,
        ),
      ),
      h("p", { class: "why" }, ...why),
    ];
  }

  next(k) {
    return nextLine(this, k, ".");
  }

  /** What was learned of two that stand side by side. */
  beside(left, right) {
    const rank = this.ranks.get(pairKey(left, right));
    return rank === undefined ? UNLEARNED : `Merge ${number(rank + 1)} could join the two`;
  }

  origin(token) {
    const made = this.trace.madeAt.get(token);
    if (made === undefined) return null;
    return [this.chip(this.trace.step_left[made]), " + ", this.chip(this.trace.step_right[made])];
  }
}
