// What the leader sees, shown to a follower before the follower's own page has come to it.
//
// Where the page has the same replay, that one shows it at once, and the run that follows changes
// nothing on the stage. On the way to another page its title and its replay stand in its place.

import { h } from "../script/dom.js";
import { readMount, remounted } from "../script/payload.js";
import { moveTo, shownIn } from "../script/place.js";
import { isRunning, onRun } from "../script/running.js";
import { digestOf } from "./stage.js";

const LOOK = 100; // milliseconds between two looks at what the page has become
const LONGEST = 30_000; // milliseconds that a preview stays
const RESTS = 5; // looks in which what a run brought is drawn
const OWN = 0xfffffff0; // from here on the numbers of replays that are previews
const OWN_CLOCK = 1000; // likewise of clocks
const MAIN = "[data-testid=stMain]";
const BLOCK = "[data-testid=stMainBlockContainer]";
const COVERED = "covered"; // data-covered of the document: page.css hides what is covered
const LENT = "lent"; // data-lent: page.css hides what the page itself says in its place
const COLOURS = /--st-[a-z-]+/g;

/** @typedef {{kind: string, data: Uint8Array}} Brought */
/** @typedef {{at: Record<string, {step: number, about: number}>}} Steps */

/** The step of the class in a replay, if it is told yet. */
function stepIn(data, steps) {
  const { replay, about } = readMount(data);
  const told = steps?.at[replay];
  return told?.about === about ? told.step : undefined;
}

export class Preview {
  /**
   * @param {Record<string, string>} codes where the script of each kind of replay is
   * @param {() => string} query what the class's address says, "" for who does not follow
   */
  constructor(codes, query = () => "") {
    this.codes = codes;
    this.query = query;
    /** @type {Brought[]} */
    this.brought = [];
    /** @type {(import("../script/place.js").Shown | undefined)[]} the page's own that adopted it */
    this.own = [];
    /** @type {(() => void)[]} */
    this.stops = [];
    /** @type {HTMLElement | null} */
    this.root = null;
    this.since = 0;
    this.ran = false; // since the page was asked to go on, which a busy server lets it wait for
    this.rested = 0; // looks since that run ended
    this.deaf = () => {}; // hears of no more runs
  }

  /**
   * Let the page's own replays show it, and say whether they do: all of it, or nothing changes.
   * @param {Brought[]} brought
   * @param {Steps | undefined} steps
   */
  adopt(brought, steps) {
    const own = ownOf(brought);
    if (!own.every((replay, at) => replay?.kind === brought[at].kind)) return false;
    this.begin(brought);
    this.own = own;
    brought.forEach(({ data }, at) =>
      own[at]?.adopt(data, stepIn(data, steps) ?? readMount(data).step),
    );
    return true;
  }

  /**
   * Show another page's title and what stands on its stage, if the page is not there by then.
   * @param {{title: string, brought: Brought[], steps: () => Steps | undefined}} what
   * @param {() => boolean} isWanted asked when all is at hand
   * @returns {Promise<boolean>} whether it is shown
   */
  async show({ title, brought, steps }, isWanted) {
    if (!brought.every(({ kind }) => Object.hasOwn(this.codes, kind))) return false;
    const scripts = await Promise.all(brought.map(({ kind }) => import(this.codes[kind])));
    if (!isWanted() || !document.querySelector(BLOCK)) return false;
    this.begin(brought);
    if (this.hasCome()) return false;
    const root = frame(this.lent ? `${title}: ${this.lent}` : title);
    this.root = root;
    appOfPage().append(root);
    document.documentElement.dataset[COVERED] = "";
    try {
      const mount = ({ data }, at) =>
        this.mount(scripts[at], data, at, stepIn(data, steps()) ?? readMount(data).step);
      brought.forEach(mount);
    } catch {
      this.uncover(); // nobody vouches for these bytes
      return false;
    }
    return true;
  }

  /** What the leader's page shows and no other can; "" where there is nothing of the kind. */
  get lent() {
    return lentBy(this.query());
  }

  begin(brought) {
    this.end();
    this.brought = brought;
    this.since = Date.now();
    this.timer = setInterval(() => this.look(), LOOK);
  }

