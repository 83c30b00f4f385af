export { mismatches, spell, type TypeMismatch, widerThan } from "./assignable.js"
export { connectionTotals, LARGEST_PAGE, totalsByPage } from "./connection-totals.js"
export { describe } from "./describe.js"
export { argumentAt, fieldsAt, namesOf } from "./fields-at.js"
export { fromInputType } from "./from-graphql.js"
export { fromGhFlag, fromJsonSchema } from "./from-json-schema.js"
export { fromOpenapi, onlyReadFields, readField } from "./from-openapi.js"
export { originOf, SelectionShapes } from "./from-selection.js"
export { type NestedPages, nestedPages } from "./nested-pages.js"
export { idsOf, mapStrings, nodesOfVariables, withoutNodes } from "./nodes.js"
export { type OwnPaging, ownPaging } from "./own-paging.js"
export { type PagedDocument, paginate } from "./paged-document.js"
export { type Direction, directionOf, type Paging, pagingOf, TOTAL } from "./paging.js"
export {
  definitionOf,
  fieldOf,
  isUnconditional,
  parentOf,
  responseKey,
  type Selected,
  selectedIn,
  typeOfParent,
} from "./selections.js"
export {
  ABSENT,
  ANY,
  alternatives,
  arrayOf,
  BOOLEAN,
  BYTES,
  CONTENT,
  type Declared,
  FALSE,
  type Field,
  has,
  INTEGER,
  isNullish,
  isUnbounded,
  NOTHING,
  NULL,
  NUMBER,
  type ObjectShape,
  objectOf,
  present,
  type Shape,
  STRING,
  signature,
  TRUE,
  unionOf,
  without,
} from "./shape.js"
export { isMap, mapSubschemas, subschemas } from "./subschemas.js"
export { toJsonSchema } from "./to-json-schema.js"
