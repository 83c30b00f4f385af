import type { Route } from "../route/index.js"
import * as all from "./all.js"

export { isForApps } from "./apps.js"
export { absentRoutes } from "./meta.js"

/** All modelled routes of REST. */
export const routes: readonly Route[] = Object.values(all).flat()
