export { bounds, type Done, type ProgramEnd, runProgram } from "./run-program.js"
