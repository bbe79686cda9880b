// The adapter to Streamlit: mounts the stepper, hands it the payload, reports the step.

import { clockNamed } from "../script/clock.js";
import { followTheme } from "../script/theme.js";
import { Stepper } from "./stepper.js";

// Before the payload, each a uint32: the step to open on, two for players alone, and how often
// the page asked for a jump.
const PREFIX = 16;
const STEPPERS = new WeakMap();

export default function mount({ parentElement, data, setStateValue }) {
  const head = new DataView(data.buffer, data.byteOffset);
  const [step, jumps] = [0, 12].map((at) => head.getUint32(at, true));
  let stepper = STEPPERS.get(parentElement);
  if (!stepper) {
    stepper = new Stepper(parentElement, { clock: clockNamed("") });
    stepper.jumps = jumps;
    STEPPERS.set(parentElement, stepper);
  }
  stepper.onStop = (stopped) => {
    const { sig } = stepper.replay;
    if (stepper.told?.sig === sig && stepper.told.step === stopped) return;
    stepper.told = { sig, step: stopped };
    setStateValue("stop", stepper.told);
  };
  if (stepper.given !== data) {
    stepper.given = data;
    if (stepper.load(data.subarray(PREFIX), { step }))
      stepper.told = { sig: stepper.replay.sig, step };
    else if (jumps > stepper.jumps) stepper.clock.jump(step);
    stepper.jumps = jumps;
  }
  followTheme(stepper.root);
  return () => {
    stepper.stop();
    STEPPERS.delete(parentElement);
  };
}
