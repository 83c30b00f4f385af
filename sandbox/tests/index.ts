export { callFor } from "./example-calls.js"
