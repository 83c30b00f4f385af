export { batcher } from "./batcher.js"
