export { issueSentence } from "./issues.js"
export { outputProblem } from "./output-problem.js"
export { checkInput, readInput } from "./read-input.js"
