// What a step did, and why it and no other, in words. One teller per kind of trace.

import { count, h, number, scoreWords, times } from "../script/dom.js";
import { changesOf, largestOf } from "./story.js";

/** Training: at each step the trainer takes the best pair of the whole text. */
export class TrainTeller {
  constructor(trace, pairs, chip) {
    /** @type {import("./trace.js").Trace} */
    this.trace = trace;
    /** @type {import("./pairs.js").PairCounts} */
    this.pairs = pairs;
    this.chip = chip;
    this.scored = pairs.scored;
    this.inTurn = (rows, k) => pairs.rowsInTurn(rows, k);
    this.unit = trace.header.unit;
    this.inside = trace.header.within ? ` inside a ${trace.header.within}` : "";
    this.most = this.scored ? null : pairs.most; // where rows tell counts, the largest
    this.asks = "Which pair merges next?";
    this.counted = true; // a contest of counts, which help who predicts
    /** @type {Map<number, [number, number]>} the merges that were forced: what would have won */
    this.forced = new Map((trace.header.forced ?? []).map(([k, ...pair]) => [k, pair]));
  }

  /** `over`: a longer replay goes on after step k, the last of this one. */
  heading(k, open, over) {
    if (open) return `The contest of step ${number(k + 1)}`;
    if (k > 0 && over) return "The contest of the last step";
    if (k > 0) return "The contest of this step";
    return this.scored
      ? "Before training: the highest scores"
      : "Before training: the most frequent pairs";
  }

  /** `decided`: the merge that the contest decided, or null. */
  note(decided, leaders) {
    const different = count(leaders.different, "different pair");
    const tied = decided !== null && leaders.tied && !this.forced.has(decided);
    return tied ? `${different}, ${leaders.tied + 1} tied` : different;
  }

  /**
   * The contest that merge k won, as it saw the counts; at step 0 nothing is decided yet.
   * `open`: the one of the next step instead, before it is decided.
   */
  rows(k, limit, open = false) {
    const contest = open ? k : Math.max(0, k - 1);
    const decided = k > 0 && !open;
    const leaders = this.pairs.leaders(contest, limit);
    const rows = leaders.rows.map((row) => ({
      ...row,
      text: this.value(row),
      hint: this.hint(row, contest),
      change: this.changed(row, contest),
      ...(decided ? { badge: this.badge(row, contest) } : { standing: "" }),
    }));
    return {
      rows: decided ? this.pairs.bestFirst(rows) : this.inTurn(rows, contest),
      more: leaders.different > rows.length,
      note: this.note(decided ? contest : null, leaders),
      key: rows.some(({ change }) => change) ? `+ − changed by step ${number(contest)}` : "",
    };
  }

  /** The pairs that merge k had to choose from, the winner first. */
  contest(k, limit) {
    return this.pairs.leaders(k, limit).rows;
  }

  /** Where scores decide, the pair that BPE would take: it is there to be mistaken for the best. */
  trap(k) {
    return this.scored ? this.pairs.mostFrequent(k) : null;
  }

  /** One pair of it, or null. */
  rowOf(left, right, k) {
    return this.pairs.rowOf(left, right, k);
  }

  /** Why a pair did not win. */
  lost(row) {
    if (row.rule && row.rule === this.trace.header.overruled) return "was passed over";
    if (row.rule) return `may not merge (${row.rule})`;
    return this.scored
      ? `scores only ${scoreWords(row.value)}`
      : `stood together ${times(row.count)}`;
  }

  help(row) {
    return this.scored ? `scores ${scoreWords(row.value)}` : times(row.count);
  }

  badge({ standing, rule }, k) {
    if (standing === "won" && this.forced.has(k)) return "forced";
    if (rule && rule === this.trace.header.overruled) return "passed over";
    return standing === "barred" ? "not allowed" : standing;
  }

  value(row) {
    return this.scored ? scoreWords(row.value) : number(row.count);
  }

  /** What the merge before this contest did to the count of a pair; nothing where scores decide. */
  changed({ change, count: now }, k) {
    if (!change || this.scored) return null;
    const hint = `${number(now - change)} before step ${number(k)}`;
    return { text: `${change > 0 ? "+" : "−"}${number(Math.abs(change))}`, hint };
  }

