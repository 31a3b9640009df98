// Sharing a picture of a result: by the sheet of the device, where it takes pictures; otherwise the picture is saved.

/** @import { Session } from "../model/session.js" */
import { resultTitle, SAVED_PICTURE } from "../sentences/share-picture.js";

/** Returns what is to be said about it. @param {Session} session */
export async function sharePicture({ table, kind, page }) {
  const answer = await fetch(`/g/${table.code}/${table.plies.length}.card.png`);
  if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
  const file = new File([await answer.blob()], `thicket-${table.code}.png`, { type: "image/png" });
  const shared = { title: resultTitle(kind.title), url: page.link, files: [file] };
  if (!navigator.canShare?.(shared)) return save(file);
  // Whoever closes the sheet has decided not to.
  await navigator.share(shared).catch(() => {});
  return "";
}

/** @param {File} file */
function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return SAVED_PICTURE;
}
