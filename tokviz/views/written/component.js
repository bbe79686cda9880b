// A result as it is written: ids, or a decoded text. A press copies it.

import { copyText, sayCopied } from "../script/copying.js";

export default function mount({ parentElement, data }) {
  const [words, button, done] = ["pre", "button", ".done"].map((part) =>
    parentElement.querySelector(part),
  );
  words.textContent = new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
  button.onclick = async () => {
    const select = () => getSelection()?.selectAllChildren(words);
    sayCopied(done, await copyText(words.textContent, select));
  };
}
