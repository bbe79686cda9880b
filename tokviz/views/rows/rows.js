// A text on aligned rows: characters, code points with names, bytes; the bits of the byte picked.
// Its state is (rows, byte picked); everything written is a text node.

import { count, h, number } from "../script/dom.js";
import { colourOf } from "../player/tokens.js";

const QUIET = 350; // milliseconds after which the reader has settled on a byte
const ROWS = ["character", "code point", "name", "byte: hex, decimal"];
const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

export class Rows {
  constructor(root, { onStop = () => {} } = {}) {
    this.root = root.querySelector("[data-testid=tokviz-rows]");
    this.onStop = onStop;
    this.picked = 0; // the byte picked, counted from 1; 0 is none
    this.find = (name) => this.root.querySelector(`.${name}`);
    this.listeners = new AbortController();
    this.listen();
    this.observer = new ResizeObserver(() => this.nameLines());
    this.observer.observe(this.find("rows-pane"));
  }

  load(payload, { step = 0 } = {}) {
    const length = new DataView(payload.buffer, payload.byteOffset).getUint32(0, true);
    const rows = JSON.parse(new TextDecoder().decode(payload.subarray(4, 4 + length)));
    if (this.rows?.sig === rows.sig) return false;
    this.rows = rows;
    this.places = [];
    this.find("rows-pane").replaceChildren(
      ...rows.graphemes.map((grapheme) => this.grapheme(grapheme)),
    );
    this.buttons = [...this.root.querySelectorAll(".byte")];
    this.find("empty").hidden = rows.bytes > 0;
    this.find("cut").hidden = rows.shown === rows.bytes;
    this.find("cut").textContent =
      `The text is long: its first ${number(rows.shown)} of ${count(rows.bytes, "byte")} are drawn. The counts are of the whole text.`;
    this.nameLines();
    this.pick(Math.min(step, this.places.length));
    return true;
  }

  stop() {
    this.listeners.abort();
    this.observer.disconnect();
    clearTimeout(this.quiet);
  }

  // ---- drawing --------------------------------------------------------------------------------

  grapheme(grapheme) {
    const character = h("div", { class: "character" }, grapheme.drawn);
    if (!grapheme.drawn)
      character.append(
        ...grapheme.points.map(({ label }) => h("span", { class: "part control" }, label)),
      );
    const points = h(
      "div",
      { class: "points" },
      ...grapheme.points.map((point) => this.point(point)),
    );
    return h("div", { class: "grapheme", "data-testid": "tokviz-grapheme" }, character, points);
  }

  point(point) {
    const bytes = point.bytes.map((byte, at) => this.byte(point, at));
    const colour = colourOf(point.number);
    return h(
      "div",
      { class: "point", title: `${point.notation} ${point.name}`, "data-testid": "tokviz-point" },
      h("div", { class: `notation ${colour}` }, point.notation),
      h("div", { class: "name" }, point.name),
      h("div", { class: "bytes" }, ...bytes),
    );
  }

  byte(point, at) {
    const byte = point.bytes[at];
    this.places.push({ point, at });
    return h(
      "button",
      {
        type: "button",
        class: "byte",
        tabindex: "-1",
        "data-testid": "tokviz-byte",
        "data-place": String(this.places.length),
        "aria-label": `Byte ${hex(byte)}, ${byte}, ${at + 1} of ${point.bytes.length} of ${point.name}`,
      },
      hex(byte),
      h("small", {}, String(byte)),
    );
  }

  /** The first box of each line carries the names of the rows. */
  nameLines() {
    const boxes = [...this.find("rows-pane").children];
    const tops = boxes.map((box) => box.offsetTop);
    boxes.forEach((box, i) => {
      const starts = tops[i] !== tops[i - 1];
      const labels = box.querySelector(".labels");
      if (starts && !labels)
        box.append(
          h(
            "div",
            { class: "labels", "aria-hidden": "true" },
            ...ROWS.map((row) => h("div", {}, row)),
          ),
        );
      if (!starts) labels?.remove();
    });
  }

  // ---- one byte -------------------------------------------------------------------------------

  /** Pick a byte by its place, counted from 1; 0 picks none. */
  pick(place) {
    this.picked = place;
    this.root.dataset.step = place;
    for (const lit of this.root.querySelectorAll(".picked, .holds"))
      lit.classList.remove("picked", "holds");
    for (const button of this.buttons) button.tabIndex = -1;
    const button = this.buttons[Math.max(0, place - 1)];
    if (button) button.tabIndex = 0;
    if (place) {
      button.classList.add("picked");
      button.closest(".grapheme").classList.add("holds");
    }
    this.find("bits").replaceChildren(
      ...(place ? this.explain(this.places[place - 1]) : this.hint()),
    );
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.onStop(this.picked), QUIET);
  }

  hint() {
    return this.places.length
      ? [h("p", {}, "Pick a byte to see its bits. The arrow keys go to its neighbours.")]
      : [];
  }

  explain({ point, at }) {
    const byte = point.bytes[at];
    const facts = this.rows.bits[byte];
    const whole = point.bytes.map((each) => this.rows.bits[each]);
    const digits = whole.map(({ payload }) => payload).join("");
    const lines = [
      h(
        "p",
        {},
        bits(facts),
        h("b", {}, `${hex(byte)} = ${byte}: `),
        `${facts.explanation}. `,
        h("span", { class: "key" }, "Dashed bits mark its role, the others carry the number."),
      ),
    ];
    if (whole.length > 1) lines.push(h("p", {}, ...whole.map((each, i) => bits(each, i !== at))));
    const value = parseInt(digits, 2);
    lines.push(
      h(
        "p",
        {},
        "The number: ",
        h("code", {}, digits),
        ` = ${number(value)} = `,
        h("code", {}, point.notation),
        `, ${point.name}.`,
      ),
    );
    if (point.kind === "surrogate") {
      lines.push(
        h(
          "p",
          {},
          "Half of a pair that UTF-16 needs, left alone by broken input. Valid UTF-8 has no bytes for it; these are the ones its number would take.",
        ),
      );
    }
    return lines;
  }

  // ---- listening ------------------------------------------------------------------------------

  listen() {
    const options = { signal: this.listeners.signal };
    const pane = this.find("rows-pane");
    pane.addEventListener(
      "click",
      (event) => {
        const button = event.target.closest(".byte");
        if (button) this.pick(Number(button.dataset.place));
      },
      options,
    );
    pane.addEventListener("keydown", (event) => this.key(event), options);
    this.find("names").addEventListener(
      "change",
      (event) => {
        this.root.classList.toggle("no-names", !event.target.checked);
        this.nameLines();
      },
      options,
    );
    const larger = this.find("larger");
    larger.addEventListener(
      "click",
      () => {
        larger.setAttribute("aria-pressed", String(this.root.classList.toggle("large")));
        this.nameLines();
      },
      options,
    );
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.places.length;
    const here = Number(event.target.closest(".byte")?.dataset.place ?? this.picked);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 1, End: last, Escape: 0 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const place = event.key === "Escape" ? 0 : Math.max(1, Math.min(last, to));
    this.pick(place);
    if (place) this.buttons[place - 1].focus();
  }
}

function bits({ marker, payload }, other = false) {
  const box = (kind) => (bit) => h("span", { class: `bit ${kind}` }, bit);
  return h(
    "span",
    { class: `bit-row${other ? " other" : ""}` },
    ...[...marker].map(box("marker")),
    ...[...payload].map(box("number")),
  );
}
