// The parts of the page that panels stand in, and that belong to none of them.

import { reducedMotion } from "../board/animator.js";
import { byId } from "../dom.js";

/** Brings the board into sight: on a phone it is above most of the page. */
export function scrollToBoard() {
  byId("stage").scrollIntoView({ block: "nearest", behavior: reducedMotion() ? "auto" : "smooth" });
}

/** Brings the line into sight that says whose turn it is. */
export function scrollToHead() {
  byId("head").scrollIntoView({ block: "nearest" });
}

/** On narrow screens the board takes the height that the players leave, who need two rows if their names are long. */
export function measurePlayers() {
  const players = byId("players");
  const measure = () => byId("stage").style.setProperty("--players", `${players.offsetHeight}px`);
  new ResizeObserver(measure).observe(players);
}

/** Where the players begin on the screen, in pixels from its top. */
export const topOfPlayers = () => byId("players").getBoundingClientRect().top;
