// The pages of a browser, which hear each other on a channel as long as they live.

/** @type {Set<Channel>} */
const open = new Set();

export class Channel {
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;

  constructor() {
    open.add(this);
  }

  close() {
    open.delete(this);
  }

  postMessage(data) {
    const others = [...open].filter((other) => other !== this);
    setImmediate(() => others.forEach((other) => open.has(other) && other.onmessage?.({ data })));
  }

  /** A browser that has no page. */
  static closeAll() {
    open.clear();
  }
}
