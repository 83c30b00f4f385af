export { checkArguments } from "./check-arguments.js"
export { checkInput } from "./check-input.js"
export { outputProblem } from "./violations.js"
export { issueSentence } from "./word.js"
