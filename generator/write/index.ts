export {
  checkWriter,
  compareSince,
  compareWithDisk,
  dryRunWriter,
  type KnownTexts,
  replaceFile,
  writeChanges,
} from "./writers.js"
