// What a replay shows as an SVG of plain shapes and real text, for slides.
//
// Every box and every line of text is read where the browser laid it out, so the picture is what
// the reader sees: what is scrolled out of sight is cut off, and what only operates the replay is
// left out. Not here: blurred shadows, gradients (but hatchings, and the dots that stand for spaces),
// and canvases.

import { drawAdded } from "./added.js";
import { drawBox } from "./boxes.js";
import { SVG, shape } from "../script/shape.js";
import { Ink } from "./ink.js";

const LEFT_OUT = ".controls, .said, .run, canvas, button:not(.byte), .travel, [hidden]";
const MARGIN = 16;
const FINE = 2; // pixels for each of the page's, so that a slide may enlarge them
const MOST_PIXELS = 16_384; // of a side: no browser draws more
const SVG_STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "paint-order",
  "opacity",
  "visibility",
];
const TEXT_STYLES = ["font-family", "font-size", "font-weight", "font-style", "text-anchor"];
// What XML cannot hold, lone surrogates too.
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/**
 * The picture as text.
 * @param {any} root
 */
export function pictureOf(root) {
  return new XMLSerializer().serializeToString(new Picture(root).drawing);
}

/**
 * A picture of ``pictureOf`` in pixels, finer than the screen shows it.
 * @param {string} picture
 * @returns {Promise<any>}
 */
export async function pixelsOf(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const { naturalWidth: wide, naturalHeight: high } = image;
  const scale = Math.min(FINE, MOST_PIXELS / Math.max(wide, high));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [wide * scale, high * scale].map(Math.round);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((give) => canvas.toBlob(give, "image/png"));
}

/** What of a box is below the controls, if they stand in it: the picture is without them. */
function below(controls, { left, top, width, bottom }) {
  const from = Math.max(top, controls?.getBoundingClientRect().bottom ?? top);
  return new DOMRect(left, from, width, bottom - from);
}

/** How text in an element is underlined or struck out: as that around it, but not in its own box. */
function decorationIn({ textDecorationLine, display, position }, around) {
  if (textDecorationLine !== "none") return textDecorationLine;
  return display.startsWith("inline-") || position === "absolute" ? "none" : around;
}

