// Predict, and two beats: what a replay asks before a step, the options, the verdict, the score.
//
// The view says what there is to ask (askedAt), from what was recorded. While a question stands the
// text is that of the step before it, and nothing on the stage tells the answer.

import { keepCaptionRoom } from "./caption_room.js";
import { h, number } from "./dom.js";
import {
  answersOf,
  indexOf,
  optionButton,
  optionHeard,
  questionWords,
  sentenceOf,
  shuffled,
} from "./options.js";
import { isElsewhere } from "./place.js";
import { letGoByPointer } from "./pointer.js";
import {
  answeredIn,
  chooseAsking,
  countAnswer,
  onQuestions,
  pick,
  questions,
  setBeats,
  tellBeat,
  tellQuestion,
} from "./questions.js";
import { isUncounted, markPicked, markVotes } from "./votes.js";

const UNCOUNTED = "Your vote did not reach the class, so it does not count.";

/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./options.js").Said} Said */
/** @typedef {import("./options.js").Asked} Asked */
/** @typedef {{step: number, words: Said, said: string}} Verdict */

export class Asker {
  /** @type {Asked | null} the question that stands */ asked = null;
  /** @type {Verdict | null} of the step that is shown */ verdict = null;
  /** @type {Option | null} what the reader took that was not offered */ own = null;

  constructor(view) {
    this.view = view;
    this.clock = view.clock;
    this.waits = false;
    this.box = view.find("options");
    this.mode = view.find("ask-mode");
    this.hear("asking", () => this.begin());
    this.hear("pick", () => this.take());
    this.hear("counted", () => this.markPicked());
    this.hear("votes", () => this.markVotes());
    this.hear("help", () => this.drawOptions());
    this.hear("untold", () => (view.forget(), view.clock.tell()));
    view.listeners.signal.addEventListener("abort", () => this.end());
    view.on(this.mode, "change", () => {
      if (this.mode.value === "beats") setBeats(true);
      else chooseAsking(this.mode.value === "ask");
    });
    letGoByPointer(view, this.mode);
    this.wireOptions();
  }

  /** A path or a class may have the page ask before a replay is there; it begins as they say. */
  hear(what, heard) {
    onQuestions(what, () => this.view.sig !== undefined && heard(), this.view.listeners.signal);
  }

  wireOptions() {
    const { box, view } = this;
    const light = ({ target }) => view.lightPair(this.asked?.options[indexOf(target)] ?? null);
    for (const type of ["pointerover", "focusin"]) view.on(box, type, light);
    for (const type of ["pointerleave", "focusout"]) view.on(box, type, () => view.lightPair(null));
    view.on(box, "click", ({ target }) => this.choose(indexOf(target)));
  }

  /** Another replay takes this one's place: it has not what was asked about. */
  drop() {
    this.asked = this.verdict = null;
    if (this.clock.asker === this) this.clock.question = null;
  }

  /** A replay was loaded, or the page asks in another way; the main replay asks at once. */
  begin() {
    const { asking, beats, atOnce } = questions();
    const { clock, view } = this;
    this.mode.value = asking ? "ask" : beats ? "beats" : "";
    this.mode.closest("label").hidden = view.follows || !view.canAsk;
    this.waits = asking;
    if (!view.aside) tellPage(asking && view.canAsk);
    this.drop();
    if (!asking || !view.steps) this.leave();
    view.root.classList.toggle("asking", asking);
    keepCaptionRoom(view);
    view.forget();
    if (!view.follows) {
      clock.asker = asking || beats ? this : null;
      clock.question = null;
      if (atOnce && !view.aside && clock.asks() !== null) clock.next();
    }
    clock.tell();
  }

  end() {
    if (this.clock.asker === this) this.clock.asker = null;
    if (isElsewhere(this.view.number ?? 0, this.view.root)) return;
    if (!this.view.aside) tellPage(false);
    if (this.isCurrent()) tellQuestion(null);
  }

  // ---- what the clock and the keys want to know -------------------------------------------------

  /** The step that answers what is to be asked now, or null; what was answered is just shown. */
  asks() {
    const step = this.view.askedAt(this.clock.step)?.step ?? null;
    return this.waits && answeredIn(this.view.sig).has(step) ? null : step;
  }

  /** Is the step that comes not to be told? Who is here predicts, or a later stop of a path asks. */
  get keeps() {
    if (this.waits || this.view.aside || this.asked) return this.waits;
    return questions().untold === this.clock.step + 1;
  }

  keys() {
    const options = (this.waits && this.asked?.options) || [];
    return Object.fromEntries(options.map((_, i) => [i + 1, () => this.choose(i)]));
  }

  // ---- a question opens and closes ------------------------------------------------------------

  /** The clock moved: says whether a question opened or closed. */
  follow() {
    const { clock, asked, verdict } = this;
    const open = clock.asker === this ? clock.question : null;
    const hides = clock.asker !== this && clock.asker?.waits && clock.question !== null;
    this.view.root.classList.toggle("held-back", Boolean(hides));
    if (clock.asker === this && !this.view.aside) tellBeat(open !== null);
    if (verdict && clock.step !== verdict.step) this.leave();
    if (open === (asked?.step ?? null)) return false;
    if (open !== null) this.open();
    else if (asked) this.close(asked);
    return true;
  }

