// One token, drawn: the same colour for the same id, everywhere and at every step.
//
// A label comes as parts [kind, text] (tokviz/text/labels.py decides them). Spaces and line ends
// stay real characters, so that copied text is the text.

const EACH_ALONE = new Set(["newline", "tab"]); // each gets a mark of its own
const SIGNS = { newline: "↵", return: "CR", tab: "⇥" }; // few fonts have a sign for CR
const LONG = 24; // characters above which a token may be broken over lines

/** Colour class of an id: 4 hues in 2 lightnesses. */
export const colourOf = (id) => `c${id & 7}`;

/** Draw label parts into an element; inline: on one line, line ends as signs only. */
export function drawParts(element, parts, inline = false) {
  for (const [kind, text] of parts) {
    if (kind === "text") {
      element.append(text);
      continue;
    }
    for (const piece of EACH_ALONE.has(kind) ? text : [text]) {
      const part = document.createElement("span");
      part.className = `part ${kind}`;
      if (kind === "return") part.textContent = Array.from(piece, () => SIGNS.return).join(" ");
      else part.textContent = inline && SIGNS[kind] ? SIGNS[kind] : piece;
      element.append(part);
    }
  }
  if (element.lastElementChild === element.lastChild)
    element.lastElementChild?.classList.add("final");
  return element;
}

/** A token span. base: a symbol that no merge made stays neutral, so merges stand out. */
export function tokenSpan(id, parts, { base = false, inline = false } = {}) {
  const span = document.createElement("span");
  span.className = `token ${base ? "base" : colourOf(id)}${inline ? " chip" : ""}`;
  drawParts(span, parts, inline);
  if (span.textContent.length > LONG) span.classList.add("long");
  return span;
}

/** Token spans of one trace; each token is built once and copied from then on. */
export class TokenSpans {
  constructor(trace) {
    this.trace = trace;
    this.models = new Map();
    this.chips = new Map();
  }

  span(token) {
    const copy = this.model(this.models, token, false).cloneNode(true);
    copy.token = token;
    return copy;
  }

  /** The token inside a sentence or a list. */
  chip(token) {
    return this.model(this.chips, token, true).cloneNode(true);
  }

  model(models, token, inline) {
    let model = models.get(token);
    if (!model) {
      const base = this.trace.isBase(token);
      model = tokenSpan(this.trace.ids[token], this.trace.labels[token], { base, inline });
      if (!inline) model.dataset.testid = "tokviz-token";
      models.set(token, model);
    }
    return model;
  }
}
