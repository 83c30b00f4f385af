export {
  type Commands,
  type CommandWrite,
  type ExecuteCommand,
  misused,
  together,
} from "./commands.js"
export { countOf, likeSummary, runLines, shortLine, shownCall, summaryOf } from "./lines.js"
export {
  bounds,
  type ProgramEnd,
  type ProgramOptions,
  runProgram,
  type Write,
} from "./run-program.js"
export { failureText, mostCharacters, shortened, shownOf } from "./text.js"
