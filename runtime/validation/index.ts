export { checkInput } from "./check-input.js"
export { issueSentence } from "./issues.js"
export { rareKeywords } from "./rare-keywords.js"
export { isRare, outputProblem, violations } from "./violations.js"
