// Leads a class: tells the server, ten times a second, what has changed on this page.

import { ANSWERS } from "../script/in_time.js";
import { placeIn, onAnyMove, shownReplays } from "../script/place.js";
import { onQuestions, questions, tellVotes } from "../script/questions.js";
import { isRunning } from "../script/running.js";
import { ACTS } from "./acts.js";
import { Agenda } from "./agenda.js";
import { asked, isSameAsked } from "../script/asked.js";
import { claimForQuestions } from "./clicker.js";
import { OF_CLASS } from "./kept_of_class.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { notesOf } from "./notes.js";
import { Presses } from "./presses.js";
import { classOfPage } from "../script/register.js";
import { News, TOO_MANY, UNKNOWN } from "./news.js";
import { send, wordsOf } from "./server.js";
import { keepResult } from "./results.js";
import { sectionOf, withSection } from "./section.js";
import { Stage, titleOfPage } from "./stage.js";
import { beginAgain } from "./starting.js";
import { placeOfPage } from "../script/where.js";

const TICK = 100; // milliseconds
/** Milliseconds for what is on the stage: the class goes nowhere meanwhile, and can do without. */
const STAGED = 20_000;
const PAIRED_FOR = 15_000; // milliseconds in which she is asked whether it is her phone
/** @type {{on: any, counts: number[], first?: number[]}} votes on nothing */
const NOBODY = { on: null, counts: [] };

export class Leader {
  /**
   * @param {string} base
   * @param {{code: string, key: string}} own
   * @param {string} plan the section that has the answers
   * @param {{
   *   news: (news: any) => void, over: (words: string) => void, lost: (lost: boolean) => void
   * }} ears
   */
  constructor(base, own, plan, ears) {
    this.base = base;
    this.own = own;
    this.plan = plan;
    this.ears = ears;
    this.stopped = new AbortController();
    this.told = {};
    /** @type {number[] | undefined} the turn that her stream is, and how often she told in it */
    this.order = undefined;
    /** @type {{page: string, query: string} | undefined} */
    this.place = undefined; // of the class
    this.text = ""; // the digest of the long text that the class has
    /** @type {string | null} */
    this.asked = null;
    this.askedAt = 0;
    /** @type {Promise<unknown> | null} */
    this.bringing = null;
    this.stage = new Stage((path, body) => this.say(path, body, STAGED));
    /** @type {number | null} */
    this.moved = null; // the replay that the leader moved last
    this.places = new Map(shownReplays().map((replay) => [replay, placeIn(replay)]));
    this.votes = NOBODY; // as the server told last
    this.collects = localStorage.getItem(OF_CLASS.collects) === own.code;
    this.agenda = new Agenda(own.code, () => this.tellVotes());
    const { signal } = this.stopped;
    this.presses = new Presses(signal, ACTS);
    this.phones = 0; // that lead, too
    onAnyMove((replay) => this.hearMove(replay), signal);
    onQuestions("change", () => this.hearQuestion(), signal);
    claimForQuestions(signal);
    this.news = new News(`${this.url}/events`, {
      key: own.key,
      heard: (news) => this.hear(news),
      lost: (lost) => ears.lost(lost),
      refused: (error) => this.takeUp(error),
    });
    this.timer = setInterval(() => this.tick(), TICK);
  }

  get url() {
    return `${this.base}live/${this.own.code}`;
  }

  /**
   * Tell the class something. Nothing is on its way once she leads no longer, as to an end.
   * @param {string} path
   * @param {any} [body]
   * @param {number} [within] so many milliseconds it is to be answered
   */
  say(path, body, within) {
    const { signal } = this.stopped;
    return send("POST", `${this.url}/${path}`, { key: this.own.key, body, signal, within });
  }

  /** A replay that comes to the page, or shows another text, tells its place: nobody moved it. */
  hearMove(replay) {
    const [before, place] = [this.places.get(replay), placeIn(replay)];
    this.places.set(replay, place);
    if (before?.about === place?.about && before?.step !== place?.step) this.moved = replay;
  }

  /** A question is asked where the leader is: it takes the place of a plan's. */
  hearQuestion() {
    const { current } = questions();
    if (current?.answer === null) {
      this.moved = current.replay;
      this.agenda.keep(null);
    }
    this.tellVotes();
  }

  /** What the class is asked, by a plan or by a replay. */
  get question() {
    return this.agenda.put ?? questions().current;
  }

  hear(news) {
    if (news.over) this.ears.over("");
    else if ("follower" in news) {
      this.told = {}; // a new stream, perhaps of a new server
      this.order = news.turn && [news.turn, 0];
      this.stage.forget();
      this.presses.begin();
      this.hearPhones(0);
    } else if (news.followers !== undefined) this.ears.news({ followers: news.followers });
    if (news.phones !== undefined) this.hearPhones(news.phones);
    if (news.presses) this.presses.hear(news.presses);
    if (news.sentences) this.ears.news({ sentences: news.sentences });
    if (news.votes) {
      this.votes = news.votes;
      this.tellVotes();
    }
  }

  hearPhones(phones) {
    this.phones = phones;
    const { paired = false } = classOfPage().state;
    this.ears.news({ phones, paired: paired && phones > 0 });
  }

