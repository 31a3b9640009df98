// The first script, run while the page is still being parsed: it gives the shape of the board to the styles, so that its place
// is kept from the start. Styles cannot read the attribute, and the content security policy forbids inline ones.

{
  const holder = document.currentScript?.parentElement;
  holder?.style.setProperty("--ratio", holder.dataset.ratio ?? "1");
  // So is the place of the line for people who play for the first time, which stands below the board of a phone.
  // The reader may need it, or comes with a link for a seat.
  const { hint, newcomer } = holder?.dataset ?? {};
  try {
    // And that of the hints which this browser shows at every turn of a game against bots.
    if (localStorage.getItem("thicket-hints") === "on" && holder?.classList.contains("hinted")) holder.classList.add("with-hints");
    if (hint && (newcomer !== undefined || location.hash.startsWith("#move="))) holder?.classList.toggle("first-game", localStorage.getItem(hint) !== "read");
  } catch {
    // Private windows may refuse.
  }
}
