// Traces: what the browser did, and when.

/** @import { CDPSession } from "playwright-core" */

/** @typedef {{ name: string, ts: number, tts: number, tdur?: number, dur?: number, pid: number, tid: number, args?: { tileData?: { sourceFrameNumber: number } } }} TraceEvent */

/** What the browser records while something runs. @type {(devtools: CDPSession, run: () => Promise<void>) => Promise<TraceEvent[]>} */
export async function traced(devtools, run) {
  /** @type {TraceEvent[]} */
  const events = [];
  const collect = (/** @type {any} */ { value }) => events.push(...value);
  devtools.on("Tracing.dataCollected", collect);
  const includedCategories = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"];
  await devtools.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await run();
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  devtools.off("Tracing.dataCollected", collect);
  return events;
}
