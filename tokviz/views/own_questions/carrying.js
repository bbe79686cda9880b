// The buttons that save a teacher's own questions to a file, and load them in another browser.

import { count, h, number } from "../script/dom.js";
import { download } from "../script/download.js";
import { fileOf, LARGEST, loaded, NAME } from "./carried.js";
import { keepOwn, ownQuestions } from "./kept.js";

export class Carrying {
  /** @param {() => void} changed when other questions are kept */
  constructor(changed) {
    this.changed = changed;
    this.loaded = ""; // what was kept when a file had been loaded, which "Undo" takes back
    this.save = h("button", { type: "button" }, "Save to a file");
    this.save.onclick = () => download(NAME, "application/json", fileOf(ownQuestions()));
    this.file = h("input", { type: "file", accept: ".json,application/json", hidden: true });
    this.file.onchange = () => this.load();
    const load = h("button", { type: "button" }, "Load from a file");
    load.onclick = () => this.file.click();
    this.told = h("p", { role: "status" });
    const buttons = h("div", { class: "buttons" }, this.save, load, this.file);
    this.place = h("div", { class: "carrying" }, buttons, this.told);
  }

  /** @param {import("./kept.js").OwnQuestion[]} questions that are kept */
  draw(questions) {
    this.save.hidden = !questions.length;
    if (!this.loaded || this.loaded === JSON.stringify(questions)) return;
    this.loaded = "";
    this.told.replaceChildren(); // "Undo" would take more back than the file brought
  }

  async load() {
    const [file] = this.file.files;
    if (!file) return;
    const before = ownQuestions();
    const result = await readQuestions(file, before);
    this.file.value = ""; // so that the same file can be chosen again
    if (typeof result === "string") return this.told.replaceChildren(result);
    const back = h("button", { type: "button" }, "Undo");
    back.onclick = () => this.keep(before, []);
    this.loaded = JSON.stringify(result.all);
    this.keep(result.all, [result.told, " ", back]);
  }

  /**
   * Keep these, and tell what that changed, or why they are not kept.
   * @param {import("./kept.js").OwnQuestion[]} all
   * @param {(string | Element)[]} told
   */
  keep(all, told) {
    const fault = keepOwn(all);
    this.told.replaceChildren(...(fault ? [fault] : told));
    if (!fault) this.changed();
  }
}

/** @param {File} file */
async function readQuestions(file, kept) {
  if (file.size > LARGEST)
    return `That file has ${count(file.size, "byte")}; one of questions has ${number(LARGEST)} at most.`;
  return loaded(await file.text(), kept);
}
