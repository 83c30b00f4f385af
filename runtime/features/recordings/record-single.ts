/** Loaded by the first call that may be recorded. */
import { loadRecord } from "../../call/index.js"

export const recordSingle = async () => (await loadRecord()).recordSingle
