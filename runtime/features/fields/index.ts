/** Some fields of a result. */
import type { ClientFeature } from "../../client/index.js"

/** Calls for some fields of a result, of which routes request no others. */
export const fields = (): ClientFeature => ({
  name: "fields",
  rank: 1,
  options: ["fields"],
  concerns: () => false,
  load: async () => (await import("./narrow-definition.js")).fieldsCode,
})
