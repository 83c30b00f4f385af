export { inputOf, isPair } from "./arguments.js"
export { readJson } from "./read.js"