  open() {
    const asked = this.view.askedAt(this.clock.step);
    const options = this.waits ? shuffled(asked) : asked.options;
    this.asked = { ...asked, options };
    this.verdict = this.own = null; // leaving it later would end this question
    if (!this.waits) return;
    const names = options.map(({ name }) => name);
    const replay = this.view.number ?? 0;
    const { answer: right, tied } = answersOf(options);
    const untold = { words: sentenceOf(asked.say), right, tied };
    tellQuestion({ replay, step: asked.step, options: names, picked: null, answer: null, untold });
  }

  /** @param {Asked} asked what stood until now, answered where the clock went to its step */
  close(asked) {
    this.asked = null;
    if (!this.waits) return;
    if (this.clock.step !== asked.step) return this.leave();
    const { current } = questions();
    const told = current && this.isCurrent() ? current : null;
    this.verdict = this.judge(asked, told);
    if (told) tellQuestion({ ...told, ...answersOf(asked.options) });
  }

  leave() {
    this.verdict = null;
    if (this.isCurrent()) tellQuestion(null);
  }

  /** Is what the page asks now ours? */
  isCurrent() {
    return questions().current?.replay === (this.view.number ?? 0);
  }

  choose(i) {
    if (this.asked && this.isCurrent()) pick(i);
  }

  /**
   * What takes a pair that the reader found: one of those offered, or one of their own, which a
   * class does not vote on. Null where it cannot be taken.
   * @param {Option | null} found
   */
  taking(found) {
    const { asked } = this;
    if (!asked || !this.waits || !this.isCurrent()) return null;
    const at = asked.options.findIndex(({ pair }) => pair === found?.pair);
    if (at >= 0) return () => this.choose(at);
    if (!found || questions().held) return null;
    return () => {
      this.own = found;
      this.answer(asked);
    };
  }

  /** The reader, or who speaks for a class, picked: the answer comes, or waits for the class. */
  take() {
    if (!this.asked || !this.isCurrent()) return;
    if (questions().held) return this.markPicked();
    this.answer(this.asked);
  }

  /** @param {Asked} asked which was answered: on to its step, and who pressed a button goes on there */
  answer({ step }) {
    const focused = this.view.root.getRootNode().activeElement;
    const leaves = focused?.closest(".options, .card");
    this.clock.jump(step);
    if (leaves) this.view.part("caption").focus({ preventScroll: true });
  }

  markPicked() {
    markPicked(this.box, this.isCurrent() ? questions().current : null);
  }

  markVotes() {
    const { covered, votes } = questions();
    markVotes(this.box, this.isCurrent() && !covered ? votes : null);
  }

  /** What is said of the pick, if any. A tied one is right: only the tie rule took the other. */
  judge({ step, options }, told) {
    const winner = options.find(({ standing }) => standing === "won");
    const answer = `The answer is ${optionHeard(winner)}.`;
    const picked = told && (this.own ?? (told.picked === null ? null : options[told.picked]));
    if (!told || !picked) return { step, words: [], said: answer };
    if (isUncounted(told))
      return { step, words: [h("b", {}, UNCOUNTED)], said: `${UNCOUNTED} ${answer}` };
    const { standing, words, said } = picked;
    const right = standing === "won" || standing === "tied";
    countAnswer(this.view.sig, step, right);
    const [verdict, why] =
      standing === "won"
        ? ["✓ Right.", []]
        : right
          ? ["✓ Tied, so it counts as right.", []]
          : ["✗ No: ", [...words, ` ${said}.`]];
    const judged = right ? verdict : `${verdict}${optionHeard(picked)} ${said}.`;
    return {
      step,
      words: [h("b", {}, verdict), ...why, ` ${this.score()}.`],
      said: `${judged.slice(2)} ${answer} ${this.score()}.`,
    };
  }

  /** "5 of 7 right" */
  score() {
    const told = [...questions().score.values()];
    return told.length
      ? `${number(told.filter(Boolean).length)} of ${number(told.length)} right`
      : "";
  }

  // ---- drawing --------------------------------------------------------------------------------

  /** The options that stand, each with its count where the reader asked for that. */
  drawOptions() {
    const offered = (this.waits && this.asked?.options) || [];
    const helped = this.view.counts && questions().helped;
    this.box.hidden = !offered.length;
    this.box.replaceChildren(...offered.map((option, i) => optionButton(option, i, helped)));
    if (questions().held) this.markPicked();
    this.markVotes();
  }

  /** The question for the caption, with its options below it; null where none stands. */
  draw() {
    const { asked, view, waits } = this;
    this.drawOptions();
    if (!asked) {
      delete view.root.dataset.question;
      return null;
    }
    view.root.dataset.question = String(asked.step);
    return questionWords(asked, view.step, waits, this.score());
  }

  /** What stands in the place of "Next": the verdict. */
  drawVerdict() {
    const words = this.verdict?.words ?? [];
    return words.length ? [h("p", { class: "why next verdict" }, ...words)] : [];
  }

  /** For who listens: the question, or the answer, as one sentence; else none. */
  sentence() {
    const { asked, verdict, waits } = this;
    if (!waits || !asked) return verdict?.said ?? "";
    const names = asked.options.map((option, i) => `${i + 1}: ${optionHeard(option)}`);
    return `Step ${asked.step}: ${sentenceOf(asked.say)} ${names.join("; ")}.`;
  }
}

/** The page's own style covers what stands below the stage and tells what comes. */
const tellPage = (asking) => document.documentElement.toggleAttribute("data-asking", asking);
