// One text through several tokenizers: groups of tokens that line up and wrap together.
//
// The payload (strips.py) says which tokens each row has in each group. Drawing is a function of
// it; what the reader points at only toggles classes. Everything written is a text node.

import { count, fixed, h, number, percent } from "../script/dom.js";
import { unpack } from "../script/payload.js";
import { runWith } from "../tokens/direction.js";
import { alike, lookOf } from "../tokens/looks.js";
import { drawParts, tokenSpan } from "../tokens/tokens.js";
import { inSightFirst } from "./in_sight_first.js";
import { Pointing, letter } from "./pointing.js";
import { groupPart, linePart, onLines, outermost, setInRow } from "../tokens/runs.js";

/** The labels of a lane's tokens, one behind the other. */
const partsOf = (lane) => [...lane.children].flatMap((/** @type {any} */ span) => span.parts);

const UNKNOWN = /** @type {[string, string][]} */ ([["text", "?"]]); // one look for all of them

export class Strips {
  /** @type {Map<string, import("./pointing.js").StripSpan[]>} by the tokens' bytes in hex */ sameBytes;
  /** @type {any} */ payload;
  /** @type {Pointing | null} */ pointing = null;

  constructor(root) {
    this.root = root;
    this.sig = null;
    this.lent = false; // to a class, which brought what is shown
    this.onlyDifferent = false;
    this.switched = /** @type {(on: boolean) => void} */ (() => {}); // who keeps the switch is told
    this.observer = new ResizeObserver(() => this.nameLines());
  }

  /** Draw a payload; the same one again changes nothing but the switch. */
  load(bytes, { differ = false } = {}) {
    const { header: payload } = unpack(bytes);
    if (payload.sig === this.sig) {
      if (differ !== this.onlyDifferent) this.showDifferent(differ);
      return;
    }
    this.onlyDifferent = differ;
    this.stop();
    this.sig = payload.sig;
    this.payload = payload;
    this.sameBytes = new Map(); // hex -> token spans, in every row
    this.draw();
    this.observe();
  }

  stop() {
    this.observer.disconnect();
  }

  /** A pane that scrolls keeps its size while its groups change theirs, as when a font comes. */
  observe() {
    for (const element of [this.pane, ...this.pane.children]) this.observer.observe(element);
  }

  // ---- drawing --------------------------------------------------------------------------------

  draw() {
    const { rows, compact, lines } = this.payload;
    const areWays = rows.some(({ share = null }) => share !== null); // of one tokenizer
    this.pane = h("div", {
      class: "strips-pane",
      role: "group",
      "aria-label": `The text as tokens, one strip for each ${areWays ? "way" : "tokenizer"}`,
    });
    this.drawGroups();
    const names = lines.length
      ? lines.map(([, name]) => name)
      : rows.map((row) => this.nameOf(row));
    const longest = Math.max(0, ...names.map((name) => name.length));
    this.pane.style.setProperty("--names", `${Math.min(compact ? 20 : 18, longest) * 0.55}rem`);
    this.pane.classList.toggle("slim", !Object.keys(this.payload.overs).length);
    const facts = h("div", { class: "strips-facts", role: "status" });
    const loose = rows.flatMap((row, r) => (row.aligned ? [] : [this.looseStrip(row, r)]));
    this.root.replaceChildren(
      h(
        "section",
        {
          class: `strips${rows.length === 1 ? " single" : ""}${compact ? " compact" : ""}${lines.length ? " lined" : ""}`,
          "data-testid": "tokviz-strips",
          role: "group",
          "aria-label": areWays ? "Ways to cut it" : "Tokenizers compared",
          "data-arrows": "own", // they walk along the tokens (script/keys.js)
        },
        h("ol", { class: "strips-summary" }, ...rows.map((row, r) => this.summary(row, r))),
        ...this.cutNote(),
        ...this.differSwitch(),
        this.pane.firstChild ? this.pane : false,
        ...loose,
        facts,
      ),
    );
    const spans = [...this.root.querySelectorAll(".token[data-row]")];
    const { sameBytes, payload } = this;
    const [section] = this.root.children;
    this.pointing = new Pointing({ section, facts, spans, sameBytes, payload });
    inSightFirst(this.pane, () => this.observe()); // which names the lines
    this.nameLines();
  }

