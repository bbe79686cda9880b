// What stands on the leader's stage: her browser brings it to the class, and the others' fetch it,
// long before the run of their page brings it.

import { readMount, sigOf, unpack } from "../script/payload.js";
import { allShown } from "../script/place.js";
import { cutTo } from "../script/asked.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { bringFrom } from "./server.js";

const STAGE = ".st-key-stage";
const LARGEST = 32_000_000; // bytes that are zipped

/** @typedef {{kind: string, digest: string}} Staged */

/** The element that holds it on the page, from outside the component's own tree. */
const hostOf = (root) => /** @type {any} */ (root.getRootNode()).host;

/** What stands on this page's stage, the first first. */
const staged = () =>
  allShown()
    .filter(({ root }) => hostOf(root)?.closest(STAGE))
    .slice(0, CLASS_LIMITS.STAGES);

/** @param {Uint8Array} data what a replay is mounted with */
export const digestOf = (data) => sigOf(readMount(data).payload);

/** What the page calls itself. */
export const titleOfPage = () => {
  const title = document.querySelector("[data-testid=stMain] h1")?.textContent ?? "";
  return cutTo(CLASS_LIMITS.TITLE, title.trim());
};

export class Stage {
  /** @param {(path: string, body: Uint8Array) => Promise<unknown>} say tells the class something */
  constructor(say) {
    this.say = say;
    this.forget();
  }

  /** The class is to be told anew. */
  forget() {
    this.wanted = "nothing yet";
    /** @type {Staged[] | null | undefined} */
    this.brought = undefined;
  }

  /** What the class can fetch, null for nothing; undefined while it is on its way there. */
  now() {
    const shown = staged();
    const wanted = shown.map(({ data }) => digestOf(data)).join();
    if (wanted !== this.wanted) {
      this.wanted = wanted;
      this.brought = shown.length && "CompressionStream" in globalThis ? undefined : null;
      if (this.brought === undefined) this.bring(shown, wanted);
    }
    return this.brought;
  }

  async bring(shown, wanted) {
    /** @type {Staged[] | null} */
    let brought = shown.map(({ kind, data }) => ({ kind, digest: digestOf(data) }));
    try {
      for (const { data } of shown) {
        await this.say(`stage/${digestOf(data)}`, await zipped(data));
      }
    } catch {
      brought = null; // too large, or no connection: the run brings it
    }
    if (this.wanted === wanted) this.brought = brought;
  }
}

/** @param {Uint8Array} bytes */
async function zipped(bytes) {
  const stream = new Blob([/** @type {any} */ (bytes)]).stream();
  const packed = stream.pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * A replay of the leader's stage, which the browser unzips; it fails where there is none, far too
 * much, or something else.
 * @param {string} url of the class
 * @param {string} digest
 * @param {string} name of who follows
 */
export async function stagedAt(url, digest, name) {
  const data = await bringFrom(`${url}/stage/${digest}`, name, readStaged);
  unpack(readMount(data).payload); // fails where it is no payload
  return data;
}

/** @param {Response} response */
async function readStaged({ body }) {
  if (!body) throw new Error("The class shows nothing.");
  const reader = body.getReader();
  const chunks = [];
  for (let size = 0; ;) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error("What the class shows is too large.");
    }
  }
  return new Uint8Array(await new Blob(/** @type {any} */ (chunks)).arrayBuffer());
}
