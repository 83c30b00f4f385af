export { checkArguments, readModelArguments } from "./arguments.js"
export { checkInput } from "./check-input.js"
export { issueSentence } from "./issues.js"
export { outputProblem } from "./violations.js"