  /** What stands before a row; without the list of rows, its count too. */
  nameOf(row) {
    return this.payload.compact ? `${row.name} ${number(row.total)}` : row.name;
  }

  summary(row, r) {
    const { bytes, rows } = this.payload;
    const most = Math.max(1, ...rows.map(({ total }) => total));
    const bar = h("span", { class: "strips-bar", "aria-hidden": "true" });
    const { share = null, bytesPerToken: each } = row;
    bar.style.width = `${100 * (share ?? row.total / most)}%`;
    if (row.lostBytes) {
      const hatched = h("span", { class: "strips-bar-lost" });
      hatched.style.width = `${Math.max(1, (100 * row.lostBytes) / bytes)}%`;
      bar.append(hatched);
      bar.title = `${number(row.lostBytes)} of ${count(bytes, "byte")} of the text lost`;
    }
    const lost = row.lostBytes ? `, ${percent(row.lostBytes, bytes)} lost` : "";
    const what = row.lostBytes ? ` (${row.lostAs.join(", ")})` : "";
    const added = row.addedSpaces ? `, ${count(row.addedSpaces, "space")} added` : "";
    const hasRate = row.total && share === null;
    const rate = `${each === null ? "all unknown" : `${fixed(each)} bytes per token`}${lost}`;
    return h(
      "li",
      { "data-testid": "tokviz-strip-row", "data-row": String(r) },
      h("span", { class: "strips-letter" }, letter(r)),
      h("bdi", { class: "strips-name" }, row.name),
      h("span", { class: "strips-count" }, count(row.total, "token")),
      h(
        "span",
        { class: "strips-rate" },
        hasRate ? rate : "",
        hasRate ? h("span", { class: "strips-what" }, what, added) : "",
      ),
      h("span", { class: "strips-track" }, bar),
      row.note ? h("span", { class: "strips-note" }, row.note) : false,
    );
  }

  cutNote() {
    const { bytes, shownBytes } = this.payload;
    if (shownBytes >= bytes) return [];
    const drawn = `its first ${number(shownBytes)} of ${number(bytes)} bytes are drawn`;
    const words = `The text is long: ${drawn}. The counts are of all ${number(bytes)}.`;
    return [h("p", { class: "strips-cut" }, words)];
  }

  /** A switch that leaves only the groups that the rows do not cut alike. */
  differSwitch() {
    const { agree, groups, compact } = this.payload;
    const shown = agree.filter((g) => g < groups).length;
    if (!shown || compact) return [];
    const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
    box.checked = this.onlyDifferent;
    box.addEventListener("change", () => {
      this.showDifferent(box.checked);
      this.switched(box.checked);
    });
    this.pane.classList.toggle("differ", box.checked);
    const words = ` Show only where they differ: ${number(groups - shown)} of ${count(groups, "place")}`;
    return [h("label", { class: "strips-differ" }, box, words)];
  }

  showDifferent(on) {
    const box = this.root.querySelector(".strips-differ input");
    if (!box) return;
    this.onlyDifferent = box.checked = on;
    this.pane.classList.toggle("differ", on);
    this.pointing?.reachShown();
    this.nameLines();
  }

  /** One element per group, and a line break after each group that ends a line of the text. */
  drawGroups() {
    const { rows, groups, overs, lines, back = false, runs = null } = this.payload;
    const breaks = lines.length ? lines.map(([first]) => first - 1) : this.payload.breaks;
    const aligned = rows.map((row, r) => ({ row, r, at: 0 })).filter(({ row }) => row.aligned);
    const alikes = new Set(this.payload.agree);
    const elements = [];
    if (!aligned.some(({ row }) => row.tokens.length)) return;
    for (let g = 0; g < groups; g++) {
      const drawn = aligned.map((lane) => this.lane(lane, g));
      const agree = alikes.has(g);
      const over = h("div", { class: "over" }, agree ? "=" : "", agree && overs[g] ? "\u2002" : "");
      if (overs[g]) drawParts(over, overs[g], true);
      elements.push(h("div", { class: `group${agree ? " agree" : ""}` }, over, ...drawn));
    }
    const lanes = elements.map((group) => [...group.querySelectorAll(".lane")]);
    const parts = lanes.map((each, g) => groupPart(each.map(partsOf), runs?.[g]));
    const ends = new Map(breaks.map((g) => [g, h("div", { class: "break" })]));
    const ran = setInRow(this.pane, elements, parts, back, ends);
    for (const [g, run] of runs ? ran.entries() : []) {
      elements[g].dir = run;
      for (const lane of lanes[g]) for (const span of lane.children) runWith(span, span.parts, run);
    }
  }