  hint(row, k) {
    const barred = row.rule ? `; ${row.rule}` : "";
    return (this.scored ? this.score(row, k) : `${times(row.count)} in the text`) + barred;
  }

  score(row, k) {
    const { [row.left]: left, [row.right]: right } = this.trace.frequencies.at(k);
    return `${number(row.count)} ÷ (${number(left)} × ${number(right)})`;
  }

  /** `ahead`: say what comes, too. `pair`: one of the contest, told of in place of the reason. */
  tell(k, ahead = true, pair = null) {
    const { trace } = this;
    const lines = k === 0 ? this.start() : this.step(k);
    if (pair) lines.splice(1, 1, h("p", { class: "why" }, ...this.story(pair, k, ahead)));
    if (k === trace.steps)
      lines.push(h("p", { class: "why next" }, `The end. ${trace.header.stop}`));
    else if (ahead) lines.push(this.next(k));
    return lines;
  }

  start() {
    const { steps } = this.trace;
    const first = steps === 1 ? "only merge" : `first of ${count(steps, "merge")}`;
    const before = steps ? `, before the ${first}` : "";
    return [
      h(
        "p",
        {},
        h("b", {}, `Start${before}. `),
        this.trace.size
          ? `Every ${this.unit}${this.besides()} is a token of its own: ${count(this.trace.tokens(0), "token")}.`
          : "There is nothing to merge: no tokens.",
        this.trace.header.sample
          ? " Shown is a sample; the numbers are of all that was counted."
          : "",
      ),
    ];
  }

  /** What else is a token before the first merge. */
  besides() {
    const { special, marks } = this.trace.header;
    const more = [...(special ? ["special token"] : []), ...(marks ?? [])];
    return more.length ? `, and each ${more.join(" and ")},` : "";
  }

