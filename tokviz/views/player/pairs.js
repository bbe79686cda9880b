// Pair counts at any step, and who stood against the winner: both as the training recorded them.

import { pairKey } from "./trace.js";

const ROWS_FOR_BARRED = 12; // among so many one may not merge; the caption counts the others

/** The pairs of one standing: each holds from step `first` up to step `last`, which is not in it. */
class Standing {
  constructor(trace, name) {
    this.pairs = trace[`${name}_pair`];
    this.first = trace[`${name}_first`];
    this.last = trace[`${name}_last`];
    this.rule = trace[`${name}_rule`];
    this.opening = byStep(this.first, trace.steps);
    this.closing = byStep(this.last, trace.steps);
    this.step = -1;
    this.open = new Set();
  }

  /** The rows that hold at step k, in the order of the record. */
  at(k) {
    for (; this.step < k; this.step++) {
      for (const row of this.closing(this.step + 1)) this.open.delete(row);
      for (const row of this.opening(this.step + 1)) this.open.add(row);
    }
    for (; this.step > k; this.step--) {
      for (const row of this.opening(this.step)) this.open.delete(row);
      for (const row of this.closing(this.step))
        if (this.first[row] < this.step) this.open.add(row);
    }
    return [...this.open].sort((a, b) => a - b);
  }
}

/** A look-up of the rows by the step they name: one counting sort. */
function byStep(steps, last) {
  const starts = new Int32Array(last + 3);
  for (const step of steps) starts[step + 1]++;
  for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
  const rows = new Int32Array(steps.length);
  const next = starts.slice();
  steps.forEach((step, row) => (rows[next[step]++] = row));
  return (step) => rows.subarray(starts[step], starts[step + 1]);
}

export class PairCounts {
  constructor(trace) {
    this.trace = trace;
    this.counts = new Float64Array(trace.pair_left.length); // of a large corpus, beyond an Int32
    this.groups = new Int32Array(this.counts.length); // of each pair, while it is looked for
    this.step = -1; // block 0 holds the counts before any merge
    this.numbers = new Map();
    trace.pair_left.forEach((left, i) => this.numbers.set(pairKey(left, trace.pair_right[i]), i));
    this.tied = new Standing(trace, "tied");
    this.barred = new Standing(trace, "barred");
    this.scored = trace.header.rule.ranked_by === "pair score";
    this.known = new Map(); // step -> its contest, for the step a reader goes back and forth on
  }

  moveTo(k) {
    const { change_starts: starts, change_pair: pairs, change_count: changes } = this.trace;
    const forward = k > this.step;
    const [from, to] = forward ? [this.step, k] : [k, this.step];
    const sign = forward ? 1 : -1;
    for (let i = starts[from + 1]; i < starts[to + 1]; i++)
      this.counts[pairs[i]] += sign * changes[i];
    this.step = k;
  }

  /** By how much merge k - 1 changed each count that it changed: what the contest of merge k saw. */
  changesBefore(k) {
    const { change_starts: starts, change_pair: pairs, change_count: changes } = this.trace;
    const sums = new Map();
    if (k === 0) return sums; // block 0 is no merge's
    for (let i = starts[k]; i < starts[k + 1]; i++)
      sums.set(pairs[i], (sums.get(pairs[i]) ?? 0) + changes[i]);
    return sums;
  }

  /** The largest count there ever is: one before any merge, for a merge only takes places away. */
  get most() {
    const { change_starts: starts, change_count: changes } = this.trace;
    return changes.subarray(starts[0], starts[1]).reduce((one, other) => Math.max(one, other), 0);
  }

  /** How merge k was decided: the winner, those tied with it and those barred, as pair numbers. */
  choice(k) {
    const { trace, tied, barred } = this;
    return {
      winner: this.number(trace.step_left[k], trace.step_right[k]),
      tied: tied.at(k).map((row) => tied.pairs[row]),
      barred: barred.at(k).map((row) => ({
        pair: barred.pairs[row],
        rule: trace.header.rule.bars[barred.rule[row]],
      })),
      numBarred: trace.num_barred[k],
    };
  }

