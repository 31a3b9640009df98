// Adding people on this device.

/** @import { PlayerView } from "../../protocol.js" */
import { persistently, post } from "./http.js";

/** Seats somebody on this device. The same name again is the same player, who stays where they sit. @type {(name: string) => Promise<PlayerView>} */
export const addCompanion = (name) => persistently(() => post(`${location.pathname.replace(/\/$/, "")}/companions`, { name }));
