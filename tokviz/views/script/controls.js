// The controls that every replay (view.js) has: buttons, slider, step box, speed, larger text.

import { followCaptionRoom } from "./caption_room.js";
import { disable, h, number } from "./dom.js";
import { fitCaption } from "./fitting.js";
import { letGoByPointer } from "./pointer.js";
import { onQuestions, questions } from "./questions.js";
import { speakStep } from "./speech.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 20, 60, 240]; // steps per second

/** Let the controls under `player` move its clock; `onLarger` hears of a change of size. */
export function wireControls(player, onLarger) {
  const { clock } = player;
  const moves = {
    first: () => clock.hand.jump(0),
    prev: () => clock.hand.back(),
    play: () => clock.hand.toggle(),
    next: () => clock.hand.next(),
    last: () => clock.hand.jump(clock.last),
  };
  for (const [name, move] of Object.entries(moves)) {
    player.on(
      player.part(name),
      "click",
      (event) => event.currentTarget.ariaDisabled !== "true" && move(),
    );
  }
  player.on(player.part("slider"), "input", (event) => clock.hand.jump(event.target.valueAsNumber));
  wireBoxes(player);
  followCaptionRoom(player, () => fitCaption(player.part("caption")));
  const { signal } = player.listeners;
  signal.addEventListener("abort", () => clearTimeout(player.speaking));
  const wait = () => {
    if (questions().voting) clock.halt();
    player.forget();
    clock.tell();
  };
  onQuestions("voting", wait, signal);
  const larger = player.find("larger");
  player.on(larger, "click", () => {
    const large = player.root.classList.toggle("large");
    larger.setAttribute("aria-pressed", String(large));
    onLarger(large);
  });
}

/** The boxes let go of the keys once the reader is done with them: a clicker's go to the replay. */
function wireBoxes(player) {
  const { clock } = player;
  const box = player.find("step-box");
  player.on(box, "change", () => {
    if (Number.isNaN(box.valueAsNumber))
      box.value = String(clock.step); // emptied: nowhere to go
    else clock.hand.jump(box.valueAsNumber);
  });
  player.on(box, "keydown", (event) => event.key === "Enter" && box.blur());
  const speed = player.part("speed");
  speed.append(...SPEEDS.map((value) => h("option", { value }, `${value} / s`)));
  player.on(speed, "change", () => clock.setSpeed(Number(speed.value)));
  letGoByPointer(player, speed);
}

/** Show the step of the clock, and which moves it allows: a longer replay may be on it too. */
export function drawControls(player) {
  const { root } = player;
  const { step, last: steps, playing, speed } = player.clock;
  const asked = player.clock.question !== null;
  const waits = questions().voting;
  disable(player.part("first"), waits || step === 0);
  disable(player.part("prev"), waits || (step === 0 && !asked));
  for (const name of ["next", "last"]) disable(player.part(name), waits || step === steps);
  disable(player.part("play"), waits || steps === 0);
  player.part("play").setAttribute("aria-label", playing ? "Pause" : "Play");
  root.classList.toggle("playing", playing);
  root.dataset.clock = step;
  const slider = player.part("slider");
  const box = player.find("step-box");
  slider.max = box.max = steps;
  player.find("of").textContent = `of ${number(steps)}`;
  slider.value = step;
  slider.disabled = waits || steps === 0;
  box.disabled = player.find("ask-mode").disabled = waits;
  slider.setAttribute("aria-valuetext", `Step ${step} of ${steps}`);
  slider.style.setProperty("--done", `${steps ? (100 * step) / steps : 0}%`);
  if (root.getRootNode().activeElement !== box || !playing) box.value = step;
  player.part("speed").value = speed;
  fitCaption(player.part("caption"));
  speakStep(player);
}
