// The adapter to Streamlit: mounts the player, hands it the payload, reports the step.

import { clockNamed } from "../script/clock.js";
import { readMount } from "../script/payload.js";
import { Player } from "./player.js";

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
  const { step, clock, follows, jumps, payload } = readMount(data);
  let player = PLAYERS.get(parentElement);
  if (!player) {
    player = new Player(parentElement, { clock: clockNamed(clock ? `page ${clock}` : "") });
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
    if (player.load(payload, { step })) {
      player.told = { sig: player.trace.header.sig, step };
      if (clock) setClock(player.clock, step, follows);
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
