// A server that hears and does not answer, as behind a proxy that swallows a message.

/**
 * What `fetch` does there: nothing, until it is given up.
 * @param {any} init
 * @returns {Promise<Response>}
 */
export const silent = ({ signal } = {}) =>
  new Promise((_, failed) => {
    if (signal?.aborted) failed(signal.reason);
    signal?.addEventListener("abort", () => failed(signal.reason));
  });

export const settled = () => new Promise((done) => setImmediate(done));
