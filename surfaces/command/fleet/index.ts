export { type Fleet, openFleet } from "./engines.js"
