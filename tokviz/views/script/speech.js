// What a screen reader hears of a replay: the sentence of a step, and nothing while it plays.
//
// Each replay has one live region, out of sight. It holds the question of the moment or its answer
// (asking.js), else the first sentence of the caption: the reasons and what comes next stand there,
// for whoever goes there.

const SILENT = 350; // milliseconds: who steps fast hears where they stop

/** Say what there is to say once the replay rests; while it plays, nothing. */
export function speakStep(player) {
  const region = player.find("said");
  clearTimeout(player.speaking);
  if (player.clock.playing) return;
  player.speaking = setTimeout(() => {
    const asked = player.asker?.sentence();
    const said = asked || spoken(player.part("caption").querySelector("p"));
    if (region.textContent !== said) region.textContent = said;
  }, SILENT);
}

/**
 * A sentence as it is heard: what is seen as a mark has a name (tokens/tokens.js), tokens stand in
 * quotation marks.
 * @param {Node | null} node
 * @returns {string}
 */
export function spoken(node) {
  if (!node) return "";
  if (!(node instanceof Element)) return node.textContent ?? "";
  if (node.matches(".bit-row")) return ""; // a drawing: what it shows is said after it
  const words = [...node.childNodes].map(spoken).join("");
  if (node instanceof HTMLElement && node.dataset.heard) return node.dataset.heard;
  return node.matches(".token") ? `“${words.trim().replaceAll(/ +/g, " ")}”` : words;
}
