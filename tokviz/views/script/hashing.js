// A number that a text alone decides, the same for every reader.

/**
 * FNV-1a (Fowler, Noll, Vo) over UTF-16 code units, mixed once more for short texts and low bits.
 * @param {string} text
 */
export function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
