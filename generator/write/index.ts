export {
  checkWriter,
  compareWithDisk,
  dryRunWriter,
  type KnownTexts,
  replaceFile,
  writeWriter,
} from "./writers.js"
