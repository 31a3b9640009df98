// A page at another address than the public one has no sockets, and says where it is to be opened.

import { h } from "../dom.js";

/** Says so before all else on the page, unless the page says it already. @param {string} sentence which may end with an address */
export function showOtherAddress(sentence) {
  if (document.querySelector(".other-address")) return;
  const [address] = /https?:\/\/\S+$/.exec(sentence) ?? [""];
  const words = sentence.slice(0, sentence.length - address.length);
  const link = address ? [h("a", { href: address }, address)] : [];
  document.querySelector("main")?.before(h("p", { class: "notice other-address", role: "alert" }, words, ...link));
}
