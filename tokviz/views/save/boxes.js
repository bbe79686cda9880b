// The boxes of a picture: their fill, their hatching, their edges.
//
// A hatching is drawn as lines side by side: few programs but browsers know a gradient that
// repeats. Not here: blurred shadows, other gradients.

import { shape } from "../script/shape.js";

const SIDES = ["Top", "Right", "Bottom", "Left"];

/** A box of this style, in a picture that knows places, inks and clips. */
export function drawBox(picture, box, style, into) {
  const { left, top, width, height } = box;
  const place = { x: picture.x(left), y: picture.y(top), width, height };
  const rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, height / 2);
  shadows(picture, box, rx, style, into);
  if (picture.ink.seen(style.backgroundColor)) {
    const fill = picture.ink.paint("fill", style.backgroundColor);
    into.append(shape("rect", { ...place, rx, ...fill }));
  }
  hatch(picture, box, rx, style, into);
  edges(picture, box, rx, style, into);
  const outline = parseFloat(style.outlineWidth);
  if (style.outlineStyle !== "none" && outline) {
    const stroke = picture.ink.paint("stroke", style.outlineColor);
    into.append(shape("rect", { ...place, rx, fill: "none", "stroke-width": outline, ...stroke }));
  }
}

/** Shadows without blur, which are lines beside a box or frames around it; the first is on top. */
function shadows(picture, { left, top, width, height }, rx, style, into) {
  const sharp = /(\w+\([^()]*\)) (-?[\d.]+)px (-?[\d.]+)px 0px (-?[\d.]+)px(?! inset)/g;
  for (const [, colour, ...lengths] of [...style.boxShadow.matchAll(sharp)].reverse()) {
    const [right, down, spread] = lengths.map(Number);
    const place = { x: picture.x(left + right - spread), y: picture.y(top + down - spread) };
    const size = { width: width + 2 * spread, height: height + 2 * spread, rx: rx + spread };
    into.append(shape("rect", { ...place, ...size, ...picture.ink.paint("fill", colour) }));
  }
}

/** The stripes of a box that a repeating gradient fills: each colour's as one path. */
function hatch(picture, box, rx, style, into) {
  const [, degrees, said] =
    /^repeating-linear-gradient\(([\d.]+)deg, (.+)\)/.exec(style.backgroundImage) ?? [];
  if (!said) return;
  const stops = [...said.matchAll(/(\w+\([^()]*\)) ([\d.]+)px/g)];
  const period = Number(stops.at(-1)?.[2]);
  const inside = picture.clipped(box, into, rx);
  for (let i = 0; i + 1 < stops.length; i += 2) {
    const colour = stops[i][1];
    const [from, to] = [stops[i], stops[i + 1]].map(([, , at]) => Number(at));
    if (!picture.ink.seen(colour)) continue;
    const d = stripes(picture, box, Number(degrees), { from, to, period });
    const stroke = picture.ink.paint("stroke", colour);
    inside.append(shape("path", { d, "stroke-width": to - from, ...stroke }));
  }
}

/** The middles of the stripes across a box, which follow one another at this angle. */
function stripes(picture, { left, top, width, height }, degrees, { from, to, period }) {
  const angle = (degrees * Math.PI) / 180;
  const [along, up] = [Math.sin(angle), -Math.cos(angle)];
  const half = (width * Math.abs(along) + height * Math.abs(up)) / 2;
  const reach = Math.hypot(width, height) / 2;
  let d = "";
  for (let at = (from + to) / 2 - half; at - (to - from) / 2 < half; at += period) {
    const [x, y] = [left + width / 2 + at * along, top + height / 2 + at * up];
    const [one, other] = [reach, -reach].map(
      (away) => `${picture.x(x + away * up)} ${picture.y(y - away * along)}`,
    );
    d += `M${one}L${other}`;
  }
  return d;
}

/** The four edges of a box: as one frame if they are alike and their corners round. */
function edges(picture, box, rx, style, into) {
  const of = (side) => `${style[`border${side}`]}`;
  const framed = rx && SIDES.every((side) => of(side) === of("Top"));
  if (!framed) SIDES.forEach((side) => edge(picture, side, box, style, into));
  else frame(picture, box, rx, style, into);
}

function frame(picture, { left, top, width, height }, rx, style, into) {
  const [thick, kind] = [parseFloat(style.borderTopWidth), style.borderTopStyle];
  if (!thick || kind === "none" || !picture.ink.seen(style.borderTopColor)) return;
  const place = { x: picture.x(left + thick / 2), y: picture.y(top + thick / 2) };
  const size = { width: width - thick, height: height - thick, rx: Math.max(rx - thick / 2, 0) };
  const stroke = { ...picture.ink.paint("stroke", style.borderTopColor), ...dashes(kind, thick) };
  into.append(shape("rect", { ...place, ...size, fill: "none", "stroke-width": thick, ...stroke }));
}

/** An edge of a box; a double one is two lines with as much between them as each is thick. */
function edge(picture, side, box, style, into) {
  const [thick, kind] = [parseFloat(style[`border${side}Width`]), style[`border${side}Style`]];
  const colour = style[`border${side}Color`];
  if (!thick || kind === "none" || !picture.ink.seen(colour)) return;
  const double = kind === "double";
  const stroke = picture.ink.paint("stroke", colour);
  const width = double ? thick / 3 : thick;
  for (const deep of double ? [thick / 6, (5 * thick) / 6] : [thick / 2]) {
    const ends = lineAlong(picture, side, box, deep);
    into.append(
      shape("line", { ...ends, "stroke-width": width, ...stroke, ...dashes(kind, thick) }),
    );
  }
}

const DASHES = { dashed: 2, dotted: 1 }; // how many times as long as thick

const dashes = (kind, thick) =>
  kind in DASHES ? { "stroke-dasharray": `${DASHES[kind] * thick} ${thick}` } : {};

/** Where a line along a side of a box begins and ends, so deep in the box. */
function lineAlong(picture, side, { left, top, width, height }, deep) {
  const [right, bottom] = [left + width, top + height];
  const [x1, y1, x2, y2] = {
    Top: [left, top + deep, right, top + deep],
    Bottom: [left, bottom - deep, right, bottom - deep],
    Left: [left + deep, top, left + deep, bottom],
    Right: [right - deep, top, right - deep, bottom],
  }[side];
  return { x1: picture.x(x1), y1: picture.y(y1), x2: picture.x(x2), y2: picture.y(y2) };
}
