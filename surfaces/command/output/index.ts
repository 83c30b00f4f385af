/** Only models read it. */
export const loadBrief = () => import("./brief.js")
export * from "./exit-codes.js"
export type { Filter, RunJq } from "./jq.js"
/** Few calls use an expression. */
export const loadJq = () => import("./jq-threads.js")

export {
  forShell,
  inShell,
  ofPrograms,
  printAttempts,
  printError,
  printNote,
  printWarning,
} from "./messages.js"
export { jsonOf, namesIn, print, printerFor, type Shown } from "./printer.js"
export { onWaitIn, progress, whileShown } from "./progress.js"
export { questionOf } from "./question.js"
export { statusOf } from "./status.js"
