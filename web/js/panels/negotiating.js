// The panels that are only needed when somebody has offered something, or is away.

import { Away } from "./away.js";
import { Offers } from "./offers.js";

/** In the order in which they are shown. */
export const NEGOTIATING = [Offers, Away];
