export { checkTogether, chosenOf, type Given, namesGiven } from "./choice.js"
export { type Ask, complete, completeNames } from "./complete.js"
export { fieldsIn, propertiesOf } from "./fields.js"
export { filled, nameIn, placeFor, placeOf, thingsOf } from "./inputs.js"
export { linesOf } from "./lines.js"
export { type Filled, type Filling, optionsOf, type Planned, subjectOf } from "./options.js"
export { pagesOfLists, WORDS } from "./table.js"
export { hasFoundNothing, type Unknown, unknownIn } from "./unknown.js"
export {
  adviceForOption,
  groups,
  isGroup,
  type Named,
  namedBy,
  refuseMisspelt,
  stepsOf,
  within,
} from "./words.js"
