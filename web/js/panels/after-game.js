// The panels that are only needed once a game is over.

import { Rematch } from "./rematch.js";
import { Result } from "./result.js";
import { Review } from "./review.js";
import { ShareResult } from "./share-result.js";

/** In the order in which they are shown. */
export const AFTER_GAME = [Result, ShareResult, Rematch, Review];
