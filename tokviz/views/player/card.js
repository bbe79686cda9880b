// The card of a token: what it is, where it came from, how often it stands in the text.

import { count, h } from "../script/dom.js";

const VISIBLE = /^[\p{L}\p{N}\p{P}\p{S}]$/u;

export class Card {
  constructor(element, stage) {
    this.element = element;
    this.stage = stage;
  }

  show(span, trace, teller, chip, k) {
    const { token } = span;
    const hex = trace.hex[token].toUpperCase().match(/../g) ?? [];
    const size = trace.header.sizes[token];
    const bytes = hex.join(" ") + (size > hex.length ? " …" : "");
    const partial = partialCharacters(span, trace);
    const row = (name, ...value) => [h("dt", {}, name), h("dd", {}, ...value)];
    this.element.replaceChildren(
      h(
        "p",
        { class: "card-title" },
        chip(token),
        h("span", { class: "card-id" }, `id ${trace.ids[token]}`),
      ),
      h(
        "dl",
        {},
        ...row(size === 1 ? "1 byte" : `${size} bytes`, h("code", {}, bytes || "none")),
        ...(partial.length
          ? row("holds", ...partial.map((words) => h("div", {}, h("bdi", {}, words))))
          : []),
        ...row("in the text", `${count(trace.frequencies.at(k)[token], "time")} now`),
        ...row("made of", ...teller.origin(token, k)),
      ),
    );
    this.element.hidden = false;
    this.span = span;
    this.place(span);
  }

  /** The text scrolled: stay with the token, and go when it leaves the pane. */
  follow(pane) {
    const box = this.span?.getClientRects()[0];
    if (this.element.hidden || !box) return;
    if (box.bottom < pane.top || box.top > pane.bottom) this.hide();
    else this.place(this.span);
  }

  hide() {
    this.element.hidden = true;
  }

  /** Under the token, or above it when there is no room; always inside the stage. */
  place(span) {
    const [token, stage] = [span.getClientRects()[0], this.stage.getBoundingClientRect()];
    if (!token) return this.hide();
    const [width, height] = [this.element.offsetWidth, this.element.offsetHeight];
    const left = Math.max(0, Math.min(token.left - stage.left, stage.width - width));
    const below = token.bottom - stage.top + 8;
    const above = token.top - stage.top - height - 8;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${token.bottom + height + 8 < innerHeight || above < 0 ? below : above}px`;
  }
}

/** "byte 2 of 4 of 👏 U+1F44F" for each character of which the token holds only a part. */
export function partialCharacters(span, trace) {
  if (trace.header.unit !== "byte") return [];
  const found = [];
  for (let p = span.start; p < span.end;) {
    const character = characterAt(p, trace);
    if (!character) {
      p++;
      continue;
    }
    const { start, size } = character;
    const [from, to] = [Math.max(span.start, start), Math.min(span.end, start + size)];
    if (to - from < size) found.push(describe(character, from - start + 1, to - start));
    p = to;
  }
  return found;
}

function describe({ code, size }, from, to) {
  const text = String.fromCodePoint(code);
  const shape = VISIBLE.test(text) ? `${text} ` : "";
  const which = from === to ? `byte ${from}` : `bytes ${from} to ${to}`;
  return `${which} of ${size} of ${shape}U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The UTF-8 character that holds base symbol p: {start, size, code}, or null when it is none. */
function characterAt(p, trace) {
  let start = p;
  while (start > 0 && p - start < 3 && (trace.byteAt(start) & 0xc0) === 0x80) start--;
  const lead = trace.byteAt(start);
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  if (size === 1 || p >= start + size || start + size > trace.size) return null;
  const bytes = Uint8Array.from({ length: size }, (_, i) => trace.byteAt(start + i));
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { start, size, code: text.codePointAt(0) };
  } catch {
    return null; // not UTF-8: the bytes stand for themselves
  }
}
