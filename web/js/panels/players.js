// The players around the board: names, colours, what their seats hold, who is to move and who is away.

/** @import { ClocksView, KindView, PlayerView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
/** @import { Place } from "../model/sides.js" */
import { badge, colourOf } from "../board/picture.js";
import { answerOf, byId, fresh, h, setText, svg } from "../dom.js";
import { reading, usedTimes } from "../model/clocks.js";
import { isOutOfTime } from "../model/room.js";
import { placesOf } from "../model/sides.js";
import { runsFrom, timeLeft, timeUsed } from "../sentences/clock-faces.js";
import { face } from "../sentences/clock.js";
import { counted, seatName } from "../sentences/game.js";
import { botOfLevel, TAG } from "../sentences/page.js";
import { aboutPlayer, askForSeat, botInShort } from "../sentences/playing.js";
import { askForSeatOf } from "./ask-for-seat.js";
import { kindTag, profileLink, tagList } from "./tags.js";

export class Players {
  static root = "players";
  #list;
  #session;
  /** @type {State | null} */
  #state = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#list = root;
    this.#session = session;
  }

  /** Opens what is known of a player, in words. @param {number} seat */
  async #tell(seat) {
    if (!this.#state) return;
    const { kind, table, drawn, ply, you } = this.#state;
    const player = table.chairs[seat - 1];
    const used = usedTimes(table, ply)?.map((time) => timeUsed(face(time)))[seat - 1];
    const clock = used ? [used] : clockWords(table.clocks, seat, this.#session.serverNow);
    const words = [seatName(kind, seat), kindTag(player), ...stateOf(this.#state, seat), ...clock].filter(Boolean);
    byId("player-title").replaceChildren(badge(kind, seat), " ", profileLink(player, player?.name ?? "…"));
    byId("player-words").textContent = words.join(" · ");
    const counts = kind.tallies.map((name, at) => [name, drawn.tallies[at]?.[seat - 1] ?? 0]);
    byId("player-tallies").replaceChildren(...counts.map(([name, count]) => h("div", {}, h("dt", {}, String(name)), h("dd", {}, String(count)))));
    // A watcher can play on for a bot, if the people who play agree.
    const watches = table.phase === "playing" && !table.chairs.some((other) => other?.id === you?.id);
    const ask = byId("player-ask");
    ask.hidden = !watches || player?.kind !== "bot" || table.offer !== null;
    setText(ask, askForSeat(player?.name ?? ""));
    if ((await answerOf(byId("player-dialog"))) === "ask") await askForSeatOf(this.#session, seat);
  }

  /** @param {State} state */
  update(state) {
    const { kind, table, seats, bottom, rotation } = state;
    if (table.phase === "waiting") return;
    this.#state = state;
    const places = placesOf(kind.layout.rotations, rotation, bottom);
    fresh(this.#list, [table.chairs, seats, places], () => {
      this.#list.dataset.seats = String(table.chairs.length);
      const stage = /** @type {HTMLElement} */ (this.#list.parentElement);
      stage.dataset.flanks = String(places.some(({ side }) => side === "left" || side === "right"));
      return table.chairs.map((player, at) => playerBox(state, player, at + 1, places[at], () => void this.#tell(at + 1)));
    });
    for (const box of /** @type {Iterable<HTMLElement>} */ (this.#list.children)) {
      const seat = Number(box.dataset.seat);
      showStatus(box, stateOf(state, seat));
      showTallies(box, kind, state.drawn.tallies);
    }
  }
}

/** What a clock shows, and when it begins to run if it waits. @type {(clocks: ClocksView | undefined, seat: number, now: number) => string[]} */
function clockWords(clocks, seat, now) {
  if (!clocks) return [];
  const { left, state } = reading(clocks, seat, now);
  const from = state === "waiting" && clocks.running ? new Date(Date.now() + clocks.running.from - now) : null;
  const when = from?.toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" });
  return [timeLeft(face(left)), ...(when ? [runsFrom(when)] : [])];
}

/** @type {(state: State, player: PlayerView | null, seat: number, place: Place, click: () => void) => HTMLElement} */
function playerBox({ kind, table, seats, you }, player, seat, { side, at, of }, click) {
  const own = seats.includes(seat);
  // Where all play on this device, that is nothing to be said of each.
  const here = own && seats.length < table.chairs.length && TAG.here;
  // Where there is little room, the colours and their tags are not shown.
  const bot = player?.level ? [" ", h("small", { class: "tag bot", title: botOfLevel(player.level) }, botInShort(player.level))] : [];
  const tags = [bot.length > 0 ? "" : kindTag(player), own && player?.id === you?.id ? TAG.you : here];
  const box = h(
    "li",
    { class: `player ${colourOf(kind, seat)} ${side}${own ? " own" : ""}`, "data-seat": seat },
    badge(kind, seat),
    h("span", { class: "who" }, h("b", {}, h("bdi", {}, player?.name ?? "…"), ...bot), " ", h("span", { class: "colour" }, seatName(kind, seat), ...tagList(tags))),
    h("span", { class: "state" }),
    ...(table.clocks ? [h("span", { class: "clock", role: "timer" })] : usedTimes(table, 0) ? [h("span", { class: "clock used" })] : []),
    h("dl", { class: "tallies" }, ...kind.tallies.map((name) => tally(kind, name))),
    h("button", { type: "button", class: "more", "aria-label": aboutPlayer(player?.name ?? seatName(kind, seat)), click }),
  );
  box.style.setProperty("--at", String(at));
  box.style.setProperty("--of", String(of));
  return box;
}

/** How a seat stands now, in words: whether it has left, is to move, or its player is away. @type {(state: State, seat: number) => string[]} */
function stateOf({ table, live, dropped, shownToMove, shownPly }, seat) {
  const player = table.chairs[seat - 1];
  if (dropped.has(seat)) return [isOutOfTime(table, seat) ? TAG.outOfTime : TAG.left];
  // Who is away now says nothing about an earlier moment.
  const watched = table.phase === "playing" && shownPly === null && live;
  const away = watched && player && !live.present.includes(player.id);
  return [...(seat === shownToMove ? [TAG.toMove] : []), ...(away ? [TAG.away] : [])];
}

/** @type {(box: HTMLElement, now: string[]) => void} */
function showStatus(box, now) {
  const moving = now.includes(TAG.toMove);
  fresh(/** @type {Element} */ (box.querySelector(".state")), now, () => now.map((word) => h("span", { class: word === TAG.toMove ? "turn" : "" }, word)));
  box.classList.toggle("dropped", now.includes(TAG.left) || now.includes(TAG.outOfTime));
  box.classList.toggle("moving", moving);
  box.classList.toggle("away", now.includes(TAG.away));
  if (box.getAttribute("aria-current") !== String(moving)) box.setAttribute("aria-current", String(moving));
}

/** A number with its word, and a small picture if the game has one for it. @type {(kind: KindView, name: string) => HTMLElement} */
function tally(kind, name) {
  const id = `${kind.name}-tally-${name.replaceAll(" ", "-")}`;
  const drawn = document.getElementById(id) !== null;
  const picture = svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" });
  picture.append(svg("use", { href: `#${id}`, x: -0.5, y: -0.5, width: 1, height: 1 }));
  return h("div", { class: drawn ? "drawn" : "" }, h("dt", { class: "unseen" }, name), ...(drawn ? [picture] : []), h("dd", {}));
}

/** @type {(box: HTMLElement, kind: KindView, tallies: number[][]) => void} */
function showTallies(box, kind, tallies) {
  const seat = Number(box.dataset.seat);
  box.querySelectorAll(".tallies > div").forEach((item, at) => {
    const count = tallies[at]?.[seat - 1] ?? 0;
    const number = /** @type {HTMLElement} */ (item.querySelector("dd"));
    if (number.textContent === String(count)) return;
    number.textContent = String(count);
    number.dataset.words = ` ${counted(count, kind.tallies[at])}`;
    item.setAttribute("title", `${count}${number.dataset.words}`);
  });
}
