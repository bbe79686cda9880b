// Keeps the page's class: starts and joins, remembers over reloads, and tells the bar what to show.
//
// What a tab follows is kept with the tab. What a browser leads is kept with the browser, with the
// tab that leads: closed and opened again, it leads on. The key is in no address.

import { saidInAddress } from "../script/place.js";
import { FOLLOWED } from "../script/followed.js";
import { Follower } from "./follower.js";
import { forgetClass, OF_CLASS } from "./kept_of_class.js";
import { Leader } from "./leader.js";
import { CLASS_LIMITS } from "../script/class_limits.js";
import { classOfPage, onWish, tellClass } from "../script/register.js";
import { resultsOf } from "./results.js";
import { bringGoal, bringTop, sectionOf } from "./section.js";
import { base64Of, send, wordsOf } from "./server.js";
import { start } from "./starting.js";
import { Tab } from "./tab.js";
import { placeOfPage } from "../script/where.js";

const COMPARE = "compare"; // the page that cuts a text by all tokenizers
/** Of an address: what shows something else than the text on the stage, from its first step. */
const ELSEWHERE = ["path", "course", "section", "step"];
const DAY = 86_400_000; // milliseconds
const CODE = new RegExp(`^[${CLASS_LIMITS.ALPHABET}]{${CLASS_LIMITS.CODE_LETTERS}}$`);
const JOINED = /(?:^|; )tokviz_class=([A-Z]+)/; // a cookie of the short link

export class Keeper {
  /**
   * @param {string} base
   * @param {Record<string, string>} codes names of the scripts that draw what stands on a stage
   * @param {string} plan the section of a page that has a lesson's plan
   */
  constructor(base, codes, plan) {
    this.base = base;
    this.plan = plan;
    this.codes = Object.fromEntries(
      Object.entries(codes).map(([kind, name]) => [kind, `${base}code/${name}`]),
    );
    /** @type {Leader | Follower | null} */
    this.member = null;
    /** @type {((place: unknown) => void) | null} */
    this.way = null;
    this.wanted = null;
    this.starts = false; // is a class on its way to the server?
    this.tab = new Tab();
    /** @type {Promise<void> | null} until it is known whether this page leads on */
    this.coming = null;
    onWish((wished) => this.wished(wished));
    window.addEventListener(
      "storage",
      (event) => event.key === OF_CLASS.led && this.ledElsewhere(),
    );
    // A page that the browser kept whole may have missed that another leads.
    window.addEventListener("pageshow", ({ persisted }) => {
      const { led } = this;
      if (persisted && led && led.tab !== this.tab.name) this.leadAgain(led);
    });
    this.comeBack();
  }

  /** Do so once it is known whether this page leads on. @param {() => void} act */
  whenBack(act) {
    if (this.coming) this.coming.then(act);
    else act();
  }

  /** How to go to a place; between two pages it is to be waited for. */
  goes(way) {
    this.way = way;
    if (this.wanted) this.go(this.wanted);
  }

  /** That page is left; the next one may have said already how to go. */
  leaves(way) {
    if (this.way === way) this.way = null;
  }

  go(place) {
    this.wanted = this.way ? null : place;
    this.way?.(place);
  }

  /** Go on after a reload, or join by the short link. */
  comeBack() {
    const [, joined] = document.cookie.match(JOINED) ?? [];
    document.cookie = "tokviz_class=; Max-Age=0; Path=/; SameSite=Lax";
    const led = this.led;
    if (joined && joined !== led?.code) this.join(joined);
    else if (read(sessionStorage, FOLLOWED)) this.follow(read(sessionStorage, FOLLOWED));
    else if (joined) this.ledElsewhere(true);
    else if (led) this.coming = this.leadAgain(led).then(() => void (this.coming = null));
  }

  /** Lead on where a page of this tab led, and no copy of the tab. */
  async leadAgain(led) {
    const { member } = this;
    const isHere = led.tab === this.tab.before && (await this.tab.isLeft());
    if (this.member === member) this.ledElsewhere(isHere && this.led?.tab === led.tab);
  }

  /** The class that this browser leads, if it is of today. */
  get led() {
    const led = read(localStorage, OF_CLASS.led);
    return led && Date.now() - led.since < DAY ? led : null;
  }

  async wished({ what, code }) {
    const { member } = this;
    if (what === "lead") await this.lead();
    if (what === "join") this.join(code);
    if (member instanceof Follower) {
      if (what === "back") member.back();
      if (what === "vote") member.pick(Number(code));
      if (what === "fold") member.fold();
      if (what === "say") await member.say(code);
      if (what === "ask to lead") await member.remote.ask();
      if (what === "press") member.remote.press(JSON.parse(code));
      if (what === "lead off") await member.remote.off();
    }
    if (member instanceof Leader) {
      if (what === "collect") member.collect();
      if (what === "pair") await member.pair(code);
      if (what === "phone off") await member.phoneOff();
      if (what === "ask") member.agenda.ask(JSON.parse(code));
      if (what === "walk") member.agenda.walks(JSON.parse(code));
      if (what === "ask again") member.agenda.again();
      if (what === "go on") member.agenda.goOn();
      if (what === "fold") member.agenda.fold();
      if (what === "take back") member.agenda.keep(null);
      if (what === "show") this.show(member);
    }
    if (what === "cut") this.cut(code);
    if (what === "leave") this.leave();
    if (what === "end") await this.end();
  }