  step(k) {
    const { trace, chip } = this;
    const merge = k - 1;
    const pair = [chip(trace.step_left[merge]), " + ", chip(trace.step_right[merge])];
    const token = trace.step_token[merge];
    const often = times(trace.step_count[merge]);
    const joined = trace.tokens(merge) - trace.tokens(k); // of "aaa", which holds "aa" twice, one
    const overlaps = joined < trace.step_count[merge];
    return [
      h(
        "p",
        {},
        h("b", {}, `Step ${number(k)}. `),
        ...pair,
        trace.step_count[merge]
          ? ` stood together ${often}${overlaps ? `, overlaps counted, was joined ${times(joined)}` : ""} and became `
          : " no longer stand together; they only fill the vocabulary up, as ",
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

  /** Why this pair and not another, as the training recorded it. */
  reason(merge) {
    if (!this.trace.step_count[merge]) return [`Why this pair? ${this.trace.header.rule.fill_up}`];
    const instead = this.forced.get(merge);
    if (instead) return this.overruled(merge, instead);
    const leaders = this.pairs.leaders(merge, 12);
    const [winner] = leaders.rows;
    const words = ["Why: ", ...this.ofScore(winner, merge), ...this.heldBack(leaders)];
    if (leaders.different === 1)
      return [...words, `it is the only pair${this.inside || " there is"}.`];
    if (leaders.tied) {
      const at = this.scored ? "" : ` at ${number(winner.count)}`;
      const { ties } = this.trace.header.rule;
      return [...words, `tied with ${count(leaders.tied, "other")}${at}; ${ties} wins.`];
    }
    const rest = leaders.barred && !this.scored ? "of the rest, no" : "no";
    const best = this.scored ? "scores as high" : "is as frequent";
    return [...words, `${rest} other pair${this.inside} ${best}.`];
  }

  /** Where scores decide: how often the parts of a pair stand, and the score that makes. */
  ofScore(row, merge) {
    if (!this.scored) return [];
    const frequency = this.trace.frequencies.at(merge);
    const parts = [...new Set([row.left, row.right])].flatMap((token, at) => [
      at ? " and " : "",
      this.chip(token),
      at ? ` ${times(frequency[token])}` : ` stood ${times(frequency[token])}`,
    ]);
    return [...parts, `, so the score is ${this.score(row, merge)} = ${scoreWords(row.value)}; `];
  }

  /** Why a forced step joined its pair, and what would have won it. */
  overruled(merge, [left, right]) {
    const { step_left: lefts, step_right: rights } = this.trace;
    if (left === lefts[merge] && right === rights[merge])
      return ["Why: it was forced here, and would have won anyway."];
    this.pairs.moveTo(merge);
    const would = this.pairs.number(left, right);
    const pair = [this.chip(left), " + ", this.chip(right)];
    const values = this.pairs.values(merge);
    const score = (place) => scoreWords(values[place]);
    const how = this.scored
      ? `with the score ${score(would)}; this one has ${score(this.pairs.number(lefts[merge], rights[merge]))}`
      : times(this.pairs.counts[would]);
    return ["Why: it was forced here. By the rule ", ...pair, ` would have won, ${how}.`];
  }

  /** Pairs that stood as high or higher and were forbidden, the best of them with its rule. */
  heldBack(leaders) {
    if (!leaders.barred) return [];
    if (this.scored) return [`${count(leaders.barred, "more frequent pair")} scored lower; `];
    const { left, right, rule } = leaders.rows.find((row) => row.standing === "barred");
    const more = leaders.barred > 1 ? ` and ${count(leaders.barred - 1, "other")} are` : " is";
    const often = leaders.level ? (leaders.level < leaders.barred ? "at least as" : "as") : "more";
    const said = `${more} ${often} frequent but may not merge (${rule}); `;
    return [this.chip(left), this.chip(right, left), said];
  }

  /** What became of a pair up to the contest of step k, and, `ahead` of it, when it is joined. */
  story({ pair, left, right }, k, ahead = true) {
    const { trace, chip } = this;
    const changes = changesOf(trace, pair, Math.max(0, k - 1));
    const [first] = changes;
    const words = [chip(left), chip(right, left), ` stood ${times(first.change)} `];
    words.push(first.step ? `after step ${number(first.step)}` : "at the start");
    const { told, more } = largestOf(changes);
    for (const { step, change } of told) {
      const did = `${change < 0 ? "took" : "brought"} ${number(Math.abs(change))}`;
      words.push(", ", chip(trace.step_token[step - 1]), ` ${did} (step ${number(step)})`);
    }
    if (more) words.push(`, ${count(more, "other step")} changed it`);
    if (told.length)
      words.push(`; now ${times(changes.reduce((sum, one) => sum + one.change, 0))}`);
    const joined = trace.step_left.findIndex(
      (token, at) => token === left && trace.step_right[at] === right,
    );
    if (!ahead && (joined < 0 || joined >= k)) return [...words, "."];
    const when = joined < 0 ? "never joined" : `joined at step ${number(joined + 1)}`;
    return [...words, `. It is ${when}.`];
  }

  next(k) {
    const stood = this.trace.step_count[k];
    const how = this.scored ? `score ${scoreWords(this.pairs.scoreOf(k))}` : times(stood);
    return nextLine(this, k, stood ? `, ${how}.` : ", to fill up.");
  }

  /** What the training counted of two that stand side by side after k merges. */
  beside(left, right, k) {
    this.pairs.moveTo(k);
    return `The two stand together ${times(this.pairs.counts[this.pairs.number(left, right)])}`;
  }

  /** Which merge made a token, for its card; null, none did. */
  origin(token, k) {
    const made = this.trace.madeAt.get(token);
    if (made === undefined || made >= k) return null;
    const { step_left: left, step_right: right } = this.trace;
    return [this.chip(left[made]), " + ", this.chip(right[made]), ` at step ${number(made + 1)}`];
  }
}

/** What the merge after this step joins; `end` closes the sentence. */
export const nextLine = ({ trace, chip }, k, end) =>
  h(
    "p",
    { class: "why next" },
    "Next: ",
    chip(trace.step_left[k]),
    " + ",
    chip(trace.step_right[k]),
    end,
  );
