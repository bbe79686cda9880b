// The look of a token: a colour that its spelling asks for, and that no neighbour of it has.
//
// The spelling comes first, so that a token looks alike in every row and, where it can, on every
// page. Where two tokens that stand side by side at any step ask for one look, one of them takes
// another, once for all steps. Eight colours are enough while no group of tokens has eight
// neighbours each within the group, as in all our samples; beyond that a line on top tells apart
// what shares a colour, and where even that is taken, the text draws a seam.

const COLOURS = 8; // 4 hues in 2 lightnesses, which the colour-blind can tell apart too
const LOOKS = 2 * COLOURS; // each plain, or with a line on top

/** The classes that draw a look. */
export const lookClass = (look) => `c${look % COLOURS}${look < COLOURS ? "" : " lined"}`;

/** What a label's parts spell: what two tokens of one spelling have in common on every page. */
export const spellingOf = (parts) => parts.map(([, text]) => text).join("");

/**
 * A look for each of some tokens.
 *
 * spellings: what each token spells; adjacent: for each the set of tokens it stands beside.
 */
export function assignLooks(spellings, adjacent) {
  return mended(spellings, adjacent) ?? inOrder(spellings, adjacent);
}

/** All as they wish; of two that clash the one with fewer neighbours gives way. null: it cannot. */
function mended(spellings, adjacent) {
  const looks = Int8Array.from(spellings, (spelling) => wishes(spelling)[0]);
  const byDegree = [...adjacent.keys()].sort((a, b) => adjacent[a].size - adjacent[b].size);
  for (const token of byDegree) {
    const taken = new Set();
    for (const other of adjacent[token]) taken.add(looks[other]);
    if (!taken.has(looks[token])) continue;
    const free = wishes(spellings[token]).find((look) => look < COLOURS && !taken.has(look));
    if (free !== undefined) looks[token] = free;
  }
  const clash = adjacent.some((others, token) => {
    for (const other of others) if (looks[other] === looks[token]) return true;
    return false;
  });
  return clash ? null : looks;
}

/** One after the other, each the look that the fewest of its neighbours have, none if it can be. */
function inOrder(spellings, adjacent) {
  const looks = new Int8Array(spellings.length).fill(-1);
  for (const token of smallestLast(adjacent)) {
    const taken = new Int32Array(LOOKS);
    for (const other of adjacent[token]) if (looks[other] >= 0) taken[looks[other]]++;
    let best = -1;
    for (const look of wishes(spellings[token])) {
      if (best < 0 || taken[look] < taken[best]) best = look;
      if (!taken[best]) break;
    }
    looks[token] = best;
  }
  return looks;
}

/**
 * Looks by spelling, for rows of spellings whose neighbours shall differ: Map(spelling -> look).
 * null stands for what has no look: no neighbour has to differ from it.
 */
export function looksInRows(rows) {
  const numbers = new Map();
  const adjacent = [];
  for (const row of rows) {
    let before = -1;
    for (const spelling of row) {
      if (spelling === null) {
        before = -1;
        continue;
      }
      if (!numbers.has(spelling)) numbers.set(spelling, adjacent.push(new Set()) - 1);
      const token = numbers.get(spelling);
      if (before >= 0) join(adjacent, before, token);
      before = token;
    }
  }
  const spellings = [...numbers.keys()];
  const looks = assignLooks(spellings, adjacent);
  return new Map(spellings.map((spelling, token) => [spelling, looks[token]]));
}

/** For each token of a trace, those that a merge made and that stand beside it at some step. */
export function neighboursOf(trace) {
  const { ranks, symbols, size, steps, never } = trace;
  const made = Uint8Array.from(trace.labels, (_, token) => (trace.isBase(token) ? 0 : 1));
  const adjacent = trace.labels.map(() => new Set());
  for (let p = 1; p < size; p++) {
    // The tokens that end and begin at p grow until the boundary between them goes.
    let [left, right, start, end] = [symbols[p - 1], symbols[p], p - 1, p + 1];
    for (;;) {
      if (made[left] && made[right]) join(adjacent, left, right);
      const before = start > 0 ? ranks[start] : never;
      const after = end < size ? ranks[end] : never;
      const k = Math.min(before, after);
      if (k >= ranks[p] || k >= steps) break;
      if (before === k) [start, left] = [trace.startOf(start, k + 1), trace.step_token[k]];
      if (after === k) [end, right] = [trace.endOf(end, k + 1), trace.step_token[k]];
    }
  }
  return adjacent;
}

function join(adjacent, one, other) {
  if (one === other) return;
  adjacent[one].add(other);
  adjacent[other].add(one);
}

/** All looks, the one wished for first: the colours without a line, then those with one. */
function wishes(spelling) {
  const hash = hashOf(spelling);
  const first = hash % COLOURS;
  const stride = 1 + 2 * ((hash >>> 8) % (COLOURS / 2)); // odd, so it meets every colour
  const colours = Array.from({ length: COLOURS }, (_, i) => (first + i * stride) % COLOURS);
  return [...colours, ...colours.map((colour) => COLOURS + colour)];
}

/** FNV-1a (Fowler, Noll, Vo) over UTF-16 code units, with a last mix for the low bits. */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/**
 * Tokens with the fewest neighbours last (Matula and Beck, 1983): each then meets as few looks
 * already given as any order allows.
 */
function smallestLast(adjacent) {
  const degree = adjacent.map((others) => others.size);
  const byDegree = [];
  const put = (token) => (byDegree[degree[token]] ??= new Set()).add(token);
  degree.forEach((_, token) => put(token));
  const order = [];
  const gone = new Uint8Array(adjacent.length);
  for (let least = 0; order.length < adjacent.length;) {
    if (!byDegree[least]?.size) {
      least++;
      continue;
    }
    const [token] = byDegree[least];
    byDegree[least].delete(token);
    gone[token] = 1;
    order.push(token);
    for (const other of adjacent[token]) {
      if (gone[other]) continue;
      byDegree[degree[other]--].delete(other);
      put(other);
    }
    if (least > 0) least--;
  }
  return order.reverse();
}
