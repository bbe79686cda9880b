// Follows a class: goes where its leader is, until the reader changes what is shown.

import { onAnyMove, shownReplays } from "../script/place.js";
import {
  onQuestions,
  questions,
  setAsking,
  setHeld,
  setHelped,
  setVoting,
  tellCounted,
} from "../script/questions.js";
import { asked, foldWithWall, isSameAsked, takeUp } from "../script/asked.js";
import { comeTo } from "../script/come.js";
import { catchUp, waitWithClass } from "./abreast.js";
import { Preview } from "./preview.js";
import { Remote } from "./remote.js";
import { News, UNKNOWN } from "./news.js";
import { bytesAt, send } from "./server.js";
import { bringReplay, bringTurned } from "./section.js";
import { stagedAt } from "./stage.js";
import { untilBegun } from "./starting.js";
import { HEARD, isOption, isStep, isTouch } from "./touches.js";
import { placeOfPage } from "../script/where.js";

const RUN = 15; // milliseconds that a run takes of the server
const GRACE = 0.25; // the part of the time of all runs that is left to others before them
const FRESH = 5000; // milliseconds after which the page's own run is as good
const SOON = 150; // milliseconds in which a page may come by itself, before something is shown
const AGAIN = 1000; // milliseconds before a vote is sent again
const UNSENT = "No connection. Send it again."; // a sentence

export class Follower {
  /**
   * @param {string} base
   * @param {{
   *   code: string, name: string, own: boolean, at: string, come?: import("../script/come.js").Come
   * }} saved
   * @param {Record<string, string>} codes where the scripts of replays are
   * @param {{
   *   go: (place: {page: string, query: string}) => void, over: (words: string) => void,
   *   change: () => void
   * }} ears `go` takes the page to a place, `change` saves and shows
   */
  constructor(base, saved, codes, ears) {
    this.base = base;
    this.saved = saved;
    this.ears = ears;
    this.misses = 0;
    this.preview = new Preview(codes, () => (this.isFollowing && this.class.place?.query) || "");
    this.hurry = () => {}; // ends a pause before a run
    this.went = -Infinity; // when the page was to go to another place
    this.left = /** @type {any} */ (null); // the question before a cut, until the next is told
    this.drawn = null; // the leader's stage that is shown since then, or about to be
    this.seen = false; // is it?
    this.said = { text: "", refused: "" }; // the sentence that was sent last, why none since
    /** @type {Record<string, any>} */
    this.class = {};
    this.stopped = new AbortController();
    this.remote = new Remote(this.url, () => this.saved.name, ears.change);
    const { signal } = this.stopped;
    onAnyMove((replay) => {
      waitWithClass(this);
      if (this.isFollowing) catchUp(this.class, replay);
    }, signal);
    for (const what of /** @type {const} */ (["change", "pick"]))
      onQuestions(what, () => this.agree(), signal);
    for (const type of HEARD)
      window.addEventListener(type, (event) => this.touched(event), { capture: true, signal });
    this.news = new News(`${this.url}/events`, {
      name: () => this.saved.name,
      heard: (news) => this.hear(news),
      lost: () => ears.change(),
      refused: async (error) => this.waitsFor(error),
    });
  }

  /** A server that was started anew knows the class again as soon as its leader has told it. */
  waitsFor(error) {
    const again = this.saved.name && error.status === UNKNOWN ? untilBegun(this.misses++) : null;
    if (!again) this.ears.over(error.message);
    return again;
  }

  get isFollowing() {
    return !this.saved.own;
  }

  get lost() {
    return this.news.lost !== false;
  }

  hear(news) {
    if (news.over) {
      this.ears.over("");
      return;
    }
    this.misses = 0;
    if (news.follower) {
      this.saved.name = news.follower;
      this.left = this.class.question ?? this.left;
      this.class = { collects: this.class.collects }; // who reconnects hears again what was so
      this.ears.change();
    }
    const { question, collects } = this.class;
    Object.assign(this.class, news);
    if (news.question !== undefined) {
      takeUp(this.left, news.question);
      foldWithWall(this.left ?? question, news.question);
      this.left = null;
    }
    this.remote.hear(news);
    if (this.class.collects !== collects) this.tellSaid("", "");
    if (news.place) this.saved.come = comeTo(this.saved.come ?? {}, news.place);
    if (news.place || news.question !== undefined) this.ears.change();
    if (this.isFollowing) this.follow();
    else waitWithClass(this);
  }

  follow() {
    const { place, asking, helped } = this.class;
    if (place && this.saved.at !== JSON.stringify(place)) {
      const { page, query } = placeOfPage(this.base);
      const here = page === place.page && query === place.query && !place.text;
      this.saved.at = JSON.stringify(place);
      this.ears.change();
      if (!here) this.go(place);
      if (page === place.page) bringTurned(query, place.query, this.stopped.signal);
    }
    this.show();
    if (asking !== undefined) setAsking(asking);
    setHeld(Boolean(asking));
    setHelped(Boolean(helped));
    waitWithClass(this);
    this.agree();
    for (const replay of shownReplays()) catchUp(this.class, replay);
    this.preview.catchUp(this.class.steps);
    this.look();
  }

  get url() {
    return `${this.base}live/${this.saved.code}`;
  }

