// How the game ended, and the links to its record.

/** @import { EndingView, RatingChangeView, SentenceView } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { badge } from "../board/picture.js";
import { byId, renderIfChanged, h, withBdi } from "../dom.js";
import { playerName } from "../model/who.js";
import { get } from "../net/http.js";
import { withNames } from "../sentences/game.js";
import { isolate, TAG } from "../sentences/page.js";
import { PLACE, PLAYER, RATING, ratingChange, RESULT, WHAT_COUNTS, YOU_WITH_CAPITAL } from "../sentences/result.js";
import { profileLink } from "./tags.js";

/** @typedef {(RatingChangeView | null)[]} Ratings by seat, how they changed; none while that is not known */

export class Result {
  static root = "result";
  #root;
  #session;
  /** @type {Ratings} */
  #ratings;
  /** @type {string | null} that some results changed ratings less than in full, or not at all */
  #ratingNote;
  #asked = false;

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   */
  constructor(root, session) {
    this.#root = root;
    this.#session = session;
    this.#ratings = session.table.ratings ?? [];
    this.#ratingNote = session.table.rating_note;
  }

  /** @param {State} state */
  update(state) {
    const { ending } = state.table;
    this.#root.hidden = byId("downloads").hidden = ending === null;
    if (ending === null) return;
    if (state.table.rated && this.#ratings.length === 0 && this.#ratingNote === null) void this.#askForRatings(state.table.code);
    const ratings = this.#ratings;
    const own = state.seats.length === 1 ? state.seats[0] : 0;
    const said = (/** @type {SentenceView} */ sentence, you = YOU_WITH_CAPITAL) =>
      sentence.seats.length === 1 && sentence.seats[0] === own ? `${you} ${sentence.words}` : withNames(sentence, (seat) => isolate(playerName(state, seat)));
    const why = ending.score ? `${said(ending.score)}; ${said(ending.why, TAG.you)}` : said(ending.why);
    renderIfChanged(this.#root, [ending, state.table.chairs, ratings, this.#ratingNote], () => [
      h("h2", { class: "unseen" }, RESULT),
      h("p", { class: "why" }, ...withBdi(`${why}.`)),
      h("table", {}, head(state, ratings), h("tbody", {}, ...order(ending).map((seat) => row(state, ending, ratings, seat)))),
      ...(this.#ratingNote === null ? [] : [ratingHint(this.#ratingNote)]),
    ]);
  }

  /** A page that saw the end of the game asks once: ratings are computed with the record. @param {string} code */
  async #askForRatings(code) {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const { seats, rating_note: note } = await get(`/g/${code}/record.json`);
      this.#ratingNote = note ?? null;
      this.#ratings = seats.map((/** @type {{ rating?: RatingChangeView }} */ { rating }) => rating ?? null);
      this.#session.changed();
    } catch {
      // Whatever happens next at the table is reason enough to ask again.
      this.#asked = false;
    }
  }
}

/** @param {string} note */
const ratingHint = (note) => h("p", { class: "hint" }, note, " ", h("a", { href: "/ratings#fair" }, WHAT_COUNTS));

/** The seats from the first place to the last. @param {EndingView} ending */
function order(ending) {
  const seats = ending.ranks.map((_, index) => index + 1);
  return seats.sort((a, b) => ending.ranks[a - 1] - ending.ranks[b - 1]);
}

/** @type {(state: State, ratings: Ratings) => HTMLElement} */
function head({ kind }, ratings) {
  const scores = kind.scores.map((name) => h("th", { scope: "col" }, name));
  const rating = ratings.length > 0 ? [h("th", { scope: "col" }, RATING)] : [];
  return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, PLACE), h("th", { scope: "col" }, PLAYER), ...scores, ...rating));
}

/** @type {(state: State, ending: EndingView, ratings: Ratings, seat: number) => HTMLElement} */
function row(state, ending, ratings, seat) {
  const scores = (ending.scores[seat - 1] ?? []).map((score) => h("td", {}, String(score)));
  const name = profileLink(state.table.chairs[seat - 1], playerName(state, seat));
  const who = h("th", { scope: "row" }, badge(state.kind, seat), " ", name);
  const change = ratings[seat - 1];
  const rating = change ? [h("td", { class: "change" }, ratingChange(change.before.rating, change.after.rating))] : [];
  return h("tr", {}, h("td", {}, `${ending.ranks[seat - 1]}.`), who, ...scores, ...rating);
}
