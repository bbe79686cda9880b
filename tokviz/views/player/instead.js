// What the stage asked for is drawn below it: presented, it takes the stage's place, with a way back.

import { showLookedAt } from "../script/presented.js";

const WAY_BACK = "tokviz-back"; // the button, whose style is the page's
const DRAWINGS = 200; // looks for what is not drawn yet, BETWEEN apart
const BETWEEN = 100; // milliseconds

const takeWayBack = () => document.querySelector(`.${WAY_BACK}`)?.remove();

/**
 * @param {string} below where it is drawn
 * @param {() => void} left hears that the whole page is seen again, and the stage was not before
 */
export function presentInstead(below, left) {
  const listeners = new AbortController();
  const { signal } = listeners;
  const look = (looks = DRAWINGS) => {
    if (signal.aborted || !looks) return;
    showLookedAt(document.querySelector(below)); // it may have its replays by now
    setTimeout(() => look(looks - 1), BETWEEN);
  };
  const end = () => {
    listeners.abort();
    takeWayBack();
  };
  takeWayBack(); // of another question before
  const button = Object.assign(document.createElement("button"), {
    className: WAY_BACK,
    type: "button",
    textContent: "Back to the stage",
  });
  button.onclick = () => {
    end();
    showLookedAt(null);
  };
  document.body.append(button);
  const leave = () => {
    end();
    left();
  };
  document.addEventListener("fullscreenchange", leave, { signal });
  look();
}
