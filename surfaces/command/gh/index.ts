export type { Asked, PerItem } from "./asked.js"
export { checkTogether, chosenOf, type Given, givenOf, namesGiven } from "./choice.js"
export {
  fieldIn,
  fieldsIn,
  memberFor,
  propertiesOf,
  viewOf,
} from "./fields.js"
export * from "./inputs.js"
export { MilestoneTitle } from "./looked-up.js"
export { type Ask, dataOf } from "./lookups.js"
export * from "./on-demand.js"
export {
  type Filled,
  type Filling,
  optionsOf,
  type Planned,
  subjectIn,
  subjectOf,
} from "./options.js"
export { doneText, linesOf, logView, textOf } from "./print/index.js"
export {
  commandsLike,
  type GhCommand,
  helpTexts,
  isOfField,
  isOfState,
  isStandIn,
  jsonField,
  listedIn,
  ME,
  NAMED,
  ResultOf,
  type Step,
  valueNames,
  WORDS,
  webPages,
} from "./table/index.js"
export * from "./words.js"
