export { callOf } from "../../../runtime/properties/index.js"
