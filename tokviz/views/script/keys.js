// Keys: arrows and a presenter's clicker step, Space plays, Home and End jump, Escape closes.

const FIELDS = "input:not([type=range]), select, textarea, [contenteditable]";

/** Listen on `root`, and on the page itself while nothing else there has the focus. */
export function listenForKeys(player, root, signal) {
  const { clock } = player;
  const moves = {
    ArrowLeft: () => clock.jump(player.step - 1),
    ArrowRight: () => clock.jump(player.step + 1),
    PageUp: () => clock.jump(player.step - 1),
    PageDown: () => clock.jump(player.step + 1),
    Home: () => clock.jump(0),
    End: () => clock.jump(player.steps),
    " ": () => clock.toggle(),
    Escape: () => player.unpin(),
  };
  const amongTokens = { ArrowLeft: -1, ArrowRight: 1 };

  const press = (event) => {
    const [target] = event.composedPath();
    const { key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches?.(FIELDS) || (key === " " && target.matches?.("button"))) return;
    const move = event.shiftKey
      ? amongTokens[key] && (() => player.walkTokens(amongTokens[key]))
      : moves[key];
    if (!move) return;
    event.preventDefault(); // two players on a page: the first answers, the other sees it was answered
    move();
  };
  root.addEventListener("keydown", press, { signal });
  document.addEventListener("keydown", (event) => event.target === document.body && press(event), {
    signal,
  });
}
