export { restRoute } from "./route.js"