  mount({ default: mount, FURNITURE }, data, at, step) {
    const host = h("div");
    this.root?.querySelector("[data-stage]")?.append(host);
    const shadow = host.attachShadow({ mode: "open" });
    const page = getComputedStyle(styledPart());
    for (const name of new Set(FURNITURE.style.match(COLOURS)))
      host.style.setProperty(name, page.getPropertyValue(name));
    const markup = new DOMParser().parseFromString(FURNITURE.markup, "text/html");
    shadow.append(h("style", {}, FURNITURE.style), ...markup.body.childNodes);
    const { clock, follows } = readMount(data);
    const own = { step, clock: clock && clock + OWN_CLOCK, follows, replay: OWN + at };
    const server = { setTriggerValue() {}, setStateValue() {} }; // hears of nothing
    this.stops.push(mount({ parentElement: shadow, data: remounted(data, own), ...server }));
  }

  /** @param {Steps | undefined} steps */
  catchUp(steps) {
    if (!this.root) return;
    this.brought.forEach(({ data }, at) => {
      const step = stepIn(data, steps);
      if (step !== undefined) moveTo(OWN + at, step);
    });
  }

  /** The page is to go elsewhere, but was not asked to yet. */
  waits() {
    this.ran = false;
    this.deaf();
  }

  /** Now it was asked to. */
  goes() {
    this.waits();
    this.ran = isRunning(); // what runs already is to go on with it
    this.deaf = onRun(() => {
      this.ran = true;
      this.deaf();
    });
  }

  /** No run of this page brings it, so it stays until the class goes on, or the reader does alone. */
  keep() {
    document.documentElement.dataset[LENT] = "";
    const own = ownOf(this.brought);
    const hasPage = own.every((shown, at) => shown?.kind === this.brought[at].kind);
    if (!hasPage || isRunning()) return;
    this.uncover();
    this.own = own;
    this.brought.forEach(({ data }, at) => own[at]?.adopt(data, readMount(data).step));
  }

  /** The reader goes on alone. */
  leave() {
    if (LENT in document.documentElement.dataset) this.end();
    else this.uncover();
  }

  look() {
    if (this.lent && this.brought.length) return this.keep();
    this.rested = this.ran && !isRunning() ? this.rested + 1 : 0;
    const isLate = Date.now() - this.since > LONGEST;
    if (this.rested > RESTS || this.hasCome() || isLate) this.end();
  }

  /** Does the page show all of this itself? */
  hasCome() {
    const own = ownOf(this.brought);
    return own.every((shown, at) => shown && isSame(shown.data, this.brought[at].data));
  }

  /** The page is what it is. */
  end() {
    clearInterval(this.timer);
    this.uncover();
    delete document.documentElement.dataset[LENT];
    for (const shown of this.own) shown?.release();
    this.own = [];
    this.brought = [];
  }

  /** The page comes in sight again. */
  uncover() {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.root?.remove();
    this.root = null;
    delete document.documentElement.dataset[COVERED];
  }
}

/**
 * The file, or the name of what was fetched, that an address names and does not hold.
 * @param {string} query
 */
export function lentBy(query) {
  const said = new URLSearchParams(query);
  const fetched = { hub: "hub_name", tiktoken: "encoding" }[said.get("whose") ?? ""];
  return said.get(fetched ?? "made_with") ?? "";
}

/** @param {Brought[]} brought */
const ownOf = (brought) => brought.map(({ data }) => shownIn(readMount(data).replay));

const isSame = (one, other) => digestOf(one) === digestOf(other);

/** It stays while pages come and go. */
const appOfPage = () => document.querySelector("[data-testid=stApp]") ?? document.body;

/** An element that has the page's colours: where a component is. */
const styledPart = () =>
  /** @type {Element} */ (
    document.querySelector(".st-key-classroom [data-testid=stBidiComponentIsolated]") ??
      document.body
  );

/** Over the page's main part, with its margins. */
function frame(title) {
  const block = h("div", {}, h("h1", {}, title), h("div", { "data-stage": true }));
  const names = { class: "tokviz-preview", "data-testid": "tokviz-preview", "aria-label": title };
  const root = h("section", names, block);
  root.style.background = getComputedStyle(appOfPage()).backgroundColor;
  const main = document.querySelector(MAIN)?.getBoundingClientRect();
  const own = document.querySelector(BLOCK);
  if (main && own) {
    for (const side of ["top", "left", "width", "height"]) root.style[side] = `${main[side]}px`;
    block.style.padding = getComputedStyle(own).padding;
  }
  return root;
}
