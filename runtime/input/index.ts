export {
  amount,
  checkOptions,
  count,
  type Known,
  kindOf,
  milliseconds,
  withDefaults,
} from "./known-options.js"
export { type PageRequest, readCursor, writeCursor } from "./page-cursor.js"
export { childPointer, isWithin, namesIn, valueAt } from "./pointer.js"
export { type Referred, type Snapshot, snapshot } from "./snapshot.js"
