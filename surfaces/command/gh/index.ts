export * from "./choice.js"
export * from "./fields.js"
export * from "./inputs.js"
export {
  type Ask,
  dataOf,
  defaultBranch,
  loadHeads,
  ME,
  MilestoneTitle,
  me,
} from "./lookup/index.js"
export * from "./on-demand.js"
export * from "./options.js"
export { doneText, linesOf, logView, pipedLinesOf, textOf } from "./print/index.js"
export * from "./table/index.js"
export * from "./words.js"
