// A strip of the whole text: where this merge joined, and what is in view.

export class Minimap {
  constructor(canvas, onPick) {
    this.canvas = canvas;
    const pick = (event) => {
      const box = canvas.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      onPick(Math.min(this.trace.size - 1, Math.floor(share * this.trace.size)));
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pick(event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) pick(event);
    });
  }

  set(trace) {
    this.trace = trace;
  }

  draw(k, [from, to]) {
    const { canvas, trace } = this;
    const scale = globalThis.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * scale);
    const height = Math.round(canvas.clientHeight * scale);
    if (!width || !trace.size) return;
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const style = getComputedStyle(canvas);
    const colour = (name) => style.getPropertyValue(name);
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, width, height);
    const x = (p) => (p / trace.size) * width;
    pen.fillStyle = colour("--view");
    pen.fillRect(x(from), 0, Math.max(3 * scale, x(to) - x(from)), height);
    if (k === 0) return;
    pen.fillStyle = colour("--new");
    let before = -1;
    for (const p of trace.places(k - 1)) {
      const column = Math.floor(x(p));
      if (column > before) pen.fillRect(column, 2 * scale, Math.max(1, scale), height - 4 * scale);
      before = column;
    }
  }
}
