export { nearNames } from "./near.js"