class Picture {
  constructor(root) {
    this.ink = new Ink();
    this.clips = 0;
    this.decoration = "none"; // of the text that is drawn
    this.box = below(root.querySelector(".controls"), root.getBoundingClientRect());
    const { width, height } = this.box;
    const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN].map(Math.ceil);
    this.drawing = shape("svg", {
      xmlns: SVG,
      width: wide,
      height: high,
      viewBox: `${-MARGIN} ${-MARGIN} ${wide} ${high}`,
    });
    const background = getComputedStyle(root).getPropertyValue("--background").trim();
    this.drawing.append(
      shape("rect", {
        x: -MARGIN,
        y: -MARGIN,
        width: wide,
        height: high,
        ...this.ink.paint("fill", background),
      }),
    );
    this.element(root, this.drawing);
  }

  element(element, into) {
    const style = getComputedStyle(element);
    if (element.matches(LEFT_OUT) || style.display === "none") return;
    if (style.visibility === "hidden" || style.opacity === "0") return;
    const outer = element.getBoundingClientRect();
    const inside = style.opacity === "1" ? into : shape("g", { opacity: style.opacity });
    if (inside !== into) into.append(inside);
    if (element instanceof SVGSVGElement) {
      inside.append(this.graph(element, outer));
      return;
    }
    for (const rect of element.getClientRects()) drawBox(this, rect, style, inside);
    const within = style.overflow === "visible" ? inside : this.clipped(outer, inside);
    const around = this.decoration;
    this.decoration = decorationIn(style, around);
    drawAdded(this, element, "::before", within);
    for (const child of element.childNodes) {
      if (child instanceof Element) this.element(child, within);
      else if (child instanceof Text) this.lines(child, style, within);
    }
    drawAdded(this, element, "::after", within);
    this.decoration = around;
  }

  x = (left) => (left - this.box.left).toFixed(1);
  y = (top) => (top - this.box.top).toFixed(1);

  clipped({ left, top, width, height }, into, rx = 0) {
    const id = `clip${(this.clips += 1)}`;
    const area = shape("rect", { x: this.x(left), y: this.y(top), width, height, rx });
    const group = shape("g", { "clip-path": `url(#${id})` });
    into.append(shape("clipPath", { id }, area), group);
    return group;
  }

  /** A text node, each line of it where it stands. */
  lines(node, style, into) {
    if (!node.data.trim() && !style.backgroundImage.startsWith("radial")) return;
    const range = document.createRange();
    let line = "";
    /** @type {any} */ let box = null;
    let at = 0;
    for (const character of node.data) {
      range.setStart(node, at);
      range.setEnd(node, (at += character.length));
      const rect = range.getClientRects()[0];
      if (!rect || (!rect.width && !character.trim())) continue; // a space at the end of a line
      if (box && Math.abs(rect.top - box.top) < 1) {
        line += character;
        const left = Math.min(box.left, rect.left);
        const right = Math.max(box.right, rect.right);
        box = new DOMRect(left, box.top, right - left, box.height);
      } else {
        if (box) this.text(line, box, style, into);
        [line, box] = [character, rect];
      }
    }
    if (box) this.text(line, box, style, into);
  }

  text(words, box, style, into) {
    if (style.backgroundImage.startsWith("radial")) {
      this.dots(words.length, box, style, into); // a space is shown as a dot
      return;
    }
    const { up, down } = this.ink.heights(style);
    const foot = box.top + (box.height - up - down) / 2 + up;
    const attributes = {
      x: this.x(box.left),
      y: this.y(foot),
      "font-family": style.fontFamily.replaceAll('"', "'"),
      "font-size": style.fontSize,
      "font-weight": style.fontWeight,
      textLength: box.width.toFixed(1), // the fonts of another program are wider or narrower
      lengthAdjust: "spacingAndGlyphs",
      "xml:space": "preserve",
      ...this.ink.paint("fill", style.color),
    };
    if (this.decoration !== "none") attributes["text-decoration"] = this.decoration;
    into.append(shape("text", attributes, words.replace(NOT_XML, "\ufffd")));
  }

  dots(count, box, style, into) {
    const step = box.width / count;
    for (let i = 0; i < count; i++) {
      const place = {
        cx: this.x(box.left + (i + 0.5) * step),
        cy: this.y(box.top + box.height / 2),
      };
      into.append(
        shape("circle", {
          ...place,
          r: 1.5,
          ...this.ink.paint("fill", style.color),
        }),
      );
    }
  }

  /** A drawing within the replay: its shapes, with what the style sheet says of them. */
  graph(original, { left, top, width, height }) {
    const copy = /** @type {SVGSVGElement} */ (original.cloneNode(true));
    const copies = copy.querySelectorAll("*");
    original.querySelectorAll("*").forEach((element, i) => {
      const style = getComputedStyle(element);
      const names = element.tagName === "text" ? [...SVG_STYLES, ...TEXT_STYLES] : SVG_STYLES;
      for (const name of names) {
        const value = style.getPropertyValue(name);
        const colour = (name === "fill" || name === "stroke") && value !== "none";
        const said = colour ? this.ink.paint(name, value) : { [name]: value.replaceAll('"', "'") };
        for (const [key, word] of Object.entries(said)) copies[i].setAttribute(key, word);
      }
      copies[i].removeAttribute("class");
      if (style.display === "none") copies[i].remove();
    });
    const place = { x: this.x(left), y: this.y(top), width, height };
    for (const [name, value] of Object.entries(place)) copy.setAttribute(name, String(value));
    copy.removeAttribute("style");
    return copy;
  }
}