  // ---- leading ------------------------------------------------------------------------------

  async lead() {
    if (this.starts) return;
    this.starts = true;
    try {
      const started = await start(this.base, this.led);
      this.leave();
      write(localStorage, OF_CLASS.led, { ...started, tab: this.tab.leads(), since: Date.now() });
      this.leadOn(started);
    } catch (/** @type {any} */ error) {
      tellClass({ role: "none", words: wordsOf(error) });
    } finally {
      this.starts = false;
    }
  }

  leadOn(led) {
    this.member?.stop();
    const show = (more) => {
      const { state } = classOfPage();
      const shown = state.role === "leader" ? state : {};
      tellClass({ ...shown, role: "leader", code: led.code, invitation: led, ...more });
    };
    const member = new Leader(this.base, led, this.plan, {
      news: show,
      over: (words) => this.over(words),
      lost: (lost) => show({ lost, why: member.news.why }),
    });
    this.member = member;
    show({ followers: 0, collects: member.collects, results: resultsOf(led.code) });
  }

  /**
   * Go to where the answer is seen, and the class follows. A section lies below the stage.
   * @param {Leader} leader
   */
  show(leader) {
    const place = leader.agenda.show();
    if (!place) return;
    if (sectionOf(place.query) && document.fullscreenElement) document.exitFullscreen();
    this.go(place);
    bringGoal(place.query, leader.stopped.signal);
  }

  /**
   * Make what the class sent the text of this page, and show it there, off every way and section; side
   * by side it is cut, and not learned from. The way can be gone on: at the step where it was left.
   */
  cut(text) {
    const { page, query } = placeOfPage(this.base);
    const own = page && page !== COMPARE ? "learned" : "cut";
    const lesson = JSON.stringify({ tokviz: 1, text, settings: {} });
    const content = base64Of(new TextEncoder().encode(lesson));
    const settings = new URLSearchParams(query);
    for (const name of ELSEWHERE) settings.delete(name);
    const at = page && new URLSearchParams(saidInAddress()).toString();
    this.go({ page: page || COMPARE, query: page && settings.toString(), content, own, at });
    bringTop();
  }

  /** Another tab leads, or none any more; this one leads if it did before. */
  ledElsewhere(here = false) {
    const { led } = this;
    const { role } = classOfPage().state;
    if (led && here) {
      write(localStorage, OF_CLASS.led, { ...led, tab: this.tab.leads() });
      this.leadOn(led);
    } else if (role !== "follower" && led?.tab !== this.tab.name) {
      this.member?.stop();
      tellClass(led ? { role: "elsewhere", code: led.code } : { role: "none" });
    }
  }

  async end() {
    const { led } = this;
    this.leave();
    forgetClass();
    if (led) {
      tellClass({ role: "over", words: `Class ${led.code} is over.` });
      const url = `${this.base}live/${led.code}`;
      await send("DELETE", url, { key: led.key }).catch(() => {}); // the server forgets it anyway
    }
  }

  // ---- following ----------------------------------------------------------------------------

  /** @param {string} typed */
  join(typed) {
    const code = typed.trim().toUpperCase();
    if (CODE.test(code)) this.follow({ code, name: "", own: false, at: "" });
    else tellClass({ role: "none", words: "A code has six letters, and no I or O." });
  }

  follow(saved) {
    this.member?.stop();
    const member = new Follower(this.base, saved, this.codes, {
      go: (place) => this.go(place),
      over: (words) => this.over(words, !saved.name),
      change: () => {
        write(sessionStorage, FOLLOWED, saved);
        const { code, own, come } = saved;
        const { collects = false, question } = member.class;
        tellClass({
          role: "follower",
          code,
          own,
          come,
          lost: member.lost,
          why: member.news.why,
          collects,
          question: question?.words ? question : null,
          said: member.said,
          phone: member.remote.told,
        });
      },
    });
    this.member = member;
    const { code, own, come } = saved; // a reload goes no further than before, also unconnected
    tellClass({ role: "follower", code, own, come, lost: true });
  }

  // ---- the end ------------------------------------------------------------------------------

  leave() {
    this.member?.stop();
    this.member = null;
    sessionStorage.removeItem(FOLLOWED);
    tellClass({ role: "none" });
  }

  /** @param {string} words why, if it is not just over */
  over(words, never = false) {
    const { role, code } = classOfPage().state;
    this.leave();
    if (role === "leader") forgetClass();
    tellClass(never ? { role: "none", words } : { role: "over", code, words });
  }
}

function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

const write = (storage, name, value) => storage.setItem(name, JSON.stringify(value));
