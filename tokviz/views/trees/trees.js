// The tokens of an encoded text; the one that is pressed opens as the tree of its merges.
//
// The payload (trees.py) has every node with the two that it joined. State is (payload, the token
// that is open), and drawing a function of both. Everything written is a text node.

import { count, h, number } from "../script/dom.js";
import { unpack } from "../script/payload.js";
import { UNLEARNED, endsHere } from "../tokens/cut.js";
import { partsRunBack, runOf, runWith } from "../tokens/direction.js";
import { alike, lookOf } from "../tokens/looks.js";
import { drawParts, tokenSpan } from "../tokens/tokens.js";
import { linePart, setInRow } from "../tokens/runs.js";

export class Trees {
  /** @type {any} */ payload;
  /** @type {any[]} */ buttons;

  constructor(root) {
    this.root = root;
    this.sig = null;
  }

  /** Draw a payload; the same one again changes nothing. */
  load(bytes) {
    const { header: payload } = unpack(bytes);
    if (payload.sig === this.sig) return;
    this.sig = payload.sig;
    this.payload = payload;
    this.draw();
    this.open(tallest(payload));
  }

  draw() {
    const { tokens, bytes, code_points } = this.payload;
    this.buttons = tokens.map((node, place) => this.button(node, place));
    tokens.forEach((node, place) => {
      const seam = place > 0 && this.meets(tokens[place - 1], node);
      this.buttons[place].classList.toggle("seam", seam);
    });
    this.tree = h("div", {
      class: "tree",
      "data-testid": "tokviz-tree",
      tabindex: "0",
      role: "group",
      "aria-label": "The merges of the chosen token",
    });
    const counts = `${count(tokens.length, "token")}, ${count(code_points, "code point")}, ${count(bytes, "byte")}.`;
    this.root.replaceChildren(
      h(
        "section",
        { class: "strips trees", "data-testid": "tokviz-trees", "aria-label": "GPT-2’s tokens" },
        h(
          "div",
          { class: "trees-text" },
          h(
            "p",
            { class: "trees-counts" },
            h("strong", {}, "GPT-2: "),
            counts,
            tokens.length > 0 && h("span", { class: "on-screen" }, " Press one."),
          ),
          this.row(),
        ),
        this.tree,
      ),
    );
  }

  /** The tokens, as the letters run that they are of. */
  row() {
    const { nodes, tokens } = this.payload;
    const shown = tokens.map((node) => nodes[node]);
    const parts = shown.map(({ label, over }) => linePart(label, runOf(label) || runOf(over)));
    const row = h("div", { class: "trees-tokens" });
    const runs = setInRow(row, this.buttons, parts, this.runsBack(tokens));
    if (runs.includes("rtl"))
      runs.forEach((run, i) => runWith(this.buttons[i].children[1], shown[i].label, run));
    return row;
  }

  /** Do these nodes begin with letters that run from right to left? */
  runsBack(nodes) {
    const { nodes: all } = this.payload;
    return partsRunBack(nodes.flatMap((node) => [...all[node].label, ...all[node].over]));
  }

  button(node, place) {
    const { id, holds } = this.payload.nodes[node];
    const button = h(
      "button",
      {
        type: "button",
        class: "tree-token",
        "data-testid": "tokviz-tree-token",
        "aria-pressed": "false",
        title: holds.join(", ") || null,
      },
      this.over(node, "tree-over"),
      this.token(node),
      h("span", { class: "tree-id" }, String(id)),
    );
    button.addEventListener("click", () => this.open(place));
    return button;
  }

  /** The character that a token cuts, and which of its bytes it holds: "안 1/3". */
  over(node, name) {
    const { over, share } = this.payload.nodes[node];
    const element = drawParts(h("span", { class: name }), over, true);
    if (share) element.append(" ", h("small", { dir: "ltr" }, share));
    return element;
  }

  /** Two different tokens of one colour, which need a line between them. */
  meets(before, node) {
    const [one, other] = [before, node].map((at) => this.payload.nodes[at]);
    return one.id !== other.id && alike(lookOf(one.label), lookOf(other.label));
  }

  token(node) {
    const { label, over } = this.payload.nodes[node];
    const span = tokenSpan(label, { inline: true });
    if (runOf(over) === "rtl") runWith(span, label, "rtl");
    return span;
  }

  /** Show the tree of the token at this place of the text. */
  open(place) {
    const { tokens, nodes, special, merges } = this.payload;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(at === place)));
    if (place < 0) return this.tree.replaceChildren();
    const { parts, rank, holds } = nodes[tokens[place]];
    let words = parts
      ? `, made by merge ${number(rank + 1)} of ${number(merges)}.`
      : `: a base symbol, no merge made it. ${holds.map((part) => `It is ${part}.`).join(" ")}`;
    if (special.includes(tokens[place])) words = ": a special token, given and not learned.";
    this.tree.replaceChildren(
      h("p", { class: "tree-words" }, this.token(tokens[place]), words, ...this.after(place)),
      h(
        "ul",
        { class: "tree-root", dir: this.runsBack([tokens[place]]) && "rtl" },
        this.branch(tokens[place]),
      ),
    );
    this.tree.scrollTop = 0;
  }

  /** Why the token ends where it does; nothing behind the last one. */
  after(place) {
    const { tokens, opens } = this.payload;
    if (place + 1 >= tokens.length) return [];
    if (opens.includes(place + 1)) return [` ${endsHere("pre-token")}.`];
    return [" Then comes ", this.token(tokens[place + 1]), `. ${UNLEARNED}.`];
  }

  /** A node with all that stands below it. */
  branch(node, before = node) {
    const { id, parts, rank } = this.payload.nodes[node];
    return h(
      "li",
      { class: "tree-node" },
      h(
        "span",
        { class: `tree-label${this.meets(before, node) ? " seam" : ""}`, title: `id ${id}` },
        this.token(node),
        parts
          ? h("span", { class: "tree-note" }, `merge ${number(rank + 1)}`)
          : this.over(node, "tree-note"),
      ),
      parts ? h("ul", {}, ...parts.map((part) => this.branch(part, parts[0]))) : false,
    );
  }
}

/** The place of the token that took the most merges: the first of the largest. */
function tallest({ nodes, tokens }) {
  const merges = (node) =>
    nodes[node].parts ? 1 + merges(nodes[node].parts[0]) + merges(nodes[node].parts[1]) : 0;
  const all = tokens.map(merges);
  return all.indexOf(Math.max(...all, 0));
}
