// The page in the place of one that cannot be reached: what can be read all the same, and the way back.

/** @import { PageView } from "../../protocol.js" */
import { byId, h } from "../dom.js";
import { timeSeen } from "../sentences/page.js";

window.addEventListener("online", () => location.reload());
byId("again").addEventListener("click", () => location.reload());
void showKept();

/** Shows what the service worker has kept: see web/worker/worker.js. */
async function showKept() {
  // What is hidden in this way keeps its place, so nothing moves.
  if ((await caches.match("/rules")) === undefined) byId("read").style.visibility = "hidden";
  const tables = (await caches.keys()).find((name) => name.startsWith("tables "));
  const cache = tables && (await caches.open(tables));
  if (!cache) return;
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/g/"));
  // The newest first.
  const rows = await Promise.all(requests.toReversed().map(async ({ url }) => row(url, await cache.match(url))));
  byId("seen-list").append(...rows.flatMap((made) => made ?? []));
  byId("seen").hidden = rows.length === 0;
}

/** @type {(url: string, copy: Response | undefined) => Promise<HTMLElement | null>} */
async function row(url, copy) {
  const page = new DOMParser().parseFromString((await copy?.text()) ?? "", "text/html");
  const data = page.getElementById("table")?.textContent;
  if (!data) return null;
  /** @type {PageView} */
  const { kind, table } = JSON.parse(data);
  const names = table.chairs.flatMap((player, at) => (player ? [at > 0 ? ", " : "", h("bdi", {}, player.name)] : []));
  const seen = timeSeen(new Date(Number(copy?.headers.get("kept"))));
  return h(
    "li",
    {},
    h("a", { href: new URL(url).pathname }, h("b", {}, kind.title), " ", h("span", { class: "people" }, ...names), " ", h("span", { class: "tag" }, seen)),
  );
}
