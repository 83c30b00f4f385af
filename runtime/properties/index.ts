export { type Property, propertiesOf } from "./properties.js"
