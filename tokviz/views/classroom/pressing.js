// While a finger is on a class's bar nothing there is drawn: what it lets go of is what it pressed.

const CLASS_BAR = "[data-class-bar]";
const CLICK_COMES = 400; // milliseconds after the finger is gone; after a swipe none does
const PRESS_LASTS = 3000; // milliseconds that a press lasts, whatever becomes of the finger

/** @type {Set<() => void>} what is to be drawn then */
const waiting = new Set();
let isPressed = false;
let timer;

/**
 * Draw now, or once nothing is pressed.
 * @param {() => void} draw
 */
export function whenLetGo(draw) {
  if (isPressed) waiting.add(draw);
  else draw();
}

function pressDown(event) {
  const isThere = event
    .composedPath()
    .some((one) => one instanceof Element && one.matches(CLASS_BAR));
  if (!isThere) return;
  isPressed = true;
  letGoIn(PRESS_LASTS);
}

/** @param {number} milliseconds */
function letGoIn(milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(letGo, milliseconds);
}

function letGo() {
  isPressed = false;
  for (const draw of [...waiting]) {
    waiting.delete(draw);
    draw();
  }
}

/** What the click itself changes is drawn at once; what waited, when it was heard. */
function clicked() {
  if (!isPressed) return;
  isPressed = false;
  letGoIn(0);
}

if ("window" in globalThis) {
  window.addEventListener("pointerdown", pressDown, { capture: true });
  window.addEventListener("click", clicked, { capture: true });
  for (const end of ["pointerup", "pointercancel"])
    window.addEventListener(end, () => isPressed && letGoIn(CLICK_COMES), { capture: true });
}
