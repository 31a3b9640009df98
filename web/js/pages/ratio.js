// The first of the scripts, run while the page is still being read: tells the styles the shape of the board, so that its
// place is kept from the start. Styles cannot read it off the page, and the page's policy lets none stand in its text.

{
  const holder = document.currentScript?.parentElement;
  holder?.style.setProperty("--ratio", holder.dataset.ratio ?? "1");
}
