// What a class sent, as rows that are read and pressed: no row goes, or changes, under a thumb.
//
// A sentence has the row in which it stood first, and what comes joins at the end. A row whose writer
// sent another sentence in its place stays, and says so.

/** `times` it was sent; 0, its writer sent another. @typedef {{text: string, times: number}} Row */

/** @param {string[]} sent @returns {Map<string, number>} each sentence, and how often it was sent */
function sentTimes(sent) {
  const times = new Map();
  for (const text of sent) times.set(text, (times.get(text) ?? 0) + 1);
  return times;
}

/**
 * The rows once this was sent. A class that is asked anew begins with none.
 * @param {Row[]} rows
 * @param {string[]} sent
 * @returns {Row[]}
 */
export function keepRows(rows, sent) {
  if (!sent.length) return [];
  const all = sentTimes(sent);
  const kept = rows.map(({ text }) => ({ text, times: all.get(text) ?? 0 }));
  for (const { text } of rows) all.delete(text);
  return [...kept, ...[...all].map(([text, times]) => ({ text, times }))];
}
