export { type Invention, inventionOf } from "./invention.js"
export { type DescribedValue, jsonInventor } from "./json.js"
