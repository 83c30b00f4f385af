export { type Batcher, batcher } from "./batcher.js"
