// How a game ended, for whoever looks at it: who played reads how it went for them.

/** @import { EndingView } from "../../protocol.js" */
/** @import { State } from "../model/session.js" */
import { playerName } from "../model/who.js";
import { describeOwnEnding, withNames } from "../sentences/game.js";
import { isolate } from "../sentences/page.js";

/** @type {(state: State, ending: EndingView) => string} */
export function headlineOf(state, ending) {
  const [seat, ...others] = state.seats;
  if (seat !== undefined && others.length === 0) return describeOwnEnding(ending, seat);
  return withNames(ending.headline, (seat) => isolate(playerName(state, seat)));
}
