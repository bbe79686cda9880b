// The stepper as Streamlit mounts it.

import { mounting } from "../script/mounting.js";
import { Stepper } from "./stepper.js";

export default mounting("stepper", (parent, clock) => new Stepper(parent, { clock }));
