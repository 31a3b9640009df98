// What is known of a player, in a dialog. Loaded when it is asked for.

/** @import { ClocksView } from "../../protocol.js" */
/** @import { Session } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { h, withBdi } from "../dom.js";
import { reading, usedTimes } from "../model/clocks.js";
import { holidayEnd } from "../model/room.js";
import { backAt, runsFrom, timeLeft, timeUsed } from "../sentences/clock-faces.js";
import { DAY, face } from "../sentences/clock.js";
import { seatName } from "../sentences/game.js";
import { askForSeat } from "../sentences/playing.js";
import { CLOSE } from "../sentences/page.js";
import { askForSeatOf } from "./ask-for-seat.js";
import { askInDialog } from "./dialog.js";
import { kindTag, profileLink } from "./tags.js";
import { tallySign } from "./tally-sign.js";

/** Opens the dialog. @type {(session: Session, seat: number, standing: string[]) => Promise<void>} `standing` is how the seat stands now, in words */
export async function showPlayer(session, seat, standing) {
  const { kind, table, drawn, ply, you } = session.state;
  const player = table.chairs[seat - 1];
  const used = usedTimes(table, ply)?.map((time) => timeUsed(face(time)))[seat - 1];
  const clock = used ? [used] : clockWords(table.clocks, seat, session.serverNow);
  const title = [badge(kind, seat), h("span", {}, " "), profileLink(player, player?.name ?? "…")];
  const words = [seatName(kind, seat), kindTag(player), ...standing, ...clock].filter(Boolean).join(" · ");
  const row = (/** @type {string} */ name, /** @type {number} */ at) => {
    const sign = tallySign(kind, name);
    return h("div", {}, h("dt", {}, ...(sign ? [sign, " "] : []), name), h("dd", {}, String(drawn.tallies[at]?.[seat - 1] ?? 0)));
  };
  // A watcher can play on for a bot, if the people who play agree.
  const watches = table.phase === "playing" && !table.chairs.some((other) => other?.id === you?.id);
  const asks = watches && Boolean(player?.level) && table.offer === null;
  const answer = await askInDialog(
    "player",
    title,
    [h("p", { id: "player-words" }, words), h("dl", { id: "player-tallies" }, ...kind.tallies.map(row))],
    ...(asks ? [h("button", { value: "ask", class: "quiet" }, ...withBdi(askForSeat(player?.name ?? "")))] : []),
    h("button", { autofocus: true }, CLOSE),
  );
  if (answer === "ask") await askForSeatOf(session, seat);
}

/** What a clock shows, and when it begins to run if it waits. @type {(clocks: ClocksView | undefined, seat: number, now: number) => string[]} */
function clockWords(clocks, seat, now) {
  if (!clocks) return [];
  const { left, state } = reading(clocks, seat, now);
  const words = (/** @type {number} */ time) => {
    const day = time - now > 6 * DAY ? { day: "numeric", month: "long" } : { weekday: "short" };
    return new Date(Date.now() + time - now).toLocaleString([], { .../** @type {Intl.DateTimeFormatOptions} */ (day), hour: "2-digit", minute: "2-digit" });
  };
  const back = holidayEnd(clocks, seat, now);
  const from = state === "waiting" && clocks.running ? clocks.running.from : 0;
  return [timeLeft(face(left)), ...(from ? [runsFrom(words(from))] : []), ...(back ? [backAt(words(back))] : [])];
}
