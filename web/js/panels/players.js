// The players around the board: names, colours, what their seats hold, who is to move and who is away.

/** @import { KindView, PlayerView } from "../../protocol.js" */
/** @import { State } from "../model/session.js" */
/** @import { Place } from "../model/sides.js" */
import { badge, colourOf } from "../board/picture.js";
import { fresh, h, setText, svg } from "../dom.js";
import { placesOf } from "../model/sides.js";
import { counted, seatName } from "../sentences/game.js";
import { TAG } from "../sentences/page.js";

export class Players {
  static root = "players";
  #list;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#list = root;
  }

  /** @param {State} state */
  update(state) {
    const { kind, table, seat, chair, rotation, shownToMove, shownPly, live } = state;
    if (table.phase === "waiting") return;
    const places = placesOf(kind.layout.rotations, rotation, seat);
    fresh(this.#list, [table.chairs, chair, places], () => {
      this.#list.dataset.seats = String(table.chairs.length);
      const stage = /** @type {HTMLElement} */ (this.#list.parentElement);
      stage.dataset.flanks = String(places.some(({ side }) => side === "left" || side === "right"));
      return table.chairs.map((player, at) => playerBox(state, player, at + 1, places[at]));
    });
    // Who is away now says nothing about an earlier moment.
    const present = shownPly === null ? (live?.present ?? null) : null;
    for (const box of /** @type {Iterable<HTMLElement>} */ (this.#list.children)) {
      const seat = Number(box.dataset.seat);
      const player = table.chairs[seat - 1];
      const away = table.phase === "playing" && present !== null && player !== null && !present.includes(player.id);
      showStatus(box, { left: state.dropped.has(seat), toMove: seat === shownToMove, away });
      showTallies(box, kind, state.drawn.tallies);
    }
  }
}

/** @type {(state: State, player: PlayerView | null, seat: number, place: Place) => HTMLElement} */
function playerBox({ kind, seat: own }, player, seat, { side, at, of }) {
  const tags = [kindTag(player), own === seat && TAG.you];
  const box = h(
    "li",
    { class: `player ${colourOf(kind, seat)} ${side}${own === seat ? " own" : ""}`, "data-seat": seat },
    badge(kind, seat),
    h("span", { class: "who" }, h("b", {}, h("bdi", {}, player?.name ?? "…")), " ", h("span", { class: "colour" }, seatName(kind, seat), ...tagList(tags))),
    h("span", { class: "state" }),
    h("dl", { class: "tallies" }, ...kind.tallies.map((name) => tally(kind, name))),
  );
  box.style.setProperty("--at", String(at));
  box.style.setProperty("--of", String(of));
  return box;
}

/** What kind of player it is, unless the usual one. @param {PlayerView | null} player */
export function kindTag(player) {
  return player && player.kind !== "member" ? TAG[player.kind] : "";
}

/** @type {(tags: (string | false | undefined)[]) => (Node | string)[]} */
export function tagList(tags) {
  return tags.flatMap((tag) => (tag ? [" ", h("small", { class: `tag ${tag}` }, tag)] : []));
}

/** @type {(box: HTMLElement, now: { left: boolean, toMove: boolean, away: boolean }) => void} */
function showStatus(box, { left, toMove, away }) {
  const words = left ? TAG.left : toMove ? TAG.toMove : away ? TAG.away : "";
  setText(/** @type {Element} */ (box.querySelector(".state")), words);
  box.classList.toggle("dropped", left);
  box.classList.toggle("moving", toMove);
  box.classList.toggle("away", away);
  if (box.getAttribute("aria-current") !== String(toMove)) box.setAttribute("aria-current", String(toMove));
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
