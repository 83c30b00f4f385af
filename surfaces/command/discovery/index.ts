export { apart, discovered, foundIn, lineOf, mostFound, type View } from "./discovery.js"
