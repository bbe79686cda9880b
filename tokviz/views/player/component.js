// The adapter to Streamlit: mounts the player, hands it the payload, reports the step.

import { clockNamed } from "../script/clock.js";
import { Player } from "./player.js";

// Before the payload, each a uint32: the step to open on, the number of the clock (0, one of its
// own), whether another player on that clock leads, and how often the page asked for a jump.
const PREFIX = 16;
const PLAYERS = new WeakMap();

/** The leader sets the shared clock; a longer trace that joins later can follow it to its end. */
function setClock(clock, step, follows) {
  if (follows) {
    if (clock.wish !== undefined) clock.go(clock.wish);
    delete clock.wish;
    return;
  }
  if (clock.players.size < 2) clock.wish = step;
  clock.go(step);
}

export default function mount({ parentElement, data, setStateValue }) {
  const head = new DataView(data.buffer, data.byteOffset);
  const [step, number, follows, jumps] = [0, 4, 8, 12].map((at) => head.getUint32(at, true));
  let player = PLAYERS.get(parentElement);
  if (!player) {
    player = new Player(parentElement, { clock: clockNamed(number ? `page ${number}` : "") });
    player.jumps = jumps;
    PLAYERS.set(parentElement, player);
  }
  player.onStop = () => {
    if (follows) return;
    const { sig } = player.trace.header;
    const stopped = player.clock.step;
    if (player.told?.sig === sig && player.told.step === stopped) return;
    player.told = { sig, step: stopped };
    setStateValue("stop", player.told);
  };
  if (player.given !== data) {
    player.given = data;
    if (player.load(data.subarray(PREFIX), { step })) {
      player.told = { sig: player.trace.header.sig, step };
      if (number) setClock(player.clock, step, follows);
    } else if (jumps > player.jumps) {
      player.clock.jump(step);
    }
    player.jumps = jumps;
  }
  player.theme();
  return () => {
    player.stop();
    PLAYERS.delete(parentElement);
  };
}
