export { type Brief, bracesOf, briefOf, briefText } from "./brief.js"
export { type Property, propertiesOf } from "./properties.js"
export { declarationOf, signaturesOf } from "./signature.js"
export { callOf, keyNote, summaryOf } from "./summary.js"
