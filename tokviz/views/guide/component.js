// A guided path in the browser: a clicker walks its stops, and what a stop is about is pointed at.
//
// The strip with the words and the buttons is Streamlit's. What stands below the stage is drawn
// once it is in sight, so the page goes there first and waits for it. The step that the reader
// leaves for the path is the browser's alone, so it is said when she begins, and when she goes on
// to the path of the lesson beside (way.js).

import { classOfPage, foldsAnswer, onClass, wish } from "../script/register.js";
import { showBeside } from "../script/beside.js";
import { endOfCall } from "../script/calls.js";
import { TOUCHES } from "../script/holding.js";
import { stepInAddress, stepLeftAt } from "../script/place.js";
import { isLookedAt, showLookedAt } from "../script/presented.js";
import { scorePath, setUntold } from "../script/questions.js";
import { Held, isAtClass } from "./held.js";
import {
  MAIN,
  ON_PAGE,
  REPLAY,
  bringPlace,
  clearOfEdge,
  footOfTokens,
  showPresented,
  bringToTop,
  takeRoomAway,
} from "./on_page.js";
import { Predicting } from "./predicting.js";
import { STRIP, StripRoom, nameStrip } from "./strip_room.js";
import { buttonsOf } from "../script/guide_strip.js";
import { TURNED } from "../script/where.js";
import { BY, arriveAt, claimPresses, isOnWay, isOnWayBack, press, setOut } from "./way.js";

const STAGE = ".st-key-stage";
const IN_STAGE = {
  caption: ".caption",
  text: ".text, .lanes, .rows-pane, .strips",
  pairs: ".side",
  vocabulary: ".lane.tells",
};
const BOX_OF_TEXT = "[role=tabpanel] :is(textarea, input[type=text])";
const AROUND_STRIP = 10; // pixels: its line and padding (ui/shell/guide.css)
const LOOKS = 200; // for what is not drawn yet, PAUSE apart
const HOLDS = 30; // as long apart, while what is drawn below may take the page with it
const PAUSE = 100; // milliseconds
const POINTED = {
  outline: "3px solid var(--st-primary-color, #0a5ec2)",
  outlineOffset: "-3px",
  borderRadius: "6px",
};
/** What has no margin of its own inside is framed outside, where the frame covers no word. */
const AROUND = { outlineOffset: "5px", scrollMargin: "10px" };

/** @type {WeakMap<object, Guide>} */
const SHOWN = new WeakMap();
/** The page shows the way in while one of these can say which step is left for the path. */
let listening = 0;

/** @param {1 | -1} more */
function listen(more) {
  listening += more;
  document.documentElement.toggleAttribute("data-guide-listens", listening > 0);
}

/**
 * A place of the replays there; of what a narrow page leaves out, the caption tells.
 * @param {string} place
 * @param {string} there
 * @returns {HTMLElement | null}
 */
function inReplay(place, there) {
  for (const { shadowRoot } of document.querySelectorAll(`${there} *`)) {
    const found = shadowRoot?.querySelector(IN_STAGE[place]);
    if (!(found instanceof HTMLElement)) continue;
    const caption = shadowRoot?.querySelector(IN_STAGE.caption);
    const isTold = caption instanceof HTMLElement && caption.checkVisibility();
    return isTold && !found.checkVisibility() ? caption : found;
  }
  return null;
}

/** What lies lower, the strip hides, or what is around it. */
const footOfPage = () =>
  (document.querySelector(STRIP)?.getBoundingClientRect().top ?? innerHeight) - AROUND_STRIP;

/**
 * What stands below the stage from its top; so far on that a section's replay shows its tokens, from
 * the replay where the box of its text is cut then, and the window's edge does not cut the bar of
 * tabs in two.
 * @param {Element} found
 */
