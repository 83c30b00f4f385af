export type { FieldOf, FieldsOption, GivenFields, Only, Some } from "./types.js"
export { copyOf, withFields } from "./with-fields.js"