  lane(lane, g) {
    const { row, r } = lane;
    const element = h("div", {
      class: "lane",
      "data-letter": letter(r),
      "data-name": this.payload.lines.findLast(([first]) => first <= g)?.[1] ?? this.nameOf(row),
      title: row.name, // of a name too long for its room the end is cut
    });
    while (lane.at < row.numbers.length && row.numbers[lane.at] === g) {
      element.append(this.token(row, r, lane.at++));
    }
    return element;
  }

  /** A row whose tokenizer changed the text: nothing to line up with. */
  looseStrip(row, r) {
    const shown =
      row.tokens.length < row.total ? ` (the first ${number(row.tokens.length)} tokens)` : "";
    const words = `: the tokenizer changed the text, so this strip is not lined up${shown}.`;
    return h(
      "div",
      { class: "strips-loose" },
      h(
        "p",
        {},
        h("span", { class: "strips-letter" }, letter(r)),
        " ",
        h("bdi", {}, row.name),
        words,
      ),
      this.looseLane(row, r),
    );
  }

  looseLane(row, r) {
    const spans = row.tokens.map((_, at) => this.token(row, r, at));
    const lane = h("div", { class: "loose-lane" });
    const { back = false, runs = null } = this.payload;
    const isText = ({ kind }) => runs && !kind.mark;
    const own = spans.map((span) => linePart(span.parts, isText(span) ? undefined : ""));
    setInRow(lane, spans, own, back).forEach((run, at) => {
      if (runs) runWith(spans[at], spans[at].parts, run);
    });
    return lane;
  }

  token(row, r, at) {
    const kind = row.kinds[row.tokens[at]];
    const length = count(kind.size, "byte");
    const parts = kind.unknown ? UNKNOWN : kind.parts;
    const cut = kind.unknown ? null : kind.cut;
    /** @type {any} */
    const span = tokenSpan(parts, { inline: true, cut, length });
    const lost = kind.id < 0 || kind.unknown || row.hatched.includes(at);
    if (lost) span.classList.add("lost");
    else if (row.lost[at]) span.classList.add("dented");
    if (kind.id < 0) span.classList.add("gap");
    if (kind.mark) span.classList.add("mark");
    if (kind.special) span.classList.add("special");
    const before = at > 0 && row.tokens[at - 1] !== row.tokens[at] && row.kinds[row.tokens[at - 1]];
    const beside = before && !lost && !kind.mark && !before.mark;
    if (beside && alike(lookOf(before.parts), lookOf(kind.parts))) span.classList.add("seam");
    if (!kind.parts.length) span.append("∅");
    span.dataset.testid = "tokviz-strip-token";
    span.dataset.row = String(r);
    span.tabIndex = -1;
    span.title = kind.id < 0 ? "lost" : `id ${kind.id}${kind.mark ? ", stands for no text" : ""}`;
    span.kind = kind;
    span.parts = parts;
    span.at = at;
    if (lost || kind.mark) return span; // their bytes are those of a label, not of the text
    const same = this.sameBytes.get(kind.hex) ?? [];
    this.sameBytes.set(kind.hex, same);
    same.push(span);
    return span;
  }

  /** The first group of each drawn line carries the names of the rows. */
  nameLines() {
    const groups = [
      ...this.pane.querySelectorAll(this.onlyDifferent ? ".group:not(.agree)" : ".group"),
    ];
    const starts = new Set();
    let [at, line] = [0, -1];
    for (const row of onLines(groups)) {
      if (this.isNamed(at, line)) {
        starts.add(outermost(row, this.pane.dir === "rtl"));
        line = at;
      }
      at += row.length;
    }
    for (const group of groups) group.classList.toggle("line-start", starts.has(group));
  }

  /** Has the line that begins with this group a name? Of lines with names of their own, one each. */
  isNamed(g, last) {
    const { lines } = this.payload;
    return !lines.length || lines.some(([first]) => last < first && first <= g);
  }
}
