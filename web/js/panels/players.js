// The players around the board: names, colours, what their seats hold, who is to move and who is away.

/** @import { KindView, PlayerView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
/** @import { Place } from "../model/sides.js" */
import { badge, colourOf } from "../board/picture.js";
import { renderIfChanged, h } from "../dom.js";
import { holidayEnd, isOutOfTime } from "../model/room.js";
import { placesOf } from "../model/sides.js";
import { sentenceOf } from "../net/http.js";
import { later } from "../net/later.js";
import { counted, seatName } from "../sentences/game.js";
import { botOfLevel, TAG } from "../sentences/page.js";
import { aboutPlayer, botInShort } from "../sentences/playing.js";
import { kindTag, tagList } from "./tags.js";
import { tallySign } from "./tally-sign.js";

/** @type {() => Promise<typeof import("./about-player.js")>} */
const loadAbout = later((again) => import(`./about-player.js${again}`));
/** @type {() => Promise<typeof import("./clocks.js")>} */
const loadClocks = later((again) => import(`./clocks.js${again}`));

export class Players {
  static root = "players";
  #list;
  #session;
  /** @type {import("./clocks.js").Clocks | null} none where there are no clocks, or they are on their way */
  #clocks = null;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#list = root;
    this.#session = session;
  }

  /** Opens what is known of a player. @param {number} seat */
  async #openAbout(seat) {
    try {
      const { showPlayer } = await loadAbout();
      await showPlayer(this.#session, seat, stateOf(this.#session.state, seat, this.#session.serverNow));
    } catch (problem) {
      this.#session.notify(sentenceOf(problem));
    }
  }

  async #bringClocks() {
    const { Clocks } = await loadClocks();
    if (this.#clocks) return;
    this.#clocks = new Clocks(this.#list, this.#session);
    this.#session.changed();
  }

  /** @param {State} state */
  update(state) {
    const { kind, table, seats, bottom, rotation } = state;
    // The board leaves room for them before they come.
    this.#list.dataset.seats = String(table.chairs.length);
    if (table.phase === "waiting") return;
    const places = placesOf(kind.layout.rotations, rotation, bottom);
    renderIfChanged(this.#list, [table.chairs, seats, places], () => {
      const stage = /** @type {HTMLElement} */ (this.#list.parentElement);
      stage.dataset.flanks = String(places.some(({ side }) => side === "left" || side === "right"));
      return table.chairs.map((player, at) => playerBox(state, player, at + 1, places[at], () => void this.#openAbout(at + 1)));
    });
    for (const box of /** @type {Iterable<HTMLElement>} */ (this.#list.children)) {
      const seat = Number(box.dataset.seat);
      showStatus(box, stateOf(state, seat, this.#session.serverNow));
      showTallies(box, kind, state.drawn.tallies);
    }
    if (this.#clocks) this.#clocks.update(state);
    // Without a connection they are asked for again after the next change.
    else if (table.clock) void this.#bringClocks().catch(() => {});
  }
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
    h(
      "span",
      { class: "who" },
      h("b", {}, h("bdi", {}, player?.name ?? "…"), ...bot),
      " ",
      h("span", { class: "colour" }, seatName(kind, seat), ...tagList(tags)),
    ),
    h("span", { class: "state" }),
    ...(table.clocks ? [h("span", { class: "clock", role: "timer" })] : table.clock && table.phase === "over" ? [h("span", { class: "clock used" })] : []),
    h("dl", { class: "tallies" }, ...kind.tallies.map((name) => tally(kind, name))),
    h("button", { type: "button", class: "more", "aria-label": aboutPlayer(player?.name ?? seatName(kind, seat)), click }),
  );
  box.style.setProperty("--at", String(at));
  box.style.setProperty("--of", String(of));
  return box;
}

/** How a seat stands now, in words: whether it has left, is to move, or its player is away. @type {(state: State, seat: number, now: number) => string[]} */
function stateOf({ table, live, dropped, shownToMove, shownPly }, seat, now) {
  const player = table.chairs[seat - 1];
  if (dropped.has(seat)) return [isOutOfTime(table, seat) ? TAG.outOfTime : TAG.left];
  // Who is away now says nothing about an earlier moment.
  const watched = table.phase === "playing" && shownPly === null && live;
  const away = watched && player && !live.present.includes(player.id);
  const rests = table.phase === "playing" && shownPly === null && holidayEnd(table.clocks, seat, now) > 0;
  return [...(seat === shownToMove ? [TAG.toMove] : []), ...(rests ? [TAG.onHoliday] : away ? [TAG.away] : [])];
}

/** @type {(box: HTMLElement, now: string[]) => void} */
function showStatus(box, now) {
  const moving = now.includes(TAG.toMove);
  renderIfChanged(/** @type {Element} */ (box.querySelector(".state")), now, () =>
    now.map((word) => h("span", { class: word === TAG.toMove ? "turn" : "" }, word)),
  );
  box.classList.toggle("dropped", now.includes(TAG.left) || now.includes(TAG.outOfTime));
  box.classList.toggle("moving", moving);
  box.classList.toggle("away", now.includes(TAG.away) || now.includes(TAG.onHoliday));
  if (box.getAttribute("aria-current") !== String(moving)) box.setAttribute("aria-current", String(moving));
}

/** A number with its word, and a small picture if the game has one for it. @type {(kind: KindView, name: string) => HTMLElement} */
function tally(kind, name) {
  const sign = tallySign(kind, name);
  return h("div", { class: sign ? "drawn" : "" }, h("dt", { class: "unseen" }, name), ...(sign ? [sign] : []), h("dd", {}));
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
