// What a picture is drawn with: colours as plain RGB, which every program reads, and fonts.

export class Ink {
  constructor() {
    const canvas = document.createElement("canvas");
    /** @type {any} */ this.pen = canvas.getContext("2d", { willReadFrequently: true });
    this.plain = new Map(); // colours as [rgb, opacity]
  }

  /** A colour as attributes that every program reads; none where nothing would be seen. */
  paint(name, colour) {
    if (!this.plain.has(colour)) {
      this.pen.clearRect(0, 0, 1, 1);
      this.pen.fillStyle = colour || "#fff";
      this.pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = this.pen.getImageData(0, 0, 1, 1).data;
      this.plain.set(colour, [`rgb(${red},${green},${blue})`, alpha / 255]);
    }
    const [rgb, opacity] = this.plain.get(colour);
    return opacity < 1 ? { [name]: rgb, [`${name}-opacity`]: opacity.toFixed(2) } : { [name]: rgb };
  }

  seen(colour) {
    this.paint("fill", colour);
    return this.plain.get(colour)[1] > 0;
  }

  /** How these words are measured in the font of a style. */
  measured(words, { fontStyle, fontWeight, fontSize, fontFamily }) {
    this.pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    return this.pen.measureText(words);
  }

  /** The font's height above the line that letters stand on, and below it. */
  heights(style) {
    const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = this.measured("x", style);
    return { up, down };
  }

  wide = (words, style) => this.measured(words, style).width;
}
