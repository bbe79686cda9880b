// The adapter to Streamlit: mounts the player, hands it the payload, reports the step.

import { clockNamed } from "./clock.js";
import { Player } from "./player.js";

const PREFIX = 16; // bytes before the payload: the step to open on (uint32), the rest spare
const PLAYERS = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  let player = PLAYERS.get(parentElement);
  if (!player) {
    player = new Player(parentElement, { clock: clockNamed("") });
    PLAYERS.set(parentElement, player);
  }
  const step = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  player.onStop = (stopped) => {
    const { sig } = player.trace.header;
    if (player.told?.sig === sig && player.told.step === stopped) return;
    player.told = { sig, step: stopped };
    setStateValue("stop", player.told);
  };
  if (player.given !== data) {
    player.given = data;
    if (player.load(data.subarray(PREFIX), { step })) player.told = { sig: player.trace.header.sig, step };
  }
  player.theme();
  return () => {
    player.stop();
    PLAYERS.delete(parentElement);
  };
}
