// The curve beside the text: how many tokens are left, over the steps.

import { h, number, percent } from "../script/dom.js";
import { shape } from "../script/shape.js";

const CURVE = { width: 320, height: 84, points: 400 };

/** Tokens left over the steps; a click or a drag goes to a step. */
export class Curve {
  constructor(root, onPick) {
    this.box = root.querySelector(".curve");
    this.words = root.querySelector(".tokens-left");
    this.line = shape("path", { class: "curve-line" });
    this.area = shape("path", { class: "curve-area" });
    this.rule = shape("line", { class: "curve-rule" });
    const view = { viewBox: `0 0 ${CURVE.width} ${CURVE.height}`, preserveAspectRatio: "none" };
    this.svg = shape("svg", view, this.line, this.area, this.rule);
    this.dot = h("span", { class: "curve-dot" });
    this.box.replaceChildren(this.svg, this.dot);
    const pick = (event) => {
      const box = this.svg.getBoundingClientRect();
      onPick(Math.round((this.trace.steps * (event.clientX - box.left)) / box.width));
    };
    this.box.addEventListener("pointerdown", (event) => {
      this.box.setPointerCapture(event.pointerId);
      pick(event);
    });
    this.box.addEventListener("pointermove", (event) => {
      if (this.box.hasPointerCapture(event.pointerId)) pick(event);
    });
  }

  set(trace) {
    this.trace = trace;
    const points = Math.min(trace.steps, CURVE.points);
    const path = Array.from({ length: points + 1 }, (_, i) => {
      const k = points ? Math.round((i * trace.steps) / points) : 0;
      return `${this.x(k).toFixed(2)},${this.y(k).toFixed(2)}`;
    }).join("L");
    this.line.setAttribute("d", `M${path}`);
    this.area.setAttribute("d", `M0,${CURVE.height}L${path}L${CURVE.width},${CURVE.height}Z`);
  }

  x(k) {
    return this.trace.steps ? (CURVE.width * k) / this.trace.steps : 0;
  }

  y(k) {
    const most = this.trace.tokens(0) || 1;
    return 4 + (CURVE.height - 4) * (1 - this.trace.tokens(k) / most);
  }

  draw(k) {
    const { trace } = this;
    const [left, all] = [trace.tokens(k), trace.tokens(0)];
    this.words.replaceChildren(
      h("b", {}, number(left)),
      k ? ` of ${number(all)} (${percent(left, all)})` : " at the start",
    );
    this.dot.style.left = `${(100 * this.x(k)) / CURVE.width}%`;
    this.dot.style.top = `${(100 * this.y(k)) / CURVE.height}%`;
    for (const [name, value] of [
      ["x1", this.x(k)],
      ["x2", this.x(k)],
      ["y1", 0],
      ["y2", CURVE.height],
    ]) {
      this.rule.setAttribute(name, value);
    }
  }
}