  /** Let the phone that shows this number lead, too. @param {string} number */
  async pair(number) {
    this.ears.news({ unpaired: "" });
    await this.say("phone/pair", { number }).then(
      () => {
        this.ears.news({ paired: true });
        clearTimeout(this.pairing);
        const ends = () => this.stopped.signal.aborted || this.ears.news({ paired: false });
        this.pairing = setTimeout(ends, PAIRED_FOR);
      },
      (error) => this.ears.news({ unpaired: wordsOf(error) }),
    );
  }

  async phoneOff() {
    await this.say("phone/off").catch(() => {}); // it is pressed again
  }

  /** Ask the class for a sentence each, or ask no longer. */
  collect() {
    this.collects = !this.collects;
    if (this.collects) localStorage.setItem(OF_CLASS.collects, this.own.code);
    else localStorage.removeItem(OF_CLASS.collects);
    this.ears.news({ collects: this.collects });
  }

  /** How the class voted on the question of the moment; on a new one nobody did. */
  tellVotes() {
    const question = this.question && asked(this.question);
    const told = isSameAsked(this.votes.on, question) ? this.votes : NOBODY;
    const { put } = this.agenda;
    const { counts = told.counts, first = told.first } = put ?? {};
    tellVotes(put ? [] : counts);
    const { tied = [] } = put ? {} : (questions().current ?? {});
    const { onWay = false, shown = false, seen } = put ?? {};
    const isSeen = Boolean(seen);
    if (put && question && question.answer !== null) this.note(put, counts, first);
    const votes = question && { ...question, counts, first, tied, onWay, shown, isSeen };
    this.ears.news({ votes });
  }

  /**
   * Keep how the class voted on a question that has its answer.
   * @param {import("./put.js").Put} put
   * @param {number[]} counts
   * @param {number[]} [first]
   */
  note({ words, options, step, right }, counts, first) {
    const result = { step, words, options, counts, first, answer: right };
    this.ears.news({ results: keepResult(this.own.code, result) });
  }

  /** A server that was started anew knows no class: it is told of this one. */
  async takeUp({ status, message }) {
    const over = (/** @type {string} */ words) => (this.ears.over(words), null);
    return [UNKNOWN, TOO_MANY].includes(status)
      ? beginAgain(this.base, this.own, over)
      : over(message);
  }

  async tick() {
    if (this.telling) return;
    const changed = {};
    const json = {};
    for (const [part, value] of Object.entries(this.parts())) {
      json[part] = JSON.stringify(value);
      if (json[part] !== this.told[part]) changed[part] = value;
    }
    if (!Object.keys(changed).length) return;
    this.telling = true;
    const { told } = this;
    try {
      if (this.order) this.order[1] += 1; // what was given up, and comes late, is passed over
      await this.say("state", { ...changed, told: this.order });
      for (const part of Object.keys(changed)) told[part] = json[part];
      this.news.hurry();
    } catch {
      // The next tick tells it again; the stream notices where the server is gone.
      await new Promise((resolve) => setTimeout(resolve, 10 * TICK));
    } finally {
      this.telling = false;
    }
  }

  parts() {
    const { asking, helped } = questions();
    /** @type {Record<string, unknown>} */
    const parts = {
      steps: this.steps(),
      asking,
      helped,
      question: this.question && asked(this.question),
      collects: this.collects,
    };
    if (this.phones) parts.notes = notesOf(this.question, this.moved);
    if (this.presses.done) parts.pressed = this.presses.done;
    const replays = this.stage.now();
    // While Python works, the address may be that of a page that is not there yet.
    if (!isRunning() && this.hasText() && replays !== undefined) {
      this.place = this.placeOfClass();
      parts.place = { ...this.place, text: this.text };
      parts.stage = replays && { title: titleOfPage(), replays };
    }
    return parts;
  }

  /** Where she is; while she looks at the plan the class sees the section that it saw. */
  placeOfClass() {
    const { page, query } = placeOfPage(this.base);
    if (sectionOf(query) !== this.plan) return { page, query };
    const seen = this.place?.page === page ? sectionOf(this.place.query) : "";
    return { page, query: withSection(query, seen) };
  }

  /** Has the class the page's text, in the address or besides? If not, it is brought there. */
  hasText() {
    const { text } = classOfPage();
    if (text && text.digest !== this.text) {
      const waits = this.asked === text.digest && Date.now() - this.askedAt < ANSWERS;
      if (!text.content && !waits) {
        Object.assign(this, { asked: text.digest, askedAt: Date.now() });
        text.ask();
      } else if (text.content && !this.bringing) {
        this.bringing = this.bring(text).finally(() => (this.bringing = null));
      }
      return false;
    }
    if (!text) this.text = "";
    return true;
  }

  async bring({ digest, content }) {
    await this.say(`text/${digest}`, content).then(
      () => (this.text = digest),
      () => new Promise((resolve) => setTimeout(resolve, 10 * TICK)), // and again
    );
  }

  steps() {
    const at = {};
    for (const replay of shownReplays().slice(0, CLASS_LIMITS.REPLAYS)) {
      const place = placeIn(replay);
      if (place) at[replay] = { step: place.step, about: place.about };
    }
    return { moved: this.moved !== null && this.moved in at ? this.moved : null, at };
  }

  stop() {
    clearInterval(this.timer);
    tellVotes(null);
    this.stopped.abort();
    this.news.stop();
  }
}