function bringOnPage(found) {
  bringToTop(found);
  const replay = found.querySelector(REPLAY)?.getBoundingClientRect();
  const text = inReplay("text", REPLAY);
  if (!replay || !text) return;
  const top = Math.min(footOfTokens(text) - footOfPage(), replay.top);
  const box = found.querySelector(BOX_OF_TEXT)?.getBoundingClientRect();
  const isCut = box && box.top < top; // what stands between the two says nothing alone
  if (top > 0) document.querySelector(MAIN)?.scrollBy({ top: isCut ? replay.top : top });
  clearOfEdge(found, text, footOfPage());
}

class Guide {
  /** @type {HTMLElement | null} */ lit = null;
  at = 0; // the step of the replay where it came to rest: off the path a step ends the pointing
  stop = "";
  look = "";
  touched = false;
  held = new Held();
  room = new StripRoom();
  /** @type {{next?: string, back?: string}} */ beside = {};
  /** @type {import("../classroom/put.js").OnWay | null} */ asks = null;
  /** @type {import("../script/come.js").OfCourse | null} */ course = null;
  isBack = false; // did she come from the stop after it?
  told = ""; // to a class that is led
  /** @type {import("../script/register.js").Says | null} */ says = null;

  /** @param {(name: string, value: any) => void} say */
  constructor(say) {
    this.say = say;
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    this.predicting = new Predicting(signal);
    document.addEventListener("click", (event) => this.pressed(event), { capture: true, signal });
    for (const touch of TOUCHES)
      document.addEventListener(touch, () => (this.touched = true), { capture: true, signal });
    addEventListener(TURNED, () => (this.touched = true), { signal });
    // Who presents a stop, or leaves off, has touched the page, but moved nowhere.
    document.addEventListener("fullscreenchange", () => isLookedAt() || this.begin(), { signal });
    claimPresses("guide", signal, () => this.predicting.waits);
    onClass(() => this.tellClass(), signal);
    onClass(() => this.held.at(this.course, this.stop), signal);
    listen(1);
  }

  /** Who leads a class takes it to this stop, and puts before it what is asked there. */
  tellClass() {
    const { role } = classOfPage().state;
    const { stop, asks, isBack } = this;
    const told = role === "leader" ? JSON.stringify({ stop, asks, isBack }) : "";
    const isNew = told !== this.told;
    this.told = told; // before the wish: granting it changes the class
    if (told && isNew) wish("walk", told);
  }

  /** A click on a button of the path; what only the browser knows is said with it. */
  pressed(event) {
    const pressed = (name) => buttonsOf(name).some((button) => button.contains(event.target));
    const isNext = pressed("next");
    const folds = (isNext || pressed("end")) && !isOnWay() && foldsAnswer();
    if (folds || (isNext && isAtClass(this.course, this.stop))) {
      event.stopPropagation();
      return;
    }
    if (pressed("again")) this.predicting.begin();
    const name = ["begin", "next", "back"].find(pressed);
    if (!name) return;
    const lesson = this.beside[name];
    if (name === "begin") this.say("begin", stepInAddress());
    else if (isOnWay()) press(name);
    else {
      setOut(this.stop, BY[name]);
      if (!lesson) return;
      const left = stepLeftAt(location.pathname.replace(/[^/]*$/, lesson));
      this.say("across", { by: BY[name], step: left ?? null });
    }
    event.stopPropagation();
  }

