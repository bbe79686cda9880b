// What Python sends, read: the protocol is told in views/payload.py.

const PROTOCOL = 2; // the version that this script reads
const MOUNT_BYTES = 24;
const SIG = [12, 76]; // its place in a payload: after the length, and {"sig":"
/** How the page asks, by its flag. @type {[number, string][]} */
const MODES = [
  [32, ""],
  [64, "predict"],
  [128, "beats"],
  [256, "answer"],
  [512, "contest"],
];
const ARRAY_TYPES = { u1: Uint8Array, u2: Uint16Array, i4: Int32Array, f8: Float64Array };

/**
 * The fields every header has; the others are the component's own.
 * @typedef {{sig: string, version: number, arrays: Record<string, [string, number, number]>}} Frame
 */
/** @typedef {Uint8Array | Uint16Array | Int32Array | Float64Array} PayloadArray */
/**
 * @template Facts
 * @typedef {{header: Frame & Facts, arrays: Record<string, PayloadArray>}} Payload
 */
/**
 * @typedef {{
 *   step: number, clock: number, follows: boolean, linked: boolean, asks: boolean,
 *   other: boolean, shows: boolean, mode: string | null, jumps: number, replay: number, about: number
 * }} Mount
 */

/**
 * A payload as {header, arrays}; the arrays are views on its bytes, not copies.
 * @param {Uint8Array} payload
 * @returns {Payload<any>}
 */
export function unpack(payload) {
  const bytes = payload.byteOffset % 8 ? payload.slice() : payload;
  const start = bytes.length < 4 ? 4 : 4 + viewOn(bytes).getUint32(0, true);
  demandWhole(bytes, start);
  const header = readHeader(bytes.subarray(4, start));
  /** @type {Record<string, PayloadArray>} */
  const arrays = {};
  for (const [name, [type, offset, size]] of Object.entries(header.arrays)) {
    const Type = ARRAY_TYPES[type];
    demandWhole(bytes, start + offset + size * Type.BYTES_PER_ELEMENT);
    arrays[name] = new Type(bytes.buffer, bytes.byteOffset + start + offset, size);
  }
  return { header, arrays };
}

/**
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function demandWhole(bytes, length) {
  if (bytes.length >= length) return;
  throw new Error(
    `By what it says of itself this payload has at least ${length} bytes, but only ` +
      `${bytes.length} came. Send what pack in views/payload.py made, whole.`,
  );
}

/**
 * @param {Uint8Array} bytes
 * @returns {Frame & Record<string, any>}
 */
function readHeader(bytes) {
  let header;
  try {
    header = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Error(
      `A payload's header is JSON in UTF-8, but this one is not (${error}). ` +
        "Send what pack in views/payload.py made.",
    );
  }
  if (header?.version !== PROTOCOL) {
    throw new Error(
      `This script reads payloads of version ${PROTOCOL}, but this one has version ` +
        `${header?.version ?? "none"}. Reload the page, so that both come from one server.`,
    );
  }
  return header;
}

/**
 * What stands before a payload, and the payload.
 * @param {Uint8Array} data
 * @returns {Mount & {payload: Uint8Array}}
 */
export function readMount(data) {
  const head = viewOn(data);
  const [step, clock, role, jumps, replay, about] = [0, 4, 8, 12, 16, 20].map((at) =>
    head.getUint32(at, true),
  );
  const has = (/** @type {number} */ flag) => (role & flag) !== 0;
  const roles = { follows: has(1), linked: has(2), asks: has(4), other: has(8), shows: has(16) };
  const mode = MODES.find(([flag]) => has(flag))?.[1] ?? null;
  return { step, clock, ...roles, mode, jumps, replay, about, payload: data.subarray(MOUNT_BYTES) };
}

/** @type {WeakMap<object, Uint8Array>} what came last for each that shows something */
const NEWEST = new WeakMap();

/**
 * Hands on what came, inflated: at once where it is not deflated, else soon; of several that are
 * inflated at once for the same owner, the last.
 * @param {object} owner
 * @param {Uint8Array} data a mount and its payload
 * @param {(whole: Uint8Array) => void} take
 */
export function handInflated(owner, data, take) {
  NEWEST.set(owner, data);
  if (isDeflated(data)) inflated(data).then((whole) => NEWEST.get(owner) === data && take(whole));
  else take(data);
}

/** The owner takes nothing more. @param {object} owner */
export const stopHanding = (owner) => NEWEST.delete(owner);

/**
 * Whether a payload came deflated: then `inflated` gives it.
 * @param {Uint8Array} data a mount and its payload
 */
export const isDeflated = (data) => viewOn(data).getUint32(MOUNT_BYTES, true) === 0;

/**
 * The same mount and payload, not deflated.
 * @param {Uint8Array} data
 */
export async function inflated(data) {
  const packed = new Blob([/** @type {any} */ (data.subarray(MOUNT_BYTES + SIG[1]))]).stream();
  const payload = packed.pipeThrough(new DecompressionStream("deflate"));
  const whole = new Blob([
    /** @type {any} */ (data.subarray(0, MOUNT_BYTES)),
    await new Response(payload).arrayBuffer(),
  ]);
  return new Uint8Array(await whole.arrayBuffer());
}

/**
 * The signature of a payload, which names all that it shows.
 * @param {Uint8Array} payload
 */
export const sigOf = (payload) => new TextDecoder().decode(payload.subarray(...SIG));

/**
 * The same payload, mounted in another place.
 * @param {Uint8Array} data
 * @param {{step: number, clock: number, follows: boolean, replay: number}} mount
 */
export function remounted(data, { step, clock, follows, replay }) {
  const copy = data.slice();
  const head = viewOn(copy);
  const about = head.getUint32(20, true);
  [step, clock, Number(follows), 0, replay, about].forEach((value, at) =>
    head.setUint32(4 * at, value, true),
  );
  return copy;
}

/**
 * The bytes of a payload that stands in a page as base64.
 * @param {string} encoded
 */
export const fromText = (encoded) =>
  Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));

/** @param {Uint8Array} bytes */
const viewOn = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
