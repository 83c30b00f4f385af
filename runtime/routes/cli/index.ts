export { cliRoute } from "./route.js"
