// The player as Streamlit mounts it.

import { mounting } from "../script/mounting.js";
import { Player } from "./player.js";

export default mounting((parent, clock) => new Player(parent, { clock }));
