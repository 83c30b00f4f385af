export {
  checkWriter,
  compareSince,
  compareWithDisk,
  dryRunWriter,
  type KnownTexts,
  writeChanges,
} from "./writers.js"
