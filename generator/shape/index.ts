export { mismatches, spell, type TypeMismatch, widerThan } from "./assignable.js"
export { connectionTotals, LARGEST_PAGE, totalsByPage } from "./connection-totals.js"
export { describe } from "./describe.js"
export { argumentAt, fieldsAt, namesOf } from "./fields-at.js"
export { fromInputType } from "./from-graphql.js"
export { fromOpenapi, onlyReadFields, readField } from "./from-openapi.js"
export { originOf, SelectionShapes } from "./from-selection.js"
export {
  fromGhFlag,
  fromJsonSchema,
  isMap,
  mapSubschemas,
  subschemas,
  toJsonSchema,
} from "./json-schema.js"
export { type NestedPages, nestedPages } from "./nested-pages.js"
export { idsOf, mapStrings, nodesOfVariables, withoutNodes } from "./nodes.js"
export { type OwnPaging, ownPaging } from "./own-paging.js"
export { type PagedDocument, paginate } from "./paged-document.js"
export { type Direction, directionOf, type Paging, pagingOf, TOTAL } from "./paging.js"
export * from "./selections.js"
export * from "./shape.js"
