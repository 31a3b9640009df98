// What the panels of a table show.

/** @import { ChangeView, ChatView, CommandId, KindView, PlayerView, TableView } from "../../protocol.js" */
/** @import { Live } from "./room.js" */
/** @import { Diagram } from "./timeline.js" */
/** @import { TurnState } from "./turn.js" */

/**
 * A table with the turn being composed and what is looked at, as it is at one moment. Nothing in it changes afterwards.
 * @typedef {object} State
 * @property {KindView} kind
 * @property {TableView} table
 * @property {PlayerView | null} you
 * @property {Live | null} live who is here; none before the server has said so
 * @property {string[]} turnsElsewhere the codes of the other tables where it is our turn, in the order of the page of one’s own tables
 * @property {string[]} nudgedElsewhere those of them where the others have nudged us
 * @property {boolean} connected
 * @property {boolean} outdated whether the server speaks another version of the protocol
 * @property {string} notice a refusal that belongs to no field, or other news
 * @property {ChatView | null} chat what was written; null if nothing was
 * @property {{ id: CommandId, text: string }[]} sending our lines that are on their way
 * @property {string} chatProblem why our last line was not written
 * @property {string} sitProblem why a chair or a name could not be taken
 * @property {boolean} removed whether the host has removed us
 * @property {number} chair our chair, from 0, or the first one on this device; -1 if all here are watching
 * @property {number[]} seats the seats that are played on this device, from 1, once the game has begun
 * @property {number} seat the one of them that is to move, or moves next; 0 if there is none
 * @property {number} bottom the seat of those on this device that sits at the bottom of the screen; 0 if there is none
 * @property {boolean} playing whether we still take part in a game that is going on
 * @property {number | null} toMove the seat to move
 * @property {number | null} shownToMove the seat to move in the position on the screen
 * @property {Set<number>} dropped the seats that had left the game by the ply on the screen
 * @property {TurnState} turn the turn being composed
 * @property {number | null} aimed the cell that is aimed at
 * @property {Set<number>} targets the cells that can be chosen
 * @property {number | null} shownPly the ply that is looked at; none: the newest
 * @property {number} ply the number of the ply whose position is on the screen; 0 is the start
 * @property {Diagram} diagram the position after that ply
 * @property {Diagram} drawn the same, with the staged steps if it is the newest
 * @property {ChangeView[]} last what that ply changed
 * @property {ChangeView[]} suggested what a turn would change that is suggested in that position
 * @property {ChangeView[]} compared what the turn that was played there changed, where the two are compared
 * @property {number} repeated how often the latest turn was asked to be shown again
 * @property {number} rotation by how many degrees the board is rotated clockwise
 */

export {};
