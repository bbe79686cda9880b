// What is asked of a network is waited for so long, and no longer.
//
// A browser waits for minutes, or for ever, where a proxy swallowed a message or a phone went from one
// network to another: no error comes then, and no answer.

/** Milliseconds in which a server answers that is there, also one with much to do. */
export const ANSWERS = 10_000;

/**
 * Do what ends with the signal that it is given: when it takes longer, and when `signal` says so.
 * @template T
 * @param {number} milliseconds
 * @param {(signal: AbortSignal) => Promise<T>} act
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function inTime(milliseconds, act, signal) {
  const over = new AbortController();
  const stop = () => over.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop);
  const end = () => over.abort(new Error(`No answer came within ${milliseconds / 1000} seconds.`));
  const timer = setTimeout(end, milliseconds);
  try {
    return await act(over.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
