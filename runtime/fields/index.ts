export { showOf } from "./show.js"
export type { FieldOf, FieldsOption, GivenFields, Only, Some } from "./types.js"
export { copyOf, loadRewriting, withFields } from "./with-fields.js"
