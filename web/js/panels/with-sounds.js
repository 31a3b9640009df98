// The sounds of a table are loaded when the first one is to be heard.

import { later } from "../net/later.js";

/** @type {() => Promise<typeof import("./sounds.js")>} */
const loadSounds = later((again) => import(`./sounds.js${again}`));

/** Plays something, if sounds can be loaded: without them there is silence. @param {(sounds: typeof import("./sounds.js")) => void} play */
export const withSounds = (play) => void loadSounds().then(play, () => {});
