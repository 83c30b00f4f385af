export { type Guard, type GuardOptions, guardOf, type Intent } from "./guard.js"
