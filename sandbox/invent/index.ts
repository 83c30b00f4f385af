export { type Invention, type Item, inventionOf } from "./invention.js"
export { type DescribedValue, jsonInventor } from "./json.js"
