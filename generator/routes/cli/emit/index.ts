import type { RouteEmitter } from "../../../emit/index.js"
import { cliRoute } from "./route.js"
import { printedTypes } from "./types.js"

export const cliEmitter: RouteEmitter = {
  types: ({ cli }) => (cli ? printedTypes(cli) : []),
  members: (plan) => (plan.cli ? [cliRoute(plan, plan.cli)] : []),
}