  /**
   * @param {{
   *   stop: string, look: string, beside: {next?: string, back?: string},
   *   asks: import("../classroom/put.js").OnWay | null,
   *   course: import("../script/come.js").OfCourse | null, predicts: boolean,
   *   untold: number | null, says: import("../script/register.js").Says
   * }} data no stop, where the reader is not on the path, though a link may say what proves an
   *   answer; beside its ends, the lessons that it goes on in; what the stop
   *   asks; which step a later one asks; of which course the path is a part
   */
  show({ stop, look, beside, asks, course, predicts, untold, says }) {
    const isSame = this.stop === stop && (stop !== "" || this.look === look);
    if (!isSame) this.isBack = isOnWayBack();
    Object.assign(this, { stop, look, beside, asks, course });
    this.says = classOfPage().says = says;
    this.tellClass();
    this.held.at(this.course, this.stop);
    if (isSame) return;
    setUntold(untold);
    if (stop) scorePath(course ? `course ${course.number}` : stop.split(" ")[0]);
    this.predicting.at(predicts);
    showLookedAt(null);
    this.begin();
    const isAsked = asks !== null && !asks.answered;
    arriveAt(stop, this.listeners.signal, () => isAsked || this.predicting.waits);
  }

  /** Point at what the stop is about. */
  begin() {
    this.unlight();
    this.touched = false;
    showPresented("");
    if (this.stop || this.look) this.point(this.look, LOOKS);
  }

  /**
   * Once strip and place are drawn: what the strip hides must not be pointed at.
   * @param {string} place
   * @param {number} looks
   */
  point(place, looks) {
    clearTimeout(this.timer);
    showPresented(place);
    const strip = nameStrip();
    this.room.follow();
    this.held.at(this.course, this.stop);
    const [way, goal] = ON_PAGE[place] ?? ["", ""];
    const found = way ? document.querySelector(goal) : inReplay(place || "text", STAGE);
    const near = found ?? (way && document.querySelector(way));
    if (near && way && !this.touched) bringToTop(near);
    if (found && (strip || !this.stop)) this.light(found, place);
    else if (looks) this.timer = setTimeout(() => this.point(place, looks - 1), PAUSE);
  }

  /**
   * @param {HTMLElement} found
   * @param {string} place
   */
  light(found, place) {
    if (place === "pairs") showBeside("pairs"); // the stop is about them
    if (place) {
      this.lit = found;
      const tight = parseFloat(getComputedStyle(found).paddingInlineStart) === 0;
      Object.assign(found.style, POINTED, tight && AROUND);
      found.dataset.pointed = place;
    }
    this.keep(found, place, HOLDS);
  }

  /**
   * In sight, also when Streamlit opens a tab far below and shows it, until the reader moves; and
   * pointed at, also when Streamlit draws it anew.
   * @param {HTMLElement} found
   * @param {string} place
   * @param {number} holds
   */
  keep(found, place, holds) {
    if (holds > 0 && !this.touched) this.at = stepInAddress();
    if (!this.stop && this.at !== stepInAddress()) return this.unlight();
    if (!found.isConnected) return this.point(place, LOOKS);
    showPresented(place);
    this.room.follow();
    this.held.at(this.course, this.stop);
    if (holds > 0 && !this.touched) {
      if (ON_PAGE[place]) bringOnPage(found);
      else bringPlace(found, place, footOfPage());
    }
    this.timer = setTimeout(() => this.keep(found, place, holds - 1), PAUSE);
  }

  unlight() {
    clearTimeout(this.timer);
    takeRoomAway();
    for (const name of Object.keys({ ...POINTED, ...AROUND }))
      if (this.lit) this.lit.style[name] = "";
    delete this.lit?.dataset.pointed;
    this.lit = null;
  }

  leave() {
    this.unlight();
    setUntold(null);
    this.predicting.at(false);
    showLookedAt(null);
    this.held.leave();
    this.room.leave();
    if (classOfPage().says === this.says) classOfPage().says = null;
    this.listeners.abort();
    listen(-1);
  }
}

export default function mount({ parentElement, data, setTriggerValue }) {
  let guide = SHOWN.get(parentElement);
  if (!guide) {
    guide = new Guide((name, value) => setTriggerValue(name, value));
    SHOWN.set(parentElement, guide);
  }
  guide.show(data);
  return endOfCall(parentElement, () => {
    SHOWN.get(parentElement)?.leave();
    SHOWN.delete(parentElement);
  });
}
