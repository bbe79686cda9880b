// Copying: browsers lend their clipboard to secure pages only, and http://192.168.1.20:8501, where
// a class meets, is none. There what is copied has to be selected first.

/**
 * @param {string} text
 * @param {() => void} select selects what says the same, where it stands
 * @returns {Promise<boolean>} false: it stands selected, and the reader copies it by key
 */
export async function copyText(text, select) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    select();
    return document.execCommand("copy");
  }
}

/**
 * Copy a text; where the browser lends nothing that does, it stands selected in the box.
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} box hidden until then
 * @param {HTMLElement} done says what became of it
 */
export async function copyWithBox(text, box, done) {
  const copied = await copyText(text, () => {
    box.value = text;
    box.hidden = false;
    box.select();
  });
  box.hidden = copied;
  sayCopied(done, copied);
}

const SAID = 4000; // milliseconds
/** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} when what a place says is to go */
const TIMERS = new WeakMap();

/**
 * Say what became of a copy.
 * @param {HTMLElement} place
 * @param {boolean} copied
 */
export function sayCopied(place, copied) {
  place.textContent = copied ? "Copied." : "Press Ctrl+C, or ⌘C.";
  clearTimeout(TIMERS.get(place));
  if (copied)
    TIMERS.set(
      place,
      setTimeout(() => (place.textContent = ""), SAID),
    );
}
