export { pinFile } from "./pin-file.js"
