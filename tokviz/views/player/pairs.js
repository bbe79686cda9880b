// Pair counts at any step, and who leads them: the choice as the trainer saw it.

import { pairKey } from "./trace.js";

export class PairCounts {
  constructor(trace) {
    this.trace = trace;
    this.counts = new Int32Array(trace.pair_left.length);
    this.step = -1; // block 0 holds the counts before any merge
    this.numbers = new Map();
    trace.pair_left.forEach((left, i) => this.numbers.set(pairKey(left, trace.pair_right[i]), i));
    this.known = new Map(); // step -> its leaders, for the step a reader goes back and forth on
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

  /**
   * The leading pairs before merge k, best first by the tokenizer's own rule:
   * {rows: [{pair, left, right, count, value, tied, chosen}], different, tied, above}.
   * tied: how many others share the winner's value; above: how many have more but may not merge.
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
    const { trace } = this;
    this.moveTo(k);
    const values = this.values(k);
    const winner = k < trace.steps ? this.number(trace.step_left[k], trace.step_right[k]) : -1;
    const { least, different } = threshold(this.counts, values, limit);
    const chosen = winner < 0 ? 0 : values[winner];
    let pairs = [];
    let tied = 0;
    let above = 0;
    for (let i = 0; i < values.length; i++) {
      if (this.counts[i] <= 0) continue;
      if (i !== winner && winner >= 0) {
        const order = this.compareValues(values, i, winner, k);
        if (order === 0) tied++;
        else if (order < 0) above++;
      }
      if (values[i] >= least * (1 - 1e-12)) pairs.push(i);
    }
    pairs = this.sorted(pairs, values, k, limit);
    if (winner >= 0 && !pairs.includes(winner)) pairs[Math.max(0, limit - 1)] = winner;
    const rows = pairs.map((i) => ({
      pair: i,
      left: trace.pair_left[i],
      right: trace.pair_right[i],
      count: this.counts[i],
      value: values[i],
      chosen: i === winner,
      tied: winner >= 0 && tied > 0 && this.compareValues(values, i, winner, k) === 0,
    }));
    return { rows, different, tied, above, best: chosen };
  }

  number(left, right) {
    return this.numbers.get(pairKey(left, right)) ?? -1;
  }

  /** What the trainer compares: counts, or WordPiece's count(ab) / (count(a) count(b)). */
  values(k) {
    if (this.trace.header.tie !== "score-then-first-seen") return this.counts;
    const { pair_left: left, pair_right: right } = this.trace;
    const frequency = this.trace.frequencies.at(k);
    return Float64Array.from(this.counts, (count, i) =>
      count > 0 ? count / (frequency[left[i]] * frequency[right[i]]) : 0,
    );
  }

  /** Below 0 when a is the better pair. Fractions that look equal are compared exactly. */
  compareValues(values, a, b, k) {
    const difference = values[b] - values[a];
    if (values === this.counts || Math.abs(difference) > 1e-9 * values[a]) return difference;
    const { pair_left: left, pair_right: right } = this.trace;
    const f = this.trace.frequencies.at(k);
    const cross = (i, j) => BigInt(this.counts[i]) * BigInt(f[left[j]]) * BigInt(f[right[j]]);
    const [ours, theirs] = [cross(a, b), cross(b, a)];
    return ours > theirs ? -1 : ours < theirs ? 1 : 0;
  }

  /** The best `limit` of them, equals in the order of the stated tie rule. */
  sorted(pairs, values, k, limit) {
    pairs.sort((a, b) => this.compareValues(values, a, b, k));
    const same = (i, j) => this.compareValues(values, pairs[i], pairs[j], k) === 0;
    const shared = pairs.filter(
      (_, i) => (i > 0 && same(i - 1, i)) || (i + 1 < pairs.length && same(i, i + 1)),
    );
    if (!shared.length) return pairs.slice(0, limit);
    const order = this.tieOrder(shared, pairs, values, k, limit);
    return pairs.sort((a, b) => this.compareValues(values, a, b, k) || order(a, b)).slice(0, limit);
  }

  tieOrder(shared, pairs, values, k, limit) {
    if (this.trace.header.tie === "shorter-then-code-point")
      return (a, b) => this.comparePieces(a, b);
    const last = pairs[Math.min(limit, pairs.length) - 1];
    const group = shared.filter((i) => this.compareValues(values, i, last, k) === 0);
    const inside = pairs.length > limit ? limit - pairs.indexOf(group[0] ?? last) : group.length;
    const first = this.firstPlaces(new Set(shared), new Set(group), Math.max(0, inside), k);
    return (a, b) => (first.get(a) ?? Infinity) - (first.get(b) ?? Infinity) || a - b;
  }

  /** UTF-8 sorts as code points do, so hex digits decide; a character is a byte that starts one. */
  comparePieces(a, b) {
    const { pair_left: left, pair_right: right, hex } = this.trace;
    const [one, two] = [hex[left[a]] + hex[right[a]], hex[left[b]] + hex[right[b]]];
    return characters(one) - characters(two) || (one < two ? -1 : one > two ? 1 : 0);
  }

  /** Read the text as it stands until every wanted pair was met; of the group, `some` are enough. */
  firstPlaces(wanted, group, some, k) {
    const { ranks, symbols, step_token: merged, size, pair_left: left } = this.trace;
    const asLeft = new Uint8Array(this.trace.labels.length);
    for (const i of wanted) asLeft[left[i]] = 1;
    const first = new Map();
    let missing = wanted.size - group.size + some;
    let before = -1;
    for (let p = 0; p < size && missing > 0;) {
      const start = p++;
      let latest = -1;
      for (; p < size && ranks[p] < k; p++) if (ranks[p] > latest) latest = ranks[p];
      const token = latest < 0 ? symbols[start] : merged[latest];
      if (before >= 0 && asLeft[before] && !this.trace.opensPreToken(start)) {
        const pair = this.number(before, token);
        if (wanted.has(pair) && !first.has(pair)) {
          first.set(pair, start);
          if (!group.has(pair) || some-- > 0) missing--;
        }
      }
      before = token;
    }
    return first;
  }
}

const characters = (hex) =>
  (hex.match(/../g) ?? []).filter((byte) => (parseInt(byte, 16) & 0xc0) !== 0x80).length;

/** The value of the limit-th best pair, and how many different pairs there are. */
function threshold(counts, values, limit) {
  const best = [];
  let different = 0;
  for (let i = 0; i < values.length; i++) {
    if (counts[i] <= 0) continue;
    different++;
    if (best.length === limit && values[i] <= best[limit - 1]) continue;
    let at = best.length < limit ? best.length : limit - 1;
    for (; at > 0 && best[at - 1] < values[i]; at--) best[at] = best[at - 1];
    best[at] = values[i];
  }
  return { least: best[best.length - 1] ?? 0, different };
}