  /**
   * The contest that merge k won, or, after the last merge, the pairs that are left:
   * {rows: [{pair, left, right, count, change, value, standing, rule}], different, tied, barred, level}.
   * `level`: how many of the barred stood as high as the winner, no higher.
   * The winner comes first, then the tied, then the barred, then the others, best first.
   */
  leaders(k, limit) {
    const key = `${k}/${limit}`;
    if (!this.known.has(key)) {
      if (this.known.size > 64) this.known.clear();
      this.known.set(key, this.findLeaders(k, limit));
    }
    return this.known.get(key);
  }

  findLeaders(k, limit) {
    this.moveTo(k);
    const values = this.values(k);
    const standing = this.standings(k);
    const numBarred = k < this.trace.steps ? this.trace.num_barred[k] : 0;
    const byPlace = this.trace.header.rule.by_place !== 0;
    const { best, different } = largest(this.counts, values, limit, standing, byPlace);
    const of = (name) =>
      [...standing.keys()].filter((pair) => standing.get(pair).standing === name);
    const lists = [of("tied"), of("barred"), best];
    const [tied, barred, others] = this.inTurn(lists, k, limit, values);
    const changes = this.changesBefore(k);
    const first = [...of("won"), ...tied];
    const room = limit - first.length - others.length;
    const few = barred.slice(0, Math.max(Math.ceil(limit / ROWS_FOR_BARRED), room));
    const leading = first.slice(0, limit - few.length);
    const rows = [...leading, ...few, ...others].slice(0, limit);
    return {
      rows: rows.map((pair) => ({
        ...this.row(pair, values, standing.get(pair)),
        change: changes.get(pair) ?? 0,
      })),
      different,
      tied: lists[0].length,
      barred: numBarred,
      level: lists[1].filter((pair) => values[pair] === values[of("won")[0]]).length,
    };
  }

  /**
   * How those stood that were looked at for merge k: {standing, rule} by the pair's number. Nobody
   * won a step that fills up, nor tied.
   */
  standings(k) {
    const found = new Map();
    if (k >= this.trace.steps) return found;
    const { winner, tied, barred } = this.choice(k);
    if (this.trace.step_count[k]) {
      found.set(winner, { standing: "won" });
      for (const pair of tied) found.set(pair, { standing: "tied" });
    }
    for (const { pair, rule } of barred) found.set(pair, { standing: "barred", rule });
    return found;
  }

  /** One pair as the contest of merge k saw it; null where it was not counted. */
  rowOf(left, right, k) {
    const pair = this.number(left, right);
    if (pair < 0) return null;
    this.moveTo(k);
    return this.row(pair, this.values(k), this.standings(k).get(pair));
  }

  /** The pair that stands most often before merge k, of several the first in the text. */
  mostFrequent(k) {
    this.moveTo(k);
    const most = this.counts.reduce((one, other) => Math.max(one, other), 0);
    const leading = [...this.counts.keys()].filter((pair) => this.counts[pair] === most);
    const [[first]] = this.asTheyCome([{ pairs: leading, few: 1 }], k);
    return this.row(first, this.values(k), this.standings(k).get(first));
  }

  /**
   * Of each list of pairs the `limit` best before merge k, best first; equal ones stand as the tie
   * rule would take them. A rule that looks at the pair alone has numbered the pairs so.
   */
  inTurn(lists, k, limit, values = this.values(k)) {
    const better = (one, other) => values[other] - values[one] || one - other;
    const runs = lists.map((pairs) => runsOf([...pairs].sort(better), limit, values));
    const way = this.trace.header.rule.by_place;
    const tied = way ? runs.flat().filter(({ pairs }) => pairs.length > 1) : [];
    // Of those whose first place is the last nobody knows before the end of the text.
    const asked = tied.map(({ pairs, few }) => ({ pairs, few: way < 0 ? pairs.length : few }));
    this.asTheyCome(asked, k).forEach(
      (pairs, at) => (tied[at].pairs = way < 0 ? pairs.reverse() : pairs),
    );
    return runs.map((groups) => groups.flatMap(({ pairs }) => pairs).slice(0, limit));
  }

