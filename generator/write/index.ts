export { checkWriter, compareWithDisk, dryRunWriter, replaceFile, writeWriter } from "./writers.js"
