// What a step did, and why it and no other, in words. One teller per kind of trace.

import { count, h, number } from "../script/dom.js";

const OTHERS = 3; // rivals named in a tie

/** Training: at each step the trainer takes the best pair of the whole text. */
export class TrainTeller {
  constructor(trace, pairs, chip) {
    /** @type {import("./trace.js").Trace} */
    this.trace = trace;
    /** @type {import("./pairs.js").PairCounts} */
    this.pairs = pairs;
    this.chip = chip;
    this.scored = pairs.scored;
    this.unit = trace.header.unit;
  }

  heading(k) {
    return k < this.trace.steps ? "Pairs at this step" : "Pairs that are left";
  }

  note(k, leaders) {
    const different = `${count(leaders.different, "different pair")}`;
    if (k >= this.trace.steps) return different;
    return leaders.tied ? `${different}, ${leaders.tied + 1} tied for the lead` : different;
  }

  rows(k, limit) {
    const leaders = this.pairs.leaders(k, limit);
    const rows = leaders.rows.map((row) => ({
      ...row,
      text: this.value(row),
      hint: this.hint(row, k),
    }));
    return { rows, more: leaders.different > rows.length, note: this.note(k, leaders) };
  }

  value(row) {
    return this.scored ? significant(row.value) : number(row.count);
  }

  hint(row, k) {
    if (!this.scored) return `${count(row.count, "time")} in the text`;
    const frequency = this.trace.frequencies.at(k);
    return `${row.count} ÷ (${frequency[row.left]} × ${frequency[row.right]})`;
  }

  tell(k) {
    const { trace } = this;
    const lines = k === 0 ? this.start() : this.step(k);
    lines.push(
      k < trace.steps ? this.next(k) : h("p", { class: "why" }, `The end. ${trace.header.stop}`),
    );
    return lines;
  }

  start() {
    const unit = this.unit === "byte" ? "byte" : "character";
    const steps = this.trace.steps
      ? `, before the first of ${count(this.trace.steps, "merge")}`
      : "";
    return [
      h(
        "p",
        {},
        h("b", {}, `Start${steps}. `),
        `Every ${unit} is a token of its own: ${count(this.trace.size, "token")}.`,
      ),
    ];
  }

  step(k) {
    const { trace, chip } = this;
    const merge = k - 1;
    const pair = [chip(trace.step_left[merge]), " + ", chip(trace.step_right[merge])];
    const token = trace.step_token[merge];
    const times = count(trace.step_count[merge], "time");
    return [
      h(
        "p",
        {},
        h("b", {}, `Step ${number(k)} of ${number(trace.steps)}. `),
        ...pair,
        ` stood together ${times} and became `,
        chip(token),
        `, id ${trace.ids[token]}. `,
        h(
          "span",
          { class: "counts" },
          `${number(trace.tokens(merge))} → ${count(trace.tokens(k), "token")}`,
        ),
      ),
      h("p", { class: "why" }, ...this.reason(merge)),
    ];
  }

  /** Why this pair and not another, as the step saw them. */
  reason(merge) {
    const leaders = this.pairs.leaders(merge, 12);
    const chosen = leaders.rows.find((row) => row.standing === "won");
    const words = ["Why this pair? "];
    if (this.scored)
      words.push(
        `Its score, count ÷ (count of left × count of right), is ${this.hint(chosen, merge)} = ${significant(chosen.value)}. `,
      );
    words.push(...this.heldBack(leaders));
    if (leaders.different === 1) return [...words, "It is the only pair there is."];
    if (!leaders.tied) {
      const rest = leaders.barred && !this.scored ? "Of the rest, no other" : "No other";
      return [...words, `${rest} pair ${this.scored ? "scores as high" : "is as frequent"}.`];
    }
    const rivals = leaders.rows.filter((row) => row.standing === "tied").slice(0, OTHERS);
    const named = rivals.flatMap((row, i) => [
      i ? ", " : "",
      this.chip(row.left),
      this.chip(row.right),
    ]);
    const at = this.scored ? "" : ` at ${number(chosen.count)}`;
    const rest = leaders.tied > rivals.length ? ", …" : "";
    return [
      ...words,
      `Tied with ${count(leaders.tied, "other")}${at} (`,
      ...named,
      `${rest}): ${this.trace.header.rule.ties} wins.`,
    ];
  }

  /** Pairs that stood higher and were forbidden, the first of them with the rule that did it. */
  heldBack(leaders) {
    if (!leaders.barred) return [];
    if (this.scored)
      return [`${count(leaders.barred, "pair")} stood together more often, but scored lower. `];
    const first = leaders.rows.find((row) => row.standing === "barred");
    const more = leaders.barred > 1 ? ` and ${count(leaders.barred - 1, "other")}` : "";
    return [
      this.chip(first.left),
      this.chip(first.right),
      `${more} stood higher but may not merge: ${first.rule}. `,
    ];
  }

  next(k) {
    const { trace, chip } = this;
    return h(
      "p",
      { class: "why winner" },
      "Next: ",
      chip(trace.step_left[k]),
      " + ",
      chip(trace.step_right[k]),
      `, ${count(trace.step_count[k], "time")}.`,
    );
  }

  /** How a token came to be, for its card. */
  origin(token, k) {
    const made = this.trace.madeAt.get(token);
    if (made === undefined || made >= k) return [`a ${this.unit} of the text, made by no merge`];
    const { step_left: left, step_right: right } = this.trace;
    return [this.chip(left[made]), " + ", this.chip(right[made]), ` at step ${number(made + 1)}`];
  }
}

const significant = (value) => (value >= 0.001 ? value.toFixed(4) : value.toExponential(2));
