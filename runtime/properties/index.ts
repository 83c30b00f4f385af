export { type Brief, bracesOf, briefOf, briefText } from "./brief.js"
export { fieldNamesOf, itemSchemaOf } from "./fields.js"
export { type Property, propertiesOf } from "./properties.js"
export {
  givenOf,
  isKept,
  type Requirement,
  requirementsOf,
  requirementText,
} from "./requirements.js"
export { declarationOf, signaturesOf } from "./signature.js"
export { callOf, keyNote, summaryOf } from "./summary.js"
export { typeText } from "./type-text.js"
