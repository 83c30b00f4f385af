/** Lists whose pages are read to the end. */
import type { ClientFeature } from "../../client/index.js"

/** Inside of what shows the result, so that all pages are one result. */
export const allPages = (): ClientFeature => ({
  name: "allPages",
  rank: 35,
  options: ["all"],
  concerns: ({ all }) => all !== undefined,
  load: async () => (await import("./read-pages.js")).allPagesCode,
})
