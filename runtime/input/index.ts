export { issueSentence } from "./issues.js"
export { outputProblem } from "./output-problem.js"
export { readInput } from "./read-input.js"
