// The parts of the page that panels stand in, and that belong to none of them.

import { byId } from "../dom.js";

/** On narrow screens the board takes the height that the players leave, who need two rows if their names are long. */
export function measurePlayers() {
  const players = byId("players");
  const measure = () => byId("stage").style.setProperty("--players", `${players.offsetHeight}px`);
  new ResizeObserver(measure).observe(players);
}

/** The board leaves room for the button for hints before the game begins, as it does afterwards. @param {boolean} comes whether there will be one */
export function leaveRoomForHints(comes) {
  byId("stage").classList.toggle("hinted", comes);
}

/** Where the players begin on the screen, in pixels from its top. */
export const topOfPlayers = () => byId("players").getBoundingClientRect().top;