  /** Rows of any standing best first, equal ones as the tie rule would take them at merge k. */
  rowsInTurn(rows, k) {
    const by = new Map(rows.map((row) => [row.pair, row]));
    this.moveTo(k);
    return this.inTurn([[...by.keys()]], k, rows.length)[0].map((pair) => by.get(pair));
  }

  /** Of equal rows the order stays: one that may not merge stands below those that may. */
  bestFirst = (rows) => [...rows].sort((one, other) => other.value - one.value);

  /**
   * Of each group of pairs the first `few` that come in the text after k merges, and then the
   * others: in a sample that is replayed some never come.
   */
  asTheyCome(groups, k) {
    const { trace } = this;
    this.groups.fill(-1);
    groups.forEach(({ pairs }, at) => pairs.forEach((pair) => (this.groups[pair] = at)));
    /** @type {number[][]} */
    const found = groups.map(() => []);
    let [open, before] = [groups.length, -1];
    for (let p = 0; p < trace.size && open;) {
      const end = trace.endOf(p, k);
      const token = trace.tokenOf(p, end, k);
      const pair = trace.opensPreToken(p) ? -1 : this.number(before, token);
      const at = pair < 0 ? -1 : this.groups[pair];
      if (at >= 0) {
        this.groups[pair] = -1;
        if (found[at].push(pair) === groups[at].few) open--;
      }
      [before, p] = [token, end];
    }
    if (!open) return found;
    return groups.map(({ pairs }, at) => [...new Set([...found[at], ...pairs])]);
  }

  row(pair, values, standing) {
    const { pair_left: left, pair_right: right } = this.trace;
    return {
      pair,
      left: left[pair],
      right: right[pair],
      count: this.counts[pair],
      value: values[pair],
      standing: "",
      ...standing,
    };
  }

  number(left, right) {
    return this.numbers.get(pairKey(left, right)) ?? -1;
  }

  /** What the trainer ranked by: counts, or WordPiece's count(ab) / (count(a) count(b)). */
  values(k) {
    if (!this.scored) return this.counts;
    const { pair_left: left, pair_right: right } = this.trace;
    const frequency = this.trace.frequencies.at(k);
    return Float64Array.from(this.counts, (count, i) =>
      count > 0 ? pairScore(count, left[i], right[i], frequency) : 0,
    );
  }

  /** The score of the pair that merge k joins. */
  scoreOf(k) {
    const { step_count: count, step_left: left, step_right: right, frequencies } = this.trace;
    return pairScore(count[k], left[k], right[k], frequencies.at(k));
  }
}

const pairScore = (count, left, right, frequency) => count / (frequency[left] * frequency[right]);

/**
 * Of the pairs that have no standing, the `limit` largest, best first, and all that `level` with
 * the least of these where that is asked; and how many different pairs there are.
 */
function largest(counts, values, limit, standing, level) {
  const best = [];
  let different = 0;
  for (let i = 0; i < values.length; i++) {
    if (counts[i] <= 0) continue;
    different++;
    if (standing.has(i)) continue;
    if (best.length === limit && values[i] <= values[best[limit - 1]]) continue;
    let at = best.length < limit ? best.length : limit - 1;
    for (; at > 0 && values[best[at - 1]] < values[i]; at--) best[at] = best[at - 1];
    best[at] = i;
  }
  if (!level || best.length < limit) return { best, different };
  const least = values[best[limit - 1]];
  const others = best.filter((pair) => values[pair] > least);
  for (let i = 0; i < values.length; i++)
    if (values[i] === least && counts[i] > 0 && !standing.has(i)) others.push(i);
  return { best: others, different };
}

/** Pairs that come best first as groups of equal ones, of which the first `few` are wanted. */
function runsOf(pairs, limit, values) {
  const runs = [];
  for (let at = 0; at < Math.min(limit, pairs.length);) {
    let end = at + 1;
    while (end < pairs.length && values[pairs[end]] === values[pairs[at]]) end++;
    runs.push({ pairs: pairs.slice(at, end), few: Math.min(end, limit) - at });
    at = end;
  }
  return runs;
}
