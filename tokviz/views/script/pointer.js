// A step, or another page, puts something else under a pointer that rests: nobody asked about that.

const POINTER = Symbol.for("tokviz pointer"); // on the window, for all components and pages

const placeOf = ({ screenX, screenY }) => `${screenX} ${screenY}`;

/** From now on it is known where the pointer was moved last, or pressed. */
export function watchPointer() {
  if (POINTER in window) return;
  /** @type {any} */ (window)[POINTER] = "";
  const note = (event) => /** @type {any} */ (window[POINTER] = placeOf(event));
  for (const type of ["pointermove", "pointerdown"])
    document.addEventListener(type, note, { capture: true, passive: true });
}

/**
 * Did the pointer rest while this came under it? Of a move the browser says first what it came over.
 * @param {PointerEvent} over
 */
export function hasRested(over) {
  watchPointer();
  return placeOf(over) === /** @type {any} */ (window)[POINTER];
}

/** What a reader does to be told of a thing: a finger can only press. */
export const pointAt = () =>
  globalThis.matchMedia?.("(hover: none)").matches ? "Press" : "Point at";

/**
 * A list that was chosen from by pointer lets go of the keys: they step the replay again.
 * @param {{on(target: EventTarget, type: string, heard: () => void): void}} player
 * @param {EventTarget & {blur(): void}} select
 */
export function letGoByPointer(player, select) {
  let byPointer = false;
  player.on(select, "pointerdown", () => (byPointer = true));
  player.on(select, "keydown", () => (byPointer = false));
  player.on(select, "change", () => byPointer && select.blur());
}
