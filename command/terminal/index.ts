export { hasColors, type Input, type Output, paint, type Terminal } from "./terminal.js"
