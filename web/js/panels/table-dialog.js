// The dialog in which the host changes the clock, the order of the players, the number of seats, the pie rule, and when lines of watchers are
// shown. Loaded when it is opened.

/** @import { ClientCommand, ClockForm, ClockTermsView, PlayerId } from "../../protocol.js" */
/** @import { Session, State } from "../model/session.js" */
import { byId, renderIfChanged, h, plain, setText } from "../dom.js";
import { chairIsFree } from "../sentences/before-start.js";
import { DAY, HOUR, MINUTE, SECOND } from "../sentences/clock.js";
import { moveDown, moveUp } from "../sentences/table-dialog.js";

export class TableDialog {
  #session;
  #dialog = /** @type {HTMLDialogElement} */ (byId("table-dialog"));
  #form = /** @type {HTMLFormElement} */ (this.#dialog.querySelector("form"));
  #problem = byId("table-problem");
  #list = byId("table-order");
  /** Who sits on each chair in the order that is being made. @type {(PlayerId | null)[]} */
  #order = [];
  /** The clock as the form showed it first. */
  #clock = "";

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    byId("table-shuffle").addEventListener("click", () => void this.#carryOut([{ t: "shuffle_chairs" }]));
    this.#form.addEventListener("submit", (event) => void this.#submit(event));
    this.#form.addEventListener("change", () => this.#showPieRule());
  }

  /** Follows who sits where; closes once its user is no longer the host. @type {(isHost: boolean, moved: boolean) => void} */
  update(isHost, moved) {
    if (!this.#dialog.open) return;
    if (!isHost) this.#dialog.close();
    else if (moved) this.#arrange(ids(this.#session.table));
  }

  open() {
    const { table } = this.#session;
    setText(this.#problem, "");
    fillClock(this.#form, table.clock);
    this.#clock = JSON.stringify(clockOf(this.#form));
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll("[name=kept]"))) {
      input.checked = input.value === String(table.keeps_lines === true);
    }
    this.#pieRule().checked = table.pie_rule === true;
    const seated = table.chairs.filter(Boolean).length;
    for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (this.#form.querySelectorAll("[name=seats]"))) {
      input.checked = Number(input.value) === table.chairs.length;
      input.disabled = Number(input.value) < seated;
    }
    this.#arrange(ids(table));
    this.#showPieRule();
    this.#dialog.showModal();
  }

  #pieRule() {
    return /** @type {HTMLInputElement} */ (this.#form.elements.namedItem("pie_rule"));
  }

  #seats() {
    return Number(new FormData(this.#form).get("seats") ?? this.#session.table.chairs.length);
  }

  /** Only tables for two have it. */
  #showPieRule() {
    byId("table-pie-rule").hidden = this.#seats() !== 2;
  }

  /** @param {(PlayerId | null)[]} order */
  #arrange(order) {
    this.#order = order;
    renderIfChanged(this.#list, order, () => order.map((player, at) => this.#row(player, at)));
  }

  /** @type {(player: PlayerId | null, at: number) => HTMLElement} */
  #row(player, at) {
    const found = this.#session.table.chairs.find((other) => other !== null && other.id === player);
    const name = found ? h("bdi", {}, found.name) : h("span", { class: "soft" }, chairIsFree(at + 1));
    const step = (/** @type {number} */ by, /** @type {string} */ label, /** @type {string} */ sign) =>
      h(
        "button",
        { type: "button", class: "quiet", "aria-label": plain(label), disabled: this.#order[at + by] === undefined, click: () => this.#move(at, by) },
        sign,
      );
    const who = found?.name ?? chairIsFree(at + 1);
    return h("li", {}, h("span", { class: "who" }, name), step(-1, moveUp(who), "↑"), step(1, moveDown(who), "↓"));
  }

  /** @type {(at: number, by: number) => void} */
  #move(at, by) {
    this.#arrange(this.#order.with(at, this.#order[at + by]).with(at + by, this.#order[at]));
    // The focus goes along, to be pressed again.
    const buttons = [...this.#list.children[at + by].querySelectorAll("button")];
    const [wanted, other] = by < 0 ? buttons : buttons.reverse();
    (wanted.disabled ? other : wanted).focus();
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    if (event.submitter?.getAttribute("value") === "close") return;
    event.preventDefault();
    if (await this.#carryOut(this.#changes())) this.#dialog.close();
  }

  /** What is to be changed. Other seats come last: with them comes another board, and the page is loaded again. */
  #changes() {
    const { table } = this.#session;
    const clock = clockOf(this.#form);
    const [seats, pieRule] = [this.#seats(), this.#pieRule().checked];
    /** @type {ClientCommand[]} */
    const changes = [];
    if (JSON.stringify(clock) !== this.#clock) changes.push({ t: "change_clock", clock });
    const kept = new FormData(this.#form).get("kept") === "true";
    if (kept !== (table.keeps_lines === true)) changes.push({ t: "keep_lines", kept });
    if (this.#order.some((player, at) => player !== ids(table)[at])) changes.push({ t: "arrange_chairs", chairs: this.#order });
    if (seats === 2 && pieRule !== (table.pie_rule === true)) changes.push({ t: "change_pie_rule", pie_rule: pieRule });
    if (seats !== table.chairs.length) changes.push({ t: "change_seats", seats });
    return changes;
  }

  /** Carries out these commands until one is refused, which the dialog then says. @param {ClientCommand[]} commands */
  async #carryOut(commands) {
    for (const command of commands) {
      const problem = await this.#session.commands.carryOut(command);
      setText(this.#problem, problem);
      if (problem) return false;
      if (command.t === "change_clock") this.#clock = JSON.stringify(command.clock);
    }
    return true;
  }
}

/** @param {State["table"]} table */
const ids = (table) => table.chairs.map((player) => player?.id ?? null);

/** @param {HTMLFormElement} form @returns {ClockForm} */
function clockOf(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  return {
    clock: text("clock"),
    minutes: text("minutes"),
    seconds: text("seconds"),
    days: text("days"),
    hours: text("hours"),
    cap: text("cap"),
    grace: text("grace"),
  };
}

/** Fills in the clock that the table has. @type {(form: HTMLFormElement, clock: ClockTermsView | undefined) => void} */
function fillClock(form, clock) {
  const set = (/** @type {string} */ name, /** @type {number} */ value) => {
    /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name)).value = String(value);
  };
  const choice = /** @type {RadioNodeList} */ (form.elements.namedItem("clock"));
  if (!clock) return void (choice.value = "untimed");
  const { bank, increment, cap, grace } = clock;
  if (cap !== null && grace !== null) {
    choice.value = "correspondence";
    set("days", bank / DAY);
    set("hours", increment / HOUR);
    set("cap", cap / DAY);
    set("grace", grace / HOUR);
    return;
  }
  const preset = `${bank / SECOND}+${increment / SECOND}`;
  choice.value = preset;
  if (choice.value === preset) return;
  choice.value = "real_time";
  set("minutes", bank / MINUTE);
  set("seconds", increment / SECOND);
}
