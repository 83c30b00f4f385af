import type { Route } from "../route/index.js"
import * as all from "./all.js"

export { absentRoutes } from "./absent.js"
export { isForApps } from "./apps.js"

/** All modelled routes of REST. */
export const routes: readonly Route[] = Object.values(all).flat()
