// Characters of several bytes, found again in a text that is tokens of bytes.

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** "byte 2 of 4 of 👏 U+1F44F" for each character of which the token holds only a part. */
export function partialCharacters(span, trace) {
  if (trace.header.unit !== "byte") return [];
  const found = [];
  for (let p = span.start; p < span.end;) {
    const character = characterAt(p, trace);
    if (!character) {
      p++;
      continue;
    }
    const { start, size } = character;
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, start + size)];
    if (to - from < size) found.push(describe(character, from - start + 1, to - start, trace));
    p = to;
  }
  return found;
}

function describe({ code, size }, from, to, trace) {
  const which = from === to ? `byte ${from}` : `bytes ${from} to ${to}`;
  const named = new Set([shapeOf(code, trace)[1], codeOf(code)]);
  return `${which} of ${size} of ${[...named].join(" ")}`;
}

/** A character by itself, as a part of a label: one that draws nothing is a "control", its name. */
const shapeOf = (code, trace) => trace.header.drawn?.[code] ?? ["text", String.fromCodePoint(code)];

/** The UTF-8 character that holds base symbol p: {start, size, code}, or null when it is none. */
export function characterAt(p, trace) {
  let start = p;
  while (start > 0 && p - start < 3 && (trace.byteAt(start) & 0xc0) === 0x80) start--;
  const lead = trace.byteAt(start);
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (size === 1 || p >= start + size || start + size > trace.size) return null;
  const bytes = Uint8Array.from({ length: size }, (_, i) => trace.byteAt(start + i));
  try {
    const text = UTF8.decode(bytes);
    return { start, size, code: text.codePointAt(0) ?? 0 };
  } catch {
    return null; // not UTF-8: the bytes stand for themselves
  }
}

/** Does base symbol p go on with a character that began before it? */
export const isWithin = (p, trace) =>
  trace.header.unit === "byte" &&
  p < trace.size &&
  (trace.byteAt(p) & 0xc0) === 0x80 &&
  characterAt(p, trace) !== null;

/**
 * The characters of which base symbols start..end hold a part but not the whole:
 * {begin: what the one that begins here looks like, part: whether there is any, later: whether the
 * one that begins here stands behind another, named: whether it draws nothing and stands by its
 * name}.
 */
export function cutCharacters(start, end, trace) {
  let [begin, part, later, named] = ["", false, false, false];
  for (let p = start; p < end; p++) {
    const character = trace.byteAt(p) < 0x80 ? null : characterAt(p, trace);
    if (!character) continue;
    const last = character.start + character.size;
    if (character.start < start || last > end) part = true;
    if (character.start >= start && last > end) {
      const [kind, shape] = shapeOf(character.code, trace);
      named = kind === "control"; // one alone can end behind the last
      begin = shape;
      later = character.start > start;
    }
    p = last - 1;
  }
  return { begin, part, later, named };
}

const codeOf = (code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
