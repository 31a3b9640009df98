// The first script, run while the page is still being parsed: it gives the shape of the board to the styles, so that its place
// is kept from the start. Styles cannot read the attribute, and the content security policy forbids inline ones.

{
  const holder = document.currentScript?.parentElement;
  holder?.style.setProperty("--ratio", holder.dataset.ratio ?? "1");
}
