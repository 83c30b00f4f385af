export {
  checkWriter,
  compareSince,
  compareWithDisk,
  dryRunWriter,
  type KnownTexts,
  replaceFile,
  writeWriter,
} from "./writers.js"
