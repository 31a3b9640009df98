// What the text of a ply says. Pure.

/**
 * Whether a ply is a drop and not a turn: its text says so, as in every record.
 * @param {{ text: string }} ply
 */
export function isDrop(ply) {
  return ply.text.startsWith("drop:");
}
