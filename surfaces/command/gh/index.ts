export { checkTogether, chosenOf, type Given, namesGiven } from "./choice.js"
export { complete, completeNames } from "./complete.js"
export { forContracts } from "./expression.js"
export { type Asked, fieldsIn, memberFor, type PerItem, propertiesOf, viewOf } from "./fields.js"
export { gistFiles } from "./gist-files.js"
export {
  filled,
  nameIn,
  type Place,
  placeFor,
  placeOf,
  type Thing,
  thingsOf,
} from "./inputs.js"
export type { Ask } from "./lookups.js"
export {
  type Filled,
  type Filling,
  optionsOf,
  type Planned,
  subjectIn,
  subjectOf,
} from "./options.js"
export { linesOf, logView } from "./print/index.js"
export {
  argumentsOf,
  commands,
  commandTexts,
  examples,
  isOfField,
  jsonField,
  listedIn,
  pagesOfLists,
  ResultOf,
  type Step,
  valueNames,
  WORDS,
} from "./table/index.js"
export { hasFoundNothing, type Unknown, unknownIn } from "./unknown.js"
export {
  adviceForOption,
  groups,
  isGroup,
  isOfGh,
  type Named,
  namedBy,
  refuseMisspelt,
  stepsOf,
  within,
  wordsFor,
} from "./words.js"