  /**
   * Take the page to a place. The runs of a class are spread over the time that they take together,
   * so that they hold up nothing else. A text that is too long for an address is fetched before.
   */
  async go(place) {
    Object.assign(this, { went: Date.now(), drawn: null, seen: false });
    this.preview.waits();
    await this.pause((this.class.crowd ?? 0) * RUN * (GRACE + Math.random()));
    const text = `${this.url}/text/${place.text}`;
    const content = place.text && (await bytesAt(text, this.saved.name).catch(() => ""));
    const follows = this.isFollowing && !this.stopped.signal.aborted;
    if (!(follows || this.seen) || this.class.place !== place) return;
    this.preview.goes();
    this.ears.go({ ...place, content });
  }

  pause(milliseconds) {
    this.hurry();
    return new Promise((over) => {
      this.hurry = () => over(null);
      setTimeout(over, milliseconds);
    });
  }

  /** Show what the leader sees before the page is there, in the seconds after it was to go there. */
  async show() {
    const { place, stage } = this.class;
    const isLate = !this.preview.lent && Date.now() - this.went > FRESH;
    if (!stage || this.drawn === stage || isLate) return;
    this.drawn = stage;
    const soon = new Promise((past) => setTimeout(past, SOON));
    const isWanted = () =>
      this.isFollowing &&
      !this.stopped.signal.aborted &&
      this.class.place === place &&
      this.drawn === stage;
    try {
      const { name } = this.saved;
      const staged = (digest) => stagedAt(this.url, digest, name);
      const bring = async ({ kind, digest }) => ({ kind, data: await staged(digest) });
      const brought = await Promise.all(stage.replays.map(bring));
      const { page } = placeOfPage(this.base);
      if (!isWanted()) return;
      this.seen = page === place.page && this.preview.adopt(brought, this.class.steps);
      if (!this.seen) await soon;
      if (this.seen || !isWanted()) return;
      const what = { title: stage.title, brought, steps: () => this.class.steps };
      this.seen = await this.preview.show(what, isWanted);
    } catch {
      // The run brings it.
    }
  }

  /** Bring the replay into sight that the leader moves, when she turns to another. */
  look() {
    const moved = this.class.steps?.moved;
    if (moved === undefined || moved === null || moved === this.moved) return;
    this.moved = moved;
    bringReplay(moved);
  }

  /** Whoever changes what is shown is on their own; an answer to the class's question is no change. */
  touched(event) {
    if (!this.isFollowing || !isTouch(event)) return;
    if (questions().voting && isStep(event)) return; // it waits
    if (questions().asking && isOption(event)) return; // one that comes late too
    this.saved.own = true;
    this.preview.leave();
    this.hurry(); // what was touched is to become the page
    setHeld(false);
    this.ears.change();
  }

  /** The page learns which vote the server has of it, and the server what was picked since. */
  agree() {
    const { question } = this.class;
    const { current } = questions();
    if (this.stopped.signal.aborted || !question || this.remote.leads) return;
    if (question.words) return this.bring(question, question);
    if (!this.isFollowing || !current || !isSameAsked(question, asked(current))) return;
    tellCounted(question.vote);
    this.bring(question, current);
  }

  /** Take an option of a plan's question, on whatever page. */
  pick(option) {
    const { question } = this.class;
    if (!question?.words || question.answer !== null) return;
    question.picked = option;
    this.ears.change();
    this.agree();
  }

  /** Fold the card of a plan's question, or unfold it; with its answer it comes unfolded. */
  fold() {
    const { question } = this.class;
    if (!question?.words) return;
    question.folded = !question.folded;
    this.ears.change();
  }

  bring(question, { replay, step, picked = question.vote }) {
    if (picked === question.vote || question.answer !== null) return;
    if (this.lost) this.news.hurry();
    else this.vote(question, { replay, step, picked });
  }

  /** Send a vote, one at a time, so that the last one counts. */
  async vote(question, { replay, step, picked }) {
    if (question.voting) return;
    question.voting = true;
    const body = { follower: this.saved.name, replay, step, option: picked };
    await send("POST", `${this.url}/vote`, { body }).then(
      () => (question.vote = picked),
      () => new Promise((resolve) => setTimeout(resolve, AGAIN)),
    );
    question.voting = false;
    this.ears.change();
    this.agree();
  }

  /** Send the class a sentence. */
  async say(text) {
    const body = { follower: this.saved.name, text };
    await send("POST", `${this.url}/sentence`, { body }).then(
      () => this.tellSaid(text, ""),
      (error) => this.tellSaid(this.said.text, error.status ? error.message : UNSENT),
    );
  }

  tellSaid(text, refused) {
    this.said = { text, refused };
    this.ears.change();
  }

  /** Catch up with the class. */
  back() {
    const { place } = this.class;
    this.saved.own = false;
    this.saved.at = JSON.stringify(place);
    this.moved = undefined;
    this.ears.change();
    if (place) this.go(place); // whatever the address says: a file is not in it
    this.follow();
  }

  stop() {
    this.preview.leave();
    setVoting(false);
    setHeld(false);
    this.stopped.abort();
    this.hurry();
    this.remote.stop();
    this.news.stop();
  }
}
