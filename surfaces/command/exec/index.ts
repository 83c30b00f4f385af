export {
  type Commands,
  type CommandWrite,
  type ExecuteCommand,
  misused,
  shortLine,
  shownCall,
  together,
} from "./commands.js"
export { countOf, likeSummary, runLines, summaryOf } from "./lines.js"
export {
  bounds,
  type ProgramEnd,
  type ProgramOptions,
  runProgram,
  type Write,
} from "./run-program.js"
export { failureText, mostCharacters, shortened, shownOf } from "./text.js"
